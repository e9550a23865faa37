#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Compare the functions of MATLAB that compiled sources call with those that matlab/mex.h declares from its documentation.

Usage: check_matlab.py HEADER OBJECT... Prints what differs; exit code 1 if something does: a function that the objects
call and the header does not declare, or one that it declares and no object calls."""

import re
import subprocess
import sys
from pathlib import Path

NAME = re.compile(r"\b(?:mx|mex)[A-Z]\w*")


def declared(header):
    """Functions of both interfaces; mexFunction is ours."""
    text = re.sub(r"//.*", "", Path(header).read_text(encoding="utf-8"))
    return set(re.findall(r"\b((?:mx|mex)[A-Z]\w*)\(", text)) - {"mexFunction"}


def called(objects):
    lines = subprocess.run(["nm", "-u", *objects], check=True, capture_output=True, text=True).stdout
    return {name for name in (line.split()[-1] for line in lines.splitlines() if line.strip()) if NAME.fullmatch(name)}


def main(arguments):
    header, *objects = arguments
    known, used = declared(header), called(objects)
    problems = [f"{name}: not in {header}, which has what MATLAB documents" for name in sorted(used - known)]
    problems += [f"{name}: in {header}, but not used" for name in sorted(known - used)]
    for line in problems:
        print(line)
    print(f"{len(used)} functions, {len(problems)} differences")
    return 1 if problems or not used else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
