#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check what the libraries export, need, weigh and take to open.

Usage: symbols_test.py FOLDER [GENUINE…]: the folder of libcufft.so.11 and .12, and NVIDIA's libraries of these names, as
far as they are installed.
"""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

MOST_BYTES = 15 << 19  # the distributed engine is 0.75 MB of them
MOST_SECONDS = 0.005
NEEDED = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2", "libpthread.so.0",
          "libdl.so.2"}
FOLDER = Path()
GENUINE = {}  # by name
OF_ONE_VERSION = {11: ["__cufftXtSetJITCallback_12_7"], 12: []}


def exported(library):
    """{(name, version)} of the dynamic symbols that a library defines."""
    lines = subprocess.run(["objdump", "-T", library], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split() for line in lines if line[:8].strip() and "*UND*" not in line and len(line.split()) >= 6]
    return {(row[-1], row[-2]) for row in rows if re.fullmatch(r"[0-9a-f]{16}", row[0])}


def dynamic(library, tag):
    text = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    return set(re.findall(rf"\({tag}\).*\[(.*)\]", text))


class Symbols(unittest.TestCase):
    def libraries(self):
        return [(major, FOLDER / f"libcufft.so.{major}") for major in (11, 12)]

    def test_functions_and_version_nodes(self):
        names = (Path(__file__).parent / "functions.txt").read_text(encoding="utf-8").split()
        self.assertEqual(len(names), 58)
        for major, library in self.libraries():
            soname = f"libcufft.so.{major}"
            self.assertEqual(dynamic(library, "SONAME"), {soname})
            self.assertEqual(exported(library), {(name, soname) for name in [*names, *OF_ONE_VERSION[major], soname]})

    def test_genuine_libraries(self):
        if not GENUINE:
            self.skipTest("NVIDIA's libcufft.so.11 and .12 are not installed here")
        for name, genuine in GENUINE.items():
            self.assertEqual(exported(genuine), exported(FOLDER / name))
            self.assertEqual(dynamic(genuine, "SONAME"), dynamic(FOLDER / name, "SONAME"))

    def test_the_page_lists_what_is_not_supported(self):
        root = Path(__file__).parents[3]
        text = "".join(path.read_text(encoding="utf-8") for path in (root / "compat/cufft").glob("exports*.cpp"))
        missing = set(re.findall(r"int (cufft\w+)\([^)]*\) \{\s*(?:const char\* const null = [^;]*;\s*)?return missing", text))
        self.assertIn("cufftXtSetCallback", missing)
        page = (root / "docs/cufft.md").read_text(encoding="utf-8")
        listed = re.findall(r"`(cufft\w+)(\*?)`", page)
        for name in sorted(missing):
            self.assertTrue(any(name.startswith(word) if star else name == word for word, star in listed), name)

    def test_bad_arguments_are_tried_with_every_function(self):
        here = Path(__file__).parent
        tried = set(re.findall(r"\bcufft\w+(?=\()", (here / "bad_input_test.cpp").read_text(encoding="utf-8")))
        self.assertEqual(set((here / "functions.txt").read_text(encoding="utf-8").split()) - tried, set())

    def test_needs_the_c_and_c_plus_plus_run_time_only(self):
        for _, library in self.libraries():
            self.assertLessEqual(dynamic(library, "NEEDED"), NEEDED)

    def test_size(self):
        for _, library in self.libraries():
            self.assertLessEqual(library.stat().st_size, MOST_BYTES)

    def test_time_to_open(self):
        """The best of a few processes, for a machine under load. The C++ run time is open in most programs."""
        program = ("import ctypes, sys, time; ctypes.CDLL('libstdc++.so.6'); begin = time.perf_counter();"
                   "ctypes.CDLL(sys.argv[1]); print(time.perf_counter() - begin)")
        for _, library in self.libraries():
            times = [float(subprocess.run([sys.executable, "-c", program, library], capture_output=True, text=True,
                                          check=True).stdout) for _ in range(10)]
            print(f"{library.name}: opens in {min(times) * 1e3:.2f} ms")
            self.assertLessEqual(min(times), MOST_SECONDS)

    def test_opening_prints_nothing_and_needs_no_driver(self):
        program = ("import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]); plan = ctypes.c_int(); "
                   "sys.exit(lib.cufftPlan1d(ctypes.byref(plan), 8, 0x29, 1))")
        environment = os.environ | {"PAPILIO_CUDA_LIBRARY": "/nowhere/libcuda.so.1"}
        environment.pop("PAPILIO_TRACE", None)
        for _, library in self.libraries():
            run = subprocess.run([sys.executable, "-c", program, library], capture_output=True, text=True,
                                 env=environment)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (7, "", ""), "CUFFT_SETUP_FAILED, silently")
            run = subprocess.run([sys.executable, "-c", program, library], capture_output=True, text=True,
                                 env=environment | {"PAPILIO_TRACE": "1"})
            self.assertEqual(run.stdout, "")
            self.assertRegex(run.stderr, r"\Apapilio: cufftPlan1d\(0x[0-9a-f]+, 8, 41, 1\) = CUFFT_SETUP_FAILED"
                                         r"  c2c:f32:8  .*driver.*\n\Z")

    def test_what_is_missing_says_what_to_use(self):
        program = ("import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]); plan = ctypes.c_int(); pointer = ctypes.c_void_p(); "
                   "assert lib.cufftCreate(ctypes.byref(plan)) == 0; print(lib.cufftXtSetCallback(plan, ctypes.byref(pointer), 0, None), "
                   "lib.cufftXtClearCallback(plan, 0), lib.cufftXtSetJITCallback(plan), lib.cufftXtMakePlanGuru64(plan), "
                   "lib.cufftXtSetCallback(plan, None, 0, None))")
        for _, library in self.libraries():
            run = subprocess.run([sys.executable, "-c", program, library], capture_output=True, text=True,
                                 env=os.environ | {"PAPILIO_TRACE": "1", "PAPILIO_CUDA_LIBRARY": "/nowhere/libcuda.so.1"})
            self.assertEqual(run.stdout, "14 14 16 14 4\n", run.stderr)
            for line, words in zip(run.stderr.splitlines()[1:], ("device function", "device function", "LTO-IR", "cufftXtMakePlanMany")):
                self.assertIn(words, line)
                self.assertIn("use ", line)
            last = run.stderr.splitlines()[-1]
            self.assertIn("= CUFFT_INVALID_VALUE  the array of callback functions is null", last)
            self.assertNotIn("use ", last)


if __name__ == "__main__":
    FOLDER = Path(sys.argv[1])
    GENUINE = {Path(path).name: path for path in sys.argv[2:]}
    unittest.main(argv=sys.argv[:1])
