# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Device functions in WGSL in a kernel as a user writes it: it loads, transforms, multiplies the spectrum, transforms back and
stores. And one work-group of a kernel, run through wgpu."""

import numpy as np
import wgpu

from wgpu_runner import STORAGE

EPSILON = 2.0**-24

# $THERE and $BACK are the functions' names, $LENGTH is the number of elements of a spectrum.
CHAIN = """
var<workgroup> PAPILIO_SCRATCH: array<f32, max(max($THERE_SCRATCH, $BACK_SCRATCH), $MOVED)>;
@group(0) @binding(0) var<storage, read> signals: array<f32>;
@group(0) @binding(1) var<storage, read> factors: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> spectra: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> results: array<f32>;
@group(0) @binding(4) var<storage, read_write> places: array<i32>;

@compute @workgroup_size($THERE_WORK_ITEMS)
fn chain(@builtin(local_invocation_index) local: u32) {
  let t = i32(local);
  let nan = factors[$LENGTH];
  var x: array<vec2<f32>, $THERE_REGISTERS>;
  for (var r = 0; r < $THERE_REGISTERS; r++) {
    x[r] = nan;
    let i = $THERE_input_index(t, r);
    if (i >= 0) { x[r] = $LOAD; }
  }
  $THERE(&x, t);
  for (var r = 0; r < $THERE_REGISTERS; r++) {
    let i = $THERE_output_index(t, r);
    if (i >= 0) {
      spectra[i] = x[r];
      let w = factors[i % $LENGTH];
      x[r] = vec2(x[r].x * w.x - x[r].y * w.y, x[r].x * w.y + x[r].y * w.x);
    }
  }$PASS
  $BACK(&x, t);
  for (var r = 0; r < $BACK_REGISTERS; r++) {
    let i = $BACK_output_index(t, r);
    if (i >= 0) { $STORE }
  }
  for (var r = 0; r < $THERE_REGISTERS; r++) {
    places[2 * (t * $THERE_REGISTERS + r)] = $THERE_input_index(t, r);
    places[2 * (t * $THERE_REGISTERS + r) + 1] = $THERE_output_index(t, r);
  }
}
"""
# The step between two functions whose registers differ: it passes the numbers through workgroup memory.
PASS = """
  workgroupBarrier();
  for (var r = 0; r < $THERE_REGISTERS; r++) {
    let i = $THERE_output_index(t, r);
    if (i >= 0) { PAPILIO_SCRATCH[2 * i] = x[r].x; PAPILIO_SCRATCH[2 * i + 1] = x[r].y; }
  }
  workgroupBarrier();
  for (var r = 0; r < $BACK_REGISTERS; r++) {
    let i = $BACK_input_index(t, r);
    if (i >= 0) { x[r] = vec2(PAPILIO_SCRATCH[2 * i], PAPILIO_SCRATCH[2 * i + 1]); }
  }"""


class Chain:
    """Both functions of a c2c or r2c (reports of `papilio source --device-function --json`), in the kernel `chain`."""

    def __init__(self, there, back):
        self.there, self.back = there, back
        self.real = there["input"]["element"] != "complex"
        single = there["input"]["element"] == "real"
        self.length, self.bins = int(there["token"].split(":")[2].split("*")[0]), there["output"]["elements"]
        words = {"$PASS": "" if there["chains"] else PASS, "$LOAD": "vec2(signals[i], nan.y)" if single else "vec2(signals[2 * i], signals[2 * i + 1])",
                 "$STORE": "results[i] = x[r].x;" if single else "results[2 * i] = x[r].x; results[2 * i + 1] = x[r].y;",
                 "$THERE": there["name"], "$BACK": back["name"], "$LENGTH": str(self.bins), "$MOVED": "1" if there["chains"] else str(2 * self.bins * there["transforms"])}
        text = CHAIN
        for word, meaning in words.items():
            text = text.replace(word, meaning)
        self.tables = [np.array(each["tables"], np.float32) for each in (there, back) if each["tables"]]
        declared = [each["name"] for each in (there, back) if each["tables"]]
        lines = [f"@group(0) @binding({5 + i}) var<storage, read> {name}_tables: array<f32>;\n" for i, name in enumerate(declared)]
        self.text = there["text"] + back["text"] + "".join(lines) + text

    def check(self, case, device):
        """The results of three executions are equal, close to those of NumPy, and each number is where the table says."""
        random, count = np.random.default_rng(self.length), self.there["transforms"]
        signals = random.uniform(-1, 1, (count, self.length * (1 if self.real else 2))).astype(np.float32)
        wide = signals.astype(float) if self.real else signals.astype(float).view(complex)
        delay = np.exp(-2j * np.pi * np.arange(self.bins) / self.length)
        if 2 * (self.bins - 1) == self.length and self.real:
            delay[-1] = -1
        factors = np.append(delay, complex(np.nan, np.nan)).astype(np.complex64)
        side = self.there["input"]["registers"], self.there["output"]["registers"]
        poisoned = [np.full(count * self.bins, np.nan, np.complex64), np.full(signals.size, np.nan, np.float32),
                    np.full(2 * self.there["work_items"] * self.there["registers"], 0x55555555, np.int32)]
        runs = [run_work_group(device, self.text, "chain", [signals.ravel(), factors, *poisoned, *self.tables]) for _ in range(3)]
        for first, second in zip(runs[0][2:4], runs[1][2:4]):
            case.assertTrue(np.array_equal(first.view(np.uint32), second.view(np.uint32)))
        case.assertTrue(all(np.array_equal(runs[0][i].view(np.uint32), runs[2][i].view(np.uint32)) for i in (2, 3)))
        _, _, spectra, results, places = runs[2][:5]
        bound = EPSILON * (1 + np.log2(2 * spectra.size) / 2)
        exact = np.fft.rfft(wide) if self.real else np.fft.fft(wide)
        case.assertLess(relative(spectra.reshape(count, -1), exact), bound)
        delayed = self.length * np.roll(wide, 1, axis=-1)
        got = results if self.real else results.view(np.complex64)
        case.assertLess(relative(got.reshape(count, -1), delayed), 2 * bound)
        places = places.reshape(self.there["work_items"], self.there["registers"], 2)
        for number, name in enumerate(("input", "output")):
            case.assertEqual(places[:, :side[number], number].tolist(), self.there[name]["indices"])
            case.assertTrue(np.all(places[:, side[number]:, number] == -1))


def relative(got, exact):
    return np.linalg.norm(got - exact) / np.linalg.norm(exact)


def run_work_group(device, code, name, arrays):
    """The arrays, which are bound to 0, 1, … of group 0, after one work-group of the entry point has run."""
    pipeline = device.create_compute_pipeline(
        layout="auto", compute={"module": device.create_shader_module(code=code), "entry_point": name})
    buffers = [device.create_buffer_with_data(data=array, usage=STORAGE) for array in arrays]
    group = device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=[
        {"binding": number, "resource": {"buffer": buffer, "offset": 0, "size": buffer.size}} for number, buffer in enumerate(buffers)])
    encoder = device.create_command_encoder()
    compute = encoder.begin_compute_pass()
    compute.set_pipeline(pipeline)
    compute.set_bind_group(0, group)
    compute.dispatch_workgroups(1)
    compute.end()
    device.queue.submit([encoder.finish()])
    return [np.frombuffer(device.queue.read_buffer(buffer), array.dtype) for buffer, array in zip(buffers, arrays)]
