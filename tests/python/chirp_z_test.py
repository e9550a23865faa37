# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Chirp z-transforms against sums in exact arithmetic and scipy.signal."""

import unittest
from fractions import Fraction

import numpy as np
import scipy.signal

import papilio

GENERATOR = np.random.default_rng(4)


def noise(shape, dtype="c16"):
    values = GENERATOR.standard_normal(shape)
    return (values + 1j * GENERATOR.standard_normal(shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)


def exact(x, frequency):
    """sum_j x[j] exp(-2 pi i j frequency), in long double; the angles are fractions."""
    step = Fraction(frequency) % 1
    turns = np.array([float(j * step % 1) for j in range(len(x))], np.longdouble)
    angles = -8 * np.arctan(np.longdouble(1)) * turns
    return (x * (np.cos(angles) + 1j * np.sin(angles))).sum()


class ChirpZ(unittest.TestCase):
    def assert_close(self, result, expected, tolerance=1e-12):
        self.assertEqual(result.shape, expected.shape)
        self.assertLessEqual(np.abs(result - expected).max(), tolerance * np.abs(expected).max())

    def test_as_scipy(self):
        x = noise((3, 40, 5))
        for axis, m in ((1, 17), (-1, 5), (0, 9), (1, None)):
            self.assert_close(papilio.czt(x, m, axis=axis), scipy.signal.czt(x, m, axis=axis))
            self.assert_close(papilio.zoom_fft(x, [0.2, 0.3], m, fs=1.5, endpoint=True, axis=axis),
                              scipy.signal.zoom_fft(x, [0.2, 0.3], m, fs=1.5, endpoint=True, axis=axis))
        w, a = 0.98534 + 0.17055j, 1.1
        self.assert_close(papilio.czt(x[0, :, 0], 30, w, a), scipy.signal.czt(x[0, :, 0], 30, w, a))
        ours, theirs = papilio.ZoomFFT(40, 0.3, 7), scipy.signal.ZoomFFT(40, 0.3, 7)
        for name in ("n", "m", "f1", "f2", "fs"):
            self.assertEqual(getattr(ours, name), getattr(theirs, name))
        self.assert_close(ours.points(), theirs.points())
        self.assert_close(papilio.CZT(40, 7, w, a).points(), scipy.signal.CZT(40, 7, w, a).points())

    def test_types_and_strides(self):
        for dtype, result in (("f4", "c8"), ("c8", "c8"), ("f8", "c16"), ("i2", "c16")):
            x = noise((6, 40), "f8").astype(dtype)
            self.assertEqual(papilio.zoom_fft(x, 0.5, 9).dtype, np.dtype(result))
            self.assert_close(papilio.zoom_fft(x[::-2, ::2], 0.5, 9),
                              scipy.signal.zoom_fft(x[::-2, ::2].astype("c16"), 0.5, 9), 1e-5)
            for empty in (papilio.czt(np.ones((0, 4), dtype), 3), papilio.zoom_fft(np.ones((0, 4), dtype), 0.5, 3)):
                self.assertEqual((empty.shape, empty.dtype), ((0, 3), np.dtype(result)))

    def test_long_signals_keep_their_digits(self):
        n, m, band, fs = 100000, 1000, (440.0, 460.0), 44100.0
        x = noise(n)
        ours = papilio.zoom_fft(x, band, m, fs=fs)
        theirs = scipy.signal.zoom_fft(x, band, m, fs=fs)
        chosen = [0, 1, m // 2, m - 2, m - 1]
        right = np.array([exact(x, (Fraction(band[0]) + Fraction(k) * 20 / m) / Fraction(fs)) for k in chosen])
        error = [float(np.linalg.norm(y[chosen] - right) / np.linalg.norm(right)) for y in (ours, theirs)]
        self.assertLessEqual(error[0], 2e-15)
        self.assertLessEqual(10 * error[0], error[1])

    def test_refusals(self):
        for call, text in ((lambda: papilio.czt([]), "Invalid number of CZT"),
                           (lambda: papilio.CZT(4, 2.0), "Invalid number of CZT"),
                           (lambda: papilio.CZT(4)(np.ones(5)), "CZT defined for length 4"),
                           (lambda: papilio.ZoomFFT(4, [1, 2, 3]), "2-length sequence")):
            with self.assertRaisesRegex(ValueError, text):
                call()
        for call, text in ((lambda: papilio.czt([1.0, 2.0], w=float("nan")), "w is .*nan.*finite"),
                           (lambda: papilio.CZT(4, a=np.inf), "a is .*inf.*finite"),
                           (lambda: papilio.zoom_fft([1.0, 2.0], (0, np.nan)), "f2 is nan: give a finite number"),
                           (lambda: papilio.zoom_fft([1.0, 2.0], 1, fs=0), "fs is 0: give a number above 0")):
            with self.assertRaisesRegex(papilio.InvalidArgument, text):
                call()
        with self.assertRaisesRegex(papilio.InvalidArgument, "chirps reach e"):
            papilio.czt(np.ones(1000), w=0.9)


if __name__ == "__main__":
    unittest.main()
