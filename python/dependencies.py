# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The packages that the Python package needs when it runs; scikit-build-core asks (pyproject.toml).

The module for Pythons without GIL contains all of nanobind, and there is no nanobind-backend for them."""

from __future__ import annotations

import sysconfig

__all__ = ["dynamic_metadata", "get_requires_for_dynamic_metadata"]


def _backend() -> list[str]:
    return [] if sysconfig.get_config_var("Py_GIL_DISABLED") else ["nanobind-backend>=1.0"]


def dynamic_metadata(field: str, settings: dict[str, object] | None = None) -> list[str]:
    """Returns the value of project.dependencies."""
    if field != "dependencies" or settings:
        raise RuntimeError(f"{field}: python/dependencies.py gives project.dependencies only, and takes no settings")
    return ["numpy>=1.24", *_backend()]


def get_requires_for_dynamic_metadata(settings: dict[str, object] | None = None) -> list[str]:
    """Returns what the build needs as well: the stub is made by importing the module."""
    return _backend()
