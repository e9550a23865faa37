#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Tests of check_sources.py."""

import unittest
from unittest import mock

import check_sources


class Sources(unittest.TestCase):
    def faults(self, text, checked=(), not_measured=()):
        with mock.patch.multiple(check_sources, CHECKED={("page.md", heading) for heading in checked},
                                 NOT_MEASURED={("page.md", heading): "a rule" for heading in not_measured}):
            return check_sources.check_all({"page.md": text})

    def test_figures_with_a_source(self):
        for text in ("# A\nIt takes 5 us (`papilio bench`, 2026-11-26).\n",
                     "# A\nIt takes 5 us, 2026-11-26:\n```sh\npapilio bench 4\n```\n",
                     "# A\n| a | 1.23 | 4.5 |\n\n`scripts/accuracy`, 2026-11-24\n"):
            self.assertEqual(self.faults(text), [], text)

    def test_figures_without_a_source(self):
        for figure in ("5 us", "1.4 times", "2.9e-4", "190 GB/s", "7 %", "| a | 1.23 | 4.5, busy |"):
            for source in ("", "`papilio bench`", "2026-11-26"):
                self.assertEqual(len(self.faults(f"# A\n{figure}\n{source}\n")), 1, (figure, source))

    def test_the_source_must_be_in_the_same_section(self):
        (fault,) = self.faults("# A\n`papilio bench`, 2026-11-26\n# B\nIt takes 5 us.\n")
        self.assertIn('page.md, "B": 5 us', fault)

    def test_text_without_figures(self):
        self.assertEqual(self.faults("# A\n4096 points, 2^20 of f32, from 1 to 64.\n```text\n5 us\n# 7 ms\n```\n"), [])

    def test_lists(self):
        text = "# A\nIt takes 5 us.\n# B\nat most 7 %\n"
        self.assertEqual(self.faults(text, ["A"], ["B"]), [])
        self.assertEqual(self.faults(text, ["A", "C"], ["B"]), ['page.md, "C": is listed, and has no figure that needs it'])


if __name__ == "__main__":
    unittest.main()
