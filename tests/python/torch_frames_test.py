# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.torch.fft.stft and istft against PyTorch's own, and which of them the library's kernels compute; skipped without PyTorch.

    torch_frames_test.py [--device cuda] [unittest's arguments]
"""

import itertools
import math
import sys
import unittest
import unittest.mock

import numpy as np

try:
    import torch
except ImportError as error:
    print(f"skipped: PyTorch is not installed ({error}); PAPILIO_TEST_TORCH=torch makes tests/python/environment do it")
    sys.exit(77)

from papilio.torch import _frame_operators, fft

DEVICE = sys.argv[sys.argv.index("--device") + 1] if "--device" in sys.argv else "cpu"
DOUBLE = {torch.float32: torch.float64, torch.complex64: torch.complex128}
REAL = {torch.complex64: torch.float32, torch.complex128: torch.float64}


def noise(*shape, dtype=torch.float64, seed=0):
    return torch.randn(*shape, dtype=dtype, generator=torch.Generator().manual_seed(seed)).to(DEVICE)


def hann(n, dtype=torch.float64):
    return torch.hann_window(n, dtype=dtype, device=DEVICE)


def poison(shape, dtype):
    """Memory of such a tensor that comes next is likely to be this one's."""
    torch.full(tuple(shape), math.nan, dtype=dtype, device=DEVICE)


def by_operations():
    """Counts calls of PyTorch's operations in place of the kernels."""
    return (unittest.mock.patch.object(_frame_operators, "spectra", wraps=_frame_operators.spectra),
            unittest.mock.patch.object(_frame_operators, "signal", wraps=_frame_operators.signal))


class Torch(unittest.TestCase):
    def assert_close(self, own, theirs, message=None, tolerance=None):
        self.assertEqual((own.shape, own.dtype), (theirs.shape, theirs.dtype), message)
        tolerance = tolerance or (1e-13 if own.dtype in (torch.float64, torch.complex128) else 2e-6)
        scale = max(1.0, float(theirs.abs().max()) if theirs.numel() else 1.0)
        self.assertLess(float((own - theirs).abs().max()) if own.numel() else 0.0, tolerance * scale, message)


class Frames(Torch):
    def check(self, signal, window, options):
        """Three executions of both, against PyTorch in double precision. The kernels have computed them."""
        wide = {"window": window.to(torch.float64) if window is not None else None}
        reference = torch.stft(signal.to(DOUBLE.get(signal.dtype, signal.dtype)), return_complex=True, **options, **wide)
        spectra = reference.to(torch.complex64) if signal.dtype in DOUBLE else reference
        arguments = {name: value for name, value in options.items() if name != "pad_mode"}
        for length in (None, signal.shape[-1], signal.shape[-1] // 2, signal.shape[-1] + 7):
            # Signals of this many samples have a frame more.
            long = reference.shape[-1] * options.get("hop_length", options["n_fft"] // 4) + options["n_fft"] % 2
            near = length is None or length < long
            for _ in range(3):
                forward, inverse = by_operations()
                with forward as forward, inverse as inverse:
                    poison(reference.shape, spectra.dtype)
                    own = fft.stft(signal, window=window, **options)
                    self.assertEqual(own.transpose(-1, -2).is_contiguous(), True)
                    self.assert_close(own, spectra, options)
                    self.assertFalse(forward.called, options)
                    if not options.get("center", True):
                        continue  # no window covers the first sample
                    complex_ = signal.is_complex()
                    back = torch.istft(reference, length=length, return_complex=complex_, **arguments, **wide)
                    poison(back.shape, signal.dtype)
                    restored = fft.istft(own, window=window, length=length, return_complex=complex_, **arguments)
                    self.assertNotEqual(inverse.called, near, (options, length))
                    self.assert_close(restored, back.to(signal.dtype), (options, length))

    def test_settings(self):
        for (n_fft, hop, short), dtype in itertools.product(
                ((64, 16, 64), (63, 10, 63), (64, 12, 48), (97, 31, 96), (256, 64, 256), (400, 160, 400)),
                (torch.float32, torch.float64, torch.complex64, torch.complex128)):
            real = REAL.get(dtype, dtype)
            arguments = {"n_fft": n_fft, "hop_length": hop, "win_length": short}
            if dtype.is_complex:
                arguments["onesided"] = False
            for options in ({}, {"pad_mode": "constant"}, {"center": False}, {"normalized": True}, {"onesided": False}):
                with self.subTest(dtype=dtype, **arguments | options):
                    self.check(noise(2, 1003, dtype=dtype), hann(short, real) + 0.1, arguments | options)

    def test_lines_and_windows(self):
        self.check(noise(1003), None, {"n_fft": 64, "hop_length": 32})
        self.check(noise(1003), noise(64).abs() + 0.1, {"n_fft": 64})
        self.check(noise(3, 2000)[:, ::2], hann(64), {"n_fft": 64})
        self.check(noise(1000, 3).T, hann(64), {"n_fft": 64})
        self.check(noise(2, 500, dtype=torch.complex128).conj(), hann(64), {"n_fft": 64, "onesided": False})
        self.check(noise(64), hann(100), {"n_fft": 100, "hop_length": 20})
        self.check(noise(2, 5000), hann(16), {"n_fft": 16, "hop_length": 4})
        window, signal = hann(64) + 0.1, noise(300)
        for factor in (1, 2, 0.5):  # the change is seen
            window *= factor
            self.check(signal, window, {"n_fft": 64})
        several = noise(2, 3, 400)
        spectra = torch.stack([torch.stft(x, 64, window=window, return_complex=True) for x in several])
        self.assert_close(fft.istft(spectra, 64, window=window), several[..., :torch.istft(spectra[0], 64, window=window).shape[-1]])

    def test_pytorchs_operations_do_the_rest(self):
        signal, window = noise(2, 300), hann(64)
        arguments = {"n_fft": 64, "hop_length": 16, "window": window}
        cases = [({"pad_mode": mode}, signal, window) for mode in ("replicate", "circular")]
        cases += [({}, signal, window.to(torch.float32)), ({}, signal.to(torch.float32), window), ({}, signal, window + 0j),
                  ({}, signal, window.clone().requires_grad_()), ({}, signal, window / 0), ({}, signal, window * 1e-310)]
        for options, x, window in cases:
            forward, inverse = by_operations()
            arguments["window"] = window
            with forward as forward, inverse as inverse:
                own = fft.stft(x, **arguments, **options).detach()
                theirs = torch.stft(x, return_complex=True, **arguments, **options).detach()
                torch.testing.assert_close(own, theirs, rtol=0, atol=1e-12 if window.dtype == torch.float64 else 1e-5,
                                           equal_nan=True)
                self.assertTrue(forward.called)

    def test_samples_that_no_window_covers(self):
        for window, options, lost in ((hann(64), {"center": False}, True), (hann(64), {"hop_length": 64}, True),
                                      (torch.zeros(64, dtype=torch.float64, device=DEVICE), {}, True),
                                      # Less than the library demands, and more than PyTorch does.
                                      (hann(64) + 5e-6, {"center": False}, False)):
            arguments = {"n_fft": 64, "window": window} | options
            spectra = torch.stft(noise(500), return_complex=True, **arguments)
            if lost:
                for function in (torch.istft, fft.istft):
                    self.assertRaises(RuntimeError, function, spectra, **arguments)
            else:
                self.assert_close(fft.istft(spectra, **arguments), torch.istft(spectra, **arguments), None, 1e-6)

    def test_short_windows_of_ones(self):
        for options in ({}, {"pad_mode": "replicate"}):
            own = fft.stft(noise(2, 300), 64, win_length=48, **options)
            self.assert_close(own, torch.stft(noise(2, 300), 64, win_length=48, return_complex=True, **options))
            self.assert_close(fft.istft(own, 64, win_length=48), torch.istft(own, 64, win_length=48))
        with unittest.mock.patch.object(_frame_operators, "_windows", None):  # it is on the host
            fft.stft(noise(300), 64, win_length=48)

    def test_limits_of_the_inverse(self):
        spectra = torch.stft(noise(500), 64, window=hann(64), return_complex=True)
        for size in (1e-7, 1e-5, 1e-3):
            for count, hop, length in itertools.product((2, 3, 12, 32), (16, 30), (None, 20)):
                arguments = {"n_fft": 64, "hop_length": hop, "window": size * (hann(64) + 0.1), "length": length}
                with self.subTest(size=size, count=count, hop=hop, length=length):
                    if size == 1e-7:
                        for function in (torch.istft, fft.istft):
                            self.assertRaises(RuntimeError, function, spectra[:, :count], **arguments)
                    else:
                        own, theirs = (function(spectra[:, :count], **arguments) for function in (fft.istft, torch.istft))
                        self.assert_close(own, theirs, None, 1e-12)
        ends = torch.ones(64, dtype=torch.float64, device=DEVICE)
        ends[:20] = 2e-6  # below the limit before the second frame, and only there
        for function in (torch.istft, fft.istft):
            self.assertRaises(RuntimeError, function, spectra, 64, 16, window=0.1 * ends, center=False)

    def test_arguments(self):
        x = noise(2, 300)
        spectra = fft.stft(x, np.int64(64), np.int32(16), window=hann(64))
        self.assert_close(spectra, torch.stft(x, 64, 16, window=hann(64), return_complex=True))
        self.assert_close(fft.istft(spectra, np.int64(64), window=hann(64)), torch.istft(spectra, 64, window=hann(64)))
        for length in (None, 100, 299):
            self.assertTrue(fft.istft(spectra, 64, window=hann(64), length=length).is_contiguous())
        for empty in (noise(0), noise(2, 0)):
            self.assert_close(fft.stft(empty, 16, pad_mode="constant"),
                              torch.stft(empty, 16, pad_mode="constant", return_complex=True))

    def test_messages(self):
        x, spectra = noise(100), noise(9, 5, dtype=torch.complex128)
        for error, pattern, call in (
                (TypeError, "float64.*complex spectra", lambda: fft.istft(spectra.real, 16)),
                (TypeError, "float64.*complex spectra", lambda: fft.istft(torch.view_as_real(spectra), 16)),
                (TypeError, "float64.*complex", lambda: torch.ops.papilio.istft(
                    noise(1, 5, 9), None, 16, 4, "constant", True, 16, 1.0)),
                (ValueError, r"shape \(9,\)", lambda: fft.istft(spectra[:, 0], 16)),
                (RuntimeError, "length is -1", lambda: fft.istft(spectra, 16, length=-1)),
                (RuntimeError, "length is 0", lambda: fft.istft(spectra, 16, length=0)),
                (TypeError, "length is 1.5", lambda: fft.istft(spectra, 16, length=1.5)),
                (TypeError, "hop_length is 4.0", lambda: fft.stft(x, 16, 4.0)),
                (TypeError, "hop_length is 4.0", lambda: fft.istft(spectra, 16, 4.0)),
                (TypeError, "n_fft is 16.0", lambda: fft.stft(x, 16.0)),
                (TypeError, "win_length is 8.0", lambda: fft.stft(x, 16, win_length=8.0)),
                (ValueError, "hop_length is 18446744073709551616", lambda: fft.stft(x, 16, 1 << 64)),
                (ValueError, "hop_length is 0", lambda: fft.stft(x, 16, 0)),
                (ValueError, "hop_length is 0", lambda: fft.istft(spectra, 16, 0)),
                (ValueError, "hop_length is by default", lambda: fft.stft(x, 3)),
                (ValueError, r"shape \(2, 2, 100\)", lambda: fft.stft(noise(2, 2, 100), 16)),
                (ValueError, "window is on meta", lambda: fft.stft(x, 16, window=hann(16).to("meta")))):
            self.assertRaisesRegex(error, pattern, call)

    def test_refusals(self):
        x = noise(100)
        for error, call in ((ValueError, lambda: fft.stft(x, 0)), (ValueError, lambda: fft.stft(x, 16, 0)),
                            (ValueError, lambda: fft.stft(noise(2, 2, 100), 16)),
                            (ValueError, lambda: fft.stft(x, 16, window=hann(15))),
                            (ValueError, lambda: fft.stft(x, 16, win_length=17)),
                            (ValueError, lambda: fft.stft(x, 128, center=False)),
                            (ValueError, lambda: fft.stft(x + 0j, 16, onesided=True)),
                            (ValueError, lambda: fft.stft(x, 16, pad_mode="none")),
                            (NotImplementedError, lambda: fft.stft(x, 16, pad_mode="mirror")),
                            (RuntimeError, lambda: fft.stft(x, 256)),  # too few samples to reflect
                            (ValueError, lambda: fft.istft(noise(9, 0, dtype=torch.complex128), 16)),
                            (ValueError, lambda: fft.istft(noise(8, 3, dtype=torch.complex128), 16))):
            self.assertRaises(error, call)

    @unittest.skipUnless(DEVICE.startswith("cuda"), "windows of the host are read at each call")
    def test_windows_on_a_gpu_are_read_again_when_they_change(self):
        signal, window = noise(4000, dtype=torch.float32), hann(256, torch.float32)
        arguments = {"n_fft": 256, "hop_length": 64, "window": window}
        graph = torch.cuda.CUDAGraph()
        fft.stft(signal, **arguments)
        with torch.cuda.graph(graph), self.assertWarnsRegex(UserWarning, "capture it again"):
            captured = fft.stft(signal, **arguments)
        for factor in (1, 0.5, 3):
            signal.mul_(factor)
            graph.replay()
            self.assert_close(captured, torch.stft(signal, return_complex=True, **arguments))
        for factor in (1, 0.5, 3):
            window.mul_(factor)
            self.assert_close(fft.stft(signal, **arguments), torch.stft(signal, return_complex=True, **arguments))
        with torch.inference_mode():  # no changes are counted
            window = hann(256, torch.float32)
            for factor in (1, 0.5, 3):
                window.mul_(factor)
                self.assert_close(fft.stft(signal, 256, 64, window=window),
                                  torch.stft(signal, 256, 64, window=window, return_complex=True))


class Derivatives(Torch):
    def check(self, function, x):
        x = x.requires_grad_()
        self.assertTrue(torch.autograd.gradcheck(function, (x,)))
        self.assertTrue(torch.autograd.gradgradcheck(function, (x,)))

    def test_forward(self):
        for options in ({}, {"pad_mode": "constant"}, {"center": False}, {"normalized": True}, {"n_fft": 7, "hop_length": 3},
                        {"win_length": 5}, {"hop_length": 9}):
            arguments = {"n_fft": 8, "hop_length": 3} | options
            window = noise(arguments.get("win_length", arguments["n_fft"]), seed=1)
            for dtype, onesided in ((torch.float64, True), (torch.float64, False), (torch.complex128, False)):
                with self.subTest(dtype=dtype, onesided=onesided, **options):
                    self.check(lambda x: fft.stft(x, window=window, onesided=onesided, **arguments), noise(2, 15, dtype=dtype))

    def test_inverse(self):
        for options in ({}, {"length": 13}, {"length": 5}, {"length": 20}, {"normalized": True}, {"win_length": 7}, {"n_fft": 9},
                        {"center": False}):
            arguments = {"n_fft": 8, "hop_length": 3} | options
            n = arguments["n_fft"]
            window = noise(arguments.get("win_length", n), seed=1).abs() + 0.5
            for onesided, complex_ in ((True, False), (False, False), (False, True)):
                with self.subTest(onesided=onesided, complex=complex_, **options):
                    bins = n // 2 + 1 if onesided else n
                    self.check(lambda x: fft.istft(x, window=window, onesided=onesided, return_complex=complex_, **arguments),
                               noise(2, bins, 5, dtype=torch.complex128))

    def test_are_those_of_pytorch(self):
        for dtype in (torch.float32, torch.float64):
            gradients = []
            for module in (torch, fft):
                x, window = noise(2, 999, dtype=dtype).requires_grad_(), hann(64, dtype)
                spectra = module.stft(x, 64, 16, window=window, return_complex=True)
                module.istft(spectra * spectra.abs().tanh(), 64, 16, window=window, length=999).square().sum().backward()
                gradients.append(x.grad)
            self.assert_close(gradients[1], gradients[0], dtype, 1e-12 if dtype == torch.float64 else 1e-5)

    def test_with_respect_to_windows(self):
        x = noise(30)
        spectra = torch.stft(x, 8, 2, window=hann(8), return_complex=True)
        self.check(lambda window: fft.stft(x, 8, 2, window=window), hann(8))
        self.check(lambda window: fft.istft(spectra, 8, 2, window=window), hann(8) + 0.1)
        window = hann(8).requires_grad_()
        with torch.no_grad():
            self.assert_close(fft.stft(x, 8, 2, window=window), spectra)

    def test_windows_that_change_before_the_gradient_comes(self):
        x, window = noise(30).requires_grad_(), hann(8)
        result = fft.stft(x, 8, 2, window=window)
        window.mul_(2)
        with self.assertRaisesRegex(RuntimeError, "modified by an inplace operation"):
            result.abs().sum().backward()


class Compiled(Torch):
    def test_operators_pass_opcheck(self):
        x, spectra, window = noise(2, 40).requires_grad_(), noise(2, 8, 5, dtype=torch.complex128).requires_grad_(), hann(8)
        for operator, arguments in ((torch.ops.papilio.stft, (x, window, 8, 3, "reflect", 0.5)),
                                    (torch.ops.papilio.stft, (x, None, 8, 3, "none", 1.0)),
                                    (torch.ops.papilio.istft, (spectra, window, 8, 3, "constant", True, 22, 0.5))):
            result = torch.library.opcheck(operator, arguments)
            self.assertEqual(set(result.values()), {"SUCCESS"}, result)

    def test_traces(self):
        def changed(x, window):
            spectra = fft.stft(x, 16, 4, window=window)
            return fft.istft(spectra * spectra.abs(), 16, 4, window=window, length=x.shape[-1]).square().sum()

        torch._dynamo.reset()
        compiled = torch.compile(changed, backend="aot_eager", fullgraph=True)
        for window in (hann(16), hann(16).requires_grad_()):
            x, y = noise(2, 70).requires_grad_(), noise(2, 70).requires_grad_()
            self.assert_close(compiled(x, window).detach(), changed(y, window).detach())
            compiled(x, window).backward()
            changed(y, window).backward()
            self.assert_close(x.grad, y.grad)

    def test_torch_func(self):
        x, window = noise(3, 70), hann(16)

        def own(x, window):
            return fft.stft(x, 16, 4, window=window).abs()

        theirs = torch.stack([torch.stft(row, 16, 4, window=window, return_complex=True).abs() for row in x])
        batched = torch.func.vmap(own, (0, None))
        torch._dynamo.reset()
        for function in (batched, torch.compile(batched, backend="aot_eager")):
            self.assert_close(function(x, window), theirs)
        windows = torch.stack([window, 2 * window, window.flip(0)])
        for function in (torch.func.vmap(own), torch.compile(torch.func.vmap(own), backend="aot_eager")):
            self.assert_close(function(x, windows), torch.stack([own(*pair) for pair in zip(x, windows)]))
        tangent = torch.func.jvp(lambda x: fft.stft(x, 16, 4, window=window), (x,), (x + 1,))[1]
        self.assert_close(tangent, fft.stft(x + 1, 16, 4, window=window))

    def test_meta(self):
        spectra = fft.stft(torch.empty(3, 80, device="meta"), 16, 4)
        self.assertEqual(spectra.shape, (3, 9, 21))
        self.assertEqual(fft.istft(spectra, 16, 4).shape, (3, 80))
        self.assertEqual(fft.stft(torch.empty(3, 80, device="meta"), 16, 4, win_length=12).shape, (3, 9, 21))


if __name__ == "__main__":
    arguments = [a for i, a in enumerate(sys.argv) if a != "--device" and sys.argv[i - 1] != "--device"]
    unittest.main(argv=arguments, verbosity=2)
