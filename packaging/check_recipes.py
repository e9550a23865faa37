#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Check that recipes, CITATION.cff and pages fit the tree. Usage: check_recipes.py ROOT. Prints a line for each misfit.

Every PAPILIO_… that a recipe sets is an option of a CMakeLists.txt; every version that they name is version.h's; Debian's
control file has CPack's packages; vcpkg's manifest has names in order. With the standard library only; packaging/check runs the package managers' own tools."""

import json
import re
import sys
from pathlib import Path

OPTION = re.compile(r"^\s*(?:option|set)\((PAPILIO_\w+) (?:\"|\S+ CACHE)", re.MULTILINE)
# Where a version is written: the file, and what stands around it. {} is the version, {series} its first two numbers.
VERSIONS = {
    "packaging/vcpkg/papilio/vcpkg.json": '"version-semver": "{}"',
    "packaging/conda-forge/recipe.yaml": 'version: "{}"\n  series: "{series}"',
    "CITATION.cff": "\nversion: {}\n",
    "docs/building.md": "find_package(papilio {series} REQUIRED)",
    "examples/CMakeLists.txt": "find_package(papilio {series} REQUIRED",
}


def options_of_the_build(root):
    texts = [root / "CMakeLists.txt", *(path for folder in ("src", "cmake", "compat", "bench", "mpi", "tools")
                                        for path in (root / folder).rglob("*") if path.is_file())]
    return {name for path in texts if path.name == "CMakeLists.txt" or path.suffix == ".cmake"
            for name in OPTION.findall(path.read_text(encoding="utf-8"))}


def options_of(text):
    """The names that a recipe sets: in full, and Conan's list of parts."""
    names = set(re.findall(r"PAPILIO_[A-Z0-9_]*[A-Z0-9]", text)) - {"PAPILIO_BUILD", "PAPILIO_VERSION"}
    for parts in re.findall(r"for part in \((.*?)\)", text):
        names |= {f"PAPILIO_BUILD_{part}" for part in re.findall(r'"(\w+)"', parts)}
    return names


def control_misfits(root):
    """Debian's source package and CPack make the same packages, with the same words and the same relations."""
    control = (root / "packaging/debian/control.in").read_text(encoding="utf-8")
    cpack = (root / "cmake/package.cmake").read_text(encoding="utf-8")
    packages = [dict(re.findall(r"^(\w[\w-]*): (.*(?:\n .*)*)", part, re.MULTILINE)) for part in control.split("\n\n")[1:]]
    if len(packages) != 4:
        yield f"packaging/debian/control.in: it has {len(packages)} packages instead of 4"
    for package in packages:
        where = f"packaging/debian/control.in: {package['Package']}"
        words = package["Description"].replace("\n ", "\n").rstrip()
        if f'_DESCRIPTION "{words}")' not in cpack:
            yield f"{where}: its description is not one of cmake/package.cmake"
        for relation in ("Recommends", "Suggests"):
            if relation in package and f'"{package[relation].rstrip()}"' not in cpack:
                yield f"{where}: what it {relation.lower()} is not in cmake/package.cmake"
        if package.get("Section", "science") not in re.findall(r"_PACKAGE_SECTION (\w+)", cpack):
            yield f"{where}: its section is not one of cmake/package.cmake"


def vcpkg_misfits(manifest):
    """What vcpkg's own check of a manifest would say, as far as it needs no list of ports."""
    names = [entry if isinstance(entry, str) else entry["name"] for entry in manifest["dependencies"]]
    for name in (manifest["name"], *names):
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            yield f"vcpkg.json: '{name}' is no name of a port"
    if names != sorted(set(names)):
        yield "vcpkg.json: the dependencies are not sorted, as vcpkg format-manifest writes them"


def misfits(root):
    header = (root / "include/papilio/version.h").read_text(encoding="utf-8")
    numbers = re.findall(r"^#define PAPILIO_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.MULTILINE)
    version, series = ".".join(numbers), ".".join(numbers[:2])
    for name, pattern in VERSIONS.items():
        expected = pattern.format(version, series=series)
        if expected not in (root / name).read_text(encoding="utf-8"):
            yield f"{name}: it does not say {expected.strip()!r}, which include/papilio/version.h implies"
    known = options_of_the_build(root)
    recipes = [path for path in (root / "packaging").rglob("*") if path.name in
               ("conanfile.py", "portfile.cmake", "package.py", "recipe.yaml")]
    if len(recipes) < 4 or len(known) < 8:
        yield f"packaging: {len(recipes)} recipes and {len(known)} options were found, which is too few"
    for path in recipes:
        for option in sorted(options_of(path.read_text(encoding="utf-8")) - known):
            yield f"{path.relative_to(root)}: the build has no option {option}"
    yield from vcpkg_misfits(json.loads((root / "packaging/vcpkg/papilio/vcpkg.json").read_text(encoding="utf-8")))
    yield from control_misfits(root)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(misfits(Path(sys.argv[1])))
    print("\n".join(found) if found else "recipes fit the tree")
    sys.exit(1 if found else 0)
