#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that a document's code is code that runs. Usage: check_quotes.py EXAMPLES DOCUMENT…

Every ```cpp or ```c block of a document must stand, line by line, in one file of the folder EXAMPLES; the indentation of
the whole block does not matter. Prints one line for each block that does not."""

import sys
import textwrap
from pathlib import Path

from pages import blocks

SUFFIXES = {".cpp", ".c"}


def stands_in(block, text):
    """Whether the lines of `block` follow one another in `text`, all indented by the same further amount."""
    wanted = textwrap.dedent(block).strip("\n").split("\n")
    lines = text.split("\n")
    for start in range(len(lines) - len(wanted) + 1):
        part = textwrap.dedent("\n".join(lines[start:start + len(wanted)])).split("\n")
        if part == wanted:
            return True
    return False


def unquoted(document, programs):
    """(line, first line of code) of each block that no program contains, and the number of blocks."""
    missing, count = [], 0
    for line, _, block in blocks(document, "cpp", "c"):
        count += 1
        if not block.strip() or not any(stands_in(block, program) for program in programs):
            missing.append((line, block.strip().split("\n")[0]))
    return missing, count


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    programs = [path.read_text(encoding="utf-8") for path in sorted(Path(arguments[0]).iterdir())
                if path.suffix in SUFFIXES]
    total = bad = 0
    for name in arguments[1:]:
        missing, count = unquoted(Path(name).read_text(encoding="utf-8"), programs)
        total, bad = total + count, bad + len(missing)
        for line, code in missing:
            print(f"{name}:{line}: no example has the block that begins: {code}")
    print(f"{total} blocks, {bad} of them in no example")
    return 0 if total > 0 and bad == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
