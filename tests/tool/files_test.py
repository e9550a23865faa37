#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What every command does with files, options and exhausted memory, as root and as any user.
Usage: files_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

from output_case import OutputCase
from tool_test import NO_DEVICE, PAPILIO, Case, run

FAIL_MALLOC = os.environ.get("PAPILIO_TEST_FAIL_MALLOC_LIBRARY")
RNG = np.random.default_rng(2)


class Names(Case):
    """What a file is called cannot write to the terminal."""
    def test_reports_escape_control_characters(self):
        signal = self.folder / "x\x1b[2Jy.csv"
        signal.write_text("\n".join(str(x) for x in RNG.uniform(-1, 1, 64)))
        np.save(self.folder / "z.npy", RNG.uniform(-1, 1, 60) + 0j)
        out = self.folder / "o\x1b]0;t\x07.npy"
        for arguments in (("spectrum", signal, "--rate", 1, "-o", out),
                          ("convolve", signal, signal, "--rate", 8, "-o", out),
                          ("transform", "c2c:f32:60", "--in", self.folder / "z.npy", "--output", out)):
            report = self.succeed(*arguments)
            self.assertNotRegex(report, "[\x00-\x09\x0b-\x1f]")
            self.assertIn("o\\x1b]0;t\\x07.npy", report)
        baseline = self.succeed("bench", "16", "--peers", "none", "--repetitions", 1, "--no-check", "--no-plan-time",
                                "--save-baseline", self.folder / "b\x1b.json")
        self.assertIn("b\\x1b.json", baseline)
        for arguments in (("devices",), ("devices", "--json")):
            done = run(*arguments, PAPILIO_VULKAN_LIBRARY="/none/\x1b\udcff.so")
            self.assertNotIn("\x1b", done.stdout)
            self.assertIn("/none/", done.stdout)
        picture = self.folder / "p\x1b.png"
        self.succeed("hello2d", "-o", picture)
        self.assertIn("p\\x1b.png: ", self.succeed("image", picture, "-o", self.folder / "q.png"))

    def test_a_cache_whose_path_is_too_long_is_told_once(self):
        done = run("check", "c2c:f32:4..6", PAPILIO_CACHE_DIR="/x" * 3000)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"^papilio: PAPILIO_CACHE_DIR: the path has 6000 bytes, [^\n]*\n$")
        self.assertIn("note: PAPILIO_CACHE_DIR", run("devices", PAPILIO_CACHE_DIR="/x" * 3000).stdout)


class Outputs(OutputCase):
    """What becomes of files that are there already, and of files that are none."""

    def test_the_mode_stays_and_links_are_followed(self):
        for name in self.NAMES:
            with self.subTest(name):
                target, link = self.results / f"real-{name}", self.results / name
                target.write_text("old")
                target.chmod(0o600)
                link.symlink_to(target.name)
                self.succeed(*self.command(name))
                self.assertTrue(link.is_symlink())
                self.assertEqual(stat.S_IMODE(target.stat().st_mode), 0o600)
                self.assertNotEqual(target.read_bytes()[:3], b"old")
        self.assertEqual(len(list(self.results.iterdir())), 2 * len(self.NAMES))

    def test_what_is_read_only_stays(self):
        for name in self.NAMES:
            with self.subTest(name):
                path = self.results / name
                path.write_text("precious")
                path.chmod(0o400)
                self.assertIn("it is read-only", self.fail_with(8, *self.command(name)))
                self.assert_good(path)
                path.unlink()

    def test_a_dangling_link_creates_its_target(self):
        for name in "s.pdf", "t.npy", "i.png", "b.json":
            with self.subTest(name):
                (self.results / name).symlink_to(f"real-{name}")
                self.succeed(*self.command(name))
                self.assertTrue((self.results / name).is_symlink())
                self.assertGreater((self.results / f"real-{name}").stat().st_size, 100)

    def test_full_devices_and_endless_ones(self):
        for name in self.NAMES:
            if name.endswith((".npy", ".wav")):  # /dev/full can be sought
                continue
            with self.subTest(name):
                (self.results / name).symlink_to("/dev/full")
                self.assertIn("free some space", self.fail_with(8, *self.command(name)))
        self.assertTrue(Path("/dev/full").is_char_device())
        for name in self.NAMES:
            with self.subTest(name):
                (self.results / name).unlink(missing_ok=True)
                (self.results / name).symlink_to("/dev/null")
                self.succeed(*self.command(name))
        self.assertTrue(Path("/dev/null").is_char_device())

    def test_a_fifo_without_a_reader_is_refused(self):
        for name in self.NAMES:
            with self.subTest(name):
                os.mkfifo(self.results / name)
                self.assertIn("nobody reads it", self.fail_with(8, *self.command(name)))
                self.assertTrue((self.results / name).is_fifo())

    def test_a_state_is_a_regular_file(self):
        fifo = self.results / "state"
        os.mkfifo(fifo)
        self.assertIn("regular file", self.fail_with(2, "check", "--random", 1, "--seed", 1, "--state", fifo))

    def test_a_fifo_that_is_read_is_written_through(self):
        for name in self.NAMES:
            with self.subTest(name):
                os.mkfifo(self.results / name)
                done = self.when_read(name)
                if name in ("c.npy", "c.wav"):  # their lengths stand before the numbers
                    self.assertEqual(done.returncode, 8)
                    self.assertIn("nothing can be taken back", done.stderr)
                else:
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertTrue((self.results / name).is_fifo())

    def when_read(self, name):
        """With both ends held open here, so that nobody finds the FIFO without a reader."""
        held = os.open(self.results / name, os.O_RDWR)
        fill = subprocess.Popen(["cat", self.results / name], stdout=subprocess.DEVNULL)
        try:
            return run(*self.command(name))
        finally:
            fill.kill()
            fill.wait()
            os.close(held)

    def test_folders_and_missing_folders(self):
        for name in self.NAMES:
            with self.subTest(name):
                (self.results / name).mkdir()
                self.assertIn("it is a folder", self.fail_with(8, *self.command(name)))
                if name != "baseline.json":  # whose folder is made
                    self.fail_with(8, *self.command(name, self.results / "none" / name))

    def test_an_output_is_no_input(self):
        inputs = {"x.csv": lambda x: ("spectrum", x, "--rate", 1, "-o", x),
                  "x.npy": lambda x: ("transform", "c2c:f32:60", "--in", x, "--output", x),
                  "k.csv": lambda x: ("convolve", self.inputs / "x.csv", x, "-o", x),
                  "i.png": lambda x: ("image", x, "-o", x),
                  "suite.txt": lambda x: (*self.BENCH, "--suite", x, "--csv", x),
                  "old.json": lambda x: (*self.BENCH, "--baseline", x, "--json", x),
                  "tuned.txt": lambda x: ("tune", "--suite", x, "--export", x)}
        self.succeed("hello2d", "-o", self.inputs / "i.png")
        (self.inputs / "k.csv").write_text("1\n2\n")
        (self.inputs / "suite.txt").write_text("16*4\n")
        (self.inputs / "tuned.txt").write_text("c2c:f32:16*4\n")
        self.succeed(*self.BENCH, "--json", self.inputs / "old.json")
        for name, command in inputs.items():
            with self.subTest(name):
                before = (self.inputs / name).read_bytes()
                self.assertIn("it is the file that is read", self.fail_with(2, *command(self.inputs / name)))
                self.assertEqual((self.inputs / name).read_bytes(), before)
        link = self.folder / "link.csv"
        os.link(self.inputs / "x.csv", link)
        self.assertIn("it is the file that is read",
                      self.fail_with(2, "spectrum", self.inputs / "x.csv", "--rate", 1, "-o", link))

    def test_outputs_are_distinct(self):
        out = self.results / "x.csv"
        self.assertIn("is the same file",
                      self.fail_with(2, *self.command("s.csv", out), "-o", self.results / "./x.csv"))
        self.assertIn("is the same file", self.fail_with(2, *self.BENCH, "--json", out, "--csv", out))
        self.assertIn("is the same file", self.fail_with(2, "study", 64, "--json", out, "--csv", out))

    def test_a_baseline_may_follow_the_one_compared_with(self):
        path = self.results / "b.json"
        self.succeed(*self.BENCH, "--save-baseline", path)
        before = path.stat().st_ino
        done = run(*self.BENCH, "--baseline", path, "--save-baseline", path, "--tolerance", 1e6)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotEqual(path.stat().st_ino, before)

    def test_a_device_node_is_not_replaced(self):
        if os.geteuid() != 0:
            self.skipTest("only root makes device nodes")
        node = self.results / "node"
        try:
            os.mknod(node, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        except PermissionError:
            self.skipTest("no device nodes here")
        self.succeed(*self.BENCH, "--save-baseline", node)
        self.assertTrue(node.is_char_device())


class Inputs(Case):
    def test_what_has_no_end_is_not_read_to_it(self):
        zeros = self.folder / "zeros.png"
        with open(zeros, "wb") as file:
            file.truncate(1 << 32)  # a hole

        def small():
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))

        for arguments in (("image", zeros, "-o", self.folder / "o.png"), ("bench", "--suite", "/dev/zero"),
                          ("bench", "16", "--baseline", "/dev/zero")):
            start = time.monotonic()
            done = subprocess.run([PAPILIO, *map(str, arguments)], capture_output=True, text=True, check=False,
                                  preexec_fn=small, timeout=60)
            with self.subTest(arguments):
                self.assertEqual(done.returncode, 8, done.stderr)
                self.assertLess(time.monotonic() - start, 30)


class Options(Case):
    def test_empty_values(self):
        for arguments in (("spectrum", "x.csv", "--overlap", ""), ("spectrum", "x.csv", "--rate", ""),
                          ("check", "16", "--seed", ""), ("bench", "16", "--json", ""), ("bench", "16", "--charts", ""),
                          ("convolve", "a", "b", "-o", "c", "--block", ""), ("hello", "")):
            with self.subTest(arguments):
                self.assertIn("the value is empty", self.fail_with(2, *arguments))

    def test_numbers_that_do_not_fit(self):
        for arguments in (("check", "16", "--seed", "-1"), ("check", "16", "--seed", "18446744073709551616"),
                          ("check", "16", "--shard", "-1", "5"), ("check", "16", "--shard", "0", "5"),
                          ("check", "16", "--shard", "1", "99999999999999999999"),
                          ("check", "c2c:f32:16", "--shard", "6", "5"),
                          ("check", "16", "--jobs", "-1"), ("check", "16", "--jobs", "99999999"),
                          ("bench", "16", "--repetitions", "99999999999999999999"),
                          ("bench", "16", "--repetitions", "0"),
                          ("bench", "16", "--repetitions", "2x"), ("bench", "16", "--plan-runs", "10000000"),
                          ("bench", "16", "--min-time", "nan"), ("bench", "16", "--peers", "fftw-99999999t"),
                          ("bench", "16", "--peers", "fftw-0t"), ("bench", "16", "--peers", "fftw--1t"),
                          ("hello", "3", "1", "10000000"), ("hello", "0x3"), ("spectrum", "x.csv", "--segment", "1e3"),
                          ("spectrum", "x.csv", "--overlap", "inf"), ("spectrum", "x.csv", "--peaks", "-1")):
            with self.subTest(arguments):
                message = self.fail_with(2, *arguments)
                self.assertLess(len(message), 300)
                self.assertNotIn("e+308", message)

    def test_numbers_are_decimal(self):
        text = self.succeed("hello", "010", "+1", "--json")
        self.assertEqual(json.loads(text)["log2_n"], 10)

    def test_messages_are_presentable(self):
        bell = "\x1b]0;title\x07\x9b"
        long = "x" * 50000
        for arguments in ((bell,), ("--" + bell,), ("spectrum", bell), ("spectrum", bell + ".csv"), ("check", bell),
                          ("check", "16", "--device", bell), ("bench", "16", "--peers", bell),
                          ("bench", "16", "--bytes", bell),
                          ("bench", "--suite", bell), ("plan", f"c2c:f32:16:{bell}=1"),
                          ("source", "16", "--dialect", bell),
                          ("plan", "c2c:f32:16", "--caps", bell), ("image", bell, "-o", bell + ".png"),
                          ("spectrum", "x.csv", "--window", bell), ("spectrum", "x.csv", "--channel", bell),
                          ("spectrum", "x.csv", "--scaling", bell), ("hello", bell), ("spectrum", "x", bell)):
            with self.subTest(arguments):
                done = run(*arguments)
                self.assertNotIn(done.returncode, (0, 11))
                self.assertEqual([c for c in done.stderr if ord(c) < 32 and c != "\n" or 0x7f <= ord(c) < 0xa0], [])
        for arguments in ((long,), ("spectrum", long), ("plan", f"c2c:f32:16:{long}=1"), ("plan", f"c2c:f32:{long}"),
                          ("bench", "--suite", long), ("check", "16", "--device", long), ("hello", long),
                          ("spectrum", "x.csv", "--scaling", long), ("bench", "16", "--bytes", long)):
            with self.subTest(arguments[0]):
                done = run(*arguments)
                self.assertNotIn(done.returncode, (0, 11))
                self.assertLess(len(done.stderr), 2000)


    def test_the_environment_of_a_program_with_more_rights_is_not_trusted(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a program another user's rights")
        self.folder.chmod(0o755)
        program = self.folder / "papilio"
        shutil.copy(PAPILIO, program)
        os.chown(program, 65534, 65534)
        environment = os.environ | {name: "/named/by/nobody" for name in NO_DEVICE}

        def notes():
            done = subprocess.run([program, "devices"], capture_output=True, text=True, check=False, env=environment)
            return done.stdout + done.stderr

        self.assertIn("/named/by/nobody", notes())
        program.chmod(0o4755)
        if os.statvfs(self.folder).f_flag & os.ST_NOSUID:
            self.skipTest("no set-user-ID programs here")
        self.assertNotIn("/named/by/nobody", notes())

    def test_a_failing_convolution_is_named(self):
        """And not only a transform within it, which nobody asked for."""
        token = "conv:f32:100000x100000x1000:kernel=3x3x3"
        for command in "plan", "source":
            message = self.fail_with(4, command, token, "--caps", "cpu")
            self.assertTrue(message.startswith(f"papilio: problem {token}: "), message)


@unittest.skipUnless(FAIL_MALLOC, "the tree was built with a sanitizer, or without the library that fails allocations")
class Memory(Case):
    """An allocation fails, and then all from there on: every one of a sample, with PAPILIO_TEST_FEWER=1 of a larger one."""
    FEWER = int(os.environ.get("PAPILIO_TEST_FEWER", "5"))

    def allocations(self, *arguments):
        counted = self.folder / "count"
        self.succeed(*arguments, LD_PRELOAD=FAIL_MALLOC, PAPILIO_TEST_COUNT_MALLOC=str(counted), **NO_DEVICE)
        return int(counted.read_text())

    def check(self, step, *arguments):
        step *= self.FEWER
        count = self.allocations(*arguments)
        self.assertGreater(count, 100)
        told = 0
        for number in range(1, count + 1, step):
            for more in {}, {"PAPILIO_TEST_FAIL_MALLOC_ALL": "1"}:
                done = run(*arguments, LD_PRELOAD=FAIL_MALLOC, PAPILIO_TEST_FAIL_MALLOC=str(number), **NO_DEVICE,
                           **more)
                with self.subTest(arguments=arguments, number=number, all=bool(more)):
                    if done.returncode == 0:
                        self.assertEqual(done.stderr, "")
                        continue
                    told += 1
                    self.assertEqual(done.returncode, 6, done.stderr)
                    lines = done.stderr.splitlines()
                    if lines[0].startswith("libgcc_s.so.1 must be installed"):  # glibc's, which cannot open it either
                        lines.pop(0)
                    self.assertEqual(len(lines), 1, done.stderr)
                    self.assertTrue(lines[0].startswith("papilio: ") and "memory" in lines[0], done.stderr)
        self.assertGreater(told, count // (2 * step))

    def test_from_the_start(self):
        self.check(7, "--version")

    def test_a_plan(self):
        self.check(97, "plan", "c2c:f32:4096", "--caps", "gpu")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
