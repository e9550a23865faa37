# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.torch against torch.fft and scipy.fft, its derivatives, and torch.compile; skipped without PyTorch.

    torch_test.py [--device cuda] [unittest's arguments]
"""

import inspect
import sys
import unittest

import numpy as np
import scipy.fft
import scipy.signal

import papilio
import papilio.fft

try:
    import torch
except ImportError as error:
    print(f"skipped: PyTorch is not installed ({error}); PAPILIO_TEST_TORCH=torch makes tests/python/environment do it")
    sys.exit(77)

import papilio.torch  # noqa: E402
from papilio.torch import fft  # noqa: E402

DEVICE = sys.argv[sys.argv.index("--device") + 1] if "--device" in sys.argv else "cpu"
FUNCTIONS = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
REAL_INPUT = ("rfft", "ihfft")


def noise(*shape, dtype=torch.complex128, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, dtype=dtype, generator=generator).to(DEVICE)


def input_of(name, *shape, double=True):
    if name.startswith(REAL_INPUT):
        return noise(*shape, dtype=torch.float64 if double else torch.float32)
    return noise(*shape, dtype=torch.complex128 if double else torch.complex64)


class Torch(unittest.TestCase):
    def assert_close(self, own, theirs, message=None):
        self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), message)
        tolerance = 1e-12 if own.dtype in (torch.float64, torch.complex128) else 1e-5
        scale = max(1.0, float(theirs.abs().max()) if theirs.numel() else 1.0)
        self.assertLess(float((own - theirs).abs().max()), tolerance * scale, message)


class Transforms(Torch):
    def test_one_dimension(self):
        for name in FUNCTIONS:
            for options in ({}, {"n": 12}, {"n": 5}, {"dim": 0}, {"dim": -2, "norm": "ortho"}, {"norm": "forward"}):
                for double in (True, False):
                    x = input_of(name, 8, 9, double=double)
                    self.assert_close(getattr(fft, name)(x, **options), getattr(torch.fft, name)(x, **options),
                                      (name, options))

    def test_several_dimensions(self):
        for name in FUNCTIONS:
            for options in ({}, {"dim": (0, 2)}, {"dim": (2, 1)}, {"s": (3, 8)}, {"s": (5, 4), "dim": (1, 0)},
                            {"norm": "ortho"}):
                x = input_of(name, 4, 6, 5)
                self.assert_close(getattr(fft, name + "n")(x, **options), getattr(torch.fft, name + "n")(x, **options),
                                  (name, options))
            x = input_of(name, 4, 6)
            self.assert_close(getattr(fft, name + "2")(x), getattr(torch.fft, name + "2")(x), name)

    def test_all_names_of_torch_are_there(self):
        own = set(fft.__all__)
        theirs = {name for name in torch.fft.__all__ if name not in ("Tensor",)}
        self.assertEqual(theirs - own, set())
        self.assertTrue(all(hasattr(fft, name) for name in own))

    def test_types(self):
        for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.int64, torch.bool):
            x = noise(6, dtype=torch.float32).to(dtype)
            wide = x.to(torch.float32)
            self.assert_close(fft.fft(x), torch.fft.fft(wide), dtype)
            self.assert_close(fft.rfft(x), torch.fft.rfft(wide), dtype)
        with self.assertRaises(TypeError):
            fft.rfft(noise(4))
        with self.assertRaises(IndexError):
            fft.fft(noise(4), dim=1)
        with self.assertRaises(ValueError):
            fft.fftn(noise(4, 4), dim=(0, 0))
        with self.assertRaises(ValueError):
            fft.fft(noise(4), norm="other")

    def test_lengths_and_dims_as_torch_takes_them(self):
        for wrong in (-1, 0, -2):
            for call in (lambda: fft.fft(noise(4), wrong), lambda: fft.rfft(noise(4).real, wrong),
                         lambda: fft.fft(noise(4).requires_grad_(), wrong), lambda: fft.dct(noise(4).real, 2, wrong)):
                with self.assertRaisesRegex(ValueError, rf"invalid number of data points \({wrong}\) specified"):
                    call()
        x = noise(4, 6)
        for grad in (False, True):
            own = x.clone().requires_grad_(grad)
            self.assert_close(fft.fft(own, np.int64(5), np.int32(0)), torch.fft.fft(x, 5, 0))
            self.assert_close(fft.fftn(own, (np.int64(5), -1), np.array([0, 1])), torch.fft.fftn(x, (5, -1), (0, 1)))
        self.assert_close(fft.dct(x.real, dim=np.int64(0)), fft.dct(x.real, dim=0))
        for name in ("rfftn", "irfftn", "hfftn", "ihfftn", "rfft2"):
            with self.assertRaisesRegex(ValueError, "at least 1 axis must be transformed"):
                getattr(fft, name)(input_of(name, 4, 6), dim=())

    def test_strides_and_views(self):
        x = noise(6, 8, 10)
        for view in (x[::2, :, 1::3], x.transpose(0, 2), x.expand(6, 8, 10)[:, 3], x.conj(), x.imag[1:], x[1:, 2:, 3:]):
            name = "fft" if view.is_complex() else "rfft"
            self.assert_close(getattr(fft, name)(view), getattr(torch.fft, name)(view))

    def test_what_sees_operators_still_does(self):
        from torch.utils._python_dispatch import TorchDispatchMode

        class Recorder(TorchDispatchMode):
            def __torch_dispatch__(self, function, types, args=(), kwargs=None):
                names.append(str(function))
                return function(*args, **(kwargs or {}))

        names = []
        x = noise(4, 6)
        with Recorder():
            fft.fft(x)
        self.assertIn("papilio.c2c.default", names)
        mapped = torch.func.vmap(fft.fft)(x)
        self.assert_close(mapped, torch.fft.fft(x))
        self.assert_close(fft.fft(x, dim=()), x * 1)
        self.assert_close(fft.fftn(x, dim=[], scale=2.0), x * 2)

    def test_scale_and_out(self):
        x = noise(4, 6)
        self.assert_close(fft.fft(x, scale=3.5), torch.fft.fft(x) * 3.5)
        self.assert_close(fft.irfft2(x, norm="ortho", scale=-0.5), torch.fft.irfft2(x, norm="ortho") * -0.5)
        out = torch.empty(0, dtype=x.dtype, device=DEVICE)
        self.assertIs(fft.fft(x, out=out), out)
        self.assert_close(out, torch.fft.fft(x))

    def test_trigonometric(self):
        for name in ("dct", "idct", "dst", "idst"):
            for type_ in (1, 2, 3, 4):
                for norm in (None, "ortho", "forward"):
                    x = noise(3, 7, dtype=torch.float64)
                    theirs = getattr(scipy.fft, name)(x.cpu().numpy(), type_, norm=norm)
                    self.assert_close(getattr(fft, name)(x, type_, norm=norm), torch.from_numpy(theirs).to(DEVICE),
                                      (name, type_, norm))
                theirs = getattr(scipy.fft, name + "n")(x.cpu().numpy(), type_)
                self.assert_close(getattr(fft, name + "n")(x, type_), torch.from_numpy(theirs).to(DEVICE))
        x = noise(3, 7)
        self.assert_close(fft.dct(x, scale=2), torch.from_numpy(2 * scipy.fft.dct(x.cpu().numpy())).to(DEVICE))

    def test_frames(self):
        signal = noise(2, 400, dtype=torch.float64)
        window = torch.hann_window(48, dtype=torch.float64, device=DEVICE)
        for options in ({}, {"center": False}, {"normalized": True}, {"onesided": False}):
            arguments = {"n_fft": 64, "hop_length": 12, "win_length": 48, "window": window} | options
            theirs = torch.stft(signal, return_complex=True, **arguments)
            own = fft.stft(signal, **arguments)
            self.assert_close(own, theirs, options)
            if options.get("center", True):
                back = torch.istft(theirs, length=400, **arguments)
                self.assert_close(fft.istft(own, length=400, **arguments), back, options)
                self.assert_close(back, signal, options)

    def test_frames_take_all_arguments_of_torch(self):
        signal = noise(2, 200, dtype=torch.float64)
        window = torch.hann_window(20, dtype=torch.float64, device=DEVICE)
        arguments = {"n_fft": 32, "hop_length": 5, "win_length": 20, "window": window, "center": False}
        for options in ({"return_complex": False}, {"return_complex": True}):
            self.assert_close(fft.stft(signal, **arguments, **options), torch.stft(signal, **arguments, **options), options)
        if "align_to_window" in inspect.signature(torch.stft).parameters:
            options = {"align_to_window": True}
            self.assert_close(fft.stft(signal, **arguments, **options),
                              torch.stft(signal, return_complex=True, **arguments, **options), options)
        with self.assertRaises(ValueError):
            fft.stft(signal, 32, align_to_window=True)
        theirs = list(inspect.signature(torch.stft).parameters)
        self.assertEqual(list(inspect.signature(fft.stft).parameters)[:len(theirs)], theirs)

    def test_frames_by_the_rules_of_scipy(self):
        signal = noise(2, 203, dtype=torch.float64)
        for options in ({"nperseg": 33}, {"nperseg": 32, "noverlap": 20, "nfft": 64}):
            _, _, theirs = scipy.signal.stft(signal.cpu().numpy(), **options)
            for x in (signal, signal.clone().requires_grad_()):
                _, _, own = papilio.stft(x, **options)
                self.assert_close(own.detach(), torch.from_numpy(theirs).to(DEVICE), options)
                _, back = papilio.istft(own, **options)
                self.assert_close(back[:, :203].detach(), signal, options)
                self.assertEqual(back.requires_grad, x.requires_grad)

    def test_convolve(self):
        a, b = noise(3, 20, dtype=torch.float64), noise(5, dtype=torch.float64, seed=1)
        for mode in ("full", "same", "valid"):
            theirs = np.stack([np.convolve(row, b.cpu().numpy(), mode) for row in a.cpu().numpy()])
            self.assert_close(fft.convolve(a, b, mode), torch.from_numpy(theirs).to(DEVICE), mode)
        circular = torch.fft.ifft(torch.fft.fft(a) * torch.fft.fft(b, 20)).real
        self.assert_close(fft.convolve(a, b, "circular"), circular)
        z = noise(7)
        theirs = np.convolve(z.cpu().numpy(), b.cpu().numpy())
        self.assert_close(fft.convolve(z, b), torch.from_numpy(theirs).to(DEVICE))


class Derivatives(unittest.TestCase):
    def check(self, function, x):
        x = x.requires_grad_()
        self.assertTrue(torch.autograd.gradcheck(function, (x,)))
        self.assertTrue(torch.autograd.gradgradcheck(function, (x,)))

    def test_one_dimension(self):
        for name in FUNCTIONS:
            for n in (None, 4, 5, 8):
                with self.subTest(name=name, n=n):
                    self.check(lambda x: getattr(fft, name)(x, n, scale=0.7), input_of(name, 2, 6))

    def test_several_dimensions(self):
        for name in FUNCTIONS:
            for options in ({}, {"dim": (0, 1)}, {"s": (3, 4), "dim": (2, 0)}):
                with self.subTest(name=name, **options):
                    self.check(lambda x: getattr(fft, name + "n")(x, **options), input_of(name, 2, 3, 4))

    def test_trigonometric(self):
        for name in ("dct", "dst", "idct"):
            for type_ in (1, 2, 3, 4):
                for options in ({}, {"norm": "ortho"}, {"n": 3}, {"n": 6}):
                    with self.subTest(name=name, type=type_, **options):
                        self.check(lambda x: getattr(fft, name)(x, type_, **options),
                                   noise(2, 4, dtype=torch.float64))
        self.check(lambda x: fft.dctn(x, 1), noise(3, 4, dtype=torch.float64))
        self.check(fft.dct, noise(4))

    def test_convolve_and_frames(self):
        a, b = noise(6, dtype=torch.float64), noise(3, dtype=torch.float64, seed=1)
        self.assertTrue(torch.autograd.gradcheck(fft.convolve, (a.requires_grad_(), b.requires_grad_())))
        self.check(lambda x: fft.stft(x, 4, 2), noise(8, dtype=torch.float64))
        window = torch.hann_window(4, dtype=torch.float64, device=DEVICE)
        self.check(lambda x: fft.stft(x, 4, 1, window=window, onesided=False), noise(8))
        self.check(lambda x: fft.istft(x, 4, 1, window=window), noise(3, 6))
        self.check(lambda x: papilio.stft(x, nperseg=4)[2], noise(9, dtype=torch.float64))
        self.check(lambda x: papilio.istft(x, nperseg=4)[1], noise(3, 6))

    def test_single_precision_keeps_its_type(self):
        for dtype in (torch.float16, torch.float32):
            x = noise(8, dtype=torch.float32).to(dtype).requires_grad_()
            fft.rfft(x).abs().square().sum().backward()
            self.assertEqual(x.grad.dtype, dtype)

    def test_lists_that_change_before_the_gradient_comes(self):
        x, y = noise(4, 8).requires_grad_(), noise(4, 8).requires_grad_()
        lengths, dims = [6], [1]
        result = fft.fftn(x, lengths, dims)
        lengths[0], dims[0] = 3, 0
        result.abs().square().sum().backward()
        torch.fft.fftn(y, [6], [1]).abs().square().sum().backward()
        self.assertLess(float((x.grad - y.grad).abs().max()), 1e-10)

    def test_functions_of_papilio_fft_have_derivatives_too(self):
        x = noise(8, dtype=torch.float64).requires_grad_()
        papilio.fft.dct(papilio.fft.ifft(x, axis=-1, norm="ortho").real).sum().backward()
        self.assertTrue(bool(x.grad.abs().sum() > 0))
        with torch.no_grad():
            self.assertFalse(papilio.fft.fft(x).requires_grad)
        with self.assertRaises(TypeError):
            papilio.fft.fft(x, out=torch.empty(8, dtype=torch.complex128))


class Compiled(Torch):
    def test_operators_pass_opcheck(self):
        operators = torch.ops.papilio
        for operator, arguments in ((operators.c2c, (noise(2, 6), [8], [1], True, 0.5)),
                                    (operators.r2c, (noise(2, 6, dtype=torch.float64), [6], [1], 1.0)),
                                    (operators.c2r, (noise(2, 6), [9], [1], 1.0)),
                                    (operators.r2r, (noise(2, 6, dtype=torch.float64), [6], [1], True, 2, False, 1.0))):
            tensor = arguments[0].requires_grad_()
            result = torch.library.opcheck(operator, (tensor, *arguments[1:]))
            self.assertEqual(set(result.values()), {"SUCCESS"}, result)

    def test_compile_traces(self):
        def filtered(x, h):
            return fft.irfft(fft.rfft(x) * h, x.shape[-1], scale=2.0).tanh() + fft.dct(x)

        for backend in ("eager", "aot_eager"):
            torch._dynamo.reset()
            compiled = torch.compile(filtered, backend=backend, fullgraph=True)
            x, h = noise(4, 16, dtype=torch.float64).requires_grad_(), noise(9)
            y = x.detach().clone().requires_grad_()
            own, eager = compiled(x, h), filtered(y, h)
            self.assert_close(own.detach(), eager.detach(), backend)
            own.sum().backward()
            eager.sum().backward()
            self.assert_close(x.grad, y.grad, backend)

    def test_compile_traces_frames(self):
        def smoothed(x):
            return fft.istft(fft.stft(x, 16, 4) * 0.5, 16, 4, length=x.shape[-1])

        torch._dynamo.reset()
        x = noise(2, 64, dtype=torch.float64)
        self.assert_close(torch.compile(smoothed, backend="aot_eager", fullgraph=True)(x), x * 0.5)

    def test_vmap(self):
        x = noise(3, 4, 5)
        self.assert_close(torch.func.vmap(fft.fft, in_dims=1)(x), torch.fft.fft(x.movedim(1, 0)))

    @unittest.skipUnless(DEVICE.startswith("cuda"), "CUDA graphs need a GPU")
    def test_graph(self):
        x = noise(64, 4096, dtype=torch.complex64)
        fft.ifft(fft.fft(x) * 2)  # plans, which a capture forbids
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            y = fft.ifft(fft.fft(x) * 2)
        for seed in (1, 2):
            x.copy_(noise(64, 4096, dtype=torch.complex64, seed=seed))
            graph.replay()
            self.assert_close(y, x * 2)


class Transformed(Torch):
    """torch.func, forward derivatives, and batches of gradients."""

    def each(self):
        """(name, function, torch's, input): real results, so that every kind of derivative exists."""
        for module in (fft, papilio.fft):
            for name in FUNCTIONS:
                own, theirs = getattr(module, name), getattr(torch.fft, name)
                yield ((module.__name__, name), lambda x, own=own: own(x).abs(), lambda x, theirs=theirs: theirs(x).abs(),
                       input_of(name, 6))

    def test_gradients_of_torch_func(self):
        for name, own, theirs, x in self.each():
            self.assert_close(torch.func.grad(lambda x: own(x).sum())(x), torch.func.grad(lambda x: theirs(x).sum())(x),
                              name)
            rows = torch.stack([x, 2 * x, x.flip(0)])
            self.assert_close(torch.func.vmap(torch.func.grad(lambda x: own(x).sum()))(rows),
                              torch.func.vmap(torch.func.grad(lambda x: theirs(x).sum()))(rows), name)
            if not x.is_complex():
                self.assert_close(torch.func.jacrev(own)(x), torch.func.jacrev(theirs)(x), name)
                self.assert_close(torch.func.jacfwd(own)(x), torch.func.jacfwd(theirs)(x), name)
                self.assert_close(torch.func.hessian(lambda x: own(x).sum())(x),
                                  torch.func.hessian(lambda x: theirs(x).sum())(x), name)

    def test_forward_derivatives(self):
        for name, own, theirs, x in self.each():
            tangent = x.flip(0)
            for a, b in zip(torch.func.jvp(own, (x,), (tangent,)), torch.func.jvp(theirs, (x,), (tangent,))):
                self.assert_close(a, b, name)
            for requires in (False, True):
                with torch.autograd.forward_ad.dual_level():
                    dual = torch.autograd.forward_ad.make_dual(x.clone().requires_grad_(requires), tangent)
                    a, b = (torch.autograd.forward_ad.unpack_dual(function(dual)).tangent for function in (own, theirs))
                    self.assertIsNotNone(a, name)
                    self.assert_close(a.detach(), b.detach(), name)
        x = noise(6, dtype=torch.float64)
        for module in (fft, papilio.fft):
            self.assert_close(torch.func.jvp(module.dct, (x,), (x + 1,))[1], module.dct(x + 1))

    def test_batches_of_gradients(self):
        for name, own, theirs, x in self.each():
            if name[1] in REAL_INPUT:
                for strategy in ("reverse-mode", "forward-mode"):
                    jacobian = torch.autograd.functional.jacobian(own, x, vectorize=True, strategy=strategy)
                    self.assert_close(jacobian, torch.autograd.functional.jacobian(theirs, x), (name, strategy))

    def test_functions_of_papilio_fft_keep_their_types(self):
        rows = torch.arange(12, device=DEVICE).reshape(3, 4)
        self.assert_close(torch.func.vmap(papilio.fft.fft)(rows), papilio.fft.fft(rows))
        with self.assertRaises(NotImplementedError):
            torch.func.vmap(lambda x: papilio.fft.rfftn(x, modes=(2,)))(rows.double())

    def test_traces_are_refused(self):
        for module in (fft, papilio.fft):
            for name in ("fft", "rfft", "dct"):
                with self.assertRaisesRegex(NotImplementedError, "torch.compile"):
                    torch.jit.trace(lambda x: getattr(module, name)(x), (noise(8, dtype=torch.float64),))

    def test_meta(self):
        for module in (fft, papilio.fft):
            self.assertEqual(module.rfft(torch.empty(3, 8, device="meta")).shape, (3, 5))

    def test_function_modes_see_operators(self):
        class Recorder(torch.overrides.TorchFunctionMode):
            def __torch_function__(self, function, types, args=(), kwargs=None):
                names.append(str(function))
                return function(*args, **(kwargs or {}))

        names = []
        with Recorder():
            fft.fft(noise(4))
        self.assertTrue(any("papilio.c2c" in name for name in names), names)


if __name__ == "__main__":
    arguments = [a for i, a in enumerate(sys.argv) if a != "--device" and sys.argv[i - 1] != "--device"]
    unittest.main(argv=arguments, verbosity=2)
