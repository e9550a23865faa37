# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Fourier transforms of many lengths in a few launches: rings of a grid of the sphere, clips of sound."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import check_array, numbers
from ._devices import also_clear, current_device
from ._errors import InvalidArgument
from ._types import ArrayLike, Norm, NumPyArray

__all__ = ["ragged_fft", "ragged_ifft", "ragged_irfft", "ragged_rfft"]

Integers = Sequence[int] | npt.NDArray[np.integer[Any]]


@lru_cache(maxsize=16)
def _plan(device: str, token: str, lengths: tuple[int, ...]) -> Any:
    del device  # a plan belongs to the device that was in use
    return _core.Ragged(token, lengths)


also_clear(_plan.cache_clear)


def _scale(norm: Norm, inverse: bool) -> str:
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'norm {norm!r} is none of "backward", "ortho" and "forward"')
    if norm == "ortho":
        return "scale=1/sqrt(n)"
    return "scale=1/n" if inverse == (norm != "forward") else "scale=none"


def _lengths(lengths: Integers) -> tuple[int, ...]:
    try:
        given = tuple(operator.index(length) for length in np.asarray(lengths).ravel().tolist())
    except TypeError as error:
        raise TypeError(f"lengths must be integers, not {lengths!r}") from error
    if not given:
        raise InvalidArgument("there are no lengths: give at least one")
    bad = next((length for length in given if length < 1), None)
    if bad is not None:
        raise InvalidArgument(f"length {bad}: give 1 or more, or leave it out")
    return given


def _ragged(kind: str, inverse: bool, x: ArrayLike, lengths: Integers, norm: Norm, out: NumPyArray | None) -> NumPyArray:
    check_array(out)
    given, scale = _lengths(lengths), _scale(norm, inverse)
    array = numbers(x)
    if array.dtype.kind in "biu":
        array = array.astype(np.float64)  # as numpy.fft
    if kind == "r2c" and array.dtype.kind == "c":
        raise TypeError("x has complex numbers: ragged_rfft takes real ones, ragged_fft complex ones")
    complex_type = np.result_type(array.dtype, np.complex64)
    real_type = np.dtype(complex_type.char.lower())
    inputs, outputs = real_type if kind == "r2c" else complex_type, real_type if kind == "c2r" else complex_type
    halves = sum(n // 2 + 1 for n in given)
    count = halves if kind == "c2r" else sum(given)
    if array.ndim == 0 or array.shape[-1] != count:
        raise ValueError(f"x of shape {array.shape}: the last axis must have {count} elements, all transforms one behind the other")
    shape = (*array.shape[:-1], halves if kind == "r2c" else sum(given))
    if out is not None and (out.shape != shape or out.dtype != outputs):
        raise ValueError(f"out of shape {out.shape} and type {out.dtype}: it must be {shape} and {outputs}")
    if out is not None and not out.flags.writeable:
        raise ValueError("output array is read-only")
    packed = np.ascontiguousarray(array, inputs)
    direct = out is not None and out.flags.carray and not np.may_share_memory(out, packed)
    result = out if out is not None and direct else np.empty(shape, outputs)
    batch = packed.size // count
    if batch > 0:
        precision = "f32" if complex_type == np.complex64 else "f64"
        direction = ":inverse" if inverse and kind == "c2c" else ""
        token = f"{kind}:{precision}:ragged=1*{batch}{direction}:{scale}"
        _plan(current_device().id, token, given).execute(packed, result)
    if out is None or result is out:
        return result
    out[...] = result
    return out


def ragged_fft(x: ArrayLike, lengths: Integers, norm: Norm = None, *, out: NumPyArray | None = None) -> NumPyArray:
    """Complex transforms of many lengths, which lie one behind the other along the last axis of x.

    It equals ``numpy.concatenate([numpy.fft.fft(part) for part in numpy.split(x, numpy.cumsum(lengths)[:-1], -1)], -1)``, in at
    most eight launches of the device. Plans of the last 16 lists of lengths are kept.

    Parameters
    ----------
    x : array of shape (..., sum of lengths)
        The other axes are fields with the same lengths.
    lengths : sequence of ints
        Lengths of the transforms, from 1 on.
    norm : {"backward", "ortho", "forward"}, optional
        As in numpy.fft; n is the length of each transform.
    out : array, optional
        Where the result goes.

    Raises
    ------
    InvalidArgument
        For invalid lengths. It is a ValueError.
    Unsupported
        For a length that is too long for a work-group of the device, which the message names.
    ValueError, TypeError
        For arrays of other shapes or types.

    Examples
    --------
    >>> import papilio.fft
    >>> abs(papilio.fft.ragged_fft([1, 2, 5, 6, 7], [2, 3])).round(3)
    array([ 3.   ,  1.   , 18.   ,  1.732,  1.732])
    """
    return _ragged("c2c", False, x, lengths, norm, out)


def ragged_ifft(x: ArrayLike, lengths: Integers, norm: Norm = None, *, out: NumPyArray | None = None) -> NumPyArray:
    """The inverse of `ragged_fft`.

    Parameters
    ----------
    x : array of shape (..., sum of lengths)
        The other axes are fields with the same lengths.
    lengths : sequence of ints
        Lengths of the transforms, from 1 on.
    norm : {"backward", "ortho", "forward"}, optional
        As in numpy.fft; n is the length of each transform.
    out : array, optional
        Where the result goes.

    Raises
    ------
    InvalidArgument, Unsupported, ValueError, TypeError
        As `ragged_fft`.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.ragged_ifft([3, -1, 18, -1.5, -1.5], [2, 3]).real.round(3)
    array([1. , 2. , 5. , 6.5, 6.5])
    """
    return _ragged("c2c", True, x, lengths, norm, out)


def ragged_rfft(x: ArrayLike, lengths: Integers, norm: Norm = None, *, out: NumPyArray | None = None) -> NumPyArray:
    """Transforms of real numbers of many lengths: of each length n the n//2 + 1 numbers that numpy.fft.rfft gives.

    Parameters
    ----------
    x : array of shape (..., sum of lengths)
        Real numbers. The other axes are fields with the same lengths.
    lengths : sequence of ints
        Lengths of the transforms, from 1 on.
    norm : {"backward", "ortho", "forward"}, optional
        As in numpy.fft; n is the length of each transform.
    out : array, optional
        Where the result goes.

    Raises
    ------
    InvalidArgument, Unsupported, ValueError, TypeError
        As `ragged_fft`.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.ragged_rfft([1, 2, 5, 6, 7], [2, 3]).round(3)
    array([ 3. +0.j   , -1. +0.j   , 18. +0.j   , -1.5+0.866j])
    """
    return _ragged("r2c", False, x, lengths, norm, out)


def ragged_irfft(x: ArrayLike, lengths: Integers, norm: Norm = None, *, out: NumPyArray | None = None) -> NumPyArray:
    """The inverse of `ragged_rfft`.

    Parameters
    ----------
    x : array of shape (..., sum of n//2 + 1)
        Half spectra one behind the other. The other axes are fields with the same lengths.
    lengths : sequence of ints
        Lengths n of the real results, from 1 on.
    norm : {"backward", "ortho", "forward"}, optional
        As in numpy.fft; n is the length of each transform.
    out : array, optional
        Where the result goes.

    Raises
    ------
    InvalidArgument, Unsupported, ValueError, TypeError
        As `ragged_fft`.

    Examples
    --------
    >>> import papilio.fft
    >>> papilio.fft.ragged_irfft([3, -1, 18, -1.5 + 0.5j], [2, 3]).round(3)
    array([1.   , 2.   , 5.   , 6.211, 6.789])
    """
    return _ragged("c2r", True, x, lengths, norm, out)
