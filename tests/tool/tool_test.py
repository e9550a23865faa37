#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs the papilio command. Usage: tool_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np
import scipy.fft

PAPILIO, WRONG_FFTW = sys.argv[1], sys.argv[2]
RNG = np.random.default_rng(1)

# No driver is found: a machine without devices.
NO_DEVICE = {f"PAPILIO_{name}_LIBRARY": "/none" for name in ("CUDA", "OPENCL", "VULKAN")}


def run(*arguments, **environment):
    return subprocess.run([PAPILIO, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env=os.environ | environment)


def noise(*shape):
    return RNG.uniform(-1, 1, shape) + 1j * RNG.uniform(-1, 1, shape)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def succeed(self, *arguments, **environment):
        done = run(*arguments, **environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def fail_with(self, code, *arguments, lines=1, **environment):
        """stderr of a run that must end with this exit code, its first line checked for shape."""
        done = run(*arguments, **environment)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertTrue(done.stderr.startswith("papilio: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), lines, done.stderr)
        return done.stderr

    def assert_close(self, got, expected, bound=1e-6):
        error = np.linalg.norm(got - expected) / np.linalg.norm(expected)
        self.assertLess(error, bound)


class Transform(Case):
    def transform(self, token, data, *options, out="out.npy"):
        np.save(self.folder / "in.npy", data)
        self.succeed("transform", token, "--in", self.folder / "in.npy", "--out", self.folder / out, *options)
        return np.load(self.folder / out) if out.endswith(".npy") else np.fromfile(self.folder / out, "<c8")

    def test_the_batch_follows_from_the_length(self):
        data = noise(7, 60).astype(np.complex64)
        spectra = self.transform("c2c:f32:60", data.ravel())
        self.assertEqual((spectra.shape, spectra.dtype), ((7, 60), np.complex64))
        self.assert_close(spectra, np.fft.fft(data))

    def test_double_precision_inverse_in_place_and_scaled(self):
        data = noise(2, 60)
        spectra = self.transform("c2c:f64:60*2:inverse:inplace:scale=1/n", data)
        self.assertEqual((spectra.shape, spectra.dtype), ((2, 60), np.complex128))
        self.assert_close(spectra, np.fft.ifft(data), 1e-15)

    def test_precision_is_the_tokens(self):
        data = noise(3, 60)
        self.assertEqual(self.transform("c2c:f32:60", data).dtype, np.complex64)
        spectra = self.transform("c2c:f64:60", data.real.astype(np.float32))
        self.assertEqual(spectra.dtype, np.complex128)
        self.assert_close(spectra, np.fft.fft(data.real.astype(np.float32)), 1e-15)

    def test_real_input_is_promoted(self):
        data = noise(2, 60).real
        self.assert_close(self.transform("c2c:f32:60", data), np.fft.fft(data))

    def test_rows_may_be_longer_than_columns_are_high(self):
        data = noise(2, 120)
        self.assert_close(self.transform("c2c:f32:60", data), np.fft.fft(data.reshape(4, 60)))

    def test_pad(self):
        data = noise(70)
        spectra = self.transform("c2c:f32:60", data, "--pad")
        self.assert_close(spectra, np.fft.fft(np.concatenate([data, np.zeros(50)]).reshape(2, 60)))

    def test_pieces_are_invisible(self):
        data = noise(7, 60)
        whole = self.transform("c2c:f32:60", data)
        pieces = self.transform("c2c:f32:60", data, "--piece", 130)  # 4 pieces of 2
        self.assertTrue(np.array_equal(whole, pieces))

    def assert_like_numpy(self, token, data, expected, *options):
        """Shape, type and values."""
        got = self.transform(token, data, *options)
        single = ":f32:" in token
        kinds = {"c": np.complex64, "f": np.float32} if single else {"c": np.complex128, "f": np.float64}
        self.assertEqual((got.shape, got.dtype), (expected.shape, np.dtype(kinds[expected.dtype.kind])), token)
        self.assert_close(got, expected, 1e-6 if single else 2e-15)

    def test_fftn_as_numpy_has_it(self):
        data = noise(2, 6, 10, 9)
        for precision in "f32", "f64":
            token = f"c2c:{precision}:6x10x9"
            self.assert_like_numpy(token, data, np.fft.fftn(data, axes=(1, 2, 3)))
            self.assert_like_numpy(token + ":inverse:norm=backward", data, np.fft.ifftn(data, axes=(1, 2, 3)))
            for norm in "ortho", "forward":
                self.assert_like_numpy(f"{token}:norm={norm}", data, np.fft.fftn(data, axes=(1, 2, 3), norm=norm))
                self.assert_like_numpy(f"{token}:inverse:norm={norm}", data,
                                       np.fft.ifftn(data, axes=(1, 2, 3), norm=norm))
            for axes in (0,), (1,), (0, 2), (1, 2):
                self.assert_like_numpy(f"{token}:axes={','.join(map(str, axes))}", data,
                                       np.fft.fftn(data, axes=[axis + 1 for axis in axes]))

    def test_rfftn_as_numpy_has_it(self):
        data = noise(3, 6, 10, 9).real
        for precision in "f32", "f64":
            token = f"r2c:{precision}:6x10x9"
            self.assert_like_numpy(token, data, np.fft.rfftn(data, axes=(1, 2, 3)))
            for norm in "ortho", "forward":
                self.assert_like_numpy(f"{token}:norm={norm}", data, np.fft.rfftn(data, axes=(1, 2, 3), norm=norm))
            for axes in (0,), (1,), (0, 1), (0, 2):
                self.assert_like_numpy(f"{token}:axes={','.join(map(str, axes))}", data,
                                       np.fft.rfftn(data, axes=[axis + 1 for axis in axes]))
        for n in 1, 2, 60, 61:
            row = noise(4, n).real
            self.assert_like_numpy(f"r2c:f64:{n}", row, np.fft.rfft(row))

    def test_irfftn_as_numpy_has_it(self):
        # Random spectra are no real signal's: imaginary parts at the zero and at the Nyquist frequency are ignored.
        for precision in "f32", "f64":
            for last in 9, 10:
                data = noise(2, 6, 5, last // 2 + 1)
                token, shape = f"c2r:{precision}:6x5x{last}", (6, 5, last)
                self.assert_like_numpy(token + ":norm=backward", data, np.fft.irfftn(data, s=shape, axes=(1, 2, 3)))
                for norm in "ortho", "forward":
                    self.assert_like_numpy(f"{token}:norm={norm}", data,
                                           np.fft.irfftn(data, s=shape, axes=(1, 2, 3), norm=norm))
            data = noise(2, 6, 6, 7)
            self.assert_like_numpy(f"c2r:{precision}:6x10x7:axes=0,1:norm=backward", data,
                                   np.fft.irfftn(data, s=(6, 10), axes=(1, 2)))
            self.assert_like_numpy(f"c2r:{precision}:6x10x7:axes=1:norm=backward", data, np.fft.irfft(data, 10, axis=2))
        for n in 1, 2, 60, 61:
            row = noise(4, n // 2 + 1)
            self.assert_like_numpy(f"c2r:f64:{n}:norm=backward", row, np.fft.irfft(row, n))

    def test_cosine_and_sine_transforms_as_scipy_has_them(self):
        data = noise(3, 10).real
        for name in "dct", "dst":
            for kind, back in (1, 1), (2, 3), (3, 2), (4, 4):
                transform, inverse = getattr(scipy.fft, name), getattr(scipy.fft, "i" + name)
                for norm in "ortho", "forward":
                    if norm == "ortho" and name == "dst" and kind in (2, 3):
                        continue  # not orthonormal in SciPy, which weights element 0 in place of the last one
                    self.assert_like_numpy(f"{name}{kind}:f64:10:norm={norm}", data, transform(data, kind, norm=norm))
                self.assert_like_numpy(f"{name}{back}:f64:10:scale=1/n", data, inverse(data, kind))
        data = noise(3, 8, 10).real
        self.assert_like_numpy("dct2:f64:8x10", data, scipy.fft.dctn(data, 2, axes=(1, 2)))
        self.assert_like_numpy("dct2:f32:8x10:inplace", data, scipy.fft.dctn(data, 2, axes=(1, 2)))
        self.assert_like_numpy("dst4:f64:8x10:norm=ortho", data, scipy.fft.dstn(data, 4, axes=(1, 2), norm="ortho"))

    def test_orthonormal_transforms_are(self):
        for kind in "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4":
            matrix = self.transform(f"{kind}:f64:10:norm=ortho", np.eye(10))
            np.testing.assert_allclose(matrix @ matrix.T, np.eye(10), atol=1e-15)

    def test_pieces_of_arrays(self):
        data = noise(7, 6, 10).real
        self.assert_like_numpy("r2c:f32:6x10", data, np.fft.rfft2(data), "--piece", 130)
        self.assert_like_numpy("r2c:f32:6x10", data.ravel(), np.fft.rfft2(data))

    def test_real_sides_are_real(self):
        np.save(self.folder / "in.npy", noise(60))
        files = ("--in", self.folder / "in.npy", "--out", self.folder / "out.npy")
        self.assertIn("r2c:f32:60 takes real ones", self.fail_with(2, "transform", "r2c:f32:60", *files))
        self.assertIn("c2r:f32:60 gives real ones",
                      self.fail_with(2, "transform", "c2r:f32:60", "--in", self.folder / "in.npy",
                                     "--out", self.folder / "out.cf32"))

    def test_raw_files(self):
        data = noise(3, 60).astype(np.complex64)
        data.tofile(self.folder / "in.cf32")
        report = json.loads(self.succeed("transform", "c2c:f32:60", "--in", self.folder / "in.cf32", "--out",
                                         self.folder / "out.cf64", "--json"))
        spectra = np.fromfile(self.folder / "out.cf64", "<c16").reshape(3, 60)
        self.assert_close(spectra, np.fft.fft(data))
        self.assertEqual((report["batch"], report["elements"], report["padded"]), (3, 180, 0))
        self.assertEqual(set(report["seconds"]),
                         {"set_up", "read", "upload", "kernels", "download", "write", "total"})

    def test_what_is_left_over_is_an_error_and_keeps_the_old_output(self):
        np.save(self.folder / "in.npy", noise(70))
        (self.folder / "out.npy").write_text("old")
        message = self.fail_with(2, "transform", "c2c:f32:60", "--in", self.folder / "in.npy", "--out",
                                 self.folder / "out.npy")
        self.assertIn("70 elements: 1 transforms of 60 and 10 left over", message)
        self.assertIn("--pad", message)
        self.assertEqual((self.folder / "out.npy").read_text(), "old")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["in.npy", "out.npy"])

    def test_a_signal_leaves_no_half_a_file(self):
        with open(self.folder / "in.cf32", "wb") as file:
            file.truncate(1 << 32)  # a hole: no disk space, and far more work than this test has time for
        command = [PAPILIO, "transform", "c2c:f32:1024", "--in", "in.cf32", "--out", "out.cf32", "--piece", "65536"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL) as process:
            while not list(self.folder.glob("out.cf32.*.part")) and process.poll() is None:
                time.sleep(0.01)
            process.terminate()
            self.assertEqual(process.wait(), -signal.SIGTERM)
        self.assertEqual(os.listdir(self.folder), ["in.cf32"])

    def test_a_batch_that_does_not_agree(self):
        np.save(self.folder / "in.npy", noise(120))
        message = self.fail_with(2, "transform", "c2c:f32:60*3", "--in", self.folder / "in.npy", "--out",
                                 self.folder / "out.npy")
        self.assertIn("2 transforms of 60, but c2c:f32:60*3 asks for 3", message)

    def test_files_that_cannot_be(self):
        np.save(self.folder / "in.npy", noise(60))
        out = self.folder / "out.npy"
        self.assertIn("no such file", self.fail_with(8, "transform", "c2c:f32:60", "--in", self.folder / "none.npy",
                                                     "--out", out).lower())
        self.fail_with(2, "transform", "c2c:f32:60", "--in", self.folder / "in.npy", "--out", self.folder / "out.wav")
        self.fail_with(8, "transform", "c2c:f32:60", "--in", self.folder / "in.npy", "--out",
                       self.folder / "none" / "out.npy")
        (self.folder / "odd.cf32").write_bytes(b"x" * 12)
        self.assertIn("no whole sample", self.fail_with(8, "transform", "c2c:f32:1", "--in", self.folder / "odd.cf32",
                                                        "--out", out))


class Plan(Case):
    def test_of_the_device(self):
        text = self.succeed("plan", "c2c:f32:60*3")
        self.assertTrue(text.startswith("(plan c2c:f32:60*3 device=opencl:0 "))
        self.assertEqual(text.count("("), text.count(")"))

    def test_of_presets_as_json(self):
        for preset, strategy, radix_product in (("cpu", {"columns", "butterflies"}, 2**17),
                                                ("v3d", {"cooperative"}, 2**17), ("h200", {"cooperative"}, 2**17)):
            plan = json.loads(self.succeed("plan", "c2c:f32:2^17*2", "--caps", preset, "--json",
                                           **NO_DEVICE))
            self.assertEqual(plan["device"], f"preset:{preset}")
            product = 1
            for one in plan["passes"]:
                self.assertIn(one["strategy"], strategy)
                self.assertEqual(one["bytes"], 2 * 2 * 2**17 * 8)
                self.assertGreater(one["flops"], 0)
                self.assertGreater(one["groups"], 0)
                product *= int(np.prod(one["radices"]))
            self.assertEqual(product, radix_product)
            again = json.loads(self.succeed("plan", "c2c:f32:2^17*2", "--caps", preset, "--json",
                                            "--shape", plan["shapes"]))
            self.assertEqual(again["tree"], plan["tree"])

    def test_of_chosen_shapes(self):
        chosen = ("c2c:f32:4096", "--caps", "h200", "--shape")
        text = self.succeed("plan", *chosen, "16x16x16:threads=256")
        self.assertIn(" shape=16x16x16:threads=256 ", text)
        self.assertIn("papilio_f32_fwd_L4096_s1_m1_r16x16x16_cooperative_t256",
                      self.succeed("source", *chosen, "16x16x16:threads=256"))
        self.assertIn("at byte 17", self.fail_with(3, "plan", *chosen, "16x16x16:threads=", lines=3))
        self.assertIn("bytes of local memory", self.fail_with(4, "plan", *chosen, "16x16x16:threads=256:tile=64"))
        self.assertIn("only transforms", self.fail_with(4, "plan", "conv:f32:64:kernel=3", *chosen[1:], "64"))

    def test_resources_of_the_device(self):
        text = self.succeed("plan", "c2c:f32:60*3", "--resources")
        self.assertEqual(text.count("\nkernel papilio_f32_"), 1)
        for label in ("work-items a group: ", "registers a work-item: ", "bytes of local memory a group: ",
                      "groups a compute unit: "):
            self.assertIn("\n  " + label, text)
        self.assertIn("not told by this driver", text)
        passes = json.loads(self.succeed("plan", "c2c:f32:60*3", "--resources", "--json"))["passes"]
        self.assertIsNone(passes[0]["resources"]["registers"])
        self.assertGreaterEqual(passes[0]["resources"]["threads"], 1)
        self.assertNotIn("resources", json.loads(self.succeed("plan", "c2c:f32:60*3", "--json"))["passes"][0])
        self.assertIn("choose a device", self.fail_with(2, "plan", "c2c:f32:60*3", "--resources", "--caps", "h200"))

    def test_resources_on_cuda(self):
        fake = Path(PAPILIO).resolve().parent.parent / "lib" / "libfake_cuda.so"
        if not fake.exists() or "NVRTC" in run("devices", PAPILIO_CUDA_LIBRARY=str(fake)).stdout:
            self.skipTest("no fake driver, or no NVRTC")
        plan = ("plan", "c2c:f32:2^17*20", "--resources", "--device", "cuda:0")
        text = self.succeed(*plan, PAPILIO_CUDA_LIBRARY=str(fake))
        self.assertEqual(text.count("\nkernel papilio_f32_"), 2)
        self.assertEqual(text.count("registers a work-item: 40, spills 16 bytes\n"), 2)
        self.assertRegex(text, r"groups a compute unit: [0-9]+ \([0-9]+% of its 2048 work-items\)\n")
        for one in json.loads(self.succeed(*plan, "--json", PAPILIO_CUDA_LIBRARY=str(fake)))["passes"]:
            taken = one["resources"]
            self.assertEqual((taken["registers"], taken["spill_bytes"]), (40, 16))
            self.assertEqual(taken["static_local_memory"], 1000)
            self.assertAlmostEqual(taken["occupancy"], taken["groups_per_unit"] * taken["threads"] / 2048)

    def test_what_a_preset_cannot_do(self):
        self.assertIn("double precision", self.fail_with(4, "plan", "c2c:f64:60", "--caps", "v3d"))
        self.assertIn("known presets: cpu, gpu, v3d, v3d4, v3d5, h200", self.fail_with(2, "plan", "c2c:f32:60", "--caps", "abacus"))


class Source(Case):
    def test_opencl(self):
        text = self.succeed("source", "c2c:f32:60", "--caps", "cpu", **NO_DEVICE)
        self.assertEqual(text.count("__kernel"), 1)

    def test_cuda_needs_no_device(self):
        text = self.succeed("source", "c2c:f32:60", "--dialect", "cuda", **NO_DEVICE)
        self.assertIn("__global__", text)
        self.assertIn("preset:gpu", text)

    def test_json(self):
        source = json.loads(self.succeed("source", "c2c:f32:2^17", "--caps", "h200", "--dialect", "cuda", "--json"))
        self.assertEqual([k["passes"] for k in source["kernels"]], [[1], [2]])
        for kernel in source["kernels"]:
            self.assertIn(f"void {kernel['name']}(", kernel["text"])

    def test_of_clusters(self):
        text = self.succeed("source", "c2c:f32:65536*2000", "--caps", "h200", **NO_DEVICE)
        self.assertIn("__cluster_dims__", text)
        self.assertIn("clusters", self.fail_with(4, "source", "c2c:f32:65536*2000", "--caps", "h200", "--dialect", "opencl"))

    def test_cuda_for_a_processor(self):
        self.assertIn("--caps", self.fail_with(4, "source", "c2c:f32:60", "--caps", "cpu", "--dialect", "cuda"))
        self.fail_with(2, "source", "c2c:f32:60", "--caps", "gpu", "--dialect", "latin")


class Errors(Case):
    def test_a_bad_token_gets_a_caret(self):
        np.save(self.folder / "in.npy", noise(60))
        files = ("--in", self.folder / "in.npy", "--out", self.folder / "out.npy")
        for command in (("check", "c2c:q32:60"), ("plan", "c2c:q32:60"), ("source", "c2c:q32:60"),
                        ("transform", "c2c:q32:60", *files)):
            first, token, caret = self.fail_with(3, *command, lines=3).splitlines()
            self.assertIn('unknown precision "q32"', first)
            self.assertEqual((token, caret), ("c2c:q32:60", "    ^"))

    def test_no_device(self):
        for command in (("check", "c2c:f32:60"), ("plan", "c2c:f32:60"), ("source", "c2c:f32:60")):
            self.fail_with(5, *command, **NO_DEVICE)
        self.fail_with(5, "plan", "c2c:f32:60", "--device", "opencl:99")

    def test_wrong_command_lines(self):
        self.fail_with(2, "check")
        self.fail_with(2, "plan", "c2c:f32:60", "--device", "auto", "--caps", "cpu")
        self.fail_with(2, "transform", "c2c:f32:60")
        self.assertIn("'--frobnicate': is no option", self.fail_with(2, "--frobnicate"))
        self.assertIn("--piece: 0 is no whole number from 1 to ", self.fail_with(2, "transform", "c2c:f32:60", "--piece", 0))
        self.assertIn("file name '': is empty", self.fail_with(2, "spectrum", ""))
        self.assertIn("has no extension", self.fail_with(2, "spectrum", "recording"))
        self.assertIn("sample rate 1e-308: ", self.fail_with(2, "spectrum", "x.csv", "--rate", "1e-308"))

    def test_samples_and_results_that_f32_does_not_hold(self):
        samples = noise(64)
        samples[9] = 1e300j
        np.save(self.folder / "in.npy", samples)
        files = ("--in", self.folder / "in.npy", "--out", self.folder / "out.npy")
        message = self.fail_with(2, "transform", "c2c:f32:16", *files)
        self.assertIn("sample 9 has 1e+300, which f32 does not hold; use f64 in the token", message)
        self.assertFalse((self.folder / "out.npy").exists())
        self.succeed("transform", "c2c:f64:16", *files)
        np.save(self.folder / "in.npy", np.full(16, 3e38 + 0j))
        self.assertIn("result 0 is beyond what f32 holds", self.fail_with(2, "transform", "c2c:f32:16", *files))

    def test_options_that_would_be_ignored(self):
        for command in (("spectrum", "x.wav", "--preset", "gpu-fft", "--window", "hann"),
                        ("spectrum", "x.wav", "--preset", "gpu-fft", "--peaks", 3),
                        ("spectrum", "x.wav", "--log-frequency"),
                        ("spectrum", "x.wav", "--log-frequency", "-o", "x.csv"),
                        ("image", "x.png", "-o", "y.png", "--order", 2),
                        ("image", "x.png", "-o", "y.png", "--lowpass", 0.1, "--order", 2),
                        ("image", "x.png", "-o", "y.png", "--filter-shape", "ideal"),
                        ("bench", "16", "--tolerance", 0.1), ("bench", "16", "--no-plan-time", "--plan-runs", 3)):
            self.fail_with(2, *command)

    def test_numbers_that_are_none(self):
        self.assertIn("nan", self.fail_with(2, "bench", "16", "--min-time", "nan"))
        self.assertIn("inf", self.fail_with(2, "bench", "16", "--min-time", "inf"))
        self.assertIn("nan", self.fail_with(2, "bench", "16", "--baseline", "x", "--tolerance", "nan"))
        self.assertIn("nan", self.fail_with(2, "spectrum", "x.wav", "--threshold", "nan"))
        np.save(self.folder / "in.npy", noise(60).real)
        self.assertIn("--overlap: 'nan' is no finite number",
                      self.fail_with(2, "spectrum", self.folder / "in.npy", "--rate", 1, "--overlap", "nan"))

    def test_output_that_is_lost_is_an_error(self):
        def plan(redirection):
            command = f'"$0" plan c2c:f32:60 --caps cpu {redirection}'
            return subprocess.run(["sh", "-c", command, PAPILIO], capture_output=True, text=True, check=False)

        done = plan(">/dev/full")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (8, 1))
        self.assertIn("standard output: No space left on device; ", done.stderr)
        done = plan(">&-")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (8, 1))
        self.assertEqual(plan("2>&-").returncode, 0)
        self.assertEqual(plan("--device none 2>&-").returncode, 2)

    def test_a_closed_standard_output_is_no_output_file(self):
        np.save(self.folder / "in.npy", noise(60))
        command = '"$0" transform c2c:f32:60 --in in.npy --out out.npy >&- 2>&- <&-'
        done = subprocess.run(["sh", "-c", command, PAPILIO], cwd=self.folder, check=False)
        self.assertEqual(done.returncode, 8)
        self.assertEqual(np.load(self.folder / "out.npy").shape, (60,))
        self.assertEqual((self.folder / "out.npy").stat().st_size, 128 + 60 * 8)

    def test_help_lists_the_exit_codes(self):
        for command in ("check", "transform", "plan", "source", "bench", "spectrum", "image", "hello", "devices"):
            text = self.succeed(command, "--help")
            self.assertIn("Exit codes:", text)
            self.assertEqual(text.count("10  a check that failed"), 1)
        self.assertEqual(self.succeed("--help").count("Exit codes:"), 1)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
