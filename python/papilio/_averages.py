# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Means over the segments of whole signals, by SpectrumAverager: no spectra of segments are kept."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _core
from ._devices import also_clear, current_device
from ._frames import SINGLE
from ._libraries import library_of
from ._short_time import Segments, records

__all__ = ["averaged", "takes"]

# Several signals that are shorter have their segments transformed together.
_MIN_SAMPLES = 1 << 15
_KEPT = 8
_idle: dict[Any, list[Any]] = {}
_lock = threading.Lock()


def _clear() -> None:
    with _lock:
        _idle.clear()


also_clear(_clear)


def takes(signals: Sequence[Any], axis: int, detrend: Any) -> bool:
    """Whether averaged() does what is asked for."""
    shape = tuple(signals[0].shape)
    enough = math.prod(shape) == shape[axis] or shape[axis] >= _MIN_SAMPLES
    on_host = all(library_of(z).on_host(z) and not records(z) for z in signals)
    return enough and on_host and (detrend is None or detrend is False or detrend == "constant")


def averaged(signals: Sequence[Any], axis: int, segments: Segments, fs: float, detrend: Any, onesided: bool,
             density: bool, names: Sequence[str]) -> tuple[Any, list[Any]]:
    """Frequencies, and the results that SpectrumAverager has under these names; frequencies are where samples were."""
    library = library_of(signals[0])
    arrays = [np.moveaxis(library.to_numpy(z), axis, -1) for z in signals]
    onesided = onesided and all(z.dtype.kind != "c" for z in arrays)
    single = all(z.dtype.name in SINGLE for z in arrays)
    dtype = ("float32" if single else "float64") if onesided else ("complex64" if single else "complex128")
    key = (current_device().id, segments.window.tobytes(), segments.hop, segments.nfft, fs, density, detrend == "constant",
           dtype, len(signals))
    with _lock:
        kept = _idle.pop(key, [])
        spectra = kept.pop() if kept else None
        if kept:
            _idle[key] = kept
    if spectra is None:
        spectra = _core.SpectrumAverager(segments.window, segments.hop, segments.nfft, fs, density, detrend == "constant",
                                         dtype, len(signals))
    rest, samples = arrays[0].shape[:-1], arrays[0].shape[-1]
    lines = [z.reshape(-1, samples) for z in arrays]
    rows: list[list[Any]] = [[] for _ in names]
    for line in zip(*lines, strict=True):
        spectra.push_arrays(line[0], line[1] if len(line) > 1 else None)
        for row, name in zip(rows, names, strict=True):
            row.append(getattr(spectra, name)())
        spectra.reset()
    with _lock:
        kept = _idle.setdefault(key, [])
        if len(kept) < _KEPT:
            kept.append(spectra)
        while len(_idle) > _KEPT:
            del _idle[next(iter(_idle))]
    results = [library.from_numpy(np.moveaxis(np.stack(row).reshape(*rest, -1), -1, axis), signals[0]) for row in rows]
    frequencies = (np.fft.rfftfreq if onesided else np.fft.fftfreq)(segments.nfft, 1 / fs)
    return frequencies, results
