# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.features, compared with sums in NumPy."""

import unittest

import numpy as np

from papilio import InvalidArgument, features

RNG = np.random.default_rng(5)


def powers(signal, length, hop):
    begins = range(0, len(signal) - length + 1, hop)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length)
    return np.abs(np.fft.rfft(np.array([signal[begin:begin + length] * window for begin in begins]))) ** 2


class Features(unittest.TestCase):
    def test_of_bins(self):
        for dtype, bound in ((np.float32, 1e-5), (np.float64, 1e-13)):
            x = RNG.uniform(-1, 1, (2, 3, 500)).astype(dtype)
            got = features.mel(x, 8000, length=64, hop=20, padding="none", filters=0)
            self.assertEqual((got.shape, got.dtype), ((2, 3, 22, 33), np.dtype(dtype)))
            for i in np.ndindex(2, 3):
                expected = powers(x[i].astype(float), 64, 20)
                self.assertLess(np.abs(got[i] - expected).max(), bound * expected.max())

    def test_levels_and_coefficients(self):
        x = RNG.uniform(-1, 1, 2000)
        power = features.mel(x, 16000, filters=20)
        level = features.mel(x, 16000, filters=20, level="decibel", range=3)
        expected = 10 * np.log10(power)
        np.testing.assert_allclose(level, np.maximum(expected, expected.max() - 3), atol=1e-12)
        matrix = np.cos(np.pi / 20 * np.outer(np.arange(5), np.arange(20) + 0.5)) * np.sqrt(2 / 20)
        matrix[0] /= np.sqrt(2)
        got = features.mel(x, 16000, filters=20, level="decibel", range=3, coefficients=5)
        np.testing.assert_allclose(got, level @ matrix.T, atol=1e-11)

    def test_whisper(self):
        np.testing.assert_allclose(features.whisper(np.zeros(1000)), -1.5, rtol=1e-15)
        log = features.mel(x := RNG.uniform(-1, 1, 4000), 16000, level="log10")
        np.testing.assert_allclose(features.whisper(x), (np.maximum(log, log.max() - 8) + 4) / 4, atol=1e-12)

    def test_refuses_what_makes_no_sense(self):
        x = np.zeros(1000)
        for error, change, word in ((ValueError, {"scale": "bark"}, "bark"), (ValueError, {"padding": "odd"}, "padding"),
                                    (InvalidArgument, {"high": 9000}, "9000"), (InvalidArgument, {"range": 3}, "range"),
                                    (ValueError, {"window": np.ones(3)}, "length=3"), (ValueError, {"length": 0}, "length"),
                                    (ValueError, {"length": 2**40}, "length"), (ValueError, {"hop": 0}, "hop"),
                                    (ValueError, {"high": 0}, "half the rate"), (ValueError, {"filters": 2**70}, "filters"),
                                    (ValueError, {"coefficients": -1}, "coefficients"), (InvalidArgument, {"factor": 2}, "factor"),
                                    (InvalidArgument, {"window": np.full(400, np.nan)}, "frames with a window")):
            with self.assertRaisesRegex(error, word):
                features.mel(x, 16000, **change)
        for shape in ((0,), (3, 0), (0, 1000)):
            with self.assertRaisesRegex(ValueError, "no samples"):
                features.mel(np.zeros(shape), 16000)
        with self.assertRaisesRegex(ValueError, "80 or 128"):
            features.whisper(x, 40)
        with self.assertRaisesRegex(TypeError, "real"):
            features.mel(x + 1j, 16000)
        with self.assertRaisesRegex(ValueError, "dimension"):
            features.mel(1.0, 16000)


if __name__ == "__main__":
    unittest.main()
