# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.Channelizer, compared with its definition and with scipy.signal."""

import unittest

import numpy as np

from papilio import Channelizer, InvalidArgument, channel_filter

RNG = np.random.default_rng(8)

try:
    from scipy import signal
except ImportError:
    signal = None


def defined(x, channels, hop, taps):
    bins = channels if np.iscomplexobj(x) else channels // 2 + 1
    shifted = x[:, None] * np.exp(-2j * np.pi * (np.outer(np.arange(len(x)), np.arange(bins)) % channels) / channels)
    return np.stack([np.convolve(column, taps)[:len(x)][hop - 1::hop] for column in shifted.T], -1)


class Channels(unittest.TestCase):
    def test_are_those_of_the_definition(self):
        for dtype, bound in (("complex64", 1e-6), ("float32", 1e-6), ("complex128", 1e-14), ("float64", 1e-14)):
            x = RNG.uniform(-1, 1, 400).astype(dtype)
            if "complex" in dtype:
                x = x + 1j * RNG.uniform(-1, 1, 400).astype(x.real.dtype)
            bank = Channelizer(16, hop=7, dtype=dtype)
            got = np.concatenate([bank.push(x[:5]), bank.push(x[5:333]), bank.push(x[333:])])
            expected = defined(x, 16, 7, channel_filter(16))
            self.assertEqual((got.shape, got.dtype), (expected.shape, np.result_type(np.complex64, dtype)))
            self.assertLess(np.linalg.norm(got - expected), bound * np.linalg.norm(expected))
            bank.reset()
            np.testing.assert_array_equal(bank.push(x), got)
            self.assertEqual((bank.hop, len(bank.taps)), (7, 128))

    @unittest.skipIf(signal is None, "scipy is not installed")
    def test_are_those_of_scipy(self):
        np.testing.assert_allclose(channel_filter(24, 6, 7.5), signal.firwin(144, 1 / 24, window=("kaiser", 7.5)),
                                   atol=1e-15)
        x = RNG.uniform(-1, 1, (300, 2)) @ [1, 1j]
        got = Channelizer(24, hop=18, dtype="complex128").push(x)
        for k in range(24):
            shifted = x * np.exp(-2j * np.pi * k * np.arange(300) / 24)
            expected = signal.lfilter(channel_filter(24), 1, shifted)[17::18]
            np.testing.assert_allclose(got[:, k], expected, atol=1e-13)

    def test_of_integers(self):
        x = RNG.integers(-128, 128, (500, 2)).astype(np.int8)
        got = Channelizer(16, hop=7, dtype="int8").push(x)
        expected = Channelizer(16, hop=7).push(x.astype(np.float32).view(np.complex64)[:, 0])
        self.assertLess(np.linalg.norm(got - expected), 1e-6 * np.linalg.norm(expected))

    def test_refuse_what_makes_no_sense(self):
        for arguments in ({"channels": 1}, {"channels": 8, "hop": 9}, {"channels": 8, "taps": [1, np.nan]}):
            self.assertRaises(InvalidArgument, Channelizer, **arguments)
        for arguments in ({"channels": 8, "hop": 0}, {"channels": 8, "dtype": "int32"}, {"channels": 8, "taps": [[1]]}):
            self.assertRaises(ValueError, Channelizer, **arguments)
        self.assertRaises(InvalidArgument, channel_filter, 16, 0)
        bank = Channelizer(8, dtype="int8")
        self.assertRaises(TypeError, bank.push, [[1.0, 2.0]])
        self.assertRaises(ValueError, bank.push, np.zeros(8, np.int8))
        self.assertRaises(ValueError, Channelizer(8).push, np.zeros((2, 2)))
        self.assertEqual(Channelizer(8).push([]).shape, (0, 8))


if __name__ == "__main__":
    unittest.main()
