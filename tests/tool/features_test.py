#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio features. Usage: features_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import subprocess
import sys
import unittest

import numpy as np

from tool_test import PAPILIO, Case, noise


def mels(hz):
    return np.where(hz < 1000, hz * 3 / 200, 15 + 27 * np.log(np.maximum(hz, 1) / 1000) / np.log(6.4))


def filters(rate, length, count):
    """Triangles between frequencies that are equally far apart in Slaney's mels, of equal areas."""
    grid = np.linspace(0, rate / 2, 200001)
    borders = np.interp(np.linspace(0, mels(np.array(rate / 2.0)), count + 2), mels(grid), grid)
    bins = np.arange(length // 2 + 1) * rate / length
    rows = []
    for begin, middle, end in zip(borders, borders[1:], borders[2:]):
        triangle = np.minimum((bins - begin) / (middle - begin), (end - bins) / (end - middle))
        rows.append(np.maximum(triangle, 0) * 2 / (end - begin))
    return np.array(rows)


def powers(signal, length, hop, padding="reflect"):
    modes = {"reflect": {"mode": "reflect"}, "zeros": {"mode": "constant"}}
    if padding != "none":
        signal = np.pad(signal, length // 2, **modes[padding])
    begins = range(0, len(signal) - length + 1, hop)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length)
    return np.abs(np.fft.rfft(np.array([signal[begin:begin + length] * window for begin in begins]))) ** 2


def decibels(power):
    return 10 * np.log10(np.maximum(power, 1e-10))


class Features(Case):
    def features(self, signal, rate, *options):
        np.save(self.folder / "x.npy", signal.astype(np.float32))
        report = json.loads(self.succeed("features", self.folder / "x.npy", "--rate", rate, "--json", "-o",
                                         self.folder / "out.npy", *options))
        got = np.load(self.folder / "out.npy")
        self.assertEqual((got.shape, got.dtype), ((report["frames"], report["size"]), np.dtype(np.float32)))
        return got, report

    def test_are_their_definition(self):
        signal = noise(9000).real.astype(np.float32).astype(float)
        got, report = self.features(signal, 8000)
        expected = decibels(powers(signal, 200, 80) @ filters(8000, 200, 80).T)
        self.assert_close(got, expected, 1e-5)
        self.assertEqual((report["frame"], report["hop"], report["high_hz"]), (200, 80, 4000))
        self.assertEqual((report["first_frame_seconds"], report["frame_seconds"]), (0, 0.01))
        for padding in ("zeros", "none"):
            got, _ = self.features(signal, 8000, "--filters", 0, "--frame", 101, "--hop", 150, "--level", "power",
                                   "--padding", padding)
            self.assert_close(got, powers(signal, 101, 150, padding), 1e-5)

    def test_of_a_recording_longer_than_a_block(self):
        signal = noise(2**20 + 12345).real.astype(np.float32).astype(float)
        got, report = self.features(signal, 16000, "--filters", 0, "--level", "power")
        self.assertEqual(report["samples"], len(signal))
        self.assert_close(got, powers(signal, 400, 160), 1e-5)
        unlimited, _ = self.features(signal, 16000)
        limited, _ = self.features(signal, 16000, "--range", 6)
        self.assertTrue((unlimited.max() - 6 > unlimited).any())
        np.testing.assert_allclose(limited, np.maximum(unlimited, unlimited.max() - 6), atol=1e-4)

    def test_of_more_results_than_a_piece(self):
        signal = noise(40000).real.astype(np.float32)
        options = ("--filters", 0, "--frame", 2048, "--hop", 2, "--level", "power", "--padding", "none")
        got, _ = self.features(signal, 8000, *options)
        self.assertGreater(got.size, 2**24)
        tail, _ = self.features(signal[30000:], 8000, *options)
        self.assert_close(got[15000:], tail, 1e-6)

    def test_coefficients(self):
        signal = noise(4000).real
        levels, _ = self.features(signal, 8000, "--filters", 20)
        got, _ = self.features(signal, 8000, "--filters", 20, "--coefficients", 7)
        matrix = np.cos(np.pi / 20 * np.outer(np.arange(7), np.arange(20) + 0.5)) * np.sqrt(2 / 20)
        matrix[0] /= np.sqrt(2)
        self.assert_close(got, levels.astype(float) @ matrix.T, 1e-5)

    def test_as_whisper(self):
        signal = noise(16000).real
        got, report = self.features(signal, 16000, "--whisper")
        log = np.log10(np.maximum(powers(signal.astype(np.float32).astype(float), 400, 160) @ filters(16000, 400, 80).T,
                                  1e-10))
        self.assert_close(got, (np.maximum(log, log.max() - 8) + 4) / 4, 1e-5)
        self.assertEqual(report["frames"], 101)

    def test_of_a_pipe(self):
        signal = noise(5000).real.astype(np.float32)
        expected, _ = self.features(signal, 8000)
        out = self.folder / "pipe.npy"
        command = [PAPILIO, "features", "-", "--format", "f32", "--rate", "8000", "-o", str(out)]
        done = subprocess.run(command, input=signal.tobytes(), capture_output=True, check=True)
        self.assertEqual(done.stderr, b"")
        self.assertIn(b"written   ", done.stdout)
        np.testing.assert_array_equal(np.load(out), expected)

    def test_refuses_what_makes_no_sense(self):
        np.save(self.folder / "x.npy", noise(300).real)
        np.save(self.folder / "z.npy", noise(300))
        signal, out = self.folder / "x.npy", self.folder / "out.npy"
        for arguments, word in (((signal, "--whisper"), "16000 Hz"), ((signal, "--frame", 600), "--padding zeros"),
                                ((signal, "--coefficients", 81), "81 coefficients"), ((signal, "--high", 5000), "5000"),
                                ((signal, "--whisper", "--filters", 40), "80 or 128"),
                                ((signal, "--whisper", "--hop", 3), "--whisper"), ((signal, "--scale", "bark"), "bark"),
                                ((self.folder / "z.npy",), "--channel")):
            message = self.fail_with(2, "features", *arguments, "--rate", 8000, "-o", out)
            self.assertIn(word, message)
        self.assertIn(".npy", self.fail_with(2, "features", signal, "--rate", 8000, "-o", self.folder / "x.png"))
        self.assertIn("--frame", self.fail_with(8, "features", signal, "--rate", 8000, "--frame", 400, "--padding",
                                                "none", "-o", out))
        np.save(self.folder / "loud.npy", noise(300).real * 1e30)
        self.assertIn("scale the signal down", self.fail_with(8, "features", self.folder / "loud.npy", "--rate", 8000, "-o", out))
        # The default frame of this rate has at most 2^20 samples, more than the signal.
        self.assertIn("1048576", self.fail_with(8, "features", signal, "--rate", "1e12", "--padding", "none", "-o", out))
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
