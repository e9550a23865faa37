# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What papilio._core calls for arrays of other libraries than NumPy; arrays that PyTorch or JAX watches are its operators'."""

from __future__ import annotations

import importlib
from typing import Any

from . import _device_arrays
from ._device_arrays import execute
from ._libraries import library_of

__all__ = ["execute", "transform"]


def transform(function: int, one_axis: bool, x: Any, type_: Any, lengths: Any, axes: Any, norm: Any,
              orthogonalize: Any, overwrite_x: Any, plan: Any, out: Any, factor: float, modes: Any) -> Any:
    """transform() of papilio._core, from and to an array of another library."""
    library = library_of(x)
    if library.needs_operators(x):
        if plan is not None or out is not None:
            raise TypeError(f"plan and out have no derivative: leave them out, or {library.without_operators}")
        operators = importlib.import_module(library.operators)
        return operators.differentiable(function, x, type_, lengths, axes, norm, orthogonalize, modes)
    return _device_arrays.transform(function, one_axis, x, type_, lengths, axes, norm, orthogonalize, overwrite_x, plan,
                                    out, factor, modes)
