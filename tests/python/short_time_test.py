# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Short-time transforms against scipy.signal, and back."""

import unittest
import warnings

import numpy as np
import scipy.signal

import papilio

try:
    import jax
except ImportError:
    jax = None

GENERATOR = np.random.default_rng(5)


def noise(shape, dtype):
    values = GENERATOR.standard_normal(shape)
    if np.dtype(dtype).kind in "iu":
        return (values * 30).astype(dtype)
    return (values + 1j * GENERATOR.standard_normal(shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)


# Few shapes of frames, because PoCL takes a second for the kernels of each.
CASES = (
    ("f4", (500,), {"nperseg": 64}),
    ("f8", (500,), {"nperseg": 64, "fs": 8000.0, "scaling": "psd"}),
    ("f8", (3, 203), {"nperseg": 50, "noverlap": 37, "window": "blackman"}),
    ("f8", (203, 2), {"nperseg": 50, "noverlap": 37, "axis": 0, "boundary": "even"}),
    ("f8", (2, 203, 3), {"nperseg": 33, "axis": 1, "boundary": "odd", "window": ("kaiser", 6.0)}),
    ("f4", (203,), {"nperseg": 33, "boundary": "constant"}),
    ("f8", (203,), {"nperseg": 50, "noverlap": 37, "boundary": None, "padded": False}),
    ("f8", (203,), {"nperseg": 40, "nfft": 64}),
    ("f8", (2, 203), {"nperseg": 40, "nfft": 75, "boundary": "even", "padded": False}),
    ("c8", (203,), {"nperseg": 33}),
    ("c16", (203, 2), {"nperseg": 50, "axis": 0, "return_onesided": False, "fs": 2.0}),
    ("f8", (203,), {"nperseg": 33, "return_onesided": False}),
    ("i2", (203,), {"nperseg": 50, "noverlap": 37}),
    ("f2", (203,), {"nperseg": 33, "window": np.hamming(33)}),
    (">f8", (203,), {"nperseg": 50, "noverlap": 37}),
    ("f8", (100,), {"nperseg": 100, "noverlap": 99}),  # more than 8 phases: windowed on the host
)
# All of nperseg 33 or 50: their transforms' kernels serve several.
WELCH_CASES = (
    ("f4", (500,), {"nperseg": 50}),
    ("f8", (500,), {"nperseg": 50, "fs": 8000.0, "scaling": "spectrum", "detrend": "linear"}),
    ("f8", (3, 203), {"nperseg": 50, "noverlap": 37, "window": "blackman", "detrend": False, "average": "median"}),
    ("f8", (203, 2), {"nperseg": 33, "axis": 0, "average": "median"}),
    ("f8", (203,), {"nperseg": 33, "nfft": 50, "detrend": lambda segments: segments - 3}),
    ("c16", (203,), {"nperseg": 33, "return_onesided": False}),
    ("f8", (203,), {"nperseg": 33, "return_onesided": False}),
    ("i4", (203,), {"window": np.hamming(33)}),
    ("f8", (20,), {"nperseg": 1, "detrend": "linear"}),
)
SPECTROGRAM_CASES = (
    ("f4", (500,), {"nperseg": 50}),
    ("f8", (2, 203), {"nperseg": 50, "noverlap": 37, "fs": 8000.0, "scaling": "spectrum", "window": "hann"}),
    ("f8", (203, 2), {"nperseg": 33, "axis": 0, "mode": "complex", "detrend": "linear"}),
    ("f8", (203,), {"nperseg": 33, "mode": "magnitude", "detrend": False}),
    ("f8", (203,), {"nperseg": 33, "mode": "angle", "detrend": None}),
    ("f8", (203,), {"nperseg": 33, "mode": "phase", "detrend": False}),
    ("c8", (203,), {"nperseg": 33, "return_onesided": False}),
)


def theirs_of(values, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # complex signals have two sides
        return scipy.signal.stft(values, **options)


class ShortTime(unittest.TestCase):
    def assert_close(self, own, theirs, case):
        self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), case)
        tolerance = 2e-6 if own.dtype.char in "fF" else 1e-14
        self.assertLessEqual(np.abs(own - theirs).max(), tolerance * np.abs(theirs).max(), case)

    def test_spectra(self):
        for dtype, shape, options in CASES:
            values = noise(shape, dtype)
            case = (dtype, shape, options)
            f, t, own = papilio.stft(values, **options)
            their_f, their_t, theirs = theirs_of(values.astype("f8") if dtype == "i2" else values, options)
            self.assert_close(own, theirs, case)
            np.testing.assert_allclose(f, their_f, rtol=1e-14, err_msg=str(case))
            np.testing.assert_allclose(t, their_t, rtol=1e-14, err_msg=str(case))

    def test_power_spectra(self):
        for name, cases in (("welch", WELCH_CASES), ("spectrogram", SPECTROGRAM_CASES)):
            for dtype, shape, options in cases:
                values = noise(shape, dtype) + np.asarray(100).astype(dtype)  # a mean that the segments lose
                *own_axes, own = getattr(papilio, name)(values, **options)
                *their_axes, theirs = getattr(scipy.signal, name)(values, **options)
                case = (name, dtype, shape, options)
                self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), case)
                single = own.dtype.char in "fF"
                largest = max(np.abs(theirs).max(), 1e-10)  # one sample without its mean is noise of rounding
                np.testing.assert_allclose(own, theirs, rtol=0, atol=(1e-4 if single else 1e-10) * largest,
                                           err_msg=str(case))
                for axis, their_axis in zip(own_axes, their_axes, strict=True):
                    np.testing.assert_allclose(axis, their_axis, rtol=1e-14, err_msg=str(case))

    def test_way_back(self):
        for dtype, shape, options in CASES:
            if options.get("boundary", "zeros") is None:
                continue  # windows that begin with 0
            axis = options.get("axis", -1) % len(shape)
            values = noise(shape, dtype)
            _, _, spectra = papilio.stft(values, **options)
            two_sided = values.dtype.kind == "c" or not options.get("return_onesided", True)
            arguments = {name: options[name] for name in ("fs", "window", "nperseg", "noverlap", "nfft", "scaling")
                         if name in options}
            arguments.update(input_onesided=not two_sided, time_axis=-1, freq_axis=axis)
            t, own = papilio.istft(spectra, **arguments)
            if options.get("padded", True):
                cut = own[..., :shape[axis]]  # time is the last axis of the spectra
                native = np.moveaxis(values.astype(values.dtype.newbyteorder("=")), axis, -1)
                single = own.dtype.char in "fF"
                worst = np.abs(cut - native).max()
                self.assertLess(worst, (1e-5 if single else 1e-13) * np.abs(native).max(), (dtype, options))
            their_t, theirs = scipy.signal.istft(spectra, **arguments)
            self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), (dtype, options))
            if len(shape) == 1:  # SciPy's times are as many as the first axis is long
                np.testing.assert_allclose(t, their_t, rtol=1e-14)
            # The samples behind the signal are under few windows, and SciPy does not weigh these.
            np.testing.assert_allclose(own, theirs, atol=1e-4 if own.dtype.char in "fF" else 1e-10, rtol=0)

    def test_changed_spectra_give_the_nearest_signal(self):
        values = noise((2, 300), "f8")
        _, _, spectra = papilio.stft(values, nperseg=64, noverlap=48)
        spectra = spectra * GENERATOR.uniform(size=spectra.shape)
        _, own = papilio.istft(spectra, nperseg=64, noverlap=48)
        _, theirs = scipy.signal.istft(spectra, nperseg=64, noverlap=48)
        self.assert_close(own, theirs, "changed")

    def test_of_short_time_fft(self):
        values = noise(400, "f8")
        window = scipy.signal.windows.hann(64, sym=False)
        transform = scipy.signal.ShortTimeFFT(window, hop=16, fs=1.0, phase_shift=None)
        theirs = transform.stft(values)
        _, t, own = papilio.stft(values, window=window, noverlap=48)
        first = transform.p_min  # its frames begin before sample -32, where ours begin
        begin = [i for i, p in enumerate(range(first, first + theirs.shape[1])) if p >= 0][0]
        np.testing.assert_allclose(own[:, :t.size] * window.sum(), theirs[:, begin:begin + t.size], atol=1e-12)

    def test_results_are_views_of_one_array(self):
        _, _, spectra = papilio.stft(noise((3, 500), "f4"), nperseg=64)
        packed = spectra.transpose(0, 2, 1)
        self.assertTrue(packed.flags.c_contiguous and spectra.flags.writeable)
        _, back = papilio.istft(spectra, nperseg=64)
        self.assertTrue(back.flags.c_contiguous and back.flags.writeable)
        del spectra
        packed += 1  # it keeps the memory

    def test_strides_and_sequences(self):
        values = noise((40, 9), "f8")
        for view in (values[::2, 3], values.T[4, ::-1], values[:, 2:8].T[::-1]):
            self.assert_close(papilio.stft(view, nperseg=12)[2], theirs_of(view, {"nperseg": 12})[2], view.strides)
        listed = values[:, 0].tolist()
        self.assert_close(papilio.stft(listed, nperseg=12)[2], theirs_of(values[:, 0], {"nperseg": 12})[2], "list")

    def test_short_signals(self):
        values = noise(20, "f8")
        with self.assertWarnsRegex(UserWarning, "using nperseg = 20"):
            own = papilio.stft(values)[2]
        self.assert_close(own, theirs_of(values, {})[2], "short")

    @unittest.skipIf(jax is None, "JAX is not installed")
    def test_jax(self):
        values = noise((2, 203), "f4")
        for options in ({"nperseg": 33}, {"nperseg": 32, "nfft": 64}, {"nperseg": 33, "boundary": "odd"}):
            _, _, own = papilio.stft(jax.numpy.asarray(values), **options)
            self.assertIsInstance(own, jax.Array)
            self.assert_close(np.asarray(own), theirs_of(values, options)[2], options)
            f, power = papilio.welch(jax.numpy.asarray(values), nperseg=33, average="median")
            self.assertIsInstance(power, jax.Array)
            np.testing.assert_allclose(power, scipy.signal.welch(values, nperseg=33, average="median")[1], atol=1e-4)
            options.pop("boundary", None)
            _, back = papilio.istft(own, **options)
            self.assertIsInstance(back, jax.Array)
            np.testing.assert_allclose(np.asarray(back)[:, :203], values, atol=1e-5)

    def test_errors(self):
        x = noise(100, "f8")
        _, _, spectra = papilio.stft(x, nperseg=20)
        for error, call in ((ValueError, lambda: papilio.stft(x, nperseg=0)),
                            (ValueError, lambda: papilio.stft(x, nperseg=20, noverlap=20)),
                            (ValueError, lambda: papilio.stft(x, nperseg=20, noverlap=-1)),
                            (ValueError, lambda: papilio.stft(x, nperseg=20, nfft=19)),
                            (ValueError, lambda: papilio.stft(x, nperseg=20, boundary="mirror")),
                            (ValueError, lambda: papilio.stft(x, nperseg=20, scaling="amplitude")),
                            (ValueError, lambda: papilio.stft(x, nperseg=20, detrend="mean")),
                            (ValueError, lambda: papilio.welch(x, nperseg=20, average="max")),
                            (ValueError, lambda: papilio.welch(x, nperseg=20, scaling="psd")),
                            (ValueError, lambda: papilio.welch(x[:0])),
                            (ValueError, lambda: papilio.spectrogram(x, nperseg=20, mode="power")),
                            (ValueError, lambda: papilio.stft(x, nperseg=20, window=np.ones(19))),
                            (ValueError, lambda: papilio.stft(x, window=np.ones(101))),
                            (ValueError, lambda: papilio.stft(x, window=np.ones((4, 4)))),
                            (ValueError, lambda: papilio.stft(x, window=np.array([1.0, -1.0]))),
                            (ValueError, lambda: papilio.stft(x, window=np.array([1.0, np.nan]))),
                            (TypeError, lambda: papilio.stft(x, window=np.ones(4) + 0j)),
                            (TypeError, lambda: papilio.stft(x, nperseg=20.5)),
                            (TypeError, lambda: papilio.stft(x.astype(np.longdouble), nperseg=20)),
                            (TypeError, lambda: papilio.spectrogram(x.astype(np.longdouble), nperseg=20)),
                            (TypeError, lambda: papilio.stft(np.array(["a"] * 30), nperseg=20)),
                            (IndexError, lambda: papilio.stft(x, axis=1)),
                            (ValueError, lambda: papilio.stft(x[:0])),
                            (ValueError, lambda: papilio.istft(spectra[0])),
                            (ValueError, lambda: papilio.istft(spectra, time_axis=0, freq_axis=0)),
                            (IndexError, lambda: papilio.istft(spectra, time_axis=2)),
                            (ValueError, lambda: papilio.istft(spectra, nperseg=30)),
                            (ValueError, lambda: papilio.istft(spectra, nfft=30)),
                            (ValueError, lambda: papilio.istft(spectra[:, :0])),
                            (ValueError, lambda: papilio.istft(spectra, noverlap=0)),  # Hann's window begins with 0
                            (ValueError, lambda: papilio.istft(spectra, boundary=False)),
                            (ValueError, lambda: papilio.istft(spectra, nperseg=16, nfft=20, boundary=False))):
            self.assertRaises(error, call)
        for fs in (0, -1.0, np.inf, np.nan):
            for call in (papilio.stft, papilio.welch, papilio.spectrogram):
                self.assertRaisesRegex(ValueError, f"fs must be positive and finite, not {fs}", call, x, fs,
                                       nperseg=20)
            self.assertRaisesRegex(ValueError, f"not {fs}", papilio.istft, spectra, fs)


if __name__ == "__main__":
    unittest.main(verbosity=2)
