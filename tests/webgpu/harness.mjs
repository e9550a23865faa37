// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// Runs a module three times on a device: the part that Deno and a browser share.

/** A device with the default limits, and f16 where there is one. */
export async function openDevice() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return null;
  return adapter.requestDevice({ requiredFeatures: adapter.features.has("shader-f16") ? ["shader-f16"] : [] });
}

function requireError(part, call) {
  try {
    call();
  } catch (error) {
    if (error.message.includes(part)) return;
    throw error;
  }
  throw new Error(`no error about "${part}"`);
}

const OFFSET = 256; // of the input in its buffer

/** The output's bytes of the third of three executions, which must agree. The output is NaN before each. `kernels` are
    those of a convolution. */
export async function run({ plan, createPlan }, device, data, kernels) {
  device.pushErrorScope("validation");
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const size = (bytes) => Math.ceil(bytes / 4) * 4;
  const bytes = plan.inPlace ? Math.max(plan.input.bytes, plan.output.bytes) : plan.input.bytes;
  const from = device.createBuffer({ size: OFFSET + size(bytes), usage });
  const input = { buffer: from, offset: OFFSET };
  const to = plan.inPlace ? from : device.createBuffer({ size: size(plan.output.bytes), usage });
  const result = device.createBuffer({ size: size(plan.output.bytes), usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
  const fft = await createPlan(device);
  if (plan.filter) {
    requireError("call setFilter(numbers) first", () => fft.encode(null, input, to));
    requireError("the kernels have 0 numbers", () => fft.setFilter(new Float32Array(0)));
    fft.setFilter(new Float32Array(kernels.length).fill(1));
    fft.setFilter(kernels); // the last ones count
  } else {
    requireError("it is no convolution", () => fft.setFilter(data));
  }
  requireError("no input; give a GPUBuffer", () => fft.encode(null));
  requireError(`and the transform needs ${plan.input.bytes}`, () => fft.encode(null, { buffer: from, offset: 256 * Math.ceil(from.size / 256) }, to));
  if (!plan.inPlace) requireError("no output", () => fft.encode(null, input));
  if (!plan.inPlace && plan.output.bytes <= from.size) requireError("one GPUBuffer", () => fft.encode(null, from, from));
  if (plan.inPlace) requireError("leave it out", () => fft.encode(null, input, from));
  requireError("without STORAGE", () => fft.encode(null, input, result));
  for (const offset of [4, 0.5, -256, NaN, "a"]) requireError("multiples of 256", () => fft.encode(null, { buffer: from, offset }, to));
  const results = [];
  for (let execution = 0; execution < 3; ++execution) {
    device.queue.writeBuffer(to, 0, new Uint8Array(to.size).fill(0xff));
    device.queue.writeBuffer(from, OFFSET, data);
    const encoder = device.createCommandEncoder();
    if (plan.inPlace) fft.encode(encoder, input);
    else fft.encode(encoder, input, to);
    encoder.copyBufferToBuffer(to, plan.inPlace ? OFFSET : 0, result, 0, result.size);
    device.queue.submit([encoder.finish()]);
    await result.mapAsync(GPUMapMode.READ);
    results.push(new Uint8Array(result.getMappedRange()).slice(0, plan.output.bytes));
    result.unmap();
  }
  fft.destroy();
  requireError("destroy() was called", () => fft.encode(null, input, to));
  for (const buffer of new Set([from, to, result])) buffer.destroy();
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  if (results.some((each) => each.some((byte, at) => byte !== results[0][at]))) throw new Error("executions differ");
  return results[2];
}
