#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.fft, papilio.torch and papilio.jax on arrays that are on a GPU, against SciPy: run by hand on a machine with one.

    on_gpu.py [--libraries cupy,torch,jax,numba] [--calls N] [--seed N] [--no-times]

For each library, N calls (by default 300) of random functions, types, shapes, axes, strides and norms; then what the
library has besides: streams, graphs, out=, Plan.execute(stream=). Prints one line for each library, the times of calls,
and the failures; exits with 1 if there was one. Libraries that are not installed are left out, saying so.
"""

import argparse
import importlib
import sys
import time
import traceback

import numpy as np
import scipy.fft

import papilio
import papilio.fft

C2C = ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn")
R2C = ("rfft", "rfft2", "rfftn", "ihfft", "ihfftn")
C2R = ("irfft", "irfft2", "irfftn", "hfft", "hfftn")
R2R = ("dct", "idct", "dst", "idst", "dctn", "idstn")


class Failures(list):
    def check(self, what, own, theirs, library):
        own = library.host(own)
        if own.shape != theirs.shape or own.dtype != theirs.dtype:
            return self.append(f"{what}: {own.dtype}{own.shape} instead of {theirs.dtype}{theirs.shape}")
        tolerance = 1e-11 if theirs.dtype in ("f8", "c16") else 1e-4
        worst = abs(own - theirs).max() / max(abs(theirs).max(), 1e-30) if theirs.size else 0.0
        if not worst < tolerance:
            self.append(f"{what}: relative error {worst:.2e}")


class CuPy:
    def __init__(self):
        self.module = importlib.import_module("cupy")
        self.version = self.module.__version__

    def device(self, x):
        return self.module.asarray(x)

    def host(self, x):
        assert isinstance(x, self.module.ndarray), type(x)
        return x.get()

    def view(self, x, key):
        return x[key]

    def synchronise(self):
        self.module.cuda.get_current_stream().synchronize()

    def extras(self, failures):
        cupy = self.module
        values = noise(np.random.default_rng(1), (512, 1024), "c8")
        expected = scipy.fft.fft(values)
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            x = cupy.asarray(values)
            y = papilio.fft.fft(x)
            failures.check("cupy stream", y, expected, self)
            out = cupy.empty((1024, 512), "c8").T
            failures.check("cupy out", papilio.fft.fft(x, out=out), expected, self)
        plan = papilio.Plan("c2c:f32:1024*512", "cuda:0")
        out = cupy.zeros((512, 1024), "c8")
        cupy.cuda.get_current_stream().synchronize()
        plan.execute(x, out, stream=stream)
        stream.synchronize()
        failures.check("cupy Plan.execute(stream=)", out, expected, self)
        with stream:
            papilio.fft.fft(x, out=out)
            stream.begin_capture()
            papilio.fft.fft(x, out=out)
            graph = stream.end_capture()
        x[...] = cupy.asarray(values * 2)
        cupy.cuda.get_current_stream().synchronize()
        graph.launch(stream)
        stream.synchronize()
        failures.check("cupy graph", out, expected * 2, self)


class Torch:
    def __init__(self):
        self.module = importlib.import_module("torch")
        self.version = self.module.__version__
        if not self.module.cuda.is_available():
            raise ImportError("torch.cuda.is_available() is false")

    def device(self, x):
        return self.module.from_numpy(np.ascontiguousarray(x)).cuda()

    def host(self, x):
        assert isinstance(x, self.module.Tensor) and x.is_cuda, type(x)
        return x.cpu().numpy()

    def view(self, x, key):
        for axis, part in enumerate(key):  # tensors have no negative steps
            if isinstance(part, slice) and part.step is not None and part.step < 0:
                return None
        return x[key]

    def synchronise(self):
        self.module.cuda.synchronize()

    def extras(self, failures):
        torch = self.module
        values = noise(np.random.default_rng(1), (512, 1024), "c8")
        expected = scipy.fft.fft(values)
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            x = self.device(values)
            failures.check("torch stream", papilio.fft.fft(x), expected, self)
            failures.check("torch out", papilio.fft.fft(x, out=torch.empty_like(x)), expected, self)
        plan = papilio.Plan("c2c:f32:1024*512", "cuda:0")
        out = torch.zeros_like(x)
        torch.cuda.synchronize()
        plan.execute(x, out, stream=stream)
        stream.synchronize()
        failures.check("torch Plan.execute(stream=)", out, expected, self)
        from papilio.torch import fft
        for shape in ((512, 1024), (4, 1 << 20), (3, 100003)):  # one pass, several, a prime
            x = self.device(noise(np.random.default_rng(2), shape, "c8"))
            fft.fft(x, scale=0.5)  # plans, which a capture forbids
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                y = fft.fft(x, scale=0.5)
            x.copy_(self.device(noise(np.random.default_rng(3), shape, "c8")))
            graph.replay()
            failures.check(f"torch graph {shape}", y, scipy.fft.fft(self.host(x)) * np.float32(0.5), self)
        x = torch.randn(6, 10, dtype=torch.float64, device="cuda", requires_grad=True)
        for function in (fft.rfft, fft.dct, lambda x: fft.fftn(x, (5, 12)), lambda x: fft.irfft(torch.complex(x, x))):
            if not (torch.autograd.gradcheck(function, (x,)) and torch.autograd.gradgradcheck(function, (x,))):
                failures.append("torch gradcheck")


class Jax:
    def __init__(self):
        self.module = importlib.import_module("jax")
        self.module.config.update("jax_enable_x64", True)
        self.version = self.module.__version__
        if self.module.default_backend() not in ("gpu", "cuda"):
            raise ImportError(f"JAX's backend is {self.module.default_backend()}")

    def device(self, x):
        return self.module.numpy.asarray(np.ascontiguousarray(x))

    def host(self, x):
        assert isinstance(x, self.module.Array) and next(iter(x.devices())).platform in ("gpu", "cuda"), type(x)
        return np.asarray(x)

    def view(self, x, key):
        return x[key]

    def synchronise(self):
        pass

    def extras(self, failures):
        jax = self.module
        x = self.device(noise(np.random.default_rng(1), (512, 1024), "c8"))
        y = papilio.fft.fft(x)
        z = jax.jit(lambda a: a * 2)(y)  # JAX sees the result in its own streams
        failures.check("jax goes on", z, scipy.fft.fft(np.asarray(x)) * 2, self)
        try:
            papilio.fft.fft(x, out=y)
            failures.append("jax out: no TypeError")
        except TypeError:
            pass
        self.compiled(failures)

    def compiled(self, failures):
        """papilio.jax on XLA's streams: work before and after it in one program, scratch of XLA's, derivatives, batches."""
        jax, jnp = self.module, self.module.numpy
        from papilio.jax import fft
        for dtype, shapes in (("c8", ((512, 1024), (4, 1 << 20), (3, 100003), (5, 7, 9))), ("c16", ((64, 4096), (2, 1 << 18)))):
            for shape in shapes:  # one pass, several, a prime
                values = noise(np.random.default_rng(2), shape, dtype)
                x = self.device(values)
                factor = np.dtype(dtype).type(0.5).real
                for name, options in (("fft", {}), ("ifft", {"axis": 0}), ("fftn", {}), ("irfft", {"n": shape[-1]}), ("dct", {})):
                    own = jax.jit(lambda x: getattr(fft, name)(x * 2, **options) * factor)(x)
                    failures.check(f"papilio.jax {name} {shape}", own, getattr(scipy.fft, name)(values, **options), self)
                    again = jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, x: fft.ifft(fft.fft(x)), x))(x)
                    failures.check(f"papilio.jax loop {shape}", again, values, self)
        x = self.device(noise(np.random.default_rng(3), (6, 8, 10), "f8"))
        for name in ("rfft", "dct", "dst"):
            def loss(x, library, name=name):
                return (abs(getattr(library, name)(x)) ** 3).sum()
            if name == "rfft":
                for transform in (jax.grad, lambda f, **_: jax.jit(jax.vmap(jax.grad(f), 1)), lambda f: jax.jit(jax.hessian(f))):
                    operand = x[0, :2] if transform is not jax.grad else x
                    own, theirs = (transform(lambda x: loss(x, library))(operand) for library in (fft, jnp.fft))
                    failures.check("papilio.jax derivatives", own, np.asarray(theirs), self)
            own = jax.jit(jax.vmap(getattr(fft, name), 1, 1))(x)
            failures.check(f"papilio.jax vmap {name}", own, getattr(scipy.fft, name)(np.asarray(x)), self)
        from papilio.jax.operators import Operator
        k = np.fft.rfftfreq(10, 1 / 10) * (np.arange(6) < 5)
        own = jax.jit(jax.vmap(Operator(papilio.operators.derivative(), axes=1)))(x)
        failures.check("papilio.jax operator", own, np.fft.irfft(np.fft.rfft(np.asarray(x)) * 1j * k, 10), self)
        x = self.device(np.ones((1 << 12, 1 << 12), "c8"))
        for library, name in ((fft, "papilio.jax"), (jnp.fft, "jax.numpy.fft")):
            function = jax.jit(lambda x: library.fft(x))
            function(x).block_until_ready()
            best = float("inf")
            for _ in range(5):
                begin = time.perf_counter()
                for _ in range(20):
                    y = function(x)
                y.block_until_ready()
                best = min(best, (time.perf_counter() - begin) / 20)
            print(f"{name}: 4096 x 4096 points, {best * 1e6:.1f} us", flush=True)
        small = self.device(np.ones(16, "c8"))
        for library, name in ((fft, "papilio.jax"), (jnp.fft, "jax.numpy.fft")):
            function = jax.jit(lambda x: library.fft(x))
            function(small).block_until_ready()
            begin = time.perf_counter()
            for _ in range(2000):
                y = function(small)
            y.block_until_ready()
            print(f"{name}: 16 points, {(time.perf_counter() - begin) / 2000 * 1e6:.1f} us a call", flush=True)


class Numba:
    def __init__(self):
        self.module = importlib.import_module("numba.cuda")
        self.version = importlib.import_module("numba").__version__
        if not self.module.is_available():
            raise ImportError("numba.cuda.is_available() is false")

    def device(self, x):
        return self.module.to_device(np.ascontiguousarray(x))

    def host(self, x):
        assert self.module.is_cuda_array(x), type(x)
        return x.copy_to_host()

    def view(self, x, key):
        return None

    def synchronise(self):
        self.module.synchronize()

    def extras(self, failures):
        values = noise(np.random.default_rng(1), (512, 1024), "c8")
        stream = self.module.stream()
        x = self.module.to_device(values, stream=stream)
        y = papilio.fft.fft(x)
        stream.synchronize()
        failures.check("numba stream", y, scipy.fft.fft(values), self)


LIBRARIES = {"cupy": CuPy, "torch": Torch, "jax": Jax, "numba": Numba}


def noise(generator, shape, dtype):
    values = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.standard_normal(shape)
    return (values * 40 if np.dtype(dtype).kind in "iu" else values).astype(dtype)


def random_key(generator, shape):
    """A view: offsets, gaps, reversed axes."""
    parts = []
    for n in shape:
        begin, step = int(generator.integers(0, 2)), int(generator.choice([1, 1, 2, -1]))
        # From begin backwards there would be at most two elements.
        parts.append(slice(None) if n <= 4 else slice(-1 - begin, None, step) if step < 0 else slice(begin, None, step))
    return tuple(parts)


def random_call(generator):
    """(name, dtype, shape, options)"""
    family = generator.integers(0, 4)
    name = str(generator.choice((C2C, R2C, C2R, R2R)[family]))
    dtype = str(generator.choice(("c8", "c16") if family in (0, 2) else ("f4", "f8", "i2", "u1")))
    if family == 0 and generator.random() < 0.2:
        dtype = str(generator.choice(("f4", "i8")))
    several = name.endswith(("2", "n"))
    rank = int(generator.integers(2, 4))
    limit = 40 if rank == 3 else 700
    shape = tuple(int(n) for n in generator.integers(2, limit, rank))
    if generator.random() < 0.15:
        shape = (int(generator.integers(2, 5)), int(generator.choice((4096, 8191, 30000, 65536, 1 << 18))))
    options = {"norm": generator.choice((None, "ortho", "forward"))}
    if several and not name.endswith("2") and generator.random() < 0.5:
        count = int(generator.integers(1, rank))
        options["axes"] = tuple(int(a) for a in generator.permutation(len(shape))[:count])
    elif not several:
        options["axis"] = int(generator.integers(-len(shape), len(shape)))
        if generator.random() < 0.3:
            options["n"] = int(generator.integers(2, 300))
    if name.startswith(("dct", "idct", "dst", "idst")):
        options["type"] = int(generator.integers(1, 5))
    return name, dtype, shape, options


def run_calls(library, name, options):
    failures = Failures()
    generator = np.random.default_rng(options.seed)
    calls, tries = 0, 0
    while calls < options.calls and tries < 3 * options.calls:
        tries += 1
        function, dtype, shape, arguments = random_call(generator)
        values = noise(generator, shape, dtype)
        x = library.device(values)
        if generator.random() < 0.4:
            key = random_key(generator, shape)
            x, values = library.view(x, key), values[key]
        if x is None:
            continue
        what = f"{function} {dtype}{shape} {arguments}"
        try:
            own = getattr(papilio.fft, function)(x, **arguments)
        except TypeError as error:
            if name == "numba" and "Numba has no" in str(error):
                continue
            failures.append(f"{what}: {error!r}")
            continue
        except Exception as error:
            failures.append(f"{what}: {error!r}")
            continue
        calls += 1
        theirs = getattr(scipy.fft, function)(values, **arguments)
        failures.check(what, own, theirs, library)
    return calls, failures


def times(library, name):
    """Microseconds of a call with a small array, and with one of 256 MiB."""
    small = library.device(np.ones(16, "c8"))
    large = library.device(np.ones((1 << 15, 1 << 10), "c8"))
    results = []
    for x, count in ((small, 2000), (large, 20)):
        best = float("inf")
        papilio.fft.fft(x)
        for _ in range(5):
            library.synchronise()
            begin = time.perf_counter()
            for _ in range(count):
                papilio.fft.fft(x)
            library.synchronise()
            best = min(best, (time.perf_counter() - begin) / count)
        results.append(best * 1e6)
    print(f"{name:6} fft: 16 points {results[0]:7.1f} us a call, 32768 x 1024 points {results[1]:8.1f} us", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libraries", default=",".join(LIBRARIES))
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-times", action="store_true")
    options = parser.parse_args()
    print([device.name for device in papilio.devices()], flush=True)
    failed = False
    for name in options.libraries.split(","):
        try:
            library = LIBRARIES[name]()
        except ImportError as error:
            print(f"{name:6} left out: {error}", flush=True)
            continue
        begin = time.perf_counter()
        calls, failures = run_calls(library, name, options)
        try:
            library.extras(failures)
        except Exception:
            failures.append(traceback.format_exc())
        seconds = time.perf_counter() - begin
        print(f"{name:6} {library.version}: {calls} calls, {len(failures)} failures, {seconds:.0f} s", flush=True)
        for failure in failures[:20]:
            print("   ", failure)
        failed = failed or bool(failures)
        if not options.no_times:
            times(library, name)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
