# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Threads, processes and signals: each test runs a program of its own."""

import os
import pty
import subprocess
import sys
import tempfile
import textwrap
import unittest


def run(program, **environment):
    return subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=300,
                          env=os.environ | environment)


class Process(unittest.TestCase):
    def assert_prints(self, program, expected, **environment):
        done = run(program, **environment)
        self.assertEqual((done.stdout.strip(), done.returncode), (expected, 0), done.stderr)

    def test_threads_share_plans(self):
        self.assert_prints("""
            import threading
            import numpy as np, papilio, papilio.fft
            def work(seed):
                generator = np.random.default_rng(seed)
                for i in range(60):
                    x = generator.standard_normal((3, 4 + i % 3))
                    if not np.allclose(papilio.fft.fft(x), np.fft.fft(x)): wrong.append(seed)
            wrong = []
            threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            print(wrong, papilio.cache_info().plans)
            """, "[] 3")

    def test_the_gil_is_released(self):
        # The thread can only count while the transform runs, because it starts and is looked at by the main thread.
        self.assert_prints("""
            import sys, threading
            import numpy as np, papilio.fft
            x = np.ones((2**11, 2**11), 'c8')
            papilio.fft.fft2(x)
            sys.setswitchinterval(1000)
            stop = threading.Event()
            counted = 0
            def count():
                global counted
                while not stop.wait(1e-4): counted += 1
            thread = threading.Thread(target=count)
            thread.start()
            before = counted
            for _ in range(5): papilio.fft.fft2(x)
            print(counted > before)
            stop.set()
            """, "True")

    def test_fork_after_use_is_an_error_and_no_hang(self):
        self.assert_prints("""
            import os
            import numpy as np, papilio, papilio.fft
            plan = papilio.Plan("c2c:f64:4")
            papilio.fft.fft(np.ones(4))
            child = os.fork()
            if child == 0:
                codes = []
                for call in (lambda: papilio.fft.fft(np.ones(4)), papilio.devices, lambda: plan(np.ones(4, 'c16')),
                             lambda: papilio.Plan("c2c:f64:8"), papilio.current_device):
                    try: call()
                    except papilio.Error as error: codes.append(error.code); text = str(error)
                papilio.cache_clear()
                del plan
                os._exit(0 if codes == [9] * 5 and "spawn" in text else 1)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), papilio.fft.fft(np.ones(1)).real)
            """, "0 [1.]")

    def test_a_child_that_exits_normally_does_not_hang(self):
        self.assert_prints("""
            import os, sys
            import numpy as np, papilio, papilio.fft
            papilio.fft.fft(np.ones(4))
            child = os.fork()
            if child == 0: sys.exit(3)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """, "3")

    def test_fork_before_use_works(self):
        self.assert_prints("""
            import os
            import numpy as np, papilio.fft
            child = os.fork()
            if child == 0: os._exit(int(abs(papilio.fft.fft(np.ones(4))[0])))
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """, "4")

    def test_an_interrupt_ends_planning(self):
        # Without caches a plan of this length takes long; the signal comes while it is made.
        with tempfile.TemporaryDirectory() as folder:
            self.assert_prints("""
                import os, signal, threading, time
                import numpy as np, papilio, papilio.fft
                papilio.current_device()
                threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
                begin = time.monotonic()
                try:
                    papilio.fft.fft(np.ones(2**4 * 3**3 * 5**2 * 7, 'c8'))
                    print("not interrupted")
                except KeyboardInterrupt:
                    print("interrupted")
                # What was interrupted can be asked for again.
                assert abs(papilio.fft.fft(np.ones(75600, 'c8'))[0]) == 75600
                """, "interrupted", POCL_CACHE_DIR=folder, PAPILIO_CACHE_DIR=folder)

    def test_small_transforms_share_a_program(self):
        # Every kernel that PoCL compiles is a shared object in its cache.
        with tempfile.TemporaryDirectory() as folder:
            self.assert_prints("""
                import os, pathlib
                import numpy as np, papilio.fft
                def compiled(): return len(list(pathlib.Path(os.environ["POCL_CACHE_DIR"]).rglob("papilio_*.so")))
                for n in (1, 2, 3, 16, 30, 61, 67, 100, 509, 1009, 3449):
                    x = np.random.default_rng(n).standard_normal((2, n) if n < 100 else n)
                    spectrum = papilio.fft.fft(x)
                    assert np.allclose(spectrum, np.fft.fft(x)), n
                    assert np.allclose(papilio.fft.ifft(spectrum), x), n
                    assert np.allclose(papilio.fft.rfft(x), np.fft.rfft(x)), n
                    assert np.allclose(papilio.fft.irfft(papilio.fft.rfft(x), n), x), n
                    assert np.allclose(papilio.fft.fft(x, n + 5), np.fft.fft(x, n + 5)), n
                print(compiled())
                """, "1", POCL_CACHE_DIR=folder, PAPILIO_CACHE_DIR=folder)

    def test_planning_may_take_more_than_a_second(self):
        with tempfile.TemporaryDirectory() as folder:
            linker = os.path.join(folder, "ld")  # PoCL calls it for every kernel
            with open(linker, "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\nsleep 1.5\nPATH={os.environ['PATH']!r} exec ld \"$@\"\n")
            os.chmod(linker, 0o755)
            self.assert_prints("""
                import time
                import numpy as np, papilio.fft
                begin = time.monotonic()
                print(papilio.fft.fft(np.ones(77))[0].real, time.monotonic() - begin > 1)
                """, "77.0 True", POCL_CACHE_DIR=folder, PATH=f"{folder}:{os.environ['PATH']}")

    def test_long_compilation_is_told_on_a_terminal(self):
        for folder, expected in (("/nowhere/cache", b"in /nowhere/cache"), ("", b"the cache is off")):
            terminal, theirs = pty.openpty()
            subprocess.run([sys.executable, "-c", f"from papilio import _notices; _notices.tell_of_compilation('{folder}')"],
                           stderr=theirs, timeout=300, check=True)
            os.close(theirs)
            with open(terminal, "rb", buffering=0) as file:
                self.assertIn(expected, file.read(1000))

    def test_long_compilation_is_told_once(self):
        self.assert_prints("""
            import io, sys
            from papilio import _notices
            class Terminal(io.StringIO):
                def isatty(self): return True
            class Broken:
                def isatty(self): raise RuntimeError
            def told(stderr):
                before, sys.stderr = sys.stderr, stderr
                _notices._told = False
                _notices.tell_of_compilation("/nowhere/cache")
                _notices.tell_of_compilation("/nowhere/cache")
                sys.stderr = before
                return stderr.getvalue() if isinstance(stderr, io.StringIO) else ""
            terminal = told(Terminal())
            _notices._told = False
            sys.stderr, before = Terminal(), sys.stderr
            _notices.tell_of_compilation("", ["/nowhere/pack: it is damaged"])
            refused, sys.stderr = sys.stderr.getvalue(), before
            assert refused.endswith("papilio: /nowhere/pack: it is damaged\\n"), refused
            print(terminal.count("papilio: kernels are compiled"), "/nowhere/cache" in terminal, repr(told(io.StringIO())),
                  repr(told(None)), repr(told(Broken())))
            """, "1 True '' '' ''")

    def test_a_spawned_pool_works(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pool.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(textwrap.dedent("""
                    import multiprocessing
                    import numpy as np, papilio.fft
                    def peak(n): return abs(papilio.fft.fft(np.ones(n))[0])
                    if __name__ == "__main__":
                        peak(4)
                        with multiprocessing.get_context("spawn").Pool(2) as pool: print(pool.map(peak, [1, 2, 4]))
                    """))
            done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=300)
            self.assertEqual(done.stdout.strip().replace("np.float64(", "").replace(")", ""), "[1.0, 2.0, 4.0]",
                             done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
