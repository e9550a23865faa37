# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Averaged power and cross spectra, compared with scipy.signal."""

import unittest
import warnings

import numpy as np
import scipy.signal

import papilio
from papilio import InvalidArgument, SpectrumAverager

GENERATOR = np.random.default_rng(3)


def noise(shape, dtype):
    values = GENERATOR.standard_normal(shape)
    return (values + 1j * GENERATOR.standard_normal(shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)


CASES = (
    ("f8", (1000,), {}), ("f4", (1000,), {"nperseg": 64, "fs": 8000.0}), ("c16", (500,), {"nperseg": 33, "noverlap": 20}),
    ("c8", (500,), {"nperseg": 32, "scaling": "spectrum"}), ("f8", (700,), {"nperseg": 50, "nfft": 64, "detrend": False}),
    ("f8", (3, 400), {"nperseg": 32, "window": ("kaiser", 8.0)}), ("f4", (300, 2), {"nperseg": 32, "axis": 0}),
    ("f8", (400,), {"nperseg": 32, "return_onesided": False}), ("f8", (2, 40000), {"nperseg": 512, "detrend": None}),
    ("f8", (500,), {"nperseg": 40, "detrend": "linear"}), ("f8", (500,), {"nperseg": 40, "average": "median"}))


class Averages(unittest.TestCase):
    def assert_close(self, own, theirs, case):
        self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), case)
        bound = 2e-5 if own.dtype.char in "fF" else 1e-11
        np.testing.assert_allclose(own, theirs, rtol=0, atol=bound * np.abs(theirs).max(), err_msg=str(case))

    def test_cross_spectra(self):
        for dtype, shape, options in CASES:
            x, y = noise(shape, dtype) + 10, noise(shape, dtype)
            f, own = papilio.csd(x, x + y, **options)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                their_f, theirs = scipy.signal.csd(x, x + y, **options)
            self.assert_close(own, theirs, options)
            np.testing.assert_allclose(f, their_f, rtol=1e-14)

    def test_cross_spectra_of_other_shapes(self):
        for x, y in (((300,), (500,)), ((4, 300), (300,)), ((3, 1, 200), (2, 200))):
            x, y = noise(x, "f8"), noise(y, "f8")
            self.assert_close(papilio.csd(x, y, nperseg=64)[1], scipy.signal.csd(x, y, nperseg=64)[1], (x.shape, y.shape))

    def test_coherence(self):
        for dtype, shape, options in CASES:
            if {"scaling", "return_onesided", "average"} & set(options):
                continue
            x, y = noise(shape, dtype), noise(shape, dtype)
            f, own = papilio.coherence(x, x + y, **options)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                their_f, theirs = scipy.signal.coherence(x, x + y, **options)
            self.assert_close(own, theirs, options)
            np.testing.assert_allclose(f, their_f, rtol=1e-14)

    def test_periodograms(self):
        for dtype, shape, options in (
                ("f8", (1000,), {}), ("f4", (2, 501), {"fs": 10.0}), ("c16", (300,), {"nfft": 512}),
                ("f8", (300,), {"nfft": 100, "window": "hann"}), ("f8", (40, 3), {"axis": 0, "scaling": "spectrum"}),
                ("f8", (300,), {"window": np.hanning(300), "detrend": False})):
            x = noise(shape, dtype) + 5
            f, own = papilio.periodogram(x, **options)
            their_f, theirs = scipy.signal.periodogram(x, **options)
            self.assert_close(own, theirs, options)
            np.testing.assert_allclose(f, their_f, rtol=1e-14)

    def test_pieces(self):
        for dtype, bound in (("float32", 1e-5), ("float64", 1e-12), ("complex64", 1e-5), ("complex128", 1e-12)):
            x, y = noise(3000, dtype), noise(3000, dtype)
            spectra = SpectrumAverager(60, 17, 64, fs=100, dtype=dtype, signals=2)
            for begin, end in ((0, 1), (1, 59), (59, 60), (60, 1901), (1901, 3000)):
                spectra.push(x[begin:end], y[begin:end])
            options = {"fs": 100, "nperseg": 60, "noverlap": 17, "nfft": 64}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # complex signals have two-sided spectra
                f, theirs = scipy.signal.csd(x, y, **options)
                power = scipy.signal.welch(y, **options)[1]
            np.testing.assert_allclose(spectra.frequencies, f)
            np.testing.assert_allclose(spectra.cross(), theirs, atol=bound * abs(theirs).max(), rtol=0)
            np.testing.assert_allclose(spectra.second_power(), power, atol=bound * power.max(), rtol=0)
            cross = spectra.cross()
            spectra.reset()
            spectra.push(x, y)
            np.testing.assert_array_equal(spectra.cross(), cross)
            self.assertEqual(spectra.segments, (3000 - 60) // 43 + 1)

    def test_peaks(self):
        x = noise(640, "f8")
        spectra = SpectrumAverager(64, 0, window=np.ones(64), detrend=False, scaling="spectrum", dtype="float64")
        spectra.push(x)
        powers = abs(np.fft.rfft(x.reshape(10, 64))) ** 2 / 64**2
        powers[:, 1:-1] *= 2
        np.testing.assert_allclose(spectra.peak(), powers.max(0), rtol=1e-11)
        np.testing.assert_allclose(spectra.power(), powers.mean(0), rtol=1e-11)

    def test_coherence_of_weak_signals(self):
        x = 1e-12 * noise(2000, "f4")
        y = (x + 1e-12 * noise(2000, "f4")).astype("f4")
        theirs = scipy.signal.coherence(x.astype("f8"), y.astype("f8"), nperseg=64)[1]
        np.testing.assert_allclose(papilio.coherence(x, y, nperseg=64)[1], theirs, atol=1e-4)

    def test_objects_are_dropped_with_the_cache(self):
        for nperseg in range(20, 40):
            papilio.csd(noise(100, "f4"), noise(100, "f4"), nperseg=nperseg)
        self.assertLessEqual(len(papilio._averages._idle), 8)
        papilio.cache_clear()
        self.assertEqual(papilio._averages._idle, {})

    def test_integers(self):
        x = GENERATOR.integers(-128, 128, (5000, 2)).astype(np.int8)
        spectra = SpectrumAverager(128, dtype="int8")
        spectra.push(x)
        theirs = scipy.signal.welch(x @ np.array([1, 1j]), nperseg=128, return_onesided=False)[1]
        np.testing.assert_allclose(spectra.power(), theirs, atol=1e-5 * theirs.max(), rtol=0)

    def test_errors(self):
        x = noise(100, "f8")
        for error, call in ((ValueError, lambda: papilio.csd(x, x, nperseg=20, average="max")),
                            (ValueError, lambda: papilio.csd(x, x[:0])),
                            (ValueError, lambda: papilio.csd(noise((3, 50), "f8"), noise((2, 50), "f8"))),
                            (ValueError, lambda: papilio.periodogram(x, window=np.ones(3))),
                            (ValueError, lambda: papilio.periodogram(x, nfft=0)),
                            (IndexError, lambda: papilio.coherence(x, x, axis=1)),
                            (ValueError, lambda: SpectrumAverager(0)),
                            (ValueError, lambda: SpectrumAverager(8, 8)),
                            (ValueError, lambda: SpectrumAverager(8, nfft=7)),
                            (ValueError, lambda: SpectrumAverager(8, detrend="linear")),
                            (ValueError, lambda: SpectrumAverager(8, scaling="psd")),
                            (ValueError, lambda: SpectrumAverager(8, dtype="int32")),
                            (InvalidArgument, lambda: SpectrumAverager(8, signals=3)),
                            (InvalidArgument, lambda: SpectrumAverager(8, fs=-1)),
                            (InvalidArgument, lambda: SpectrumAverager(8).power()),
                            (InvalidArgument, lambda: SpectrumAverager(8).push(x, x)),
                            (ValueError, lambda: SpectrumAverager(8).push(noise((2, 2), "f4"))),
                            (TypeError, lambda: SpectrumAverager(8, dtype="float32").push(x + 1j)),
                            (InvalidArgument, lambda: SpectrumAverager(8, fs=1e39)),
                            (TypeError, lambda: SpectrumAverager(8, dtype="int8").push(noise((2, 2), "f4"))),
                            (InvalidArgument, lambda: SpectrumAverager(8, signals=2).push(x, x[:5]))):
            self.assertRaises(error, call)


if __name__ == "__main__":
    unittest.main(verbosity=2)
