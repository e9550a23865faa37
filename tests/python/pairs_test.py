# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Plans in f32x2 and f64x2: arrays with a last axis of high and low parts, beside NumPy."""

import unittest

import numpy as np

import papilio

GENERATOR = np.random.default_rng(8)


def parts(x):
    return np.stack([x.real, x.imag], -1)


def pairs(numbers, kind):
    high = numbers.astype(kind)
    return np.stack([high, (numbers - high).astype(kind)], -1)


def noise(*shape):
    return GENERATOR.standard_normal(shape)


class Pairs(unittest.TestCase):
    def assert_f32x2(self, result, expected):
        """Equal with more digits than high parts have."""
        self.assertEqual((result.dtype, result.shape), (np.dtype("f4"), (*expected.shape, 2)))
        np.testing.assert_allclose(result.sum(-1, dtype="f8"), expected, rtol=0, atol=1e-12)

    def test_arrays_have_parts_as_last_axes(self):
        x = noise(3, 12) + 1j * noise(3, 12)
        expected = np.fft.fft(x)
        plan = papilio.Plan("c2c:f32x2:12*3")
        self.assert_f32x2(plan(pairs(parts(x), "f4")), parts(expected))
        self.assert_f32x2(plan(pairs(parts(x), "f4").ravel()), parts(expected))
        planar = papilio.Plan("c2c:f32x2:12*3:planar")
        self.assert_f32x2(planar(pairs(np.stack([x.real, x.imag]), "f4")), np.stack([expected.real, expected.imag]))
        real = noise(5, 6)
        self.assert_f32x2(papilio.Plan("r2c:f32x2:5x6")(pairs(real, "f4")), parts(np.fft.rfft2(real)))

    def test_in_place(self):
        x = noise(3, 12) + 1j * noise(3, 12)
        own = pairs(parts(x), "f8")
        plan = papilio.Plan("c2c:f64x2:12*3:inplace")
        self.assertIs(plan(own), own)
        np.testing.assert_allclose(own[..., 0], parts(np.fft.fft(x)), rtol=0, atol=1e-13)
        self.assertTrue(np.any(own[..., 1]))
        with self.assertRaisesRegex(ValueError, r"\(3, 12, 2, 2\)"):
            plan(x)


if __name__ == "__main__":
    unittest.main()
