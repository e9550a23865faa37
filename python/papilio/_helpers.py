# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Frequencies, shifts and lengths: what needs no transform."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from numbers import Integral
from typing import Any

import numpy as np

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


def _multipliers(primes: tuple[int, ...], most: int) -> Iterator[int]:
    """All products of the primes up to a limit, 1 included."""
    if not primes:
        yield 1
        return
    power = 1
    while power <= most:
        for product in _multipliers(primes[1:], most // power):
            yield power * product
        power *= primes[0]


def _fast_target(target: Any, real: bool, least: int) -> tuple[int, Iterator[int]]:
    """The length, and the products of odd primes that a fast length near it may have."""
    number = target.__index__() if hasattr(target, "__index__") else None
    if number is None:
        raise TypeError(f"'{type(target).__name__}' object cannot be interpreted as an integer")
    if number < least:
        raise ValueError("target length must be positive")
    if number > (2**63 - 1) // 11:
        raise ValueError("Target length is too large to perform an FFT")
    return number, _multipliers((3, 5) if real else (3, 5, 7, 11), 2 * number)


def next_fast_len(target: int, real: bool = False) -> int:
    """The least length from ``target`` on that SciPy calls fast: factors up to 11, of real transforms up to 5.

    Papilio transforms other lengths, too, without losing accuracy; they take longer.
    """
    number, odd = _fast_target(target, real, 0)
    if number == 0:
        return 0
    return min(factor << (-(-number // factor) - 1).bit_length() for factor in odd)


def prev_fast_len(target: int, real: bool = False) -> int:
    """The greatest such length up to ``target``."""
    number, odd = _fast_target(target, real, 1)
    return max(factor << ((number // factor).bit_length() - 1) for factor in odd if factor <= number)
