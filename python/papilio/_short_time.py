# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Short-time Fourier transforms, as scipy.signal has them."""

from __future__ import annotations

import importlib
import math
import operator
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core, _frames, _streamed
from ._libraries import NUMBERS, library_of
from ._types import Array, ArrayLike, DLPackArray

__all__ = ["Detrend", "Segments", "Spectra", "Times", "Window", "axis_of", "checked_window", "cut", "given_array", "istft", "records",
           "spectra_of", "stft"]

Times: TypeAlias = npt.NDArray[np.float64]
Window: TypeAlias = str | tuple[Any, ...] | npt.NDArray[Any] | Sequence[float]
Detrend: TypeAlias = Literal["constant", "linear", False] | Callable[[Any], Any] | None

# What is around the signal: SciPy's name, and the library's where it has it.
_BOUNDARIES = {None: "none", "zeros": "zeros", "even": "reflect", "odd": None, "constant": None}


class Segments(NamedTuple):
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

    def frames(self, padding: str) -> dict[str, object]:
        """What the library is told of them."""
        return _streamed.frames(self.scaled, self.hop, padding)


def _window(window: Any, nperseg: int) -> Any:
    """Numbers of a window that is given by name."""
    if window in ("hann", "hann_periodic"):
        return 0.5 - 0.5 * np.cos(2 * math.pi * np.arange(nperseg) / nperseg) if nperseg > 1 else np.ones(1)
    try:
        signal = importlib.import_module("scipy.signal")
    except ImportError as error:
        raise ImportError(f"the window {window!r} needs SciPy: install it, or give an array") from error
    return signal.get_window(window, nperseg)


def checked_window(window: Any, nperseg: Any, name: str = "nperseg") -> Any:
    """The window's numbers, as many as nperseg, an argument of this name, if it is not None."""
    if nperseg is not None and (nperseg := operator.index(nperseg)) < 1:
        raise ValueError(f"{name} must be a positive integer")
    if isinstance(window, (str, tuple)):
        window = _window(window, nperseg)
    window = np.asarray(window)
    if window.ndim != 1 or window.size == 0:
        raise ValueError("window must be 1-D, of at least one number")
    if window.dtype.kind == "c":
        raise TypeError("window must be real")
    if nperseg not in (None, window.size):
        raise ValueError(f"{name} is {nperseg}, and the window has {window.size} numbers: give {name}={window.size}")
    return window


def _segments(window: Any, nperseg: Any, noverlap: Any, nfft: Any, fs: float, scaling: str) -> Segments:
    """nperseg is None only with an array for a window."""
    if not (fs > 0 and math.isfinite(fs)):
        raise ValueError(f"fs must be positive and finite, not {fs}: give the sample rate in Hz")
    window = checked_window(window, nperseg)
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
    return Segments(window, nperseg - noverlap, nfft, 1 / float(divisor))


def axis_of(axis: Any, rank: int, name: str) -> int:
    given: int = operator.index(axis)
    if not -rank <= given < rank:
        raise IndexError(f"{name} {given} is out of bounds for an array of {rank} dimensions")
    return given % rank


def records(x: Any) -> bool:
    """A derivative of this tensor of PyTorch's is asked for."""
    if not getattr(x, "requires_grad", False):
        return False
    from .torch import _functions
    return bool(_functions.records(x))


def given_array(x: Any) -> Any:
    """An array of NumPy's or of another library."""
    foreign = hasattr(x, "__dlpack__") or hasattr(x, "__cuda_array_interface__")
    return x if foreign and not isinstance(x, (np.generic, list, tuple)) else np.asarray(x)


def cut(x: Any, axis: int, window: Any, nperseg: Any, noverlap: Any, nfft: Any, fs: float, scaling: str) -> Segments:
    """The segments of the signals in x; a window that is given by name is not longer than they are."""
    samples = x.shape[axis]
    if 0 in x.shape:
        raise ValueError(f"the signal has the shape {tuple(x.shape)}: there are no samples")
    if isinstance(window, (str, tuple)):
        nperseg = 256 if nperseg is None else nperseg
        if nperseg > samples:
            warnings.warn(f"nperseg = {nperseg} is greater than the number of samples, using nperseg = {samples}",
                          stacklevel=3)
            nperseg = samples
    segments = _segments(window, nperseg, noverlap, nfft, fs, scaling)
    if segments.nperseg > samples:
        raise ValueError("window is longer than input signal")
    return segments


class Spectra(NamedTuple):
    """Spectra of segments: `values` is (..., segments, bins)."""

    frequencies: npt.NDArray[np.float64]
    times: npt.NDArray[np.float64]
    values: Any
    library: Any
    onesided: bool


def spectra_of(x: Any, axis: int, segments: Segments, fs: float, detrend: Any, onesided: bool,
               boundary: str | None = None, padded: bool = False) -> Spectra:
    """Transforms the segments of the signals in x, in the library's kernels where these do all that is asked for."""
    detrend = False if detrend is None else detrend
    if not (detrend is False or detrend in ("constant", "linear") or callable(detrend)):
        raise ValueError(f"detrend must be False, 'constant', 'linear' or a function, not {detrend!r}")
    samples = x.shape[axis]
    around = 0 if boundary is None else segments.nperseg // 2
    extra = samples + 2 * around - segments.nperseg
    count = 1 + (-(-extra // segments.hop) if padded else extra // segments.hop)
    library = library_of(x)
    onesided = onesided and not library.dtype_name(x).startswith("complex")
    if library.on_host(x) and not records(x) and segments.nfft == segments.nperseg and detrend is False:
        lines = np.moveaxis(library.to_numpy(x), axis, -1)
        rest = lines.shape[:-1]
        lines = lines.reshape(-1, samples)
        padding = _BOUNDARIES[boundary]
        if padding is None:
            lines, padding = _frames.extended(library_of(lines), lines, str(boundary), around), "none"
        packed: Any = _core.stft(lines, segments.frames(padding), onesided)
        values = library.from_numpy(packed.reshape(*rest, *packed.shape[1:]), x)[..., :count, :]
    elif (_streamed.on_device(x) and segments.nfft == segments.nperseg and detrend is False
          and _BOUNDARIES[boundary] is not None):
        frames = 1 + max(0, -(-extra // segments.hop))
        values = _spectra_on_device(library, x, axis, segments, str(_BOUNDARIES[boundary]), onesided, frames)
        values = values if frames == count else values[..., :count, :]
    else:
        signal = library.space(x).moveaxis(x, axis, -1)
        if boundary is not None:
            signal = _frames.extended(library, signal, boundary, around)
        values = _frames.spectra(library, signal, segments, count, onesided, detrend)
    frequencies: Any = np.fft.rfftfreq(segments.nfft, 1 / fs) if onesided else np.fft.fftfreq(segments.nfft, 1 / fs)
    begin = segments.nperseg / 2 if boundary is None else 0
    times = (np.arange(count) * segments.hop + begin) / fs
    return Spectra(frequencies, times, values, library, onesided)


def _last(library: Any, x: Any, axes: tuple[int, ...]) -> Any:
    """The array with these axes last."""
    last = tuple(range(x.ndim - len(axes), x.ndim))
    return x if axes == last else library.space(x).moveaxis(x, axes, last)


def _spectra_on_device(library: Any, x: Any, axis: int, segments: Segments, padding: str, onesided: bool,
                       frames: int) -> Any:
    """The kernels of the host's arrays, in the device's memory and on the library's stream: (..., frames, bins)."""
    signals = _last(library, x, (axis,))
    *rest, samples = (int(length) for length in signals.shape)
    number = _streamed.number_of(library, x, not onesided)
    bins = segments.nfft // 2 + 1 if onesided else segments.nfft
    return _streamed.transformed(
        signals, number, (*rest, frames, bins), _streamed.number_of(library, x, True), (math.prod(rest), samples),
        lambda memory: _core.stft_at(memory, segments.frames(padding), number, False))


def _signals_on_device(library: Any, spectra: Any, segments: Segments, padding: str, onesided: bool,
                       samples: int) -> Any:
    """From (..., frames, bins) to (..., samples)."""
    rest = tuple(int(length) for length in spectra.shape[:-2])
    complex_ = _streamed.number_of(library, spectra, True)
    number = NUMBERS.index(NUMBERS[complex_].replace("complex64", "float32").replace("complex128", "float64")
                           ) if onesided else complex_
    return _streamed.transformed(
        spectra, complex_, (*rest, samples), number, (math.prod(rest), samples),
        lambda memory: _core.stft_at(memory, segments.frames(padding), number, True), inverse=True)


def stft(x: ArrayLike | DLPackArray, fs: float = 1.0, window: Window = "hann", nperseg: int | None = None,
         noverlap: int | None = None, nfft: int | None = None, detrend: Detrend = False,
         return_onesided: bool = True, boundary: str | None = "zeros", padded: bool = True, axis: int = -1,
         scaling: str = "spectrum") -> tuple[Times, Times, Array]:
    """Spectra of overlapping, windowed segments of a signal, with the arguments and results of scipy.signal.stft.

    Parameters
    ----------
    x : array
        Real or complex samples along ``axis``, of NumPy or another library.
    fs : float, default 1
        Sample rate in Hz.
    window : str, tuple or array, default "hann"
        A name that scipy.signal.get_window knows, or the numbers themselves.
    nperseg : int, optional
        Samples of a segment. Default: the length of a window that is an array, else 256.
    noverlap : int, optional
        Samples that neighbours share. Default: ``nperseg // 2``.
    nfft : int, optional
        Length of the transforms; segments are continued by zeros. Default: ``nperseg``.
    detrend : {False, None, "constant", "linear"} or function, default False
        Subtracts each segment's mean or its straight line. A function takes (..., segments, samples).
    return_onesided : bool, default True
        Whether the spectra of a real signal have non-negative frequencies only.
    boundary : {"zeros", "even", "odd", "constant", None}, default "zeros"
        What is around the signal, so that the first segment is centred at its first sample.
    padded : bool, default True
        Whether zeros complete the last segment; otherwise it is left out.
    axis : int, default -1
        The axis of the samples.
    scaling : {"spectrum", "psd"}, default "spectrum"
        "spectrum": a magnitude is an amplitude; "psd": its square is a density per Hz.

    Returns
    -------
    f : ndarray of float64, shape (bins,)
        Frequencies in Hz.
    t : ndarray of float64, shape (segments,)
        Times of the segments' centres in seconds.
    Zxx : array of x's library, complex
        The frequencies are where the samples were; the last axis is the segments.

    Examples
    --------
    >>> import numpy as np, papilio
    >>> tone = np.sin(2 * np.pi * 1000 * np.arange(4096) / 8000)
    >>> f, t, Zxx = papilio.stft(tone, fs=8000, nperseg=256)
    >>> Zxx.shape, f[abs(Zxx[:, 8]).argmax()].item()
    ((129, 33), 1000.0)
    """
    signal = given_array(x)
    axis = axis_of(axis, signal.ndim, "axis")
    if boundary not in _BOUNDARIES:
        raise ValueError(f"Unknown boundary option '{boundary}', must be one of: {list(_BOUNDARIES)}")
    segments = cut(signal, axis, window, nperseg, noverlap, nfft, fs, scaling)
    spectra = spectra_of(signal, axis, segments, fs, detrend, return_onesided, boundary, padded)
    moved = spectra.library.space(signal).moveaxis(spectra.values, -1, axis)
    return spectra.frequencies, spectra.times, moved


def istft(Zxx: ArrayLike | DLPackArray, fs: float = 1.0, window: Window = "hann", nperseg: int | None = None,
          noverlap: int | None = None, nfft: int | None = None, input_onesided: bool = True, boundary: bool = True,
          time_axis: int = -1, freq_axis: int = -2, scaling: str = "spectrum") -> tuple[Times, Array]:
    """Inverse of `stft`, with the arguments and results of scipy.signal.istft.

    Parameters
    ----------
    Zxx : array
        Spectra of segments, with at least two dimensions.
    fs, window, nperseg, noverlap, nfft, scaling
        As they were given to `stft`.
    input_onesided : bool, default True
        Whether the spectra have non-negative frequencies only.
    boundary : bool, default True
        Whether `stft` continued the signal at its ends.
    time_axis, freq_axis : int, default -1 and -2
        The axes of the segments and of the frequencies.

    Returns
    -------
    t : ndarray of float64, shape (samples,)
        Times in seconds.
    x : array of Zxx's library
        The signal. It ends where the last segment does, so it may be longer than the one that was transformed.

    Raises
    ------
    ValueError
        No window covers a sample.

    Examples
    --------
    >>> import numpy as np, papilio
    >>> x = np.arange(100.0)
    >>> t, back = papilio.istft(papilio.stft(x, nperseg=20)[2], nperseg=20)
    >>> bool(np.allclose(back[:100], x))
    True
    """
    given = given_array(Zxx)
    if given.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    time_axis, freq_axis = axis_of(time_axis, given.ndim, "time_axis"), axis_of(freq_axis, given.ndim, "freq_axis")
    if time_axis == freq_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    count, bins = given.shape[time_axis], given.shape[freq_axis]
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
    if samples < 1 or 0 in given.shape:
        raise ValueError(f"the spectra have the shape {tuple(given.shape)}: there are no samples")
    library = library_of(given)
    if library.on_host(given) and not records(given) and segments.nfft == segments.nperseg:
        lines = np.moveaxis(library.to_numpy(given), (time_axis, freq_axis), (-2, -1))
        rest = lines.shape[:-2]
        packed: Any = _core.istft(lines.reshape(-1, count, bins), segments.frames("zeros" if boundary else "none"),
                                  input_onesided, samples)
        signal = library.from_numpy(packed.reshape(*rest, samples), given)
    elif _streamed.on_device(given) and segments.nfft == segments.nperseg:
        signal = _signals_on_device(library, _last(library, given, (time_axis, freq_axis)), segments,
                                    "zeros" if boundary else "none", input_onesided, samples)
    else:
        spectra = library.space(given).moveaxis(given, (time_axis, freq_axis), (-2, -1))
        signal = _frames.signal(library, spectra, segments, input_onesided, slice(around, around + samples))
    times = np.arange(samples) / fs
    return times, library.space(given).moveaxis(signal, -1, time_axis - (freq_axis < time_axis))
