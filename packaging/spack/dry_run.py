# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs the recipe with stand-ins for Spack's directives, and prints them and the arguments for CMake."""

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

    def define(self, name, value):
        return f"-D{name}={'ON' if value else 'OFF'}"

    def define_from_variant(self, name, variant):
        return f"-D{name}=<{variant}>"


@contextlib.contextmanager
def when(condition):
    print(f"when {condition}:")
    yield


stand_in = types.ModuleType("spack.package")
stand_in.CMakePackage, stand_in.when = CMakePackage, when
for directive_name in ("license", "version", "variant", "conflicts", "depends_on"):
    setattr(stand_in, directive_name, directive(directive_name))
sys.modules |= {"spack": types.ModuleType("spack"), "spack.package": stand_in}

names = {}
exec((Path(__file__).parent / "packages/papilio/package.py").read_text(encoding="utf-8"), names)
print(*names["Papilio"]().cmake_args(), sep="\n")
