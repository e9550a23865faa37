#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Tests of pages.py, check_blocks.py and check_shell.py."""

import unittest

import check_blocks
import check_shell
import pages


class Blocks(unittest.TestCase):
    def faults(self, page):
        return list(check_blocks.faults(page))

    def test_known_languages_pass(self):
        page = "".join(f"Text.\n\n```{language}\nx\n```\n" for language in check_blocks.TESTED)
        self.assertEqual(self.faults(page), [])
        self.assertEqual(len(list(pages.blocks(page))), len(check_blocks.TESTED))
        self.assertEqual(list(pages.blocks(page, "sh")), [(18, "sh", "x\n")])

    def test_other_languages_fail(self):
        for language in ("", "bash", "haskell"):
            self.assertEqual(len(self.faults(f"Text.\n\n```{language}\nx\n```\n")), 1, language)

    def test_indented_blocks_fail_and_lists_pass(self):
        self.assertEqual([line for line, _ in self.faults("Text.\n\n    x\n    y\n\n    z\n\nText.\n")], [3])
        self.assertEqual([line for line, _ in self.faults("## Heading\n    x\n")], [2])
        self.assertEqual(self.faults("- one\n\n    more of it\n- two\n\nText\n    that goes on.\n"), [])
        self.assertEqual(self.faults("```text\n\n    x\n```\n"), [])

    def test_long_pages_fail(self):
        self.assertEqual(self.faults("x\n" * 400), [])
        self.assertEqual([line for line, _ in self.faults("x\n" * 401)], [401])


class Shell(unittest.TestCase):
    def test_lines(self):
        block = "a --b   # comment\n\nbuild/release/bin/papilio plan \\\n  x\necho '#'\n"
        self.assertEqual(list(check_shell.lines_of(block)), [("a --b", "comment"), ("papilio plan   x", ""), ("echo '#'", "")])

    def test_options_are_those_of_the_help(self):
        helps = {("papilio", "plan"): "  --caps TEXT\n  --shape TEXT", ("papilio", "tables"): "\nSubcommands:\n  digits x",
                 ("papilio", "tables", "digits"): "  --radices INT", ("papilio-mpi", "check"): None}
        unknown = lambda line: list(check_shell.unknown_options(line, lambda *words: helps.get(words, "")))  # noqa: E731
        self.assertEqual(unknown("papilio plan x --caps h200 --shape=y | head --lines 3 && echo --no"), [])
        self.assertEqual(unknown("papilio plan x --cap h200"), ["papilio plan has no --cap"])
        self.assertEqual(unknown("true && papilio nothing --x"), ["papilio nothing has no --x"])
        self.assertEqual(unknown("papilio tables digits 8 --radices 4 > f"), [])
        self.assertEqual(unknown("mpirun -n 4 papilio-mpi check --any"), [])

    def run_page(self, page, first_hour=False):
        shell = check_shell.Shell(check_shell.Path("/"), "/usr/bin/true", None)
        shell.prepare = lambda *_: None
        shell.first_hour = first_hour
        return [fault for _, fault in shell.faults(page)]

    def test_commands_are_run(self):
        self.assertEqual(self.run_page("```sh\necho x > file\ncat file   # x\n```\n\n```sh\ncat file\n```\n"), [])
        self.assertRegex(self.run_page("```sh\nfalse\n```\n")[0], "^false: exit code 1")
        self.assertRegex(self.run_page("```sh\nif true\n```\n")[0], "syntax error")
        self.assertEqual(self.run_page("```sh\nscripts/nothing\n```\n")[0], "scripts/nothing: there is no scripts/nothing")

    def test_a_program_prints_its_comment(self):
        make = "```sh\nprintf '#!/bin/sh\\necho 50 0\\n' > it\nchmod +x it\n"
        self.assertEqual(self.run_page(make + "./it  # 50 0\n```\n"), [])
        self.assertRegex(self.run_page(make + "./it  # 50 1\n```\n")[0], "prints '50 0.n', and not '50 1'")

    def test_what_is_not_run_has_a_reason(self):
        self.assertEqual(self.run_page("```sh\nsudo false\napt install x\npapilio tune x --time 1s\n```\n"), [])
        self.assertRegex(self.run_page("```sh\npapilio tune x --none\n```\n", first_hour=True)[-1], "exit code")
        self.assertEqual(self.run_page("```sh\n./program\n```\n"), [])  # no Papilio is installed
        for line in ("papilio plan x", "papilio tune --export f", "papilio check x", "papilio devices"):
            self.assertIsNone(check_shell.why_not_run(line), line)


if __name__ == "__main__":
    unittest.main()
