// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// A picture, its spectrum, a ring of frequencies, and the picture of these. All on the device but for the drawing.
import { colour, compute, makeBuffer } from "./gpu.mjs";
import { createPlan as createForward, plan } from "./fft-picture.mjs";
import { createPlan as createBackward } from "./fft-picture-back.mjs";

const [ROWS, COLUMNS] = plan.input.lengths, [, BINS] = plan.output.lengths;

// Keeps the frequencies of a ring, and softens its edges; the mean stays where the ring has no inner radius.
const FILTER = `
@group(0) @binding(0) var<storage, read> spectrum: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> filtered: array<vec2f>;
@group(0) @binding(2) var<uniform> ring: vec2f; // radii in bins
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) at: vec3u) {
  if (at.x >= ${BINS}) { return; }
  let row = select(f32(at.y), f32(at.y) - ${ROWS}.0, at.y >= ${ROWS / 2});
  let radius = length(vec2f(f32(at.x), row));
  let gain = smoothstep(ring.x - 1.0, ring.x, radius) * (1.0 - smoothstep(ring.y, ring.y + 1.0, radius));
  let number = at.y * ${BINS} + at.x;
  filtered[number] = spectrum[number] * gain;
}`;

/** Black for 0, white for 1. */
function drawPicture(canvas, values) {
  const to = canvas.getContext("2d"), image = to.createImageData(COLUMNS, ROWS);
  values.forEach((value, at) => image.data.set([255 * value, 255 * value, 255 * value, 255], 4 * at));
  to.putImageData(image, 0, 0);
}

/** The whole spectrum of the half one, frequency 0 in the middle, over 120 dB; and the ring. */
function drawSpectrum(canvas, half, ring) {
  const to = canvas.getContext("2d"), image = to.createImageData(COLUMNS, ROWS);
  const level = (row, column) => {
    const at = 2 * (((row + ROWS) % ROWS) * BINS + column);
    return 1 + (10 * Math.log10((half[at] ** 2 + half[at + 1] ** 2) / (ROWS * COLUMNS / 4) ** 2 + 1e-20)) / 120;
  };
  for (let y = 0; y < ROWS; ++y)
    for (let x = 0; x < COLUMNS; ++x) {
      const row = y - ROWS / 2, column = x - COLUMNS / 2;
      image.data.set([...colour(column < 0 ? level(-row, -column) : level(row, column)), 255], 4 * (y * COLUMNS + x));
    }
  to.putImageData(image, 0, 0);
  ring.forEach((radius, which) => {
    to.strokeStyle = which === 0 ? "#5cf" : "#5f8";
    to.lineWidth = 2;
    to.beginPath();
    to.arc(COLUMNS / 2, ROWS / 2, radius, 0, 2 * Math.PI);
    to.stroke();
  });
}

/** A butterfly on stripes, which a ring can take away. */
export function drawing() {
  const canvas = new OffscreenCanvas(COLUMNS, ROWS), to = canvas.getContext("2d");
  to.fillStyle = "#888";
  to.fillRect(0, 0, COLUMNS, ROWS);
  to.fillStyle = "#eee";
  for (const side of [-1, 1])
    for (const [x, y, w, h] of [[90, -60, 90, 70], [70, 80, 60, 50]]) {
      to.beginPath();
      to.ellipse(COLUMNS / 2 + side * x, ROWS / 2 + y, w, h, side * 0.4, 0, 2 * Math.PI);
      to.fill();
    }
  to.fillStyle = "#222";
  to.fillRect(COLUMNS / 2 - 8, ROWS / 2 - 110, 16, 230);
  const image = to.getImageData(0, 0, COLUMNS, ROWS);
  for (let at = 0; at < image.data.length; ++at)
    if (at % 4 < 3) image.data[at] += 25 * Math.sin((2 * Math.PI * 64 * (at / 4 % COLUMNS)) / COLUMNS);
  to.putImageData(image, 0, 0);
  return canvas;
}

/** The functions of the result: open(image) takes anything that a canvas draws, ring(inner, outer) sets the radii. */
export async function makePicture(device, canvases) {
  const forward = await createForward(device), backward = await createBackward(device);
  const picture = makeBuffer(device, plan.input.bytes), spectrum = makeBuffer(device, plan.output.bytes);
  const filtered = makeBuffer(device, plan.output.bytes), result = makeBuffer(device, plan.input.bytes);
  const radii = device.createBuffer({ size: 8, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  const filter = device.createComputePipeline({
    layout: "auto", compute: { module: device.createShaderModule({ code: FILTER }) },
  });
  const group = device.createBindGroup({
    layout: filter.getBindGroupLayout(0),
    entries: [spectrum, filtered, radii].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const ring = [0, 400];
  let half = new Float32Array(plan.output.bytes / 4);

  const update = async () => {
    device.queue.writeBuffer(radii, 0, Float32Array.from(ring));
    const [values] = await compute(device, (encoder) => {
      const pass = encoder.beginComputePass();
      pass.setPipeline(filter);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(Math.ceil(BINS / 64), ROWS);
      pass.end();
      backward.encode(encoder, filtered, result);
    }, [result]);
    drawSpectrum(canvases.spectrum, half, ring);
    drawPicture(canvases.result, ring[0] > 0 ? values.map((value) => value + 0.5) : values);
    return values;
  };
  return {
    async open(image) {
      const to = canvases.picture.getContext("2d", { willReadFrequently: true });
      to.drawImage(image, 0, 0, COLUMNS, ROWS);
      const { data } = to.getImageData(0, 0, COLUMNS, ROWS);
      const grey = Float32Array.from({ length: ROWS * COLUMNS }, (_, at) =>
        (0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2]) / 255);
      drawPicture(canvases.picture, grey);
      device.queue.writeBuffer(picture, 0, grey);
      [half] = await compute(device, (encoder) => forward.encode(encoder, picture, spectrum), [spectrum]);
      const values = await update();
      return grey.reduce((most, value, at) => Math.max(most, Math.abs(value - values[at])), 0); // of the whole spectrum: rounding
    },
    ring(inner, outer) {
      ring[0] = Math.max(0, Math.min(inner, outer - 2));
      ring[1] = outer;
      return update();
    },
    radii: () => [...ring],
  };
}
