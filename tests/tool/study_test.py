#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs papilio tables, graph and study. Usage: study_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import csv
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


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
