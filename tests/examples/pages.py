# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Code blocks of Markdown pages, for the scripts that test them."""

import re
from pathlib import Path

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def line_of(page, position):
    return page.count("\n", 0, position) + 1


def blocks(page, *languages):
    """(line, language, text) of the fenced blocks in these languages, or in any."""
    for match in FENCE.finditer(page):
        if not languages or match[1] in languages:
            yield line_of(page, match.start()), match[1], match[2]


def indented_blocks(page):
    """The first lines of blocks without fences: four spaces after an empty line or a heading, and not in a list."""
    prose = FENCE.sub(lambda match: "\n" * match[0].count("\n"), page)
    before, in_block, in_list = "", False, False
    for number, line in enumerate(prose.split("\n"), 1):
        code = line.startswith("    ") and not in_list
        if code and not in_block and (not before.strip() or before.startswith("#")):
            yield number
        in_block = code or in_block and not line.strip()
        if re.match(r" *([-*]|\d+\.) ", line):
            in_list = True
        elif line.strip() and not line.startswith(" "):
            in_list = False
        before = line


def report(names, faults):
    """Prints what faults(page) finds, lines and words, in each page; returns how many there are."""
    bad = 0
    for name in names:
        for line, what in faults(Path(name).read_text(encoding="utf-8")):
            bad += 1
            print(f"{name}:{line}: {what}")
    return bad
