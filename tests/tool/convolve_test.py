#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio convolve. Usage: convolve_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import subprocess
import sys
import unittest

import numpy as np

from tool_test import PAPILIO, Case, noise


class Convolve(Case):
    def convolve(self, signal, kernel, *options, out="out.npy"):
        np.save(self.folder / "signal.npy", signal)
        np.save(self.folder / "kernel.npy", kernel)
        return self.succeed("convolve", self.folder / "signal.npy", self.folder / "kernel.npy", "-o", self.folder / out,
                            *options)

    def result(self, out="out.npy"):
        return np.load(self.folder / out)

    def test_modes_are_scipys(self):
        signal, kernel = noise(5000).real, noise(38).real
        whole = np.convolve(signal, kernel)
        for mode, expected in ("full", whole), ("same", whole[18:18 + 5000]), ("valid", whole[37:5000]):
            self.convolve(signal, kernel, "--mode", mode, "--precision", "f64")
            self.assertEqual((self.result().shape, self.result().dtype), (expected.shape, np.dtype(np.float64)))
            self.assert_close(self.result(), expected, 1e-14)

    def test_correlation_of_complex_signals_in_small_blocks(self):
        signal, kernel = noise(3000), noise(50)
        self.convolve(signal, kernel, "--correlate", "--block", "500")
        self.assertEqual(self.result().dtype, np.complex64)
        self.assert_close(self.result(), np.correlate(signal, kernel, "full"))

    def test_sound_and_text(self):
        signal, kernel = noise(2000).real, noise(9).real
        self.convolve(signal, kernel, "--rate", "8000", out="out.wav")
        expected = np.convolve(signal, kernel)
        self.succeed("convolve", self.folder / "out.wav", self.folder / "kernel.npy", "-o", self.folder / "twice.csv")
        self.assert_close(np.loadtxt(self.folder / "twice.csv"), np.convolve(expected, kernel))

    def test_plans_and_kernels_of_its_token(self):
        token = "conv:f32:1000*8:kernel=31:same"
        self.assertIn("(filter convolution=", self.succeed("plan", token, "--caps", "h200"))
        self.assertIn("(convolution padded=", self.succeed("plan", token + ":inplace", "--caps", "h200"))
        self.assertIn("filter", self.succeed("source", token, "--caps", "h200"))
        self.assertIn("unknown option", self.fail_with(3, "plan", token + ":inverse", "--caps", "cpu", lines=3))

    def test_json(self):
        report = json.loads(self.convolve(noise(100).real, noise(7).real, "--json", "--mode", "valid"))
        self.assertEqual((report["samples"], report["taps"], report["results"]), (100, 7, 94))
        self.assertTrue(report["token"].startswith("conv:f32:"))

    def test_errors(self):
        signal, kernel, out = self.folder / "signal.npy", self.folder / "kernel.npy", self.folder / "out.npy"
        np.save(signal, noise(10).real)
        np.save(kernel, noise(20).real)
        self.assertIn("does not fit within 10",
                      self.fail_with(2, "convolve", signal, kernel, "-o", out, "--mode", "valid"))
        self.assertFalse(out.exists())
        self.assertIn("holds complex numbers",
                      self.fail_with(2, "convolve", signal, kernel, "-o", self.folder / "a.cf32"))
        self.assertIn("has a sample rate", self.fail_with(2, "convolve", signal, kernel, "-o", self.folder / "a.wav"))
        self.assertIn("no format that convolve writes",
                      self.fail_with(2, "convolve", signal, kernel, "-o", self.folder / "a.mp3"))
        self.fail_with(8, "convolve", signal, self.folder / "none.npy", "-o", out)

    def test_standard_input(self):
        np.save(self.folder / "kernel.npy", noise(3).real)
        out = self.folder / "out.f32"
        self.assertIn("SIGNAL - and KERNEL -: both are the standard input",
                      self.fail_with(2, "convolve", "-", "-", "--format", "f32", "--kernel-format", "f32", "-o", out))
        for mode in "full", "same", "valid":
            done = subprocess.run([PAPILIO, "convolve", "-", self.folder / "kernel.npy", "--format", "f32", "--mode", mode,
                                   "-o", self.folder / "out.npy"], input="", capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (8, "papilio: standard input: holds no samples; give a signal of "
                                                                 "one at least\n"))
        self.assertEqual(os.listdir(self.folder), ["kernel.npy"])

    def test_formats_that_extensions_do_not_tell(self):
        signal, kernel = noise(50), noise(4)
        signal.astype(np.complex64).tofile(self.folder / "signal.bin")
        kernel.astype(np.complex64).tofile(self.folder / "kernel.bin")
        files = self.folder / "signal.bin", self.folder / "kernel.bin", "-o", self.folder / "out.npy"
        self.assertIn("say which with --format ", self.fail_with(2, "convolve", *files))
        self.assertIn("say which with --kernel-format ", self.fail_with(2, "convolve", *files, "--format", "cf32"))
        self.succeed("convolve", *files, "--format", "cf32", "--kernel-format", "cf32")
        self.assert_close(self.result(), np.convolve(signal, kernel))

    def test_a_rate_that_wav_does_not_hold(self):
        np.save(self.folder / "signal.npy", noise(10).real)
        files = self.folder / "signal.npy", self.folder / "signal.npy", "-o", self.folder / "out.wav"
        self.assertIn("is a whole number, not 44100.5 Hz", self.fail_with(2, "convolve", *files, "--rate", "44100.5"))
        self.assertFalse((self.folder / "out.wav").exists())

    def test_what_f32_does_not_hold(self):
        signal = noise(10).real
        signal[7] = -1e39
        np.save(self.folder / "kernel.npy", noise(3).real)
        np.save(self.folder / "signal.npy", signal)
        files = self.folder / "signal.npy", self.folder / "kernel.npy", "-o", self.folder / "out.npy"
        self.assertIn("sample 7 has -1e+39, which f32 does not hold; use --precision f64",
                      self.fail_with(2, "convolve", *files))
        self.assertFalse((self.folder / "out.npy").exists())
        self.succeed("convolve", *files, "--precision", "f64")
        np.save(self.folder / "signal.npy", np.full(10, 3e38))
        np.save(self.folder / "kernel.npy", np.full(3, 2.0))
        self.assertIn("result 0 is beyond what f32 holds", self.fail_with(2, "convolve", *files))

    def test_numbers_that_are_not_finite_do_not_spread(self):
        np.save(self.folder / "kernel.npy", noise(3).real)
        files = self.folder / "signal.npy", self.folder / "kernel.npy", "-o", self.folder / "out.npy"
        for wrong in np.nan, -np.inf, 1 + 1j * np.nan:
            signal = noise(2000)
            signal[1234] = wrong
            np.save(self.folder / "signal.npy", signal)
            self.assertIn("signal.npy: sample 1234 is not finite", self.fail_with(8, "convolve", *files))
            self.assertIn("signal.npy: sample 1234 is not finite",
                          self.fail_with(8, "convolve", files[1], files[0], *files[2:], "--precision", "f64"))
            self.assertFalse((self.folder / "out.npy").exists())

    def test_numbers_that_are_too_small_get_a_note(self):
        signal = noise(300).real
        for scale, options, notes in ((1e-20, ("--correlate",), ["every result is below 1.2e-38"]), (1e-18, (), []),
                                      (1e-30, ("--precision", "f64"), []), (1e-41, (), ["300 numbers", "every result"]),
                                      (0, (), [])):
            report = json.loads(self.convolve(scale * signal, scale * signal[:20], "--json", *options))
            self.assertEqual(len(report["notes"]), len(notes), (scale, report["notes"]))
            for note, words in zip(report["notes"], notes):
                self.assertIn(words, note)
                self.assertIn("use --precision f64", note)
        self.assertNotIn("note", self.convolve(np.ones(10), np.array([1, -1.0]), "--mode", "valid"))

    def test_text_of_complex_results_is_read_again(self):
        signal, kernel = noise(200), noise(5)
        self.convolve(signal, kernel, out="c.csv")
        self.assertEqual((self.folder / "c.csv").read_text().split("\n")[0], "re,im")
        np.save(self.folder / "one.npy", np.ones(1))
        self.succeed("convolve", self.folder / "c.csv", self.folder / "one.npy", "-o", self.folder / "again.npy")
        self.assert_close(self.result("again.npy"), np.convolve(signal, kernel))
        (self.folder / "k.csv").write_text("1,2\n3,4\n")
        self.assertIn("--kernel-columns re,im",
                      self.fail_with(8, "convolve", self.folder / "c.csv", self.folder / "k.csv", "-o", self.folder / "x.npy"))
        self.succeed("convolve", self.folder / "c.csv", self.folder / "k.csv", "-o", self.folder / "x.npy",
                     "--kernel-columns", "re,im", "--precision", "f64")
        self.assert_close(self.result("x.npy"), np.convolve(np.convolve(signal, kernel), [1 + 2j, 3 + 4j]))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
