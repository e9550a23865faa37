#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""`papilio transform`, against NumPy and SciPy. Usage: transform_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

import numpy as np
import scipy.fft

from tool_test import PAPILIO, Case, noise, run


class Transform(Case):
    def transform(self, token, data, *options, out="out.npy"):
        np.save(self.folder / "in.npy", data)
        self.succeed("transform", token, "--in", self.folder / "in.npy", "--output", self.folder / out, *options)
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
            for axes in ((0,), (1, 2)) if precision == "f32" else ((1,), (0, 2)):
                self.assert_like_numpy(f"{token}:axes={','.join(map(str, axes))}", data,
                                       np.fft.fftn(data, axes=[axis + 1 for axis in axes]))

    def test_rfftn_as_numpy_has_it(self):
        data = noise(3, 6, 10, 9).real
        for precision in "f32", "f64":
            token = f"r2c:{precision}:6x10x9"
            self.assert_like_numpy(token, data, np.fft.rfftn(data, axes=(1, 2, 3)))
            for norm in "ortho", "forward":
                self.assert_like_numpy(f"{token}:norm={norm}", data, np.fft.rfftn(data, axes=(1, 2, 3), norm=norm))
            for axes in ((0,), (0, 1)) if precision == "f32" else ((1,), (0, 2)):
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
        files = ("--in", self.folder / "in.npy", "--output", self.folder / "out.npy")
        self.assertIn("r2c:f32:60 takes real ones", self.fail_with(2, "transform", "r2c:f32:60", *files))
        self.assertIn("c2r:f32:60 gives real ones",
                      self.fail_with(2, "transform", "c2r:f32:60", "--in", self.folder / "in.npy",
                                     "--output", self.folder / "out.cf32"))

    def test_raw_files(self):
        data = noise(3, 60).astype(np.complex64)
        data.tofile(self.folder / "in.cf32")
        report = json.loads(self.succeed("transform", "c2c:f32:60", "--in", self.folder / "in.cf32", "--output",
                                         self.folder / "out.cf64", "--json"))
        spectra = np.fromfile(self.folder / "out.cf64", "<c16").reshape(3, 60)
        self.assert_close(spectra, np.fft.fft(data))
        self.assertEqual((report["batch"], report["elements"], report["padded"]), (3, 180, 0))
        self.assertEqual(set(report["seconds"]),
                         {"set_up", "read", "upload", "kernels", "download", "write", "total"})

    def test_what_is_left_over_is_an_error_and_keeps_the_old_output(self):
        np.save(self.folder / "in.npy", noise(70))
        (self.folder / "out.npy").write_text("old")
        message = self.fail_with(2, "transform", "c2c:f32:60", "--in", self.folder / "in.npy", "--output",
                                 self.folder / "out.npy")
        self.assertIn("70 elements: 1 transforms of 60 and 10 left over", message)
        self.assertIn("--pad", message)
        self.assertEqual((self.folder / "out.npy").read_text(), "old")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["in.npy", "out.npy"])

    def test_a_signal_leaves_no_half_a_file(self):
        with open(self.folder / "in.cf32", "wb") as file:
            file.truncate(1 << 32)  # a hole: no disk space, and far more work than this test has time for
        command = [PAPILIO, "transform", "c2c:f32:1024", "--in", "in.cf32", "--output", "out.cf32", "--piece", "65536"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL) as process:
            while not list(self.folder.glob("out.cf32.*.part")) and process.poll() is None:
                time.sleep(0.01)
            process.terminate()
            self.assertEqual(process.wait(), -signal.SIGTERM)
        self.assertEqual(os.listdir(self.folder), ["in.cf32"])

    def test_a_batch_that_does_not_agree(self):
        np.save(self.folder / "in.npy", noise(120))
        message = self.fail_with(2, "transform", "c2c:f32:60*3", "--in", self.folder / "in.npy", "--output",
                                 self.folder / "out.npy")
        self.assertIn("2 transforms of 60, but c2c:f32:60*3 asks for 3", message)

    def test_files_that_cannot_be(self):
        np.save(self.folder / "in.npy", noise(60))
        out = self.folder / "out.npy"
        self.assertIn("no such file", self.fail_with(8, "transform", "c2c:f32:60", "--in", self.folder / "none.npy",
                                                     "--output", out).lower())
        self.fail_with(2, "transform", "c2c:f32:60", "--in", self.folder / "in.npy", "--output", self.folder / "out.wav")
        self.fail_with(8, "transform", "c2c:f32:60", "--in", self.folder / "in.npy", "--output",
                       self.folder / "none" / "out.npy")
        (self.folder / "odd.cf32").write_bytes(b"x" * 12)
        self.assertIn("no whole sample", self.fail_with(8, "transform", "c2c:f32:1", "--in", self.folder / "odd.cf32",
                                                        "--output", out))

    def test_larger_than_memory_as_numpy_has_it(self):
        data = noise(24, 30, 40)
        memory = "--out-of-core", "--memory", "60KiB"
        for precision in "f32", "f64":
            self.assert_like_numpy(f"c2c:{precision}:24x30x40", data, np.fft.fftn(data), *memory)
            self.assert_like_numpy(f"c2c:{precision}:24x30x40:inverse:norm=ortho", data,
                                   np.fft.ifftn(data, norm="ortho"), *memory)
            self.assert_like_numpy(f"c2c:{precision}:24x30x40:axes=0,2", data, np.fft.fftn(data, axes=(0, 2)), *memory)
            self.assert_like_numpy(f"c2c:{precision}:30x40", data, np.fft.fft2(data), *memory)
            self.assert_like_numpy(f"r2c:{precision}:24x30x40", data.real, np.fft.rfftn(data.real), *memory)
            self.assert_like_numpy(f"c2r:{precision}:24x30x79:norm=backward", data,
                                   np.fft.irfftn(data, s=(24, 30, 79), axes=(0, 1, 2)), *memory)
        self.assert_like_numpy("dct2:f64:24x30x40", data.real, scipy.fft.dctn(data.real), *memory)

    def test_one_line_larger_than_memory(self):
        data = noise(1 << 15)
        memory = "--out-of-core", "--memory", "100KiB"
        self.assert_like_numpy(f"c2c:f32:{1 << 15}", data, np.fft.fft(data), *memory)
        self.assert_like_numpy(f"c2c:f64:{1 << 15}:inverse:scale=1/n", data, np.fft.ifft(data), *memory)
        data = noise(2, 30000)
        self.assert_like_numpy("c2c:f64:30000", data, np.fft.fft(data), *memory)
        self.assert_like_numpy("c2c:f64:30000", data[:, :29999].ravel(),
                               np.fft.fft(np.concatenate([data[:, :29999].ravel(), [0, 0]]).reshape(2, -1)),
                               "--pad", *memory)

    def out_of_core(self, *options, out="out.npy", memory="300KiB"):
        return [PAPILIO, "transform", "c2c:f32:512x512", "--in", "in.npy", "--output", out, "--out-of-core", "--memory",
                memory, *options]

    def test_work_goes_on_where_it_was_stopped(self):
        data = noise(512, 512)
        np.save(self.folder / "in.npy", data)
        subprocess.run(self.out_of_core(out="whole.npy"), cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        whole = (self.folder / "whole.npy").read_bytes()
        self.assert_close(np.load(self.folder / "whole.npy"), np.fft.fft2(data))
        for stop in signal.SIGINT, signal.SIGKILL:
            note = self.folder / "out.npy.papilio" / "note"
            for wanted in "sweep=0", "sweep=1":
                with subprocess.Popen(self.out_of_core(), cwd=self.folder, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL) as process:
                    while process.poll() is None and not (note.exists() and wanted in note.read_text()):
                        time.sleep(0.0005)
                    process.send_signal(stop)
                    process.wait()
                self.assertEqual(process.returncode, -stop, "it was stopped before its end")
                self.assertFalse((self.folder / "out.npy").exists())
            at = note.read_text()
            self.assertIn("sweep=1 ", at)
            message = self.fail_with(8, *self.command_of(self.out_of_core(memory="1MiB")))
            self.assertIn("work of another transform", message)
            # Blocks that another device, wisdom or version would choose.
            note.write_text(re.sub(r"blocks=[0-9]+", "blocks=99", at, count=1))
            self.assertIn("another token, --memory, device",
                          self.fail_with(8, *self.command_of(self.out_of_core())))
            note.write_text(at)
            report = json.loads(self.succeed(*self.command_of(self.out_of_core("--json"))))
            self.assertTrue(report["resumed"])
            self.assertEqual((self.folder / "out.npy").read_bytes(), whole)
            self.assertEqual(sorted(os.listdir(self.folder)), ["in.npy", "out.npy", "whole.npy"])
            (self.folder / "out.npy").unlink()

    def command_of(self, command):
        """For succeed() and fail_with(), which run anywhere."""
        return [self.folder / word if word in ("in.npy", "out.npy") else word for word in command[1:]]

    def test_restart_forgets_earlier_work(self):
        data = noise(512, 512)
        np.save(self.folder / "in.npy", data)
        folder = self.folder / "out.npy.papilio"
        folder.mkdir(mode=0o700)
        (folder / "note").write_text("papilio transform of something else\nsweep=1 block=2 finite=1\n")
        self.fail_with(8, *self.command_of(self.out_of_core()))
        report = json.loads(self.succeed(*self.command_of(self.out_of_core("--restart", "--json"))))
        self.assertFalse(report["resumed"])
        self.assert_close(np.load(self.folder / "out.npy"), np.fft.fft2(data))
        self.assertFalse(folder.exists())

    def test_out_of_core_refusals(self):
        np.save(self.folder / "in.npy", noise(512, 512))
        self.assertIn("allow more: --memory", self.fail_with(4, *self.command_of(self.out_of_core(memory="1KiB"))))
        self.assertIn("does not convert",
                      self.fail_with(4, "transform", "c2c:f32:512", "--in", self.folder / "in.npy", "--output",
                                     self.folder / "out.cf64", "--out-of-core"))
        (self.folder / "null.npy").symlink_to("/dev/null")
        self.assertIn("not a regular file", self.fail_with(8, "transform", "c2c:f32:512", "--in", self.folder / "in.npy",
                                                           "--output", self.folder / "null.npy", "--out-of-core"))
        self.fail_with(2, "transform", "c2c:f32:512", "--in", "x.npy", "--output", "y.npy", "--memory", "1MiB")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
