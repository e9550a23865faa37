#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Run the shell commands of pages. Usage: check_shell.py ROOT PAPILIO PREFIX PAGE…

Every ```sh block must be valid for `bash -n`. Each of its lines is run and must succeed, but those that NOT_RUN lists with the
reason; lines that measure are run for the pages FIRST_HOUR only. Of all lines, run or not: a script of the tree must exist, and
a command of Papilio must have the options that are used. The lines of a page run in one new folder, where the files of `prepare` lie.
PREFIX is where Papilio is installed, for lines that compile and run programs; `-` leaves these out."""

import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import wave
from math import pi, sin
from pathlib import Path

from pages import blocks, report

# (what the line begins with, why it is not run). Each entry must be needed.
NOT_RUN = (
    (r"(sudo )?apt(-get)? ", "installs packages"),
    (r"scripts/install-dependencies", "installs packages"),
    (r"sudo ", "changes the system"),
    (r"scripts/(applications|build|demo|test|tidy|package|release|cross-windows)\b", "takes minutes"),
    (r"scripts/performance-report run\.json", "the reports of docs/data are tested: examples/results"),
    (r"git clone ", "takes minutes"),
    (r"diff /tmp/first", "compares what `git clone` and scripts/package made"),
    (r"cmake (-S|--build) ", "takes minutes; tests/install does it"),
    (r"ctest |ninja ", "is how the tests are built and run"),
    (r"python3 -m venv|~/papilio-python/bin/python", "takes minutes; tests/python does it"),
    (r"LD_(LIBRARY_PATH|PRELOAD)=/usr/local/", "needs an installed library; tests/compat does it"),
    (r"(rtl_sdr|hackrf_transfer) ", "needs a receiver; tests/tool runs the command with a pipe"),
    (r"vulkaninfo", "is not among Papilio's dependencies"),
    (r"mpirun ", "measures, or takes many processes; tests/mpi runs the command"),
    (r"papilio check --random", "runs for hours; tests/tool runs shorter ones"),
    (r"papilio transform .*--out-of-core", "takes a file of 512 MiB; tests/tool runs smaller ones"),
    (r"papilio .*(cuda|vulkan):0", "needs a GPU"),
)
# Run for FIRST_HOUR, where everything works as printed; for other pages tests/tool runs such commands.
MEASURES = re.compile(r"papilio (bench|study|study2d|ablate)\b|papilio tune (?!--(export|import|forget))")
FIRST_HOUR = ("README.md", "tutorial.md")
COMPILES = re.compile(r"(g\+\+|cc) .*pkg-config|\./(program|c_api)")
SECONDS = 120
OWN = re.compile(r"(?:^|&& |\| |mpirun -n \d+ )(papilio(?:-mpi)?) ([a-z0-9]+)(.*?)(?=$| && | \| | >)")


def lines_of(block):
    """(command line, comment) of a block; of a program, "./…", the comment is what it prints."""
    for line in block.replace("\\\n", "").split("\n"):
        command, _, comment = re.sub(r"(?:^|\s+)# ", "\0", line, count=1).partition("\0")
        if command.strip():
            yield re.sub(r"^build/(?:release|quick)/bin/", "", command.strip()), comment


def why_not_run(line):
    """The entry of NOT_RUN for this line, or None."""
    return next((entry for entry in NOT_RUN if re.match(entry[0], line)), None)


def unknown_options(line, help_of):
    """Options in the line that --help of the command does not have."""
    for command, name, rest in OWN.findall(line):
        known = help_of(command, name)
        if known is None:
            continue  # it is not built
        if "\nSubcommands:\n" in known:
            known = help_of(command, name, rest.split()[0])
        used = [word.split("=")[0] for word in shlex.split(rest) if word.startswith("--")]
        yield from (f"{command} {name} has no {word}" for word in used
                    if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", known))


def prepare(folder, root, page):
    """The files that the pages name: the clone, a tone, a band, the examples, and the page's own program."""
    (folder / "papilio").symlink_to(root)
    (folder / "examples").symlink_to(root / "examples")
    programs = [block for _, _, block in blocks(page, "cpp") if "int main" in block]
    (folder / "program.cpp").write_text(programs[0] if programs else (root / "examples/ten_lines.cpp").read_text())
    with wave.open(str(folder / "recording.wav"), "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(b"".join(struct.pack("<h", round(9000 * sin(2 * pi * 440 * i / 8000))) for i in range(16000)))
    (folder / "band.cs8").write_bytes(bytes(range(256)) * 64)
    (folder / "mine.wisdom").write_text("")
    (folder / "photo.png").symlink_to(root / "docs/pictures/hologram.png")
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (16, 16), }".ljust(117) + "\n"
    (folder / "field.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<256f", *range(256)))


class Shell:
    def __init__(self, root, papilio, prefix):
        self.root, self.binaries, self.prefix, self.helps = root.resolve(), Path(papilio).resolve().parent, prefix, {}
        self.needed = set()
        self.prepare = prepare
        self.first_hour = False

    def is_left_out(self, line):
        entry = why_not_run(line)
        if entry is not None:
            self.needed.add(entry)
        return entry is not None or (MEASURES.match(line) and not self.first_hour) or (COMPILES.match(line) and not self.prefix)

    def help_of(self, *words):
        """What `WORDS --help` prints; "" if there is no such command, None if the program is not built."""
        if words not in self.helps:
            path = self.binaries / words[0]
            done = path.exists() and subprocess.run([path, *words[1:], "--help"], capture_output=True, text=True, check=False)
            self.helps[words] = (done.stdout if done.returncode == 0 else "") if done else None
        return self.helps[words]

    def faults_of_line(self, line, comment, folder):
        script = re.match(r"scripts/[\w-]+", line)
        if script and not os.access(self.root / script[0], os.X_OK):
            yield f"there is no {script[0]}"
        yield from unknown_options(line, self.help_of)
        if self.is_left_out(line):
            return
        try:
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", line], cwd=folder, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            yield f"takes more than {SECONDS} s: list it in NOT_RUN"
            return
        if done.returncode != 0:
            yield f"exit code {done.returncode}\n{done.stdout}"
        elif line.startswith("./") and comment and comment not in done.stdout.splitlines():
            yield f"prints {done.stdout!r}, and not {comment!r}"

    def faults(self, page):
        """(line of the block, what is wrong), and how many lines there are."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            os.environ |= {"PATH": f"{self.binaries}:{os.environ['PATH']}", "PAPILIO_WISDOM": str(folder / "wisdom")}
            if self.prefix:
                libraries = next(self.prefix.rglob("papilio.pc")).parent
                os.environ |= {"PKG_CONFIG_PATH": str(libraries), "LD_LIBRARY_PATH": str(libraries.parent)}
            found = list(blocks(page, "sh"))
            if found:
                self.prepare(folder, self.root, page)
            for line, _, block in found:
                parsed = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
                if parsed.returncode != 0:
                    yield line, parsed.stderr.strip()
                    continue
                for command, comment in lines_of(block):
                    yield from ((line, f"{command}: {fault}") for fault in self.faults_of_line(command, comment, folder))


def main(arguments):
    if len(arguments) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    shell = Shell(Path(arguments[0]), arguments[1], None if arguments[2] == "-" else Path(arguments[2]).resolve())
    bad = 0
    for name in arguments[3:]:
        shell.first_hour = Path(name).name in FIRST_HOUR
        bad += report([name], shell.faults)
    for entry in NOT_RUN:
        if entry not in shell.needed:
            bad += 1
            print(f"NOT_RUN: no page has a line like '{entry[0]}' any more")
    print(f"{len(arguments) - 3} pages, {bad} faults")
    return 0 if bad == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
