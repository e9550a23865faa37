#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The test of scripts/decisions: it indexes good pages, and names each page that breaks the form, and an index that is out of date."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "decisions"
GOOD = "# 1. Kernels are short\n\nChapter: kernels. Status: replaced by [12](0012-long.md).\n\nText.\n"
NEW = "# 12. Kernels are long\n\nChapter: kernels. Status: stands.\n\nText.\n"


class Decisions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.pages = self.root / "docs/adr"
        self.pages.mkdir(parents=True)
        (self.pages / "0001-short.md").write_text(GOOD, encoding="utf-8")
        (self.pages / "0012-long.md").write_text(NEW, encoding="utf-8")

    def run_script(self, *options):
        done = subprocess.run([sys.executable, "-B", SCRIPT, *options, self.root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_pages_that_stand_come_first(self):
        self.assertEqual(self.run_script(), (0, ""))
        rows = [line for line in (self.pages / "README.md").read_text(encoding="utf-8").splitlines() if "0001-short" in line or "12 |" in line]
        self.assertEqual(rows, ["| 12 | [Kernels are long](0012-long.md) | stands |",
                                "| 1 | [Kernels are short](0001-short.md) | replaced by [12](0012-long.md) |"])
        self.assertEqual(self.run_script("--check"), (0, ""))

    def test_an_index_that_is_out_of_date(self):
        self.assertEqual(self.run_script("--check")[0], 1)
        self.run_script()
        (self.pages / "0013-new.md").write_text(NEW.replace("12", "13"), encoding="utf-8")
        code, text = self.run_script("--check")
        self.assertEqual((code, text), (1, "error: docs/adr/README.md: is not what scripts/decisions writes; run it\n"))

    def test_pages_that_break_the_form(self):
        for old, new, fault in (("Chapter: kernels", "Chapter: cooking", "chapter 'cooking'"), ("Status: stands", "Status: nice", "status 'nice'"),
                                ("# 12.", "# 13.", "number 13"), ("Chapter: kernels. Status: stands.\n\n", "", "third line"),
                                ("stands", "amended by [14](0014-none.md)", "0014-none.md"),
                                ("stands", "amended by [2](0001-short.md)", "which is not page 2")):
            with self.subTest(new=new):
                (self.pages / "0012-long.md").write_text(NEW.replace(old, new), encoding="utf-8")
                code, text = self.run_script("--check")
                self.assertEqual(code, 1)
                self.assertIn(fault, text)


if __name__ == "__main__":
    unittest.main()
