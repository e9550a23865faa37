#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs `papilio tune`. Usage: tune_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from tool_test import Case, NO_DEVICE, PAPILIO, run

HEADING = "# papilio wisdom\n"
ROOT = Path(__file__).parents[2]


class Tune(Case):
    def setUp(self):
        super().setUp()
        self.wisdom = self.folder / "data" / "wisdom"
        self.environment = {"PAPILIO_WISDOM": str(self.wisdom)}

    def tune(self, *arguments):
        return self.succeed("tune", *arguments, **self.environment)

    def shapes(self, token):
        plan = json.loads(self.succeed("plan", token, "--json", **self.environment))
        return plan["shapes"], {one["from"] for one in plan["passes"]}

    def test_what_it_finds_is_used_and_verified(self):
        token = "c2c:f32:60*50"
        untuned, origin = self.shapes(token)
        self.assertEqual(origin, {"model"})
        for limit in "4s", "20s", "100s":  # a busy machine may be compiling still when the time is over
            (problem,) = json.loads(self.tune(token, "--time", limit, "--json"))["problems"]
            if problem["tried"] > 0:
                break
        self.assertEqual((problem["token"], problem["wrong"]), (token, 0))
        self.assertGreaterEqual(problem["tried"], 1)
        self.assertGreaterEqual(problem["speed"], 1)
        self.assertEqual(problem["better"], problem["shapes"] != untuned)
        self.assertEqual(self.shapes(token), (problem["shapes"], {"wisdom"}))
        self.assertIn("from=wisdom", self.succeed("plan", token, **self.environment))
        self.assertNotIn("from=wisdom", self.succeed("plan", token, PAPILIO_WISDOM="off"))
        device, line_token, shapes, figure, effort = self.wisdom.read_text().removeprefix(HEADING).split()
        self.assertEqual((line_token, shapes, effort), (token, problem["shapes"], "exhaustive"))
        self.assertRegex(device, r"^\w+:\S+:\d+$")
        self.assertRegex(figure, r"^[\d.e+-]+us$")
        self.succeed("check", token, **self.environment)
        # Speeds of a busy machine are not for a test; that they are taken and told is.
        verified = run("tune", token, "--verify", "--pairs", "3", **self.environment)
        self.assertIn(verified.returncode, (0, 10))
        self.assertIn("geometric mean", verified.stdout)
        self.wisdom.write_text(f"{HEADING}{device} {token} {untuned} {figure} {effort}\n")
        self.assertIn("the untuned plan itself, 1x\n", self.tune(token, "--verify"))
        (problem,) = json.loads(self.tune(token, "--verify", "--json"))["problems"]
        self.assertEqual((problem["untuned_us"], problem["tuned_us"], problem["speed"]), (None, None, 1))

    def test_stops_in_time(self):
        begin = time.monotonic()
        text = self.tune("c2c:f32:720*10", "c2c:f32:1000*10", "--time", "3")
        self.assertLess(time.monotonic() - begin, 60)  # a compiler may be at work when the time is over
        self.assertEqual(len(re.findall(r"^c2c:f32:", text, re.MULTILINE)), 2)
        self.assertEqual(self.wisdom.read_text().count("c2c:"), 2)

    def test_an_interrupt_keeps_what_was_found(self):
        process = subprocess.Popen([PAPILIO, "tune", "c2c:f32:5040*8", "c2c:f32:2^15", "--time", "10m"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=os.environ | self.environment)
        self.addCleanup(process.kill)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual((process.returncode, err),
                         (-signal.SIGINT, "papilio tune: interrupted; 1 of 2 problems were not searched\n"))
        self.assertIn(", interrupted", out)
        self.assertNotIn("time ran out", out)
        self.assertEqual(self.wisdom.read_text().count("c2c:"), 1)
        self.assertNotIn("exhaustive", self.wisdom.read_text())

    def test_wisdom_goes_from_file_to_file(self):
        line = "opencl:a_cpu:2 c2c:f32:1000*4 10x10x10:columns:lanes=8:tile=8 12.5us\n"
        (self.folder / "in").write_text(line + "damaged\n")
        done = run("tune", "--import", self.folder / "in", **self.environment)
        self.assertEqual(done.returncode, 0)
        self.assertIn("1 lines imported", done.stdout)
        self.assertIn("wisdom:2: ", done.stderr)
        self.assertEqual(self.wisdom.read_text(), HEADING + line)
        self.assertEqual(self.tune("--export", "-"), HEADING + line)
        self.tune("--export", self.folder / "out", "--forget")
        self.assertEqual((self.folder / "out").read_text(), HEADING + line)
        self.assertEqual(self.wisdom.read_text(), HEADING)

    def test_a_file_that_is_not_used_is_told(self):
        self.wisdom.parent.mkdir()
        self.wisdom.write_text("something else\n")
        done = run("plan", "c2c:f32:64", **self.environment)
        self.assertEqual(done.returncode, 0)
        self.assertIn("its first line is not", done.stderr)
        self.fail_with(8, "tune", "c2c:f32:64*4", "--time", "0.1", lines=2, **self.environment)
        self.assertEqual(self.wisdom.read_text(), "something else\n")

    def test_wrong_options(self):
        self.assertIn("there is no problem", self.fail_with(2, "tune", **self.environment))
        for wrong in ("1d", "-5", "forever"):
            self.assertIn("duration", self.fail_with(2, "tune", "64", f"--time={wrong}", **self.environment))
        self.assertIn("only transforms", self.fail_with(4, "tune", "conv:f32:64:kernel=3", **self.environment))
        self.assertIn("PAPILIO_WISDOM is off", self.fail_with(2, "tune", "64", PAPILIO_WISDOM="off"))
        self.fail_with(2, "tune", "64", "--drop-slower", **self.environment)
        self.assertIn("only GPUs have tables", self.fail_with(4, "tune", "64", "--lines", "--device", "opencl",
                                                              **self.environment))
        self.fail_with(5, "tune", "64", **self.environment, **NO_DEVICE)

    def test_the_guide_is_right(self):
        guide = (ROOT / "docs" / "tuning.md").read_text()
        commands = re.findall(r"^papilio (.*)$", guide, re.MULTILINE)
        self.assertGreaterEqual(len(commands), 6)
        for command in commands:
            words = command.split("  #")[0].split()
            words = [str(self.folder / one) if one.endswith(".wisdom") else one for one in words]
            if "--suite" in words:  # twenty minutes
                continue
            words = ["0.5s" if one.endswith("s") and words[i - 1] == "--time" else one for i, one in enumerate(words)]
            with self.subTest(command):
                done = run(*words, **self.environment)
                self.assertIn(done.returncode, (0, 10), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
