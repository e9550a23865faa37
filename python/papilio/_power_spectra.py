# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Power spectra, averaged or over time, as scipy.signal has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _frames
from ._short_time import Detrend, Segments, Spectra, Times, Window, axis_of, cut, given_array, spectra_of
from ._types import Array, ArrayLike, DLPackArray

__all__ = ["spectrogram", "welch"]


def _powers(spectra: Spectra, segments: Segments) -> Any:
    """|X|² of each segment; the bins of a one-sided spectrum that stand for both signs count twice."""
    power = spectra.values.real ** 2 + spectra.values.imag ** 2
    if not spectra.onesided:
        return power
    twice = np.full(power.shape[-1], 2.0)
    twice[0] = 1
    if segments.nfft % 2 == 0:
        twice[-1] = 1
    return power * _frames.weights(spectra.library, power, twice)


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
    if average not in ("mean", "median"):
        raise ValueError(f"average must be 'mean' or 'median', not {average!r}")
    signal = given_array(x)
    axis = axis_of(axis, signal.ndim, "axis")
    segments = cut(signal, axis, window, nperseg, noverlap, nfft, fs, _density(scaling))
    spectra = spectra_of(signal, axis, segments, fs, detrend, return_onesided)
    power, space = _powers(spectra, segments), spectra.library.space(signal)
    if average == "mean":
        mean = space.mean(power, axis=-2)
    else:
        even = 2 * np.arange(1, (power.shape[-2] - 1) // 2 + 1)
        mean = space.quantile(power, 0.5, -2) / float(1 + (1 / (even + 1) - 1 / even).sum())
    return spectra.frequencies, space.moveaxis(mean, -1, axis)


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
