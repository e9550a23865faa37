#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio zoom. Usage: zoom_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import sys
import unittest

import numpy as np

from tool_test import Case, noise


def levels(signal, rate, frequencies, window):
    """Powers at frequencies by their definition; of real signals, those of both signs."""
    times = np.arange(len(signal)) / rate
    sums = np.exp(-2j * np.pi * np.outer(frequencies, times)) @ (signal * window)
    return (1 if np.iscomplexobj(signal) else 2) * abs(sums / window.sum()) ** 2


class Zoom(Case):
    def zoom(self, signal, rate, band, *options):
        np.save(self.folder / "x.npy", signal)
        report = json.loads(self.succeed("zoom", self.folder / "x.npy", "--rate", rate, "--band", *band, "--json", "-o",
                                         self.folder / "out.npy", *options))
        return np.load(self.folder / "out.npy"), report

    def test_is_its_definition(self):
        rate, n = 8000, 900
        hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n) / n)
        for signal, band in ((noise(n).real, (430, 450)), (noise(n), (-40, 25))):
            table, report = self.zoom(signal, rate, band, "--points", 50)
            frequencies = band[0] + (band[1] - band[0]) * np.arange(50) / 50
            np.testing.assert_allclose(table[:, 0], frequencies, atol=1e-9)
            np.testing.assert_allclose(table[:, 1], levels(signal, rate, frequencies, hann), rtol=1e-3, atol=1e-9)
            self.assertAlmostEqual(report["bin_hz"], (band[1] - band[0]) / 50)

    def test_finds_a_tone_between_bins(self):
        tone = 3 * np.cos(2 * np.pi * 440.37 * np.arange(4000) / 8000)
        _, report = self.zoom(tone, 8000, ("0.43k", "0.45k"), "--points", 400)
        self.assertEqual(len(report["peaks"]), 1)
        self.assertAlmostEqual(report["peaks"][0]["hz"], 440.37, delta=0.01)
        self.assertAlmostEqual(report["peaks"][0]["power"], 4.5, delta=0.01)
        self.succeed("zoom", self.folder / "x.npy", "--rate", 8000, "--band", 430, 450, "-o", self.folder / "x.svg")
        self.assertTrue((self.folder / "x.svg").read_text().startswith("<?xml"))

    def test_refuses_what_makes_no_sense(self):
        np.save(self.folder / "x.npy", noise(300).real)
        for arguments, word in (((), "--band"), (("--band", 450, 430), "430"), (("--band", -5, 430), "-5"),
                                (("--band", 0, 4001), "4000"), (("--band", 1, 2, "--points", 0), "--points"),
                                (("--band", 1, 2, "--window", "hann2"), "hann2")):
            self.assertIn(word, self.fail_with(2, "zoom", self.folder / "x.npy", "--rate", 8000, *arguments))
        for bad in (np.nan, 1e39):
            np.save(self.folder / "x.npy", np.array([1.0, bad, 2.0]))
            self.assertIn("too large for 32-bit floats", self.fail_with(
                8, "zoom", self.folder / "x.npy", "--rate", 8000, "--band", 430, 450))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
