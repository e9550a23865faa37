# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""From a function of papilio.jax.fft to the primitive: types, lengths, axes and normalisation by jax.numpy.fft's rules."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from typing import Any

from .._call import DCT, DST, HFFT, IDCT, IDST, IFFT, IHFFT, IRFFT, RFFT
from .._errors import AxisError
from .._libraries import library_of
from ._primitive import C2C, C2R, DCT1, DST1, R2C, jax, transform

__all__ = ["apply", "differentiable", "floating", "trigonometric"]

_INVERSE = (IFFT, IRFFT, IHFFT, IDCT, IDST)


def _numbers(value: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    return tuple(map(operator.index, value if hasattr(value, "__len__") or hasattr(value, "__iter__") else (value,)))


def _array(x: Any) -> Any:
    if isinstance(x, (list, tuple)):
        raise TypeError(f"papilio.jax takes arrays and numbers, not a {type(x).__name__}: give jax.numpy.array(x)")
    return x


def floating(x: Any) -> Any:
    """In floating point: integers become JAX's type for them, smaller numbers single precision."""
    if jax.numpy.issubdtype(x.dtype, jax.numpy.inexact):
        return x if x.dtype.itemsize >= 4 else x.astype("float32")
    return x.astype(jax.numpy.zeros((), x.dtype).mean().dtype)


def _complex(x: Any) -> Any:
    if jax.numpy.iscomplexobj(x):
        return x
    return x.astype("complex128" if x.dtype == "float64" else "complex64")


def _axes(rank: int, lengths: tuple[int, ...] | None, axes: tuple[int, ...] | None) -> tuple[int, ...]:
    if lengths is not None and any(length < 1 for length in lengths):
        raise ValueError(f"Shape should be positive: it is {lengths}.")
    if axes is None:
        count = rank if lengths is None else len(lengths)
        if count > rank:
            raise ValueError(f"the array has {rank} axes, and s has {count} lengths")
        return tuple(range(rank - count, rank))
    if lengths is not None and len(lengths) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    for axis in axes:
        if not -rank <= axis < rank:
            raise AxisError(axis, rank)
    chosen = tuple(axis % rank for axis in axes)
    if len(set(chosen)) != len(chosen):
        raise ValueError(f"repeated axes cannot be transformed: {axes}")
    return chosen


def _norm_factor(norm: str | None, inverse: bool, points: float) -> float:
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    if norm == "ortho":
        return 1 / math.sqrt(points)
    return 1 / points if inverse == (norm != "forward") else 1.0


def _checked(sizes: Sequence[int]) -> None:
    if min(sizes, default=1) < 1:
        raise ValueError(f"invalid number of data points ({min(sizes)}) specified")


def _run(x: Any, kind: int, axes: Sequence[int], lengths: Sequence[int], factor: float, **flags: Any) -> Any:
    """The primitive, or what it would give of an array without elements."""
    if x.size:
        return transform(x, kind, axes, lengths, factor, **flags)
    return jax.numpy.zeros_like(jax.eval_shape(lambda: transform(x, kind, axes, lengths, factor, **flags)))


def _check_modes(modes: tuple[int, ...], function: int, shape: Sequence[int], sizes: Sequence[int]) -> None:
    """For transforms of a spectrum that has the lowest frequencies alone: `shape` is the operand's along the axes."""
    if len(modes) != len(sizes):
        raise ValueError(f"modes {modes} must have a number for each of the {len(sizes)} transformed axes")
    for index, (m, n, given) in enumerate(zip(modes, sizes, shape)):
        there = n // 2 + 1 if function in (RFFT, IRFFT) and index + 1 == len(sizes) else n
        if not 1 <= m <= there:
            raise ValueError(f"modes {modes}: {m} of a spectrum that has {there}: give 1 to {there}")
        if function in (IFFT, IRFFT) and given != m:
            raise ValueError(f"modes {modes}, and the array has {given} elements along an axis where they say {m}")


@functools.partial(jax.jit, static_argnums=(0, 2, 3, 4, 5))
def _fourier(function: int, x: Any, lengths: tuple[int, ...] | None, axes: tuple[int, ...] | None, norm: str | None,
             modes: tuple[int, ...]) -> Any:
    x = floating(jax.numpy.asarray(x))
    if function in (RFFT, IHFFT):
        if jax.numpy.iscomplexobj(x):
            raise ValueError("only real valued inputs supported for rfft")
    else:
        x = _complex(x)
    axes = _axes(x.ndim, lengths, axes)
    if not axes:
        if function in (RFFT, IRFFT, HFFT, IHFFT):
            raise ValueError("at least 1 axis must be transformed")
        return x
    sizes = [x.shape[axis] for axis in axes] if lengths is None else list(lengths)
    if function in (IRFFT, HFFT) and lengths is None:
        sizes[-1] = 2 * (sizes[-1] - 1)
    _checked(sizes)
    if modes:
        if function in (IFFT, IRFFT) and lengths is None:
            raise ValueError("s is needed with modes: the lengths of the result")
        _check_modes(modes, function, [x.shape[axis] for axis in axes], sizes)
    factor = _norm_factor(norm, function in _INVERSE, math.prod(sizes))
    if function in (RFFT, IHFFT):
        half = _run(x, R2C, axes, sizes, factor, modes=modes)
        return half if function == RFFT else jax.lax.conj(half)
    if function in (IRFFT, HFFT):
        return _run(x if function == IRFFT else jax.lax.conj(x), C2R, axes, sizes, factor, modes=modes)
    return _run(x, C2C, axes, sizes, factor, inverse=function == IFFT, modes=modes)


@functools.partial(jax.jit, static_argnums=(0, 2, 3, 4, 5, 6))
def _trigonometric(function: int, x: Any, type_: int, lengths: tuple[int, ...] | None, axes: tuple[int, ...] | None,
                   norm: str | None, orthogonalize: bool | None) -> Any:
    x = floating(jax.numpy.asarray(x))
    axes = _axes(x.ndim, lengths, axes)
    sizes = [x.shape[axis] for axis in axes] if lengths is None else list(lengths)
    _checked(sizes)
    sine, inverse = function in (DST, IDST), function in _INVERSE
    if type_ not in (1, 2, 3, 4):
        raise ValueError(f"invalid type {type_!r}: 1 to 4")
    if type_ == 1 and not sine and min(sizes, default=2) < 2:
        raise ValueError("DCT-I is not defined for size < 2")
    # The DFT behind the transform has as many.
    points = math.prod(2 * (n + (0 if type_ != 1 else 1 if sine else -1)) for n in sizes)
    orthogonal = norm == "ortho" if orthogonalize is None else bool(orthogonalize)
    factor = _norm_factor(norm, inverse, points)
    if orthogonal:  # such a transform divides by the square root of points itself
        factor *= math.sqrt(points)
    kind = {2: 3, 3: 2}.get(type_, type_) if inverse else type_
    return _run(x, (DST1 if sine else DCT1) + kind - 1, axes, sizes, factor, orthogonal=orthogonal) if axes else x


def apply(function: int, x: Any, lengths: Any, axes: Any, norm: str | None, modes: Any = None) -> Any:
    """A Fourier transform of any kind."""
    return _fourier(function, _array(x), _numbers(lengths), _numbers(axes), norm, _numbers(modes) or ())


def trigonometric(function: int, x: Any, type_: int, lengths: Any, axes: Any, norm: str | None,
                  orthogonalize: bool | None) -> Any:
    """A cosine or sine transform, by SciPy's definitions."""
    return _trigonometric(function, _array(x), operator.index(type_), _numbers(lengths), _numbers(axes), norm, orthogonalize)


def differentiable(function: int, x: Any, type_: Any, lengths: Any, axes: Any, norm: Any, orthogonalize: Any,
                   modes: Any) -> Any:
    """A call of papilio.fft on an array that JAX traces."""
    if not jax.numpy.issubdtype(x.dtype, jax.numpy.inexact):
        x = library_of(x).cast(x, "float64")  # NumPy's rule, not JAX's
    if function in (DCT, IDCT, DST, IDST):
        return trigonometric(function, x, type_, lengths, axes, norm, orthogonalize)
    return apply(function, x, lengths, axes, norm, modes)
