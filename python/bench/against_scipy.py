#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.fft against scipy.fft with two workers, on the same arrays in one run. A ratio above 1: Papilio is faster.

    against_scipy.py [--points LOG2] [--repeats N]

Both are called in turn; the times are the least of the repeats. Plans are made before. Batches have 2^points in all.
"""

import argparse
import math
import time

import numpy as np
import scipy.fft

import papilio
import papilio.fft


def seconds(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def cases(points):
    """(name, function, array)"""
    generator = np.random.default_rng(0)
    for log2 in range(6, points + 1, 2):
        shape = (2 ** (points - log2), 2**log2)
        x = generator.standard_normal(shape, dtype="f4")
        yield f"fft {shape[0]}x{shape[1]} c8", "fft", x + 1j * x
        yield f"rfft {shape[0]}x{shape[1]} f4", "rfft", x
        yield f"dct {shape[0]}x{shape[1]} f4", "dct", x
        yield f"fft {shape[0]}x{shape[1]} c16", "fft", x.astype("f8") + 1j * x
    for n in (512, 2048):
        x = generator.standard_normal((n, n), dtype="f4")
        yield f"fft2 {n}x{n} c8", "fft2", x + 1j * x
        yield f"rfft2 {n}x{n} f4", "rfft2", x
    for log2 in range(4, 17, 2):  # one small array: where is the crossover?
        x = generator.standard_normal(2**log2, dtype="f4")
        yield f"fft {2**log2} c8, one", "fft", x + 1j * x


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=21)
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    print(papilio.current_device().name)
    ratios = []
    for name, function, x in cases(options.points):
        own, theirs = getattr(papilio.fft, function), getattr(scipy.fft, function)
        own(x)
        pairs = [(seconds(lambda: own(x)), seconds(lambda: theirs(x, workers=2))) for _ in range(options.repeats)]
        best, other = (min(times) for times in zip(*pairs))
        line = f"papilio {best * 1e3:9.3f} ms  scipy {other * 1e3:9.3f} ms  ratio {other / best:6.2f}"
        print(f"{name:24} {line}", flush=True)
        if x.size >= 2**14:
            ratios.append(other / best)
    print(f"geometric mean from 2^14 points on: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}")


if __name__ == "__main__":
    main()
