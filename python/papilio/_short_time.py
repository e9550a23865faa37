# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Short-time Fourier transforms, as scipy.signal has them."""

from __future__ import annotations

import importlib
import math
import operator
import warnings
from typing import Any, NamedTuple

import numpy as np

from . import _core, _frames
from ._libraries import library_of

__all__ = ["istft", "stft"]

# What is around the signal: SciPy's name, and the library's where it has it.
_BOUNDARIES = {None: "none", "zeros": "zeros", "even": "reflect", "odd": None, "constant": None}


class _Segments(NamedTuple):
    """How a signal is cut: `window` has a factor of `factor` for spectra, `nfft` is the transform's length."""

    window: Any
    hop: int
    nfft: int
    factor: float

    @property
    def nperseg(self) -> int:
        return len(self.window)

    @property
    def scaled(self) -> Any:
        return self.window * self.factor


def _window(window: Any, nperseg: int) -> Any:
    """Numbers of a window that is given by name."""
    if window in ("hann", "hann_periodic"):
        return 0.5 - 0.5 * np.cos(2 * math.pi * np.arange(nperseg) / nperseg) if nperseg > 1 else np.ones(1)
    try:
        signal = importlib.import_module("scipy.signal")
    except ImportError as error:
        raise ImportError(f"the window {window!r} needs SciPy: install it, or give an array") from error
    return signal.get_window(window, nperseg)


def _checked_window(window: Any, nperseg: Any) -> Any:
    """The window's numbers, as many as nperseg if it is not None."""
    if nperseg is not None and (nperseg := operator.index(nperseg)) < 1:
        raise ValueError("nperseg must be a positive integer")
    if isinstance(window, (str, tuple)):
        window = _window(window, nperseg)
    window = np.asarray(window)
    if window.ndim != 1 or window.size == 0:
        raise ValueError("window must be 1-D, of at least one number")
    if window.dtype.kind == "c":
        raise TypeError("window must be real")
    if nperseg not in (None, window.size):
        raise ValueError(f"nperseg is {nperseg}, and the window has {window.size} numbers: leave one of them out")
    return window


def _segments(window: Any, nperseg: Any, noverlap: Any, nfft: Any, fs: float, scaling: str) -> _Segments:
    """nperseg is None only with an array for a window."""
    window = _checked_window(window, nperseg)
    nperseg = window.size
    nfft = nperseg if nfft is None else operator.index(nfft)
    if nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    noverlap = nperseg // 2 if noverlap is None else operator.index(noverlap)
    if not 0 <= noverlap < nperseg:
        raise ValueError(f"noverlap must be 0 to {nperseg - 1}, less than nperseg, not {noverlap}")
    window = window.astype(np.float64)
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"scaling must be 'spectrum' or 'psd', not {scaling!r}")
    divisor = abs(window.sum()) if scaling == "spectrum" else math.sqrt(fs * (window * window).sum())
    if not (divisor > 0 and math.isfinite(divisor)):
        raise ValueError("the window's sum is 0 or not finite: choose another scaling or window")
    return _Segments(window, nperseg - noverlap, nfft, 1 / float(divisor))


def _axis(axis: Any, rank: int, name: str) -> int:
    given: int = operator.index(axis)
    if not -rank <= given < rank:
        raise IndexError(f"{name} {given} is out of bounds for an array of {rank} dimensions")
    return given % rank


def _records(x: Any) -> bool:
    """A derivative of this tensor of PyTorch's is asked for."""
    if not getattr(x, "requires_grad", False):
        return False
    from .torch import _functions
    return bool(_functions.records(x))


def _given(x: Any) -> Any:
    """An array of NumPy's or of another library."""
    foreign = hasattr(x, "__dlpack__") or hasattr(x, "__cuda_array_interface__")
    return x if foreign and not isinstance(x, (np.generic, list, tuple)) else np.asarray(x)


def stft(x: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
         nfft: int | None = None, detrend: Any = False, return_onesided: bool = True,
         boundary: str | None = "zeros", padded: bool = True, axis: int = -1,
         scaling: str = "spectrum") -> tuple[Any, Any, Any]:
    """Spectra of overlapping, windowed segments of a signal: ``(f, t, Zxx)``, as scipy.signal.stft has them.

    The frequencies are where the signal's axis was, the segments are the last axis. ``nperseg`` is by default the
    length of a window that is an array, else 256. ``f`` and ``t`` are arrays of NumPy's, ``Zxx`` is one of x's library.
    """
    x = _given(x)
    axis = _axis(axis, x.ndim, "axis")
    if detrend is not False:
        raise ValueError("detrend must be False: subtract the trend from the signal first")
    if boundary not in _BOUNDARIES:
        raise ValueError(f"Unknown boundary option '{boundary}', must be one of: {list(_BOUNDARIES)}")
    samples = x.shape[axis]
    if 0 in x.shape:
        raise ValueError(f"the signal has the shape {tuple(x.shape)}: there are no samples")
    if isinstance(window, (str, tuple)):
        nperseg = 256 if nperseg is None else nperseg
        if nperseg > samples:
            warnings.warn(f"nperseg = {nperseg} is greater than the number of samples, using nperseg = {samples}",
                          stacklevel=2)
            nperseg = samples
    segments = _segments(window, nperseg, noverlap, nfft, fs, scaling)
    if segments.nperseg > samples:
        raise ValueError("window is longer than input signal")
    around = 0 if boundary is None else segments.nperseg // 2
    extra = samples + 2 * around - segments.nperseg
    count = 1 + (-(-extra // segments.hop) if padded else extra // segments.hop)
    library = library_of(x)
    onesided = return_onesided and not library.dtype_name(x).startswith("complex")
    if library.on_host(x) and not _records(x) and segments.nfft == segments.nperseg:
        lines = np.moveaxis(library.to_numpy(x), axis, -1)
        rest = lines.shape[:-1]
        lines = lines.reshape(-1, samples)
        padding = _BOUNDARIES[boundary]
        if padding is None:
            lines, padding = _frames.extended(library_of(lines), lines, str(boundary), around), "none"
        packed: Any = _core.stft(lines, segments.scaled, segments.hop, padding, onesided)
        spectra = library.from_numpy(packed.reshape(*rest, *packed.shape[1:]), x)[..., :count, :]
    else:
        signal = library.space(x).moveaxis(x, axis, -1)
        if boundary is not None:
            signal = _frames.extended(library, signal, boundary, around)
        spectra = _frames.spectra(library, signal, segments, count, onesided)
    frequencies = np.fft.rfftfreq(segments.nfft, 1 / fs) if onesided else np.fft.fftfreq(segments.nfft, 1 / fs)
    begin = segments.nperseg / 2 if boundary is None else 0
    times = (np.arange(count) * segments.hop + begin) / fs
    return frequencies, times, library.space(x).moveaxis(spectra, -1, axis)


def istft(Zxx: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
          nfft: int | None = None, input_onesided: bool = True, boundary: bool = True, time_axis: int = -1,
          freq_axis: int = -2, scaling: str = "spectrum") -> tuple[Any, Any]:
    """Inverse of `stft`: ``(t, x)``, as scipy.signal.istft has them.

    The signal ends where the last segment does, so it may be longer than the one that was transformed. Raises
    ValueError where no window covers a sample.
    """
    Zxx = _given(Zxx)
    if Zxx.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    time_axis, freq_axis = _axis(time_axis, Zxx.ndim, "time_axis"), _axis(freq_axis, Zxx.ndim, "freq_axis")
    if time_axis == freq_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    count, bins = Zxx.shape[time_axis], Zxx.shape[freq_axis]
    even = 2 * (bins - 1) if input_onesided else bins
    if nperseg is None:
        nperseg = even if isinstance(window, (str, tuple)) else len(window)
    if nfft is None:
        nfft = nperseg if input_onesided and nperseg == even + 1 else even
    segments = _segments(window, nperseg, noverlap, nfft, fs, scaling)
    if bins != (segments.nfft // 2 + 1 if input_onesided else segments.nfft):
        raise ValueError(f"{bins} frequencies do not fit nfft = {segments.nfft}")
    around = segments.nperseg // 2 if boundary else 0
    samples = segments.nperseg + (count - 1) * segments.hop - 2 * around
    if samples < 1 or 0 in Zxx.shape:
        raise ValueError(f"the spectra have the shape {tuple(Zxx.shape)}: there are no samples")
    library = library_of(Zxx)
    if library.on_host(Zxx) and not _records(Zxx) and segments.nfft == segments.nperseg:
        lines = np.moveaxis(library.to_numpy(Zxx), (time_axis, freq_axis), (-2, -1))
        rest = lines.shape[:-2]
        packed: Any = _core.istft(lines.reshape(-1, count, bins), segments.scaled, segments.hop,
                                  "zeros" if boundary else "none", input_onesided, samples)
        signal = library.from_numpy(packed.reshape(*rest, samples), Zxx)
    else:
        spectra = library.space(Zxx).moveaxis(Zxx, (time_axis, freq_axis), (-2, -1))
        signal = _frames.signal(library, spectra, segments, input_onesided, slice(around, around + samples))
    times = np.arange(samples) / fs
    return times, library.space(Zxx).moveaxis(signal, -1, time_axis - (freq_axis < time_axis))
