# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Plane waves in a sphere beside NumPy's transforms of the dense box."""

import unittest

import numpy as np

import papilio
from papilio import fft

GENERATOR = np.random.default_rng(6)


class PlaneWaves(unittest.TestCase):
    def test_both_directions_are_those_of_the_dense_box(self):
        box = (10, 8, 12)
        grid = np.stack(np.meshgrid(*[np.arange(-3, 4)] * 3, indexing="ij"), -1).reshape(-1, 3)
        triplets = GENERATOR.permutation(grid[np.sum(grid**2, -1) <= 9])
        x, y, z = (triplets % box).T
        for bands, dtype, bound in ((3, "c8", 1e-6), (1, "c16", 1e-14)):
            sphere = fft.Sphere(box, triplets, bands, dtype)
            shape = (bands, len(triplets)) if bands > 1 else (len(triplets),)
            c = (GENERATOR.standard_normal(shape) + 1j * GENERATOR.standard_normal(shape)).astype(dtype)
            dense = np.zeros((*shape[:-1], *box[::-1]), dtype)
            dense[..., z, y, x] = c
            expected = np.fft.ifftn(dense, axes=(-3, -2, -1), norm="forward")
            space = sphere.backward(c)
            self.assertEqual((space.dtype, space.shape), (np.dtype(dtype), expected.shape))
            self.assertLessEqual(np.linalg.norm(space - expected), bound * np.linalg.norm(expected))
            out = np.zeros(shape, dtype)
            self.assertIs(sphere.forward(space, out=out), out)
            self.assertLessEqual(np.linalg.norm(out - c), bound * np.linalg.norm(c))
            self.assertIn("10x8x12", repr(sphere))

    def test_misuse(self):
        for box, triplets, words in (((4, 4), [(0, 0, 0)], "three edges"), ((4, 4, 4), [(0, 0)], "three edges"),
                                     ((4, 4, 4), [(0, 0, 4)], "index z of triplet 0 is 4"),
                                     ((4, 4, 4), [(0, 0, -1), (0, 0, 3)], "same place")):
            with self.assertRaisesRegex(papilio.InvalidArgument, words):
                fft.Sphere(box, triplets)
        for box, bands in (((4, 4, 4), 2**70), ((2**70, 4, 4), 1)):
            with self.assertRaisesRegex(papilio.InvalidArgument, f"{2**70} does not fit 64 bits"):
                fft.Sphere(box, [(0, 0, 0)], bands)
        for triplets in ([(0.5, 0, 0)], [(2**40, 0, 0)]):
            with self.assertRaises(TypeError):
                fft.Sphere((4, 4, 4), triplets)
        with self.assertRaises(TypeError):
            fft.Sphere((4, 4, 4), [(0, 0, 0)], dtype="f4")
        with self.assertRaisesRegex(ValueError, "must be"):
            fft.Sphere((4, 4, 4), [(0, 0, 0)]).backward(np.ones(2))


if __name__ == "__main__":
    unittest.main()
