# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Arguments that several modules check: arrays of numbers, axes, and arrays for results."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ._types import ArrayLike, Lengths, NumPyArray

__all__ = ["axes_of", "check_array", "entries", "into", "numbers"]


def entries(given: Any) -> list[Any]:
    """The entries of a sequence, a set or an array; of a number, also one as an array without dimensions, it alone."""
    return list(given) if isinstance(given, Iterable) and getattr(given, "ndim", 1) > 0 else [given]


def axes_of(axes: Lengths, rank: int) -> list[int]:
    """The axes from 0 on, in the order in which they are given; all of them for None."""
    if axes is None:
        return list(range(rank))
    try:
        given = [operator.index(axis) for axis in entries(axes)]
    except TypeError as error:
        raise ValueError(f"axes must be an integer or a sequence of integers, not {axes!r}") from error
    if not all(-rank <= axis < rank for axis in given):
        raise ValueError(f"axes {axes} are out of bounds for arrays of {rank} dimensions")
    chosen = [axis % rank for axis in given]
    if len(set(chosen)) < len(chosen) or not chosen:
        raise ValueError("all axes must be unique, and there must be one")
    return chosen


def numbers(x: ArrayLike) -> NumPyArray:
    """x as an array, which must be of numbers that single or double precision holds."""
    array: NumPyArray = np.asarray(x)
    if array.dtype.char in "gG":
        raise TypeError("Papilio computes this in single and double precision, not in long double: "
                        "convert the array, x.astype(numpy.float64) or x.astype(numpy.complex128)")
    if array.dtype.kind not in "biufc":
        raise TypeError(f"an array of {array.dtype} cannot be transformed: give numbers")
    return array


def check_array(out: NumPyArray | None) -> None:
    """Raises TypeError unless out is None or an array of NumPy's."""
    if out is not None and not isinstance(out, np.ndarray):
        raise TypeError("return arrays must be of ArrayType")


def into(out: NumPyArray | None, execute: Callable[[NumPyArray, NumPyArray], Any], packed: NumPyArray,
         shape: tuple[int, ...]) -> NumPyArray:
    """Calls execute(packed, result) and returns the result, of packed's type: in `out` if it is given, else in a new array."""
    check_array(out)
    if out is not None and (out.shape != shape or out.dtype != packed.dtype):
        raise ValueError(f"out of shape {out.shape} and type {out.dtype}: it must be {shape} and {packed.dtype}")
    if out is not None and not out.flags.writeable:
        raise ValueError("output array is read-only")
    direct = out is not None and out.flags.carray and not np.may_share_memory(out, packed)
    result = out if out is not None and direct else np.empty(shape, packed.dtype)
    execute(packed, result)
    if out is None or result is out:
        return result
    out[...] = result
    return out
