# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Non-uniform transforms against their definition, and beside finufft where it is installed."""

import threading
import unittest
from unittest import mock

import numpy as np

import papilio
from papilio import nufft

try:
    import finufft
except ImportError:
    finufft = None

GENERATOR = np.random.default_rng(5)


def noise(shape, dtype):
    return (GENERATOR.standard_normal(shape) + 1j * GENERATOR.standard_normal(shape)).astype(dtype)


def waves(points, modes, sign):
    """exp(sign i k x), (modes..., points)."""
    phase = 0
    for axis, (x, count) in enumerate(zip(points, modes, strict=True)):
        k = np.arange(-(count // 2), (count + 1) // 2).reshape([-1] + [1] * (len(modes) - axis))
        phase = phase + k * x.astype(float)
    return np.exp(sign * 1j * phase)


class NonUniform(unittest.TestCase):
    def assert_within(self, result, expected, eps):
        self.assertEqual(result.shape, expected.shape)
        self.assertLessEqual(np.linalg.norm(result - expected), eps * np.linalg.norm(expected))

    def test_all_functions(self):
        for modes, dtype, eps in (((30,), "c16", 1e-9), ((12, 7), "c8", 1e-4), ((5, 6, 7), "c8", 1e-4)):
            dimensions = len(modes)
            points = [GENERATOR.uniform(-9, 9, 40).astype(np.dtype(dtype).char.lower()) for _ in modes]
            c, f = noise(40, dtype), noise(modes, dtype)
            first, second = (getattr(nufft, f"nufft{dimensions}d{kind}") for kind in (1, 2))
            for sign in (1, -1):
                wave = waves(points, modes, sign)
                result = first(*points, c, modes, eps=eps, isign=sign)
                self.assertEqual(result.dtype, np.dtype(dtype))
                self.assert_within(result, wave @ c, eps)
                self.assert_within(second(*points, f, eps=eps, isign=sign), np.tensordot(f, wave, dimensions), eps)

    def test_plans_batches_orders_and_outputs(self):
        x = GENERATOR.uniform(-3, 3, 25)
        c = noise((3, 25), "c16")
        plan = nufft.Plan(1, 20, n_trans=3, eps=1e-6, modeord=1)
        plan.setpts(x)
        expected = np.fft.ifftshift((waves([x], (20,), 1) @ c.T).T, axes=1)
        self.assert_within(plan.execute(c), expected, 1e-6)
        out = np.zeros((20, 3), complex).T  # not contiguous
        self.assertIs(plan.execute(c, out), out)
        self.assert_within(out, expected, 1e-6)
        self.assertIn("25 points", repr(plan))
        self.assert_within(nufft.nufft1d1(x, c, out=np.empty((3, 20), complex), modeord=1), expected, 1e-6)
        self.assertEqual(nufft.Plan(2, n_modes_or_dim=np.array([3, 4])).n_modes, (3, 4))
        self.assertEqual(nufft.nufft2d1([], [], [], (3, 4)).tolist(), np.zeros((3, 4)).tolist())

    def test_points_to_frequencies(self):
        for dimensions, dtype, eps in ((1, "c16", 1e-10), (2, "c8", 1e-4), (3, "c8", 1e-3)):
            real = np.dtype(dtype).char.lower()
            points = [GENERATOR.uniform(1, 4, 30).astype(real) for _ in range(dimensions)]
            frequencies = [GENERATOR.uniform(-9, 3, 20).astype(real) for _ in range(dimensions)]
            phase = sum(np.outer(s, x.astype(float)) for s, x in zip(frequencies, points, strict=True))
            c = noise((2, 30), dtype)
            call = getattr(nufft, f"nufft{dimensions}d3")
            for sign in (1, -1):
                expected = (np.exp(sign * 1j * phase) @ c.T).T
                result = call(*points, c, *frequencies, eps=eps, isign=sign)
                self.assertEqual(result.dtype, np.dtype(dtype))
                self.assert_within(result, expected, eps)
                self.assert_within(call(*points, c[0], *frequencies, None, eps, sign), expected[0], eps)
            plan = nufft.Plan(3, dimensions, 2, eps, dtype=dtype)
            plan.setpts(*(points + [None] * (3 - dimensions)), *frequencies)
            out = np.zeros((20, 2), dtype).T
            self.assertIs(plan.execute(c, out), out)
            self.assert_within(out, (np.exp(1j * phase) @ c.T).T, eps)
            self.assertIn("30 points, 20 frequencies", repr(plan))
        self.assertEqual(nufft.nufft1d3([], [], [1.0, 2.0]).tolist(), [0, 0])
        self.assertEqual(nufft.nufft1d3([1.0], [1.0], []).shape, (0,))
        with self.assertRaisesRegex(papilio.Unsupported, "extends over 2e.09 and s over 2e.09"):
            nufft.nufft1d3([-1e9, 1e9], [1, 1], [-1e9, 1e9])
        with self.assertRaisesRegex(ValueError, "frequencies of a transform of type 3 along 2 axes: none given, must be s, t"):
            nufft.Plan(3, 2).setpts([0.0], [1.0])
        with self.assertRaisesRegex(ValueError, "frequencies of a transform of type 1 along 1 axes: s given, must be none"):
            nufft.Plan(1, 2).setpts([0.0], s=[1.0])
        with self.assertRaisesRegex(ValueError, "frequencies of .*: t, u given, must be s, t"):
            nufft.Plan(3, 2).setpts([0.0], [1.0], t=[1.0], u=[2.0])
        x, s = np.array([0.5, 0.7]), np.array([0.3, 0.1 + 0.2])  # s differs by rounding
        self.assert_within(nufft.nufft1d3(x, [1, 1], s, eps=1e-9), np.exp(1j * np.outer(s, x)).sum(1), 1e-9)
        with self.assertRaisesRegex(papilio.Unsupported, "x reaches 1e.160 and s 1e.160"):
            nufft.nufft1d3([1e160], [1], [1e160])

    def test_adjoints(self):
        x, s = GENERATOR.uniform(-3, 3, (2, 12)), GENERATOR.uniform(-5, 5, (2, 9))
        for kind, size in ((1, (4, 5)), (2, (4, 5)), (3, 2)):
            for sign in (1, -1):
                plan = nufft.Plan(kind, size, 2, 1e-9, sign, modeord=1)
                with self.assertRaisesRegex(RuntimeError, "setpts"):
                    plan.execute_adjoint(np.ones((2, 9)))
                points = x.copy()
                plan.setpts(*points, None, *(s if kind == 3 else ()))
                points[:] = 0  # was copied
                shapes = [(2, 12), (2, 9) if kind == 3 else (2, 4, 5)][::-1 if kind == 2 else 1]
                a, b = (noise(shape, "c16") for shape in shapes)
                out = np.empty_like(a)
                self.assertIs(plan.execute_adjoint(b, out), out)
                self.assertLess(abs(np.vdot(plan.execute(a), b) - np.vdot(a, out)), 1e-8 * np.linalg.norm(a) * np.linalg.norm(b))
                with self.assertRaises(ValueError):
                    plan.execute_adjoint(np.ones((2, 7)))
        plan = nufft.Plan(2, (4, 5), 3, dtype="complex64")
        self.assertEqual((plan.type, plan.dim, plan.n_modes, plan.n_trans, plan.dtype), (2, 2, (4, 5), 3, np.complex64))
        with self.assertRaises(AttributeError):
            plan.n_modes = (3, 3)

    def test_an_adjoint_is_on_the_device_of_its_plan(self):
        plan = nufft.Plan(1, 8)
        plan.setpts([0.5])
        with mock.patch.object(papilio._core, "Nonuniform", side_effect=AssertionError("on the current device")):
            self.assert_within(plan.execute_adjoint(np.eye(8)[5]), np.exp([-0.5j]), 1e-6)

    def test_calls_run_one_at_a_time(self):
        x = GENERATOR.uniform(-3, 3, 25)
        c, f = noise(25, "c16"), noise(8, "c16")

        class Slow:  # a function stops within, and the next one has to wait
            def __init__(self, plan, name):
                self.core, self.name = plan._plan, name
                self.inside, self.go = threading.Event(), threading.Event()

            def __getattr__(self, name):
                if name == self.name:
                    self.inside.set()
                    self.go.wait(20)
                return getattr(self.core, name)

        for name in ("set_points", "adjoint"):
            plan = nufft.Plan(1, 8)
            plan.setpts(x)
            plan._plan = slow = Slow(plan, name)
            results = []
            calls = [lambda: plan.setpts(x + 0.5), lambda: results.append(plan.execute(c))]
            if name == "adjoint":
                calls = [lambda: plan.execute_adjoint(f), calls[0]]
            threads = [threading.Thread(target=call) for call in calls]
            threads[0].start()
            self.assertTrue(slow.inside.wait(20))
            threads[1].start()
            threads[1].join(0.2)
            self.assertTrue(threads[1].is_alive())
            slow.go.set()
            for thread in threads:
                thread.join()
            wave = waves([x + 0.5], (8,), 1)
            if name == "set_points":
                self.assert_within(results[0], wave @ c, 1e-6)
            self.assert_within(plan.execute_adjoint(f), wave.conj().T @ f, 1e-6)

    def test_refusals(self):
        with self.assertWarnsRegex(RuntimeWarning, "eps 1e-08 is below what complex64 can achieve: 1e-06 is taken"):
            self.assertIn("eps=1e-06", repr(nufft.Plan(1, 8, dtype="complex64", eps=1e-8)))
        for arguments, text in (((1, 0), "n_modes 0: give an integer of at least 1"), ((1, (4, -3)), "n_modes -3"),
                                ((1, 4.5), "n_modes 4.5"), ((1, ()), r"n_modes \(\) has 0 axes: give 1 to 3"),
                                ((1, (1, 2, 3, 4)), "4 axes"), ((1, 4, 0), "n_trans 0"), ((1, 4, True), "n_trans True"),
                                ((True, 4), "type True"), ((1, 4, 1, float("nan")), "tolerance is nan"),
                                ((1, 4, 1, 0.6), "tolerance is 0.6")):
            with self.assertRaisesRegex(papilio.InvalidArgument, text):
                nufft.Plan(*arguments)
        with self.assertRaisesRegex(papilio.InvalidArgument, "point 1.*coordinate y is nan"):
            nufft.nufft2d1([0.0, 1.0], [0.0, np.nan], [1, 1], (3, 3))
        for arguments in ((4, 2), (3, 4), (3, (2, 2)), (3, 0)):
            with self.assertRaisesRegex(ValueError, "give 1, 2 or 3|4 axes: give 1 to 3|give an integer"):
                nufft.Plan(*arguments)
        plan = nufft.Plan(2, (4, 4))
        with self.assertRaisesRegex(RuntimeError, "setpts"):
            plan.execute(np.ones((4, 4)))
        for points, given in ((([0.0],), "x"), (([0.0], None, [0.0]), "x, z")):
            with self.assertRaisesRegex(ValueError, f"points of a transform of type 2 along 2 axes: {given} given, must be x, y$"):
                plan.setpts(*points)
        plan.setpts([0.0], [1.0])
        with self.assertRaisesRegex(ValueError, r"\(4, 5\).*must be \(4, 4\)"):
            plan.execute(np.ones((4, 5)))
        dates = np.zeros((4, 4), "datetime64[s]")
        for call, text in ((lambda: plan.execute(dates), "datetime64.*give numbers"),
                           (lambda: plan.setpts([0.0], [1j]), "points: give real numbers"),
                           (lambda: nufft.nufft2d2([0.0], [1.0], np.ones((4, 4), "longdouble")), "long double")):
            with self.assertRaisesRegex(TypeError, text):
                call()
        out = np.zeros(1, complex)
        out.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "output array is read-only"):
            plan.execute(np.ones((4, 4)), out)
        self.assertEqual(out[0], 0)
        for call in (lambda: plan.execute(np.ones((4, 4)), [0]), lambda: nufft.nufft1d1([0.0], [1.0], out=[0] * 4)):
            with self.assertRaisesRegex(TypeError, "return arrays must be of ArrayType"):
                call()

    @unittest.skipIf(finufft is None, "finufft is not installed")
    def test_beside_finufft(self):
        points = [GENERATOR.uniform(-np.pi, np.pi, 500) for _ in range(2)]
        c = noise(500, "c16")
        expected = waves(points, (40, 30), 1) @ c
        for eps in (1e-2, 1e-5, 1e-9):
            def error(result):
                return np.linalg.norm(result - expected) / np.linalg.norm(expected)
            own = error(nufft.nufft2d1(*points, c, (40, 30), eps=eps))
            self.assertLessEqual(own, 1.5 * max(eps / 1.5, error(finufft.nufft2d1(*points, c, (40, 30), eps=eps))))


if __name__ == "__main__":
    unittest.main()
