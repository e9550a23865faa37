# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.jax on arrays that are spread over devices, and how JAX's compiler calls it."""

import os
import shutil
import subprocess
import sys
import textwrap
import unittest

from jax_support import Jax, jax, jnp, noise  # before JAX, whose devices it chooses

import numpy as np
import scipy.fft
from jax.sharding import Mesh, NamedSharding, PartitionSpec

import papilio
from papilio.jax import fft, operators

COLLECTIVES = ("all-gather", "all-to-all", "collective-permute", "all-reduce")


def collectives(function, *arguments):
    """The names of what devices tell each other in the compiled program."""
    text = jax.jit(function).lower(*arguments).compile().as_text()
    return [name for name in COLLECTIVES if name in text], text.count('custom_call_target="papilio_')


class Devices(Jax):
    """Arrays on a mesh of 2 x 2."""

    @classmethod
    def setUpClass(cls):
        cls.mesh = Mesh(np.array(jax.devices()).reshape(2, 2), ("a", "b"))
        cls.x = noise(4, 6, 8, dtype="float64")

    def spread(self, *spec):
        return jax.device_put(self.x, NamedSharding(self.mesh, PartitionSpec(*spec)))

    def test_batches_stay_where_they_are(self):
        smooth = papilio.operators.gaussian(1.0)
        for spec, axis in ((("a", "b"), -1), (("a", None, "b"), 1), ((None, "a", "b"), 0), (((("a", "b")),), 2)):
            x = self.spread(*spec)

            def there_and_back(x):
                return fft.irfft(fft.rfft(x, axis=axis) * 2, axis=axis)

            def loss(x):
                return (abs(fft.rfft(x, axis=axis)) ** 2).sum()

            for function, expected in ((there_and_back, 2 * self.x), (jax.grad(loss), None),
                                       (operators.Operator(smooth, axes=axis), papilio.operators.Operator(
                                           self.x.shape, smooth, "float64", axes=axis)(np.asarray(self.x))),
                                       (lambda x: fft.dct(x, axis=axis), scipy.fft.dct(np.asarray(self.x), axis=axis)),
                                       (jax.vmap(lambda x: fft.fft(x, axis=-1)), jnp.fft.fft(self.x)) if axis == -1 else
                                       (there_and_back, 2 * self.x)):
                told, calls = collectives(function, x)
                self.assertEqual(told, [], (spec, axis))
                self.assertGreater(calls, 0)
                y = jax.jit(function)(x)
                self.assertTrue(y.sharding.is_equivalent_to(x.sharding, 3), (spec, y.sharding))
                self.assert_close(y, jax.jit(function)(self.x) if expected is None else expected, (spec, axis))
            self.assertTrue(fft.rfft(x, axis=axis).sharding.is_equivalent_to(x.sharding, 3))

    def test_transformed_axes_are_gathered_alone(self):
        x = self.spread("a", "b")
        told, _ = collectives(lambda x: fft.fft(x, axis=1), x)
        self.assertEqual(told, ["all-gather"])
        y = fft.fft(x, axis=1)
        self.assertEqual(y.sharding.spec[0], "a")
        self.assert_close(y, jnp.fft.fft(self.x, axis=1))
        self.assert_close(fft.fftn(x), jnp.fft.fftn(self.x))

    def test_maps_over_devices(self):
        spec = PartitionSpec("a", "b")

        def mapped(function):
            return jax.shard_map(function, mesh=self.mesh, in_specs=spec, out_specs=spec)

        x = self.spread("a", "b")
        self.assertEqual(collectives(mapped(fft.rfft), x)[0], [])
        self.assert_close(jax.jit(mapped(fft.rfft))(x), jnp.fft.rfft(self.x))
        own, theirs = (jax.grad(lambda x: (mapped(lambda x: abs(library.rfft(x)) ** 3)(x)).sum())(x) for library in (fft, jnp.fft))
        self.assert_close(own, theirs)
        partly = jax.shard_map(lambda x: fft.fft(x), mesh=self.mesh, in_specs=PartitionSpec("a"),
                               out_specs=PartitionSpec("a"), axis_names={"a"})
        self.assert_close(jax.jit(partly)(x), jnp.fft.fft(self.x))
        if hasattr(jax.config, "jax_use_shardy_partitioner"):  # another partitioner would end the process
            jax.config.update("jax_use_shardy_partitioner", False)
            self.addCleanup(jax.config.update, "jax_use_shardy_partitioner", True)
            self.assertRaisesRegex(NotImplementedError, "name all axes", jax.jit(lambda x: partly(x)), x)
            self.assertEqual(collectives(lambda x: fft.rfft(x), x)[0], [])
            jax.config.update("jax_use_shardy_partitioner", True)
        self.assert_close(jax.pmap(fft.rfft)(self.x), jnp.fft.rfft(self.x))

    def test_explicit_axes(self):
        mesh = jax.make_mesh((2, 2), ("a", "b"), axis_types=(jax.sharding.AxisType.Explicit,) * 2)
        with jax.set_mesh(mesh):
            x = jax.device_put(self.x, NamedSharding(mesh, PartitionSpec("a", "b")))
            self.assertEqual(str(jax.typeof(fft.rfft(x))), "complex128[4@a,6@b,5]")
            self.assertEqual(str(jax.typeof(fft.rfft(x, axis=1))), "complex128[4@a,4,8]")
            y = jax.jit(jax.grad(lambda x: (abs(fft.rfft(x)) ** 2).sum()))(x)
        self.assert_close(y, jax.grad(lambda x: (abs(jnp.fft.rfft(x)) ** 2).sum())(self.x))


class Interface(Jax):
    def test_declarations_are_those_of_jaxlib(self):
        """xla_ffi.hpp against the header of the jaxlib at hand."""
        compiler = shutil.which("c++") or self.skipTest("no C++ compiler")
        here = os.path.dirname(os.path.abspath(__file__))
        done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{jax.ffi.include_dir()}",
                               f"{here}/jax_abi.cpp"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_failures_reach_the_caller(self):
        """Without a device each call fails, and says why."""
        script = textwrap.dedent("""
            import jax
            from papilio.jax import fft
            for _ in range(2):
                try:
                    jax.jit(fft.fft)(jax.numpy.ones(4)).block_until_ready()
                except jax.errors.JaxRuntimeError as error:
                    print(str(error).splitlines()[0])
            """)
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300,
                              env=os.environ | {"OCL_ICD_VENDORS": "/nowhere", "PAPILIO_CUDA_LIBRARY": "/nowhere", "VK_DRIVER_FILES": "/nowhere"})
        self.assertRegex(done.stdout, "^(UNAVAILABLE: .*device.*\n){2}$", done.stderr)


if __name__ == "__main__":
    unittest.main()
