#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What a call of papilio.fft costs beside the execution itself.

Measured on arrays of so few elements that the execution is short, against a Plan that is called with its output: the
same execution through one function of the module, whose own cost is measured on a call that computes nothing. Smallest
of many medians, interleaved; microseconds. Where JAX is installed, jitted calls of papilio.jax, too.
"""

import statistics
import time

import numpy as np

import papilio
import papilio.fft


def seconds(call, count=200):
    begin = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - begin) / count


def jitted_calls(x, plan, out):
    """Calls that wait for their results. PoCL's threads fall asleep between calls that are further apart, so the baseline
    of papilio.jax is an execution behind a jitted product.
    """
    try:
        import jax
        from papilio.jax import fft
    except ImportError:
        return {}
    operand = jax.numpy.asarray(x)
    product, theirs, own = (jax.jit(function) for function in (lambda x: x * 2, jax.numpy.fft.fft, fft.fft))
    return {"jax: x * 2": lambda: product(operand).block_until_ready(),
            "jax: x * 2; plan(x, out)": lambda: (product(operand).block_until_ready(), plan(x, out)),
            "jax: papilio.jax.fft.fft(x)": lambda: own(operand).block_until_ready(),
            "jax: jax.numpy.fft.fft(x)": lambda: theirs(operand).block_until_ready()}


def main():
    x = np.ones(16, "c8")
    strided = np.ones((16, 3), "c8")[:, 1]
    nothing = np.empty((0, 16), "c8")
    out = np.empty_like(x)
    plan = papilio.Plan("c2c:f32:16")
    plan_strided = papilio.plan_for(papilio.fft.fft, strided)
    calls = {
        "plan(x, out)": lambda: plan(x, out),
        "fft(x)": lambda: papilio.fft.fft(x),
        "fft(x, out=out)": lambda: papilio.fft.fft(x, out=out),
        "fft(x, plan=plan)": lambda: papilio.fft.fft(x, plan=plan),
        "fft(strided)": lambda: papilio.fft.fft(strided),
        "fft(strided, plan=plan)": lambda: papilio.fft.fft(strided, plan=plan_strided),
        "fft of no elements": lambda: papilio.fft.fft(nothing),
    } | jitted_calls(x, plan, out)
    times = {name: [] for name in calls}
    for _ in range(40):
        for name, call in calls.items():
            times[name].append(seconds(call))
    for name, values in times.items():
        print(f"{name:27} least {min(values) * 1e6:7.2f}  median {statistics.median(values) * 1e6:7.2f} us")


if __name__ == "__main__":
    main()
