#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Compare the names that our libraries export with those of the installed ones, and bound their sizes.

Usage: check_symbols.py OURS_FOLDER GENUINE_FOLDER HEADER OPTIMISED. Sizes count if OPTIMISED is 1. Prints what differs;
exit code 1 if something does."""

import re
import subprocess
import sys
from pathlib import Path

LARGEST = 6_000_000  # bytes of a library
PREFIXES = {"libfftw3": ("fftw_", "dfftw_"), "libfftw3f": ("fftwf_", "sfftw_")}
MARKERS = {"papilio_fftw_threads", "papilio_fftwf_threads"}


def exported(path):
    """The exported names. A version node would stand behind an @."""
    lines = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in lines.splitlines()}


def declared(header, prefix):
    """Functions and strings of the header, which defines them by a macro: X(name)."""
    text = Path(header).read_text(encoding="utf-8")
    api = text[text.index("#define FFTW_DEFINE_API"):text.index("end of FFTW_DEFINE_API")]
    functions = re.findall(r"FFTW_CDECL X\((\w+)\)\(", api)
    return {prefix + name for name in functions + re.findall(r"FFTW_EXTERN const char X\((\w+)\)", api)}


def check(ours_folder, genuine_folder, header):
    for library, (prefix, fortran) in PREFIXES.items():
        public = declared(header, prefix)
        if len(public) < 75:
            yield f"{header} declares {len(public)} names beginning with {prefix}, not at least 75"
        genuine = {suffix: exported(f"{genuine_folder}/{library}{suffix}.so.3") for suffix in ("", "_threads", "_omp")}
        of_fortran = {name for names in genuine.values() for name in names if name.startswith(fortran)}
        if len(of_fortran) < 100:
            yield f"the installed {library} has {len(of_fortran)} Fortran names, not at least 100"
        ours = exported(f"{ours_folder}/{library}.so.3")
        for name in sorted((public | of_fortran) - ours):
            yield f"{library}: {name} is missing"
        for name in sorted(ours - public - of_fortran - MARKERS):
            yield f"{library}: {name} should not be exported"
        for suffix in ("_threads", "_omp"):
            wanted = {name for name in genuine[suffix] if name in public or name in of_fortran}
            companion = exported(f"{ours_folder}/{library}{suffix}.so.3")
            for name in sorted(wanted ^ companion):
                yield f"{library}{suffix}: {name} is {'missing' if name in wanted else 'not in the installed one'}"


def check_sizes(ours_folder):
    for path in sorted(Path(ours_folder).glob("lib*.so.3")):
        size = path.stat().st_size
        if size > LARGEST:
            yield f"{path.name}: {size} bytes, more than {LARGEST}"


def main(arguments):
    ours, genuine, header, optimised = arguments
    problems = list(check(ours, genuine, header))
    if optimised == "1":
        problems += check_sizes(ours)
    for line in problems:
        print(line)
    print(f"{len(problems)} differences")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
