# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""An array library on the fake CUDA runtime of the tests, whose device memory is the host's: what a GPU's library has.

PAPILIO_CUDA_LIBRARY is the runtime's file. `Array` exports itself by DLPack, `InterfaceArray` by
__cuda_array_interface__, both with a stream; the module has the functions of the array-API standard that Papilio uses.
"""

import ctypes
import os
import sys

import numpy as np

RUNTIME = ctypes.CDLL(os.environ["PAPILIO_CUDA_LIBRARY"])
_TYPES = {"b": 6, "u": 1, "i": 0, "f": 2, "c": 5}  # DLDataTypeCode
float32, float64, complex64, complex128 = "f4", "f8", "c8", "c16"


def check(status):
    if status != 0:
        raise RuntimeError(f"the fake runtime returned {status}")


class Memory:
    live = 0

    def __init__(self, size):
        address = ctypes.c_void_p()
        check(RUNTIME.cudaMalloc(ctypes.byref(address), ctypes.c_size_t(max(size, 1))))
        self.address, self.size = address.value, size
        Memory.live += 1

    def __del__(self):
        Memory.live -= 1
        RUNTIME.cudaFree(ctypes.c_void_p(self.address))

    @property
    def bytes(self):
        return np.ctypeslib.as_array((ctypes.c_uint8 * self.size).from_address(self.address))


class Stream:
    def __init__(self):
        handle = ctypes.c_void_p()
        check(RUNTIME.cudaStreamCreateWithFlags(ctypes.byref(handle), 1))
        self.ptr = handle.value

    def __del__(self):
        RUNTIME.cudaStreamDestroy(ctypes.c_void_p(self.ptr))

    def capture(self, work):
        """Does the work in a capture; the function that is returned replays it."""
        graph, executable = ctypes.c_void_p(), ctypes.c_void_p()
        check(RUNTIME.cudaStreamBeginCapture(ctypes.c_void_p(self.ptr), 0))
        work()
        check(RUNTIME.cudaStreamEndCapture(ctypes.c_void_p(self.ptr), ctypes.byref(graph)))
        check(RUNTIME.cudaGraphInstantiate(ctypes.byref(executable), graph, ctypes.c_ulonglong(0)))
        return lambda: check(RUNTIME.cudaGraphLaunch(executable, ctypes.c_void_p(self.ptr)))


class _DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", _DLTensor), ("context", ctypes.c_void_p), ("deleter", _DELETER)]


_exported = {}


@_DELETER
def _release(address):
    _exported.pop(address)


class Array:
    """A NumPy array's shape, type and strides, in memory of the device."""

    device = 0

    def __init__(self, memory, like, offset=0):
        self.memory, self.offset, self.like = memory, offset, like

    @classmethod
    def of(cls, values):
        """A copy of a NumPy array with its strides, offsets and gaps."""
        base = values
        while isinstance(base.base, np.ndarray):
            base = base.base
        base = base if base.flags.c_contiguous else np.ascontiguousarray(values)
        view = values if base is not values and np.shares_memory(base, values) else base
        memory = Memory(base.nbytes)
        memory.bytes[:] = base.reshape(-1).view(np.uint8)
        return cls(memory, view, view.ctypes.data - base.ctypes.data)

    @property
    def host(self):
        """The device's memory, seen as the array that it is."""
        like = self.like
        return np.ndarray(like.shape, like.dtype, self.memory.bytes, self.offset, like.strides)

    shape = property(lambda self: self.like.shape)
    ndim = property(lambda self: self.like.ndim)
    dtype = property(lambda self: self.like.dtype)

    def __getitem__(self, key):
        return type(self).of(self.host[key].copy())

    def __mul__(self, other):
        return type(self).of(self.host * other.host)

    def __add__(self, other):
        return type(self).of(self.host + other.host)

    def __setitem__(self, key, value):
        self.host[key] = value.host

    def __array_namespace__(self, api_version=None):
        return sys.modules[__name__]

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, *, stream=None, **_):
        assert stream == 1, "a consumer tells its stream; 1 is the legacy default stream"
        like, size = self.like, self.like.dtype.itemsize
        shape = (ctypes.c_int64 * like.ndim)(*like.shape)
        strides = (ctypes.c_int64 * like.ndim)(*(stride // size for stride in like.strides))
        tensor = _DLTensor(self.memory.address + self.offset, 2, 0, like.ndim, _TYPES[like.dtype.kind], size * 8, 1,
                           shape, strides, 0)
        managed = _DLManagedTensor(tensor, None, _release)
        address = ctypes.addressof(managed)
        _exported[address] = (managed, shape, strides, self)
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return make(address, b"dltensor", None)


class InterfaceArray(Array):
    stream = None

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.memory.address + self.offset, False),
                "strides": self.like.strides, "version": 3, "stream": self.stream}


def empty(shape, *, dtype, device):
    like = np.empty(shape, dtype)
    return Array(Memory(like.nbytes), like)


def zeros(shape, *, dtype, device):
    return Array.of(np.zeros(shape, dtype))


def astype(x, dtype):
    return type(x).of(x.host.astype(dtype))


def conj(x):
    return type(x).of(np.conj(x.host))


def asarray(values, *, device):
    return Array.of(np.array(values))


def concat(arrays, *, axis):
    return type(arrays[0]).of(np.concatenate([x.host for x in arrays], axis))


def reshape(x, shape):
    return type(x).of(x.host.reshape(shape).copy())


def moveaxis(x, source, destination):
    return type(x).of(np.moveaxis(x.host, source, destination).copy())
