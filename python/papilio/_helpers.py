# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Frequencies, shifts and lengths: what needs no transform."""

from __future__ import annotations

import operator
from numbers import Integral
from types import ModuleType
from typing import Any

import numpy as np

from . import _core
from ._types import Array, ArrayLike, DLPackArray, Lengths

__all__ = ["fftfreq", "fftshift", "ifftshift", "next_fast_len", "prev_fast_len", "rfftfreq"]


def _length(n: Any) -> int:
    try:
        return int(n.__index__())
    except AttributeError:
        raise ValueError("n should be an integer") from None


def _where(device: Any, dtype: Any) -> dict[str, Any]:
    return {name: value for name, value in (("device", device), ("dtype", dtype)) if value is not None}


def fftfreq(n: int, d: float = 1.0, *, xp: ModuleType | None = None, device: object = None,
            dtype: object = None) -> Array:
    """Frequencies of the elements of `fft` of n samples, d apart: 0, 1, ..., -2, -1, each divided by ``d * n``.

    ``xp`` is the array library that makes the result, by default NumPy; ``device`` is one of its devices and ``dtype``
    one of its floating types.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.fftfreq(4, d=0.25)
    array([ 0.,  1., -2., -1.])
    """
    space: Any = np if xp is None else xp
    n = _length(n)
    where = _where(device, dtype)
    positive = space.arange(0, (n - 1) // 2 + 1, **where)
    negative = space.arange(-(n // 2), 0, **where)
    joined = space.concatenate if hasattr(space, "concatenate") else space.concat
    return joined((positive, negative)) * (1.0 / (n * d))


def rfftfreq(n: int, d: float = 1.0, *, xp: ModuleType | None = None, device: object = None,
             dtype: object = None) -> Array:
    """Frequencies of the elements of `rfft` of n samples, d apart: 0 to ``n//2``, divided by ``d * n``.

    The arguments are those of `fftfreq`.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.rfftfreq(4, d=0.25)
    array([0., 1., 2.])
    """
    space: Any = np if xp is None else xp
    n = _length(n)
    where = _where(device, dtype)
    return space.arange(0, n // 2 + 1, **where) * (1.0 / (n * d))


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


def fftshift(x: ArrayLike | DLPackArray, axes: Lengths = None) -> Array:
    """Moves frequency 0 to the middle of the axes, by default of all.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.fftshift([0, 1, -2, -1])
    array([-2, -1,  0,  1])
    """
    return _rolled(x, axes, 1)


def ifftshift(x: ArrayLike | DLPackArray, axes: Lengths = None) -> Array:
    """Undoes `fftshift`.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.ifftshift([-2, -1, 0, 1])
    array([ 0,  1, -2, -1])
    """
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

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.next_fast_len(13), papilio.fft.next_fast_len(13, real=True)
    (14, 15)
    """
    return _core.next_fast_len(_target(target), bool(real))


def prev_fast_len(target: int, real: bool = False) -> int:
    """The greatest length up to ``target`` that SciPy calls fast, see `next_fast_len`.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.prev_fast_len(13), papilio.fft.prev_fast_len(13, real=True)
    (12, 12)
    """
    return _core.prev_fast_len(_target(target), bool(real))
