# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Any call of papilio.fft gives what SciPy gives: over functions, types, shapes, strides, axes, lengths and norms.

PoCL takes about half a second to compile the kernels of a problem, so each run makes a few dozen problems at random
(types, shapes, strides, axes and so on) and calls them often, with other data and other spellings of the arguments. The
printed seed, given as PAPILIO_TEST_SEED, brings a run back.
"""

import os
import random
import sys
import unittest

import numpy as np
import scipy.fft
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import papilio
import papilio.fft

PROBLEMS = 60
CASES = 2500
# Papilio's own bound on the relative L2 error is 2 * 0.6e-7 * sqrt(log2 n); SciPy's error comes on top.
TOLERANCE = {"f": 1e-6, "F": 1e-6, "d": 2e-15, "D": 2e-15}

FOURIER = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
TRIGONOMETRIC = ["dct", "idct", "dst", "idst"]
LENGTHS = [1, 2, 3, 4, 6]


class Template:
    """A call without its data: a function, an array's type, shape and strides, and the arguments."""

    def __init__(self, choose, names, kinds):
        self.name = choose.choice(names)
        self.dtype = np.dtype(choose.choice(kinds))
        self.rank = choose.randint(1, 3)
        self.shape = [choose.choice(LENGTHS) for _ in range(self.rank)]
        self.steps = [choose.choice([1, 1, 1, 2, -1]) for _ in range(self.rank)]
        self.order = choose.sample(range(self.rank), self.rank)
        self.arguments = {"norm": choose.choice(["backward", "ortho", "forward"])}
        if self.name in TRIGONOMETRIC:
            self.arguments |= {"type": choose.randint(1, 4), "orthogonalize": choose.choice([None, None, True, False])}
        if choose.random() < 0.5:
            lengths = choose.choice([None, choose.choice(LENGTHS)])
            self.arguments |= {"axis": choose.randrange(self.rank), "n": lengths}
            return
        axes = choose.sample(range(self.rank), choose.randint(1, self.rank))
        lengths = choose.choice([None, [choose.choice(LENGTHS) for _ in axes]])
        self.arguments |= {"axes": axes, "s": lengths}
        self.name += "n"

    def array(self, seed):
        """A slice of a larger array, its axes in any order, some of them backwards."""
        generator = np.random.default_rng(seed)
        base_shape = [self.shape[i] * abs(self.steps[i]) for i in self.order]
        values = generator.standard_normal(base_shape) * 20
        if self.dtype.kind == "c":
            values = values + 1j * generator.standard_normal(base_shape)
        if self.dtype.kind in "iub":
            values = np.abs(values)
        base = values.astype(self.dtype)
        return base.transpose(np.argsort(self.order))[tuple(slice(None, None, step) for step in self.steps)]

    def spelled(self, negative, defaults):
        """The arguments, with axes counted from either end, and defaults left out or not."""
        arguments = dict(self.arguments)
        if negative and "axis" in arguments:
            arguments["axis"] -= self.rank
        if negative and "axes" in arguments:
            arguments["axes"] = tuple(axis - self.rank for axis in arguments["axes"])
        if defaults:
            arguments = {key: value for key, value in arguments.items() if value is not None and value != "backward"}
        return arguments


def result_of(function, x, arguments):
    """(the result, None), or (None, what was raised)."""
    try:
        return function(x, **arguments), None
    except (TypeError, ValueError, RuntimeError, IndexError) as error:
        return None, error


def scipy_result(name, x, arguments):
    """(the result, None), or (None, what was raised). SciPy 1.17 ignores `orthogonalize` for complex input."""
    function = getattr(scipy.fft, name)
    if arguments.get("orthogonalize") is None or x.dtype.kind != "c":
        return result_of(function, x, arguments)
    real, error = result_of(function, x.real, arguments)
    return (None, error) if error else ((real + 1j * function(x.imag, **arguments)).astype(x.dtype), None)


def needs_length(template):
    """SciPy's irfftn takes half a spectrum of one element for a signal of one; NumPy's irfftn and Papilio raise."""
    arguments = template.arguments
    return template.name in ("irfftn", "hfftn") and not arguments["s"] and template.shape[arguments["axes"][-1]] == 1


def check(template, seed, negative, defaults):
    x = template.array(seed)
    arguments = template.spelled(negative, defaults)
    expected, refused = scipy_result(template.name, x, arguments)
    kept = x.copy()
    result, own = result_of(getattr(papilio.fft, template.name), x, arguments)
    if refused is not None or needs_length(template):
        # SciPy's message for a DCT-I of one element is of its own layer: a RuntimeError.
        kind = ValueError if refused is None or type(refused) is RuntimeError else type(refused)
        assert isinstance(own, kind), (own, refused)
        return
    assert own is None, own
    assert result.dtype == expected.dtype, (result.dtype, expected.dtype)
    assert result.shape == expected.shape, (result.shape, expected.shape)
    assert np.array_equal(x, kept), "the input was changed"
    error = np.linalg.norm((result - expected).ravel())
    # Relative to the input as well: a spectrum that cancels to 0 has no relative error.
    size = max(np.linalg.norm(expected.ravel()), np.linalg.norm(x.ravel().astype(complex)) * 1e-3)
    assert error <= TOLERANCE[expected.dtype.char] * size, error / size


def run(names, kinds):
    seed = int(os.environ.get("PAPILIO_TEST_SEED", random.SystemRandom().randrange(2**32)))
    choose = random.Random(seed)
    templates = [Template(choose, names, kinds) for _ in range(PROBLEMS)]
    cases = 0

    @settings(max_examples=CASES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(templates), st.integers(0, 2**32 - 1), st.booleans(), st.booleans())
    def holds(template, data, negative, defaults):
        nonlocal cases
        cases += 1
        try:
            check(template, data, negative, defaults)
        except AssertionError as error:
            raise AssertionError(f"PAPILIO_TEST_SEED={seed}: {vars(template)}: {error}") from error

    holds()
    print(f"{cases} calls of {PROBLEMS} problems, seed {seed}, {papilio.cache_info().plans} plans")
    assert cases >= CASES


class Fourier(unittest.TestCase):
    def test_complex_and_real_signals(self):
        run(FOURIER, ["f4", "f8", "c8", "c16", "f2", "i2", "i4", "u1", "?"])


class Trigonometric(unittest.TestCase):
    def test_cosine_and_sine_transforms(self):
        run(TRIGONOMETRIC, ["f4", "f8", "f2", "i2", "c8", "c16"])


if __name__ == "__main__":
    print(papilio.current_device().name)
    unittest.main(argv=sys.argv[:1] + sys.argv[1:], verbosity=2)
