#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio doctor. Usage: doctor_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import sys
import time
import unittest

from tool_test import Case, NO_DEVICE, run

BAD_DRIVER = os.environ.get("PAPILIO_TEST_BAD_DRIVER", "")


class Doctor(Case):
    def test_of_a_sound_machine(self):
        text = self.succeed("doctor", PAPILIO_CUDA_LIBRARY="/none", PAPILIO_VULKAN_LIBRARY="/none")
        self.assertTrue(text.startswith("papilio      "))
        for part in ("\ninstalled\n  command    ", "\nsystem       ", "\ndriver       cuda: no device\n", "\ndevice       opencl:0: ",
                     "check      c2c:f32:1000*4: right, error ", "check      c2c:f64:1000*4: right, error ",
                     "check      c2c:f32x2:64*4:in=f64:out=f64: right, error ",
                     "  callbacks  work", "  fma        rounds once\n", "\ncache        ", "\nenvironment  PAPILIO_CUDA_LIBRARY=/none\n"):
            self.assertIn(part, text)
        self.assertRegex(text.splitlines()[-1], r"^verdict      fine: \d+ devices? computes? right")

    def test_json(self):
        report = json.loads(self.succeed("doctor", "--json", PAPILIO_CUDA_LIBRARY="/none",
                                         PAPILIO_VULKAN_LIBRARY="/none"))
        self.assertTrue(report["fine"])
        self.assertEqual([backend["name"] for backend in report["backends"]], ["cuda", "vulkan", "opencl"])
        device = report["devices"][0]
        self.assertTrue(device["pass"] and device["callbacks"] and device["exact_fma"])
        for check in device["checks"]:
            self.assertLess(0, check["error"])
            self.assertLess(check["error"], check["bound"])

    def test_without_a_device(self):
        done = run("doctor", **NO_DEVICE)
        self.assertEqual(done.returncode, 5)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("install ocl-icd-libopencl1", done.stdout)
        self.assertIn("\nverdict      no device: install", done.stdout)

    def test_private_names_are_hidden(self):
        home = self.folder / "somebody"
        cache = home / "kernels"
        cache.mkdir(parents=True, mode=0o700)
        for options in (), ("--json",):
            text = self.succeed("doctor", *options, HOME=str(home), PAPILIO_CACHE_DIR=str(cache),
                                PAPILIO_WISDOM=str(home / "wisdom"))
            self.assertNotIn("somebody", text)
            self.assertIn("~/kernels", text)
            self.assertIn("~/wisdom", text)

    def test_a_cache_that_is_not_used_is_told(self):
        cache = self.folder / "cache"
        cache.mkdir()
        cache.chmod(0o777)
        text = self.succeed("doctor", PAPILIO_CACHE_DIR=str(cache))
        self.assertIn("mode 0777, not used", text)
        self.assertIn("every start compiles them", text.splitlines()[-1])
        self.assertIn("off: kernels are compiled", self.succeed("doctor", PAPILIO_CACHE="off"))

    @unittest.skipUnless(BAD_DRIVER, "no library that crashes")
    def test_a_driver_that_crashes(self):
        done = run("doctor", PAPILIO_CUDA_LIBRARY=BAD_DRIVER, PAPILIO_VULKAN_LIBRARY="/none")
        self.assertEqual(done.returncode, 10, done.stderr)
        self.assertIn("driver       cuda: FAILED: crashed (Aborted); it last said: bad_driver: an assertion failed",
                      done.stdout)
        self.assertIn("check      c2c:f32:1000*4: right", done.stdout)  # the other device is not concerned
        self.assertIn("\nverdict      wrong: the driver of cuda failed", done.stdout)
        self.assertEqual(done.stderr.count("\n"), 1)

    @unittest.skipUnless(BAD_DRIVER, "no library that hangs")
    def test_a_driver_that_hangs(self):
        begin = time.monotonic()
        done = run("doctor", "--time-limit", 0.5, PAPILIO_TEST_DRIVER_HANGS="1",
                   **{name: BAD_DRIVER for name in NO_DEVICE})
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(done.returncode, 10, done.stderr)
        self.assertEqual(done.stdout.count("FAILED: did not end within 0.5 s"), 3)

    def test_wrong_options(self):
        for value in "0", "", "1e9", "nan":
            self.assertIn("--time-limit", self.fail_with(2, "doctor", "--time-limit", value))
        self.fail_with(2, "doctor", "x")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
