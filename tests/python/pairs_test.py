# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Plans in f32x2 and f64x2, functions on structured pairs and on long doubles, beside NumPy, SciPy and mpmath."""

import unittest

import mpmath
import numpy as np
import scipy.fft

import papilio
import papilio.fft

GENERATOR = np.random.default_rng(8)


def parts(x):
    return np.stack([x.real, x.imag], -1)


def pairs(numbers, kind):
    high = numbers.astype(kind)
    return np.stack([high, (numbers - high).astype(kind)], -1)


def noise(*shape):
    return GENERATOR.standard_normal(shape)


def long_noise(*shape):
    """Numbers of which doubles do not have the last bits."""
    return noise(*shape).astype(np.longdouble) / 3


def exactly(x):
    """The numbers, long double or pairs, as objects of mpmath."""
    if x.dtype.names == ("real", "imag"):
        return exactly(x["real"]) + 1j * exactly(x["imag"])
    if x.dtype.names:
        return exactly(x["high"]) + exactly(x["low"])
    if x.dtype.kind == "c":
        return exactly(x.real) + 1j * exactly(x.imag)
    high = x.astype(np.float64)
    return np.vectorize(lambda a, b: mpmath.mpf(float(a)) + float(b), otypes=[object])(high, x - high)


def definition(x, sign=-1):
    """The transform along the last axis, with the digits of mpmath.mp."""
    n = x.shape[-1]
    roots = np.array([mpmath.expjpi(mpmath.mpf(2 * sign * k) / n) for k in range(n)])
    return x @ roots[np.outer(np.arange(n), np.arange(n)) % n]


def cosines(x):
    """The cosine transform of type 2 along the last axis, without a factor."""
    n = x.shape[-1]
    table = np.array([2 * mpmath.cospi(mpmath.mpf(k) / (2 * n)) for k in range(4 * n)])
    return x @ table[np.outer(2 * np.arange(n) + 1, np.arange(n)) % (4 * n)]


def structured(numbers, kind):
    """Pairs of a real or complex array of doubles, with low parts."""
    if numbers.dtype.kind == "c":
        result = np.empty(numbers.shape, {"f4": papilio.complex64x2, "f8": papilio.complex128x2}[kind])
        result["real"], result["imag"] = structured(numbers.real, kind), structured(numbers.imag, kind)
        return result
    result = np.empty(numbers.shape, {"f4": papilio.float32x2, "f8": papilio.float64x2}[kind])
    result["high"] = numbers
    result["low"] = numbers - result["high"] if kind == "f4" else numbers * noise(*numbers.shape) * 2.0**-55
    return result


def setUpModule():
    mpmath.mp.dps = 50


class LongDoubles(unittest.TestCase):
    def assert_rounded(self, result, exact):
        """Each real number is the one next to the exact number, but for the errors of pairs."""
        self.assertIn(result.dtype, (np.longdouble, np.clongdouble))
        self.assertEqual(result.shape, exact.shape)
        own = exactly(result)
        unit = mpmath.mpf(float(np.finfo(np.longdouble).eps)) / 2
        largest = max(abs(number) for number in exact.ravel())
        for given, expected in zip(own.ravel(), exact.ravel(), strict=True):
            for a, b in ((given.real, expected.real), (given.imag, expected.imag)):
                self.assertLessEqual(abs(a - b), unit * abs(b) * (1 + 1e-6) + largest * 1e-30)

    def test_results_are_rounded_once(self):
        x = long_noise(3, 10) + 1j * long_noise(3, 10)
        exact = definition(exactly(x))
        self.assert_rounded(papilio.fft.fft(x), exact)
        self.assert_rounded(papilio.fft.fft(x, norm="ortho"), exact / mpmath.sqrt(10))
        self.assert_rounded(papilio.fft.fft(x[:, :7], axis=0), definition(exactly(x[:, :7].T)).T)
        self.assert_rounded(papilio.fft.rfft(x.real, 7), definition(exactly(x.real[:, :7]))[:, :4])

    def test_weights_of_the_orthogonal_transform_keep_the_digits(self):
        x = long_noise(2, 6)
        exact = cosines(exactly(x))
        self.assert_rounded(papilio.fft.dct(x), exact)
        weighted = exact.copy()
        weighted[:, 0] /= mpmath.sqrt(2)
        self.assert_rounded(papilio.fft.dct(x, orthogonalize=True), weighted)
        self.assert_rounded(papilio.fft.dct(x, norm="forward", orthogonalize=True), weighted / 12)
        self.assert_rounded(papilio.fft.dct(x, norm="ortho", orthogonalize=False), exact / mpmath.sqrt(12))

    def test_every_function_is_scipys(self):
        real, complex_ = long_noise(4, 6), long_noise(4, 6) + 1j * long_noise(4, 6)
        for name in (name for name in papilio.fft.__all__ if name in scipy.fft.__all__ and "ft" in name and "shift" not in name):
            if name.endswith(("freq", "fht", "n", "2")) and name not in ("fft2", "irfftn", "dctn", "hfft2", "ihfftn", "idstn"):
                continue
            for x in (real, complex_):
                if name.startswith(("rfft", "ihfft")) and x is complex_:
                    continue
                with self.subTest(name=name, dtype=x.dtype):
                    expected = getattr(scipy.fft, name)(x, norm="ortho")
                    result = getattr(papilio.fft, name)(x, norm="ortho", workers=1)
                    self.assertEqual((result.dtype, result.shape), (expected.dtype, expected.shape))
                    np.testing.assert_allclose(result, expected, rtol=0, atol=2e-18)

    def test_arrays(self):
        x = long_noise(6, 5) + 1j * long_noise(6, 5)
        before = x.copy()
        expected = scipy.fft.fft(x, axis=0)
        swapped = x.astype(x.dtype.newbyteorder())
        for given in (x, swapped, np.asfortranarray(x), np.concatenate([x, x])[:6], x[::-1].copy()[::-1], list(x)):
            np.testing.assert_allclose(papilio.fft.fft(given, axis=0), expected, rtol=0, atol=1e-17)
        np.testing.assert_array_equal(x, before)
        out = np.zeros((5, 12), np.clongdouble).T[::2]
        self.assertIs(papilio.fft.fft(x, axis=0, out=out), out)
        np.testing.assert_allclose(out, expected, rtol=0, atol=1e-17)
        self.assertEqual(papilio.fft.fftn(x, axes=()).dtype, np.clongdouble)
        self.assertEqual(papilio.fft.fft(np.zeros((0, 3), np.longdouble)).dtype, np.clongdouble)
        np.testing.assert_array_equal(papilio.fft.fftn(x, axes=()), x)
        plan = papilio.plan_for(papilio.fft.fft, x, axis=0)
        self.assertIn("f64x2", plan.token)
        np.testing.assert_array_equal(papilio.fft.fft(x, axis=0, plan=plan), out)
        for bad, error in ((np.zeros((6, 5), complex), TypeError), (out[:5], ValueError)):
            with self.assertRaises(error):
                papilio.fft.fft(x, out=bad)
        with self.assertRaisesRegex(TypeError, "real sequence"):
            papilio.fft.rfft(x)

    @unittest.skipUnless(np.finfo(np.longdouble).maxexp > 1024, "the range is that of doubles")
    def test_the_range_is_that_of_long_doubles(self):
        x = long_noise(8)
        expected = papilio.fft.fft(x)
        for exponent in (2000, -2000, 900, -900, 301):
            scale = np.ldexp(np.longdouble(1), exponent)
            np.testing.assert_array_equal(papilio.fft.fft(x * scale), expected * scale)
        rows = long_noise(2, 3, 8)
        expected = papilio.fft.fft(rows)
        scales = np.ldexp(np.longdouble(1), [[3000], [0]])
        for axis in (0, 1, 2):  # of the transform; the first one of the others has the two scales
            given = np.moveaxis(rows * scales[..., None], 2, axis)
            result = np.moveaxis(papilio.fft.fft(given, axis=axis), axis, 2)
            np.testing.assert_array_equal(result, expected * scales[..., None])
        np.testing.assert_array_equal(papilio.fft.rfft(rows * scales[..., None]), papilio.fft.rfft(rows) * scales[..., None])
        np.testing.assert_array_equal(papilio.fft.fft2(rows * scales[..., None]), papilio.fft.fft2(rows) * scales[..., None])
        for bad in (np.inf, np.nan):
            x[3] = bad
            self.assertFalse(np.isfinite(papilio.fft.fft(x)).any())


class Structures(unittest.TestCase):
    def assert_near(self, result, exact, error):
        difference = exactly(result) - exact
        norm = max(abs(number) for number in np.ravel(exact))
        self.assertLessEqual(max(abs(number) for number in difference.ravel()), error * norm)

    def test_functions_keep_the_type(self):
        for kind, error, types in (("f4", 2e-14, (papilio.float32x2, papilio.complex64x2)),
                                   ("f8", 2e-31, (papilio.float64x2, papilio.complex128x2))):
            x = structured(noise(3, 8) + 1j * noise(3, 8), kind)
            exact = definition(exactly(x))
            result = papilio.fft.fft(x)
            self.assertEqual((x.dtype, result.dtype), (types[1], types[1]))
            self.assert_near(result, exact, error)
            self.assert_near(papilio.fft.fft(x["real"]), definition(exactly(x["real"])), error)
            self.assert_near(papilio.fft.ifft(x["real"]), definition(exactly(x["real"]), 1) / 8, error)
            back = papilio.fft.irfft(papilio.fft.rfft(x["real"]))
            self.assertEqual(back.dtype, types[0])
            self.assert_near(back, exactly(x["real"]), error)
            self.assert_near(papilio.fft.hfft(papilio.fft.ihfft(x["real"])), exactly(x["real"]), error)
            self.assert_near(papilio.fft.dct(x["imag"], norm="ortho", orthogonalize=False),
                             cosines(exactly(x["imag"])) / mpmath.sqrt(16), error)
            self.assertIs(papilio.fft.fft(x, overwrite_x=True), x)
            self.assert_near(x, exact, error)

    def test_out_and_refusals(self):
        x = structured(noise(4, 6) + 1j * noise(4, 6), "f8")
        out = np.zeros((6, 8), papilio.complex128x2).T[::2]
        self.assertIs(papilio.fft.fft(x, out=out), out)
        self.assert_near(out, definition(exactly(x)), 2e-31)
        with self.assertRaises(TypeError):
            papilio.fft.fft(x, out=np.zeros((4, 6), complex))
        with self.assertRaisesRegex(TypeError, "cannot be transformed"):
            papilio.fft.fft(np.zeros(4, [("high", "f8"), ("depth", "f8")]))
        with self.assertRaises(TypeError):
            papilio.convolve(x["real"], x["real"])


class Pairs(unittest.TestCase):
    def assert_f32x2(self, result, expected):
        """Equal with more digits than high parts have."""
        self.assertEqual((result.dtype, result.shape), (np.dtype("f4"), (*expected.shape, 2)))
        np.testing.assert_allclose(result.sum(-1, dtype="f8"), expected, rtol=0, atol=1e-12)

    def test_arrays_have_parts_as_last_axes(self):
        x = noise(3, 12) + 1j * noise(3, 12)
        expected = np.fft.fft(x)
        plan = papilio.Plan("c2c:f32x2:12*3")
        self.assert_f32x2(plan(pairs(parts(x), "f4")), parts(expected))
        self.assert_f32x2(plan(pairs(parts(x), "f4").ravel()), parts(expected))
        planar = papilio.Plan("c2c:f32x2:12*3:planar")
        self.assert_f32x2(planar(pairs(np.stack([x.real, x.imag]), "f4")), np.stack([expected.real, expected.imag]))
        real = noise(5, 6)
        self.assert_f32x2(papilio.Plan("r2c:f32x2:5x6")(pairs(real, "f4")), parts(np.fft.rfft2(real)))

    def test_in_place(self):
        x = noise(3, 12) + 1j * noise(3, 12)
        own = pairs(parts(x), "f8")
        plan = papilio.Plan("c2c:f64x2:12*3:inplace")
        self.assertIs(plan(own), own)
        np.testing.assert_allclose(own[..., 0], parts(np.fft.fft(x)), rtol=0, atol=1e-13)
        self.assertTrue(np.any(own[..., 1]))
        with self.assertRaisesRegex(ValueError, r"\(3, 12, 2, 2\)"):
            plan(x)


if __name__ == "__main__":
    unittest.main()
