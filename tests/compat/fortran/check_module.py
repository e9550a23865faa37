#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that the Fortran module declares the whole C API. Usage: check_module.py INCLUDE FORTRAN…

INCLUDE: the folder of papilio/papilio.h; FORTRAN: the folders of papilio.f90 and of the one-liners that CMake writes. Prints one line for each difference."""

import re
import sys
from pathlib import Path

HEADERS = ("status.h", "problem.h", "papilio.h", "convolution.h")
WORDS = {"in": "input", "out": "output"}
CONSTANTS = {"papilio_convolve": "papilio_operation_convolve", "papilio_correlate": "papilio_operation_correlate"}
SCALARS = {"int": "integer(c_int)", "int64_t": "integer(c_int64_t)", "size_t": "integer(c_size_t)",
           "double": "real(c_double)", "float": "real(c_float)", "char": "character(kind=c_char)"}


class Api:
    """Functions: name -> (result, [(argument, type, by value)]); constants: name -> number; structures: name ->
    [(field, type)]."""

    def __init__(self):
        self.functions, self.constants, self.structures = {}, {}, {}


def read_headers(folder):
    text = "\n".join((folder / "papilio" / name).read_text(encoding="utf-8") for name in HEADERS)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    enums = re.findall(r"typedef enum \w+[^{]*\{([^}]*)\} (\w+);", text)
    structures = re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, re.DOTALL)
    enum_names, structure_names = {name for _, name in enums}, {name for _, name in structures}

    def fortran(base, stars):
        """The type, and whether it is passed by value."""
        if base in structure_names and base != "papilio_timing":
            return f"type({base})", stars == 0
        if base in structure_names or base == "void" or (base.startswith("papilio_") and base not in enum_names):
            return "type(c_ptr)", stars < 2 or base == "void"
        return SCALARS["int" if base in enum_names else base], stars == 0

    def field_type(base, star):
        return "type(c_ptr)" if star else f"type({base})" if base in structure_names else fortran(base, 0)[0]

    api = Api()
    for body, _ in enums:
        for name, value in re.findall(r"(\w+) = (\d+)", body):
            api.constants[CONSTANTS.get(name.lower(), name.lower())] = int(value)
    for body, name in structures:
        fields = re.findall(r"(?:const )?(\w+)\s*(\*?)\s*(\w+)(?:\[(\w+)\])?\s*;", body)
        api.structures[name] = [
            (WORDS.get(field, field), field_type(base, star) + (f"({extent.lower()})" if extent else ""))
            for base, star, field, extent in fields]
    for result, name, arguments in re.findall(r"PAPILIO_API\s+([\w ]+\*?)\s*(papilio_\w+)\((.*?)\);", text, re.DOTALL):
        parsed = []
        for argument in [] if arguments.strip() in ("", "void") else arguments.split(","):
            base, stars, word = re.match(r"\s*(?:const\s+)?(\w+)\s*(\**)\s*(\w+)\s*$", argument).groups()
            parsed.append((WORDS.get(word, word), *fortran(base, len(stars))))
        kind = None if result.strip() == "void" else "type(c_ptr)" if "*" in result else "integer(c_int)"
        api.functions[name] = (kind, parsed)
    return api


def read_module(folders):
    text = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("papilio*.f90")))
    text = re.sub(r"!.*", "", text)
    text = re.sub(r"&\s*\n\s*", "", text)
    api = Api()
    for name, value in re.findall(r"(papilio_\w+) = (\d+)", "".join(re.findall(r"parameter :: (.*)", text))):
        api.constants[name] = int(value)
    for name, body in re.findall(r"type, bind\(c\) :: (\w+)\n(.*?)end type", text, re.DOTALL):
        fields = re.findall(r"^\s*(\S.*?) :: (\w+)(\(\w+\))?", body, re.MULTILINE)
        api.structures[name] = [(field, kind + (extent or "")) for kind, field, extent in fields]
    pattern = r"(function|subroutine) (\w+)\(([^)]*)\)\s*bind\(c, name=\"(\w+)\"\)(.*?)end \1"
    for _, name, arguments, bound, body in re.findall(pattern, text, re.DOTALL):
        declared = {}
        for kind, attribute, names in re.findall(r"^\s*(\w+\([\w=]+\))(?:, ([\w()]+))? :: (.*)$", body, re.MULTILINE):
            for word in re.findall(r"(\w+)(?:\(\*\))?(?:, )?", names):
                declared[word] = (kind, attribute == "value")
        words = [word.strip() for word in arguments.split(",") if word.strip()]
        api.functions[bound] = (declared.get("answer", (None,))[0], [(word, *declared[word]) for word in words])
        if name != bound:
            api.functions[name] = "its name and that of bind(c) differ"
    return api


def same_argument(wanted, found):
    """Numbers of one-liners may be complex, which C has as pairs of the same type."""
    if wanted == found:
        return True
    pairs = {"real(c_float)": "complex(c_float_complex)", "real(c_double)": "complex(c_double_complex)"}
    return wanted[0] == found[0] and wanted[2] == found[2] and pairs.get(wanted[1]) == found[1]


def same_function(wanted, found):
    return (wanted[0] == found[0] and len(wanted[1]) == len(found[1]) and
            all(same_argument(a, b) for a, b in zip(wanted[1], found[1])))


def differences(wanted, found):
    for kind, same in (("functions", same_function), ("constants", None), ("structures", None)):
        expected, present = getattr(wanted, kind), getattr(found, kind)
        for name in sorted(set(expected) | set(present)):
            if kind == "constants" and name in ("papilio_max_rank", "papilio_max_dimensions"):
                continue
            if name not in present or name not in expected:
                yield f"{name}: only in the {'headers' if name in expected else 'module'}"
            elif not (same(expected[name], present[name]) if same else expected[name] == present[name]):
                yield f"{name}: {expected[name]} in the headers, {present[name]} in the module"


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    wanted, found = read_headers(Path(arguments[0])), read_module([Path(folder) for folder in arguments[1:]])
    problems = list(differences(wanted, found))
    for problem in problems:
        print(problem)
    print(f"{len(wanted.functions)} functions, {len(wanted.constants)} constants, {len(wanted.structures)} structures, "
          f"{len(problems)} differences")
    return 1 if problems or len(wanted.functions) < 50 or len(wanted.structures) < 10 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
