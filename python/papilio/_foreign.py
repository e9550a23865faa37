# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""What papilio._core calls for arrays of other libraries than NumPy; tensors that PyTorch watches are its operators'."""

from __future__ import annotations

from typing import Any

from . import _device_arrays
from ._device_arrays import execute
from ._libraries import library_of

__all__ = ["execute", "transform"]


def transform(function: int, one_axis: bool, x: Any, type_: Any, lengths: Any, axes: Any, norm: Any,
              orthogonalize: Any, overwrite_x: Any, plan: Any, out: Any, factor: float, modes: Any) -> Any:
    """transform() of papilio._core, from and to an array of another library."""
    if library_of(x).needs_operators(x):
        from .torch import _functions
        if modes is not None:
            raise NotImplementedError("modes have no derivative yet: transform all and slice, or use x.detach()")
        return _functions.differentiable(function, x, type_, lengths, axes, norm, orthogonalize, (plan, out))
    return _device_arrays.transform(function, one_axis, x, type_, lengths, axes, norm, orthogonalize, overwrite_x, plan,
                                    out, factor, modes)
