# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Spectra that accumulate while the samples of a signal come."""

from __future__ import annotations

import operator
from typing import Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _core
from ._short_time import Window, checked_window
from ._streamed import on_device, pushed
from ._types import ArrayLike, DLPackArray

__all__ = ["SpectrumAverager"]


class SpectrumAverager(_core.SpectrumAverager):
    """Power spectra, cross spectra and peaks of signals that come in pieces, as scipy.signal.welch and csd have them.

    The bits do not depend on the pieces, and memory does not grow with the signal. One thread at a time may use an
    object.

    Parameters
    ----------
    nperseg : int, default 256
        Samples of a segment.
    noverlap : int, optional
        Samples that neighbours share. Default: ``nperseg // 2``.
    nfft : int, optional
        Length of the transforms; segments are continued by zeros. Default: ``nperseg``.
    window : str, tuple or array, default "hann"
        A name that scipy.signal.get_window knows, or ``nperseg`` numbers.
    fs : float, default 1
        Sample rate in Hz.
    detrend : {"constant", False}, default "constant"
        Whether each segment loses its mean.
    scaling : {"density", "spectrum"}, default "density"
        "density": unit²/Hz, "spectrum": unit².
    dtype : str, default "float32"
        The type of samples: "float32", "float64", "complex64" or "complex128". "int8", "uint8", "int16", "uint16" and
        "float16" are those of complex samples as pairs, arrays of shape (n, 2); integers stand for themselves.
    signals : {1, 2}, default 1
        2: two signals, pushed together, have cross spectra.

    Examples
    --------
    >>> import numpy as np
    >>> import papilio
    >>> spectra = papilio.SpectrumAverager(64, fs=8000, scaling="spectrum", dtype="float64")
    >>> tone = np.sin(2 * np.pi * 1000 * np.arange(4000) / 8000)
    >>> spectra.push(tone[:1001])
    >>> spectra.push(tone[1001:])
    >>> spectra.segments, spectra.frequencies[spectra.power().argmax()].item(), round(spectra.power().max().item(), 9)
    (124, 1000.0, 0.5)
    """

    def __init__(self, nperseg: SupportsIndex = 256, noverlap: SupportsIndex | None = None,
                 nfft: SupportsIndex | None = None, window: Window = "hann", fs: float = 1.0,
                 detrend: Literal["constant", False] = "constant", scaling: Literal["density", "spectrum"] = "density",
                 dtype: str = "float32", signals: Literal[1, 2] = 1) -> None:
        numbers = checked_window(window, nperseg).astype(np.float64)
        length = numbers.size
        overlap = length // 2 if noverlap is None else operator.index(noverlap)
        if not 0 <= overlap < length:
            raise ValueError(f"noverlap must be 0 to {length - 1}, less than nperseg, not {overlap}")
        transform = length if nfft is None else operator.index(nfft)
        if transform < length:
            raise ValueError("nfft must be greater than or equal to nperseg.")
        if not (detrend is False or detrend == "constant"):
            raise ValueError(f"detrend must be 'constant' or False, not {detrend!r}")
        if scaling not in ("density", "spectrum"):
            raise ValueError(f"scaling must be 'density' or 'spectrum', not {scaling!r}")
        super().__init__(numbers, length - overlap, transform, float(fs), scaling == "density", detrend == "constant",
                         dtype, signals)
        of_length = np.fft.rfftfreq if dtype in ("float32", "float64") else np.fft.fftfreq
        self._frequencies = of_length(transform, 1 / fs).astype(np.float64)

    @property
    def frequencies(self) -> npt.NDArray[np.float64]:
        """Of the bins, in Hz; negative ones last."""
        return self._frequencies

    def push(self, x: ArrayLike | DLPackArray, y: ArrayLike | DLPackArray | None = None) -> None:
        """Takes the next samples, any number; of two signals as many of each. Arrays on the object's CUDA device are
        read there, in the order of their library's stream."""
        if not on_device(x) and not (y is not None and on_device(y)):
            self.push_arrays(x, y)
            return
        first = pushed(x, self.number, self.device)
        second = None if y is None else pushed(y, self.number, self.device)
        if second is not None and (second.samples, second.stream) != (first.samples, first.stream):
            raise ValueError("x and y must be on one stream, as many samples of each")
        self.push_at(first.address, 0 if second is None else second.address, first.samples, first.stream, first.waits)
