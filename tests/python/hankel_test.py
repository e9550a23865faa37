# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Fast Hankel transforms against scipy.fft, and against power laws, whose transforms are known."""

import unittest
import warnings

import numpy as np
import scipy.fft
import scipy.special

import papilio.fft

GENERATOR = np.random.default_rng(6)


class Hankel(unittest.TestCase):
    def assert_close(self, result, expected, tolerance=1e-12):
        self.assertEqual(result.shape, expected.shape)
        self.assertLessEqual(np.abs(result - expected).max(), tolerance * np.abs(expected).max())

    def test_as_scipy(self):
        for shape, dln, mu, offset, bias in (((64,), 0.1, 0.3, 0.5, 0.0), ((3, 32), -0.2, 1.5, 0.0, 0.1), ((64,), 0.05, -0.4, 1.0, -0.2)):
            a = GENERATOR.standard_normal(shape)
            self.assert_close(papilio.fft.fht(a, dln, mu, offset, bias), scipy.fft.fht(a, dln, mu, offset, bias))
            self.assert_close(papilio.fft.ifht(a, dln, mu, offset, bias), scipy.fft.ifht(a, dln, mu, offset, bias))
            self.assertAlmostEqual(papilio.fft.fhtoffset(dln, mu, offset, bias),
                                   scipy.fft.fhtoffset(dln, mu, offset, bias), 12)
        single = papilio.fft.fht(a.astype("f4"), 0.05, 0.5)
        self.assertEqual(single.dtype, np.float32)
        self.assert_close(single, scipy.fft.fht(a, 0.05, 0.5), 1e-5)

    def test_power_laws_are_exact(self):
        for n, mu, gamma in ((64, 1.2, -0.7), (63, 0.4, 0.3)):
            r = np.logspace(-2, 2, n)
            dln = np.log(r[1] / r[0])
            offset = papilio.fft.fhtoffset(dln, mu, bias=gamma)
            k = np.exp(offset) / r[::-1]
            expected = (2 / k) ** gamma * scipy.special.poch((mu + 1 - gamma) / 2, gamma)
            self.assert_close(papilio.fft.fht(r**gamma, dln, mu, offset, gamma) / expected, np.ones(n), 1e-10)

    def test_inverse(self):
        for n in (1, 2, 63, 64):
            a = GENERATOR.standard_normal((2, n))
            transform = papilio.fft.fht(a, 0.1, 0.5, 0.3, 0.1)
            self.assert_close(papilio.fft.ifht(transform, 0.1, 0.5, 0.3, 0.1), a, 1e-10)

    def test_singular_transforms_warn(self):
        a = GENERATOR.standard_normal(64)
        with self.assertWarnsRegex(UserWarning, "singular transform"):
            papilio.fft.fht(a, 0.1, -3.5, bias=0.5)
        with self.assertWarnsRegex(UserWarning, "singular inverse"):
            papilio.fft.ifht(a, 0.1, -2.5, bias=0.5)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            papilio.fft.fht(a, 0.1, -4.0, bias=1.0)

    def test_backend(self):
        a = GENERATOR.standard_normal(16)
        with scipy.fft.set_backend(papilio.fft, only=True):
            self.assert_close(scipy.fft.fht(a, 0.1, 0.5), papilio.fft.fht(a, 0.1, 0.5))


if __name__ == "__main__":
    unittest.main()
