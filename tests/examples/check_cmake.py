#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Configure the CMake blocks of pages. Usage: check_cmake.py ROOT PREFIX GENERATOR PAGE…

Each ```cmake block becomes part of a project with an executable `program`; PREFIX is where Papilio is installed, and ROOT stands for
`/where/papilio/is`. Blocks about papilio::mpi are left out if PREFIX has none."""

import subprocess
import sys
import tempfile
from pathlib import Path

from pages import blocks

PROJECT = """cmake_minimum_required(VERSION 3.16)
project(block LANGUAGES C CXX)
add_executable(program program.cpp)
{}"""


def configured(block, prefix, generator):
    """(exit code, what CMake prints)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "program.cpp").write_text("int main() {}\n")
        (folder / "CMakeLists.txt").write_text(PROJECT.format(block))
        done = subprocess.run(["cmake", "-S", folder, "-B", folder / "build", "-G", generator, f"-DCMAKE_PREFIX_PATH={prefix}"],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout


def main(arguments):
    if len(arguments) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    root, prefix, generator = Path(arguments[0]).resolve(), Path(arguments[1]).resolve(), arguments[2]
    has_mpi = any(prefix.glob("lib/**/libpapilio-mpi.*"))
    count = left_out = bad = 0
    for name in arguments[3:]:
        for line, _, block in blocks(Path(name).read_text(encoding="utf-8"), "cmake"):
            if "mpi" in block and not has_mpi:
                left_out += 1
                continue
            count += 1
            code, text = configured(block.replace("/where/papilio/is", str(root)), prefix, generator)
            if code != 0:
                bad += 1
                print(f"{name}:{line}: it does not configure:\n{text}")
    print(f"{count} blocks configured, {bad} of them fail; {left_out} left out, as there is no papilio::mpi")
    return 0 if count > 0 and bad == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
