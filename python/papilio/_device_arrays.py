# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Arrays of other libraries that can be seen as NumPy's without a copy (DLPack, in the host's memory)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import transform as transform_numpy

__all__ = ["transform"]

_CPU = 1  # DLDeviceType


def _library_of(x: Any) -> Any:
    """The module with from_dlpack() for arrays of the type of x."""
    if hasattr(x, "__array_namespace__"):
        return x.__array_namespace__()
    module = __import__(type(x).__module__.partition(".")[0])
    if hasattr(module, "from_dlpack"):
        return module
    raise TypeError(f"{type(x).__name__} comes from a library without from_dlpack(): convert it with numpy.asarray()")


def transform(function: int, one_axis: bool, x: Any, type_: Any, lengths: Any, axes: Any, norm: Any,
              orthogonalize: Any, out: Any) -> Any:
    """transform() of papilio._core, from and to an array of another library. The result is a new array of its type."""
    if out is not None:
        raise TypeError("out is for NumPy's arrays")
    if not hasattr(x, "__dlpack_device__") or x.__dlpack_device__()[0] != _CPU:
        raise TypeError(f"{type(x).__name__} on a device: only arrays in the host's memory are taken so far; "
                        "copy it to the host")
    if getattr(x, "requires_grad", False):
        x = x.detach()
    result = transform_numpy(function, one_axis, np.from_dlpack(x), type_, lengths, axes, norm, orthogonalize, False,
                             None, None)
    return _library_of(x).from_dlpack(result)
