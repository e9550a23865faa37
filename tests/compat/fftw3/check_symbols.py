#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Compare the names that our libraries export with those of the installed ones, bound their sizes and the time to open
them, and look for names that no test calls with bad arguments.

Usage: check_symbols.py OURS_FOLDER GENUINE_FOLDER HEADER OPTIMISED. Sizes and times count if OPTIMISED is 1. Prints
what differs; exit code 1 if something does."""

import re
import subprocess
import sys
from pathlib import Path

LARGEST = 6_000_000  # bytes of a library
LONGEST = 0.005  # seconds of processor time to open one
PREFIXES = {"libfftw3": ("fftw_", "dfftw_"), "libfftw3f": ("fftwf_", "sfftw_"), "libfftw3l": ("fftwl_", "lfftw_")}
MARKERS = {"papilio_fftw_threads", "papilio_fftwf_threads", "papilio_fftwl_threads"}


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
        if not Path(f"{ours_folder}/{library}.so.3").exists():
            continue  # long double is x86-64's
        public = declared(header, prefix)
        if len(public) < 75:
            yield f"{header} declares {len(public)} names beginning with {prefix}, not at least 75"
        genuine = {suffix: exported(f"{genuine_folder}/{library}{suffix}.so.3") for suffix in ("", "_threads", "_omp")}
        of_fortran = {name for names in genuine.values() for name in names if name.startswith(fortran)}
        if len(of_fortran) < 100:
            yield f"the installed {library} has {len(of_fortran)} Fortran names, not at least 100"
        yield from check_fortran_arguments(of_fortran)
        inner = genuine[""] - public - of_fortran
        print(f"{library}: {len(public)} names of the header, {len(of_fortran)} of Fortran; the installed one has "
              f"{len(inner)} inner ones besides")
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


def check_bad_arguments(header):
    """Every name is in a test of bad arguments: X(name), and of Fortran F(name)."""
    texts = [(Path(__file__).parent / name).read_text(encoding="utf-8")
             for name in ("every_function_test.cpp", "garbage_test.cpp")]
    tried = set(re.findall(r"X\((\w+)\)", "".join(texts)))
    variables = {"version", "cc", "codelet_optim"}
    for name in sorted(declared(header, "") - variables - tried):
        yield f"no test calls {name} with bad arguments"


def check_fortran_arguments(names):
    text = (Path(__file__).parent / "fortran_names_test.cpp").read_text(encoding="utf-8")
    tried = set(re.findall(r"\b(?:try_planner|try_function)\(F\((\w+)\)|^  F\((\w+)\)\(", text, re.MULTILINE))
    tried = {name for pair in tried for name in pair}
    for name in sorted({re.sub(r"^[dsl]fftw_|_+$", "", name) for name in names} - tried):
        yield f"no test calls {name} of Fortran with bad arguments"


def check_sizes(ours_folder):
    for path in sorted(Path(ours_folder).glob("lib*.so.3")):
        size = path.stat().st_size
        if size > LARGEST:
            yield f"{path.name}: {size} bytes, more than {LARGEST}"


def check_opening(ours_folder):
    """Processor time, the best of a few processes, for a machine under load. The C++ run time is open in most programs."""
    program = ("import ctypes, sys, time; ctypes.CDLL('libstdc++.so.6'); begin = time.process_time();"
               "ctypes.CDLL(sys.argv[1]); print(time.process_time() - begin)")
    for path in sorted(Path(ours_folder).glob("lib*.so.3")):
        best = min(float(subprocess.run([sys.executable, "-c", program, path], check=True, capture_output=True,
                                        text=True).stdout) for _ in range(10))
        print(f"{path.name} opens in {1e3 * best:.2f} ms")
        if best > LONGEST:
            yield f"{path.name} takes {1e3 * best:.2f} ms to open, more than {1e3 * LONGEST:.0f}"


def main(arguments):
    ours, genuine, header, optimised = arguments
    problems = [*check(ours, genuine, header), *check_bad_arguments(header)]
    if optimised == "1":
        problems += [*check_sizes(ours), *check_opening(ours)]
    for line in problems:
        print(line)
    print(f"{len(problems)} differences")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
