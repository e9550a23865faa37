# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Second opinions on non-uniform transforms: ducc0.nufft agrees, mri-nufft computes with Papilio, and the picture of
docs/radial.md comes out as the page says.

Usage: nufft_opinions_test.py EXAMPLES, the folder of the examples. A library that is not installed is left out."""

import contextlib
import importlib.util
import io
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

from papilio import nufft

sys.path.insert(0, sys.argv.pop(1))
HAVE = {name: importlib.util.find_spec(name) is not None for name in ("ducc0", "mrinufft")}
RANDOM = np.random.default_rng(12)


def noise(shape, dtype):
    return (RANDOM.standard_normal(shape) + 1j * RANDOM.standard_normal(shape)).astype(dtype)


def apart(a, b):
    return np.linalg.norm(a - b) / np.linalg.norm(b)


@unittest.skipUnless(HAVE["ducc0"], "ducc0 is not installed")
class Ducc(unittest.TestCase):
    PROBLEMS = (((1001,), "c16", 1e-9), ((40, 51), "c8", 1e-5), ((12, 14, 15), "c8", 1e-4))

    def test_types_1_and_2(self):
        import ducc0
        for modes, dtype, eps in self.PROBLEMS:
            for spread in (np.pi, 0.01):  # all over the period, and a cluster
                real = np.dtype(dtype).char.lower()
                points = RANDOM.uniform(-spread, spread, (3000, len(modes))).astype(real)
                axes = [points[:, axis].copy() for axis in range(len(modes))]
                c, f = noise(3000, dtype), noise(modes, dtype)
                to_modes, to_points = (nufft.Plan(kind, modes, eps=eps, dtype=np.dtype(dtype).name) for kind in (1, 2))
                for plan in (to_modes, to_points):
                    plan.setpts(*axes)
                options = {"coord": points, "epsilon": eps / 10 if real == "d" else eps, "nthreads": 1}
                theirs = ducc0.nufft.nu2u(points=c, forward=False, out=np.empty(modes, dtype), **options)
                self.assertLess(apart(to_modes.execute(c), theirs), 2 * eps, (modes, dtype, spread))
                theirs = ducc0.nufft.u2nu(grid=f, forward=True, **options)
                self.assertLess(apart(to_points.execute(f), theirs), 2 * eps, (modes, dtype, spread))

    def test_type_3(self):
        import ducc0
        x, s = RANDOM.uniform(-10, 10, (700, 2)), RANDOM.uniform(-8, 8, (600, 2))
        c = noise(700, "c16")
        plan = nufft.Plan(3, 2, eps=1e-9)
        plan.setpts(x[:, 0].copy(), x[:, 1].copy(), None, s[:, 0].copy(), s[:, 1].copy())
        theirs = ducc0.nufft.experimental.nu2nu(points_in=c, coord_in=x, coord_out=s, forward=False, epsilon=1e-10)
        self.assertLess(apart(plan.execute(c), theirs), 1e-9)


@unittest.skipUnless(HAVE["mrinufft"], "mri-nufft is not installed")
class MriNufft(unittest.TestCase):
    def test_coils_batches_and_densities(self):
        import mri_nufft  # noqa: F401
        import mrinufft
        shape, count, coils = (12, 10), 90, 3
        samples = RANDOM.uniform(-0.5, 0.5, (count, 2)).astype("f4")  # mri-nufft's unit: of the sampled frequencies
        angles = 2 * np.pi * samples.astype(float)
        k = [np.arange(n) - n // 2 for n in shape]
        waves = np.exp(-1j * (angles[:, :1, None] * k[0][:, None] + angles[:, 1:, None] * k[1]))  # (count, rows, columns)
        for n_trans in (1, coils):
            operator = mrinufft.get_operator("papilio")(samples, shape, n_coils=coils, n_trans=n_trans, eps=1e-5)
            image, data = noise((coils, *shape), "c8"), noise((coils, count), "c8")
            scale = operator.norm_factor
            self.assertLess(apart(operator.op(image), np.einsum("srk,crk->cs", waves, image) / scale), 1e-4)
            self.assertLess(apart(operator.adj_op(data), np.einsum("srk,cs->crk", waves.conj(), data) / scale), 1e-4)
        maps = noise((coils, *shape), "c8")
        weights = RANDOM.uniform(1, 2, count).astype("f4")
        operator = mrinufft.get_operator("papilio")(samples, shape, density=weights, n_coils=coils, smaps=maps, eps=1e-5)
        one = noise(shape, "c8")
        self.assertLess(apart(operator.op(one), np.einsum("srk,crk->cs", waves, maps * one) / scale), 1e-4)
        expected = (np.einsum("srk,cs->crk", waves.conj(), data * weights) * maps.conj()).sum(0) / scale
        self.assertLess(apart(operator.adj_op(data), expected), 1e-4)
        operator.update_samples(samples[::-1].copy())
        self.assertLess(apart(operator.op(one), np.einsum("srk,crk->cs", waves[::-1], maps * one) / scale), 1e-4)


class Picture(unittest.TestCase):
    def test_least_squares_beat_gridding(self):
        import radial_picture
        with tempfile.TemporaryDirectory() as folder:
            out, printed = Path(folder) / "radial.png", io.StringIO()
            with contextlib.redirect_stdout(printed):
                radial_picture.main(out, "48")
            self.assertEqual(out.read_bytes()[:4], b"\x89PNG")
        gridding, adjoint, squares = (float(line.split()[-1]) for line in printed.getvalue().splitlines())
        self.assertLess(squares, 0.7 * min(gridding, adjoint))


if __name__ == "__main__":
    unittest.main()
