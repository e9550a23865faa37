#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio spectrogram. Usage: spectrogram_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import sys
import unittest

import numpy as np

from tool_test import Case, noise


def densities(signal, rate, length, hop, window):
    """The defining sums: frames in rows, unit²/Hz; one-sided for real signals, the lowest frequency first."""
    begins = range(0, len(signal) - length + 1, hop)
    frames = np.array([signal[begin:begin + length] * window for begin in begins])
    power = np.abs(np.fft.fft(frames)) ** 2 / (rate * np.sum(window ** 2))
    if np.iscomplexobj(signal):
        return np.fft.fftshift(power, axes=1)
    power = power[:, :length // 2 + 1]
    power[:, 1:(length + 1) // 2] *= 2
    return power


class Spectrogram(Case):
    def table(self, signal, rate, *options):
        np.save(self.folder / "x.npy", signal)
        report = json.loads(self.succeed("spectrogram", self.folder / "x.npy", "--rate", rate, "--json", "-o",
                                         self.folder / "out.npy", *options))
        return np.load(self.folder / "out.npy"), report

    def test_is_its_definition(self):
        for signal, length, overlap in ((noise(3000).real, 256, 0.75), (noise(3000).real, 101, 0.5),
                                        (noise(2000), 64, 0), (noise(500), 37, 0.95)):
            hop = length - int(np.ceil(overlap * length - 0.5))
            got, report = self.table(signal, 100, "--segment", length, "--overlap", overlap)
            window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length)
            expected = densities(signal, 100, length, hop, window)
            self.assertEqual((got.shape, got.dtype), (expected.shape, np.dtype(np.float32)))
            self.assert_close(got, expected)
            self.assertEqual((report["frames"], report["hop"], report["bins"]), (len(expected), hop, expected.shape[1]))
            self.assertAlmostEqual(report["first_column_seconds"], length / 2 / 100)
            self.assertAlmostEqual(report["column_seconds"], hop / 100)
            self.assertAlmostEqual(report["bin_hz"], 100 / length)
            self.assertAlmostEqual(report["first_bin_hz"],
                                   -(length // 2) * 100 / length if np.iscomplexobj(signal) else 0)

    def test_mel_filters_are_mean_densities(self):
        signal, rate, length, hop = noise(20000).real, 8000, 256, 64
        window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length)
        for count in (200, 100, 20):  # the narrow ones of 200 lie between two bins
            got, report = self.table(signal, rate, "--segment", length, "--mel", count)
            mel = np.linspace(0, 15 + 27 * np.log(4) / np.log(6.4), count + 2)  # Slaney's, of 0 and 4000 Hz
            edges = np.where(mel < 15, 200 * mel / 3, 1000 * np.exp((mel - 15) / 27 * np.log(6.4)))
            bins = np.arange(length // 2 + 1) * rate / length
            rising = (bins - edges[:-2, None]) / np.diff(edges)[:-1, None]
            falling = (edges[2:, None] - bins) / np.diff(edges)[1:, None]
            filters = np.maximum(0, np.minimum(rising, falling))
            sums = filters.sum(1)
            sums[sums < 1e-6] = np.inf
            expected = densities(signal, rate, length, hop, window) @ (filters / sums[:, None]).T
            self.assertEqual(got.shape, expected.shape)
            self.assert_close(got, expected)
            empty = np.isinf(sums).sum()
            self.assertEqual(empty > 0, count == 200)
            self.assertEqual(sum(f"{empty} of the {count} mel filters" in note for note in report["notes"]), int(empty > 0))
        np.testing.assert_allclose(report["filters_hz"], edges[1:-1], rtol=1e-12)
        self.assertIsNone(report["bin_hz"])
        self.assertIn("; 40 mel filters", self.succeed(
            "spectrogram", self.folder / "x.npy", "--rate", rate, "--mel", 40, "-o", self.folder / "mel.svg"))
        np.save(self.folder / "x.npy", noise(100))
        self.assertIn("mel filters are those of real samples", self.fail_with(
            2, "spectrogram", self.folder / "x.npy", "--rate", 1, "--mel", 8, "-o", self.folder / "y.png"))

    def test_signals_too_weak_for_f32_are_told(self):
        for level, notes in ((0, 0), (1e-15, 0), (1e-22, 1), (1e-300, 1)):
            _, report = self.table(level * noise(500).real, 100, "--segment", 100)
            self.assertEqual(sum("every power is below" in note for note in report["notes"]), notes, level)

    def test_long_recordings_are_averaged(self):
        signal = noise(100000).real
        got, report = self.table(signal, 1, "--segment", 32, "--overlap", 0.5, "--window", "rectangular")
        expected = densities(signal, 1, 32, 16, np.ones(32))
        self.assertEqual(report["frames_per_column"], 4)
        self.assertEqual(len(got), -(-len(expected) // 4))
        whole = len(expected) // 4
        self.assert_close(got[:whole], expected[:4 * whole].reshape(whole, 4, -1).mean(axis=1))
        self.assert_close(got[-1], expected[4 * (len(got) - 1):].mean(axis=0))
        self.assertTrue(any("average power of 4 frames" in note for note in report["notes"]))

    def test_pictures_and_tables(self):
        np.save(self.folder / "x.npy", noise(2000).real)
        outputs = [self.folder / f"out.{kind}" for kind in ("png", "svg", "pdf", "csv", "npy")]
        arguments = [argument for output in outputs for argument in ("-o", output)]
        text = self.succeed("spectrogram", self.folder / "x.npy", "--rate", 8000, *arguments)
        self.assertEqual(text.count("written   "), 5)
        self.assertIn(" Hann window; a bin every ", text)
        for output, begin in zip(outputs, (b"\x89PNG", b"<?xml", b"%PDF", b"seconds", b"\x93NUMPY")):
            self.assertTrue(output.read_bytes().startswith(begin), output)
        numbers = np.loadtxt(outputs[3], delimiter=",", skiprows=1)
        self.assert_close(numbers[:, 1:], np.load(outputs[4]))
        self.assertAlmostEqual(numbers[1, 0] - numbers[0, 0], 8 / 8000)

    def test_errors(self):
        np.save(self.folder / "x.npy", noise(100).real)
        signal, out = self.folder / "x.npy", self.folder / "x.png"
        self.assertIn("--rate HZ", self.fail_with(2, "spectrogram", signal, "-o", out))
        self.assertIn("--output is required", self.fail_with(2, "spectrogram", signal, "--rate", 1))
        self.assertIn("overlap 1:", self.fail_with(2, "spectrogram", signal, "--rate", 1, "--overlap", 1, "-o", out))
        self.assertIn("--segment", self.fail_with(2, "spectrogram", signal, "--rate", 1, "--segment", 0, "-o", out))
        self.assertIn("--range", self.fail_with(2, "spectrogram", signal, "--rate", 1, "--range", 0, "-o", out))
        self.assertIn(".npy", self.fail_with(2, "spectrogram", signal, "--rate", 1, "-o", self.folder / "x.gif"))
        self.assertIn("x.npy", self.fail_with(2, "spectrogram", signal, "--rate", 1, "-o", signal))
        self.assertIn("window 'round'",
                      self.fail_with(2, "spectrogram", signal, "--rate", 1, "--window", "round", "-o", out))
        for value in "", "1e3", "-1":
            self.fail_with(2, "spectrogram", signal, "--rate", 1, "--segment", value, "-o", out)
        for value in "nan", "inf", "1e9", "":
            self.fail_with(2, "spectrogram", signal, "--rate", 1, "--range", value, "-o", out)
        self.assertFalse(out.exists())

    def test_names_of_files_cannot_write_to_the_terminal(self):
        np.save(self.folder / "x\x1b[2J.npy", noise(100).real)
        report = self.succeed("spectrogram", self.folder / "x\x1b[2J.npy", "--rate", 1, "-o", self.folder / "o\x07.csv")
        self.assertNotRegex(report, "[\x00-\x09\x0b-\x1f]")
        self.assertIn("o\\x07.csv", report)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
