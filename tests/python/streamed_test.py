# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Signals in a CUDA device's memory, on the fake runtime of the tests: short-time transforms, features, pieces."""

import gc
import unittest

import fake_gpu
import numpy as np
import scipy.signal
from fake_gpu import Array, InterfaceArray, Memory, Stream

import papilio
from papilio import _libraries, features

GENERATOR = np.random.default_rng(4)


class Streaming(_libraries.Library):
    """A library whose streams are the caller's, as CuPy and PyTorch are."""

    waits = False
    current = 0

    def describe(self, x):
        return (*super().describe(x)[:6], Streaming.current)

    def empty(self, like, shape, number):
        values = np.empty(shape, _libraries.NUMBERS[number])
        return StreamArray(Memory(values.nbytes), values)


class StreamArray(InterfaceArray):
    __module__ = "streaming"


_libraries.LIBRARIES["streaming"] = Streaming


def noise(shape, dtype):
    values = GENERATOR.standard_normal(shape)
    return (values + 1j * GENERATOR.standard_normal(shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)


class Streamed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.before = papilio.use_device("cuda:0")

    def assert_close(self, own, theirs, case, bound=1e-5):
        self.assertIsInstance(own, Array, case)
        self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), case)
        tolerance = 1e-12 if theirs.dtype in ("f8", "c16") else bound
        np.testing.assert_allclose(own.host, theirs, rtol=0, atol=tolerance * abs(theirs).max(initial=1e-30), err_msg=str(case))

    def test_short_time_transforms(self):
        for kind in (Array, StreamArray):
            for dtype, shape, options in (("f4", (150,), {"nperseg": 16}), ("c16", (2, 60), {"nperseg": 15, "noverlap": 4}),
                                          ("f8", (50, 2), {"nperseg": 10, "axis": 0, "boundary": "even"}),
                                          ("f4", (90,), {"nperseg": 16, "boundary": None, "padded": False})):
                x = noise(shape, dtype)
                theirs = scipy.signal.stft(x, **{"return_onesided": np.dtype(dtype).kind != "c", **options})[2]
                own = papilio.stft(kind.of(x), **options)[2]
                self.assert_close(own, theirs, (kind, options))
            x = noise((2, 96), "f4")
            spectra = papilio.stft(x, nperseg=16)[2]
            self.assert_close(papilio.istft(kind.of(np.ascontiguousarray(spectra)), nperseg=16)[1], x, "istft")

    def test_features(self):
        for kind in (Array, StreamArray):
            for options in ({"level": "decibel", "range": 40.0}, {"filters": 0}, {"coefficients": 5, "padding": "none"}):
                x = noise((2, 600), "f4")
                options = {"length": 64, "hop": 20, "filters": 12, **options}
                theirs = features.mel(x.astype("f8"), 8000, **options).astype("f4")
                self.assert_close(features.mel(kind.of(x), 8000, **options), theirs, options, 1e-4)
        with self.assertRaises(TypeError):
            features.mel(Array.of(noise(600, "c8")), 8000)

    def test_channels(self):
        x = noise(500, "c8")
        for kind in (Array, StreamArray):
            bank, other = papilio.Channelizer(8, hop=6), papilio.Channelizer(8, hop=6)
            theirs = other.push(x)
            for begin, end in ((0, 3), (3, 77), (77, 500)):
                own = bank.push(kind.of(x[begin:end].copy()))
                count = own.shape[0]
                self.assert_close(own, theirs[:count], (begin, end))
                theirs = theirs[count:]
            self.assertEqual(theirs.shape[0], 0)
        stored = GENERATOR.integers(-99, 99, (200, 2)).astype(np.int8)
        self.assert_close(papilio.Channelizer(8, dtype="int8").push(StreamArray.of(stored)),
                          papilio.Channelizer(8, dtype="int8").push(stored), "int8")

    def test_averages(self):
        x, y = noise(700, "f4"), noise(700, "f4")
        for kind in (Array, StreamArray):
            spectra = papilio.SpectrumAverager(32, signals=2)
            for begin, end in ((0, 5), (5, 333), (333, 700)):
                spectra.push(kind.of(x[begin:end].copy()), kind.of(y[begin:end].copy()))
            theirs = scipy.signal.csd(x, y, nperseg=32)[1]
            spectra.push(kind.of(x[:0].copy()), kind.of(y[:0].copy()))
            np.testing.assert_allclose(spectra.cross(), theirs, rtol=0, atol=1e-5 * abs(theirs).max())
            with self.assertRaisesRegex(TypeError, "complex"):
                spectra.push(kind.of(x.astype("c8")), kind.of(y))
            with self.assertRaises(TypeError):
                spectra.push(kind.of(x), y)
            with self.assertRaises(ValueError):
                spectra.push(kind.of(x), kind.of(y[1:].copy()))

    def test_order_of_the_callers_stream(self):
        """Work on the library's stream runs in its order: what was written before is read."""
        stream = Stream()
        Streaming.current = stream.ptr
        try:
            x = StreamArray.of(noise(300, "f4"))
            bank = papilio.Channelizer(8, dtype="float32")
            own = bank.push(x)
            self.assertEqual(own.shape, (37, 5))
            fake_gpu.check(fake_gpu.RUNTIME.cudaStreamSynchronize(fake_gpu.ctypes.c_void_p(stream.ptr)))
            theirs = papilio.Channelizer(8, dtype="float32").push(x.host.copy())
            self.assert_close(own, theirs, "stream")
        finally:
            Streaming.current = 0

    def test_slices_that_are_not_aligned(self):
        x = noise(403, "f4")
        whole = InterfaceArray.of(x)
        part = InterfaceArray(whole.memory, whole.like[3:], 12)  # 12 bytes behind a multiple of 16
        self.assert_close(papilio.stft(part, nperseg=16)[2], scipy.signal.stft(x[3:], nperseg=16)[2], "slice")

    def test_nothing_leaks(self):
        def work():
            papilio.stft(StreamArray.of(noise(100, "f4")), nperseg=16)
            papilio.Channelizer(8, dtype="float32").push(StreamArray.of(noise(100, "f4")))
        work()
        gc.collect()
        before = Memory.live
        work()
        gc.collect()
        self.assertEqual(Memory.live, before)


if __name__ == "__main__":
    unittest.main(verbosity=2)
