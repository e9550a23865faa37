# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Arrays in a CUDA device's memory, on the fake runtime of the tests, which runs the kernels' PTX on the host."""

import gc
import unittest

import fake_gpu
import numpy as np
import scipy.fft
import scipy.signal
from fake_gpu import Array, InterfaceArray, Memory, Stream

import papilio
import papilio.fft
from papilio import _libraries, operators

GENERATOR = np.random.default_rng(0)


class Streaming(_libraries.Library):
    """A library whose streams are the caller's, as CuPy and PyTorch are."""

    waits = False
    current = 0
    scratch_calls = 0

    def describe(self, x):
        return (*super().describe(x)[:6], Streaming.current)

    def empty(self, like, shape, number):
        values = np.empty(shape, _libraries.NUMBERS[number])
        return StreamArray(Memory(values.nbytes), values)

    def scratch(self, like, size):
        Streaming.scratch_calls += 1
        memory = Memory(size)
        return memory.address, memory


class StreamArray(InterfaceArray):
    __module__ = "streaming"


_libraries.LIBRARIES["streaming"] = Streaming


def noise(shape, dtype):
    values = GENERATOR.standard_normal(shape)
    if np.dtype(dtype).kind in "iu":
        return (values * 50).astype(dtype)
    return (values + 1j * GENERATOR.standard_normal(shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)


class Device(unittest.TestCase):
    def assert_close(self, own, theirs, message=None):
        self.assertIsInstance(own, Array, message)
        self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), message)
        scale = max(1.0, abs(theirs).max()) if theirs.size else 1.0
        tolerance = 1e-12 if theirs.dtype in ("f8", "c16") else 1e-5
        np.testing.assert_allclose(own.host, theirs, rtol=0, atol=tolerance * scale, err_msg=str(message))

    def check(self, name, values, kind=Array, **options):
        theirs = getattr(scipy.fft, name)(values, **options)
        self.assert_close(getattr(papilio.fft, name)(kind.of(values), **options), theirs,
                          (name, values.dtype, values.strides, options))

    def test_functions_and_types(self):
        for kind in (Array, InterfaceArray):
            for dtype in ("f4", "c16", "f8", "c8", "i2", "u1"):
                for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "dct", "idst", "fftn", "rfft2", "irfftn"):
                    if np.dtype(dtype).kind == "c" and name in ("rfft", "ihfft", "rfft2"):
                        with self.assertRaises(TypeError):
                            getattr(papilio.fft, name)(kind.of(noise((3, 8), dtype)))
                        continue
                    self.check(name, noise((3, 8), dtype), kind)

    def test_types_that_are_converted_first(self):
        for dtype in ("i4", "i8", "u2"):
            self.check("fft", noise((2, 5), dtype))
            self.check("dct", noise((2, 5), dtype))
        self.check("rfft", noise((2, 6), "f8") > 0)
        x = papilio.fft.rfft(Array.of(noise(8, "f2")))
        self.assertEqual(x.dtype, np.complex64)

    def test_arguments(self):
        x = noise((4, 6, 5), "c8")
        for options in ({"axis": 0}, {"n": 9}, {"n": 3, "axis": 1}, {"norm": "ortho"}, {"norm": "forward"}):
            self.check("fft", x, **options)
        for options in ({"axes": (0, 2)}, {"s": (3, 8), "axes": (1, 0)}, {"axes": (2, 0), "norm": "ortho"}):
            self.check("fftn", x, **options)
            self.check("irfftn", x, **options)
        for type_ in (1, 2, 3, 4):
            self.check("dct", x.real.copy(), type=type_, norm="ortho")
            self.check("dstn", x, type=type_, axes=(0, 1))

    def test_modes(self):
        x, low = noise((4, 6, 8), "c16"), noise((4, 3, 4), "c16")
        rows, columns = [0, 1, 5], [0, 1, 6, 7]
        self.assert_close(papilio.fft.fftn(Array.of(x), axes=(1, 2), modes=(3, 4)),
                          scipy.fft.fftn(x, axes=(1, 2))[:, rows][:, :, columns])
        whole, half = np.zeros((4, 6, 8), "c16"), np.zeros((4, 6, 5), "c16")
        whole[np.ix_(range(4), rows, columns)] = low
        half[:, rows, :4] = low
        self.assert_close(papilio.fft.ifftn(Array.of(low), s=(6, 8), axes=(1, 2), modes=(3, 4)),
                          scipy.fft.ifftn(whole, axes=(1, 2)))
        self.assert_close(papilio.fft.irfftn(Array.of(low), s=(6, 8), axes=(1, 2), modes=(3, 4)),
                          scipy.fft.irfftn(half, axes=(1, 2)))

    def test_operators(self):
        x = noise((3, 6, 8), "f4")
        for kind in (Array, InterfaceArray):
            operator = operators.Operator(x.shape, operators.derivative((0, 1)), "float32", axes=(1, 2), device="cuda:0")
            self.assert_close(operator(kind.of(x)), operator(x))
            weights = noise((6, 2, 3), "c8")
            layer = operators.SpectralConvolution((3, 6, 8), weights, "float32", device="cuda:0")
            out = kind.of(np.zeros((3, 2, 8), "f4"))
            self.assertIs(layer(kind.of(x), out), out)
            self.assert_close(out, layer(x))
        for wrong, text in ((x[:, :3], "its shape"), (x.astype("f8"), "packed elements of float32")):
            with self.assertRaisesRegex(ValueError, text):
                operator(Array.of(wrong))
        with self.assertRaisesRegex(ValueError, "it is on cuda:0, the plan is for"):
            operators.Operator(x.shape, operators.laplacian(), "float32", device="opencl:0")(Array.of(x))

    def test_strides_and_addresses(self):
        for dtype in ("f4", "c8", "c16", "u1"):
            x = noise((6, 9, 8), dtype)
            # Addresses that are no multiples of 16 bytes, gaps, reversed axes, other orders.
            for view in (x[1:, 1:, 1:], x[0, 1, 3:], x[::2, :, ::-1], x[:, ::-1, 5], x.transpose(2, 0, 1)[3:]):
                for kind in (Array, InterfaceArray):
                    self.check("fft" if np.dtype(dtype).kind == "c" else "rfft", view, kind)
                    self.check("dct", view, kind, axis=0)
                    if view.strides[-1] > 0:  # else zeros are in front, and the fake runtime knows no such address
                        self.check("fft", view, kind, n=view.shape[-1] + 3)

    def test_short_time(self):
        for dtype, options in (("f4", {"nperseg": 16}), ("f8", {"nperseg": 12, "noverlap": 7, "nfft": 16}),
                               ("c16", {"nperseg": 10, "boundary": None, "return_onesided": False})):
            values = noise((2, 60), dtype)
            _, _, theirs = scipy.signal.stft(values, **options)
            f, t, own = papilio.stft(Array.of(values), **options)
            self.assert_close(own, theirs, options)
            if options.get("boundary", "zeros") is None:
                continue
            sizes = {name: options[name] for name in ("nperseg", "noverlap", "nfft") if name in options}
            times, back = papilio.istft(own, **sizes)
            self.assert_close(back[:, :60], values, options)
            self.assertEqual((f.size, t.size, times.size), (*theirs.shape[1:], back.shape[1]))

    def test_nothing_to_compute(self):
        for shape in ((0, 4), (4, 0)):
            values = np.zeros(shape, "c8")
            self.check("fft", values, n=4)
        x = papilio.fft.fftn(Array.of(noise((2, 3), "i2")), axes=())
        self.assertEqual(x.dtype, np.float64)
        for bad in ({"axis": 3}, {"n": 0}, {"norm": "none"}):
            with self.assertRaises(Exception) as own:
                papilio.fft.fft(Array.of(noise((2, 3), "c8")), **bad)
            with self.assertRaises(Exception) as theirs:
                papilio.fft.fft(noise((2, 3), "c8"), **bad)
            self.assertEqual(type(own.exception), type(theirs.exception))

    def test_out(self):
        x = noise((4, 8), "c8")
        for place in (np.empty((4, 8), "c8"), np.empty((8, 4), "c8").T, np.empty((4, 20), "c8")[:, 1:9]):
            out = Array.of(place)
            self.assertIs(papilio.fft.fft(Array.of(x), out=out), out)
            self.assert_close(out, scipy.fft.fft(x))
        own = Array.of(x)
        self.assertIs(papilio.fft.fft(own, out=own), own)  # in place
        self.assert_close(own, scipy.fft.fft(x))
        own = Array.of(x)
        shifted = Array(own.memory, own.like[:3], own.like.strides[0])  # overlaps the input
        papilio.fft.fft(Array(own.memory, own.like[:3]), out=shifted)
        self.assert_close(shifted, scipy.fft.fft(x[:3]))
        for wrong in (np.empty((4, 8), "c16"), np.empty((4, 7), "c8")):
            with self.assertRaises((TypeError, ValueError)):
                papilio.fft.fft(Array.of(x), out=Array.of(wrong))
        with self.assertRaises(TypeError):
            papilio.fft.fft(Array.of(x), out=np.empty((4, 8), "c8"))

    def test_types_that_nobody_knows(self):
        x = noise((4, 8), "c8")
        plan = papilio.Plan("c2c:f32:8*4", "cuda:0")
        for kind in (Array, InterfaceArray):
            wrong = kind.of(np.zeros((4, 8), "i8"))
            with self.assertRaisesRegex(TypeError, "out has another type"):
                papilio.fft.fft(kind.of(x), out=wrong)
            with self.assertRaisesRegex(ValueError, "wrong shape"):  # first, as NumPy
                papilio.fft.fft(kind.of(x), out=kind.of(np.zeros((4, 7), "i8")))
            for call in (lambda: plan(wrong), lambda: plan(kind.of(x), wrong)):
                with self.assertRaisesRegex(ValueError, "packed elements of complex64"):
                    call()
            self.assertEqual(papilio.fft.fftn(kind.of(np.ones((2, 3), "i4")), axes=()).dtype, np.float64)
            for name in ("rfftn", "irfftn", "hfftn", "ihfftn"):
                values = np.ones((2, 3), "f4" if name in ("rfftn", "ihfftn") else "c8")
                with self.assertRaisesRegex(ValueError, "at least 1 axis must be transformed"):
                    getattr(papilio.fft, name)(kind.of(values), axes=())
        with self.assertRaisesRegex(TypeError, "datetime64.* cannot be transformed"):
            papilio.fft.fft(InterfaceArray.of(np.zeros(4, "M8[s]")))

    def test_zeros_behind_the_input_are_not_memory(self):
        # The result begins where the zeros that the input is continued with would be.
        values = noise((2, 8), "c8")
        memory = Memory(2 * 8 * 8 + 2 * 24 * 8)
        x = Array(memory, values)
        x.host[...] = values
        out = Array(memory, np.empty((2, 24), "c8"), 2 * 8 * 8)
        papilio.fft.fft(x, n=24, out=out)
        self.assert_close(out, scipy.fft.fft(values, n=24))

    def test_overwrite(self):
        own = Array.of(noise((4, 8), "c8"))
        self.assertIs(papilio.fft.fft(own, overwrite_x=True), own)
        own = Array.of(noise((4, 8), "f4"))
        self.assertIsNot(papilio.fft.rfft(own, overwrite_x=True), own)

    def test_stream_of_the_interface(self):
        stream, x = Stream(), noise((4, 16), "c8")
        papilio.fft.fft(InterfaceArray.of(x))  # plans
        own = InterfaceArray.of(x)
        own.stream = stream.ptr
        with self.assertRaises(papilio.Error):  # this library waits for the result, which a capture forbids
            stream.capture(lambda: papilio.fft.fft(own))

    def test_capture(self):
        # What is enqueued on the captured stream runs when the graph does, so all of it must be there and no more.
        for n, batch in ((16, 4), (8192, 1), (4099, 1)):
            x = StreamArray.of(noise((batch, n), "c8"))
            papilio.fft.fft(x)  # plans
            stream = Stream()
            Streaming.current, kept = stream.ptr, []
            Streaming.scratch_calls = 0
            replay = stream.capture(lambda: kept.append(papilio.fft.fft(x)))
            Streaming.current = 0
            if n == 4099:
                self.assertEqual(Streaming.scratch_calls, 1)
                continue  # the fake driver captures kernels, but its scratch is freed already
            x.host[...] = noise((batch, n), "c8")
            replay()
            self.assert_close(kept[0], scipy.fft.fft(x.host), n)

    def test_plan(self):
        plan = papilio.Plan("c2c:f32:16*4", "cuda:0")
        values = noise((4, 16), "c8")
        x, out = StreamArray.of(values), StreamArray.of(np.zeros((4, 16), "c8"))
        self.assert_close(plan(x), scipy.fft.fft(values))
        self.assertIs(plan.execute(x, out), out)
        self.assert_close(out, scipy.fft.fft(values))
        out.host[...] = 0
        stream = Stream()
        replay = stream.capture(lambda: plan.execute(x, out, stream=stream))
        self.assertFalse(out.host.any())
        replay()
        self.assert_close(out, scipy.fft.fft(values))
        inplace = papilio.Plan("c2c:f32:16*4:inplace", "cuda:0")
        self.assertIs(inplace(x), x)
        self.assert_close(x, scipy.fft.fft(values))
        for wrong in (lambda: plan.execute(x, stream=stream), lambda: plan(StreamArray.of(values.astype("c16"))),
                      lambda: plan(StreamArray.of(values[:2])), lambda: inplace(x, out),
                      lambda: plan(StreamArray.of(np.empty((16, 4), "c8").T)),
                      lambda: plan.execute(values, stream=stream),
                      lambda: papilio.Plan("c2c:f32:16*4", "cuda:1")(x)):
            self.assertRaises(ValueError, wrong)
        # plan= of a function: it must be for the array's device
        for view in (values, values[:, ::2], values.T):
            made = papilio.plan_for(papilio.fft.fft, StreamArray.of(view), axis=0)
            self.assertEqual(made.device.id, "cuda:0")
            self.assert_close(papilio.fft.fft(StreamArray.of(view), axis=0, plan=made), scipy.fft.fft(view, axis=0))
        made = papilio.plan_for(papilio.fft.fft, StreamArray.of(values))
        with self.assertRaises(ValueError):
            papilio.fft.fft(StreamArray.of(values), plan=papilio.Plan(made.token, "cuda:1"))

    def test_streams_of_any_library(self):
        class Protocol:
            def __cuda_stream__(self):
                return (0, 24)

        class Handle:
            handle = type("value", (), {"value": None})()

        stream = Stream()
        self.assertEqual(_libraries.stream_handle(stream), stream.ptr)
        self.assertEqual([_libraries.stream_handle(s) for s in (7, Protocol(), Handle())], [7, 24, 0])

    def test_nothing_is_left(self):
        x = StreamArray.of(noise((4, 64), "c8"))
        papilio.fft.fft(x)
        gc.collect()
        before = Memory.live
        for _ in range(50):
            papilio.fft.ifft(papilio.fft.fft(x))
        gc.collect()
        self.assertEqual(Memory.live, before)
        self.assertEqual(fake_gpu._exported, {})

    def test_arrays_that_are_nowhere_known(self):
        class Elsewhere(Array):
            def __dlpack_device__(self):
                return (8, 0)

        with self.assertRaisesRegex(TypeError, "neither in the host's memory nor on a CUDA device"):
            papilio.fft.fft(Elsewhere.of(noise(4, "c8")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
