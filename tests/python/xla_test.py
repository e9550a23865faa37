# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The handlers that XLA calls, without XLA: hand-made call frames on the host's memory and on a fake CUDA device."""

import unittest

import numpy as np
import scipy.fft
from fake_gpu import Array, Memory, Stream
from xla_frame import Api, Failure, Xla, metadata

import papilio
from papilio import _core, operators

C2C, R2C, C2R, DCT1, DST1 = 0, 1, 2, 3, 7
INVALID, EXHAUSTED, UNIMPLEMENTED = 3, 8, 12


def attributes(kind, axes, lengths, inverse=0, orthogonal=0, factor=1.0, modes=()):
    return {"kind": np.int64(kind), "inverse": np.int64(inverse), "orthogonal": np.int64(orthogonal), "factor": np.float64(factor),
            "axes": np.array(axes, np.int64), "lengths": np.array(lengths, np.int64),
            "modes": np.array(modes, np.int64)}


def noise(shape, dtype):
    generator = np.random.default_rng(1)
    values = generator.standard_normal(shape)
    return (values + 1j * generator.standard_normal(shape) if dtype[0] == "c" else values).astype(dtype)


# (attributes, operand, expected)
def cases():
    x, r, h = noise((3, 4, 8), "c16"), noise((3, 8), "f4"), noise((2, 5), "c8")
    return [(attributes(C2C, (2,), (8,)), x, scipy.fft.fft(x)),
            (attributes(C2C, (1, 0), (6, 2), inverse=1, factor=0.5), x, scipy.fft.ifftn(x, (6, 2), (1, 0)) * 6),
            (attributes(R2C, (0,), (5,)), r, scipy.fft.rfft(r, 5, axis=0)),
            (attributes(R2C, (0, 1), (3, 8), modes=(2, 3)), r, scipy.fft.rfft2(r)[[0, -1], :3]),
            (attributes(C2R, (1,), (16,), modes=(5,)), h, scipy.fft.irfft(h, 16) * np.float32(16)),
            (attributes(C2R, (1,), (9,)), h, scipy.fft.irfft(h, 9) * np.float32(9)),
            (attributes(DCT1 + 1, (1,), (8,), orthogonal=1), r, scipy.fft.dct(r, norm="ortho")),
            (attributes(DST1 + 2, (2,), (8,)), x, scipy.fft.dst(x, 3)),
            (attributes(C2C, (1,), (16411,)), noise((2, 16411), "c8"), scipy.fft.fft(noise((2, 16411), "c8")))]


class Handlers(unittest.TestCase):
    def setUp(self):
        papilio.cache_clear()

    def assert_close(self, own, theirs):
        tolerance = 1e-12 if own.dtype in ("f8", "c16") else 1e-5
        self.assertLess(abs(own - theirs).max(), tolerance * abs(theirs).max())

    def operands(self, x, expected):
        return ([(x.ctypes.data, f"{x.dtype.kind}{x.dtype.itemsize}", x.shape)],
                [(expected.ctypes.data, f"{expected.dtype.kind}{expected.dtype.itemsize}", expected.shape)])

    def test_metadata(self):
        for name in ("papilio_transform", "papilio_operator"):
            for platform in ("cpu", "CUDA"):
                self.assertEqual(metadata(platform, name), (0, 1, 0))

    def test_on_the_host(self):
        with papilio.use_device("opencl"):
            for given, x, expected in cases():
                out = np.full(expected.shape, np.nan, expected.dtype)
                bits = set()
                for _ in range(3):
                    Xla().call("cpu", *self.operands(x, out), given)
                    self.assert_close(out, expected)
                    bits.add(out.tobytes())
                self.assertEqual(len(bits), 1)

    def test_on_a_stream(self):
        stream, sizes = Stream(), []
        for given, x, expected in cases():
            array, out = Array.of(x), Array.of(np.full(expected.shape, np.nan, expected.dtype))
            xla = Xla(stream.ptr, Memory)
            sides = [[(a.memory.address, f"{a.dtype.kind}{a.dtype.itemsize}", a.shape)] for a in (array, out)]
            for _ in range(2):
                xla.call("CUDA", *sides, given)
                self.assert_close(out.host, expected)
            self.assertEqual((xla.live, xla.errors), ({}, {}))
            sizes += xla.sizes
        self.assertTrue(sizes)  # a case has scratch, from XLA

    def test_operators(self):
        spectrum = operators.derivative(1) * operators.gaussian(1.5)
        given = {"spectrum": np.int64(_core.xla_keep_spectrum(spectrum)), "axes": np.array([1, 2])}
        for dtype in ("f4", "c16"):
            x = noise((2, 8, 6), dtype)
            with papilio.use_device("opencl"):
                expected, out = operators.Operator(x.shape, spectrum, dtype, axes=(1, 2))(x), np.full_like(x, np.nan)
                Xla().call("cpu", *self.operands(x, out), given, "papilio_operator")
            self.assert_close(out, expected)
            stream = Stream()
            array, out = Array.of(x), Array.of(np.full_like(x, np.nan))
            xla = Xla(stream.ptr, Memory)
            xla.call("CUDA", *[[(a.memory.address, dtype, a.shape)] for a in (array, out)], given, "papilio_operator")
            self.assert_close(out.host, expected)
            self.assertEqual((xla.live, xla.errors), ({}, {}))
        x, y = noise((2, 8, 6), "f4"), np.zeros((2, 8, 6), "f4")
        sides = self.operands(x, y)
        for change in ({"spectrum": np.int64(-1)}, {"spectrum": np.int64(1 << 40)}, {"axes": np.array([2, 1])}, {"axes": np.array([3])},
                       {"axes": np.array([-1])}, {"axes": np.array([], np.int64)}, {"axes": np.array([1.0])}):
            with self.assertRaisesRegex(Failure, "a custom call of Papilio") as failure:
                Xla().call("cpu", *sides, given | change, "papilio_operator")
            self.assertEqual(failure.exception.kind, INVALID)
        with self.assertRaisesRegex(Failure, "its type or its shape"):
            Xla().call("cpu", sides[0], [(y.ctypes.data, "f4", (2, 6, 8))], given, "papilio_operator")

    def test_memory_that_is_refused(self):
        given, x, expected = cases()[-1]
        array, out = Array.of(x), Array.of(np.zeros_like(expected))
        sides = [[(a.memory.address, "c8", a.shape)] for a in (array, out)]
        stream = Stream()
        xla = Xla(stream.ptr, lambda size: None)
        with self.assertRaisesRegex(Failure, "bytes of scratch of a transform: XLA does not give them; give XLA more") as failure:
            xla.call("CUDA", *sides, given)
        self.assertEqual((failure.exception.kind, xla.errors), (EXHAUSTED, {}))
        xla = Xla(stream.ptr, Memory)
        xla.api.struct_size = Api.get_ordinal.offset
        with self.assertRaisesRegex(Failure, "install a newer jaxlib") as failure:
            xla.call("CUDA", *sides, given)
        self.assertEqual(failure.exception.kind, UNIMPLEMENTED)
        xla = Xla(stream.ptr, Memory, ordinal=7)
        with self.assertRaisesRegex(Failure, "cuda:7"):
            xla.call("CUDA", *sides, given)

    def test_frames_that_are_wrong(self):
        x, y = np.zeros((3, 8), "c8"), np.zeros((3, 8), "c8")
        sides = self.operands(x, y)
        right = attributes(C2C, (1,), (8,))
        for change in ({"kind": np.int64(11)}, {"kind": np.int64(-1)}, {"kind": np.float64(0)}, {"kind": np.int64(R2C)},
                       {"kind": np.int64(C2R)}, {"factor": np.int64(1)}, {"axes": np.array([2])}, {"axes": np.array([-1])},
                       {"axes": np.array([1, 1]), "lengths": np.array([8, 8])}, {"axes": np.array([], np.int64)},
                       {"lengths": np.array([8, 8])}, {"lengths": np.array([0])}, {"lengths": np.array([9])},
                       {"lengths": np.array([8.0])}, {"axes": np.array([0, 1, 2]), "lengths": np.array([3, 8, 1])},
                       {"kind": np.int64(DCT1), "lengths": np.array([1])}, {"modes": np.array([9])}, {"modes": np.array([0])},
                       {"modes": np.array([1, 1])}, {"modes": np.array([4])}, {"modes": np.array([4]), "inverse": np.int64(1)},
                       {"kind": np.int64(DCT1), "modes": np.array([8])}):
            with self.assertRaisesRegex(Failure, "a custom call of Papilio") as failure:
                Xla().call("cpu", *sides, right | change)
            self.assertEqual(failure.exception.kind, INVALID)
        for name in right:
            with self.assertRaisesRegex(Failure, f"attribute {name}: it is missing"):
                Xla().call("cpu", *sides, {key: value for key, value in right.items() if key != name})
        (operand,), (result,) = sides
        for operands, results in (([], [result]), ([operand] * 2, [result]), ([operand], []),
                                  ([operand], [(result[0], "c16", (3, 8))]), ([operand], [(result[0], "c8", (24,))]),
                                  ([(operand[0], "f2", (3, 8))], [result]), ([(operand[0], "f4", (3, 8))], [result]),
                                  ([(operand[0], "c8", (1,) * 65)], [result])):
            with self.assertRaises(Failure) as failure:
                Xla().call("cpu", operands, results, right)
            self.assertEqual(failure.exception.kind, INVALID)
        with self.assertRaisesRegex(Failure, "multiple of 16 bytes"):
            Xla().call("CUDA", [(operand[0] // 16 * 16 + 8, *operand[1:])], [result], right)
        Xla().call("cpu", [(None, "c8", (0, 8))], [(None, "c8", (0, 8))], right)  # nothing to do
        self.assertTrue((y == 0).all())


if __name__ == "__main__":
    unittest.main()
