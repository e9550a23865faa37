# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Spectra of the lowest frequencies alone: modes= of fftn, ifftn, rfftn and irfftn beside NumPy and slices."""

import unittest

import numpy as np

import papilio
import papilio.fft

GENERATOR = np.random.default_rng(7)


def indices(n, m, halved):
    """Indices of m modes of n frequencies, of a whole axis or of a half."""
    return np.arange(m) if halved else np.r_[0:m - m // 2, n - m // 2:n]


def selection(shape, axes, modes, halved):
    """An index of an array of this shape that gives the modes alone."""
    kept = [np.arange(n) for n in shape]
    for i, (axis, m) in enumerate(zip(axes, modes)):
        kept[axis] = indices(shape[axis], m, halved and i + 1 == len(axes))
    return np.ix_(*kept)


CASES = [  # shape of the signal, axes, modes of rfftn, modes of fftn
    ((16,), (0,), (5,), (5,)), ((15,), (0,), (8,), (14,)), ((3, 12, 30), (1, 2), (5, 9), (5, 9)),
    ((3, 12, 30), (0, 2), (2, 16), (3, 30)), ((3, 12, 30), (2, 1), (7, 3), (7, 3)), ((8, 9, 10), (0, 1, 2), (3, 4, 5), (3, 4, 5)),
]


class Modes(unittest.TestCase):
    def test_forward_transforms_give_the_part_of_numpys(self):
        for shape, axes, half, whole in CASES:
            x = GENERATOR.standard_normal(shape)
            with self.subTest(shape=shape, axes=axes):
                every = np.fft.rfftn(x, axes=axes)
                got = papilio.fft.rfftn(x, axes=axes, modes=half)
                np.testing.assert_allclose(got, every[selection(every.shape, axes, half, True)], atol=1e-12)
                z = x + 1j * GENERATOR.standard_normal(shape)
                every = np.fft.fftn(z, axes=axes, norm="ortho")
                got = papilio.fft.fftn(z, axes=axes, norm="ortho", modes=whole)
                np.testing.assert_allclose(got, every[selection(shape, axes, whole, False)], atol=1e-12)
                self.assertEqual(papilio.fft.fftn(z.astype("c8"), axes=axes, modes=whole).dtype, np.complex64)

    def test_inverse_transforms_count_the_others_as_zero(self):
        for shape, axes, half, whole in CASES:
            lengths = [shape[axis] for axis in axes]
            with self.subTest(shape=shape, axes=axes):
                every = np.zeros(np.fft.rfftn(np.zeros(shape), axes=axes).shape, complex)
                chosen = selection(every.shape, axes, half, True)
                every[chosen] = c = GENERATOR.standard_normal(every[chosen].shape) + 1j
                np.testing.assert_allclose(papilio.fft.irfftn(c, s=lengths, axes=axes, modes=half),
                                           np.fft.irfftn(every, s=lengths, axes=axes), atol=1e-13)
                every = np.zeros(shape, complex)
                chosen = selection(shape, axes, whole, False)
                every[chosen] = c = GENERATOR.standard_normal(every[chosen].shape) + 1j
                np.testing.assert_allclose(papilio.fft.ifftn(c, s=lengths, axes=axes, modes=whole),
                                           np.fft.ifftn(every, s=lengths, axes=axes), atol=1e-13)

    def test_padding_strides_and_out(self):
        x = GENERATOR.standard_normal((10, 12, 3))[::-1, ::2]
        every = np.fft.fftn(x + 0j, s=(16, 9), axes=(0, 1))
        got = papilio.fft.fftn(x + 0j, s=(16, 9), axes=(0, 1), modes=(5, 4))
        wanted = every[selection(every.shape, (0, 1), (5, 4), False)]
        np.testing.assert_allclose(got, wanted, atol=1e-12)
        out = np.full((5, 8, 3), np.nan, complex)
        self.assertIs(papilio.fft.fftn(x + 0j, s=(16, 9), axes=(0, 1), modes=(5, 4), out=out[:, ::2]).base, out)
        np.testing.assert_allclose(out[:, ::2], wanted, atol=1e-12)
        self.assertTrue(np.isnan(out[:, 1::2]).all())
        z = np.arange(16.0) + 0j  # as many modes as numbers: x is not overwritten with a part of itself
        np.testing.assert_allclose(papilio.fft.fftn(z.copy(), s=32, modes=16, overwrite_x=True),
                                   np.fft.fft(z, 32)[indices(32, 16, False)], atol=1e-12)

    def test_errors_name_the_value_and_the_remedy(self):
        x = np.ones((4, 6))
        for call, options, text in [("rfftn", {"modes": (4, 5)}, "modes of axis 1 is 5, and the spectrum has 4: give 1 to 4"),
                                    ("rfftn", {"modes": (4,)}, "a number for each transformed axis"),
                                    ("fftn", {"modes": (4, 5)}, "use rfftn, or convert x to complex numbers"),
                                    ("irfftn", {"modes": (4, 6)}, "s is needed with modes"),
                                    ("irfftn", {"modes": (4, 5), "s": (8, 16)}, "and modes says 5"),
                                    ("hfftn", {"modes": (4, 5)}, "modes are frequencies of fftn")]:
            with self.subTest(call=call, options=options), self.assertRaisesRegex(ValueError, text):
                getattr(papilio.fft, call)(x, **options)

    def test_plans_take_the_token(self):
        plan = papilio.Plan("r2c:f64:16x16:modes=5x4")
        x = GENERATOR.standard_normal((16, 16))
        every = np.fft.rfftn(x)
        np.testing.assert_allclose(plan(x), every[selection(every.shape, (0, 1), (5, 4), True)], atol=1e-12)
        self.assertEqual(papilio.plan_for(papilio.fft.rfftn, x, modes=(5, 4)).token, plan.token)


if __name__ == "__main__":
    unittest.main()
