# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What property_test.py does not generate: errors, types, out=, plans, devices, the cache, SciPy's backends."""

import inspect
import unittest

import numpy as np
import scipy.fft

import papilio
import papilio.fft
from papilio import _core

GENERATOR = np.random.default_rng(1)


def noise(*shape, dtype="c16"):
    values = GENERATOR.standard_normal(shape)
    return (values + 1j * GENERATOR.standard_normal(shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)


def raised(function, *arguments, **options):
    try:
        function(*arguments, **options)
    except Exception as error:
        return error
    return None


class Interface(unittest.TestCase):
    def test_signatures_begin_as_those_of_scipy(self):
        own_names = {"Sphere", "ragged_fft", "ragged_ifft", "ragged_irfft", "ragged_rfft"}
        self.assertEqual(own_names, {name for name in papilio.fft.__all__ if not hasattr(scipy.fft, name)})
        for name in set(papilio.fft.__all__) - own_names:
            theirs = inspect.signature(getattr(scipy.fft, name)).parameters
            own = inspect.signature(getattr(papilio.fft, name)).parameters
            common = [p for p in own if p not in ("plan", "out", "dtype", "modes", "ends")]
            self.assertEqual(common, [p for p in theirs if p != "plan"], name)
            for parameter in theirs:
                self.assertEqual(own[parameter].default, theirs[parameter].default, (name, parameter))

    def test_all_names_are_there(self):
        left_out = {"set_backend", "skip_backend", "set_global_backend", "register_backend", "get_workers", "set_workers"}
        self.assertEqual(set(scipy.fft.__all__) - set(papilio.fft.__all__), left_out)
        self.assertEqual(set(np.fft.__all__) - set(papilio.fft.__all__), set())

    def test_helpers(self):
        for n in range(1, 9):
            np.testing.assert_array_equal(papilio.fft.fftfreq(n, 0.1), np.fft.fftfreq(n, 0.1))
            np.testing.assert_array_equal(papilio.fft.rfftfreq(n, 0.1), np.fft.rfftfreq(n, 0.1))
            self.assertEqual(papilio.fft.fftfreq(n, dtype=np.float32).dtype, np.float32)
            self.assertEqual(papilio.fft.rfftfreq(n, d=0.5, dtype=np.float32).dtype, np.float32)
            x = np.arange(3 * n).reshape(3, n)
            for axes in (None, 1, (0, 1), -1):
                np.testing.assert_array_equal(papilio.fft.fftshift(x, axes), np.fft.fftshift(x, axes))
                np.testing.assert_array_equal(papilio.fft.ifftshift(x, axes), np.fft.ifftshift(x, axes))
        np.testing.assert_array_equal(papilio.fft.fftshift([1, 2, 3]), np.fft.fftshift([1, 2, 3]))
        for n in [*range(1, 300), 10007, 123457, 10**15 + 37, 10**18 + 9, 7**18, 11**17 - 1, np.int64(2**53 + 1)]:
            for real in (False, True):
                self.assertEqual(papilio.fft.next_fast_len(n, real), scipy.fft.next_fast_len(n, real))
                self.assertEqual(papilio.fft.prev_fast_len(n, real), scipy.fft.prev_fast_len(n, real))

    def test_fast_lengths_of_63_bits(self):
        for real in (False, True):
            self.assertEqual(papilio.fft.next_fast_len(2**62 + 1, real),
                             min(n for n in self.products(real) if n > 2**62))
            self.assertEqual(papilio.fft.prev_fast_len(2**63 - 1, real), max(self.products(real)))
            for wrong in 2**63 - 1, 2**63, 10**30, -1, -(2**70):
                self.assertRaises(ValueError, papilio.fft.next_fast_len, wrong, real)
        self.assertEqual(papilio.fft.next_fast_len(0), 0)
        self.assertRaises(ValueError, papilio.fft.prev_fast_len, 0)

    @staticmethod
    def products(real):
        numbers = [1]
        for prime in (2, 3, 5) if real else (2, 3, 5, 7, 11):
            numbers = [n * prime**k for n in numbers for k in range(64) if n * prime**k < 2**63]
        return numbers

    def test_lengths_and_axes_are_any_integers(self):
        x = noise(4, 6, 8)
        expected = np.fft.fftn(x, (3, 6), (0, 2))
        for make in (list, tuple, np.array, iter, lambda values: (np.int32(value) for value in values)):
            np.testing.assert_allclose(papilio.fft.fftn(x, make([3, 6]), make([0, 2])), expected, atol=1e-11)
        np.testing.assert_allclose(papilio.fft.fftn(x, iter([3, 6])), scipy.fft.fftn(x, (3, 6)), atol=1e-11)
        np.testing.assert_allclose(papilio.fft.fftn(x, axes=np.int64(1)), np.fft.fft(x, axis=1), atol=1e-11)
        np.testing.assert_allclose(papilio.fft.dctn(x.real, axes=np.array([1])), scipy.fft.dctn(x.real, axes=[1]),
                                   atol=1e-11)
        for axes in (np.array([0, 2]), np.int64(2), iter([0, 2]), [2]):
            shifted = papilio.fft.fftshift(x, axes)
            again = [0, 2] if not isinstance(axes, (np.ndarray, list, np.int64)) else axes
            np.testing.assert_array_equal(shifted, np.fft.fftshift(x, again))
        self.assertIsInstance(raised(papilio.fft.fftn, x, [3.0, 6]), TypeError)


class Errors(unittest.TestCase):
    """Whatever SciPy or NumPy refuse is refused with an exception of the same kind."""

    def assert_same(self, name, *arguments, **options):
        theirs = raised(getattr(scipy.fft, name), *arguments, **options)
        own = raised(getattr(papilio.fft, name), *arguments, **options)
        self.assertIsNotNone(theirs, (name, arguments, options))
        self.assertIsInstance(own, type(theirs), (name, arguments, options, theirs))

    def test_arguments(self):
        x = np.zeros(4)
        for arguments, options in [((np.zeros(0),), {}), ((np.float64(1),), {}), ((x, 0), {}), ((x, -1), {}),
                                   ((x,), {"axis": 2}), ((x,), {"axis": -2}), ((x,), {"norm": "x"}),
                                   ((x,), {"norm": 3}), ((x, 4.0), {}), ((x,), {"axis": 1.0}),
                                   ((x,), {"workers": 0}), ((x,), {"workers": -1000}), ((x,), {"workers": 1.5})]:
            with self.subTest(arguments=arguments, options=options):
                self.assert_same("fft", *arguments, **options)
        y = np.zeros((4, 4))
        for options in [{"axes": (0, 0)}, {"axes": (0, -2)}, {"s": (3, 4, 5)}, {"s": (3, 4), "axes": (0,)},
                        {"axes": (2,)}, {"s": (0, 3)}]:
            with self.subTest(options=options):
                self.assert_same("fftn", y, **options)
        self.assert_same("fft2", x)
        self.assert_same("rfftn", y, axes=())
        self.assert_same("rfft", noise(4))
        self.assert_same("ihfft", noise(4))
        self.assert_same("irfft", np.zeros(1))
        self.assert_same("dct", x, 5)
        self.assert_same("dst", x, 0)
        self.assert_same("dct", np.zeros(0))
        self.assertIsInstance(raised(papilio.fft.dct, np.zeros(1), 1), ValueError)

    def test_types(self):
        for dtype in ("U1", "M8[s]"):
            self.assertIsInstance(raised(papilio.fft.fft, np.zeros(4, dtype)), TypeError, dtype)
        for dtype in ("?", "i1", "u1", "i2", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16", ">f8", ">c8", ">i2", "O"):
            x = np.arange(6).astype(dtype)
            expected = scipy.fft.fft(x)
            result = papilio.fft.fft(x)
            self.assertEqual(result.dtype, expected.dtype, dtype)
            np.testing.assert_allclose(result, expected, atol=1e-5 if expected.dtype == "c8" else 1e-13)

    def test_library_errors_have_codes_and_bases(self):
        error = raised(papilio.Plan, "c2c:f32:oops")
        self.assertIsInstance(error, papilio.InvalidToken)
        self.assertIsInstance(error, papilio.Error)
        self.assertIsInstance(error, ValueError)
        self.assertEqual((error.code, error.position), (3, 8))
        error = raised(papilio.Device, "opencl:99")
        self.assertIsInstance(error, papilio.NoDevice)
        self.assertEqual(error.code, 5)
        error = raised(papilio.fft.fft, np.broadcast_to(np.complex64(0), 2**27 + 1))
        self.assertIsInstance(error, papilio.Error)
        self.assertIn("2^27", str(error))
        self.assertIsInstance(raised(papilio.fft.fft, np.broadcast_to(np.float32(0), (2**40, 4))), MemoryError)

    def test_a_failure_leaves_everything_usable(self):
        raised(papilio.Plan, "c2c:f32:oops")
        np.testing.assert_allclose(papilio.fft.fft([1.0, 2.0, 3.0]), np.fft.fft([1.0, 2.0, 3.0]))


class Arrays(unittest.TestCase):
    def test_empty_and_scalar_arrays(self):
        for shape, options in [((0, 4), {}), ((3, 0), {"n": 4}), ((0,), {"n": 4})]:
            result, expected = (f.fft(np.zeros(shape), **options) for f in (papilio.fft, scipy.fft))
            self.assertEqual((result.shape, result.dtype), (expected.shape, expected.dtype))
            np.testing.assert_array_equal(result, expected)
        self.assertEqual(papilio.fft.dct(np.zeros((0, 4), "f4")).shape, (0, 4))
        self.assertEqual(papilio.fft.fftn(np.float64(2.5)), 2.5)
        np.testing.assert_array_equal(papilio.fft.fftn(np.ones((2, 2)), axes=()), np.ones((2, 2)))

    def test_lists_and_subclasses(self):
        np.testing.assert_allclose(papilio.fft.fft([[1, 2], [3, 4j]]), np.fft.fft([[1, 2], [3, 4j]]))
        x = noise(6)
        self.assertIs(type(papilio.fft.fft(x.view(np.recarray))), np.ndarray)

    def test_strange_memory(self):
        x = noise(6, 4)
        pairs = np.zeros(24, dtype=[("a", "i4"), ("b", "c16")])  # elements of 20 bytes: neither aligned nor whole
        pairs["b"] = x.ravel()
        np.testing.assert_allclose(papilio.fft.fft(pairs["b"].reshape(6, 4)), np.fft.fft(x))
        raw = bytearray(16 * 24 + 1)
        odd = np.frombuffer(raw, dtype="c16", offset=1).reshape(6, 4)
        odd[:] = x
        np.testing.assert_allclose(papilio.fft.fft(odd), np.fft.fft(x))
        fixed = x.copy()
        fixed.flags.writeable = False
        np.testing.assert_allclose(papilio.fft.fft(fixed, overwrite_x=True), np.fft.fft(x))
        np.testing.assert_allclose(papilio.fft.fft(np.broadcast_to(x[0], (5, 4))), np.fft.fft([x[0]] * 5))

    def test_large_arrays_are_transformed_in_place_of_the_host(self):
        """Above 64 KiB PoCL works on NumPy's memory itself: strides, halves and gaps are right there as well."""
        x = noise(200, 300)
        for view in (x, x.T, x[::-1, ::2], x[:, :7].T):
            np.testing.assert_allclose(papilio.fft.fft(view), np.fft.fft(view), atol=1e-11)
        np.testing.assert_allclose(papilio.fft.fft(x, n=333), np.fft.fft(x, n=333), atol=1e-11)
        np.testing.assert_allclose(papilio.fft.fft2(x.real), np.fft.fft2(x.real), atol=1e-10)
        inverse = papilio.fft.ifftn(x.real, axes=(1, 0))
        np.testing.assert_allclose(inverse, np.fft.ifftn(x.real, axes=(1, 0)), atol=1e-10)
        np.testing.assert_allclose(papilio.fft.dct(x), scipy.fft.dct(x), atol=1e-11)
        np.testing.assert_allclose(papilio.fft.hfft(x), np.fft.hfft(x), atol=1e-11)

    def test_out(self):
        x = noise(6, 8)
        for shape in ((6, 8), (64, 128)):  # below and above the size from which memory is shared
            x = noise(*shape)
            out = np.full_like(x, np.nan)
            self.assertIs(papilio.fft.fft(x, out=out), out)
            np.testing.assert_allclose(out, np.fft.fft(x), atol=1e-11)
            wide = np.full((shape[0], 2 * shape[1]), 7 + 0j)
            papilio.fft.fft(x, out=wide[:, ::2])
            np.testing.assert_allclose(wide[:, ::2], np.fft.fft(x), atol=1e-11)
            self.assertTrue((wide[:, 1::2] == 7).all(), "a gap of the output was written")
            backward = np.empty_like(x)[::-1]
            np.testing.assert_allclose(papilio.fft.fft(x, axis=0, out=backward), np.fft.fft(x, axis=0), atol=1e-11)
            same = x.copy()
            papilio.fft.ifft(same, out=same)
            np.testing.assert_allclose(same, np.fft.ifft(x), atol=1e-11)
            shifted = np.concatenate([x, x[:1]])
            papilio.fft.fft(shifted[:-1], out=shifted[1:])  # they overlap
            np.testing.assert_allclose(shifted[1:], np.fft.fft(x), atol=1e-11)
        self.assertIsInstance(raised(papilio.fft.fft, x, out=np.zeros(x.shape, "c8")), TypeError)
        self.assertIsInstance(raised(papilio.fft.fft, x, out=np.zeros((3, 3), "c16")), ValueError)
        self.assertIsInstance(raised(papilio.fft.fft, x, out=np.zeros((3, 3), "c8")), ValueError)  # wrong in both
        self.assertIsInstance(raised(papilio.fft.fft, x, out=[0]), TypeError)

    def test_overwrite(self):
        x = noise(64, 128)
        y = x.copy()
        self.assertIs(papilio.fft.fft2(y, overwrite_x=True), y)
        np.testing.assert_allclose(y, np.fft.fft2(x), atol=1e-10)


class Plans(unittest.TestCase):
    def test_plan(self):
        plan = papilio.Plan("c2c:f32:12*3")
        x = noise(3, 12, dtype="c8")
        np.testing.assert_allclose(plan(x), np.fft.fft(x), atol=1e-5)
        out = np.empty_like(x)
        self.assertIs(plan(x, out), out)
        self.assertEqual(plan.token, "c2c:f32:12*3")
        self.assertIn("12", plan.describe())
        self.assertGreaterEqual(plan.scratch_bytes, 0)
        self.assertEqual(plan.device, papilio.current_device())
        for bad in (x.astype("c16"), x[:2], np.asfortranarray(x), "x"):
            self.assertIsInstance(raised(plan, bad), ValueError)
        self.assertIsInstance(raised(plan, x, np.broadcast_to(np.complex64(), (3, 12))), ValueError)

    def test_plan_takes_its_own_shape(self):
        plan = papilio.Plan("c2c:f32:8*16")
        x = noise(16, 8, dtype="c8")
        np.testing.assert_allclose(plan(x), np.fft.fft(x), atol=1e-5)
        np.testing.assert_allclose(plan(x.ravel()), np.fft.fft(x), atol=1e-5)
        for arguments in ((noise(8, 16, dtype="c8"),), (x, np.empty((8, 16), "c8")), (x.reshape(2, 8, 8),)):
            error = raised(plan, *arguments)
            self.assertIsInstance(error, ValueError)
            self.assertIn("(16, 8)", str(error))
            self.assertIn(str(arguments[-1].shape), str(error))
        padded = papilio.Plan("r2c:f32:8:inplace")
        self.assertIn("(10,)", str(raised(padded, np.zeros(8, "f4"))))
        numbers = np.zeros(10, "f4")
        numbers[0] = 1
        np.testing.assert_allclose(padded(numbers).view("c8"), np.ones(5), atol=1e-6)

    def test_plan_of_real_numbers_and_storages(self):
        x = noise(5, 6, dtype="f8")
        np.testing.assert_allclose(papilio.Plan("r2c:f64:5x6")(x), np.fft.rfft2(x), atol=1e-12)
        x = np.arange(8, dtype="i2")
        np.testing.assert_allclose(papilio.Plan("r2c:f32:8:in=i16")(x), np.fft.rfft(x), atol=1e-4)
        x = noise(8)
        kept = x.copy()
        self.assertIs(papilio.Plan("c2c:f64:8:inplace")(x), x)
        np.testing.assert_allclose(x, np.fft.fft(kept), atol=1e-13)

    def test_plan_argument(self):
        x = noise(3, 12)
        plan = papilio.plan_for(papilio.fft.fft, x)
        np.testing.assert_allclose(papilio.fft.fft(x, plan=plan), np.fft.fft(x), atol=1e-13)
        self.assertIsInstance(raised(papilio.fft.ifft, x, plan=plan), ValueError)
        self.assertIsInstance(raised(papilio.fft.fft, x, plan=1), TypeError)
        plan = papilio.plan_for(papilio.fft.dctn, x.real, 3, axes=(0,), norm="ortho")
        np.testing.assert_allclose(papilio.fft.dctn(x.real, 3, axes=(0,), norm="ortho", plan=plan),
                                   scipy.fft.dctn(x.real, 3, axes=(0,), norm="ortho"), atol=1e-13)

    def test_cache_is_bounded_and_hit(self):
        papilio.cache_clear()
        self.assertEqual(papilio.cache_info().plans, 0)
        before = papilio.cache_info()
        for _ in range(5):
            papilio.fft.fft(noise(3, 12))
        after = papilio.cache_info()
        self.assertEqual((after.plans, after.misses - before.misses, after.hits - before.hits), (1, 1, 4))
        papilio.cache_limits(max_plans=2)
        for n in (1, 2, 3, 4):
            papilio.fft.fft(noise(n))
        self.assertEqual(papilio.cache_info().plans, 2)
        papilio.cache_limits(max_bytes=0)
        for n in (3, 4):
            papilio.fft.fft(noise(n + 1, dtype="c8")[1:])  # at no multiple of 16 bytes: plans keep memory for copies
        self.assertLessEqual(papilio.cache_info().plans, 1)
        papilio.cache_limits(256, 256 << 20)


class Devices(unittest.TestCase):
    def test_devices(self):
        found = papilio.devices()
        self.assertTrue(found)
        own = papilio.current_device()
        self.assertIn(own.id, [device.id for device in found])
        self.assertEqual(own.info["name"], own.name)
        self.assertEqual(papilio.Device(own.id), own)
        self.assertEqual(repr(own), f'papilio.Device("{own.id}")')

    def test_use_device(self):
        own = papilio.current_device()
        with papilio.use_device(own.id) as device:
            self.assertEqual(device, own)
            papilio.fft.fft(noise(3))
        with self.assertRaises(papilio.NoDevice):
            papilio.use_device("opencl:99")
        self.assertEqual(papilio.current_device(), own)


class Check(unittest.TestCase):
    def test_errors_are_within_the_bound(self):
        for token in ("c2c:f32:1009*3", "c2c:f64:12x10:inverse:scale=1/n", "r2c:f32:9x10", "c2r:f64:9x11*2",
                      "dct1:f64:9", "dct2:f32:8x6", "dst3:f64:7*5", "dst4:f32:8:scale=1/sqrt(n)", "dct2:f64:8:scale=1/sqrt(n)",
                      "c2c:f32:4x6x8:axes=1"):
            result = papilio.check(token)
            self.assertTrue(result.passed, result)
            self.assertGreater(result.error, 0, result)
            self.assertEqual(result.device, papilio.current_device().id)
        for token in ("c2c:f32:8:inplace", "dht:f32:8", "c2c:f32:8:istrides=2", "c2c:f32:8*2:idist=9"):
            self.assertIsInstance(raised(papilio.check, token), papilio.Unsupported, token)
        self.assertFalse(papilio.check("c2c:f32:8")._replace(error=1.0).passed)


class OtherLibraries(unittest.TestCase):
    def test_an_array_in_the_hosts_memory_keeps_its_type(self):
        class Array:
            """Of a library that is not NumPy, with the two protocols."""

            def __init__(self, values, device=1):
                self.values, self.device = values, device

            def __dlpack__(self, **options):
                return self.values.__dlpack__(**options)

            def __dlpack_device__(self):
                return (self.device, 0)

            def __array_namespace__(self):
                return Library

        class Library:
            @staticmethod
            def from_dlpack(array):
                return Array(np.from_dlpack(array))

        x = noise(4, 6)
        result = papilio.fft.fft(Array(x), axis=0)
        self.assertIs(type(result), Array)
        np.testing.assert_allclose(result.values, np.fft.fft(x, axis=0), atol=1e-13)
        error = raised(papilio.fft.fft, Array(x, device=8))  # Metal
        self.assertIsInstance(error, TypeError)
        self.assertIn("host", str(error))
        self.assertIsInstance(raised(papilio.fft.fft, Array(x), out=x), TypeError)


class Backend(unittest.TestCase):
    def test_scipy_uses_papilio(self):
        x = noise(3, 12)
        before = papilio.cache_info()
        with scipy.fft.set_backend(papilio.fft, only=True):
            np.testing.assert_allclose(scipy.fft.fft(x), np.fft.fft(x), atol=1e-13)
            np.testing.assert_array_equal(scipy.fft.dct(x, 3, norm="ortho"), papilio.fft.dct(x, 3, norm="ortho"))
            np.testing.assert_allclose(scipy.fft.irfftn(x, (3, 12)), np.fft.irfftn(x, (3, 12), (0, 1)), atol=1e-13)
        after = papilio.cache_info()
        self.assertGreaterEqual(after.hits + after.misses - before.hits - before.misses, 4)

    def test_long_double_runs_on_papilio(self):
        x = np.arange(8, dtype=np.longdouble)
        with scipy.fft.set_backend(papilio.fft, only=True):
            self.assertEqual(scipy.fft.fft(x).dtype, np.clongdouble)
            self.assertEqual(scipy.fft.ifft(x=x.astype(np.clongdouble)).dtype, np.clongdouble)
            self.assertEqual(scipy.fft.fft([1.0, 2.0]).dtype, np.complex128)

    def test_what_papilio_lacks_is_left_to_scipy(self):
        x = np.arange(1, 9, dtype=np.longdouble)
        with scipy.fft.set_backend(papilio.fft):
            self.assertEqual(scipy.fft.fht(x, 0.1, 0).dtype, np.longdouble)
        with scipy.fft.set_backend(papilio.fft, only=True), self.assertRaises(Exception) as caught:
            scipy.fft.fht(x, 0.1, 0)
        self.assertIn("NotImplemented", type(caught.exception).__name__)


class Stub(unittest.TestCase):
    def test_core_has_documentation(self):
        for name in ("Plan", "Device", "transform", "problem_token", "list_devices"):
            self.assertTrue(getattr(_core, name).__doc__, name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
