# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Features of sounds: mel spectrograms and cepstral coefficients, as librosa, torchaudio and Whisper have them.

>>> import numpy as np
>>> from papilio import features
>>> tone = np.sin(2 * np.pi * 1000 * np.arange(16000) / 16000)
>>> features.whisper(tone).shape
(101, 80)
>>> features.mel(tone, 16000, coefficients=13, level="decibel").shape
(101, 13)
"""

from __future__ import annotations

import math
import operator
from typing import Any, Literal, SupportsIndex

import numpy as np

from . import _core, _streamed
from ._libraries import NUMBERS, library_of
from ._short_time import Window, checked_window, given_array, records
from ._types import Array, ArrayLike, DLPackArray

__all__ = ["mel", "whisper"]


def mel(x: ArrayLike | DLPackArray, rate: float, *, length: SupportsIndex = 400, hop: SupportsIndex = 160, window: Window = "hann",
        padding: Literal["reflect", "zeros", "none"] = "reflect", filters: SupportsIndex = 80,
        scale: Literal["slaney", "htk"] = "slaney", norm: Literal["area", "peak"] = "area", low: float = 0,
        high: float | None = None, level: Literal["power", "natural", "log10", "decibel"] = "power",
        floor: float = 1e-10, factor: float = 1, offset: float = 0, range: float = 0,
        coefficients: SupportsIndex = 0) -> Array:
    """Powers of mel filters over overlapping frames, their logarithms, or cepstral coefficients.

    Parameters
    ----------
    x : array
        Real samples along the last axis, of NumPy or another library.
    rate : float
        Sample rate in Hz.
    length, hop : int, default 400 and 160
        Samples of a frame, and from one frame to the next.
    window : str, tuple or array, default "hann"
        A name that scipy.signal.get_window knows, or ``length`` numbers.
    padding : {"reflect", "zeros", "none"}, default "reflect"
        ``length // 2`` samples on either side of the signal.
    filters : int, default 80
        Mel filters; 0 leaves the bins as they are.
    scale : {"slaney", "htk"}, default "slaney"
        How mels follow from Hz.
    norm : {"area", "peak"}, default "area"
        Filters of equal areas, or of height 1.
    low, high : float, default 0 and rate / 2
        The filters' frequencies in Hz.
    level : {"power", "natural", "log10", "decibel"}, default "power"
        The logarithm, of powers that are at least ``floor``: ``factor * log(power) + offset``. "power" has none of these.
    range : float, default 0
        Raises levels to this distance from the largest of each signal; 0 does not.
    coefficients : int, default 0
        Cepstral coefficients: the orthonormal DCT-II of the levels.

    Returns
    -------
    array of x's library, float32 or float64
        Shape (..., frames, numbers of a frame). Frames that are not full are left out.

    Examples
    --------
    >>> import numpy as np
    >>> from papilio import features
    >>> noise = np.random.default_rng(1).standard_normal((2, 8000)).astype(np.float32)
    >>> features.mel(noise, 8000, length=256, hop=64, filters=40, level="decibel").shape
    (2, 126, 40)
    """
    signals = given_array(x)
    library = library_of(signals)
    if records(signals):
        raise TypeError("features have no derivative: give x.detach()")
    if library.dtype_name(signals).startswith("complex"):
        raise TypeError("samples must be real: give one channel of them")
    if signals.ndim < 1:
        raise ValueError("x must have at least one dimension")
    if 0 in signals.shape:
        raise ValueError(f"x has the shape {tuple(signals.shape)}: there are no samples")
    if high is not None and not high > 0:
        raise ValueError(f"high must be positive, not {high}: leave it out for half the rate")
    length = _whole("length", length, 1, 2**27)
    hop = _whole("hop", hop, 1, 2**48)
    numbers = checked_window(window, length, "length").astype(np.float64)
    options: dict[str, Any] = {
        "rate": float(rate), "filters": _whole("filters", filters, 0, 2**20), "scale": scale, "norm": norm, "low": float(low),
        "high": 0.0 if high is None else float(high), "level": level, "floor": float(floor), "factor": float(factor),
        "offset": float(offset), "range": float(range), "coefficients": _whole("coefficients", coefficients, 0, 2**20)}
    _check_name("padding", padding, ("reflect", "zeros", "none"))
    _check_name("scale", scale, ("slaney", "htk"))
    _check_name("norm", norm, ("area", "peak"))
    _check_name("level", level, ("power", "natural", "log10", "decibel"))
    *rest, samples = (int(size) for size in signals.shape)
    cut = _streamed.frames(numbers, hop, padding)
    if not _streamed.on_device(signals):
        result: Any = _core.features(library.to_numpy(signals).reshape(-1, samples), cut, options)
        return library.from_numpy(result.reshape(*rest, *result.shape[1:]), signals)
    covered = samples + (0 if padding == "none" else length // 2 * 2)
    frames = 0 if covered < length else 1 + (covered - length) // hop
    size = options["coefficients"] or options["filters"] or length // 2 + 1
    number = _streamed.number_of(library, signals, False)
    single = NUMBERS[number] == "float32"
    return _streamed.transformed(signals, number, (*rest, frames, operator.index(size)), number, (math.prod(rest), samples),
                                 lambda memory: _core.features_at(memory, cut, options, single))


def whisper(x: ArrayLike | DLPackArray, filters: SupportsIndex = 80) -> Array:
    """Log-mel features of OpenAI's Whisper, of signals of 16 kHz.

    Parameters
    ----------
    x : array
        Real samples along the last axis, of NumPy or another library. Whisper's own are 480000.
    filters : int, default 80
        80, or 128 for large-v3.

    Returns
    -------
    array of x's library, float32 or float64
        Shape (..., frames, filters), ``(max(log10 p, max - 8) + 4) / 4``. ``whisper.log_mel_spectrogram`` leaves out the last
        frame and has the other order: ``features.whisper(x)[..., :-1, :].swapaxes(-1, -2)``.

    Examples
    --------
    >>> import numpy as np
    >>> from papilio import features
    >>> features.whisper(np.zeros(32000, np.float32), 128).shape
    (201, 128)
    """
    if operator.index(filters) not in (80, 128):
        raise ValueError(f"filters must be 80 or 128, as in Whisper's models, not {filters}")
    return mel(x, 16000, filters=filters, level="log10", factor=0.25, offset=1, range=2)


def _whole(option: str, value: SupportsIndex, least: int, most: int) -> int:
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{option} must be {least} to {most}, not {number}")
    return number


def _check_name(option: str, name: str, names: tuple[str, ...]) -> None:
    if name not in names:
        raise ValueError(f"{option} must be one of {', '.join(map(repr, names))}, not {name!r}")
