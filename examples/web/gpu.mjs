// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// Buffers to and from the device.

export async function openDevice() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error("This browser has no WebGPU; use a recent Chrome, Edge, Safari or Firefox.");
  return adapter.requestDevice();
}

export function makeBuffer(device, bytes) {
  return device.createBuffer({
    size: bytes, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
  });
}

/** Runs what `record(encoder)` records, and returns the contents of buffers as numbers. */
export async function compute(device, record, buffers) {
  const encoder = device.createCommandEncoder();
  record(encoder);
  const copies = buffers.map((buffer) => {
    const copy = device.createBuffer({ size: buffer.size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size);
    return copy;
  });
  device.queue.submit([encoder.finish()]);
  return Promise.all(copies.map(async (copy) => {
    await copy.mapAsync(GPUMapMode.READ);
    const numbers = new Float32Array(copy.getMappedRange()).slice();
    copy.destroy();
    return numbers;
  }));
}

/** Black, violet, orange, white, for 0 to 1. */
export function colour(level) {
  const x = Math.min(Math.max(level, 0), 1);
  return [255 * Math.min(1, 2.2 * x), 255 * Math.max(0, 1.8 * x - 0.8), 255 * Math.max(Math.sin(Math.PI * x * 1.2) * 0.7, 4 * x - 3)];
}
