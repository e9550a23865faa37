# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Arrays of other libraries, transformed where they are; the result has their type."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _core
from ._call import FFT, HFFT, IHFFT, IRFFT, RFFT
from ._core import transform as transform_numpy
from ._libraries import ITEM_BYTES, NUMBERS, Library, library_of, stream_handle

__all__ = ["apply", "execute", "is_foreign", "transform"]


def transform(function: int, one_axis: bool, x: Any, type_: Any, lengths: Any, axes: Any, norm: Any,
              orthogonalize: Any, overwrite_x: Any, plan: Any, out: Any, factor: float = 1.0, modes: Any = None) -> Any:
    """transform() of papilio._core without derivatives, times a factor."""
    library = library_of(x)
    if out is not None and library_of(out) is not library:
        raise TypeError(f"out is of another library than the input: give an array of {library.name}")
    if out is not None:
        library.check_writable()
    if not library.on_host(x):
        needs_axis = function in (RFFT, IRFFT, HFFT, IHFFT)
        if not (one_axis or needs_axis) and axes is not None and hasattr(axes, "__len__") and len(axes) == 0:
            return library.untransformed(x)
        source = library.readable(x, function)
        return _core.transform_on_device(function, one_axis, source, type_, lengths, axes, norm, orthogonalize,
                                         overwrite_x, plan, out, factor, modes, library)
    target = None if out is None else library.to_numpy(out)
    result = transform_numpy(function, one_axis, library.to_numpy(x), type_, lengths, axes, norm, orthogonalize, False,
                             plan, target, factor, modes)
    return library.from_numpy(result, x) if out is None else out


def execute(plan: _core.Plan, x: Any, out: Any, stream: Any, scratch: Any) -> Any:
    """Plan.execute() on an array of another library."""
    library = library_of(x)
    (number, shape, elements), (out_number, out_shape, out_elements), in_place = _core.plan_sides(plan)
    if in_place and out is not None:
        raise ValueError("out: the plan is in place, its input becomes the result")
    if in_place or out is not None:
        library.check_writable()
    if library.on_host(x):
        if stream is not None or scratch is not None:
            raise ValueError("stream and scratch are for arrays on devices")
        result = plan(library.to_numpy(x), None if out is None else library.to_numpy(out))
        return x if in_place else out if out is not None else library.from_numpy(result, x)
    if stream is not None and out is None and not in_place:
        raise ValueError("give out= with stream=: a new array would belong to the library's current stream")
    result = x if in_place else library.empty(x, out_shape, out_number) if out is None else out
    address, current = _packed(library, x, (number, shape, elements), plan.device.id, "in")
    target = address if in_place else _packed(library, result, (out_number, out_shape, out_elements), plan.device.id, "out")[0]
    work, owner = None, None
    if scratch is not None:
        work = library.describe(scratch)[0]
    elif stream is None and plan.scratch_bytes > 0:
        work, owner = library.scratch(x, plan.scratch_bytes) or (None, None)
    _core.execute_on_device(plan, address, target, work, current if stream is None else stream_handle(stream),
                            library.waits)
    del owner  # lives until here; the library reuses it in the stream's order
    return result


def is_foreign(x: Any) -> bool:
    """An array of another library than NumPy."""
    return hasattr(x, "__dlpack__") and not isinstance(x, (np.ndarray, np.generic))


def apply(operation: Any, x: Any, out: Any, dtype: np.dtype[Any], shapes: tuple[tuple[int, ...], tuple[int, ...]],
          on_host: Callable[[Any, Any], Any]) -> Any:
    """An operation of papilio.operators on an array of another library; on_host(x, out) is the one on NumPy's arrays."""
    library = library_of(x)
    if out is not None and library_of(out) is not library:
        raise TypeError(f"out is of another library than the input: give an array of {library.name}")
    if library.on_host(x):
        result = on_host(library.to_numpy(x), None if out is None else library.to_numpy(out))
        return library.from_numpy(result, x) if out is None else out
    number, device = NUMBERS.index(dtype.name), operation.device_id()
    x = library.readable(x, FFT if dtype.kind == "c" else RFFT)
    result = library.empty(x, shapes[1], number) if out is None else out
    address, stream = _packed(library, x, (number, shapes[0], math.prod(shapes[0])), device, "x")
    target, _ = _packed(library, result, (number, shapes[1], math.prod(shapes[1])), device, "out")
    needed = operation.scratch_bytes()
    work, owner = (library.scratch(x, needed) if needed > 0 else None) or (0, None)
    operation.execute_at_addresses(address, target, work, stream, library.waits)
    del owner  # lives until here; the library reuses it in the stream's order
    return result


def _packed(library: Library, x: Any, side: tuple[int, tuple[int, ...], int], on: str,
            name: str) -> tuple[int, int]:
    """Address and stream of a packed array of the side's type and shape, or a flat one, on that device."""
    number, wanted, elements = side
    address, found, shape, strides, unit, device, stream = library.describe(x)
    size, packed = 1, True
    for axis in range(len(shape) - 1, -1, -1):
        if strides is not None and shape[axis] != 1:
            packed = packed and strides[axis] * unit == size * ITEM_BYTES[found]
        size *= shape[axis]
    if tuple(shape) not in (wanted, (elements,)):
        raise ValueError(f"{name}: its shape is {tuple(shape)}; the plan takes {elements} elements, of shape {wanted} "
                         "or flat")
    if found != number or not packed:
        raise ValueError(f"{name}: the plan takes {elements} packed elements of {NUMBERS[number]}")
    if on != f"cuda:{device}":
        raise ValueError(f"{name}: it is on cuda:{device}, the plan is for {on}")
    return address, stream
