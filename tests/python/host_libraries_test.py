# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Arrays of other libraries in the host's memory: NumPy's DLPack, JAX and, where it is installed, PyTorch."""

import unittest

import numpy as np
import scipy.fft

import papilio
import papilio.fft

try:
    import jax
except ImportError:
    jax = None
try:
    import torch
except ImportError:
    torch = None

VALUES = np.random.default_rng(0).standard_normal((4, 6, 10))


class Exporter:
    """A library of one class, which has DLPack only."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()

    def __array_namespace__(self, api_version=None):
        return type("space", (), {"from_dlpack": lambda x: Exporter(np.from_dlpack(x))})


def calls():
    """(name, input, options)"""
    for name in ("fft", "ifftn", "irfft", "hfft"):
        yield name, (VALUES + 1j * VALUES[::-1]).astype("c8"), {}
    for name in ("rfft", "rfft2", "ihfft", "dct", "dstn", "fft"):
        yield name, VALUES.astype("f4"), {"norm": "ortho"}
    yield "fft", (VALUES + 0j).astype("c8"), {"axis": 1, "n": 9}


class HostLibraries(unittest.TestCase):
    def check(self, to_library, to_numpy, kind):
        for name, values, options in calls():
            own = getattr(papilio.fft, name)(to_library(values), **options)
            self.assertIsInstance(own, kind)
            theirs = getattr(scipy.fft, name)(values, **options)
            self.assertEqual(to_numpy(own).dtype, theirs.dtype)
            np.testing.assert_allclose(to_numpy(own), theirs, atol=1e-5 * abs(theirs).max())

    def test_dlpack(self):
        self.check(Exporter, lambda x: x.values, Exporter)

    @unittest.skipIf(jax is None, "JAX is not installed")
    def test_jax(self):
        self.check(jax.numpy.asarray, np.asarray, jax.Array)
        x = jax.numpy.asarray(VALUES, "float32")
        for wrong in (lambda: papilio.fft.fft(x.astype("int32")),  # would be double precision
                      lambda: papilio.fft.rfft(x, out=x),
                      lambda: papilio.Plan("c2c:f32:10*24:inplace", papilio.current_device())(x.astype("complex64")),
                      lambda: jax.jit(papilio.fft.fft)(x.astype("int32")),
                      lambda: jax.jit(papilio.fftconvolve)(x, x)):
            self.assertRaises(TypeError, wrong)

    @unittest.skipIf(torch is None, "PyTorch is not installed")
    def test_torch(self):
        self.check(torch.from_numpy, lambda x: x.numpy(), torch.Tensor)
        x = torch.from_numpy(VALUES)
        out = torch.empty(6, 4, 10, dtype=torch.complex128).transpose(0, 1)
        self.assertIs(papilio.fft.fft(x, out=out), out)
        np.testing.assert_allclose(out.numpy(), scipy.fft.fft(VALUES), atol=1e-12)
        np.testing.assert_allclose(papilio.fft.fft(out.conj()).numpy(), scipy.fft.fft(out.numpy().conj()), atol=1e-9)
        plan = papilio.Plan("c2c:f64:10*24", papilio.current_device())
        flat = out.contiguous().reshape(24, 10)
        np.testing.assert_allclose(plan(flat).numpy(), scipy.fft.fft(flat.numpy()), atol=1e-9)
        with self.assertRaises(TypeError):
            papilio.fft.fft(x, out=np.empty((4, 6, 10), complex))
        for wrong in (lambda: plan.execute(flat, stream=0), lambda: plan(out)):
            self.assertRaises(ValueError, wrong)


if __name__ == "__main__":
    unittest.main(verbosity=2)
