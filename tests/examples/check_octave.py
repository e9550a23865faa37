#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Run the Octave blocks of pages. Usage: check_octave.py OCTAVE FOLDER PAGE…

FOLDER has the functions, and stands for `/usr/local/lib/papilio/mex`. `x` is a vector of eight numbers."""

import subprocess
import sys
from pathlib import Path

from pages import blocks

INSTALLED = "/usr/local/lib/papilio/mex"


def main(arguments):
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    octave, folder = arguments[:2]
    count = bad = 0
    for name in arguments[2:]:
        for line, _, block in blocks(Path(name).read_text(encoding="utf-8"), "octave"):
            count += 1
            done = subprocess.run([octave, "--no-gui", "--norc", "--no-history", "--quiet", "--eval",
                                   "x = (1:8)';\n" + block.replace(INSTALLED, folder)],
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if done.returncode != 0:
                bad += 1
                print(f"{name}:{line}: exit code {done.returncode}\n{done.stdout}")
    print(f"{count} blocks, {bad} of them fail")
    return 0 if count > 0 and bad == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
