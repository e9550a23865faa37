#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that every code block is of a kind that a test compiles or runs, and that no page is too long.
Usage: check_blocks.py PAGE…

Prints one line for each block that is not, and for each page of more than 400 lines."""

import sys

from pages import blocks, indented_blocks, report

LINES = 400
TESTED = {
    "cpp": "check_quotes.py: part of an example, which is compiled and run",
    "c": "check_quotes.py",
    "console": "check_consoles.py: run, and its output compared",
    "sh": "check_shell.py: run, or parsed and its options compared with --help",
    "cmake": "check_cmake.py: configured",
    "js": "tests/webgpu/webgpu_test.py: run by Deno, and its output compared",
    "wgsl": "tests/webgpu/webgpu_test.py: run by wgpu, and its results compared",
    "octave": "check_octave.py: run",
    "python": "tests/python/docs_test.py: run, and its output compared",
    "rust": "rust/tests: an example of the crate's documentation, compiled and run",
    "text": "output, formulas and grammars: no code",
}


def faults(page):
    """(line, what is wrong)."""
    for line, language, _ in blocks(page):
        if language not in TESTED:
            yield line, f"no test knows blocks in '{language}'; there are {', '.join(TESTED)}"
    for line in indented_blocks(page):
        yield line, "a block without a language: put it between ```LANGUAGE and ```"
    if page.count("\n") > LINES:
        yield LINES + 1, f"more than {LINES} lines: make two pages of it"


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    bad = report(arguments, faults)
    print(f"{len(arguments)} pages, {bad} faults")
    return 0 if bad == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
