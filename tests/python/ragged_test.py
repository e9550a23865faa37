# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Ragged batches beside NumPy's transforms of each length."""

import unittest

import numpy as np

import papilio
from papilio import fft

GENERATOR = np.random.default_rng(4)
LENGTHS = [1, 2, 12, 31, 64, 97, 100, 31, 240]


def split(x, counts):
    return np.split(x, np.cumsum(counts)[:-1], axis=-1)


class Ragged(unittest.TestCase):
    def noise(self, shape, dtype):
        x = GENERATOR.standard_normal(shape)
        return (x + 1j * GENERATOR.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)

    def assert_close(self, result, expected, dtype):
        self.assertEqual(result.dtype, np.dtype(dtype))
        self.assertEqual(result.shape, expected.shape)
        bound = 1e-6 if result.dtype.char in "fF" else 1e-14
        self.assertLessEqual(np.linalg.norm(result - expected), bound * np.linalg.norm(expected))

    def test_functions_are_those_of_each_length(self):
        halves = [n // 2 + 1 for n in LENGTHS]
        for single, double in (("f4", "c8"), ("f8", "c16")):
            for norm in (None, "ortho", "forward"):
                z, x, h = (self.noise((2, 3, sum(count)), kind)
                           for count, kind in ((LENGTHS, double), (LENGTHS, single), (halves, double)))
                each = [("fft", z, LENGTHS, double, ()), ("ifft", z, LENGTHS, double, ()), ("rfft", x, LENGTHS, double, ())]
                for name, data, counts, dtype, _ in each:
                    parts = [getattr(np.fft, name)(part, norm=norm) for part in split(data, counts)]
                    self.assert_close(getattr(fft, f"ragged_{name}")(data, LENGTHS, norm), np.concatenate(parts, -1), dtype)
                parts = [np.fft.irfft(part, n, norm=norm) for part, n in zip(split(h, halves), LENGTHS, strict=True)]
                self.assert_close(fft.ragged_irfft(h, np.array(LENGTHS), norm), np.concatenate(parts, -1), single)

    def test_other_types_views_and_outputs(self):
        x = GENERATOR.integers(-9, 9, (2 * sum(LENGTHS), 2)).T[:, ::2]  # not contiguous
        expected = np.concatenate([np.fft.rfft(part) for part in split(x, LENGTHS)], -1)
        self.assert_close(fft.ragged_rfft(x, LENGTHS), expected, "c16")
        out = np.zeros(expected.shape[::-1], complex).T
        self.assertIs(fft.ragged_rfft(x, LENGTHS, out=out), out)
        self.assert_close(out, expected, "c16")
        z = self.noise(5, "c16")
        again = z.copy()
        self.assertIs(fft.ragged_fft(z, [2, 3], out=z), z)  # in place
        self.assert_close(z, np.concatenate([np.fft.fft(again[:2]), np.fft.fft(again[2:])]), "c16")
        self.assertEqual(fft.ragged_fft(np.zeros((0, 5)), [2, 3]).shape, (0, 5))
        papilio.cache_clear()
        self.assert_close(fft.ragged_ifft(z, [2, 3]), again, "c16")

    def test_small_integers_are_computed_in_double_precision(self):
        for dtype in ("i2", "u1", "?"):
            x = GENERATOR.integers(0, 2, sum(LENGTHS)).astype(dtype)
            expected = np.concatenate([np.fft.rfft(part) for part in split(x, LENGTHS)], -1)
            self.assert_close(fft.ragged_rfft(x, LENGTHS), expected, "c16")
            expected = np.concatenate([np.fft.ifft(part) for part in split(x, LENGTHS)], -1)
            self.assert_close(fft.ragged_ifft(x, LENGTHS), expected, "c16")

    def test_misuse(self):
        for x, lengths, words in (([1, 2, 3], [2], "must have 2 elements"), (1.0, [1], "last axis"),
                                  ([1, 2, 3], [], "no lengths"), ([1, 2, 3], [3, 0], "length 0")):
            with self.assertRaisesRegex(ValueError, words):
                fft.ragged_fft(x, lengths)
        with self.assertRaisesRegex(TypeError, "integers"):
            fft.ragged_fft([1, 2, 3], [1.5])
        with self.assertRaisesRegex(TypeError, "ragged_fft complex ones"):
            fft.ragged_rfft([1j, 2], [2])
        with self.assertRaisesRegex(ValueError, "norm"):
            fft.ragged_rfft([1, 2], [2], "both")
        with self.assertRaisesRegex(ValueError, "it must be"):
            fft.ragged_rfft([1, 2], [2], out=np.zeros(3, complex))

    def test_a_length_beyond_a_work_group(self):
        lengths = [5, 100003]
        x = np.random.default_rng(1).standard_normal(sum(lengths)) + 0j
        expected = np.concatenate([np.fft.fft(x[:5]), np.fft.fft(x[5:])])
        np.testing.assert_allclose(fft.ragged_fft(x, lengths), expected, rtol=0, atol=1e-10)


if __name__ == "__main__":
    unittest.main()
