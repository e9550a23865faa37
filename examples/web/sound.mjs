// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// Samples in, spectrum and waterfall out.
import { colour, compute, makeBuffer } from "./gpu.mjs";
import { createPlan, plan } from "./fft-sound.mjs";

const POINTS = plan.input.lengths[0], BINS = plan.output.lengths[0], FLOOR = -100; // dB

/** Calls of the result take POINTS samples and return the levels of BINS frequencies in dB; a sine of amplitude 1 has 0. */
async function makeSpectrum(device) {
  const fft = await createPlan(device);
  const samples = makeBuffer(device, plan.input.bytes), bins = makeBuffer(device, plan.output.bytes);
  const hann = Float32Array.from({ length: POINTS }, (_, j) => 0.5 - 0.5 * Math.cos((2 * Math.PI * j) / POINTS));
  return async (frame) => {
    device.queue.writeBuffer(samples, 0, frame.map((sample, j) => sample * hann[j]));
    const [x] = await compute(device, (encoder) => fft.encode(encoder, samples, bins), [bins]);
    return Float32Array.from({ length: BINS }, (_, k) =>
      Math.max(FLOOR, 10 * Math.log10((x[2 * k] ** 2 + x[2 * k + 1] ** 2) * (4 / POINTS) ** 2 + 1e-20)));
  };
}

/** Ten seconds that rise from 500 Hz to 4 kHz, over a hum of 1 kHz. */
export function sweep(rate) {
  return Float32Array.from({ length: 10 * rate }, (_, j) => {
    const t = j / rate;
    return 0.5 * Math.sin(2 * Math.PI * (500 * t + 175 * t * t)) + 0.25 * Math.sin(2 * Math.PI * 1000 * t);
  });
}

function drawSpectrum(canvas, levels) {
  const to = canvas.getContext("2d"), { width, height } = canvas;
  to.fillStyle = "#111";
  to.fillRect(0, 0, width, height);
  to.strokeStyle = "#fa5";
  to.beginPath();
  levels.forEach((level, k) => to.lineTo((k / (BINS - 1)) * width, (level / FLOOR) * height));
  to.stroke();
}

/** Moves the waterfall down by a line. */
function drawLine(canvas, levels) {
  const to = canvas.getContext("2d"), { width, height } = canvas;
  to.drawImage(canvas, 0, 1);
  const line = to.createImageData(width, 1);
  for (let x = 0; x < width; ++x) {
    const level = levels[Math.round((x / (width - 1)) * (BINS - 1))];
    line.data.set([...colour(1 - level / FLOOR), 255], 4 * x);
  }
  to.putImageData(line, 0, 0);
}

/** Shows what `source()` returns, POINTS samples or null, until it is replaced: show({ rate, source }). */
export async function makeSound(device, spectrum, waterfall, status) {
  const levelsOf = await makeSpectrum(device);
  let current = null;
  return async function show(sound) {
    current = sound;
    while (current === sound) {
      const frame = sound.source(POINTS);
      if (frame) {
        const levels = await levelsOf(frame);
        drawSpectrum(spectrum, levels);
        drawLine(waterfall, levels);
        const peak = levels.reduce((best, level, k) => (level > levels[best] ? k : best), 0);
        status.textContent = `${Math.round((peak * sound.rate) / POINTS)} Hz, ${levels[peak].toFixed(1)} dB`;
      }
      await new Promise(requestAnimationFrame);
    }
  };
}

/** A recording, from its beginning; plays on `context`, or without one as fast as it is drawn. */
export function recording(samples, rate, context) {
  let at = 0;
  const start = context?.currentTime;
  return {
    rate,
    source(points) {
      at = context ? Math.floor((context.currentTime - start) * rate) : at + points / 4;
      return at + points <= samples.length ? samples.slice(at, at + points) : null;
    },
  };
}

export async function microphone(context) {
  const analyser = new AnalyserNode(context, { fftSize: POINTS });
  context.createMediaStreamSource(await navigator.mediaDevices.getUserMedia({ audio: true })).connect(analyser);
  return {
    rate: context.sampleRate,
    source(points) {
      const samples = new Float32Array(points);
      analyser.getFloatTimeDomainData(samples);
      return samples;
    },
  };
}
