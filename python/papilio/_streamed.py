# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Signals in the memory of CUDA devices, in arrays of other libraries: read where they are, on the library's stream."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ._device_arrays import is_foreign
from ._libraries import ITEM_BYTES, NUMBERS, Library, library_of

__all__ = ["PushedSamples", "frames", "number_of", "on_device", "pushed", "transformed"]

_ALIGNMENT = 16
_FIRST_NATIVE = NUMBERS.index("float32")


class PushedSamples(NamedTuple):
    """Samples of one signal. `owner` holds the memory."""

    address: int
    samples: int
    stream: int
    waits: bool
    library: Library
    owner: Any


def on_device(x: Any) -> bool:
    """An array of another library, in a device's memory, of which the library keeps no derivatives."""
    if not is_foreign(x) and not hasattr(x, "__cuda_array_interface__"):
        return False
    library = library_of(x)
    return not library.on_host(x) and not library.needs_operators(x)


def number_of(library: Library, x: Any, complex_: bool) -> int:
    """The type of the numbers that x is transformed as: of its precision, complex if it is or if that is asked for."""
    name = library.dtype_name(x)
    if name not in NUMBERS and name != "bfloat16" and not name.startswith(("int", "uint", "bool")):
        raise TypeError(f"Papilio computes in single and double precision, not in {name}: convert the signal")
    single = name in ("float16", "bfloat16", "float32", "complex64")
    if complex_ or name.startswith("complex"):
        return NUMBERS.index("complex64" if single else "complex128")
    return NUMBERS.index("float32" if single else "float64")


def frames(window: Any, hop: int, padding: str, whole: bool = False) -> dict[str, object]:
    """Options of the library's short-time transforms; `whole`: frames that are not full are left out."""
    return {"window": window, "hop": hop, "padding": padding, "whole": whole}


def transformed(x: Any, number: int, shape: tuple[int, ...], result: int, sizes: tuple[int, int],
                call: Callable[[dict[str, object]], None], inverse: bool = False) -> Any:
    """A new array of the shape and type `result`, which call(memory) fills from x, packed and as `number`; `sizes` are
    the signals and the samples of each. The signals are what an inverse transform gives."""
    library = library_of(x)
    ordinal = library.describe(x)[5]
    address, stream, owner = _packed(library, x, number, f"cuda:{ordinal}")
    out = library.empty(x, shape, result)
    ends = (library.address(out), address) if inverse else (address, library.address(out))
    call({"device": ordinal, "signals": ends[0], "results": ends[1], "batch": sizes[0], "samples": sizes[1], "stream": stream,
          "waits": library.waits, "captured": library.captures()})
    del owner  # lives until here; the library reuses it in the stream's order
    return out


def _packed(library: Library, x: Any, number: int, device: str) -> tuple[int, int, Any]:
    """(address, stream, owner) of a packed array of numbers of that type on the device: x, or a copy of it."""
    name = NUMBERS[number]
    address, found, shape, strides, unit, ordinal, stream = library.describe(x)
    if device != f"cuda:{ordinal}":
        raise ValueError(f"the array is on cuda:{ordinal}, and Papilio computes on {device}: call "
                         f"papilio.use_device('cuda:{ordinal}') first")
    size, dense = 1, True
    for axis in range(len(shape) - 1, -1, -1):
        if strides is not None and shape[axis] != 1:
            dense = dense and strides[axis] * unit == size * ITEM_BYTES[found]
        size *= shape[axis]
    if found == number and dense and address % _ALIGNMENT == 0:
        return address, stream, x
    if found != number:
        if number < _FIRST_NATIVE:
            raise TypeError(f"samples must be of {name}: they are read as they are stored")
        if library.dtype_name(x).startswith("complex") and not name.startswith("complex"):
            raise TypeError(f"samples are complex, and {name} is real: choose complex64 or complex128")
        x = library.cast(x, name)
    copy = library.empty(x, tuple(shape), number)
    library.copy(copy, x)
    return library.address(copy), stream, copy


def pushed(x: Any, number: int, device: str) -> PushedSamples:
    """(n,) samples of the type, or (n, 2) of pairs."""
    if not on_device(x):
        raise TypeError("both signals must be on the same device")
    library = library_of(x)
    shape = tuple(x.shape)
    pairs = number < _FIRST_NATIVE
    if len(shape) != (2 if pairs else 1) or (pairs and shape[1] != 2):
        raise ValueError("samples must have the shape (n, 2)" if pairs else "samples must have one dimension")
    if math.prod(shape) == 0:
        return PushedSamples(0, 0, 0, library.waits, library, x)
    address, stream, owner = _packed(library, x, number, device)
    return PushedSamples(address, shape[0], stream, library.waits, library, owner)
