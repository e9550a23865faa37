#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio source --program, papilio source --device-function and papilio simple.
Usage: program_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from fewer import fewer

PAPILIO = sys.argv[1]
NO_DEVICE = {f"PAPILIO_{name}_LIBRARY": "/none" for name in ("CUDA", "OPENCL", "VULKAN")}
CUDA = Path("/usr/local/cuda")
NVCC = shutil.which("nvcc") or shutil.which("nvcc", path=str(CUDA / "bin"))
WARNINGS = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-overlength-strings")

# Several passes, Rader's and Bluestein's algorithms, the real kinds, arrays, layouts, and f64.
TOKENS = ("c2c:f32:131072*2", "c2c:f32:1009*3", "c2c:f64:4099", "r2c:f32:1000*5", "c2r:f32:36x60*2", "c2c:f64:48x40:inverse",
          "r2c:f32:30x64:inplace", "dct2:f32:100x12", "dct1:f64:33", "dst3:f64:50*4", "dst4:f32:64", "dht:f32:10x12",
          "c2c:f32:8x100x6:scale=1/n:axes=1", "c2c:f32:60*7:inplace:planar", "c2c:f32:64:istrides=-1:ioffset=63")


def run(*command, **environment):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, env=os.environ | environment)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def succeed(self, *arguments, **environment):
        done = run(PAPILIO, *arguments, **environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def fail_with(self, code, *arguments, **environment):
        done = run(PAPILIO, *arguments, **environment)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done.stderr)
        return done.stderr


class Program(Case):
    def built(self, text):
        """The program made of this text in C."""
        source, program = self.folder / "fft.c", self.folder / "fft"
        source.write_text(text)
        done = run("cc", *WARNINGS, source, "-lOpenCL", "-lm", "-o", program)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return program

    def require_opencl(self):
        if run(PAPILIO, "devices", PAPILIO_CUDA_LIBRARY="/none", PAPILIO_VULKAN_LIBRARY="/none").stdout.find("opencl:0") < 0:
            self.skipTest("no OpenCL device")
        (self.folder / "link.c").write_text("#include <CL/cl.h>\nint main(void) { return clFinish(0) == 0; }\n")
        if run("cc", self.folder / "link.c", "-lOpenCL", "-o", self.folder / "link").returncode != 0:
            self.skipTest("no C compiler, or no libOpenCL to link")

    def test_opencl_programs_pass(self):
        self.require_opencl()
        for token in fewer(TOKENS):
            with self.subTest(token):
                done = run(self.built(self.succeed("source", token, "--program", "--device", "opencl:0")))
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                self.assertRegex(done.stdout, rf"^PASS {re.escape(token)} on .+: error [0-9.e-]+ of [0-9]+ results "
                                              r"\(bound [0-9.e-]+\), [0-9.]+ us\n$")

    def test_of_a_gpu_runs_on_any_device(self):
        self.require_opencl()
        text = self.succeed("source", "c2c:f32:4096*3", "--program", "--caps", "gpu", **NO_DEVICE)
        self.assertIn("CL_DEVICE_TYPE_GPU", text)
        program = self.built(text)
        done = run(program)
        self.assertTrue(done.stdout.startswith("PASS c2c:f32:4096*3 on "), done.stdout + done.stderr)
        for wrong in "99", "x", "-1", "":
            done = run(program, wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"no device '{wrong}'", done.stderr)

    def test_the_check_finds_what_is_wrong(self):
        self.require_opencl()
        text = self.succeed("source", "c2c:f32:1009*3", "--program", "--device", "opencl:0")
        for what, wrong in (("a table", re.sub(r"(table_0\[\] = \{\n    )0x\w+u", r"\g<1>0x3e000000u", text)),
                            ("the direction", text.replace("sign = -1;", "sign = 1;")),
                            ("the scale", text.replace("scale = 1;", "scale = 1.00001;")),
                            ("a launch", re.sub(r"(launches\[LAUNCHES\] = \{\n    \{[0-9]+, )[0-9]+", r"\g<1>0", text))):
            self.assertNotEqual(wrong, text, what)
            done = run(self.built(wrong))
            self.assertEqual(done.returncode, 1, what)
            self.assertNotIn("PASS", done.stdout, what)

    def test_cuda_programs_compile(self):
        if NVCC is None:
            self.skipTest("no nvcc")
        for token, preset in (("c2c:f32:2^17", "gpu"), ("r2c:f64:1009*2", "gpu"), ("c2c:f32:65536*2000", "h200")):
            source = self.folder / "fft.cu"
            source.write_text(self.succeed("source", token, "--program", "--dialect", "cuda", "--caps", preset, **NO_DEVICE))
            options = re.search(r"nvcc (.*) fft\.cu -lcuda", source.read_text()).group(1).split()
            done = run(NVCC, *options, "-c", source, "-o", self.folder / "fft.o")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_ptx_programs_pass(self):
        driver, headers = (os.environ.get(f"PAPILIO_TEST_{name}", "") for name in ("PTX_CUDA", "CUDA_HEADERS"))
        if not driver:
            self.skipTest("no cuda.h, or a build with sanitizers")
        source, program = self.folder / "fft.c", self.folder / "fft"
        for token, preset in (("c2c:f32:4096*3", "gpu"), ("r2c:f64:1000*2", "gpu"), ("c2r:f32:1009*2:inplace", "gpu"),
                              ("c2c:f32:64x48*4", "h200"), ("c2c:f32:65536", "h200")):
            source.write_text(self.succeed("source", token, "--program", "--dialect", "ptx", "--caps", preset, **NO_DEVICE))
            done = run("cc", *WARNINGS, "-isystem", headers, source, driver, f"-Wl,-rpath,{Path(driver).parent}", "-lm",
                       "-o", program)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            done = run(program)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            self.assertTrue(done.stdout.startswith(f"PASS {token} on an interpreter of PTX: error "), done.stdout)
            self.assertEqual(run(program, "1").returncode, 2)

    def test_what_there_is_no_program_of(self):
        for arguments, why in ((("conv:f32:64:kernel=3",), "programs in C are of transforms"),
                               (("c2c:f16:64",), "in= and out="),
                               (("c2c:f32:64:zero=[32,64)",), "leave out zero=, skip=, modes=, pad=, crop="),
                               (("c2c:f32:64", "--dialect", "spirv"), "binary")):
            self.assertIn(why, self.fail_with(4, "source", *arguments, "--program", "--caps", "gpu", **NO_DEVICE))
        self.assertIn("--json", self.fail_with(2, "source", "c2c:f32:64", "--program", "--json", "--caps", "gpu", **NO_DEVICE))


class DeviceFunction(Case):
    def test_json_has_the_table(self):
        for language in ("opencl", "cuda", "glsl", "wgsl"):
            report = json.loads(self.succeed("source", "r2c:f32:60*2", "--device-function", "--dialect", language, "--json", **NO_DEVICE))
            self.assertEqual((report["language"], report["name"], report["transforms"]), (language, "papilio_r2c_f32_60_batch2", 2))
            for side, element, elements in (("input", "real pair", 30), ("output", "complex", 31)):
                table = report[side]
                self.assertEqual((table["element"], table["elements"]), (element, elements))
                self.assertEqual(len(table["formulas"]), table["registers"])
                self.assertEqual({len(row) for row in table["indices"]}, {table["registers"]})
                self.assertEqual({i for row in table["indices"] for i in row} - {-1}, set(range(2 * elements)))
            self.assertEqual(len(report["output"]["indices"]), report["work_items"])

    def test_text(self):
        text = self.succeed("source", "c2c:f32:60", "--device-function", **NO_DEVICE)
        self.assertIn("void papilio_c2c_f32_60_forward(float2* x, __local float* scratch, int work_item)", text)
        self.assertIn("__device__", self.succeed("source", "c2c:f32:60", "--device-function", "--caps", "h200", **NO_DEVICE))

    def test_shape(self):
        shape = "4x15:threads=15:pad=8:twiddles=products"
        for token in ("c2c:f32:60", "c2c:f32:60:inverse"):
            report = json.loads(self.succeed("source", token, "--device-function", "--shape", shape, "--json", **NO_DEVICE))
            self.assertEqual((report["shape"], report["work_items"]), (shape, 15))

    def test_errors(self):
        for arguments, why in ((("c2c:f32:2^20",), "do not fit a work-group"), (("c2c:f32:16", "--shape", "4x5"), "product is 16"), (("c2c:f32:8x8",), "one axis"),
                               (("c2c:f64:64", "--caps", "v3d"), "no double precision")):
            self.assertIn(why, self.fail_with(4, "source", *arguments, "--device-function", **NO_DEVICE))
        for option in ("--program", "--general"):
            self.assertIn(option.partition("=")[0], self.fail_with(2, "source", "c2c:f32:16", "--device-function", option, **NO_DEVICE))
        self.assertIn("opencl, cuda, glsl, wgsl",
                      self.fail_with(2, "source", "c2c:f32:8", "--device-function", "--dialect", "ptx", **NO_DEVICE))


class Simple(Case):
    def test_the_crates_lines(self):
        lines = self.succeed("simple").splitlines()
        for line in ("Input", "  samples    : 1000  (zero-padded to 1024 for FFT)", "  sample rate: 200 Hz",
                     "  frequency  : 15 Hz", "  first 5    : [0.0000, 0.4540, 0.8090, 0.9877, 0.9511]",
                     "Dominant frequencies (threshold = 100)", "  15.04 Hz  power: 214.48"):
            self.assertIn(line, lines)
        for pattern in (r"FFT  completed in [0-9.]+ µs  \(after [0-9.]+ ms of set-up, on .+\)",
                        r"IFFT completed in [0-9.]+ µs", r"  round-trip max error: [0-9.e-]+  \(5 log2\(N\) eps = 5\.96e-06\)"):
            self.assertEqual(sum(re.fullmatch(pattern, line) is not None for line in lines), 1, pattern)

    def test_json(self):
        report = json.loads(self.succeed("simple", "--json", "--device", "opencl"))
        self.assertEqual((report["samples"], report["bins"]), (1000, 1024))
        self.assertEqual(len(report["peaks"]), 1)
        self.assertAlmostEqual(report["peaks"][0]["frequency"], 15.04, delta=0.005)
        self.assertAlmostEqual(report["peaks"][0]["power"], 214.48, delta=0.005)
        self.assertLess(report["max_error"], report["bound"])
        self.assertTrue(report["device"]["id"].startswith("opencl:"))
        self.assertGreater(report["seconds"]["fft"], 0)

    def test_errors(self):
        self.assertIn("abacus", self.fail_with(5, "simple", "--device", "abacus"))
        self.fail_with(5, "simple", **NO_DEVICE)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
