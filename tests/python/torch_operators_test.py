# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.torch.operators against whole transforms in double precision, and its derivatives; skipped without PyTorch."""

import sys
import unittest

import numpy as np

try:
    import torch
except ImportError as error:
    print(f"skipped: PyTorch is not installed ({error}); PAPILIO_TEST_TORCH=torch makes tests/python/environment do it")
    sys.exit(77)
try:
    from neuralop.layers.spectral_convolution import SpectralConv
except ImportError:  # the definition below is tested in any case
    SpectralConv = None

from papilio import operators as numpy_operators
from papilio.torch import fft, operators


def noise(*shape, dtype=torch.float64, seed=0):
    return torch.randn(*shape, dtype=dtype, generator=torch.Generator().manual_seed(seed))


def defined(x, weight):
    """Whole transforms; frequency k of an axis is element k modulo n."""
    real, dims = not x.is_complex(), list(range(2, x.ndim))
    whole = (torch.fft.rfftn if real else torch.fft.fftn)(x, dim=dims)
    numbers = []
    for dim, n in zip(dims, x.shape[2:]):
        m = weight.shape[dim]
        numbers.append(torch.arange(m) if real and dim == dims[-1] else torch.remainder(torch.arange(m) - m // 2, n))
    kept = (slice(None), slice(None), *torch.meshgrid(*numbers, indexing="ij"))
    product = torch.zeros(x.shape[0], weight.shape[1], *whole.shape[2:], dtype=whole.dtype)
    product[kept] = torch.einsum("bi...,io...->bo...", whole[kept], weight)
    return torch.fft.irfftn(product, s=x.shape[2:], dim=dims) if real else torch.fft.ifftn(product, dim=dims)


class SpectralConvolutions(unittest.TestCase):
    def test_definition(self):
        for lengths, modes in (((16,), (5,)), ((15,), (8,)), ((12, 10), (5, 4)), ((9, 8), (4, 5)), ((6, 5, 8), (3, 2, 3))):
            for dtype, weights, tolerance in ((torch.float64, torch.complex128, 1e-13), (torch.float32, torch.complex64, 2e-5),
                                              (torch.complex128, torch.complex128, 1e-13)):
                x, weight = noise(2, 3, *lengths, dtype=dtype), noise(3, 4, *modes, dtype=weights, seed=1)
                own = operators.spectral_convolution(x, weight)
                self.assertEqual(own.dtype, dtype)
                self.assertLess(float((own - defined(x, weight)).abs().max()), tolerance, (lengths, dtype))

    def test_gradients(self):
        for lengths, modes, dtype in (((6,), (3,), torch.float64), ((5, 4), (2, 3), torch.float64), ((4, 6), (2, 4), torch.float64),
                                      ((4, 3), (3, 2), torch.complex128)):
            x, weight = noise(2, 2, *lengths, dtype=dtype), noise(2, 3, *modes, dtype=torch.complex128, seed=1)
            inputs = (x.requires_grad_(), weight.requires_grad_())
            self.assertTrue(torch.autograd.gradcheck(operators.spectral_convolution, inputs, check_forward_ad=True))
            self.assertTrue(torch.autograd.gradgradcheck(operators.spectral_convolution, inputs))

    def test_batches_of_torch_func(self):
        x, weight = noise(3, 2, 2, 6, 4), noise(2, 3, 3, 2, dtype=torch.complex128, seed=1)
        batched = torch.func.vmap(operators.spectral_convolution, in_dims=(0, None))(x, weight)
        for own, one in zip(batched, x):
            self.assertLess(float((own - defined(one, weight)).abs().max()), 1e-13)

    def test_modes_of_transforms(self):
        x = noise(2, 8, 9)
        spectrum = fft.rfftn(x, dim=(1, 2), modes=(5, 3))
        self.assertTrue(torch.equal(spectrum, fft.rfftn(x.requires_grad_(), dim=(1, 2), modes=(5, 3))))
        whole = torch.fft.rfftn(x, dim=(1, 2))[:, [0, 1, 2, -2, -1], :3]
        self.assertLess(float((spectrum - whole).abs().max().detach()), 1e-12)
        meta = fft.rfftn(torch.empty(2, 8, 9, device="meta"), dim=(1, 2), modes=(5, 3))
        self.assertEqual(meta.shape, (2, 5, 3))
        self.assertEqual(fft.irfftn(meta, s=(8, 9), dim=(1, 2), modes=(5, 3)).shape, (2, 8, 9))
        self.assertEqual(fft.fftn(meta, dim=(1, 2), modes=(2, 2)).shape, (2, 2, 2))
        with self.assertRaisesRegex(ValueError, "s is needed with modes"):
            fft.irfftn(spectrum, dim=(1, 2), modes=(5, 3))
        with self.assertRaisesRegex(ValueError, "modes"):
            fft.rfftn(x, dim=(1, 2), modes=(5, 6))

    def test_more_modes_than_frequencies(self):
        x, weight = noise(1, 2, 6, 8), noise(2, 2, 9, 7, dtype=torch.complex128, seed=1)
        cut = weight[:, :, 1:7, :5]
        self.assertTrue(torch.equal(operators.spectral_convolution(x, weight), operators.spectral_convolution(x, cut)))

    @unittest.skipIf(SpectralConv is None, "neuraloperator is not installed")
    def test_neuraloperator(self):
        for n_modes, lengths in (((8, 8), (16, 18)), ((5, 6), (12, 10)), ((8,), (15,)), ((4, 4, 6), (8, 6, 10)), ((16, 12), (8, 10))):
            layer = SpectralConv(3, 4, n_modes, bias=False)
            x = noise(2, 3, *lengths, dtype=torch.float32)
            weight = layer.weight.to_tensor() if hasattr(layer.weight, "to_tensor") else layer.weight.tensor
            difference = layer(x) - operators.spectral_convolution(x, weight)
            self.assertLess(float(difference.abs().max()), 1e-4 * float(layer(x).abs().max()), (n_modes, lengths))

    def test_refusals(self):
        x = noise(2, 3, 8)
        for weight in (noise(2, 3, 4, dtype=torch.complex128), noise(3, 3, 4), noise(3, 3, 4, 4, dtype=torch.complex128)):
            with self.assertRaisesRegex(ValueError, "in_channels, out_channels, modes"):
                operators.spectral_convolution(x, weight)


class Operators(unittest.TestCase):
    spectrum = numpy_operators.derivative((1, 0)) * numpy_operators.shift((0.25, 1)) * numpy_operators.formula("1 + i*kx")

    def test_values_and_gradients(self):
        for dtype in (torch.float64, torch.complex128):
            operator = operators.Operator((3, 5, 4), self.spectrum, dtype, axes=(1, 2))
            x = noise(3, 5, 4, dtype=dtype)
            expected = numpy_operators.Operator((3, 5, 4), self.spectrum, str(dtype)[6:], axes=(1, 2))(x.numpy())
            self.assertTrue(np.array_equal(operator(x).numpy(), expected))
            self.assertTrue(torch.autograd.gradcheck(operator, (x.requires_grad_(),)))
            self.assertTrue(torch.autograd.gradgradcheck(operator, (x,)))

    def test_arrays_of_the_host(self):
        operator = numpy_operators.Operator((5, 4), self.spectrum, "float32")
        x = noise(5, 4, dtype=torch.float32)
        out = torch.empty(5, 4)
        self.assertIs(operator(x, out), out)
        self.assertTrue(torch.equal(operator(x), out))
        self.assertTrue(np.array_equal(operator(x.numpy()), out.numpy()))

    def test_refusals(self):
        operator = operators.Operator((5, 4), self.spectrum, torch.float32)
        with self.assertRaisesRegex(TypeError, "float64"):
            operator(noise(5, 4))
        with self.assertRaisesRegex(ValueError, r"it must be \(5, 4\)"):
            operator(noise(4, 5, dtype=torch.float32))


if __name__ == "__main__":
    unittest.main()
