# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Frequencies, shifts and lengths: what needs no transform."""

from __future__ import annotations

import operator
from numbers import Integral
from typing import Any

import numpy as np

from . import _core

__all__ = ["fftfreq", "fftshift", "ifftshift", "next_fast_len", "prev_fast_len", "rfftfreq"]


def _length(n: Any) -> int:
    try:
        return int(n.__index__())
    except AttributeError:
        raise ValueError("n should be an integer") from None


def _where(device: Any, dtype: Any) -> dict[str, Any]:
    return {name: value for name, value in (("device", device), ("dtype", dtype)) if value is not None}


def fftfreq(n: int, d: float = 1.0, *, xp: Any = None, device: Any = None, dtype: Any = None) -> Any:
    """Frequencies of the elements of `fft` of n samples, d apart: 0, 1, ..., -2, -1, each divided by ``d * n``.

    ``xp`` is the array library that makes the result, by default NumPy; ``dtype`` is a floating type of it.
    """
    xp = np if xp is None else xp
    n = _length(n)
    where = _where(device, dtype)
    positive = xp.arange(0, (n - 1) // 2 + 1, **where)
    negative = xp.arange(-(n // 2), 0, **where)
    joined = xp.concatenate if hasattr(xp, "concatenate") else xp.concat
    return joined((positive, negative)) * (1.0 / (n * d))


def rfftfreq(n: int, d: float = 1.0, *, xp: Any = None, device: Any = None, dtype: Any = None) -> Any:
    """Frequencies of the elements of `rfft` of n samples, d apart: 0 to ``n//2``, divided by ``d * n``."""
    xp = np if xp is None else xp
    n = _length(n)
    where = _where(device, dtype)
    return xp.arange(0, n // 2 + 1, **where) * (1.0 / (n * d))


def _rolled(x: Any, axes: Any, sign: int) -> Any:
    if not hasattr(x, "shape"):
        x = np.asarray(x)
    if axes is None:
        axes = range(len(x.shape))
    chosen = (axes,) if isinstance(axes, Integral) else tuple(operator.index(axis) for axis in axes)
    # The inverse shift undoes the shift of odd lengths as well.
    steps = tuple(x.shape[axis] // 2 if sign > 0 else -(x.shape[axis] // 2) for axis in chosen)
    if isinstance(x, np.ndarray):
        return np.roll(x, steps, chosen)
    if hasattr(x, "roll"):  # PyTorch
        return x.roll(steps, chosen)
    space = x.__array_namespace__() if hasattr(x, "__array_namespace__") else np
    return space.roll(x, steps, axis=chosen)


def fftshift(x: Any, axes: Any = None) -> Any:
    """Moves frequency 0 to the middle of the axes, by default of all."""
    return _rolled(x, axes, 1)


def ifftshift(x: Any, axes: Any = None) -> Any:
    """Undoes `fftshift`."""
    return _rolled(x, axes, -1)


def _target(target: Any) -> int:
    if not hasattr(target, "__index__"):
        raise TypeError(f"'{type(target).__name__}' object cannot be interpreted as an integer")
    number = int(target.__index__())
    if not -(2**63) <= number < 2**63:
        raise ValueError(f"target length {number}: a length has at most 63 bits")
    return number


def next_fast_len(target: int, real: bool = False) -> int:
    """The least length from ``target`` on that SciPy calls fast: factors up to 11, of real transforms up to 5.

    Papilio transforms other lengths, too, without losing accuracy; they take longer.
    """
    return _core.next_fast_len(_target(target), bool(real))


def prev_fast_len(target: int, real: bool = False) -> int:
    """The greatest such length up to ``target``."""
    return _core.prev_fast_len(_target(target), bool(real))
