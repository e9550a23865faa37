# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs the recipes with stand-ins for Spack's directives, and prints them and the arguments for CMake."""

import contextlib
import sys
import types
from pathlib import Path


def directive(name):
    def call(*arguments, **named):
        print(f"{name}({', '.join([*map(repr, arguments), *(f'{k}={v!r}' for k, v in named.items())])})")
    return call


class CMakePackage:
    run_tests = False

    def cmake_args(self):
        return []

    def define(self, name, value):
        return f"-D{name}={'ON' if value else 'OFF'}"

    def define_from_variant(self, name, variant):
        return f"-D{name}=<{variant}>"


@contextlib.contextmanager
def when(condition):
    print(f"when {condition}:")
    yield


stand_in, build_system = types.ModuleType("spack.package"), "spack_repo.builtin.build_systems.cmake"
stand_in.when = when
for directive_name in ("license", "version", "variant", "conflicts", "depends_on"):
    setattr(stand_in, directive_name, directive(directive_name))
sys.modules |= {"spack": types.ModuleType("spack"), "spack.package": stand_in}
for depth in range(1, 5):  # a package of each name before a dot
    name = ".".join(build_system.split(".")[:depth])
    sys.modules[name] = types.ModuleType(name)
sys.modules[build_system].CMakePackage = CMakePackage

for folder in sorted((Path(__file__).parent / "spack_repo/papilio/packages").iterdir()):
    print(f"= {folder.name}")
    names = {}
    exec((folder / "package.py").read_text(encoding="utf-8"), names)
    # Spack finds the class by the name of the folder.
    recipe = names["".join(word.capitalize() for word in folder.name.split("_"))]()
    print(*recipe.cmake_args(), sep="\n")
