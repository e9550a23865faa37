# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Short-time transforms in the operations of an array's own library, where its array is.

For arrays on devices, tensors whose derivative is asked for, and transforms that are longer than their frames. A signal
is cut into blocks of one hop; a frame is some of them, one after the other. Frames are the axis before the last.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import fft
from ._libraries import NUMBERS, Library, library_of
from ._library import SINGLE

__all__ = ["SINGLE", "extended", "signal", "spectra", "weights", "with_zeros"]


def _floating(library: Library, x: Any) -> Any:
    name = library.dtype_name(x)
    if name == "bfloat16":
        return library.cast(x, "float32")
    if not name.startswith(("float", "complex")):
        return library.cast(x, "float64")
    if name not in NUMBERS:
        raise TypeError(f"Papilio computes in single and double precision, not in {name}: convert the signal")
    return x


def _zeros(library: Library, like: Any, shape: tuple[int, ...]) -> Any:
    return library.zeros(like, shape, NUMBERS.index(library.dtype_name(like)))


def _joined(library: Library, arrays: list[Any], axis: int) -> Any:
    space = library.space(arrays[0])
    join = space.concatenate if hasattr(space, "concatenate") else space.concat
    return join(arrays, axis=axis)


def _flipped(library: Library, x: Any) -> Any:
    """The last axis in the other order."""
    return x.flip(-1) if hasattr(x, "flip") else library.space(x).flip(x, axis=-1)  # PyTorch


def with_zeros(library: Library, x: Any, count: int, axis: int = -1) -> Any:
    """x, continued by so many zeros along an axis."""
    if count == 0:
        return x
    shape = list(x.shape)
    shape[axis] = count
    return _joined(library, [x, _zeros(library, x, tuple(shape))], axis)


def extended(library: Library, x: Any, boundary: str, count: int) -> Any:
    """The signal (the last axis), continued on both sides as scipy.signal has it."""
    if count == 0:
        return x
    x = _floating(library, x)
    samples = x.shape[-1]
    if boundary == "zeros":
        zeros = _zeros(library, x, (*x.shape[:-1], count))
        return _joined(library, [zeros, x, zeros], -1)
    first, last = x[..., :1], x[..., samples - 1:]
    if boundary == "constant":
        return _joined(library, [first] * count + [x] + [last] * count, -1)
    if samples <= count:
        raise ValueError(f"{samples} samples cannot be continued by {count}: give boundary='zeros'")
    before = _flipped(library, x[..., 1:count + 1])
    behind = _flipped(library, x[..., samples - 1 - count:samples - 1])
    if boundary == "odd":
        before, behind = 2 * first - before, 2 * last - behind
    return _joined(library, [before, x, behind], -1)


def _detrended(library: Library, frames: Any, detrend: Any) -> Any:
    """Without their mean ("constant") or their straight line of least squares ("linear"), or what a function gives."""
    if detrend is False or callable(detrend):
        return detrend(frames) if detrend else frames
    space = library.space(frames)
    frames = frames - space.mean(frames, axis=-1, keepdims=True)
    if detrend == "linear":
        line = np.arange(frames.shape[-1]) - (frames.shape[-1] - 1) / 2
        line = weights(library, frames, line / max(math.sqrt((line * line).mean()), 0.5))  # one sample has no slope
        frames = frames - line * space.mean(frames * line, axis=-1, keepdims=True)
    return frames


def spectra(library: Library, x: Any, segments: Any, count: int, onesided: bool, detrend: Any = False) -> Any:
    """Of `count` frames: (..., frames, bins). x is the signal with what is around it."""
    x = _floating(library, x)
    n, hop = segments.nperseg, segments.hop
    blocks = -(-n // hop)
    samples = (count - 1 + blocks) * hop
    x = with_zeros(library, x, max(0, samples - x.shape[-1]), -1)[..., :samples]
    cut = library.space(x).reshape(x, (*x.shape[:-1], count - 1 + blocks, hop))
    frames = _joined(library, [cut[..., j:j + count, :] for j in range(blocks)], -1)[..., :n]
    frames = _detrended(library, frames, detrend) * weights(library, x, segments.scaled)
    return fft.rfft(frames, segments.nfft) if onesided else fft.fft(frames, segments.nfft)


def signal(library: Library, spectra: Any, segments: Any, onesided: bool, kept: slice) -> Any:
    """The samples `kept` of the signal of (..., frames, bins), by least squares."""
    n, hop, window = segments.nperseg, segments.hop, segments.scaled
    squares = np.broadcast_to(window * window, (spectra.shape[-2], n))
    divisors = _added(library_of(squares), squares, hop)[kept]
    uncovered = np.flatnonzero(divisors <= 1e-10 * divisors.max())
    if uncovered.size > 0:
        raise ValueError(f"no window covers sample {uncovered[0]}: take a larger noverlap, or a window without zeros")
    frames = fft.irfft(spectra, segments.nfft) if onesided else fft.ifft(spectra, segments.nfft)
    frames = frames[..., :n] * weights(library, frames, window)
    return _added(library, frames, hop)[..., kept] * weights(library, frames, 1 / divisors)


def weights(library: Library, like: Any, values: Any) -> Any:
    """Real numbers where `like` is, of its precision."""
    single = library.dtype_name(like) in SINGLE
    return library.from_host(values.astype(np.float32 if single else np.float64), like)


def _added(library: Library, frames: Any, hop: int) -> Any:
    """Sum of the frames (..., frames, samples), each one hop behind the one before."""
    *rest, count, n = frames.shape
    blocks = -(-n // hop)
    cut = library.space(frames).reshape(with_zeros(library, frames, blocks * hop - n, -1), (*rest, count, blocks, hop))
    total = None
    for j in range(blocks):
        part = with_zeros(library, cut[..., j, :], blocks - 1 - j, -2)
        if j > 0:
            part = _joined(library, [_zeros(library, frames, (*rest, j, hop)), part], -2)
        total = part if total is None else total + part
    flat = library.space(frames).reshape(total, (*rest, (count - 1 + blocks) * hop))
    return flat[..., :(count - 1) * hop + n]
