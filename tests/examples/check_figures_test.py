#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Tests of check_figures.py. Usage: check_figures_test.py ROOT"""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

import check_figures

ROOT = Path(sys.argv.pop()).resolve()


class Figures(unittest.TestCase):
    def faults(self, page, old, new):
        """What is printed for a tree in which the page has `new` in the place of `old`."""
        with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()) as printed:
            root = Path(name)
            (root / "docs").mkdir()
            for folder in ("docs/data", "docs/experiments"):
                (root / folder).symlink_to(ROOT / folder)
            for path in ("README.md", "docs/performance.md", "docs/half-precision.md", "docs/scale-out-measured.md", "docs/experiments.md"):
                text = (ROOT / path).read_text()
                if path == page:
                    self.assertIn(old, text)
                    text = text.replace(old, new, 1)
                (root / path).write_text(text)
            self.assertEqual(check_figures.main([str(root)]), 0 if old == new else 1)
            return printed.getvalue()

    def test_right_figures(self):
        self.assertEqual(self.faults("README.md", "Papilio", "Papilio"), "0 figures are not those of the reports\n")

    def test_wrong_figures(self):
        for page, old, new in (("README.md", "it is 1.", "it is 2."),
                               ("README.md", "in the geometric mean", "in the mean"),
                               ("docs/performance.md", "| mid-size |", "| smooth |"),
                               ("docs/half-precision.md", "| 0.30 | 0.35 |", "| 0.30 | 0.36 |"),
                               ("docs/half-precision.md", "| `c2c:bf16:65536*2048` | 0.44 | 0.51 |\n", ""),
                               ("docs/scale-out-measured.md", "| 16 | 8.51 | 7.04 |", "| 16 | 8.51 | 7.05 |"),
                               ("docs/scale-out-measured.md", "| 8.95 |", "| 9.95 |"),
                               ("docs/scale-out-measured.md", "All 305 checks", "All 54 checks"),
                               ("docs/scale-out-measured.md", "2.17 times on four and", "1.78 times on four and")):
            self.assertIn("the page has", self.faults(page, old, new), new)

    def test_wrong_figures_of_studies(self):
        for old, new, device in (("| radix 4 | 13.2 | 0.0163 |", "| radix 4 | 13.2 | 0.0193 |", "H200"),
                                 ("| 69.1 (21 %) |", "| 68.1 (21 %) |", "PoCL")):
            self.assertIn(f"the outputs of {device} have no", self.faults("docs/experiments.md", old, new), new)


if __name__ == "__main__":
    unittest.main()
