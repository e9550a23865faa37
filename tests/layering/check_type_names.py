#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that a type name names one type. Usage: check_type_names.py [--write] [ROOT]. Prints one line for each name that is
defined twice: in two namespaces, inside two classes, or in two files. Names of tests and of examples, which are read alone, are their own.

A reader who searches for a name then finds one definition. Not counted are aliases inside functions, aliases that say
the same (`using Token = std::function<std::string()>` in two files) or that repeat the name (`using Kind = Pair::Kind`),
forward declarations, and specialisations of templates.

shared_type_names.txt lists the names outside src/ and include/ that still name several types. It may only shrink: a name that is not in it is a
fault, and so is one in it that names one type by now; --write takes such names out.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from check_layering import CPP, code_of

FOLDERS = ("include", "src", "bench", "compat", "files", "lab", "mpi", "python", "tools", "verify")
LIST = "tests/layering/shared_type_names.txt"
# Names that may be defined in these folders once each, and why.
HANDLE = "the public handle, and the object behind it"
ALLOWED = {
    "Device": ({"include/papilio/device.hpp", "src/runtime/device.hpp"}, HANDLE),
    "Event": ({"include/papilio/device.hpp", "src/runtime/device.hpp"}, HANDLE),
    "Stream": ({"include/papilio/device.hpp", "src/runtime/device.hpp"}, HANDLE),
    "Plan": ({"include/papilio/plan.hpp", "include/papilio/mpi.hpp"}, "papilio::mpi has its own"),
    "Buffer": ({"include/papilio/device.hpp", "src/ir/ir.hpp"}, "a user's buffer, and the kernel's parameter for it"),
}

STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.[^\'\n]*|[^\\\'\n])\'')
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE)
MARKS = r"(?:\[\[[^\]]*\]\]\s*|[A-Z][A-Z_]+\s+|alignas\([^)]*\)\s*)*"
# Head of a type, before its {: "struct Name final : Base".
TYPE_HEAD = re.compile(
    rf"\b(?:enum\s+(?:class|struct)|enum|class|struct|union)\s+{MARKS}(?P<name>\w+)(?P<special>\s*<.*>)?\s*(?:final\s*)?"
    r"(?::(?!:).*)?$", re.DOTALL)
NAMESPACE_HEAD = re.compile(r'\bnamespace\b[\w:\s]*$|\bextern\s*$')
ALIAS = re.compile(r"^(?:template\s*<.*>\s*)?using\s+(?P<name>\w+)\s*=\s*(?P<type>.*)$", re.DOTALL)
ACCESS = re.compile(r"^\s*(?:public|protected|private)\s*:")


def blank(match):
    return "\n" * match[0].count("\n")


def definitions(text):
    """(name, line, what): the types that a file defines; `what` is the right-hand side of an alias, else None."""
    code = DIRECTIVE.sub(blank, STRING.sub(blank, code_of(text)))
    scopes = []  # "namespace", "type" or "code" for each open brace
    start = 0  # of the statement
    for brace in re.finditer(r"[{};]", code):
        statement = ACCESS.sub("", code[start:brace.start()]).strip()
        line = code.count("\n", 0, brace.start()) + 1
        if brace[0] == "{":
            head = TYPE_HEAD.search(statement)
            if NAMESPACE_HEAD.search(statement):
                scopes.append("namespace")
            elif head:
                scopes.append("type")
                if not head["special"]:
                    yield head["name"], line - statement[head.start():].count("\n"), None
            else:
                scopes.append("code")
        elif brace[0] == "}" and scopes:
            scopes.pop()
        elif brace[0] == ";" and "code" not in scopes:
            alias = ALIAS.match(statement)
            if alias:
                yield alias["name"], line - statement[alias.start("name"):].count("\n"), "".join(alias["type"].split())
        start = brace.end()


def names_several(name, found):
    types = {(relative, line) if what is None else what for relative, line, what in found}
    allowed = ALLOWED.get(name, (set(), ""))[0]
    return len(types) > 1 and not (len(found) == len(allowed) and {relative for relative, _, _ in found} == allowed)


def names_several_of_library(name, found):
    return names_several(name, [place for place in found if place[0].startswith(("include/", "src/"))])


def shared_names(root):
    """name -> its definitions, (file, line, what), of names with several types."""
    places = defaultdict(list)
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in CPP]
    for path in files:
        relative = path.relative_to(root).as_posix()
        for name, line, what in definitions(path.read_text(encoding="utf-8")):
            if what is None or not re.search(rf"\b{name}$", what):
                places[name].append((relative, line, what))
    return {name: found for name, found in sorted(places.items()) if names_several(name, found)}


def known_names(root):
    path = root / LIST
    return set(path.read_text(encoding="utf-8").split()) if path.is_file() else set()


def check_tree(root):
    """Lines, one for each name that names two types, or that the list has for no reason."""
    shared, known = shared_names(root), known_names(root)
    for name, found in shared.items():
        if name not in known or names_several_of_library(name, found):
            others = ", ".join(f"{relative}:{line}" for relative, line, _ in found[1:])
            yield f"{found[0][0]}:{found[0][1]}: {name} names another type in {others}; let the names say which is which"
    for name in sorted(known - set(shared)):
        yield f"{LIST}: {name} names one type by now; take it out by check_type_names.py --write"


def main(arguments):
    write = "--write" in arguments
    roots = [argument for argument in arguments if argument != "--write"]
    root = Path(roots[0] if roots else Path(__file__).parents[2]).resolve()
    if not (root / "src").is_dir():
        print(f"{root}: no src folder below it; give the root of the source tree", file=sys.stderr)
        return 2
    if write:
        names = sorted(known_names(root) & set(shared_names(root)))
        (root / LIST).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    violations = list(check_tree(root))
    for violation in violations:
        print(f"error: {violation}")
    print(f"{len(violations)} faults; {len(known_names(root))} names that name several types are known")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
