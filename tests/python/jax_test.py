# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.jax against jax.numpy.fft and scipy.fft: values, types, errors, derivatives and batches."""

import concurrent.futures
import unittest

from jax_support import FUNCTIONS, SEVERAL, TRIGONOMETRIC, Jax, input_of, jax, jnp, noise, together  # before JAX

import jax.scipy.fft
import numpy as np
import scipy.fft

import papilio
import papilio.fft
from papilio.jax import fft, operators


class Transforms(Jax):
    def assert_all_close(self, library, cases):
        """cases: (name, operand, positional arguments, options)."""
        calls = [(lambda x, name=name, rest=rest, options=options: getattr(fft, name)(x, *rest, **options), x)
                 for name, x, rest, options in cases]
        for (name, x, rest, options), own in zip(cases, together(calls)):
            theirs = getattr(library, name)(np.asarray(x), *rest, **options)
            self.assert_close(own, theirs, (name, x.shape, x.dtype, rest, options))

    def test_one_axis(self):
        options = ({}, {"n": 12}, {"n": 5}, {"axis": 0}, {"axis": -2, "norm": "ortho"}, {"norm": "forward"})
        cases = [(name, input_of(name, 8, 9, double=double), (), chosen)
                 for name in FUNCTIONS for chosen in options for double in (True, False)]
        self.assert_all_close(scipy.fft, cases)
        for name in FUNCTIONS:
            x = input_of(name, 8, 9)
            self.assert_close(getattr(fft, name)(x), getattr(jnp.fft, name)(x), name)

    def test_several_axes(self):
        options = ({}, {"axes": (0, 2)}, {"axes": (2, 1), "s": (5, 4)}, {"s": (3, 8)}, {"norm": "ortho"})
        cases = [(name + "n", input_of(name, 4, 6, 5), (), chosen) for name in SEVERAL for chosen in options]
        cases += [(name + "2", input_of(name, 4, 6), (), {}) for name in SEVERAL]
        self.assert_all_close(scipy.fft, [*cases, ("fftn", noise(2, 3, 4, 2, 3), (), {})])

    def test_all_names_of_jax_are_there(self):
        names = {name for name in dir(jnp.fft) if not name.startswith("_")}
        names |= {name for name in dir(jax.scipy.fft) if not name.startswith("_")}
        self.assertEqual(names - set(fft.__all__), set())
        self.assertEqual([name for name in fft.__all__ if not callable(getattr(fft, name, None))], [])

    def test_cosine_and_sine_transforms(self):
        x = input_of("dct", 5, 8)
        cases = [(name, x, (type_,), options) for name in ("dct", "dst") for type_ in (1, 2, 3, 4)
                 for options in ({}, {"norm": "ortho"})]
        cases += [(name, x, (), {"norm": "forward", "orthogonalize": True}) for name in TRIGONOMETRIC]
        cases += [("idct", x, (1,), {"axis": 0}), ("idst", x, (3,), {"n": 6}), ("dct", noise(5, 8), (), {}),
                  ("dctn", x, (), {}), ("idstn", x, (), {"axes": (0,), "s": 4})]
        self.assert_all_close(scipy.fft, cases)
        for name in ("dct", "idct"):
            self.assert_close(getattr(fft, name)(x), getattr(jax.scipy.fft, name)(x))

    def test_modes(self):
        x = noise(3, 8, 16, dtype="float64")
        rows = jnp.array([0, 1, 2, -2, -1])
        for modes, part in (((5, 4), lambda y: y[:, rows, :4]), ((8, 9), lambda y: y)):
            low = fft.rfft2(x, modes=modes)
            self.assert_close(low, part(jnp.fft.rfft2(x)))
            whole = jax.linear_transpose(part, jax.ShapeDtypeStruct((3, 8, 9), x.dtype))(low.real)[0]
            self.assert_close(fft.irfft2(low.real, (8, 16), modes=modes), jnp.fft.irfft2(whole))
        low = fft.fft2(x, modes=(5, 4))
        self.assert_close(low, jnp.fft.fft2(x)[:, rows][:, :, [0, 1, -2, -1]])
        for call in (lambda: fft.rfft2(x, modes=(5,)), lambda: fft.rfft2(x, modes=(0, 4)), lambda: fft.rfft2(x, modes=(8, 10)),
                     lambda: fft.ifft2(low, modes=(5, 4)), lambda: fft.ifft2(low, (8, 16), modes=(5, 3))):
            with self.assertRaisesRegex(ValueError, "modes"):
                call()

        def filtered(x, real, compact):
            """The lowest frequencies of x alone."""
            if compact and real:
                return fft.irfft2(fft.rfft2(x, modes=(5, 4)) * 1j, (8, 16), modes=(5, 4))
            if compact:
                return abs(fft.ifft2(fft.fft2(x, modes=(5, 4)) * 1j, (8, 16), modes=(5, 4)))
            columns = jnp.arange(4) if real else jnp.array([0, 1, -2, -1])
            kept = jnp.zeros((8, 9 if real else 16)).at[rows[:, None], columns].set(1)
            if real:
                return jnp.fft.irfft2(jnp.fft.rfft2(x) * 1j * kept)
            return abs(jnp.fft.ifft2(jnp.fft.fft2(x) * 1j * kept))

        for real in (True, False):
            own, theirs = (jax.jit(jax.vmap(jax.grad(lambda x: (filtered(x, real, compact) ** 3).sum())))(x) for compact in (True, False))
            self.assert_close(own, theirs, real)

    def test_types_are_those_of_jax(self):
        for x64 in (True, False):
            with jax.enable_x64(x64):
                operands = [jnp.asarray(np.arange(6) % 3, dtype) for dtype in
                            ("bool", "int32", "float32", "complex64", *("int64", "float64") * x64)]
                cases = [(name, x) for x in operands for name in ("fft", "hfft", "rfft")
                         if x.dtype.kind != "c" or name != "rfft"]
                own, theirs = (together([(getattr(library, name), x) for name, x in cases]) for library in (fft, jnp.fft))
                for case, y, expected in zip(cases, own, theirs):
                    self.assert_close(y, expected, (case, x64))
                self.assertEqual(fft.dct(jnp.arange(4)).dtype, "float64" if x64 else "float32")
        for dtype in ("float16", "bfloat16"):  # JAX refuses them in rfft
            x = jnp.arange(6).astype(dtype)
            self.assert_close(fft.rfft(x), jnp.fft.rfft(x.astype("float32")), dtype)
            self.assert_close(fft.fft(x), jnp.fft.fft(x), dtype)

    def test_errors_are_those_of_jax(self):
        x = noise(4, 6)
        for arguments in (("fft", x, 0), ("fft", x, -1), ("fft", x, 4, 2), ("fft", x, None, (0, 1)), ("fft", [1.0, 2.0]),
                          ("fft", x, None, -1, "other"), ("rfft", x), ("ihfft", x), ("fft2", x, None, (0,)),
                          ("fftn", x, (4,), (0, 1)), ("fftn", x, (0, 2)), ("fftn", x, None, (0, 0)), ("fftn", x, (2, 2, 2)),
                          ("fft", x, 4.0), ("fft", x, None, 5)):
            name, *rest = arguments
            with self.assertRaises(Exception) as theirs:
                getattr(jnp.fft, name)(*rest)
            for call in (getattr(fft, name), lambda x, *rest: jax.jit(lambda x: getattr(fft, name)(x, *rest))(x)):
                with self.assertRaises((TypeError, ValueError)) as own:
                    call(*rest)
                self.assertIsInstance(own.exception, (ValueError if isinstance(theirs.exception, ValueError) else TypeError))
        with self.assertRaisesRegex(ValueError, r"invalid number of data points \(0\) specified"):
            fft.irfft(noise(3, 1))
        with self.assertRaisesRegex(ValueError, "invalid type 5: 1 to 4"):
            fft.dct(x.real, 5)
        with self.assertRaisesRegex(ValueError, "DCT-I is not defined for size < 2"):
            fft.dct(noise(1, dtype="float64"), 1)

    def test_nothing_to_compute(self):
        x = noise(3, 4)
        self.assert_close(fft.fftn(x, axes=()), x)
        for own, theirs in ((fft.rfft(jnp.zeros((0, 4))), jnp.fft.rfft(jnp.zeros((0, 4)))),
                            (fft.fft(jnp.zeros((3, 0)), 4), jnp.fft.fft(jnp.zeros((3, 0)), 4)),
                            (jax.vmap(fft.fft)(jnp.zeros((0, 4))), jax.vmap(jnp.fft.fft)(jnp.zeros((0, 4))))):
            self.assert_close(own, theirs)

    def test_papilio_fft_under_jit(self):
        x = noise(4, 6)
        self.assert_close(jax.jit(papilio.fft.fft)(x), jnp.fft.fft(x))
        self.assert_close(jax.jit(lambda x: papilio.fft.dct(x, norm="ortho"))(x.real), scipy.fft.dct(np.asarray(x.real), norm="ortho"))
        self.assert_close(jax.grad(lambda x: abs(papilio.fft.rfftn(x, (4, 8))).sum())(x.real),
                          jax.grad(lambda x: abs(jnp.fft.rfftn(x, (4, 8))).sum())(x.real))
        self.assert_close(jax.jit(lambda x: papilio.fft.fftn(x, modes=(2, 2)))(x), np.fft.fftn(x)[:, [0, -1]][[0, -1]])
        with self.assertRaisesRegex(TypeError, "plan and out have no derivative"):
            jax.jit(lambda x: papilio.fft.fft(x, out=np.empty((4, 6), complex)))(x)

    def test_the_cache_of_plans_is_the_packages(self):
        papilio.cache_clear()
        x = noise(3, 16)
        function = jax.jit(fft.fft)
        for _ in range(3):
            function(x).block_until_ready()
        self.assertEqual(papilio.cache_info().plans, 1)
        papilio.fft.fft(np.asarray(x))
        self.assertEqual(papilio.cache_info().plans, 1)
        papilio.cache_clear()
        self.assert_close(function(x), jnp.fft.fft(x))

    def test_threads(self):
        xs = [noise(5, 8 + i % 3, seed=i) for i in range(24)]
        function = jax.jit(lambda x: fft.ifft(fft.fft(x) * 2))
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for x, y in zip(xs, pool.map(function, xs)):
                self.assert_close(y, 2 * x)


class Derivatives(Jax):
    def assert_transposed(self, cases):
        """The transposes of (name, operand, options) are those of the functions' matrices, and a derivative is the map."""
        def function(name, options):
            return lambda x: getattr(fft, name)(x, **options)

        forward = together([(lambda x, f=function(name, options): jax.jvp(f, (x,), (2 * x,)), x) for name, x, options in cases])
        backward = together([(lambda x, f=function(name, options): jax.linear_transpose(f, x)(jnp.ones_like(f(x)) + f(x)), x)
                             for name, x, options in cases])
        for (name, x, options), (y, tangent), (transposed,) in zip(cases, forward, backward):
            self.assert_close(tangent, 2 * y, (name, options))
            units = np.eye(x.size, dtype=x.dtype).reshape(x.size, *x.shape)
            if x.dtype.kind == "c" and y.dtype.kind != "c":  # such a map is linear over real numbers alone
                units = np.concatenate([units, 1j * units])
            rows = np.array([getattr(scipy.fft, name)(unit, **options).ravel() for unit in units])
            expected = rows @ np.asarray(y + 1).ravel()
            if x.dtype.kind == "c" and y.dtype.kind != "c":
                expected = expected[:x.size] - 1j * expected[x.size:]
            if x.dtype.kind != "c":
                expected = expected.real
            self.assert_close(transposed, expected.reshape(x.shape).astype(x.dtype), (name, options))

    def test_of_every_kind(self):
        """Operands that are cut and continued, and odd lengths, too."""
        cases = [(name, input_of(name, 2, 6), {"n": n}) for name in FUNCTIONS for n in (5, 8)]
        cases += [(name, input_of(name, 4, 3), {"axis": 0, "norm": "ortho"}) for name in FUNCTIONS]
        cases += [(name + "n", input_of(name, 3, 2, 4), {"axes": (2, 0), "s": (4, 3)}) for name in SEVERAL]
        self.assert_transposed(cases)

    def test_of_cosine_and_sine_transforms(self):
        x = input_of("dct", 5, 8)
        cases = [(name, x, {"type": type_} | options) for name in ("dct", "dst") for type_ in (1, 2, 3, 4)
                 for options in ({}, {"norm": "ortho"})]
        self.assert_transposed([*cases, ("idst", x, {"type": 3, "n": 6}), ("dctn", x, {})])

    def test_are_those_of_jax(self):
        """JAX's conventions for complex numbers, first and second derivatives."""
        def losses(library):
            def loss(x, name):
                return (abs(getattr(library, name)(x, 8) + 1) ** 3).sum()

            calls = []
            for name in FUNCTIONS:
                x = input_of(name, 3, 7)
                once = jax.grad(lambda x, name=name: loss(x, name))
                calls += [(once, x), (jax.grad(lambda x, once=once: (abs(once(x)) ** 2).sum()), x),
                          (lambda x, name=name: jax.jvp(lambda x: loss(x, name), (x,), (x[::-1],))[1], x)]
            x = noise(6, dtype="float64")
            calls += [(jax.hessian(lambda x: (abs(library.rfft(x)) ** 4).sum()), x), (jax.jacfwd(library.rfft), x),
                      (jax.jacrev(lambda x: abs(library.rfft(x))), x)]
            return together(calls)

        for index, (own, theirs) in enumerate(zip(losses(fft), losses(jnp.fft))):
            self.assert_close(own, theirs, index)

    def test_a_program_of_several_transforms(self):
        def steps(x, library):
            """Diffusion with a source, by a pseudo-spectral method."""
            k = jnp.fft.rfftfreq(16, 1 / 16)

            def step(x, _):
                return library.irfft(library.rfft(x) * jnp.exp(-0.01 * k ** 2)) + 0.1 * jnp.sin(x), x.sum()
            return jax.lax.scan(step, x, None, 5)[0]

        x = noise(2, 16, dtype="float64")
        transforms = (jax.checkpoint, lambda f: jax.grad(lambda x: (f(x) ** 2).sum()), jax.vmap)
        own, theirs = (together([(transform(lambda x: steps(x, library)), x) for transform in transforms])
                       for library in (fft, jnp.fft))
        for y, expected in zip(own, theirs):
            self.assert_close(y, expected)


class Operators(Jax):
    def test_spectral_convolution(self):
        """Against papilio.operators; sums over channels, and more modes than an axis has."""
        for dtype, sizes, modes in (("float64", (8, 6), (3, 3)), ("complex128", (6,), (5,)), ("float32", (4, 4, 4), (3, 9, 9))):
            x, weight = noise(2, 3, *sizes, dtype=dtype), noise(3, 4, *modes).astype("complex64" if dtype == "float32" else "complex128")
            kept, whole = np.asarray(weight), range(2, x.ndim - (dtype[0] == "f"))  # in the order of fftfreq
            for axis in whole:
                extra = max(0, weight.shape[axis] - x.shape[axis])
                kept = np.take(kept, range(extra // 2, extra // 2 + weight.shape[axis] - extra), axis)
            if dtype[0] == "f":
                kept = kept[..., :sizes[-1] // 2 + 1]
            layer = papilio.operators.SpectralConvolution((2, 3, *sizes), np.fft.ifftshift(kept, whole), dtype)
            self.assert_close(operators.spectral_convolution(x, weight), layer(np.asarray(x)), (dtype, sizes))
        with self.assertRaisesRegex(ValueError, "give complex numbers of shape"):
            operators.spectral_convolution(x, weight.real)

    def test_operator(self):
        """Against papilio.operators, and derivatives against the operator made of transforms."""
        spectrum = papilio.operators.derivative(1) * papilio.operators.gaussian(1.0)
        own = operators.Operator(spectrum, axes=(1, 2))
        for dtype in ("float64", "complex64"):
            x = noise(2, 8, 6, dtype=dtype)
            expected = papilio.operators.Operator(x.shape, spectrum, dtype, axes=(1, 2))(np.asarray(x))
            self.assert_close(own(x), expected, dtype)
            self.assert_close(jax.jit(jax.vmap(operators.Operator(spectrum), 0))(x), expected, dtype)
        values = noise(4, 6)  # no Hermitian spectrum, of an operator that is not its own adjoint
        made = operators.Operator(papilio.operators.array(np.asarray(values)))
        x = noise(4, 6, seed=1)

        def losses(function):
            once = jax.grad(lambda x: (abs(function(x) + 1) ** 3).sum())
            return together([(once, x), (jax.grad(lambda x: (abs(once(x)) ** 2).sum()), x),
                             (lambda x: jax.jvp(function, (x,), (x[::-1],)), x), (jax.vmap(once, 1), jnp.stack([x, 2 * x], 1))])

        for y, theirs in zip(jax.tree.leaves(losses(made)), jax.tree.leaves(losses(lambda x: jnp.fft.ifft2(jnp.fft.fft2(x) * values)))):
            self.assert_close(y, theirs)
        real = operators.Operator(papilio.operators.hilbert(), axes=0)
        self.assert_close(jax.linear_transpose(real, x.real)(x.real)[0], -real(x.real))
        self.assertEqual(operators.Operator(spectrum)(jnp.arange(4)).dtype, "float64")
        for call, error in ((lambda: operators.Operator(values), TypeError), (lambda: own(values), ValueError),
                            (lambda: operators.Operator(spectrum, axes=(1, 0))(values), ValueError),
                            (lambda: operators.Operator(spectrum)(noise(2, 2, 2, 2)), ValueError)):
            self.assertRaises(error, call)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, r"the operator's frequencies have the shape \(4, 5\)"):
            made(noise(4, 5)).block_until_ready()

    def test_derivatives_of_a_layer(self):
        x, weight = noise(2, 3, 8, 6, dtype="float64"), noise(3, 4, 3, 3)

        def reference(x, weight):
            rows = jnp.fft.ifftshift(weight, 2)
            whole = jnp.zeros((3, 4, 8, 4), complex).at[:, :, jnp.array([0, 1, -1])[:, None], jnp.arange(3)].set(rows)
            return jnp.fft.irfft2(jnp.einsum("bixy,ioxy->boxy", jnp.fft.rfft2(x), whole), (8, 6))

        own, theirs = (jax.jit(jax.grad(lambda x, weight: (layer(x, weight) ** 3).sum(), (0, 1)))(x, weight)
                       for layer in (operators.spectral_convolution, reference))
        for y, expected in zip(own, theirs):
            self.assert_close(y, expected)


class Batches(Jax):
    def test_each_axis(self):
        x = noise(3, 4, 5, 2)
        places = [(axis, out) for axis in range(4) for out in (0, 1, -1)]
        own, theirs = (together([(jax.vmap(lambda x: library.fftn(x, axes=(0, 2)), *place), x) for place in places]
                                + [(jax.vmap(jax.vmap(library.rfft, 1), 2, 1), x.real)]) for library in (fft, jnp.fft))
        for place, y, expected in zip([*places, "twice"], own, theirs):
            self.assert_close(y, expected, place)
        text = jax.jit(jax.vmap(fft.fft, 1, 1)).lower(x).compile().as_text()
        self.assertNotIn("transpose", text)

    def test_of_gradients(self):
        x = noise(3, 4, 6, dtype="float64")
        own, theirs = (together([(jax.vmap(jax.grad(lambda x: (abs(library.rfft(x)) ** 3).sum()), axis), x) for axis in (0, 1)])
                       for library in (fft, jnp.fft))
        for y, expected in zip(own, theirs):
            self.assert_close(y, expected)
        self.assert_close(jax.vmap(fft.dct, 1, 1)(x), scipy.fft.dct(np.asarray(x)))


if __name__ == "__main__":
    unittest.main()
