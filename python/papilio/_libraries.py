# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Array libraries: how their arrays are described, made and converted. A library is imported when its arrays come."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from ._library import CODES, Codes, ITEM_BYTES, NUMBERS, READ_AS_GIVEN, Description, Library

__all__ = ["ITEM_BYTES", "LIBRARIES", "NUMBERS", "Library", "library_of", "stream_handle"]


class NumPy(Library):
    """For what is written once for the arrays of all libraries; transforms of NumPy's arrays do not pass here."""

    def space(self, x: Any) -> Any:
        return np  # arrays of NumPy 1 do not name it

    def dtype_name(self, x: Any) -> str:
        return str(x.dtype.name)  # without the byte order

    def to_numpy(self, x: Any) -> Any:
        return x

    def from_numpy(self, array: Any, like: Any) -> Any:
        return array

    def cast(self, x: Any, name: str) -> Any:
        return x.astype(name)

    def zeros(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        return np.zeros(shape, NUMBERS[number])

    from_host = from_numpy


class Torch(Library):
    waits = False
    operators, without_operators = "papilio.torch._functions", "give x.detach()"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.torch = torch = importlib.import_module(name)
        self.dtypes = [getattr(torch, number) for number in NUMBERS]
        self.codes = Codes(self.dtypes, torch.bool)
        self.read_as_given = {(getattr(torch, name), function) for name, function in READ_AS_GIVEN}
        self.tensors: Any = importlib.import_module("papilio._tensors")
        # Without an object for the stream; older versions have no such function.
        self.raw_stream = getattr(torch._C, "_cuda_getCurrentRawStream",
                                  lambda device: torch.cuda.current_stream(device).cuda_stream)

    def captures(self) -> bool:
        return self.torch.cuda.is_current_stream_capturing()  # type: ignore[no-any-return]

    def space(self, x: Any) -> Any:
        return self.torch

    def needs_operators(self, x: Any) -> bool:
        return self.tensors.needs_operators(x)  # type: ignore[no-any-return]

    def on_host(self, x: Any) -> bool:
        return not x.is_cuda and x.device.type == "cpu"

    def to_numpy(self, x: Any) -> Any:
        return self.resolved(x).numpy()

    def from_numpy(self, array: Any, like: Any) -> Any:
        return self.torch.from_numpy(array)

    def describe(self, x: Any) -> Description:
        if not x.is_cuda:
            raise TypeError(f"a tensor on {x.device}: only the host's memory and CUDA devices can be read")
        device = x.get_device()
        return (x.data_ptr(), self.codes[x.dtype], x.shape, x.stride(), x.element_size(), device,
                self.raw_stream(device))

    def resolved(self, x: Any) -> Any:
        """The numbers of the tensor, as its memory has them."""
        if x.requires_grad:
            x = x.detach()
        return x.resolve_conj().resolve_neg() if x.is_conj() or x.is_neg() else x

    def readable(self, x: Any, function: int) -> Any:
        x = self.resolved(x)
        return x if (x.dtype, function) in self.read_as_given else super().readable(x, function)

    def cast(self, x: Any, name: str) -> Any:
        return x.to(getattr(self.torch, name), copy=True)

    def conjugate(self, x: Any) -> Any:
        return self.torch.conj_physical(x)

    def conjugate_into(self, x: Any, out: Any) -> Any:
        return self.torch.conj_physical(x, out=out)

    def address(self, x: Any) -> int:
        return x.data_ptr()  # type: ignore[no-any-return]

    def empty(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        return like.new_empty(shape, dtype=self.dtypes[number])

    def zeros(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        return self.torch.zeros(shape, dtype=self.dtypes[number], device=like.device)

    def scratch(self, like: Any, size: int) -> tuple[int, Any] | None:
        memory = self.torch.empty(size, dtype=self.torch.uint8, device=like.device)
        return memory.data_ptr(), memory

    def copy(self, to: Any, x: Any) -> None:
        to.copy_(x)

    def from_host(self, array: Any, like: Any) -> Any:
        return self.torch.tensor(array, device=like.device)


class CuPy(Library):
    waits = False

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.cupy = cupy = importlib.import_module(name)
        self.stream_of = cupy.cuda.get_current_stream
        self.current_device = cupy.cuda.runtime.getDevice
        self.dtypes = [np.dtype(number) for number in NUMBERS]
        self.codes = Codes(self.dtypes, np.dtype(bool))
        self.read_as_given = {(np.dtype(number), function) for number, function in READ_AS_GIVEN}

    def captures(self) -> bool:
        return self.stream_of().is_capturing()  # type: ignore[no-any-return]

    def space(self, x: Any) -> Any:
        return self.cupy

    def on_host(self, x: Any) -> bool:
        return False

    def describe(self, x: Any) -> Description:
        if not isinstance(x, self.cupy.ndarray):
            raise TypeError(f"{type(x).__name__} is no cupy.ndarray: convert it")
        return x.data.ptr, self.codes[x.dtype], x.shape, x.strides, 1, x.data.device_id, self.stream_of().ptr

    def address(self, x: Any) -> int:
        return x.data.ptr  # type: ignore[no-any-return]

    def readable(self, x: Any, function: int) -> Any:
        return x if (x.dtype, function) in self.read_as_given else super().readable(x, function)

    def cast(self, x: Any, name: str) -> Any:
        return x.astype(name)

    def conjugate(self, x: Any) -> Any:
        return self.cupy.conjugate(x)

    def conjugate_into(self, x: Any, out: Any) -> Any:
        return self.cupy.conjugate(x, out=out)

    def empty(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        if like.data.device_id == self.current_device():  # a context takes microseconds
            return self.cupy.empty(shape, self.dtypes[number])
        with like.device:
            return self.cupy.empty(shape, self.dtypes[number])

    def zeros(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        with like.device:
            return self.cupy.zeros(shape, NUMBERS[number])

    def scratch(self, like: Any, size: int) -> tuple[int, Any] | None:
        with like.device:
            memory = self.cupy.cuda.alloc(size)
        return memory.ptr, memory

    def from_host(self, array: Any, like: Any) -> Any:
        with like.device:
            return self.cupy.asarray(array)


class Numba(Library):
    """Arrays of numba.cuda, which have no arithmetic: types that have to be converted are an error."""

    waits = False

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.cuda = importlib.import_module("numba.cuda")

    def space(self, x: Any) -> Any:
        raise TypeError("Numba has no arithmetic of arrays on a device: convert the array, cupy.asarray(x)")

    def on_host(self, x: Any) -> bool:
        return False

    def describe(self, x: Any) -> Description:
        interface = x.__cuda_array_interface__
        stream = interface.get("stream") or 0
        device = self.cuda.current_context().device.id
        return (interface["data"][0], CODES[x.dtype.name], x.shape, x.strides, 1, device,
                0 if stream == 1 else int(stream))

    def cast(self, x: Any, name: str) -> Any:
        raise TypeError(f"Numba has no conversions of arrays on a device: give {name}")

    def conjugate(self, x: Any) -> Any:
        raise TypeError("Numba has no conjugates of arrays on a device: use irfft and rfft")

    def empty(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        return self.cuda.device_array(shape, NUMBERS[number])

    def zeros(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        return self.cuda.to_device(np.zeros(shape, NUMBERS[number]))

    def copy(self, to: Any, x: Any) -> None:
        to.copy_to_device(x)


class Jax(Library):
    """JAX runs on streams of its own, so a call waits for its input and until the result is there."""

    immutable = True
    operators, without_operators = "papilio.jax._functions", "call papilio.fft outside of jax.jit and jax.grad"

    def __init__(self, name: str) -> None:
        super().__init__("jax")
        self.jax = importlib.import_module("jax")
        self.numpy = importlib.import_module("jax.numpy")

    def needs_operators(self, x: Any) -> bool:
        return isinstance(x, self.jax.core.Tracer)

    def _device(self, x: Any) -> Any:
        if self.needs_operators(x):
            raise TypeError("this function cannot be traced by jax.jit and jax.grad: call it on arrays, or use papilio.jax")
        devices = x.devices()
        if len(devices) != 1:
            raise TypeError(f"the array is spread over {len(devices)} devices: gather it on one (jax.device_put)")
        return next(iter(devices))

    def on_host(self, x: Any) -> bool:
        return self._device(x).platform == "cpu"  # type: ignore[no-any-return]

    def to_numpy(self, x: Any) -> Any:
        return np.asarray(x)  # shares the memory

    def from_numpy(self, array: Any, like: Any) -> Any:
        if not self.jax.config.jax_enable_x64 and array.dtype.itemsize > (8 if array.dtype.kind == "c" else 4):
            raise TypeError(f"the result is {array.dtype}, which JAX has only with jax_enable_x64: give float32")
        return self.numpy.from_dlpack(array)

    def describe(self, x: Any) -> Description:
        device = self._device(x)
        if device.platform not in ("gpu", "cuda"):
            raise TypeError(f"a JAX array on {device}: only the host's memory and CUDA devices can be read")
        x.block_until_ready()
        return (x.unsafe_buffer_pointer(), CODES[x.dtype.name], x.shape, None, 1,
                getattr(device, "local_hardware_id", device.id), 0)

    def _checked(self, name: str) -> str:
        if not self.jax.config.jax_enable_x64 and name in ("float64", "complex128"):
            raise TypeError(f"{name} is needed, which JAX has only with jax_enable_x64: give float32 or complex64")
        return name

    def cast(self, x: Any, name: str) -> Any:
        return self.numpy.array(x, self._checked(name))

    def conjugate(self, x: Any) -> Any:
        return self.numpy.conj(x)

    def empty(self, like: Any, shape: tuple[int, ...], number: int) -> Any:
        # Nobody else has seen this array, so it may still be written to.
        return self.jax.device_put(self.numpy.empty(shape, self._checked(NUMBERS[number])), self._device(like))

    zeros = empty  # JAX fills it

    def space(self, x: Any) -> Any:
        return self.numpy

    def from_host(self, array: Any, like: Any) -> Any:
        return self.jax.device_put(self.numpy.asarray(array), self._device(like))


LIBRARIES: dict[str, type[Library]] = {"numpy": NumPy, "torch": Torch, "cupy": CuPy, "numba": Numba, "jaxlib": Jax,
                                       "jax": Jax}
_of_type: dict[type, Library] = {}
_of_name: dict[str, Library] = {}


def library_of(x: Any) -> Library:
    """The library of an array, by the module of its type."""
    kind = type(x)
    known = _of_type.get(kind)
    if known is None:
        # A subclass of a library's array is of that library.
        names = [base.__module__.partition(".")[0] for base in kind.__mro__]
        name = next((name for name in names if name in LIBRARIES), names[0])
        if name not in _of_name:
            _of_name[name] = LIBRARIES.get(name, Library)(name)
        known = _of_type[kind] = _of_name[name]
    return known


def stream_handle(stream: Any) -> int:
    """The driver's handle of a stream of any library (``__cuda_stream__``), or the number itself."""
    if hasattr(stream, "__cuda_stream__"):
        protocol = stream.__cuda_stream__
        return int((protocol() if callable(protocol) else protocol)[1])
    for name in ("cuda_stream", "ptr", "handle"):
        if hasattr(stream, name):
            handle = getattr(stream, name)
            return int(getattr(handle, "value", handle) or 0)
    return int(stream)
