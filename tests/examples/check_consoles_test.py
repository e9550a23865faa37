#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Tests of check_consoles.py."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import check_consoles


class Consoles(unittest.TestCase):
    def check(self, text):
        """(exit code, what is printed) of a document."""
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            path = Path(folder) / "page.md"
            path.write_text(text, encoding="utf-8")
            code = check_consoles.main(["/usr/bin/true", str(path)])
        return code, printed.getvalue()

    def test_right_outputs(self):
        code, printed = self.check("```console\n$ echo one; echo two >&2\none\ntwo\n$ echo a b c\na … c\n```\n")
        self.assertEqual((code, printed), (0, "2 commands, 0 of them otherwise than their document says\n"))

    def test_any_number_of_lines(self):
        self.assertEqual(self.check("```console\n$ seq 9\n1\n…\n8\n9\n```\n")[0], 0)
        self.assertEqual(self.check("```console\n$ seq 2\n1\n…\n2\n```\n")[0], 0)

    def test_wrong_outputs(self):
        for block in ("$ echo one\ntwo\n", "$ echo one\n", "$ seq 3\n1\n2\n", "$ seq 3\n…\n2\n", "$ echo a\na…b\n"):
            self.assertEqual(self.check(f"```console\n{block}```\n")[0], 1, block)

    def test_a_failing_command(self):
        self.assertIn("exit code 1", self.check("```console\n$ false\n```\n")[1])

    def test_files_stay_for_later_commands(self):
        self.assertEqual(self.check("```console\n$ echo x > file\n```\n\n```console\n$ cat file\nx\n```\n")[0], 0)

    def test_a_document_without_commands(self):
        self.assertEqual(self.check("nothing\n")[0], 1)


if __name__ == "__main__":
    unittest.main()
