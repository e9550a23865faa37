# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Memory: none is lost in many calls, the plan cache keeps to its bounds, and large arrays are not copied."""

import gc
import os
import subprocess
import sys
import textwrap
import unittest

import numpy as np

import papilio
import papilio.fft


def resident():
    """MiB of the process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def arrays():
    """100 shapes, of 10 lengths."""
    return [np.ones((batch, n), "c8") for n in (8, 12, 16, 20, 27, 32, 49, 64, 100, 128) for batch in range(1, 11)]


class Calls(unittest.TestCase):
    def test_100000_calls_of_100_shapes(self):
        inputs = arrays()

        def rounds(count):
            for _ in range(count):
                for x in inputs:
                    papilio.fft.fft(x)

        rounds(100)
        self.assertEqual(papilio.cache_info().plans, 100)
        gc.collect()
        before = resident()
        rounds(1000)
        gc.collect()
        after = resident()
        print(f"100 shapes: {before:.1f} MiB after 10^4 calls, {after:.1f} MiB after 10^5 more")
        self.assertLess(after - before, 4)

    def test_the_cache_keeps_to_its_bounds(self):
        limits = papilio.cache_info()
        inputs = arrays()
        try:
            papilio.cache_clear()
            papilio.cache_limits(max_plans=10)

            def rounds(count):
                for _ in range(count):
                    for x in inputs:
                        papilio.fft.fft(x)
                        self.assertLessEqual(papilio.cache_info().plans, 10)

            rounds(3)
            before = resident()
            rounds(10)
            grown = resident() - before
            print(f"10 plans kept of 100: {grown:.1f} MiB more after 1000 plannings")
            self.assertLess(grown, 8)
            papilio.cache_limits(max_plans=256, max_bytes=1 << 20)
            for n in (10000, 20000, 30000, 40000, 50000):  # of buffers that are kept
                papilio.fft.rfft(np.ones((3, n), "f4")[:, ::-1], n=n + 10)
                self.assertLessEqual(papilio.cache_info().bytes, 1 << 20)
        finally:
            papilio.cache_limits(limits.max_plans, limits.max_bytes)

    @unittest.skipUnless(papilio.current_device().shares_memory, "the device has memory of its own")
    def test_800_mb_are_not_copied(self):
        program = """
            import resource
            import numpy as np, papilio.fft
            x = np.ones((100000, 1000), "c8")  # 800 MB
            papilio.fft.fft(x[:100])
            peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
            before = peak()
            papilio.fft.fft(x, overwrite_x=True)
            in_place = peak()
            y = papilio.fft.fft(x)
            print(int(in_place - before), int(peak() - in_place), y[0, 0] == 1000)
            """
        for _ in range(2):  # the first one compiles, which takes memory too
            done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True,
                                  timeout=300)
        in_place, out_of_place, right = done.stdout.split()
        print(f"800 MB (763 MiB): {in_place} MiB more in place, {out_of_place} MiB more with a result of its own")
        self.assertLess(int(in_place), 60)
        self.assertLess(int(out_of_place), 763 + 60)  # the result itself
        self.assertEqual(right, "True")

    @unittest.skipUnless(papilio.current_device().shares_memory, "the device has memory of its own")
    def test_arrays_of_jax_are_not_copied(self):
        """A jitted call takes its result's memory and no more: the plan works on XLA's own buffers."""
        program = """
            import resource
            import jax
            from papilio.jax import fft
            call = jax.jit(fft.fft)
            x = jax.numpy.ones((16384, 1024), "c8").block_until_ready()  # 128 MiB
            call(x[:64]).block_until_ready()
            peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
            before = peak()
            y = call(x).block_until_ready()
            print(int(peak() - before), bool(y[16383, 0] == 1024))
            """
        for _ in range(2):  # the first one compiles, which takes memory too
            done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=300,
                                  env=os.environ | {"JAX_PLATFORMS": "cpu"})
        self.assertEqual(done.returncode, 0, done.stderr)
        taken, right = done.stdout.split()
        print(f"128 MiB of JAX: {taken} MiB more")
        self.assertLess(int(taken), 128 + 40)
        self.assertEqual(right, "True")


if __name__ == "__main__":
    unittest.main(verbosity=2)
