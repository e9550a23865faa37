# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Renders the recipe for conda-forge with rattler-build, as its feedstock would for Linux."""

from pathlib import Path

from rattler_build import Stage0Recipe, VariantConfig

recipe = Stage0Recipe.from_file(Path(__file__).parent / "conda-forge/recipe.yaml")
variants = VariantConfig({"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.17"]})
for rendered in recipe.render(variants):
    package = rendered.recipe.package
    print(f"{package.name} {package.version}: {rendered.variant}")
