#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that measured figures say where they come from. Usage: check_sources.py ROOT

A section of the README or of a page of docs/ with figures that look measured (times, speeds, small errors, tables of ratios)
must be one that check_figures.py compares with data of the tree (CHECKED), or name the date of the measurement and the command
or program that made it, or be listed in NOT_MEASURED with the reason. Each entry of the two lists must be needed."""

import re
import sys
from pathlib import Path

from pages import FENCE

CHECKED = {
    ("README.md", "Speed"),
    ("docs/experiments.md", "Studies"),
    ("docs/experiments.md", "What each part costs"),
    ("docs/half-precision.md", "What it gains"),
}
NOT_MEASURED = {
    ("docs/accuracy.md", "What is promised"): "bounds",
    ("docs/accuracy.md", "Range"): "limits of types",
    ("docs/benchmark.md", "Libraries"): "a time limit",
    ("docs/benchmark.md", "Measurements"): "rules and defaults",
    ("docs/features.md", "On the command line"): "defaults",
    ("docs/fftw.md", "Who computes"): "rules",
    ("docs/half-precision.md", "Which type"): "limits of types",
    ("docs/half-precision.md", "Between passes"): "limits of types",
    ("docs/scale-out.md", "How a plan is made"): "the bound of a test",
    ("docs/scale-out.md", "Tuning"): "rules and constants of the model",
    ("docs/tuning.md", "Inspecting wisdom"): "rules",
    ("docs/tutorial.md", "3. Transform a sine"): "the rate of a signal",
}
FIGURE = re.compile(r"(?<![\w.^])\d[\d.,]*\s?(?:ns|us|ms|s|minutes|GB/s|GFLOPS|%|times)(?![\w/])"  # 5 us, 1.4 times
                    r"|\b\d\.\d+e-\d+"  # an error
                    r"|\|\s*\d+\.\d+[^|]*\|\s*\d+\.\d+[^|]*\|")  # two cells of a table
DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
MEASURED_BY = re.compile(r"(?:^|`)(?:papilio|papilio-mpi|mpirun|scripts/|run-|python/|ctest|compat_)|_fuzz`|\bprogram\b", re.MULTILINE)


def sections(text):
    """(heading, text without code, text with code) of each section; lines of code that begin with # are no headings."""
    text = FENCE.sub(lambda block: block.group(0).replace("\n#", "\n "), text)
    parts = re.split(r"(?m)^#+ (.*)$", text)
    return [(heading, FENCE.sub("", body), body) for heading, body in zip(parts[1::2], parts[2::2])]


def check(name, text):
    """(the entries of the lists that the page needs, a line for each section without a source)."""
    needed, faults = set(), []
    for heading, prose, body in sections(text):
        figure = FIGURE.search(prose)
        if figure is None or (DATE.search(prose) and MEASURED_BY.search(body)):
            continue
        if (name, heading) in CHECKED or (name, heading) in NOT_MEASURED:
            needed.add((name, heading))
        else:
            faults.append(f'{name}, "{heading}": {figure.group(0).strip()} looks measured, but the section does not say by '
                          "which command and when (YYYY-MM-DD)")
    return needed, faults


def check_all(pages):
    """A line for each section without a source, and for each entry of the lists that no section needs."""
    needed, faults = set(), []
    for name, text in pages.items():
        found, wrong = check(name, text)
        needed |= found
        faults += wrong
    unneeded = (CHECKED | NOT_MEASURED.keys()) - needed
    return faults + [f'{name}, "{heading}": is listed, and has no figure that needs it' for name, heading in sorted(unneeded)]


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0])
    paths = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    faults = check_all({path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths})
    for fault in faults:
        print(fault)
    print(f"{len(faults)} figures without a source")
    return 0 if not faults else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
