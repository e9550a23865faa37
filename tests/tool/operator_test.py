#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio operator. Usage: operator_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import sys
import unittest

import numpy as np

from tool_test import Case, noise


class Operator(Case):
    def apply(self, array, *options, out="out.npy"):
        np.save(self.folder / "in.npy", array)
        return self.succeed("operator", self.folder / "in.npy", "-o", self.folder / out, *options)

    def result(self, out="out.npy"):
        return np.load(self.folder / out)

    def test_arrays(self):
        x = noise(12 * 10).reshape(12, 10)
        ky, kx = np.meshgrid(np.fft.fftfreq(12, 1 / 12), np.fft.fftfreq(10, 1 / 10), indexing="ij")
        self.apply(x, "--formula", "exp(-(kx^2 + ky^2)/9)", "--precision", "f64")
        self.assertEqual(self.result().dtype, np.complex128)
        self.assert_close(self.result(), np.fft.ifft2(np.fft.fft2(x) * np.exp(-(kx**2 + ky**2) / 9)), 1e-13)
        self.apply(x.real, "--spectrum", "shift:3,-2", "--spectrum", "gaussian:0")
        self.assertEqual(self.result().dtype, np.float32)
        self.assert_close(self.result(), np.roll(x.real, (3, -2), (0, 1)))
        self.apply(x.real, "--spectrum", "derivative:2", "--axes", "1", "--precision", "f64")
        self.assert_close(self.result(), np.fft.ifft(np.fft.fft(x.real) * -kx**2).real, 1e-13)

    def test_recordings(self):
        x = noise(1000).real
        self.apply(x, "--spectrum", "hilbert", out="out.csv")
        spectrum = np.fft.rfft(x) * -1j
        spectrum[[0, -1]] = 0
        self.assert_close(np.loadtxt(self.folder / "out.csv"), np.fft.irfft(spectrum))
        x.astype("<f4").tofile(self.folder / "in.f32")
        self.succeed("operator", self.folder / "in.f32", "--rate", "8000", "--spectrum", "shift:10", "-o", self.folder / "out.wav")
        self.succeed("operator", self.folder / "out.wav", "--spectrum", "shift:-10", "-o", self.folder / "back.npy")
        self.assert_close(self.result("back.npy"), x, 1e-5)

    def test_pictures(self):
        self.succeed("graph", "16", "-o", self.folder / "graph.png")
        report = json.loads(self.succeed("operator", self.folder / "graph.png", "--spectrum", "gaussian:2", "--json", "-o",
                                         self.folder / "soft.png"))
        self.assertTrue(report["token"].startswith("operator:f32:"), report)
        self.assertEqual((len(report["shape"]), report["complex"]), (2, False))
        self.succeed("operator", self.folder / "graph.png", "--spectrum", "shift:0", "-o", self.folder / "same.png")
        for name, same in (("same.png", True), ("soft.png", False)):
            difference = self.succeed("image", self.folder / name, "-o", self.folder / "a.png", "--no-axes", "--json")
            mean = json.loads(difference)["spectrum"]["mean"]
            expected = json.loads(self.succeed("image", self.folder / "graph.png", "-o", self.folder / "b.png", "--no-axes", "--json"))
            self.assertLess(abs(mean - expected["spectrum"]["mean"]), 0.5)
            self.assertEqual((self.folder / "a.png").read_bytes() == (self.folder / "b.png").read_bytes(), same, name)

    def test_errors(self):
        np.save(self.folder / "in.npy", np.ones((4, 4)))
        for options, text in (((), "--formula"), (("--formula", "exp(k"), "column 6"), (("--spectrum", "gaussian:"), "sigmas"),
                              (("--spectrum", "gaussian:2,x"), "list of numbers"), (("--spectrum", "blur:2"), "no such spectrum"),
                              (("--spectrum", "hilbert:1"), "hilbert takes no numbers; write --spectrum hilbert"),
                              (("--spectrum", "laplacian:"), "laplacian takes no numbers"), (("--spectrum", "hilbert"), "2 axes"),
                              (("--spectrum", "gaussian:1e5000"), "'1e5000' is too large, or too small; write 0, or a number from 2.3e-308 to 1.79e308"),
                              (("--spectrum", "shift:1e400"), "from 2.3e-308 to 1.79e308"),
                              (("--spectrum", "derivative:99999999999"), "write an order of 32 bits"),
                              (("--formula", "1e5000"), "'1e5000' is beyond the largest number, 1e+4932"),
                              (("--spectrum", "laplacian", "--axes", "2"),
                               "--axes 2: the array of 4 x 4 has no axis 2; count axes from 0, the outermost, to 1"),
                              (("--spectrum", "laplacian", "--axes", "0,99999999999"), "has no axis 99999999999"),
                              (("--formula", "1e39"), "not a finite number of f32"), (("--spectrum", "laplacian", "--axes", "1,1"), "do not ascend")):
            code = 4 if text == "2 axes" else 2
            self.assertIn(text, self.fail_with(code, "operator", self.folder / "in.npy", "-o", self.folder / "out.npy", *options))
        np.save(self.folder / "large.npy", np.full((4, 4), 3e38))
        large = ("operator", self.folder / "large.npy", "-o", self.folder / "out.npy", "--formula", "4")
        self.assertIn("result 0 is beyond what f32 holds; use --precision f64", self.fail_with(2, *large))
        self.assertFalse((self.folder / "out.npy").exists())
        self.succeed(*large, "--precision", "f64")
        self.assertIn(".npy", self.fail_with(2, "operator", self.folder / "in.npy", "--spectrum", "laplacian", "-o",
                                             self.folder / "out.csv"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
