#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that clang-format 14 would change no C or C++ file, that none has more than 400 lines, and that no line of code
is over 120 columns.

Usage: check_format.py [ROOT]. Prints one line for each violation. Exit code 77 where clang-format 14 is not installed:
other versions lay code out differently.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

VERSION = "14."
COLUMNS = 120
LINES = 400
FILES_OF_A_PROCESS = 100
FOLDERS = ("bench", "compat", "examples", "files", "include", "lab", "mpi", "python", "src", "tests", "tools",
           "verify")
SUFFIXES = {".c", ".cpp", ".h", ".hpp"}
SKIPPED = 77


def find_formatter():
    for name in ("clang-format-14", "clang-format"):
        path = shutil.which(name)
        if path is None:
            continue
        version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
        if re.search(r"version " + re.escape(VERSION), version):
            return path
    return None


def files_of(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and "build" not in path.relative_to(root).parts:
                yield path


def wide_lines(root, paths):
    for path in paths:
        formatted = True  # rows of data between `clang-format off` and `on` may be longer
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if "// clang-format o" in line:
                formatted = line.strip() == "// clang-format on"
            if formatted and len(line) > COLUMNS:
                yield f"{path.relative_to(root)}:{number}: {len(line)} columns; at most {COLUMNS}"


def long_files(root, paths):
    for path in paths:
        count = path.read_text(encoding="utf-8").count("\n")
        if count > LINES:
            yield f"{path.relative_to(root)}: {count} lines; at most {LINES}"


def unformatted(formatter, root, paths):
    """A process for many files, because its start takes longer than a file."""
    for first in range(0, len(paths), FILES_OF_A_PROCESS):
        names = [str(path.relative_to(root)) for path in paths[first:first + FILES_OF_A_PROCESS]]
        done = subprocess.run([formatter, "--dry-run", *names], capture_output=True, text=True, check=True, cwd=root)
        changed = {line.split(":", 1)[0] for line in done.stderr.splitlines() if "[-Wclang-format-violations]" in line}
        yield from (f"{name}: run clang-format -i" for name in names if name in changed)


def main(arguments):
    root = Path(arguments[0] if arguments else Path(__file__).parents[2]).resolve()
    formatter = find_formatter()
    if formatter is None:
        print("clang-format 14 is not installed; scripts/install-dependencies installs it")
        return SKIPPED
    paths = list(files_of(root))
    violations = [*long_files(root, paths), *wide_lines(root, paths), *unformatted(formatter, root, paths)]
    for violation in violations:
        print(f"error: {violation}")
    print(f"{len(paths)} files, {len(violations)} violations")
    return 1 if violations or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
