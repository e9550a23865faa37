#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Run the commands of documents. Usage: check_consoles.py PAPILIO DOCUMENT…

In a ```console block, lines that begin with "$ " are commands, and the lines below them what they print, stdout and stderr. A "…"
stands for any text within a line, a line of its own for any number of lines. Prints each command whose output differs."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pages import blocks


def commands_of(document):
    """(command, the lines that it shall print) of all blocks, in order."""
    for _, _, block in blocks(document, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output.splitlines()


def matches(wanted, text):
    """Whether `text` is what the lines `wanted` say."""
    pattern = ""
    for line in wanted:
        pattern += r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
    return re.fullmatch(pattern, text) is not None


def run(command, folder, papilio):
    environment = os.environ | {"PATH": f"{Path(papilio).resolve().parent}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    count = bad = 0
    for name in arguments[1:]:
        with tempfile.TemporaryDirectory() as folder:  # one for a document: later commands see what earlier ones wrote
            for command, wanted in commands_of(Path(name).read_text(encoding="utf-8")):
                count += 1
                code, text = run(command, folder, arguments[0])
                if code != 0 or not matches(wanted, text):
                    bad += 1
                    print(f"{name}: $ {command}\nexit code {code}, and this output is not the document's:\n{text}")
    print(f"{count} commands, {bad} of them otherwise than their document says")
    return 0 if count > 0 and bad == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
