# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Convolution and correlation, as scipy.signal has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._core import OverlapSave

__all__ = ["convolve", "correlate", "oaconvolve"]


def convolve(in1: Any, in2: Any, mode: str = "full") -> Any:
    """Convolution of two arrays with the same number of dimensions, one to three.

    ``mode`` is "full", "same" (of in1's shape), "valid" or "circular" (of in1's shape, indices modulo it); otherwise as
    scipy.signal.fftconvolve. "valid" needs an in2 that is nowhere longer than in1. Two arrays of single precision give
    one of single precision.
    """
    return _core.convolve(False, in1, in2, mode)


def correlate(in1: Any, in2: Any, mode: str = "full") -> Any:
    """Correlation, ``sum_j in1[j + k] conj(in2[j])``, as scipy.signal.correlate; modes as for `convolve`."""
    return _core.convolve(True, in1, in2, mode)


def oaconvolve(in1: Any, in2: Any, mode: str = "full") -> Any:
    """Convolution of a long signal and a short one in blocks, which takes little memory beside the arrays.

    Arrays of one dimension are cut into blocks (`OverlapSave`); others are what `convolve` gives.
    """
    in1, in2 = np.asarray(in1), np.asarray(in2)
    if in1.ndim != 1 or in2.ndim != 1 or mode not in ("full", "same", "valid") or 0 in (in1.size, in2.size):
        return convolve(in1, in2, mode)
    if mode == "valid" and in2.size > in1.size:
        return convolve(in1, in2, mode)
    signal, kernel = (in1, in2) if in1.size >= in2.size else (in2, in1)
    common = np.result_type(in1.dtype, in2.dtype)
    stream = OverlapSave(kernel.astype(common, copy=False))
    stream.push(signal)
    stream.finish()
    full: Any = stream.pull()
    if mode == "full":
        return full
    size = in1.size if mode == "same" else in1.size - in2.size + 1
    begin = (full.size - size) // 2
    return full[begin:begin + size]
