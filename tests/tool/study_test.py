#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio tables, graph and study. Usage: study_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import csv
import json
import sys
import unittest

import numpy as np

from tool_test import Case, NO_DEVICE


class Tables(Case):
    def rows(self, *arguments):
        text = self.succeed("tables", *arguments, "--csv", "-", **NO_DEVICE)
        return list(csv.DictReader(text.splitlines()))

    def test_digits(self):
        rows = self.rows("digits", "256", "--radices", "4")
        reversed_ = {int(row["index"]): int(row["reversed"]) for row in rows}
        self.assertEqual([reversed_[i] for i in (13, 14, 15, 16)], [112, 176, 240, 4])
        self.assertEqual(sorted(reversed_.values()), list(range(256)))

    def test_twiddles_and_butterflies_are_roots_of_unity(self):
        for n, rows in ((240, self.rows("twiddles", "240", "--radices", "5x16x3", "--decimation", "time")),
                        (12, self.rows("butterfly", "12"))):
            self.assertGreater(len(rows), n)
            values = np.array([float(row["re"]) + 1j * float(row["im"]) for row in rows])
            exponents = np.array([int(row["exponent"]) for row in rows])
            np.testing.assert_allclose(values, np.exp(-2j * np.pi * exponents / n), atol=1e-15)

    def test_passes(self):
        rows = self.rows("passes", "--caps", "h200")
        self.assertEqual([row["log2 n"] for row in rows], [str(i) for i in range(8, 23)])
        self.assertEqual(rows[10]["GPU_FFT"], "5+4+4+5")
        for row in rows:
            for column in "codelets", "Papilio's kernels":
                self.assertEqual(np.prod([int(factor) for factor in row[column].split("x")]), int(row["n"]))

    def test_text_and_a_file(self):
        text = self.succeed("tables", "butterfly", "8", "--csv", self.folder / "b.csv")
        self.assertEqual(text.splitlines()[7].split(), ["6", "0", "6", "4", "2", "0", "6", "4", "2"])
        self.assertEqual(len((self.folder / "b.csv").read_text().splitlines()), 65)

    def test_errors(self):
        self.assertIn("their product is 49", self.fail_with(2, "tables", "digits", "64", "--radices", "7x7"))
        self.fail_with(2, "tables", "digits", "0")
        self.fail_with(2, "tables", "butterfly", "2000")
        self.fail_with(2, "tables")
        self.fail_with(8, "tables", "digits", "8", "--csv", self.folder / "none" / "x.csv")


class Graph(Case):
    def test_algorithms_and_orders(self):
        sizes = set()
        for options in ((), ("--algorithm", "dif"), ("--order", "practical", "--passes", "2+3"),
                        ("--algorithm", "plan", "--caps", "h200")):
            self.succeed("graph", "c2c:f32:32", "-o", self.folder / "x.svg", *options, **NO_DEVICE)
            sizes.add(len((self.folder / "x.svg").read_text()))
        self.assertEqual(len(sizes), 4)

    def test_4096_points(self):
        self.succeed("graph", "2^12", "-o", self.folder / "x.pdf", "--order", "practical", **NO_DEVICE)
        self.assertTrue((self.folder / "x.pdf").read_bytes().startswith(b"%PDF"))
        self.assertGreater((self.folder / "x.pdf").stat().st_size, 300_000)

    def test_errors(self):
        out = "-o", self.folder / "x.svg"
        self.assertIn("power of two", self.fail_with(2, "graph", "60", *out))
        self.assertIn("choose a shorter", self.fail_with(2, "graph", "2^13", *out))
        self.assertIn("product is 64", self.fail_with(2, "graph", "64", *out, "--passes", "4+4"))
        self.assertIn("picture format", self.fail_with(2, "graph", "64", "-o", "x.gif"))
        self.assertIn("the plan decides", self.fail_with(2, "graph", "64", *out, "--algorithm", "plan", "--passes", "6"))
        self.assertIn("Rader's or Bluestein's",
                      self.fail_with(4, "graph", "67", *out, "--algorithm", "plan", "--caps", "v3d"))
        self.assertIn("ask for c2c:f32:64", self.fail_with(2, "graph", "c2c:f32:64*2", *out))
        self.fail_with(8, "graph", "8", "-o", self.folder / "none" / "x.svg")


class Study(Case):
    QUICK = ("--rounds", "1", "--min-time", "0", "--device", "opencl")

    def rows(self, *arguments):
        (study,) = json.loads(self.succeed(*arguments, *self.QUICK, "--json", "-"))["studies"]
        return study["rows"]

    def test_every_row_is_checked(self):
        rows = self.rows("study", "c2c:f32:256*4", "--radices", "4,16x16", "--exchange", "local,global",
                         "--twiddles", "read,products")
        self.assertEqual([row["choice"] for row in rows[:3]],
                         ["4 local read", "4 local products", "4 global read"])
        self.assertEqual(rows[-1]["choice"], "Papilio's plan")
        self.assertEqual(len(rows), 9)
        for row in rows:
            self.assertEqual(row["check"], "ok")
            self.assertLess(row["rms_ppm"], row["bound_ppm"])
            self.assertGreater(row["seconds"], 0)
        self.assertEqual(rows[0]["speed"], 1)
        self.assertEqual([row["kernels"] for row in rows[:3]], ["4x4x4x4", "4x4x4x4", "4, 4, 4, 4"])

    def test_refused_rows_say_why(self):
        rows = self.rows("study", "256", "--twiddles", "read,recurrence")
        self.assertEqual([row["check"] for row in rows], ["ok", "refused", "ok"])
        self.assertIn("--exchange global", rows[1]["refused"])

    def test_text_csv_and_chart(self):
        text = self.succeed("study", "c2c:f32:64*4", *self.QUICK, "--csv", self.folder / "s.csv",
                            "--output", self.folder / "s.svg", "--storage-between", "f16", "--split", "8x8")
        self.assertIn("of copy", text)
        rows = list(csv.DictReader((self.folder / "s.csv").read_text().splitlines()))
        self.assertEqual([row["check"] for row in rows], ["ok", "ok"])
        self.assertGreater(float(rows[0]["rms_ppm"]), 50)  # f16
        self.assertIn("</svg>", (self.folder / "s.svg").read_text())

    def test_ablation(self):
        rows = self.rows("ablate", "c2c:f32:4096", "--split", "16x16x16", "--radices", "4")
        self.assertEqual(len(rows), 13)
        self.assertEqual({row["check"] for row in rows[1:-1]}, {"no DFT"})
        self.assertEqual((rows[0]["check"], rows[-1]["check"]), ("ok", "ok"))
        self.assertTrue(all(row["rms_ppm"] is None for row in rows[1:-1]))

    def test_errors(self):
        self.assertIn("their product is 49", self.fail_with(2, "study", "64", "--radices", "7x7", *self.QUICK))
        self.assertIn("at most", self.fail_with(4, "study", "4096", "--threads", "1000000", *self.QUICK))
        self.assertIn("no radices in this order",
                      self.fail_with(2, "study", "64", "--radices", "4x16", "--split", "8x8", *self.QUICK))
        self.assertIn("ask for 2^24", self.fail_with(2, "ablate", "64", "--with-reference", *self.QUICK))
        self.assertIn("it has its own", self.fail_with(2, "study", "twiddles", "--threads", "8", *self.QUICK))
        self.assertIn("study c2c:f32:64", self.fail_with(4, "study", "r2c:f32:64", *self.QUICK))
        self.fail_with(2, "study", "nothing", *self.QUICK)


class Study2d(Case):
    QUICK = ("--rounds", "1", "--min-time", "0", "--device", "opencl")

    def study(self, *arguments):
        return json.loads(self.succeed("study2d", *arguments, *self.QUICK, "--json", "-"))

    def test_every_row_is_checked_or_refused(self):
        study = self.study("16x32", "--radix", "4", "--with-reference")
        rows = study["rows"]
        self.assertEqual(len(rows), 14)
        self.assertEqual([row["choice"] for row in rows[:2]], ["local buffers f32", "local buffers f16-storage"])
        self.assertEqual([row["choice"] for row in rows[-2:]], ["Papilio's plan", "Papilio's plan, f16-storage"])
        for row in rows:
            if row["check"] == "refused":  # whether a driver has images and f16 is the driver's
                self.assertRegex(row["refused"], "cl_khr_fp16|images")
                continue
            self.assertEqual(row["check"], "ok")
            self.assertLess(row["rms_ppm"], row["bound_ppm"])
            self.assertGreater(row["seconds"], 0)
        for row in rows[0], rows[1]:
            self.assertEqual(len(row["step_seconds"]), 4)
            self.assertAlmostEqual(sum(row["step_seconds"]), row["sum_seconds"])
        self.assertGreater(rows[1]["rms_ppm"], 50)  # f16
        self.assertEqual(study["token"], "c2c:f32:16x32")
        self.assertEqual(len(study["reference"]["findings"]), 6)
        self.assertIsNotNone(study["reference"]["findings"][0]["faster"])

    def test_sweeps(self):
        rows = self.study("c2c:f32:24x10:inverse", "--scratch", "local", "--objects", "buffers", "--numbers", "f32",
                          "--tile", "2,8", "--threads", "1,4", "--radix", "5")["rows"]
        self.assertEqual([row["choice"] for row in rows],
                         ["tile 2 1 items", "tile 2 4 items", "tile 8 1 items", "tile 8 4 items", "Papilio's plan"])
        checks = [row["check"] for row in rows]
        self.assertEqual(checks[0::2] + checks[-1:], ["ok", "ok", "ok", "ok"])
        self.assertEqual(rows[0]["radices"], "5x2 and 4x3x2")

    def test_text_csv_and_chart(self):
        text = self.succeed("study2d", "8x8", *self.QUICK, "--objects", "buffers", "--csv", self.folder / "s.csv",
                            "--output", self.folder / "s.svg", "--power", "--with-reference", "--radix", "4")
        self.assertIn("a copy takes", text)
        self.assertIn("energy: ", text)  # what measured it, or why nothing did
        self.assertIn("Adreno A640", text)
        rows = list(csv.DictReader((self.folder / "s.csv").read_text().splitlines()))
        self.assertEqual(len(rows), 8)
        self.assertEqual(rows[0]["check"], "ok")
        self.assertGreater(float(rows[0]["transpose_seconds"]), 0)
        self.assertIn("</svg>", (self.folder / "s.svg").read_text())
        text = self.succeed("study2d", "8x8", *self.QUICK, "--objects", "buffers", "--radix", "4", "--csv", "-")
        self.assertTrue(text.startswith("choice,memory,radices"))

    def test_errors(self):
        self.assertIn("two axes", self.fail_with(2, "study2d", "8x8x8", *self.QUICK))
        self.assertIn("write 1024x1024", self.fail_with(2, "study2d", "radix248", *self.QUICK))
        self.assertIn("study c2c:f32:8x8", self.fail_with(4, "study2d", "c2c:f64:8x8", *self.QUICK))
        self.assertIn("prime factor", self.fail_with(4, "study2d", "8x1009", *self.QUICK))
        self.assertIn("smaller --radix", self.fail_with(4, "study2d", "8x8", "--objects", "images", *self.QUICK))
        self.assertIn("blocks of 2x2", self.fail_with(4, "study2d", "8x8", "--tile", "3", *self.QUICK))
        self.assertIn("standard output", self.fail_with(2, "study2d", "8x8", "--json", "-", "--csv", "-", *self.QUICK))
        for option, value in (("--numbers", "bf16"), ("--objects", "textures"), ("--scratch", ""), ("--tile", "0"),
                              ("--threads", "-1"), ("--radix", "1"), ("--tile", "8x"), ("--output", "x.gif")):
            self.fail_with(2, "study2d", "8x8", option, value, *self.QUICK)
        self.fail_with(2, "study2d")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
