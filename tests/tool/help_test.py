#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Manual pages, completions and --version. Usage: help_test.py PAPILIO WRONG_FFTW_FOLDER [unittest arguments]"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tool_test import Case

OPTION = re.compile(r"^ +(?:(-\w),)?(--[a-z0-9-]+)", re.MULTILINE)


def commands_in(text):
    """The names below the headings of commands in --help."""
    parts = [text.partition(f"\n{heading}:\n")[2].partition("\n\n")[0] for heading in ("Subcommands", "Laboratory")]
    return re.findall(r"^  (\w+)", "\n".join(parts), re.MULTILINE)


def pages_of_help(succeed, *words):
    """(words, --help) of a command and all that are below it."""
    text = succeed(*words, "--help")
    yield words, text
    for name in commands_in(text):
        yield from pages_of_help(succeed, *words, name)


class HelpCase(Case):
    def setUp(self):
        super().setUp()
        self.helps = list(pages_of_help(self.succeed))
        self.assertGreater(len(self.helps), 20)

    def options(self):
        """(words of the command, its option's short name or "", its long name) of all."""
        found = [(words, *match) for words, text in self.helps for match in OPTION.findall(text)]
        self.assertGreater(len(found), 100)
        return found


class Manual(HelpCase):
    def test_every_option_is_in_the_page_of_its_command(self):
        pages = {}
        for words, short, long in self.options():
            name = words[0] if words else ""
            if name not in pages:
                pages[name] = self.succeed("manual", *words[:1]).replace("\\-", "-")
            names = (rf"\fB{short}\fR, " if short else "") + rf"\fB{long}\fR"
            self.assertIn(f".TP\n{names}", pages[name], words)

    def test_every_command_is_in_the_first_page(self):
        page = self.succeed("manual").replace("\\-", "-")
        for words, _ in self.helps:
            if len(words) == 1:
                self.assertIn(f"\\fBpapilio-{words[0]}\\fR(1)", page)

    def test_the_laboratory_has_a_heading_of_its_own(self):
        names = ["study", "study2d", "ablate", "graph", "tables", "hello", "hello2d", "simple"]
        part = self.succeed("--help").partition("\nLaboratory:\n")[2].partition("\n\n")[0]
        self.assertEqual(re.findall(r"^  (\w+)", part, re.MULTILINE), names)
        part = self.succeed("manual").partition(".SS Laboratory\n")[2].partition(".SH ")[0].replace("\\-", "-")
        self.assertEqual(re.findall(r"papilio-(\w+)\\fR\(1\)", part), names)

    def test_every_exit_code_is_in_a_page(self):
        section = self.succeed("manual", "spectrum").partition(".SH EXIT STATUS\n")[2].partition(".SH ")[0]
        self.assertEqual([int(code) for code in re.findall(r"^ +(\d+)  \w", section, re.MULTILINE)], list(range(12)))

    def test_all_pages_go_into_a_folder(self):
        self.assertEqual(self.succeed("manual", "--folder", self.folder), "")
        names = {"papilio.1"} | {f"papilio-{words[0]}.1" for words, _ in self.helps if len(words) == 1}
        self.assertEqual({path.name for path in self.folder.iterdir()}, names)
        self.assertEqual((self.folder / "papilio-plan.1").read_text(), self.succeed("manual", "plan"))

    def test_mistakes(self):
        self.assertIn("'spektrum': is not a command; did you mean spectrum?", self.fail_with(2, "manual", "spektrum"))
        self.assertIn("leave one of them out", self.fail_with(2, "manual", "plan", "--folder", self.folder))
        self.fail_with(8, "manual", "--folder", self.folder / "none")

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_a_checker_of_pages_finds_nothing(self):
        self.succeed("manual", "--folder", self.folder)
        for path in sorted(self.folder.iterdir()):
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", path], capture_output=True, text=True)
            # A date in pages that are made at every build would make every build another.
            self.assertEqual([line for line in done.stdout.splitlines() if "missing date" not in line], [])


class Completion(HelpCase):
    def test_mistakes(self):
        self.assertIn("'csh' is none of bash|zsh|fish", self.fail_with(2, "completion", "csh"))

    def complete_in_bash(self, *words):
        script = self.folder / "bash"
        if not script.exists():
            script.write_text(self.succeed("completion", "bash"))
        done = subprocess.run(
            ["bash", "--norc", "-c", 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _papilio; '
             'printf "%s\n" "${COMPREPLY[@]}"', script, "papilio", *words],
            capture_output=True, text=True, check=True, cwd=self.folder)
        return [line for line in done.stdout.split("\n") if line]

    def test_bash_completes_every_option(self):
        for words, text in self.helps:
            offered = set(self.complete_in_bash(*words, "-"))
            self.assertEqual(offered, {name for match in OPTION.findall(text) for name in match if name}, words)

    def test_bash_completes_commands_values_and_files(self):
        self.assertEqual(self.complete_in_bash("spectru"), ["spectrum"])
        self.assertEqual(self.complete_in_bash("tables", "tw"), ["twiddles"])
        self.assertEqual(self.complete_in_bash("graph", "8", "--algorithm", "d"), ["dit", "dif"])
        self.assertEqual(self.complete_in_bash("graph", "8", "--algorithm", "=", "p"), ["plan"])
        self.assertEqual(self.complete_in_bash("completion", "f"), ["fish"])
        self.assertEqual(self.complete_in_bash("spectrum", "--peaks", ""), [])
        (self.folder / "a recording.wav").touch()
        self.assertEqual(self.complete_in_bash("spectrum", "a"), ["a recording.wav"])

    def test_zsh_has_every_option(self):
        script = self.succeed("completion", "zsh")
        functions = dict(re.findall(r"^(_papilio\w*)\(\) \{\n(.*?)^\}$", script, re.MULTILINE | re.DOTALL))
        for words, short, long in self.options():
            for name in filter(None, (short, long)):
                self.assertRegex(functions["_".join(("_papilio", *words))], rf"['*)]{name}\[", words)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_reads_it(self):
        (self.folder / "_papilio").write_text(self.succeed("completion", "zsh"))
        done = subprocess.run(["zsh", "-n", self.folder / "_papilio"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_fish_has_every_option(self):
        lines = self.succeed("completion", "fish").splitlines()
        for words, short, long in self.options():
            start = " ".join(("complete -c papilio -n '__papilio_at", *words, "--"))
            names = (f" -s {short[1:]}" if short else "") + f" -l {long[2:]} "
            self.assertTrue(any(line.startswith(start) and names in line for line in lines), (words, long))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        script = self.folder / "papilio.fish"
        script.write_text(self.succeed("completion", "fish"))
        with tempfile.TemporaryDirectory() as home:
            for line, expected in (("papilio spectru", ["spectrum"]), ("papilio tables tw", ["twiddles"]),
                                   ("papilio graph 8 --algorithm d", ["dif", "dit"]),
                                   ("papilio graph 8 --algor", ["--algorithm"]),
                                   ("papilio completion f", ["fish"])):
                done = subprocess.run(["fish", "-N", "-c", f"source {script}; complete -C '{line}'"], capture_output=True,
                                      text=True, check=True, cwd=self.folder, env={"HOME": home, "PATH": "/usr/bin:/bin"})
                self.assertEqual([word.split("\t")[0] for word in done.stdout.splitlines()], expected, line)


class Version(Case):
    def test_lines(self):
        lines = self.succeed("--version").splitlines()
        self.assertRegex(lines[0], r"^papilio \d+\.\d+\.\d+$")
        self.assertRegex(lines[1], r"^commit ([0-9a-f]{12}\+?|unknown)$")
        self.assertRegex(lines[2], r"^compiled by \w+ \d+\.\d+")
        self.assertRegex(lines[3], r"^backends: CUDA, Vulkan, OpenCL")
        self.assertEqual(len(lines), 4)

    def test_it_is_the_header_s(self):
        header = (Path(__file__).parents[2] / "include/papilio/version.h").read_text()
        numbers = re.findall(r"^#define PAPILIO_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.MULTILINE)
        self.assertIn(f"papilio {'.'.join(numbers)}\n", self.succeed("--version"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
