# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What the tests of papilio.jax share. JAX has double precision, and four devices that are threads of the host."""

import os
import unittest

# Programs that run once are not worth optimising.
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4 --xla_backend_optimization_level=0"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

jax.config.update("jax_enable_x64", True)
FUNCTIONS = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
SEVERAL = ("fft", "ifft", "rfft", "irfft")
TRIGONOMETRIC = ("dct", "idct", "dst", "idst")


def noise(*shape, dtype="complex128", seed=0):
    generator = np.random.default_rng(seed)
    values = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.standard_normal(shape)
    return jnp.asarray(values.astype(dtype))


def input_of(name, *shape, double=True):
    real = name.startswith(("rfft", "ihfft", *TRIGONOMETRIC))
    return noise(*shape, dtype=("float64" if double else "float32") if real else "complex128" if double else "complex64")


def together(calls):
    """The results of (function, operand) pairs in one compiled program: compiling takes longer than running."""
    return jax.jit(lambda xs: [function(x) for (function, _), x in zip(calls, xs)])([x for _, x in calls])


class Jax(unittest.TestCase):
    def assert_close(self, own, theirs, message=None):
        self.assertIsInstance(own, jax.Array)
        theirs = np.asarray(theirs)
        self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), message)
        tolerance = 1e-12 if own.dtype in (jnp.float64, jnp.complex128) else 1e-5
        scale = max(1.0, float(abs(theirs).max()) if theirs.size else 1.0)
        self.assertLess(float(abs(np.asarray(own) - theirs).max(initial=0)), tolerance * scale, message)
