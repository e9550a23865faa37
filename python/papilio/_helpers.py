# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Frequencies, shifts and lengths: what needs no transform."""

from __future__ import annotations

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
    chosen = tuple(range(len(x.shape))) if axes is None else (axes,) if hasattr(axes, "__index__") else tuple(axes)
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


def _is_fast(n: int, primes: tuple[int, ...]) -> bool:
    for prime in primes:
        while n % prime == 0:
            n //= prime
    return n == 1


def _fast_lengths(target: Any, real: bool, least: int) -> tuple[int, tuple[int, ...]]:
    number = target.__index__() if hasattr(target, "__index__") else None
    if number is None:
        raise TypeError(f"'{type(target).__name__}' object cannot be interpreted as an integer")
    if number < least:
        raise ValueError("target length must be positive")
    return number, (2, 3, 5) if real else (2, 3, 5, 7, 11)


def next_fast_len(target: int, real: bool = False) -> int:
    """The least length from ``target`` on that SciPy calls fast: factors up to 11, of real transforms up to 5.

    Papilio transforms other lengths, too, without losing accuracy; they take longer.
    """
    number, primes = _fast_lengths(target, real, 0)
    while number > 0 and not _is_fast(number, primes):
        number += 1
    return number


def prev_fast_len(target: int, real: bool = False) -> int:
    """The greatest such length up to ``target``."""
    number, primes = _fast_lengths(target, real, 1)
    while not _is_fast(number, primes):
        number -= 1
    return number
