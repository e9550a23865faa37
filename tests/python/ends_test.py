# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Windows, means, shifts, maps, scales and storages of calls of papilio.fft beside NumPy's steps."""

import unittest

import numpy as np

import papilio
import papilio.fft

GENERATOR = np.random.default_rng(11)


def hann(n):
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n) / n)


class Ends(unittest.TestCase):
    def assert_close(self, got, expected, tolerance=1e-12):
        self.assertEqual(got.shape, expected.shape)
        self.assertLess(np.linalg.norm(got - expected), tolerance * (1 + np.linalg.norm(expected)))

    def test_windows_along_the_last_transformed_axis(self):
        x = GENERATOR.standard_normal((3, 20, 6))
        self.assert_close(papilio.fft.rfft(x, axis=1, window="hann"), np.fft.rfft(x * hann(20)[:, None], axis=1))
        self.assert_close(papilio.fft.fftn(x, axes=(0, 1), window="hann"), np.fft.fftn(x * hann(20)[:, None], axes=(0, 1)))
        kaiser = np.kaiser(21, 8.6)[:-1]
        self.assert_close(papilio.fft.fft(x, axis=1, window=("kaiser", 8.6)), np.fft.fft(x * kaiser[:, None], axis=1))
        numbers = GENERATOR.standard_normal(6)
        self.assert_close(papilio.fft.rfft(x, 9, window=numbers), np.fft.rfft(x * numbers, 9))

    def test_means_are_subtracted_before_the_window(self):
        x = GENERATOR.standard_normal((4, 30)) + 1000
        without = x - x.mean(-1, keepdims=True)
        self.assert_close(papilio.fft.rfft(x, detrend="mean", window="hann"), np.fft.rfft(without * hann(30)), 1e-10)
        z = x + 1j * GENERATOR.standard_normal((4, 30))
        self.assert_close(papilio.fft.fft(z, axis=0, detrend="constant"), np.fft.fft(z - z.mean(0), axis=0), 1e-10)
        self.assert_close(papilio.fft.rfft(x, 64, detrend="mean"), np.fft.rfft(without, 64), 1e-10)

    def test_means_of_long_columns_are_as_exact(self):
        x = (GENERATOR.standard_normal(1 << 21) + 1000).astype(np.float32)
        self.assertLess(abs(papilio.fft.rfft(x, detrend="mean")[0]) / x.size, 1e-6)

    def test_shifts_are_numpys(self):
        x = GENERATOR.standard_normal((5, 6)) + 1j * GENERATOR.standard_normal((5, 6))
        expected = np.fft.fftshift(np.fft.fftn(np.fft.ifftshift(x)))
        self.assert_close(papilio.fft.fftn(x, ishift=True, oshift=True), expected)
        self.assert_close(papilio.fft.fftn(x, oshift=[-1]), np.fft.fftshift(np.fft.fftn(x), axes=1))
        self.assert_close(papilio.fft.rfftn(x.real, oshift=True), np.fft.fftshift(np.fft.rfftn(x.real), axes=0))
        self.assert_close(papilio.fft.irfftn(x, s=(5, 10), ishift=True),
                          np.fft.irfftn(np.fft.ifftshift(x, axes=0), s=(5, 10), axes=(0, 1)))

    def test_maps_scales_and_storages(self):
        x = GENERATOR.standard_normal((3, 16))
        power = abs(np.fft.rfft(x)) ** 2
        self.assert_close(papilio.fft.rfft(x, map="power"), power)
        self.assert_close(papilio.fft.rfft(x, map="db"), 10 * np.log10(power), 1e-9)
        self.assert_close(papilio.fft.rfft(x, scale=0.5, norm="ortho"), 0.5 * np.fft.rfft(x, norm="ortho"))
        self.assert_close(papilio.fft.fftn(x, scale=["1/n", "1/sqrt(n)"]), np.fft.fftn(x) / 3 / 4)
        counts = GENERATOR.integers(0, 4000, (3, 16)).astype("uint16")
        got = papilio.fft.rfft(counts, map="magnitude", storage="float16", scale=1e-2)
        self.assertEqual(got.dtype, np.float16)
        self.assert_close(got.astype(float), 1e-2 * abs(np.fft.rfft(counts)), 1e-3)
        self.assertEqual(papilio.fft.rfft(counts, map="magnitude").dtype, np.float64)
        self.assertEqual(papilio.fft.fft(x.astype("float32"), window="hann").dtype, np.complex64)

    def test_results_go_to_out(self):
        x = GENERATOR.standard_normal((2, 8))
        out = np.empty((2, 5))
        self.assertIs(papilio.fft.rfft(x, map="magnitude", out=out), out)
        self.assert_close(out, abs(np.fft.rfft(x)))
        with self.assertRaisesRegex(ValueError, "must be"):
            papilio.fft.rfft(x, map="magnitude", out=np.empty((5, 2)))

    def test_what_makes_no_sense_is_refused(self):
        x = np.ones((2, 8))
        for call, error, what in [
                (lambda: papilio.fft.fft(x, windw="hann"), TypeError, "windw"),
                (lambda: papilio.fft.dct(x, window="hann"), TypeError, "window"),
                (lambda: papilio.fft.hfft(x, window="hann"), TypeError, "window"),
                (lambda: papilio.fft.fft(x, window="han"), ValueError, "hann"),
                (lambda: papilio.fft.fft(x, window=np.ones(3)), ValueError, "8 elements"),
                (lambda: papilio.fft.fft(x, 16, window="hann"), ValueError, "16 elements"),
                (lambda: papilio.fft.rfft(x + 1j, window="hann"), TypeError, "real"),
                (lambda: papilio.fft.rfft(x, oshift=[1]), ValueError, "oshift"),
                (lambda: papilio.fft.fft(x, map="decibel"), ValueError, "decibel"),
                (lambda: papilio.fft.fft(x, storage="int8"), TypeError, "int8"),
                (lambda: papilio.fft.fftn(x, scale=["1/n"]), ValueError, "2 axes"),
                (lambda: papilio.fft.fft(x, detrend="linear"), ValueError, "linear"),
                (lambda: papilio.fft.fft(x, detrend="mean", window=np.ones(8)), papilio.InvalidArgument, "name the window"),
                (lambda: papilio.fft.fft(x.astype(np.longdouble), map="power"), TypeError, "convert"),
                (lambda: papilio.fft.fft(x.astype(np.clongdouble), oshift=True), TypeError, "convert"),
                (lambda: papilio.fft.fft(np.zeros((2, 8), papilio.complex64x2), map="power"), TypeError, "convert")]:
            with self.subTest(what=what), self.assertRaisesRegex(error, what):
                call()
        with self.assertRaises(ValueError):
            papilio.plan_for(papilio.fft.fft, x, window="hann")


if __name__ == "__main__":
    unittest.main()
