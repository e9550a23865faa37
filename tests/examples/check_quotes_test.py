#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import check_quotes

PROGRAM = "int main() {\n  a();\n  if (x) {\n    b();\n  }\n}\n"


class CheckQuotes(unittest.TestCase):
    def run_on(self, document):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            root = Path(folder)
            (root / "examples").mkdir()
            (root / "examples" / "program.cpp").write_text(PROGRAM)
            (root / "examples" / "notes.txt").write_text("elsewhere();\n")
            (root / "api.md").write_text(document)
            return check_quotes.main([str(root / "examples"), str(root / "api.md")]), printed.getvalue()

    def block(self, code, language="cpp"):
        return f"Text.\n\n```{language}\n{code}\n```\n"

    def test_quotes_pass_at_any_indentation(self):
        for code in ("a();\nif (x) {\n  b();\n}", "  a();", PROGRAM):
            self.assertEqual(self.run_on(self.block(code))[0], 0, code)
        self.assertEqual(self.run_on(self.block("a();", "c"))[0], 0)

    def test_other_code_fails_and_is_named(self):
        for code in ("c();", "a();\nb();", "if (x) {\nb();\n}", "a()", "", "elsewhere();"):
            status, printed = self.run_on(self.block(code))
            self.assertEqual(status, 1, code)
            self.assertIn("api.md:3: ", printed)

    def test_one_bad_block_among_good_ones(self):
        self.assertEqual(self.run_on(self.block("a();") + self.block("c();"))[0], 1)

    def test_other_languages_do_not_count_but_something_must(self):
        self.assertEqual(self.run_on(self.block("a();") + self.block("make it so", "sh"))[0], 0)
        self.assertEqual(self.run_on("Only text.\n")[0], 1)


if __name__ == "__main__":
    unittest.main()
