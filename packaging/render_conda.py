# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Renders the recipe for conda-forge with rattler-build, as its feedstock would for Linux. With a FOLDER it also makes the package there and
runs the recipe's tests on it, with this machine's compiler, CMake and libraries in place of conda-forge's packages: no channel is asked."""

import sys
from pathlib import Path

from rattler_build import Stage0Recipe, ToolConfiguration, VariantConfig

PATH = Path(__file__).resolve().parent / "conda-forge/recipe.yaml"
# The variables hold what conda-forge's compilers set when they are activated.
ACTIVATED = 'export CMAKE_ARGS="-DCMAKE_INSTALL_PREFIX=$PREFIX -DCMAKE_INSTALL_LIBDIR=lib" PATH="$PATH:/usr/local/bin:/usr/bin:/bin"'


def build(recipe, folder):
    recipe["source"][0]["path"] = str(PATH.parents[2])
    recipe["build"]["script"]["content"].insert(0, ACTIVATED)
    del recipe["requirements"]
    for variant in Stage0Recipe.from_dict(recipe).render(VariantConfig({})):
        result = variant.run_build(ToolConfiguration(test_strategy="native"), output_dir=folder, channels=[])
        print(f"made and tested {result.packages[0].name}")


recipe = Stage0Recipe.from_file(PATH)
for rendered in recipe.render(VariantConfig({"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.17"]})):
    package = rendered.recipe.package
    print(f"{package.name} {package.version}: {rendered.variant}")
if len(sys.argv) > 1:
    build(recipe.to_dict(), Path(sys.argv[1]).resolve())
