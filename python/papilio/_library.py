# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What Papilio asks of an array library, answered by the array-API standard and DLPack."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core
from ._call import DCT, DST, FFT, HFFT, IDCT, IDST, IFFT, IHFFT, IRFFT, RFFT

__all__ = ["CODES", "Codes", "ITEM_BYTES", "NUMBERS", "READ_AS_GIVEN", "SINGLE", "Description", "Library"]

# Names of the numbers of python/src/numbers.hpp, in their order; another type's number and bytes follow.
NUMBERS = ("uint8", "int8", "int16", "uint16", "float16", "float32", "float64", "complex64", "complex128")
OTHER = len(NUMBERS)
#: Names of the types that are transformed in single precision.
SINGLE = ("float16", "float32", "complex64", "bfloat16")
ITEM_BYTES = (1, 1, 2, 2, 2, 4, 8, 8, 16, 1)


class Codes(dict[Any, int]):
    """The number of each type of a library; of a type that Papilio neither reads nor writes, OTHER."""

    def __init__(self, types: Iterable[Any], *truths: Any) -> None:
        super().__init__({type_: code for code, type_ in enumerate(types)} | dict.fromkeys(truths, 0))

    def __missing__(self, type_: Any) -> int:
        return OTHER


CODES = Codes(NUMBERS, "bool", "bool_")
_FIRST_COMPLEX = 7
# (name of a type, function): what readable() returns as it is.
_TRIGONOMETRIC = (DCT, IDCT, DST, IDST)
READ_AS_GIVEN = (
    {(name, f) for name in ("float16", "float32", "float64") for f in (RFFT, IHFFT, *_TRIGONOMETRIC)}
    | {(name, f) for name in ("complex64", "complex128") for f in (FFT, IFFT, IRFFT, *_TRIGONOMETRIC)})
# Types that are converted first, and to what.
_CONVERTED = {"bfloat16": "float32", "int32": "float64", "uint32": "float64", "int64": "float64",
              "uint64": "float64"}
_CUDA = (2, 13)  # DLDeviceType: kDLCUDA, kDLCUDAManaged
_HOST = (1, 3)  # kDLCPU, kDLCUDAHost

Description = tuple[int, int, tuple[int, ...], Any, int, int, int]


class Library:
    """What every library offers by the array-API standard and DLPack. The others do it in fewer steps."""

    #: The library's streams are its own affair: a call returns when the result is there.
    waits = True
    immutable = False
    #: The module with the library's operators, and what makes an array that needs none.
    operators = without_operators = ""

    def __init__(self, name: str) -> None:
        self.name = name

    def captures(self) -> bool:
        """True if the library sees that its current stream is captured into a graph."""
        return False

    def check_writable(self) -> None:
        """For arrays that a caller gave for a result."""
        if self.immutable:
            raise TypeError(f"{self.name}'s arrays are immutable: leave out= out, and give a plan that is out of place")

    def needs_operators(self, x: Any) -> bool:
        """True for arrays whose derivatives, or other transforms, the library keeps."""
        return False

    def space(self, x: Any) -> Any:
        """The module with the array-API standard's functions."""
        if hasattr(x, "__array_namespace__"):
            return x.__array_namespace__()
        raise TypeError(f"{self.name} has no __array_namespace__() to make a result with: give out=, or convert the "
                        "array to one of CuPy, PyTorch, JAX or Numba")

    def on_host(self, x: Any) -> bool:
        return hasattr(x, "__dlpack_device__") and x.__dlpack_device__()[0] in _HOST

    def to_numpy(self, x: Any) -> Any:
        """The same memory as an array of NumPy's."""
        return np.from_dlpack(x)

    def from_numpy(self, array: Any, like: Any) -> Any:
        return self._from_dlpack(like)(array)

    def _from_dlpack(self, like: Any) -> Any:
        if hasattr(like, "__array_namespace__"):
            return like.__array_namespace__().from_dlpack
        module = importlib.import_module(self.name)
        if hasattr(module, "from_dlpack"):
            return module.from_dlpack
        raise TypeError(f"{type(like).__name__} comes from a library without from_dlpack(): convert it with "
                        "numpy.asarray()")

    def dtype_name(self, x: Any) -> str:
        if hasattr(x, "dtype"):
            return str(x.dtype).rpartition(".")[2]
        code = self.describe(x)[1]
        return "numbers of another type" if code == OTHER else NUMBERS[code]

    def describe(self, x: Any) -> Description:
        """(address, number, shape, strides or None, bytes of their unit, device, stream)"""
        interface = getattr(x, "__cuda_array_interface__", None)
        if interface is not None:
            return self._describe_interface(x, interface)
        if not hasattr(x, "__dlpack__") or x.__dlpack_device__()[0] not in _CUDA:
            raise TypeError(f"{type(x).__name__} is neither in the host's memory nor on a CUDA device: copy it to one "
                            "of them")
        # By the protocol the producer makes the stream wait for the array; 1 is the legacy default stream.
        address, number, shape, strides, unit, device = _core.describe_dlpack(x.__dlpack__(stream=1))
        return address, number, shape, strides, unit, device, 0

    def address(self, x: Any) -> int:
        """describe()'s first fact, of an array that empty() made."""
        return self.describe(x)[0]

    def _describe_interface(self, x: Any, interface: dict[str, Any]) -> Description:
        dtype = np.dtype(interface["typestr"])
        if not dtype.isnative or interface.get("mask") is not None:
            raise TypeError("arrays of the other byte order and masked ones cannot be read on a device: convert it")
        address = int(interface["data"][0])
        stream = interface.get("stream") or 0
        device = x.__dlpack_device__()[1] if hasattr(x, "__dlpack_device__") else _core.device_of_address(address)
        return (address, CODES[dtype.name], tuple(interface["shape"]), interface.get("strides"), 1, device,
                0 if stream == 1 else int(stream))

    def readable(self, x: Any, function: int) -> Any:
        """The array, or one that is converted to what the function reads."""
        name = self.dtype_name(x)
        code = CODES[name]
        if code == OTHER:
            if name not in _CONVERTED:
                raise TypeError(f"an array of {name} cannot be transformed: give numbers of at most double precision")
            x, code = self.cast(x, _CONVERTED[name]), CODES[_CONVERTED[name]]
        if code >= _FIRST_COMPLEX:
            if function in (RFFT, IHFFT):
                raise TypeError("x must be a real sequence")
            return self.conjugate(x) if function == HFFT else x
        if function in (FFT, IFFT, IRFFT, HFFT):
            return self.cast(x, "complex64" if NUMBERS[code] in ("float16", "float32") else "complex128")
        return x

    def cast(self, x: Any, name: str) -> Any:
        space = self.space(x)
        return space.astype(x, getattr(space, name))

    def conjugate(self, x: Any) -> Any:
        return self.space(x).conj(x)

    def conjugate_into(self, x: Any, out: Any) -> Any:
        """The conjugate of x, in `out` where arrays can be written to."""
        return self.conjugate(x)

    def empty(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        space = self.space(like)
        return space.empty(shape, dtype=getattr(space, NUMBERS[number]), device=like.device)

    def zeros(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        space = self.space(like)
        return space.zeros(shape, dtype=getattr(space, NUMBERS[number]), device=like.device)

    def scratch(self, like: Any, size: int) -> tuple[int, Any] | None:
        """Memory that is reused in the order of the stream; None: Papilio's own."""
        return None

    def copy(self, to: Any, x: Any) -> None:
        to[...] = x

    def from_host(self, array: Any, like: Any) -> Any:
        """A copy of an array of NumPy's where `like` is."""
        return self.space(like).asarray(array, device=like.device)

    def untransformed(self, x: Any) -> Any:
        """A copy in floating point."""
        x = self.readable(x, DCT)  # refuses what no function reads
        code = CODES[self.dtype_name(x)]
        name = NUMBERS[code] if code >= CODES["float32"] else "float32" if code == CODES["float16"] else "float64"
        return self.cast(x, name)
