#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that sys.rs declares functions and structures of the C API as the headers do. Usage: check_sys.py INCLUDE SYS.RS

INCLUDE: the folder of papilio/papilio.h. What sys.rs leaves out is no fault. Prints one line for each difference."""

import re
import sys
from pathlib import Path

HEADERS = ("status.h", "problem.h", "papilio.h", "wisdom.h")
WORDS = {"r#in": "in"}
SCALARS = {"int": "c_int", "int64_t": "i64", "size_t": "usize", "double": "c_double", "float": "c_float", "char": "c_char",
           "void": "c_void"}


def rust_type(base, constant, stars, enums):
    """The type of sys.rs for a C type with so many stars."""
    name = "c_int" if base in enums else SCALARS.get(base, base)
    for star in range(stars):
        name = ("*const " if constant and star == 0 else "*mut ") + name
    return name


def read_headers(folder):
    """Functions: name -> (result, [type]); structures: name -> [(field, type)]."""
    text = "\n".join((folder / "papilio" / name).read_text(encoding="utf-8") for name in HEADERS)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    enums = set(re.findall(r"typedef enum \w+[^{]*\{[^}]*\} (\w+);", text)) - {"papilio_status"}
    functions, structures = {}, {}
    for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, re.DOTALL):
        fields = re.findall(r"(const )?(\w+)\s*(\*?)\s*(\w+)(?:\[(\w+)\])?\s*;", body)
        structures[name] = [
            (field, f"[{rust_type(base, constant, len(star), enums)}; {extent}]" if extent
             else rust_type(base, constant, len(star), enums))
            for constant, base, star, field, extent in fields]
    for constant, base, star, name, arguments in re.findall(
            r"PAPILIO_API\s+(const )?(\w+)\s*(\*?)\s*(papilio_\w+)\((.*?)\);", text, re.DOTALL):
        types = []
        for argument in [] if arguments.strip() in ("", "void") else arguments.split(","):
            found = re.match(r"\s*(const\s+)?(\w+)\s*(\**)\s*\w+\s*$", argument)
            types.append(rust_type(found[2], found[1], len(found[3]), enums))
        result = None if base == "void" and not star else rust_type(base, constant, len(star), enums)
        functions[name] = (result, types)
    return functions, structures


def read_rust(path):
    """The same of sys.rs."""
    text = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
    functions, structures = {}, {}
    for name, body in re.findall(r"pub struct (papilio_\w+) \{(.*?)\}", text, re.DOTALL):
        structures[name] = [(WORDS.get(field, field), kind) for field, kind in re.findall(r"pub ([\w#]+): ([^,\n]+),", body)]
    for name, arguments, result in re.findall(r"pub fn ([$\w]+)\((.*?)\)(?: -> ([\w* ]+))?;", text, re.DOTALL):
        types = [argument.split(":")[1].strip() for argument in arguments.split(",") if ":" in argument]
        functions[name] = (result or None, types)
    for precision in ("f32", "f64"):  # a macro declares the one-liners
        form = functions.pop("$" + precision)
        for name in re.findall(rf"\b(papilio_i?r?fft_{precision})\b", text):
            functions[name] = form
    return functions, structures


def differences(c, rust, what):
    for name, declared in rust.items():
        if name not in c:
            yield f"{what} {name}: the headers have none"
        elif c[name] != declared:
            yield f"{what} {name}: {declared} in sys.rs, {c[name]} in the headers"


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    functions, structures = read_headers(Path(arguments[0]))
    rust_functions, rust_structures = read_rust(Path(arguments[1]))
    faults = [*differences(functions, rust_functions, "function"), *differences(structures, rust_structures, "structure")]
    if len(rust_functions) < 30 or len(rust_structures) < 6:
        faults.append(f"only {len(rust_functions)} functions and {len(rust_structures)} structures were found in {arguments[1]}")
    print("\n".join([*faults, f"{len(rust_functions)} functions, {len(rust_structures)} structures, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
