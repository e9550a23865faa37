// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Docstrings of more than a line, as help() prints them; tests/python/docs_test.py runs their examples.
#pragma once

namespace papilio::python::docs {

inline constexpr char device[] = R"(A device in use.

Parameters
----------
selector : str
    "auto", the default: the first CUDA GPU, else the first OpenCL GPU, else a CPU; a backend, "cuda" or "opencl"; or
    the id that `papilio.devices` lists, "opencl:0".

Raises
------
papilio.NoDevice
    There is no such device.

Examples
--------
>>> import papilio
>>> device = papilio.Device("opencl")
>>> device.id
'opencl:0'
)";

inline constexpr char plan[] =
    R"(A problem, prepared for a device. Plans are immutable, and many threads may call one at once.

Parameters
----------
token : str
    The problem, such as "c2c:f32:4096*512"; docs/tokens.md has the grammar. Transforms have no scale unless the token
    names one: ":scale=1/n".
device : str or Device, optional
    The device, or what selects it. Default: the one that `papilio.use_device` chose.

Raises
------
papilio.InvalidToken, papilio.Unsupported, papilio.NoDevice

Examples
--------
>>> import numpy as np, papilio
>>> plan = papilio.Plan("r2c:f64:8*3")
>>> spectra = plan(np.ones((3, 8)))
>>> spectra.shape, spectra.dtype.name, float(spectra[0, 0].real)
((3, 5), 'complex128', 8.0)
)";

inline constexpr char execute[] = R"(Transforms an array.

Parameters
----------
x : array
    A packed array of the plan's type, in the host's memory, or of a GPU library on the plan's CUDA device. Its shape is
    (batch, *lengths), without batch if that is 1, or flat with as many elements; r2c takes the real lengths and gives
    n // 2 + 1 numbers along the last axis. Planar problems have a first axis of 2. Problems with strides take flat
    arrays.
out : array, optional
    The array for the result, of x's library. A plan of a token with "inplace" has none: x becomes the result.
stream : optional
    A stream of the arrays' library, or a cudaStream_t as an int. Default: the library's current stream. The call
    enqueues the work there and returns. NumPy's arrays take no stream: their results are there on return.
scratch : array, optional
    An array on the device of at least `scratch_bytes` bytes. Default: memory is allocated where it is needed.

Returns
-------
array
    out, x itself in place, or a new array.

Raises
------
ValueError
    The type, the shape or the device is not the plan's, or the array is not packed.
)";

inline constexpr char overlap_save[] =
    R"(Convolves or correlates a signal of any length, in pieces of any length, with a short kernel.

The results are those of mode "full" of `papilio.convolve`; they come in blocks. One thread at a time may use an object.

Parameters
----------
kernel : array_like
    One dimension. Its type is that of the results: complex if it is complex, single precision if it has that.
correlation : bool
    False, the default, convolves; True correlates.
block : int
    Results of a block. 0, the default: a length that suits the device.

Examples
--------
>>> import papilio
>>> stream = papilio.OverlapSave([1.0, 1.0])
>>> stream.push([1.0, 2.0])
>>> stream.push([3.0])
>>> stream.finish()
>>> stream.pull().round(12)
array([1., 3., 5., 3.])
)";

}  // namespace papilio::python::docs
