#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Full disks and signals, at every moment of a command.
Usage: files_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tool"))
from output_case import OutputCase  # noqa: E402
from tool_test import PAPILIO, run  # noqa: E402

FULL_DISK = os.environ.get("PAPILIO_TEST_FULL_DISK_LIBRARY")
STEP = max(1, int(os.environ.get("PAPILIO_FAULTS_STEP", "1")))


@unittest.skipUnless(FULL_DISK, "the tree was built with a sanitizer, or without the library of a full disk")
class Disk(OutputCase):
    """The disk is full at every write."""

    def runs(self, *command):
        """The results of a run for each write that finds the disk full, and of one more that meets none."""
        for number in range(1, 100):
            done = run(*command, LD_PRELOAD=FULL_DISK, PAPILIO_TEST_FULL_FOLDER=str(self.results.resolve()),
                       PAPILIO_TEST_FULL_WRITE=str(number))
            yield number, done
            if done.returncode == 0:
                return
        self.fail("a command of a hundred writes")

    def test_the_earlier_file_stays(self):
        for name in self.NAMES:
            path = self.results / name
            path.write_text("precious")
            for number, done in self.runs(*self.command(name)):
                with self.subTest(name=name, number=number):
                    if done.returncode == 0:
                        self.assertGreater(number, 1)
                        self.assertNotEqual(path.read_bytes()[:8], b"precious")
                        break
                    self.assertEqual(done.returncode, 8, done.stderr)
                    self.assertRegex(done.stderr, r"^papilio: [^\n]*free some space on that disk\n$")
                    self.assert_good(path)
            path.unlink()

    def test_work_that_a_full_disk_stopped_goes_on(self):
        """Of transforms that are larger than memory."""
        out = self.results / "y.npy"
        out.write_text("precious")
        x = np.load(self.inputs / "x.npy")
        command = ("transform", "c2c:f64:60", "--in", self.inputs / "x.npy", "--output", out, "--out-of-core")
        for number, done in self.runs(*command):
            with self.subTest(number=number):
                if done.returncode == 0:
                    self.assertGreater(number, 2)
                    break
                self.assertEqual(done.returncode, 8, done.stderr)
                self.assertRegex(done.stderr, r"^papilio: [^\n]*free some space on that disk\n$")
                self.assertEqual(out.read_text(), "precious")
        self.assert_close(np.load(out), np.fft.fft(x), 1e-14)
        self.assertEqual([p.name for p in self.results.iterdir()], [out.name])


class Signals(OutputCase):
    """A signal at every millisecond of a command: before, while and after the file is in the making. On a machine so
    busy that a command takes more than 200 of them, at 200 moments."""

    def whole_use(self, name):
        """Seconds of the shortest of three runs, and the file."""
        seconds = []
        for _ in range(3):
            start = time.monotonic()
            self.succeed(*self.command(name))
            seconds.append(time.monotonic() - start)
        return min(seconds), (self.results / name).read_bytes()

    def stopped(self, name, seconds, number):
        """The exit code of a run that gets the signal after so many seconds."""
        with subprocess.Popen([PAPILIO, *map(str, self.command(name))], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            time.sleep(seconds)
            process.send_signal(number)
            return process.wait()

    def check(self, name):
        seconds, whole = self.whole_use(name)
        path = self.results / name
        stopped = 0
        step = max(STEP, int(1000 * seconds) // 200)
        for milliseconds in range(0, int(1000 * seconds) + 5, step):
            path.write_text("precious")
            code = self.stopped(name, milliseconds / 1000, (signal.SIGINT, signal.SIGTERM)[milliseconds // step % 2])
            with self.subTest(name=name, milliseconds=milliseconds):
                self.assertEqual([p.name for p in self.results.iterdir()], [name])
                data = path.read_bytes()
                if data == b"precious":
                    self.assertNotEqual(code, 0)
                    stopped += 1
                elif name.endswith("csv"):  # also of one that was stopped when it had its file
                    self.assertEqual(data.count(b"\n"), whole.count(b"\n"))
                else:
                    self.assertEqual(len(data), len(whole))
        self.assertGreater(stopped, 0)

    def test_spectrum(self):
        self.check("s.csv")

    def test_bench(self):
        self.check("b.csv")

    def test_transform(self):
        self.check("t.npy")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
