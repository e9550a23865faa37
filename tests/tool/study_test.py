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


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
