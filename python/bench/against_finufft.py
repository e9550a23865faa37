#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Times non-uniform transforms of papilio.nufft beside finufft's, in turns, in one process with the same threads.

against_finufft.py [--problems TEXT] [--rounds N] [--threads N] [--cpu]

There are 24 problems: types 1 and 2, one to three dimensions, complex64 at 1e-4 and complex128 at 1e-9, a point or four for
each mode. Each line has the medians in ms of an execution (exec) and of setting the points (set), the ratio of executions
(below 1: Papilio is faster) and the distance of the results in the l2 norm. Plans are made and executed once before. With
--cpu times are those that all threads of the process were running, which other programs on the machine hardly change; with
more than one thread they have the time for which threads of OpenMP wait in turns.
"""

import argparse
import os
import statistics
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", default="", help="only the problems whose names contain this text")
    parser.add_argument("--rounds", type=int, default=7, help="executions of each library")
    parser.add_argument("--threads", type=int, default=2, help="of both libraries")
    parser.add_argument("--cpu", action="store_true", help="processor time")
    return parser.parse_args()


def seconds(clock, call):
    start = clock()
    call()
    return clock() - start


def compare(name, libraries, given, problem):
    import numpy as np

    kind, modes, dtype, eps, points, data = problem
    plans, figures, results = [], [], []
    for library, options in libraries:
        plan = library.Plan(kind, modes, eps=eps, dtype=dtype, **options)
        plan.setpts(*points)
        plans.append(plan)
        results.append(plan.execute(data))
        figures.append(([], []))
    clock = time.process_time if given.cpu else time.perf_counter
    for _ in range(given.rounds):
        for plan, (executions, settings) in zip(plans, figures, strict=True):
            settings.append(seconds(clock, lambda plan=plan: plan.setpts(*points)))
            executions.append(seconds(clock, lambda plan=plan: plan.execute(data)))
    medians = [[1e3 * statistics.median(times) for times in pair] for pair in figures]
    distance = np.linalg.norm(results[0] - results[1]) / np.linalg.norm(results[1])
    (own, own_set), (peer, peer_set) = medians
    print(f"{name:34} {own:9.2f} {peer:9.2f} {own / peer:6.2f} {own_set:9.2f} {peer_set:9.2f} {distance:9.1e}", flush=True)
    return own / peer


def main():
    given = arguments()
    os.environ.setdefault("POCL_MAX_PTHREAD_COUNT", str(given.threads))  # before the driver is loaded
    import finufft
    import numpy as np
    from papilio import nufft

    libraries = ((nufft, {}), (finufft, {"nthreads": given.threads}))
    random = np.random.default_rng(1)
    print(f"{'':34} {'exec':>9} {'finufft':>9} {'ratio':>6} {'set':>9} {'finufft':>9} {'distance':>9}")
    ratios = []
    for modes in ((250000,), (500, 500), (63, 63, 63)):
        for dtype, eps in (("complex64", 1e-4), ("complex128", 1e-9)):
            for density in (1, 4):
                count = density * int(np.prod(modes))
                real = np.dtype(dtype).char.lower()
                points = [random.uniform(-np.pi, np.pi, count).astype(real) for _ in modes]
                for kind in (1, 2):
                    name = f"nufft{kind}:{'f32' if real == 'f' else 'f64'}:{'x'.join(map(str, modes))}, {density} a mode"
                    if given.problems not in name:
                        continue
                    shape = (count,) if kind == 1 else modes
                    data = (random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(dtype)
                    ratios.append(compare(name, libraries, given, (kind, modes, dtype, eps, points, data)))
    print(f"geometric mean of {len(ratios)} ratios: {statistics.geometric_mean(ratios):.2f}")


if __name__ == "__main__":
    main()
