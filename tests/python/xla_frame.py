# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Call frames as XLA makes them, by hand: what a handler of papilio._core is called with (python/src/xla_ffi.hpp)."""

import ctypes

import numpy as np

from papilio import _core

TYPES = {"i8": 5, "f4": 11, "f8": 12, "c8": 15, "c16": 18, "f2": 10}
SIZE, POINTER = ctypes.c_size_t, ctypes.c_void_p


def structure(name, **fields):
    base = [("struct_size", SIZE), ("extensions", POINTER)]
    return type(name, (ctypes.Structure,), {"_fields_": base + list(fields.items())})


Version = structure("Version", major=ctypes.c_int, minor=ctypes.c_int)
Buffer = structure("Buffer", type=ctypes.c_int, data=POINTER, rank=ctypes.c_int64, lengths=POINTER)
List = structure("List", size=ctypes.c_int64, types=POINTER, values=POINTER)
Attributes = structure("Attributes", size=ctypes.c_int64, types=POINTER, names=POINTER, values=POINTER)
ErrorArguments = structure("ErrorArguments", message=ctypes.c_char_p, kind=ctypes.c_int)
StreamArguments = structure("StreamArguments", context=POINTER, stream=POINTER)
AllocateArguments = structure("AllocateArguments", context=POINTER, size=SIZE, alignment=SIZE, data=POINTER)
FreeArguments = structure("FreeArguments", context=POINTER, size=SIZE, data=POINTER)
OrdinalArguments = structure("OrdinalArguments", context=POINTER, ordinal=ctypes.c_int32)
DestroyArguments = structure("DestroyArguments", error=POINTER)
Api = structure("Api", version=Version, internal=POINTER, create_error=POINTER, get_message=POINTER, destroy_error=POINTER,
                register_handler=POINTER, get_stream=POINTER, others_before_allocate=POINTER * 4, allocate=POINTER,
                free=POINTER, others_before_ordinal=POINTER * 6, get_ordinal=POINTER)
Frame = structure("Frame", api=POINTER, context=POINTER, stage=ctypes.c_int, arguments=List, results=List,
                  attributes=Attributes, future=POINTER)
MetadataExtension = type("MetadataExtension", (ctypes.Structure,), {"_fields_": [
    ("struct_size", SIZE), ("type", ctypes.c_int), ("next", POINTER), ("metadata", POINTER)]})
Metadata = type("Metadata", (ctypes.Structure,), {"_fields_": [("struct_size", SIZE), ("version", Version),
                                                               ("traits", ctypes.c_uint32)]})


class Failure(Exception):
    """What a handler returned: kind, an ErrorKind, and a message."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def handler(platform, name):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = POINTER, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.CFUNCTYPE(POINTER, POINTER)(get(_core.xla_handlers()[name][platform], None))


class Xla:
    """The functions that XLA offers. Device memory is of `allocate`, which gives an address or None."""

    def __init__(self, stream=None, allocate=None, ordinal=0):
        self.stream, self.allocate, self.ordinal = stream, allocate, ordinal
        self.live, self.sizes, self.errors = {}, [], {}
        self.keep = []
        self.api = Api(ctypes.sizeof(Api), None, Version(ctypes.sizeof(Version), None, 0, 3))
        for name, arguments, function in (
                ("create_error", ErrorArguments, self._create), ("destroy_error", DestroyArguments, self._destroy),
                ("get_stream", StreamArguments, self._stream), ("allocate", AllocateArguments, self._allocate),
                ("free", FreeArguments, self._free), ("get_ordinal", OrdinalArguments, self._ordinal)):
            made = ctypes.CFUNCTYPE(POINTER, ctypes.POINTER(arguments))(lambda given, f=function: f(given.contents))
            self.keep.append(made)
            setattr(self.api, name, ctypes.cast(made, POINTER).value)

    def _error(self, kind, message):
        key = 1000 + len(self.keep)
        self.keep.append(None)
        self.errors[key] = Failure(kind, message)
        return key

    def _create(self, given):
        return self._error(given.kind, given.message.decode())

    def _destroy(self, given):
        del self.errors[given.error]

    def _stream(self, given):
        given.stream = self.stream

    def _ordinal(self, given):
        given.ordinal = self.ordinal

    def _allocate(self, given):
        if given.alignment > 16:  # as XLA does
            return self._error(3, f"Unsupported alignment: {given.alignment}")
        memory = self.allocate(given.size)
        if memory is None:
            return self._error(8, "no memory")
        given.data = memory.address
        self.live[memory.address] = memory
        self.sizes.append(given.size)

    def _free(self, given):
        assert self.live[given.data].size == given.size
        del self.live[given.data]

    def call(self, platform, operands, results, attributes, target="papilio_transform"):
        """Calls the handler; operands and results are (address, type, shape). Raises Failure."""
        keep = []

        def held(array):
            keep.append(array)
            return ctypes.cast(array, POINTER)

        def pointers(values):
            return held((POINTER * len(values))(*(held(ctypes.pointer(value)) for value in values)))

        def buffers(arrays):
            made = [Buffer(ctypes.sizeof(Buffer), None, TYPES[type_], address, len(shape),
                           held((ctypes.c_int64 * len(shape))(*shape))) for address, type_, shape in arrays]
            return List(ctypes.sizeof(List), None, len(made), held((ctypes.c_int * len(made))(*[1] * len(made))), pointers(made))

        names, kinds, values = [], [], []
        for name, value in sorted(attributes.items()):
            array = np.asarray(value)
            keep.append(array)
            names.append(_span(name.encode(), keep))
            kinds.append(1 if array.ndim else 3)
            type_ = TYPES[f"{array.dtype.kind}{array.dtype.itemsize}"]
            values.append(_Array(type_, array.size, array.ctypes.data) if array.ndim else _Scalar(type_, array.ctypes.data))
        given = Attributes(ctypes.sizeof(Attributes), None, len(names), held((ctypes.c_int * len(kinds))(*kinds)),
                           pointers(names), pointers(values))
        frame = Frame(ctypes.sizeof(Frame), None, ctypes.addressof(self.api), None, 3, buffers(operands), buffers(results), given)
        error = handler(platform, target)(ctypes.addressof(frame))
        if error:
            raise self.errors.pop(error)


class _Span(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("size", SIZE)]


class _Scalar(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("value", POINTER)]


class _Array(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("size", SIZE), ("data", POINTER)]


def _span(text, keep):
    keep.append(text)
    return _Span(text, len(text))


def metadata(platform, name):
    """(major, minor, traits) that the handler tells when XLA registers it."""
    told = Metadata(ctypes.sizeof(Metadata), Version(ctypes.sizeof(Version)))
    extension = MetadataExtension(ctypes.sizeof(MetadataExtension), 1, None, ctypes.addressof(told))
    frame = Frame(ctypes.sizeof(Frame), ctypes.addressof(extension))
    assert handler(platform, name)(ctypes.addressof(frame)) is None
    return told.version.major, told.version.minor, told.traits
