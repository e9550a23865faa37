#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Compare the FFTs of a framework with NumPy's, with Papilio's libcufft preloaded; run-cufft calls it.

Usage: cufft_frameworks.py torch|cupy|jax|time. Exit codes: 0 passed, 1 failed, 77 not installed here.
"""

import importlib
import os
import re
import sys
import time

SKIPPED = 77
RTOL = {"f16": 3e-3, "f32": 2e-6, "f64": 1e-13}
LENGTHS = [1, 2, 7, 16, 60, 97, 1000, 1009, 4096, 10007, 1 << 16, 3 * 5 * 7 * 11 * 13]
SHAPES = [(6, 10), (32, 48), (129, 64), (512, 512), (8, 12, 10), (31, 32, 33), (64, 64, 64)]


class Checks:
    """Counts comparisons, and prints those that fail."""

    def __init__(self):
        self.done = 0
        self.failed = 0

    def compare(self, what, got, want, precision):
        import numpy as np
        got, want = np.asarray(got), np.asarray(want)
        self.done += 1
        if got.shape != want.shape:
            error = f"shape {got.shape}, not {want.shape}"
        else:
            norm = np.linalg.norm(want.ravel())
            error = np.linalg.norm((got.astype(want.dtype) - want).ravel()) / (norm if norm > 0 else 1)
            if error <= RTOL[precision]:
                return
        self.failed += 1
        print(f"FAILED: {what}: relative error {error}", flush=True)

    def attempt(self, what, action, *arguments):
        """An exception counts as a failure, and the next check runs."""
        try:
            action(*arguments)
        except Exception as error:  # whatever a framework raises
            self.done += 1
            self.failed += 1
            print(f"FAILED: {what}: {type(error).__name__}: {error}", flush=True)


def libraries():
    """The libcufft files that this process has mapped."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return sorted({line.split()[-1] for line in maps if re.search(r"libcufft\.so", line)})


def random(numpy, shape, kind, precision):
    rng = numpy.random.default_rng(abs(hash((shape, kind))) % 1000)
    x = rng.standard_normal(shape)
    if kind == "complex":
        x = x + 1j * rng.standard_normal(shape)
    single = {"real": numpy.float32, "complex": numpy.complex64}[kind]
    return x.astype(single) if precision == "f32" else x


def transforms(numpy, fft, checks, upload, download, extra=""):
    """All of numpy.fft's transforms that cuFFT has, through the module `fft` of a framework."""
    def check(name, x, precision, **options):
        what = f"{name} of {x.shape} {precision} {options} {extra}"
        want = getattr(numpy.fft, name)(x.astype(complex if numpy.iscomplexobj(x) else float), **options)
        checks.attempt(what, lambda: checks.compare(
            what, download(getattr(fft, name)(upload(x), **options)), want, precision))

    for precision in ("f32", "f64"):
        for n in LENGTHS:
            signal = random(numpy, (3, n), "complex", precision)
            real = random(numpy, (3, n), "real", precision)
            check("fft", signal, precision)
            check("ifft", signal, precision)
            check("rfft", real, precision)
            half = numpy.fft.rfft(real).astype(signal.dtype)
            check("irfft", half, precision, n=n)
            if n <= 1009:
                check("fft", random(numpy, (n, 5), "complex", precision), precision, axis=0)
                check("rfft", random(numpy, (n, 5), "real", precision), precision, axis=0)
        for shape in SHAPES:
            signal = random(numpy, shape, "complex", precision)
            real = random(numpy, shape, "real", precision)
            check("fftn", signal, precision)
            check("ifftn", signal, precision)
            check("rfftn", real, precision)
            check("irfftn", numpy.fft.rfftn(real).astype(signal.dtype), precision, s=shape,
                  axes=tuple(range(len(shape))))
            if len(shape) == 3:
                check("fftn", signal, precision, axes=(0, 2))
                check("rfft2", real, precision)


class TorchFft:
    """torch.fft by numpy.fft's names of arguments."""

    def __init__(self, torch):
        self.torch = torch

    def __getattr__(self, name):
        function = getattr(self.torch.fft, name)
        renamed = {"axis": "dim", "axes": "dim"}
        return lambda x, **options: function(x, **{renamed.get(key, key): value for key, value in options.items()})


def torch_checks(checks):
    import numpy as np
    import torch
    if not torch.cuda.is_available():
        print("PyTorch has no CUDA device here")
        return False

    def upload(x):
        return torch.from_numpy(np.ascontiguousarray(x)).cuda()

    def download(x):
        return x.cpu().numpy()

    transforms(np, TorchFft(torch), checks, upload, download)
    # Half precision: PyTorch itself takes powers of two only.
    for n in (8, 64, 256, 2048):
        x = random(np, (4, n), "real", "f32")
        half = torch.from_numpy(x).cuda().half()
        want = np.fft.rfft(half.cpu().float().numpy())
        checks.attempt("rfft f16", lambda n=n, half=half, want=want: checks.compare(
            f"rfft of {n} f16", torch.view_as_complex(torch.view_as_real(torch.fft.rfft(half)).float()).cpu().numpy(),
            want, "f16"))
    # Strides, windows that overlap, a view that begins anywhere, streams, graphs, gradients.
    x = random(np, (200, 130), "complex", "f32")
    checks.attempt("transposed", lambda: checks.compare(
        "transposed", download(torch.fft.fft(upload(x).T, dim=1)), np.fft.fft(x.T, axis=1), "f32"))
    checks.attempt("view", lambda: checks.compare(
        "view at an odd address", download(torch.fft.fft(upload(x).flatten()[1:1002])),
        np.fft.fft(x.ravel()[1:1002]), "f32"))
    checks.attempt("every second", lambda: checks.compare(
        "every second", download(torch.fft.fft(upload(x)[:, ::2])), np.fft.fft(x[:, ::2]), "f32"))
    signal = torch.randn(2, 16000, device="cuda")
    checks.attempt("stft", lambda: checks.compare(
        "stft", download(torch.istft(torch.stft(signal, 400, 100, window=torch.hann_window(400, device="cuda"),
                                                return_complex=True), 400, 100,
                                     window=torch.hann_window(400, device="cuda"))), download(signal), "f32"))
    stream = torch.cuda.Stream()

    def on_a_stream():
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            result = torch.fft.fft2(upload(x))
        stream.synchronize()
        checks.compare("stream", download(result), np.fft.fft2(x), "f32")

    checks.attempt("stream", on_a_stream)

    def in_a_graph():
        static = upload(x)
        torch.fft.ifft(torch.fft.fft2(static))  # PyTorch wants one execution before a capture
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            result = torch.fft.fft2(static)
        other = random(np, (200, 130), "complex", "f32")[::-1].copy()
        static.copy_(upload(other))
        graph.replay()
        torch.cuda.synchronize()
        checks.compare("graph", download(result), np.fft.fft2(other), "f32")

    checks.attempt("graph", in_a_graph)

    def gradient():
        y = torch.randn(50, dtype=torch.float64, device="cuda", requires_grad=True)
        assert torch.autograd.gradcheck(lambda v: torch.view_as_real(torch.fft.rfft(v)), (y,))
        checks.done += 1

    checks.attempt("gradient", gradient)
    for i in range(300):  # more plans than are alive at once
        torch.fft.fft(torch.ones(i + 1, dtype=torch.complex64, device="cuda"))
    torch.backends.cuda.cufft_plan_cache.clear()
    torch.cuda.synchronize()
    return True


def cupy_checks(checks):
    import cupy
    import numpy as np
    if cupy.cuda.runtime.getDeviceCount() == 0:
        print("CuPy has no device here")
        return False
    transforms(np, cupy.fft, checks, cupy.asarray, cupy.asnumpy)
    x = random(np, (40, 300), "complex", "f32")

    def in_place():
        import cupyx.scipy.fft
        a = cupy.asarray(x)
        checks.compare("overwrite_x", cupy.asnumpy(cupyx.scipy.fft.fft(a, overwrite_x=True)), np.fft.fft(x), "f32")

    def with_a_plan():
        import cupyx.scipy.fft
        import cupyx.scipy.fftpack
        a = cupy.asarray(x)
        with cupyx.scipy.fftpack.get_fft_plan(a, axes=(0, 1)):
            checks.compare("get_fft_plan", cupy.asnumpy(cupyx.scipy.fft.fft2(a)), np.fft.fft2(x), "f32")

    def half():
        n = 256  # CuPy itself takes powers of two only
        sent = np.stack([x.real, x.imag], -1)[:, :n].astype(np.float16)
        a = cupy.asarray(sent.reshape(40, 2 * n))
        out = cupy.empty_like(a)
        plan = cupy.cuda.cufft.XtPlanNd((n,), (n,), 1, n, "E", (n,), 1, n, "E", 40, "E", order="C", last_axis=-1,
                                        last_size=None)
        plan.fft(a, out, cupy.cuda.cufft.CUFFT_FORWARD)
        got = cupy.asnumpy(out).astype(np.float32).reshape(40, n, 2)
        sent = sent.astype(np.float32)
        checks.compare("complex f16", got[..., 0] + 1j * got[..., 1],
                       np.fft.fft(sent[..., 0] + 1j * sent[..., 1]), "f16")

    for action in (in_place, with_a_plan, half):
        checks.attempt(action.__name__, action)
    return True


def jax_checks(checks):
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    import numpy as np
    if jax.default_backend() not in ("gpu", "cuda"):
        print(f"JAX's backend is {jax.default_backend()} here")
        return False
    global LENGTHS
    LENGTHS = [2, 16, 97, 1000, 4096, 10007]  # every shape is compiled

    class Jitted:
        def __getattr__(self, name):
            return lambda x, **options: jax.jit(lambda v: getattr(jnp.fft, name)(v, **options))(x)

    transforms(np, Jitted(), checks, jnp.asarray, np.asarray, "jitted")
    x = random(np, (64, 64), "complex", "f32")
    checks.attempt("twice", lambda: checks.compare(
        "ifft of fft", np.asarray(jax.jit(lambda v: jnp.fft.ifft2(jnp.fft.fft2(v)))(x)), x, "f32"))
    return True


def time_torch():
    """First call, and the time of a call in a long series, on the host alone and in all."""
    import torch
    cases = [((1024,), torch.complex64), ((512, 4096), torch.complex64), ((1 << 20,), torch.complex64),
             ((1 << 24,), torch.complex64), ((16, 1000), torch.complex128), ((256, 256, 256), torch.complex64),
             ((1000, 1009), torch.complex64)]
    for shape, dtype in cases:
        x = torch.randn(shape, dtype=dtype, device="cuda")
        function = torch.fft.fftn if len(shape) == 3 else torch.fft.fft
        torch.cuda.synchronize()
        begin = time.perf_counter()
        function(x)
        torch.cuda.synchronize()
        first = time.perf_counter() - begin
        best_host, best_all = 1.0, 1.0
        for _ in range(5):
            count = 100
            begin = time.perf_counter()
            for _ in range(count):
                function(x)
            host = (time.perf_counter() - begin) / count
            torch.cuda.synchronize()
            best_host = min(best_host, host)
            best_all = min(best_all, (time.perf_counter() - begin) / count)
        print(f"{str(shape):>18} {str(dtype)[6:]}: first call {first * 1e3:8.1f} ms, host {best_host * 1e6:8.1f} us, "
              f"in all {best_all * 1e6:8.1f} us", flush=True)
    print(f"libraries: {libraries()}")


def main(arguments):
    names = {"torch": torch_checks, "cupy": cupy_checks, "jax": jax_checks}
    if len(arguments) != 1 or arguments[0] not in {*names, "time"}:
        print(__doc__, file=sys.stderr)
        return 2
    module = "torch" if arguments[0] == "time" else arguments[0]
    try:
        importlib.import_module("numpy")
        importlib.import_module(module)
    except ImportError as error:
        print(f"{module} is not installed here: {error}")
        return SKIPPED
    if arguments[0] == "time":
        time_torch()
        return 0
    checks = Checks()
    if not names[module](checks):
        return SKIPPED
    print(f"libraries: {libraries()}")
    print(f"{checks.done} comparisons with NumPy, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
