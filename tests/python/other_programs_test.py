# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Programs that call scipy.fft, numpy.fft or FFTW, on Papilio: dask.array, xrft, scikit-image and pyFFTW, as docs/python.md says.

Usage: other_programs_test.py FOLDER, that of the libraries with FFTW's interface; `-`: there are none. Results are compared with those of SciPy and NumPy. `only=True` makes SciPy's own functions an error, so that what passes
has run on Papilio."""

import os
import subprocess
import sys
import types
import unittest
import warnings
from pathlib import Path

import numpy as np
import scipy.fft

import papilio
import papilio.fft

FFTW = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else Path("-")
RANDOM = np.random.default_rng(5)
WRAPPED = ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "rfft", "irfft", "rfft2", "irfft2", "rfftn", "irfftn", "hfft",
           "ihfft")


def wrapped_functions():
    """The functions of dask.array.fft, of Papilio's instead of NumPy's."""
    import dask.array
    return types.SimpleNamespace(**{name: dask.array.fft.fft_wrap(getattr(papilio.fft, name)) for name in WRAPPED})


class Dask(unittest.TestCase):
    def test_fft_wrap(self):
        import dask.array
        functions = wrapped_functions()
        values = RANDOM.standard_normal((6, 8, 10))
        for name in WRAPPED:
            for axes in ((0, 2), (1, 2)) if name[-1] in "2n" else (2, 0):
                real = name in ("rfft", "rfft2", "rfftn", "ihfft")
                x = values if real else values + 1j * values[::-1]
                one = axes if isinstance(axes, int) else None
                chunks = [3, 4, 5]
                for axis in (axes,) if one is not None else axes:
                    chunks[axis] = -1
                chunked = dask.array.from_array(x, chunks=tuple(chunks))
                options = {"axis": axes} if one is not None else {"axes": axes}
                lazy = getattr(functions, name)(chunked, **options)
                theirs = getattr(np.fft, name)(x, **options)
                self.assertEqual(lazy.dtype, theirs.dtype, name)
                self.assertEqual(lazy.shape, theirs.shape, name)
                np.testing.assert_allclose(lazy.compute(), theirs, atol=1e-10, err_msg=name)

    def test_single_precision_stays(self):
        import dask.array
        x = RANDOM.standard_normal((4, 12)).astype("f4")
        lazy = wrapped_functions().rfft(dask.array.from_array(x, chunks=(2, 12)))
        self.assertEqual(lazy.dtype, np.dtype("c8"))
        self.assertEqual(lazy.compute().dtype, np.dtype("c8"))

    def test_blocks_in_threads(self):
        """dask's threads have the global backend, not the one of the calling thread."""
        import dask.array
        x = RANDOM.standard_normal((8, 16))
        blocks = dask.array.from_array(x, chunks=(1, 16)).map_blocks(scipy.fft.dct, norm="ortho")
        theirs = scipy.fft.dct(x, norm="ortho")
        scipy.fft.set_global_backend(papilio.fft, only=True)
        try:
            planned = papilio.cache_info()
            np.testing.assert_allclose(blocks.compute(scheduler="threads", num_workers=4), theirs, atol=1e-12)
            self.assertNotEqual(papilio.cache_info(), planned, "Papilio has not run")
        finally:
            scipy.fft.set_global_backend("scipy")


class Xrft(unittest.TestCase):
    """xrft calls numpy.fft, or dask.array.fft for arrays in chunks; one function of it chooses between them."""

    def check(self, chunked):
        import xarray
        import xrft
        warnings.simplefilter("ignore", FutureWarning)  # its own
        x = xarray.DataArray(RANDOM.standard_normal((4, 16, 12)), dims=("t", "y", "x"),
                             coords={"t": np.arange(4.0), "y": np.arange(16.0), "x": np.arange(12.0)})
        if chunked:
            x = x.chunk({"t": 1})
        calls = (lambda: xrft.fft(x, dim=("y", "x")), lambda: xrft.power_spectrum(x, dim=("y", "x"), window="hann"),
                 lambda: xrft.fft(x, dim=("y", "x"), real_dim="x"),
                 lambda: xrft.ifft(xrft.fft(x, dim=("y",)), dim=("freq_y",)))
        theirs = [call().compute() for call in calls]
        choose = xrft.xrft._fft_module
        used = []

        def choose_papilio(data):
            used.append(data)
            functions = wrapped_functions() if chunked else papilio.fft
            return types.SimpleNamespace(**{**vars(np.fft), **{name: getattr(functions, name) for name in WRAPPED}})

        xrft.xrft._fft_module = choose_papilio
        try:
            for call, wanted in zip(calls, theirs):
                own = call().compute()
                self.assertEqual(own.dims, wanted.dims)
                np.testing.assert_allclose(own.values, wanted.values, atol=1e-9 * abs(wanted.values).max())
        finally:
            xrft.xrft._fft_module = choose
        self.assertTrue(used)

    def test_arrays(self):
        self.check(False)

    def test_chunks(self):
        self.check(True)


class ScikitImage(unittest.TestCase):
    def calls(self):
        import skimage.filters
        import skimage.registration
        import skimage.restoration
        import skimage.transform
        image = RANDOM.standard_normal((48, 40)) + np.outer(np.hanning(48), np.hanning(40)) * 50
        moved = np.roll(image, (3, -5), (0, 1))
        mask = np.ones(image.shape, bool)
        spread = np.outer(np.hanning(7), np.hanning(5))
        yield "phase_cross_correlation", lambda: skimage.registration.phase_cross_correlation(image, moved)
        yield "phase_cross_correlation, parts", lambda: skimage.registration.phase_cross_correlation(
            image, moved, upsample_factor=10)
        yield "phase_cross_correlation, masks", lambda: skimage.registration.phase_cross_correlation(
            image, moved, reference_mask=mask, moving_mask=mask)
        yield "butterworth", lambda: skimage.filters.butterworth(image, 0.1)
        yield "wiener", lambda: skimage.filters.wiener(image, lambda r, c: np.exp(-np.hypot(r, c) / 5))
        yield "iradon", lambda: skimage.transform.iradon(image, circle=False, theta=np.linspace(0, 180, 40, endpoint=False))
        yield "richardson_lucy", lambda: skimage.restoration.richardson_lucy(abs(image), spread, num_iter=3)
        yield "restoration.wiener", lambda: skimage.restoration.wiener(image, spread, 1)

    def test_backend(self):
        for name, call in self.calls():
            with self.subTest(name):
                theirs = call()
                with scipy.fft.set_backend(papilio.fft, only=True):
                    own = call()
                for part, wanted in zip(*(x if isinstance(x, tuple) else (x,) for x in (own, theirs))):
                    scale = max(abs(np.asarray(wanted)).max(), 1)  # a phase of 0 is some rounding error
                    np.testing.assert_allclose(part, wanted, atol=1e-9 * scale)


PYFFTW = """
import numpy as np, scipy.fft
from pyfftw.interfaces import numpy_fft, scipy_fft
x = np.random.default_rng(1).standard_normal((6, 8, 10))
for name in ("fft", "ifft", "rfft", "ihfft", "fft2", "rfft2", "fftn", "ifftn", "rfftn"):
    for values in (x, x.astype("f4")):
        own = getattr(numpy_fft, name)(values)
        theirs = getattr(np.fft, name)(values)
        assert own.dtype == theirs.dtype
        np.testing.assert_allclose(own, theirs, atol=1e-12 if values is x else 1e-4)
for name in ("irfft", "hfft", "irfftn"):
    np.testing.assert_allclose(getattr(numpy_fft, name)(x + 1j * x[::-1]), getattr(np.fft, name)(x + 1j * x[::-1]), atol=1e-12)
for name in ("dct", "dst", "dctn"):
    np.testing.assert_allclose(getattr(scipy_fft, name)(x), getattr(scipy.fft, name)(x), atol=1e-11)
with scipy.fft.set_backend(scipy_fft, only=True):
    np.testing.assert_allclose(scipy.fft.fft(x), np.fft.fft(x), atol=1e-12)
"""


@unittest.skipUnless((FFTW / "libfftw3.so.3").exists(), "there is no drop-in for FFTW")
class PyFftw(unittest.TestCase):
    """Its wheel brings an FFTW of its own; libraries that are preloaded take the place of that."""

    def test_interfaces(self):
        libraries = [str(FFTW / f"lib{name}.so.3") for name in ("fftw3", "fftw3f", "fftw3_omp", "fftw3f_omp")]
        environment = os.environ | {"LD_PRELOAD": ":".join(libraries), "PAPILIO_FFTW_LIBRARY": "none",
                                    "PAPILIO_FFTW_LIBRARYF": "none", "PAPILIO_FFTW_LIBRARYL": "none",
                                    "PAPILIO_FFTW_EXPLAIN": "1"}
        run = subprocess.run([sys.executable, "-B", "-c", PYFFTW], env=environment, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        plans = [line for line in run.stderr.splitlines() if line.startswith("papilio-fftw: ")]
        self.assertGreater(len(plans), 20)
        for line in plans:
            self.assertIn("Papilio, on ", line)


if __name__ == "__main__":
    unittest.main()
