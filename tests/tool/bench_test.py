#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio bench. Usage: bench_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

from fewer import fewer
from tool_test import PAPILIO, WRONG_FFTW, Case, run


class Bench(Case):
    """Few executions of short transforms: what is tested is the command, not the machine."""
    QUICK = ("--min-time", "0", "--repetitions", "3", "--no-plan-time")

    def bench(self, *arguments, code=0, **environment):
        """The JSON object of a run, whose stderr other libraries may use."""
        done = run("bench", *arguments, "--json", "-", **environment)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def test_a_report_has_every_figure(self):
        report = self.bench("c2c:f32:16*64", "c2c:f64:10*3:inverse", "--peers", "fftw-1t", *self.QUICK)
        self.assertEqual([row["problem"] for row in report["rows"]], ["c2c:f32:16*64", "c2c:f64:10*3:inverse"])
        for row, bound in zip(report["rows"], (1e-6, 1e-14)):
            self.assertEqual([library["library"] for library in row["libraries"]], ["papilio", "fftw-1t"])
            for library in row["libraries"]:
                self.assertEqual((library["outcome"], library["samples"]), ("measured", 3))
                self.assertGreater(library["seconds"], 0)
                self.assertLess(library["relative_l2_error"], bound)
                self.assertGreater(library["eff"], 0)
            self.assertGreaterEqual(row["plan"]["launches"], 1)
            self.assertGreaterEqual(row["plan"]["bytes"], row["bytes"])
        self.assertEqual(report["means"][-1]["suite"], None)

    def test_text_and_csv(self):
        text = self.succeed("bench", "16*64", "--peers", "none", "--csv", self.folder / "out.csv", *self.QUICK)
        self.assertIn("mean/1", text)
        lines = (self.folder / "out.csv").read_text().splitlines()
        self.assertEqual(len(lines), 2)
        self.assertEqual(lines[1].split(",")[1:6], ["c2c:f32:16*64", "16", "64", "papilio", "measured"])
        csv = self.succeed("bench", "16*64", "--peers", "none", "--csv", "-", *self.QUICK)
        self.assertEqual(csv.splitlines()[0], lines[0])

    def test_the_size_of_the_data(self):
        report = self.bench("16", "--bytes", "64KiB", "--peers", "none", "--no-check", *self.QUICK)
        self.assertEqual(report["rows"][0]["batch"], 512)
        self.assertIsNone(report["rows"][0]["libraries"][0]["relative_l2_error"])

    def test_libraries_of_the_host(self):
        missing = {"PAPILIO_MKL_LIBRARY": "/none/libmkl_rt.so", "PAPILIO_PYTHON_LIBRARY": "/none/libpython3.so"}
        done = self.succeed("bench", "16*4", "--peers", "mkl,mkl-1t,ducc-2t", *self.QUICK, **missing)
        for note in ("mkl: its library was not found", "PyPI: mkl", "ducc: its library was not found", "PYTHONPATH"):
            self.assertIn(note, done)
        for name in ("mkl-", "mkl-0t", "ducc-1", "ducc-9999t", "ducc2t"):
            self.assertIn(f"peer '{name}'", self.fail_with(2, "bench", "16", "--peers", name))

    def test_installed_libraries_of_the_host(self):
        """MKL and ducc0 are too large for CI; where they are installed, their results are compared."""
        problems = ("c2c:f32:12x10*3:inverse", "r2c:f64:12x10*3", "c2r:f32:20*3", "c2c:f64:16*4:istrides=4:idist=1")
        report = self.bench(*problems, "dct3:f32:12x10", "dst1:f64:15*2", "dht:f32:12", "--peers", "mkl,ducc-1t",
                            *self.QUICK)
        for row in report["rows"]:
            for library in row["libraries"][1:]:
                expected = "unsupported" if library["library"] == "mkl" and row["problem"][0] == "d" else "measured"
                self.assertEqual(library["outcome"], expected, (row["problem"], library))
        if not report["rows"][0]["libraries"][1:]:
            self.skipTest("neither MKL nor ducc0 is installed")

    def test_convolutions_of_scipy(self):
        tokens = ("corr:f32:100*3:kernel=9", "corr:f64:100*3:kernel=8:same:complex", "corr:f32:64*2:kernel=9:circular",
                  "corr:f32:64*5:kernel=8:valid:complex", "conv:f32:64*3:kernel=8*3:same",
                  "conv:f32:32x16*3:kernel=4x5:circular:complex", "corr:f32:63*2:kernel=9:circular:complex",
                  "conv:f32:20x3*2:kernel=5x1:axes=0")
        report = self.bench(*tokens, "conv:f32:64*2:kernel=8:in=i16", "conv:f32:16*4:kernel=33:circular",
                            "c2c:f32:16*4", "--peers", "scipy,scipy-1t",
                            *self.QUICK)
        for row in report["rows"]:
            for library in row["libraries"][1:]:
                expected = "measured" if row["problem"] in tokens else "unsupported"
                self.assertEqual(library["outcome"], expected, (row["problem"], library))

    def test_non_uniform_transforms_and_ragged_batches(self):
        """finufft and ducc0 are compared where they are installed."""
        tokens = ("nufft1:f32:20x30:eps=0.0001:points=500", "nufft2:f64:60*2:eps=1e-09:points=90:clustered",
                  "nufft3:f64:1d:eps=1e-06:points=200:frequencies=150", "r2c:f32:ragged=20..40/4*3")
        report = self.bench(*tokens, "--peers", "finufft-1t,ducc-1t", *self.QUICK)
        self.assertEqual([row["problem"] for row in report["rows"]], list(tokens))
        for row in report["rows"]:
            for library in row["libraries"]:
                refused = library["library"] != "papilio" and "ragged" in row["problem"] or \
                    library["library"] == "ducc-1t" and "*2" in row["problem"]
                self.assertEqual(library["outcome"], "unsupported" if refused else "measured", (row["problem"], library))
                if not refused:
                    self.assertLess(library["relative_l2_error"], 1e-4)
            self.assertNotIn("plan", row)
        self.assertIn("of one length on a grid", self.fail_with(2, "bench", tokens[0], "--round-trip"))

    def test_suites(self):
        suite = self.folder / "mine.txt"
        suite.write_text("title=Mine\nbytes=1KiB\n16 # and\nc2c:f32:10*3\n")
        report = self.bench("--suite", suite, "--peers", "none", *self.QUICK)
        self.assertEqual([(row["suite"], row["problem"]) for row in report["rows"]],
                         [("mine", "c2c:f32:16*8"), ("mine", "c2c:f32:10*3")])
        for name in ("powers-of-two", "smooth", "primes", "odd", "latency", "mid-size", "fp64", "quick", "pocl",
                     "cpu-further", "dct", "f16", "layouts", "convolution"):
            self.assertIn(name, run("bench", "--help").stdout)

    def test_random_problems(self):
        wanted = ("--random", "4", "--seed", "7", "--like", "latency,f64", "--bytes", "64KiB", "--peers", "none", *self.QUICK)
        first, again = self.bench(*wanted), self.bench(*wanted)
        problems = [row["problem"] for row in first["rows"]]
        self.assertEqual(problems, [row["problem"] for row in again["rows"]])
        self.assertEqual([row["suite"] for row in first["rows"]], ["random-latency"] * 2 + ["random-f64"] * 2)
        self.assertEqual((first["random"]["seed"], first["random"]["like"]), (7, ["latency", "f64"]))
        alone = self.bench("--random", "2", "--seed", "7", "--like", "f64", "--bytes", "64KiB", "--peers", "none", *self.QUICK)
        self.assertEqual([row["problem"] for row in alone["rows"]], problems[2:])

    def test_random_problems_have_a_distribution(self):
        text = self.succeed("bench", "--random", "2", "--seed", "7", "--like", "3d", "--bytes", "64KiB", "--peers", "vkfft",
                            *self.QUICK)
        if "vkfft" not in text.splitlines()[0]:
            self.skipTest("VkFFT is not built")
        self.assertIn("drawn from seed 7", text)
        self.assertIn("below 0.97", text)

    def test_plan_times_are_of_fresh_caches(self):
        report = self.bench("16*64", "--peers", "none", "--no-check", *self.QUICK[:-1], TMPDIR=self.folder)
        times = report["rows"][0]["plan_time"]
        self.assertGreater(times["cold"], times["disk"])
        self.assertGreater(times["disk"], times["warm"])
        self.assertGreater(times["warm"], 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_not_there_is_a_note(self):
        report = self.bench("16*64", "--peers", "cufft,clfft,fftw,vkfft,papilio@cuda:7", *self.QUICK,
                            PAPILIO_CLFFT_LIBRARY="/none/a", PAPILIO_FFTWF_LIBRARY="/none/b",
                            PAPILIO_BENCH_DIR=self.folder_with_a_bad_module(), PAPILIO_CUDA_LIBRARY="/none/c")
        self.assertEqual(list(report["libraries"]), ["papilio"])
        for note, words in zip(report["notes"], (("cufft", "needs CUDA"), ("clfft", "/none/a"), ("fftw", "/none/b"),
                                                 ("vkfft", "does not load"), ("cuda:7", "/none/c"))):
            for word in ("not available", *words):
                self.assertIn(word, note)

    def folder_with_a_bad_module(self):
        (self.folder / "modules").mkdir()
        (self.folder / "modules" / "papilio-vkfft-opencl.so").write_text("no library")
        return self.folder

    def test_a_library_that_overwrites_the_input_or_ends_the_process(self):
        """The next library has the input all the same, and the run goes on."""
        report = self.bench("c2c:f32:32*4", "c2c:f32:34*4", "c2c:f32:16*4", "c2c:f32:38*4", "--peers", "vkfft", *self.QUICK,
                            PAPILIO_BENCH_DIR=os.environ["PAPILIO_TEST_BAD_MODULE"])
        outcomes = [[library["outcome"] for library in row["libraries"]] for row in report["rows"]]
        self.assertEqual(outcomes, [["measured", "wrong"], ["measured", "failed"], ["measured", "wrong"], ["measured", "omitted"]])
        for row in report["rows"]:
            self.assertLess(row["libraries"][0]["relative_l2_error"], 1e-6)
        self.assertIn("it ends the process: signal 6 (Aborted)", report["rows"][1]["libraries"][1]["why"])
        self.assertEqual(report["rows"][3]["libraries"][1]["why"], "it could not be tried: signal 9 (Killed)")

    def test_libraries_on_the_same_buffers(self):
        report = self.bench("c2c:f32:16*64", "c2c:f32:17*64", "--peers", "clfft,vkfft,papilio@opencl", *self.QUICK)
        for row in report["rows"]:
            for library in row["libraries"]:
                if library["outcome"] == "measured":
                    self.assertLess(library["relative_l2_error"], 1e-6)
                else:
                    self.assertEqual((library["library"], library["outcome"]), ("clfft", "unsupported"))

    def test_real_transforms_and_several_axes(self):
        tokens = ["r2c:f32:60*8", "c2r:f32:60*8", "c2c:f32:16x12*3", "c2r:f32:8x16*3", "c2c:f32:4x6x8*2",
                  "r2c:f64:4x6x8*2", "c2c:f32:2048x1024*1"]
        report = self.bench(*fewer(tokens), "--peers", "clfft,vkfft,fftw-1t", *self.QUICK)
        for row in report["rows"]:
            for library in row["libraries"]:
                self.assertEqual(library["outcome"], "measured", (row["problem"], library))
                self.assertLess(library["relative_l2_error"], 1e-6, row["problem"])
        self.assertEqual(report["rows"][0]["bytes"], 8 * (60 * 4 + 31 * 8))

    def test_whatever_check_accepts(self):
        """The bound of a token's error; who can do it besides Papilio, in the order of --peers."""
        problems = {
            "dct2:f32:60*8": (1e-6, "vkfft fftw-1t"), "dct4:f32:16*8": (1e-6, "vkfft fftw-1t"),
            "dst2:f64:15*3": (1e-14, "vkfft fftw-1t"), "c2c:f16:64*8": (1e-3, ""), "r2c:bf16:64*8": (5e-3, ""),
            "r2c:f32:64*8:in=i16": (1e-6, ""), "c2c:f32:64*8:planar": (1e-6, ""),
            "c2c:f32:64*8:inplace": (1e-6, "clfft vkfft fftw-1t"), "r2c:f32:64*8:inplace": (1e-6, "clfft fftw-1t"),
            "c2c:f32:8x60x8*2:axes=1": (1e-6, "vkfft fftw-1t"),
            "c2c:f32:60*64:istrides=64:idist=1": (1e-6, "clfft fftw-1t"),
            "c2c:f32:10*4:ioffset=3:ooffset=5": (1e-6, "fftw-1t"), "c2c:f32:60*8:scale=1/n": (1e-6, ""),
            "c2c:f32:16x16*8:zero=[8,16)x-": (1e-6, ""), "r2c:f32:60*8:skip=[9,31)": (1e-6, "")}
        problems = {token: problems[token] for token in fewer(problems)}
        report = self.bench(*problems, "--peers", "clfft,vkfft,fftw-1t", *self.QUICK)
        if report["libraries"].get("vkfft", "").startswith("1.2."):  # Debian's has no sine transforms
            problems["dst2:f64:15*3"] = (1e-14, "fftw-1t")
        for row, (bound, others) in zip(report["rows"], problems.values()):
            measured = [library for library in row["libraries"] if library["outcome"] == "measured"]
            self.assertEqual(" ".join(library["library"] for library in measured), ("papilio " + others).strip(),
                             row["problem"])
            for library in measured:
                self.assertLess(library["relative_l2_error"], bound, (row["problem"], library))
            for library in row["libraries"]:
                self.assertIn(library["outcome"], ("measured", "unsupported"))
                self.assertEqual(library["outcome"] == "measured", "why" not in library, library)
        by_token = {row["problem"]: row for row in report["rows"]}
        for token, size in (("c2c:f16:64*8", 2 * 64 * 8 * 4), ("c2c:f32:16x16*8:zero=[8,16)x-", 8 * 8 * 16 * (8 + 16))):
            if token in by_token:
                self.assertEqual(by_token[token]["bytes"], size)

    def test_double_double(self):
        """Doubles alone would have an error of 1e-16."""
        papilio, vkfft = self.bench("c2c:f64x2:12*4", "--peers", "vkfft", *self.QUICK)["rows"][0]["libraries"]
        self.assertLess(papilio["relative_l2_error"], 2e-19)
        if vkfft["outcome"] == "unsupported":  # built without libquadmath
            self.assertIn("no module papilio-vkfft-opencl-f64x2.so", vkfft["why"])
        else:
            self.assertLess(vkfft["relative_l2_error"], 2e-19)

    def test_a_wrong_result_is_found(self):
        report = self.bench("16*64", "--peers", "none", *self.QUICK, code=10, LD_LIBRARY_PATH=WRONG_FFTW)
        papilio = report["rows"][0]["libraries"][0]
        self.assertEqual(papilio["outcome"], "wrong")
        self.assertIn("relative L2 error", papilio["why"])
        self.assertNotIn("seconds", papilio)

    def test_without_a_reference_it_is_measured_and_said(self):
        report = self.bench("c2c:f32:16*64", "--peers", "none", *self.QUICK, LD_LIBRARY_PATH=self.no_fftw())
        self.assertEqual(report["rows"][0]["libraries"][0]["outcome"], "measured")
        self.assertIn("FFTW", report["rows"][0]["note"])

    def no_fftw(self):
        (self.folder / "libfftw3l.so.3").write_text("no library")
        return self.folder

    def test_baselines(self):
        baseline = self.folder / "state" / "papilio" / "bench" / "one.json"
        where = {"XDG_STATE_HOME": self.folder / "state"}
        arguments = ("bench", "c2c:f32:16*64", "--peers", "none", "--no-check", *self.QUICK)
        self.assertIn(str(baseline), self.succeed(*arguments, "--save-baseline", "one", **where))
        saved = json.loads(baseline.read_text())

        def scale(factor):
            copy = json.loads(json.dumps(saved))
            for key in ("seconds", "lower_quartile", "upper_quartile"):
                copy["rows"][0]["libraries"][0][key] = saved["rows"][0]["libraries"][0]["seconds"] * factor
            baseline.write_text(json.dumps(copy))

        scale(1e-3)
        self.assertIn("1 of 1 problems are slower", self.fail_with(10, *arguments, "--baseline", "one", **where))
        scale(1e3)
        self.assertIn("faster c2c:f32:16*64", self.succeed(*arguments, "--baseline", "one", **where))

    def test_charts(self):
        self.succeed("bench", "c2c:f32:16*64", "c2c:f32:10*64", "--peers", "fftw-1t", "--charts",
                     self.folder / "charts", *self.QUICK)
        names = sorted(path.name for path in (self.folder / "charts").iterdir())
        self.assertEqual(names, ["efficiency-command-line-f32.svg", "error-command-line-f32.svg", "index.html",
                                 "ratio-command-line-f32.svg"])

    def test_convolutions(self):
        report = self.bench("conv:f32:100*8:kernel=9,20:same", "corr:f64:6x8*2:kernel=3x3*2:complex", "--peers",
                            "fftw-1t", *self.QUICK)
        for row in report["rows"]:
            papilio, fftw = row["libraries"]
            self.assertEqual((papilio["outcome"], fftw["outcome"]), ("measured", "unsupported"))
            self.assertLess(papilio["relative_l2_error"], 1e-6)
            self.assertGreaterEqual(row["plan"]["launches"], 1)
        self.assertEqual(report["rows"][0]["bytes"], 8 * 100 * 4 * 2 + 9 * 4)

    def test_errors(self):
        self.fail_with(2, "bench", "16", "--bytes", "1MB")
        self.fail_with(2, "bench", "16", "--random", "2")
        self.fail_with(2, "bench", "--random", "2", "--like", "even")
        self.fail_with(2, "bench", "--random", "0")
        self.fail_with(2, "bench", "16", "--seed", "2")
        self.fail_with(2, "bench", "16", "--peers", "cuftt")
        self.fail_with(3, "bench", "c2c:f32:x", lines=3)
        self.fail_with(2, "bench", "c2c:f32:16*2:odist=3")
        self.fail_with(5, "bench", "16", "--device", "opencl:99")
        self.fail_with(8, "bench", "16", "--json", "/dev/null/x.json")
        self.fail_with(8, "bench", "16", "--charts", "/proc/none")
        self.fail_with(8, "bench", "--suite", "none")
        self.fail_with(8, "bench", "16", "--baseline", self.folder / "none.json")
        self.fail_with(2, "bench", "16", "--save-baseline", "a b")
        self.assertIn("both would go to standard output", self.fail_with(2, "bench", "16", "--json", "-", "--csv", "-"))
        self.fail_with(2, "bench", "16", "--json", "-", "--markdown")
        self.assertIn("--json: the value is missing, for '--no-plan-time' is an option; a file of that name is ./--no-plan-time",
                      self.fail_with(2, "bench", "16", "--json", "--no-plan-time"))

    def test_nothing_is_left_when_it_is_killed(self):
        for end in signal.SIGKILL, signal.SIGINT:
            bench = subprocess.Popen([PAPILIO, "bench", "16*64", "--peers", "none", "--no-check", "--plan-runs", "6",
                                      *self.QUICK[:-1]],
                                     env=os.environ | {"TMPDIR": str(self.folder)},
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.assertTrue(self.wait_for(lambda: any(self.folder.iterdir())))
            bench.send_signal(end)
            bench.wait()
            self.assertTrue(self.wait_for(lambda: not any(self.folder.iterdir())))

    @staticmethod
    def wait_for(condition):
        for _ in range(600):
            if condition():
                return True
            time.sleep(0.1)
        return False

    @unittest.skipUnless("PAPILIO_TEST_FAKE_CUFFT" in os.environ, "the tree was built without the fake driver")
    def test_cuda_with_a_fake_driver(self):
        """Kernels do not run there, so Papilio's result must be found wrong; the fake cuFFT really transforms."""
        report = self.bench("c2c:f32:16*64", "c2c:f64:10*3:inverse", "r2c:f32:9*3", "r2c:f64:4x10*3", "c2r:f32:4x6x9*2",
                            "c2r:f64:10*5", "c2c:f16:16*4", "r2c:f16:8x16*3", "c2c:f32:10x6*1:axes=0",
                            "c2c:f32:4x6*3:inplace", "r2c:f64:4x10*3:inplace",
                            "c2c:f32:8*3:ioffset=5:istrides=3:idist=30", "c2c:f32:5000*1", "c2c:f16:10*1",
                            "c2c:f32:4x6x3*2:axes=1", "--device", "cuda:0", "--peers", "cufft", *self.QUICK,
                            code=10,
                            PAPILIO_CUDA_LIBRARY=os.environ["PAPILIO_TEST_FAKE_CUDA"],
                            PAPILIO_CUFFT_LIBRARY=os.environ["PAPILIO_TEST_FAKE_CUFFT"])
        self.assertEqual(report["libraries"]["cufft"], "12.3.45")
        for row in report["rows"][:12]:
            papilio, cufft = row["libraries"]
            self.assertIn(papilio["outcome"], ("wrong", "failed"))  # failed where there is no NVRTC
            self.assertEqual(cufft["outcome"], "measured", (row["problem"], cufft))
            self.assertLess(cufft["relative_l2_error"], 5e-4 if "f16" in row["problem"] else 1e-7, row["problem"])
        for row, outcome, why in zip(report["rows"][12:], ("failed", "unsupported", "unsupported"),
                                     ("cufftResult 8", "power of two", "more than one loop")):
            self.assertEqual(row["libraries"][1]["outcome"], outcome)
            self.assertIn(why, row["libraries"][1]["why"])

    @unittest.skipUnless("PAPILIO_TEST_RUNNING_CUDA" in os.environ and "PAPILIO_TEST_FAKE_CUFFT" in os.environ,
                         "the tree was built without the fake driver")
    def test_convolutions_with_cufft(self):
        """On a driver that interprets PTX: two transforms of the fake cuFFT and a product between them."""
        report = self.bench("conv:f32:16*5:kernel=16:circular", "conv:f64:6x10*3:kernel=6x10:circular",
                            "conv:f32:9x8*2:kernel=9x8:circular:complex", "conv:f32:100*2:kernel=10", "--device", "cuda:0",
                            "--peers", "cufft", *self.QUICK, PAPILIO_CACHE="off", PAPILIO_FAKE_CUDA_RUNS="1",
                            PAPILIO_CUDA_LIBRARY=os.environ["PAPILIO_TEST_RUNNING_CUDA"],
                            PAPILIO_CUFFT_LIBRARY=os.environ["PAPILIO_TEST_FAKE_CUFFT"])
        for row in report["rows"][:3]:
            cufft = row["libraries"][1]
            self.assertEqual(cufft["outcome"], "measured", (row["problem"], cufft))
            self.assertLess(cufft["relative_l2_error"], 1e-6, row["problem"])
            self.assertEqual(row["libraries"][0]["outcome"], "measured", row["problem"])
        refused = report["rows"][3]["libraries"][1]
        self.assertEqual(refused["outcome"], "unsupported")
        self.assertIn("circular", refused["why"])

    @unittest.skipUnless("PAPILIO_TEST_RUNNING_CUDA" in os.environ and "PAPILIO_TEST_FAKE_CUFINUFFT" in os.environ,
                         "the tree was built without the fake driver")
    def test_nonuniform_transforms_with_cufinufft(self):
        """On a driver that interprets PTX: Papilio sorts the points there, and the fake cuFINUFFT has direct sums."""
        report = self.bench("nufft1:f32:5x6*2:eps=1e-3:points=30", "nufft2:f64:4x3x5:eps=1e-3:points=20:order=fft",
                            "nufft3:f32:1d:eps=1e-3:points=10:frequencies=12", "c2c:f32:16*2", "--device", "cuda:0",
                            "--peers", "cufinufft", *self.QUICK, PAPILIO_CACHE="off", PAPILIO_FAKE_CUDA_RUNS="1",
                            PAPILIO_CUDA_LIBRARY=os.environ["PAPILIO_TEST_RUNNING_CUDA"],
                            PAPILIO_CUFINUFFT_LIBRARY=os.environ["PAPILIO_TEST_FAKE_CUFINUFFT"])
        for row in report["rows"][:3]:
            papilio, cufinufft = row["libraries"]
            self.assertEqual(papilio["outcome"], "measured", (row["problem"], papilio))
            self.assertEqual(cufinufft["outcome"], "measured", (row["problem"], cufinufft))
            self.assertLess(cufinufft["relative_l2_error"], 1e-6, row["problem"])
        self.assertEqual(report["rows"][3]["libraries"][1]["outcome"], "unsupported")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
