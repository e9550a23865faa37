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

inline constexpr const char* channel_filter =
    R"(The taps of a low-pass filter for a number of channels of equal width.

They are those of ``scipy.signal.firwin(taps_per_channel * channels, 1 / channels, window=("kaiser", beta))``: -6 dB at
half the channels' width, and for a ``beta`` of 8 a stop band of -80 dB.
)";

inline constexpr const char* channelizer =
    R"(A polyphase filter bank: splits a signal into channels of equal width, as its samples come.

Row m and column k of the frames is number m of channel k: the signal shifted down by k / channels of its rate,
filtered, and decimated, ``scipy.signal.lfilter(taps, 1, x * numpy.exp(-2j * numpy.pi * k * numpy.arange(n) /
channels))[hop - 1::hop]``. A complex signal has all channels, those of negative frequencies last; a real one
``channels // 2 + 1``. The bits of frames do not depend on the pieces in which the samples come. One thread at a time
may use an object.

Parameters
----------
channels : int
    At least 2.
hop : int, optional
    Samples from one frame to the next, at most ``channels``, the default; with fewer, channels are oversampled.
taps : array_like, optional
    The filter. By default ``papilio.channel_filter(channels)``.
dtype : str
    The type of samples: "float32", "float64", "complex64" or "complex128". "int8", "uint8", "int16", "uint16" and
    "float16" are those of complex samples as pairs, arrays of shape (n, 2); integers stand for themselves.

Examples
--------
>>> import numpy as np
>>> import papilio
>>> bank = papilio.Channelizer(16)
>>> tone = np.exp(2j * np.pi * 3 * np.arange(1000) / 16)
>>> bank.push(tone[:501]).shape, bank.push(tone[501:]).shape
((31, 16), (31, 16))
>>> abs(bank.push(tone))[-1].round(3).argmax()
np.int64(3)
)";

}  // namespace papilio::python::docs
