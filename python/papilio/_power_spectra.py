# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Power and cross spectra, averaged or over time, as scipy.signal has them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from . import _frames
from ._averages import averaged, takes
from ._libraries import library_of
from ._short_time import Detrend, Segments, Spectra, Times, Window, axis_of, cut, given_array, spectra_of
from ._types import Array, ArrayLike, DLPackArray

__all__ = ["coherence", "csd", "periodogram", "spectrogram", "welch"]


def _doubled(spectra: Spectra, segments: Segments, products: Any) -> Any:
    """The bins of a one-sided spectrum that stand for both signs count twice."""
    if not spectra.onesided:
        return products
    twice = np.full(products.shape[-1], 2.0)
    twice[0] = 1
    if segments.nfft % 2 == 0:
        twice[-1] = 1
    return products * _frames.weights(spectra.library, products, twice)


def _powers(spectra: Spectra, segments: Segments) -> Any:
    """|X|² of each segment."""
    return _doubled(spectra, segments, spectra.values.real ** 2 + spectra.values.imag ** 2)


def _median(space: Any, numbers: Any) -> Any:
    """Over the axis before the last, corrected for its bias."""
    even = 2 * np.arange(1, (numbers.shape[-2] - 1) // 2 + 1)
    return space.quantile(numbers, 0.5, -2) / float(1 + (1 / (even + 1) - 1 / even).sum())


def _check_average(average: str) -> None:
    if average not in ("mean", "median"):
        raise ValueError(f"average must be 'mean' or 'median', not {average!r}")


def _density(scaling: str) -> str:
    if scaling not in ("density", "spectrum"):
        raise ValueError(f"scaling must be 'density' or 'spectrum', not {scaling!r}")
    return "psd" if scaling == "density" else scaling


def welch(x: ArrayLike | DLPackArray, fs: float = 1.0, window: Window = "hann", nperseg: int | None = None,
          noverlap: int | None = None, nfft: int | None = None, detrend: Detrend = "constant",
          return_onesided: bool = True, scaling: str = "density", axis: int = -1,
          average: str = "mean") -> tuple[Times, Array]:
    """Power spectrum, averaged over segments (Welch's method), with the arguments and results of scipy.signal.welch.

    Parameters
    ----------
    x, fs, window, nperseg, noverlap, nfft, return_onesided, axis
        As for `stft`.
    detrend : {"constant", "linear", False, None} or function, default "constant"
        As for `stft`.
    scaling : {"density", "spectrum"}, default "density"
        "density": unit²/Hz, "spectrum": unit².
    average : {"mean", "median"}, default "mean"
        How the segments' powers become one; the median is corrected for its bias.

    Returns
    -------
    f : ndarray of float64, shape (bins,)
        Frequencies in Hz.
    Pxx : array of x's library, real
        The frequencies are where the samples were.

    Examples
    --------
    >>> import numpy as np, papilio
    >>> tone = np.sin(2 * np.pi * 1000 * np.arange(4096) / 8000)
    >>> f, Pxx = papilio.welch(tone, fs=8000, nperseg=256, scaling="spectrum")
    >>> f[Pxx.argmax()].item(), round(Pxx.max().item(), 9)
    (1000.0, 0.5)
    """
    _check_average(average)
    signal = given_array(x)
    axis = axis_of(axis, signal.ndim, "axis")
    segments = cut(signal, axis, window, nperseg, noverlap, nfft, fs, _density(scaling))
    if average == "mean" and takes([signal], axis, detrend):
        frequencies, (power,) = averaged([signal], axis, segments, fs, detrend, return_onesided,
                                         scaling == "density", ("power",))
        return frequencies, power
    spectra = spectra_of(signal, axis, segments, fs, detrend, return_onesided)
    power, space = _powers(spectra, segments), spectra.library.space(signal)
    mean = space.mean(power, axis=-2) if average == "mean" else _median(space, power)
    return spectra.frequencies, space.moveaxis(mean, -1, axis)


def _pair(x: Any, y: Any, axis: int) -> tuple[Any, Any, int]:
    """Two signals of one length: the shorter one ends in zeros; other axes are broadcast."""
    x, y = given_array(x), given_array(y)
    library = library_of(x)
    if library_of(y) is not library:
        raise TypeError(f"y is of another library than x: give an array of {library.name}")
    for z in (x, y):
        if 0 in z.shape:
            raise ValueError(f"a signal has the shape {tuple(z.shape)}: there are no samples")
    if x is y:
        return x, y, axis_of(axis, x.ndim, "axis")
    own, others = axis_of(axis, x.ndim, "axis"), axis_of(axis, y.ndim, "axis")
    x, y = library.space(x).moveaxis(x, own, -1), library.space(y).moveaxis(y, others, -1)
    samples = max(x.shape[-1], y.shape[-1])
    single = all(library.dtype_name(z) in _frames.SINGLE for z in (x, y))
    kind = "complex" if any(library.dtype_name(z).startswith("complex") for z in (x, y)) else "float"
    name = f"{kind}{(64 if kind == 'complex' else 32) * (1 if single else 2)}"
    x, y = (_frames.with_zeros(library, z if library.dtype_name(z) == name else library.cast(z, name),
                               samples - z.shape[-1]) for z in (x, y))
    rest = np.broadcast_shapes(tuple(x.shape[:-1]), tuple(y.shape[:-1]))
    space = library.space(x)
    x, y = (space.broadcast_to(z, (*rest, samples)) for z in (x, y))
    axis = operator.index(axis)
    last = len(rest)
    axis = axis if axis >= 0 else last + 1 + axis
    return space.moveaxis(x, -1, axis), space.moveaxis(y, -1, axis), axis


def csd(x: ArrayLike | DLPackArray, y: ArrayLike | DLPackArray, fs: float = 1.0, window: Window = "hann",
        nperseg: int | None = None, noverlap: int | None = None, nfft: int | None = None,
        detrend: Detrend = "constant", return_onesided: bool = True, scaling: str = "density", axis: int = -1,
        average: str = "mean") -> tuple[Times, Array]:
    """Cross power spectrum, averaged over segments, with the arguments and results of scipy.signal.csd.

    Parameters
    ----------
    x, y : array
        Signals of one library. The shorter one is continued by zeros; other axes are broadcast.
    fs, window, nperseg, noverlap, nfft, return_onesided, axis
        As for `stft`.
    detrend, scaling, average
        As for `welch`.

    Returns
    -------
    f : ndarray of float64, shape (bins,)
        Frequencies in Hz.
    Pxy : array of x's library, complex
        The mean of conj(X) Y. The frequencies are where the samples were.

    Examples
    --------
    >>> import numpy as np, papilio
    >>> tone = np.exp(2j * np.pi * 1000 * np.arange(4096) / 8000)
    >>> f, Pxy = papilio.csd(tone, 2j * tone, fs=8000, nperseg=256, scaling="spectrum")
    >>> f[abs(Pxy).argmax()].item(), Pxy[abs(Pxy).argmax()].round(9).item()
    (1000.0, 2j)
    """
    _check_average(average)
    x, y, axis = _pair(x, y, axis)
    segments = cut(x, axis, window, nperseg, noverlap, nfft, fs, _density(scaling))
    if average == "mean" and takes([x, y], axis, detrend):
        frequencies, (cross,) = averaged([x, y], axis, segments, fs, detrend, return_onesided,
                                         scaling == "density", ("cross",))
        return frequencies, cross
    first, second = (spectra_of(z, axis, segments, fs, detrend, return_onesided) for z in (x, y))
    space = first.library.space(x)
    products = _doubled(first, segments, first.library.conjugate(first.values) * second.values)
    if average == "mean":
        mean = space.mean(products, axis=-2)
    else:
        mean = _median(space, products.real) + 1j * _median(space, products.imag)
    return first.frequencies, space.moveaxis(mean, -1, axis)


def coherence(x: ArrayLike | DLPackArray, y: ArrayLike | DLPackArray, fs: float = 1.0, window: Window = "hann",
              nperseg: int | None = None, noverlap: int | None = None, nfft: int | None = None,
              detrend: Detrend = "constant", axis: int = -1) -> tuple[Times, Array]:
    """Coherence of two signals, |Pxy|² / (Pxx Pyy), with the arguments and results of scipy.signal.coherence.

    Parameters
    ----------
    x, y, fs, window, nperseg, noverlap, nfft, detrend, axis
        As for `csd`.

    Returns
    -------
    f : ndarray of float64, shape (bins,)
        Frequencies in Hz.
    Cxy : array of x's library, real
        Numbers from 0 to 1. The frequencies are where the samples were.

    Examples
    --------
    >>> import numpy as np, papilio
    >>> noise = np.random.default_rng(1).standard_normal(4096)
    >>> f, Cxy = papilio.coherence(noise, 3 * noise, nperseg=256)
    >>> bool(np.allclose(Cxy, 1))
    True
    """
    x, y, axis = _pair(x, y, axis)
    segments = cut(x, axis, window, nperseg, noverlap, nfft, fs, "psd")
    if takes([x, y], axis, detrend):
        frequencies, (xx, yy, xy) = averaged([x, y], axis, segments, fs, detrend, True, True,
                                               ("power", "second_power", "cross"))
    else:
        options: dict[str, Any] = {"nperseg": segments.nperseg, "noverlap": segments.nperseg - segments.hop,
                                   "nfft": segments.nfft, "detrend": detrend, "axis": axis}
        frequencies, xy = csd(x, y, fs, segments.window, **options)
        xx, yy = (welch(z, fs, segments.window, **options)[1] for z in (x, y))
    size = abs(xy)  # its square may underflow
    return frequencies, (size / xx) * (size / yy)


def periodogram(x: ArrayLike | DLPackArray, fs: float = 1.0, window: Window = "boxcar", nfft: int | None = None,
                detrend: Detrend = "constant", return_onesided: bool = True, scaling: str = "density",
                axis: int = -1) -> tuple[Times, Array]:
    """Power spectrum of the whole signal, with the arguments and results of scipy.signal.periodogram.

    Parameters
    ----------
    x, fs, return_onesided, axis
        As for `stft`.
    window : str, tuple or array, default "boxcar"
        As for `stft`; all factors are 1.
    nfft : int, optional
        Length of the transform: the signal is continued by zeros, or cut. Default: the signal's.
    detrend, scaling
        As for `welch`.

    Returns
    -------
    f : ndarray of float64, shape (bins,)
        Frequencies in Hz.
    Pxx : array of x's library, real
        The frequencies are where the samples were.

    Examples
    --------
    >>> import numpy as np, papilio
    >>> tone = np.sin(2 * np.pi * 1000 * np.arange(800) / 8000)
    >>> f, Pxx = papilio.periodogram(tone, fs=8000, scaling="spectrum")
    >>> f[Pxx.argmax()].item(), round(Pxx.max().item(), 9)
    (1000.0, 0.5)
    """
    signal = given_array(x)
    axis = axis_of(axis, signal.ndim, "axis")
    samples = signal.shape[axis]
    if nfft is not None and (nfft := operator.index(nfft)) < 1:
        raise ValueError("nfft must be a positive integer")
    if nfft is not None and nfft < samples:
        signal = signal[(slice(None),) * axis + (slice(nfft),)]
        samples, nfft = nfft, None
    if isinstance(window, str) and window == "boxcar":
        window = np.ones(samples)
    if not isinstance(window, (str, tuple)) and len(window) != samples:
        raise ValueError("the size of the window must be the same size of the input on the specified axis")
    return welch(signal, fs, window, samples, 0, nfft, detrend, return_onesided, scaling, axis)


def spectrogram(x: ArrayLike | DLPackArray, fs: float = 1.0, window: Window = ("tukey", 0.25),
                nperseg: int | None = None, noverlap: int | None = None, nfft: int | None = None,
                detrend: Detrend = "constant", return_onesided: bool = True, scaling: str = "density",
                axis: int = -1, mode: str = "psd") -> tuple[Times, Times, Array]:
    """Power over time and frequency, with the arguments and results of scipy.signal.spectrogram.

    Parameters
    ----------
    x, fs, nperseg, nfft, return_onesided, axis
        As for `stft`.
    window : str, tuple or array, default ("tukey", 0.25)
        As for `stft`. Names other than "hann" need SciPy.
    noverlap : int, optional
        Samples that neighbours share. Default: ``nperseg // 8``.
    detrend, scaling
        As for `welch`.
    mode : {"psd", "complex", "magnitude", "angle", "phase"}, default "psd"
        Powers, the complex spectra, their magnitudes, or their angles in radians; "phase" unwraps these over frequency.

    Returns
    -------
    f : ndarray of float64, shape (bins,)
        Frequencies in Hz.
    t : ndarray of float64, shape (segments,)
        Times of the segments' centres in seconds.
    Sxx : array of x's library
        The frequencies are where the samples were; the last axis is the segments.

    Examples
    --------
    >>> import numpy as np, papilio
    >>> tone = np.sin(2 * np.pi * 1000 * np.arange(4096) / 8000)
    >>> f, t, Sxx = papilio.spectrogram(tone, fs=8000, window="hann")
    >>> Sxx.shape, f[Sxx[:, 8].argmax()].item()
    ((129, 18), 1000.0)
    """
    if mode not in ("psd", "complex", "magnitude", "angle", "phase"):
        raise ValueError(f"mode must be 'psd', 'complex', 'magnitude', 'angle' or 'phase', not {mode!r}")
    signal = given_array(x)
    axis = axis_of(axis, signal.ndim, "axis")
    segments = cut(signal, axis, window, nperseg, noverlap, nfft, fs, _density(scaling))
    if noverlap is None:
        segments = segments._replace(hop=segments.nperseg - segments.nperseg // 8)
    spectra = spectra_of(signal, axis, segments, fs, detrend, return_onesided)
    space, values = spectra.library.space(signal), spectra.values
    if mode == "psd":
        values = _powers(spectra, segments)
    elif mode == "magnitude":
        values = abs(values)
    elif mode in ("angle", "phase"):
        values = space.angle(values)
        values = space.unwrap(values, axis=-1) if mode == "phase" else values
    return spectra.frequencies, spectra.times, space.moveaxis(values, -1, axis)
