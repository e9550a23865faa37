#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio channelize. Usage: channelize_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import subprocess
import sys
import unittest

import numpy as np

from tool_test import PAPILIO, Case, noise


def low_pass(channels, taps_per_channel, beta):
    """As scipy.signal.firwin(taps_per_channel * channels, 1 / channels, window=("kaiser", beta))."""
    count = channels * taps_per_channel
    taps = np.sinc((np.arange(count) - (count - 1) / 2) / channels) * np.kaiser(count, beta)
    return taps / taps.sum()


def channels_of(signal, channels, hop, taps):
    """Each channel shifted to frequency 0, filtered, decimated."""
    bins = channels if np.iscomplexobj(signal) else channels // 2 + 1
    times = np.arange(len(signal))
    return np.stack([np.convolve(signal * np.exp(-2j * np.pi * k * times / channels), taps)[:len(signal)][hop - 1::hop]
                     for k in range(bins)], axis=-1)


class Channelize(Case):
    def channelize(self, signal, *options):
        np.save(self.folder / "x.npy", signal)
        report = json.loads(self.succeed("channelize", self.folder / "x.npy", "--rate", 48000, "--json", "-o",
                                         self.folder / "out.npy", *options))
        got = np.load(self.folder / "out.npy")
        self.assertEqual((got.shape, got.dtype), ((report["frames"], report["channels"]), np.dtype(np.complex64)))
        return got, report

    def test_is_its_definition(self):
        signal = noise(3000).astype(np.complex64)
        got, report = self.channelize(signal, "--channels", 24)
        self.assert_close(got, channels_of(signal, 24, 24, low_pass(24, 8, 8)), 1e-5)
        self.assertEqual((report["hop"], report["channel_hz"], report["channel_rate"]), (24, 2000, 2000))
        got, report = self.channelize(signal, "--channels", 24, "--hop", 16, "--taps", 5, "--beta", 6)
        self.assert_close(got, channels_of(signal, 24, 16, low_pass(24, 5, 6)), 1e-5)
        self.assertEqual((report["channel_rate"], report["taps"]), (3000, 120))
        real = signal.real.copy()
        got, _ = self.channelize(real, "--channels", 20, "--hop", 13)
        self.assert_close(got, channels_of(real, 20, 13, low_pass(20, 8, 8)), 1e-5)

    def test_of_a_recording_longer_than_a_block(self):
        signal = noise(2**20 + 54321).real.astype(np.float32)
        got, report = self.channelize(signal, "--channels", 64, "--hop", 48)
        self.assertEqual((report["samples"], report["frames"]), (len(signal), len(signal) // 48))
        taps = low_pass(64, 8, 8)
        tail = signal[2**20 - 4096:]  # 2^20 - 4096 is a multiple of 64 and of 48 and so are frames and phases
        expected = channels_of(tail, 64, 48, taps)
        first = (2**20 - 4096) // 48
        self.assertEqual((2**20 - 4096) % 48, 0)
        self.assert_close(got[first + 11:], expected[11:], 1e-5)

    def test_of_a_pipe(self):
        raw = np.round(noise(4000).view(float) * 20).astype(np.int8)
        raw.tofile(self.folder / "x.cs8")
        out = self.folder / "pipe.npy"
        command = [PAPILIO, "channelize", "-", "--format", "cs8", "--rate", "2.4M", "--channels", "16", "-o", str(out)]
        done = subprocess.run(command, input=raw.tobytes(), capture_output=True, check=True)
        self.assertEqual(done.stderr, b"")
        self.assertIn(b"150000 Hz apart", done.stdout)
        samples = raw.astype(float).view(complex) / 128
        self.assert_close(np.load(out), channels_of(samples, 16, 16, low_pass(16, 8, 8)), 1e-5)

    def test_refuses_what_makes_no_sense(self):
        np.save(self.folder / "x.npy", noise(300).real)
        signal, out = self.folder / "x.npy", self.folder / "out.npy"
        for arguments, word in (((), "--channels"), (("--channels", 1), "--channels"),
                                (("--channels", 16, "--hop", 17), "17"), (("--channels", 16, "--taps", 0), "--taps"),
                                (("--channels", 2**20, "--taps", 1024), "taps")):
            self.assertIn(word, self.fail_with(2, "channelize", signal, "--rate", 8000, "-o", out, *arguments))
        self.assertIn(".npy", self.fail_with(2, "channelize", signal, "--rate", 8000, "--channels", 8, "-o",
                                             self.folder / "x.png"))
        self.assertIn("fewer channels", self.fail_with(8, "channelize", signal, "--rate", 8000, "--channels", 512, "-o",
                                                       out))
        np.save(self.folder / "loud.npy", np.array([1.0, 1e300]))
        self.assertIn("not finite", self.fail_with(8, "channelize", self.folder / "loud.npy", "--rate", 8000,
                                                   "--channels", 2, "-o", out))
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
