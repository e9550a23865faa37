#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Tests of check_links.py."""

import tempfile
import unittest
from pathlib import Path

import check_links


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "other.md").write_text("# Other, `code` & [linked](x.md)\n## Sub heading\n```\n# no heading\n```\n",
                                              encoding="utf-8")

    def broken(self, text):
        return [(line, link) for line, link, _ in check_links.broken(self.folder / "page.md", text)]

    def test_good_links(self):
        (self.folder / "page.md").write_text("# Here\n", encoding="utf-8")
        self.assertEqual(self.broken("[a](other.md) [b](other.md#sub-heading) ![c](other.md) [d](https://x.y/z) [e](#here) [f](.)"), [])
        self.assertEqual(self.broken("[a](other.md#other-code--linked)"), [])

    def test_broken_links(self):
        self.assertEqual(self.broken("\n[a](none.md)\n[b](other.md#none) [c](other.md#no-heading)"),
                         [(2, "none.md"), (3, "other.md#none"), (3, "other.md#no-heading")])

    def test_pages_of_registries_stand_alone(self):
        (self.folder / "page.md").write_text("# Here\n", encoding="utf-8")
        links = check_links.broken(self.folder / "page.md", "[a](other.md) [b](#here) [c](https://x.y/z)", alone=True)
        self.assertEqual([link for _, link, _ in links], ["other.md"])

    def test_code_has_no_links(self):
        self.assertEqual(self.broken("`[a](none.md)`\n\n    [b](none.md)\n\n```cpp\n[c](none.md)\n```\n"), [])

    def test_a_tree(self):
        self.assertEqual(check_links.main([str(self.folder)]), 1)  # x.md
        (self.folder / "x.md").touch()
        self.assertEqual(check_links.main([str(self.folder)]), 0)


if __name__ == "__main__":
    unittest.main()
