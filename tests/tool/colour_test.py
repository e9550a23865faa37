#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio on a pseudo-terminal: colours and notices. Usage: colour_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import os
import pty
import re
import subprocess
import sys
import tempfile
import unittest

from tool_test import NO_DEVICE, PAPILIO, WRONG_FFTW, Case

GREEN, YELLOW, RED = "\x1b[32m", "\x1b[33m", "\x1b[1m\x1b[31m"
CHECK = ("check", "c2c:f32:60*3", "--seed", "5")
COLOUR = re.compile("\x1b\\[[0-9;]*m")


def environment_of(variables):
    """The test's own, without what decides about colours, and with `variables`."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "CLICOLOR_FORCE", "TERM")}
    return inherited | {"TERM": "xterm"} | variables


def read_all(end):
    text = b""
    try:
        while part := os.read(end, 65536):
            text += part
    except OSError:  # EIO: the other end is closed
        pass
    return text.decode()


def run(arguments, terminals=("stdout", "stderr"), **variables):
    """(exit code, {stream: what it was sent}); the streams in `terminals` are pseudo-terminals, the others pipes."""
    ends = {name: pty.openpty() if name in terminals else os.pipe() for name in ("stdout", "stderr")}
    process = subprocess.Popen([PAPILIO, *arguments], env=environment_of(variables), stdin=subprocess.DEVNULL,
                               **{name: writing for name, (_, writing) in ends.items()})
    for _, writing in ends.values():
        os.close(writing)
    texts = {name: read_all(reading).replace("\r\n", "\n") for name, (reading, _) in ends.items()}
    for reading, _ in ends.values():
        os.close(reading)
    return process.wait(), texts


class Colour(Case):
    def test_what_is_right_is_green(self):
        code, texts = run(CHECK)
        self.assertEqual(code, 0)
        self.assertIn(f"{GREEN}PASS\x1b[0m\n", texts["stdout"])

    def test_the_same_bits_are_green(self):
        code, texts = run(("scale", "c2c:f32:8x6", "--devices", "opencl:0,opencl:0", "--check"))
        self.assertEqual(code, 0, texts)
        self.assertIn(f"{GREEN}pass\x1b[0m c2c:f32:8x6 ", texts["stdout"])

    def test_what_is_wrong_is_red(self):
        code, texts = run(CHECK, LD_LIBRARY_PATH=WRONG_FFTW)
        self.assertEqual(code, 10)
        self.assertIn(f"{RED}FAIL:\x1b[0m the error is above", texts["stdout"])
        self.assertTrue(texts["stderr"].startswith(f"{RED}papilio:\x1b[0m check: 1 of 1 failed"), texts["stderr"])

    def test_a_warning_is_yellow(self):
        wisdom = self.folder / "wisdom"
        wisdom.write_text("nonsense\n")
        _, texts = run(("plan", "c2c:f32:60*3"), PAPILIO_WISDOM=str(wisdom))
        self.assertIn(f"papilio: {YELLOW}warning:\x1b[0m wisdom left out: ", texts["stderr"])

    def test_a_verdict_has_its_colour(self):
        _, texts = run(("doctor",), **NO_DEVICE)
        self.assertIn(f"verdict      {RED}no device", texts["stdout"])
        _, texts = run(("doctor",), PAPILIO_CUDA_LIBRARY="/none", PAPILIO_VULKAN_LIBRARY="/none")
        self.assertIn(f"verdict      {GREEN}fine: ", texts["stdout"])
        self.assertIn(f": {GREEN}right\x1b[0m, error", texts["stdout"])

    def test_each_stream_decides_for_itself(self):
        for terminal in ("stdout", "stderr"):
            _, texts = run(CHECK, terminals=(terminal,), LD_LIBRARY_PATH=WRONG_FFTW)
            for name, text in texts.items():
                self.assertEqual(COLOUR.search(text) is not None, name == terminal, text)

    def test_no_colours_where_they_are_not_wanted(self):
        for variables in ({"NO_COLOR": "1"}, {"NO_COLOR": "0"}, {"TERM": "dumb"}, {"TERM": ""},
                          {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}):
            _, texts = run(CHECK, LD_LIBRARY_PATH=WRONG_FFTW, **variables)
            self.assertNotRegex("".join(texts.values()), COLOUR, variables)
        _, texts = run(CHECK, NO_COLOR="")  # empty is not set
        self.assertIn(GREEN, texts["stdout"])

    def test_colours_in_a_pipe_on_demand(self):
        _, texts = run(CHECK, terminals=(), CLICOLOR_FORCE="1")
        self.assertIn(GREEN, texts["stdout"])
        for force in ("0", ""):
            _, texts = run(CHECK, terminals=(), CLICOLOR_FORCE=force)
            self.assertNotRegex(texts["stdout"], COLOUR)

    def test_data_have_no_colours(self):
        for command in ((*CHECK, "--json"), ("doctor", "--json")):
            _, texts = run(command)
            self.assertNotRegex(texts["stdout"], COLOUR)

    def test_long_compilation_is_told_on_a_terminal(self):
        def cold(terminals):
            with tempfile.TemporaryDirectory() as folder:
                _, texts = run(("plan", "c2c:f64:65537x1009", "--resources", "--device", "opencl"), terminals,
                               POCL_CACHE_DIR=folder, POCL_EXTRA_BUILD_FLAGS="", PAPILIO_CACHE_DIR=folder,
                               OCL_ICD_VENDORS="/etc/OpenCL/vendors")  # PoCL with its whole library: some 2 s
                return texts["stderr"].replace(folder, "FOLDER")
        self.assertEqual(cold(("stdout", "stderr")), "\r\x1b[Kpapilio: kernels are compiled for their first use; "
                                                     "later ones find them in FOLDER\n")
        self.assertEqual(cold(("stdout",)), "")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
