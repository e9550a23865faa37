# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""JAX's primitives: custom calls that are linear maps along some axes, and papilio_transform, a transform times a factor.

The parameters of papilio_transform are those of python/src/xla.hpp. lengths are of the real or complex signal along axes,
the last of which is halved on the complex side of r2c and c2r. An operand that is longer is cut, one that is shorter
counts as zero behind its end, in the same kernel. modes, one for each axis, make the spectrum (a forward transform's
result, an inverse one's operand) one of the lowest frequencies alone; () stands for all. A linear map's derivative is the
map, and its transpose is made of the same primitive, so that derivatives of any order follow.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._core import xla_handlers
from ._sharding import can_be_cut, lower_with_devices, partitioned, whole_along

jax: Any = importlib.import_module("jax")
_ad: Any = importlib.import_module("jax.interpreters.ad")
_batching: Any = importlib.import_module("jax.interpreters.batching")
_ffi: Any = importlib.import_module("jax.ffi")
_mlir: Any = importlib.import_module("jax.interpreters.mlir")
_primitives: Any = importlib.import_module("jax.extend.core")
_xla: Any = importlib.import_module("jax.interpreters.xla")

__all__ = ["C2C", "C2R", "DCT1", "DST1", "R2C", "jax", "linear_map", "transform", "whole_result"]

# Kind of include/papilio/problem.hpp; the four types of cosine and sine transforms follow their first.
C2C, R2C, C2R, DCT1, DST1 = 0, 1, 2, 3, 7

_COMPLEX = {"float32": "complex64", "float64": "complex128"}
_REAL = {"complex64": "float32", "complex128": "float64"}


def transform(x: Any, kind: int, axes: Sequence[int], lengths: Sequence[int], factor: float = 1.0, *, inverse: bool = False,
              orthogonal: bool = False, modes: Sequence[int] = ()) -> Any:
    """The primitive of an array that has elements."""
    return _transform.bind(x, kind=kind, inverse=inverse, orthogonal=orthogonal, factor=float(factor), axes=tuple(axes),
                           lengths=tuple(lengths), modes=tuple(modes))


def _abstract(x: Any, *, kind: int, inverse: bool, axes: tuple[int, ...], lengths: tuple[int, ...], modes: tuple[int, ...],
              **_: Any) -> Any:
    name = {R2C: _COMPLEX, C2R: _REAL}.get(kind, {}).get(x.dtype.name, x.dtype.name)
    sizes = list(lengths)
    if kind == R2C:
        sizes[-1] = lengths[-1] // 2 + 1
    if modes and kind != C2R and not inverse:
        sizes = list(modes)
    shape = list(x.shape)
    for axis, size in zip(axes, sizes):
        shape[axis] = size
    return whole_result(x, axes, x.update(shape=tuple(shape), dtype=np.dtype(name), weak_type=False))


def _fitted(x: Any, sizes: Sequence[int], axes: Sequence[int]) -> Any:
    """Cut, or continued with zeros, to the sizes: the transpose of what a transform does to its operand."""
    edges = [(0, 0, 0)] * x.ndim
    for axis, size in zip(axes, sizes):
        edges[axis] = (0, size - x.shape[axis], 0)
    return jax.lax.pad(x, np.zeros((), x.dtype), edges) if any(edge[1] for edge in edges) else x


def _weighted(x: Any, axis: int, inside: float, ends: Sequence[int], at_ends: float = 1.0) -> Any:
    """x times `inside` along the axis, and times `at_ends` at those elements."""
    weights = np.full(x.shape[axis], inside, _REAL.get(x.dtype.name, x.dtype.name))
    weights[list(ends)] = at_ends
    return x * weights.reshape([-1] + [1] * (x.ndim - 1 - axis))


def _ends_of_half(n: int, modes: Sequence[int]) -> list[int]:
    """Elements of a half spectrum that stand for themselves alone, of those that it has."""
    return [0, n // 2] if n % 2 == 0 and (not modes or modes[-1] > n // 2) else [0]


# The transposed matrix of a cosine or sine transform is that of its partner, with weights at these elements before it
# and after it: (inside, at the ends) each.
_PARTNERS = {1: 1, 2: 3, 3: 2, 4: 4}
_ENDS = {(False, 1): (0, -1), (False, 2): (0,), (False, 3): (0,), (True, 2): (-1,), (True, 3): (-1,)}
_BEFORE: dict[int, tuple[float, ...]] = {1: (0.5, 1.0), 2: (1.0, 2.0)}
_AFTER: dict[int, tuple[float, ...]] = {1: (2.0, 1.0), 3: (1.0, 0.5)}


def _transposed_r2r(x: Any, kind: int, axes: Sequence[int], lengths: Sequence[int], factor: float, orthogonal: bool) -> Any:
    sine, type_ = kind >= DST1, (kind - DCT1) % 4 + 1
    ends = () if orthogonal else _ENDS.get((sine, type_), ())

    def weighted(x: Any, weights: tuple[float, ...]) -> Any:
        for axis in axes if ends and weights else ():
            x = _weighted(x, axis, weights[0], ends, weights[1])
        return x

    x = weighted(x, _BEFORE.get(type_, ()))
    x = transform(x, kind - type_ + _PARTNERS[type_], axes, lengths, factor, orthogonal=orthogonal)
    return weighted(x, _AFTER.get(type_, ()))


def _transposed(cotangent: Any, x: Any, *, kind: int, inverse: bool, orthogonal: bool, factor: float, axes: tuple[int, ...],
                lengths: tuple[int, ...], modes: tuple[int, ...]) -> list[Any]:
    """JAX transposes without conjugating, so conjugates surround an adjoint."""
    conj, last, ends = jax.lax.conj, axes[-1], _ends_of_half(lengths[-1], modes)
    if kind == C2C and not modes:  # its matrix is its own transpose
        y = transform(cotangent, C2C, axes, lengths, factor, inverse=inverse)
    elif kind == C2C:
        y = conj(transform(conj(cotangent), C2C, axes, lengths, factor, inverse=not inverse, modes=modes))
    elif kind == R2C:
        y = transform(_weighted(conj(cotangent), last, 0.5, ends), C2R, axes, lengths, factor, modes=modes)
    elif kind == C2R:
        y = conj(_weighted(transform(cotangent, R2C, axes, lengths, factor, modes=modes), last, 2.0, ends))
    else:
        y = _transposed_r2r(cotangent, kind, axes, lengths, factor, orthogonal)
    return [_fitted(y, [x.aval.shape[axis] for axis in axes], axes)]


def linear_map(name: str, abstract: Callable[..., Any], transposed: Callable[..., Any]) -> Any:
    """A primitive of one operand, with a parameter `axes`: batches along the others, which may lie on several devices.

    It is lowered to the custom call of its name, for the handlers of python/src/xla.cpp; the parameters are its attributes.
    """
    whole, part = _primitives.Primitive(name), _primitives.Primitive(name + "_part")  # on all devices, on one
    for made in (whole, part):
        made.def_impl(functools.partial(_xla.apply_primitive, made))
        made.def_abstract_eval(abstract)
    in_parts = partitioned(part.bind)
    of_parts = _mlir.lower_fun(lambda x, **params: in_parts(x, tuple(params.items())), multiple_results=False)

    def lowered(context: Any, x: Any, **params: Any) -> Any:
        return _ffi.ffi_lowering(name)(context, x, **{key: _attribute(value) for key, value in params.items()})

    def lowered_in_parts(context: Any, x: Any, **params: Any) -> Any:
        return of_parts(context, x, **params) if can_be_cut(context) else lowered(context, x, **params)

    def batched(operands: Sequence[Any], batch: Sequence[int], *, axes: tuple[int, ...], **params: Any) -> tuple[Any, int]:
        """For vmap: the batch axis stays where it is, because plans read any strides."""
        at = batch[0]
        return whole.bind(*operands, axes=tuple(axis + (axis >= at) for axis in axes), **params), at

    for platform, handler in xla_handlers()[name].items():
        _ffi.register_ffi_target(name, handler, platform=platform)
        _mlir.register_lowering(part, lowered, platform=platform.lower())
        _mlir.register_lowering(whole, lowered_in_parts, platform=platform.lower())
    lower_with_devices(whole)
    _ad.deflinear2(whole, transposed)
    _batching.primitive_batchers[whole] = batched
    return whole


def _attribute(value: Any) -> Any:
    return np.array(value, np.int64) if isinstance(value, tuple) else np.float64(value) if isinstance(value, float) else np.int64(value)


def whole_result(x: Any, axes: tuple[int, ...], made: Any) -> Any:
    """The result's type, for arrays on axes of AxisType.Explicit: not cut along the transformed axes."""
    sharding = getattr(x, "sharding", None)
    if sharding is None or not any(sharding.spec[axis] for axis in axes if axis < len(sharding.spec)):
        return made
    return made.update(sharding=whole_along(sharding, axes, len(made.shape)))


_transform = linear_map("papilio_transform", _abstract, _transposed)
