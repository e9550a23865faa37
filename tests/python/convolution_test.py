# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Convolutions against NumPy and scipy.signal."""

import unittest

import numpy as np
import scipy.signal

import papilio

GENERATOR = np.random.default_rng(2)


def noise(shape, dtype):
    values = GENERATOR.standard_normal(shape)
    return (values + 1j * GENERATOR.standard_normal(shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)


class Convolution(unittest.TestCase):
    def assert_close(self, result, expected, case):
        self.assertEqual(result.shape, expected.shape, case)
        tolerance = 1e-5 if result.dtype.char in "fF" else 1e-13
        self.assertLessEqual(np.abs(result - expected).max(), tolerance * np.abs(expected).max(), case)

    def test_modes_types_and_dimensions(self):
        # The kernels of one convolution take PoCL a second or more, so there are few.
        for types, shape, kernel, mode in ((("f4", "f4"), (40,), (7,), "full"), (("c16", "f8"), (40,), (7,), "same"),
                                           (("i4", "f4"), (40,), (7,), "valid"),
                                           (("f8", "f8"), (12, 9), (3, 4), "same")):
            a, b = noise(shape, types[0]), noise(kernel, types[1])
            case = (types, shape, mode)
            self.assert_close(papilio.convolve(a, b, mode), scipy.signal.convolve(a, b, mode, "direct"), case)
            self.assert_close(papilio.correlate(a, b, mode), scipy.signal.correlate(a, b, mode, "direct"), case)
        self.assertEqual(papilio.convolve(noise(5, "f4"), noise(3, "f4")).dtype, np.float32)

    def test_axes(self):
        for types, shape, kernel, mode, axes in ((("f4", "f4"), (3, 40), (1, 7), "same", 1),
                                                 (("f8", "i2"), (40, 3), (7, 3), "full", [0]),
                                                 (("c8", "f4"), (2, 12, 9), (1, 3, 4), "valid", (-1, 1)),
                                                 (("f4", "f8"), (3, 4), (3, 9), "valid", 1),
                                                 (("i8", "f4"), (2, 3, 4, 5), (2, 2, 2, 2), "same", None),
                                                 (("f8", "f8"), (7,), (40,), "valid", None),
                                                 (("f8", "f8"), (1, 5), (3, 5), "same", 1),
                                                 (("f8", "f8"), (3, 1, 4), (2, 5, 4), "same", 0),
                                                 (("f8", "f8"), (1, 5), (3, 2), "valid", None),
                                                 (("f8", "f8"), (5, 1), (1, 2), "full", None),
                                                 (("i4", "i4"), (1, 5), (3, 1), "same", None),
                                                 (("f8", "f8"), (3, 9), (3, 4), "full", {1}),
                                                 (("f8", "f8"), (), (), "full", None),
                                                 (("f8", "f8"), (0,), (3,), "full", None)):
            a, b = noise(shape, types[0]) * 9, noise(kernel, types[1])
            own, theirs = papilio.fftconvolve(a, b, mode, axes), scipy.signal.fftconvolve(a, b, mode, axes)
            self.assertEqual(own.shape, theirs.shape)
            exact = scipy.signal.fftconvolve(a + np.zeros(a.shape), b + np.zeros(b.shape), mode, axes)
            tolerance = 1e-5 if own.dtype.char in "fF" else 1e-13
            np.testing.assert_allclose(own, exact, rtol=0, atol=tolerance * np.abs(theirs).max(initial=1))
            self.assertEqual(own.dtype, theirs.dtype, (types, shape))
            self.assertFalse(isinstance(getattr(own, "base", None), np.ndarray), (types, shape))
        for arguments in ((np.ones((2, 3)), np.ones((4, 3)), "full", 1), (np.ones(3), np.ones(3), "circular"),
                          (np.ones(3), np.ones((3, 1))), (np.ones(3), np.ones(3), "full", 1),
                          (np.ones((3, 3)), np.ones((3, 3)), "full", (0, 0)), (np.ones(3), np.ones(3), "full", []),
                          (np.ones(3), np.ones(3), "full", 0.0), (np.ones(3), np.ones(3), "full", [0.0]),
                          (np.ones(3), np.ones(3), "full", "0"), (np.ones(3), np.ones(3), "full", [[0]]),
                          (np.ones((3, 2)), np.ones((2, 3)), "valid")):
            for library in (papilio, scipy.signal):
                self.assertRaises(ValueError, library.fftconvolve, *arguments)

    def test_circular(self):
        a, b = noise(16, "f8"), noise(5, "f8")
        expected = np.fft.irfft(np.fft.rfft(a) * np.fft.rfft(b, 16))
        self.assert_close(papilio.convolve(a, b, "circular"), expected, "circular")

    def test_strides(self):
        a, b = noise((9, 30), "f8").T[::-1, 2], noise(14, "f8")[::-2]
        self.assert_close(papilio.convolve(a, b), np.convolve(a, b), "strides")

    def test_overlap(self):
        a, b = noise(5000, "f4"), noise(31, "f4")
        for mode in ("full", "same", "valid"):
            own = papilio.oaconvolve(a, b, mode)
            self.assert_close(own, np.convolve(a, b, mode), mode)
            self.assertNotIsInstance(own.base, np.ndarray, mode)
        self.assert_close(papilio.oaconvolve(b, a), np.convolve(a, b), "swapped")

    def test_stream(self):
        a, b = noise(3000, "c8"), noise(17, "c8")
        stream = papilio.OverlapSave(b)
        pieces = []
        for piece in np.split(a, [1, 700, 701, 2900]):
            stream.push(piece)
            pieces.append(stream.pull())
        stream.flush()
        pieces.append(stream.pull())
        self.assertEqual(sum(map(len, pieces)), a.size)
        stream.finish()
        pieces.append(stream.pull())
        self.assert_close(np.concatenate(pieces), np.convolve(a, b), "stream")
        self.assertGreater(stream.block, 0)

    def test_errors(self):
        for arguments in ((np.ones(3), np.ones((3, 3))), (np.ones(3), np.ones(3), "x"),
                          (np.ones(3), np.ones(4), "valid"),
                          (np.ones(0), np.ones(3)), (np.float64(1), np.float64(1))):
            with self.assertRaises(ValueError):
                papilio.convolve(*arguments)
        with self.assertRaises(ValueError):
            papilio.OverlapSave(np.ones((2, 2)))


if __name__ == "__main__":
    unittest.main(verbosity=2)
