#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio bench in its several ways, and shows what it kept. Usage: bench_ways_test.py PAPILIO WRONG_FFTW_FOLDER
[unittest arguments]"""

import json
import subprocess
import sys
import unittest

from fewer import fewer
from tool_test import PAPILIO, WRONG_FFTW, Case, run


class BenchWays(Case):
    """Few executions of short transforms: what is tested is the command, not the machine."""
    QUICK = ("--min-time", "0", "--repetitions", "6", "--no-plan-time")

    def bench(self, *arguments, code=0, **environment):
        done = run("bench", *arguments, "--json", "-", **environment)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def kept(self, name, *arguments, device=None):
        """The path of a report, as of a device of this name."""
        report = self.bench(*arguments, *self.QUICK)
        if device:
            report["device"]["name"] = device
        path = self.folder / name
        path.write_text(json.dumps(report))
        return path

    def test_batch_lists(self):
        report = self.bench("64*1,4,16", "--peers", "none", *self.QUICK)
        self.assertEqual([row["batch"] for row in report["rows"]], [1, 4, 16])
        for bad in ("64*1,,4", "64*,4", "64*1,x", "64*4..1"):
            self.assertIn("number" if bad != "64*4..1" else "range", self.fail_with(3, "bench", bad, lines=3))

    def test_bands_and_points_a_second(self):
        report = self.bench("64*4", "--peers", "none", *self.QUICK)
        library = report["rows"][0]["libraries"][0]
        self.assertLessEqual(library["band"]["low"], library["seconds"])
        self.assertGreaterEqual(library["band"]["high"], library["seconds"])
        self.assertAlmostEqual(library["elements_per_second"] * library["seconds"] / 256, 1, 9)
        few = self.bench("64*4", "--peers", "none", *self.QUICK[:3], "5", *self.QUICK[4:])
        self.assertIsNone(few["rows"][0]["libraries"][0]["band"])

    def test_a_batch_against_single_calls(self):
        problems = ("c2c:f32:60*1,4", "r2c:f64:8x10*3", "c2r:f32:30*5", "c2c:f32:60*4:inplace", "r2c:f32:30*4:inplace",
                    "dct2:f32:32*3", "c2c:f32:8x60x8*2:axes=1", "c2c:f16:64*3")
        for ways in ((), ("--round-trip",), ("--end-to-end",), ("--round-trip", "--end-to-end")):
            some = [problem for problem in fewer(problems) if "c2r" not in problem or "--round-trip" not in ways]
            report = self.bench(*some, "--sequential", *ways, "--peers", "none", *self.QUICK)
            for row in report["rows"]:
                papilio, calls = row["libraries"]
                self.assertEqual(row["way"].split(), ["sequential", *(way[2:] for way in ways)])
                self.assertEqual(calls["library"], "sequential")
                for library in row["libraries"]:
                    self.assertEqual(library["outcome"], "measured", (row["problem"], ways, library))
                    self.assertLess(library["relative_l2_error"], 2e-3 if "f16" in row["problem"] else 1e-6,
                                    (row["problem"], ways))
                self.assertGreater(calls["ratio"], 0)
                band = calls["paired_ratio"]["band"]
                self.assertTrue(band["low"] <= calls["paired_ratio"]["median"] <= band["high"], calls)
                self.assertEqual(papilio["eff"] is None, "--end-to-end" in ways)

    def test_a_wrong_result_is_found_in_every_way(self):
        """FFTW is the reference of one transform; of round trips the input is, which needs none."""
        for ways, outcome in ((("--sequential",), "wrong"), (("--sequential", "--end-to-end"), "wrong"),
                              (("--sequential", "--round-trip"), "measured")):
            report = self.bench("16*4", *ways, "--peers", "none", *self.QUICK, code=10 if outcome == "wrong" else 0,
                                LD_LIBRARY_PATH=WRONG_FFTW)
            self.assertEqual([library["outcome"] for library in report["rows"][0]["libraries"]], [outcome] * 2, ways)

    def test_libraries_end_to_end(self):
        report = self.bench("c2c:f32:60*8", "r2c:f32:60*8", "c2c:f32:64*8:inplace", "conv:f32:100*8:kernel=9:same",
                            "--end-to-end", "--peers", "clfft,vkfft,fftw-1t,papilio@opencl", *self.QUICK)
        for row in report["rows"]:
            for library in row["libraries"]:
                expected = "unsupported" if "conv" in row["problem"] and "papilio" not in library["library"] \
                    else "measured"
                self.assertEqual(library["outcome"], expected, (row["problem"], library))
                if expected == "measured":
                    self.assertLess(library["relative_l2_error"], 1e-6, (row["problem"], library))

    def test_ways_of_a_suite(self):
        suite = self.folder / "ways.txt"
        suite.write_text("16*4\n16*4 sequential\n16*4 round-trip\n16*4 end-to-end\n")
        report = self.bench("--suite", suite, "--peers", "fftw-1t", *self.QUICK)
        self.assertEqual([row["way"] for row in report["rows"]], ["", "sequential", "round-trip", "end-to-end"])
        outcomes = [[library["outcome"] for library in row["libraries"]] for row in report["rows"]]
        self.assertEqual(outcomes, [["measured", "measured", "omitted"], ["measured"] * 3,
                                    ["measured", "omitted", "omitted"], ["measured", "measured", "omitted"]])
        text = self.succeed("bench", "--suite", suite, "--peers", "fftw-1t", *self.QUICK)
        self.assertNotIn("omitted", text)
        self.assertIn("16 round-trip", text)

    def test_what_makes_no_sense(self):
        def refused(*arguments):
            return self.fail_with(2, "bench", *arguments)
        self.assertIn("every problem is a single transform", refused("64*1", "--sequential"))
        self.assertIn("at most 1024", refused("64*1,2000", "--sequential"))
        self.assertIn("an inverse itself", refused("c2c:f32:64:inverse", "--round-trip"))
        self.assertIn("convolution", refused("conv:f32:64:kernel=3", "--round-trip"))
        self.assertIn("integers", refused("r2c:f32:64:in=i16", "--round-trip"))
        self.assertIn("planes", refused("c2c:f32:64*4:planar", "--sequential"))
        self.assertIn("other libraries are not measured", refused("64*4", "--round-trip", "--peers", "fftw"))
        self.assertIn("no figure", refused("64*4", "--with-reference"))
        report = self.kept("a.json", "64*4", "--peers", "none")
        self.assertIn("nothing is measured", refused("--from", report, "--end-to-end"))
        self.assertIn("nothing is measured", refused("--from", report, "64"))
        self.assertIn("--archive", run("bench", "--from", report, "--archive", self.folder).stderr)
        self.fail_with(8, "bench", "64*4", "--archive", "/proc/none")

    def test_baselines_are_of_one_way(self):
        saved = self.folder / "one.json"
        arguments = ("bench", "64*4", "--peers", "none", *self.QUICK)
        self.succeed(*arguments, "--end-to-end", "--save-baseline", saved)
        self.assertIn("nothing has changed", self.succeed(*arguments, "--baseline", saved, "--tolerance", "0"))

    def test_the_archive(self):
        folder = self.folder / "archive"
        command = ("bench", "64*4", "--peers", "none", "--archive", str(folder), *self.QUICK)
        first = self.succeed(*command)
        together = [subprocess.Popen([PAPILIO, *command], stdout=subprocess.PIPE, text=True) for _ in range(3)]
        said = [first, *(process.communicate()[0] for process in together)]
        self.assertEqual([process.returncode for process in together], [0] * 3)
        kept = {line.split(maxsplit=1)[1] for text in said for line in text.splitlines() if line.startswith("written")}
        self.assertEqual(len(kept), 4)
        self.assertEqual({str(path) for path in folder.glob("2*.md")}, kept)
        self.assertEqual(len(list(folder.iterdir())), 2 * 4 + 1)
        latest = (folder / "latest.md").read_text()
        self.assertIn(latest, [path.read_text() for path in folder.glob("2*.md")])
        data = latest.split("](")[1].split(")")[0]
        self.assertEqual(json.loads((folder / data).read_text())["rows"][0]["problem"], "c2c:f32:64*4")
        self.assertIn("|", self.succeed("bench", "--from", folder / data, "--markdown"))

    def test_several_devices_in_one_chart(self):
        problems = ("64,128*1,4", "--sequential", "--peers", "none")
        one = self.kept("one.json", *problems)
        other = self.kept("other.json", *problems, device="Another <GPU>")
        text = self.succeed("bench", "--from", one, "--from", other, "--charts", self.folder / "charts", "--csv",
                            self.folder / "all.csv")
        self.assertIn("Another <GPU>", text)
        names = sorted(path.name for path in (self.folder / "charts").iterdir())
        self.assertEqual(names, ["batch-command-line-f32.svg", "gain-command-line-f32.svg", "index.html",
                                 "length-rate-command-line-f32.svg", "length-time-command-line-f32.svg"])
        picture = (self.folder / "charts" / "batch-command-line-f32.svg").read_text()
        self.assertEqual(picture.count("fill-opacity"), 4)
        self.assertIn("Another &lt;GPU&gt;", picture)
        self.assertEqual(len((self.folder / "all.csv").read_text().splitlines()), 1 + 2 * 4 * 2)
        self.assertIn("several devices", self.fail_with(2, "bench", "--from", one, "--from", other, "--json", "-"))

    def test_the_questions_of_gpu_fft(self):
        text = self.succeed("bench", "--suite", "gpu-fft", "--with-reference", "--peers", "none", "--no-check",
                            "--archive", self.folder / "archive", *self.QUICK[:3], "1", *self.QUICK[4:])
        for words in ("gpu-fft 1.1", "65536 points, Melem/s", "132.8", "13.5", "13.8", "14.6"):
            self.assertIn(words, text)
            self.assertIn(words, (self.folder / "archive" / "latest.md").read_text())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
