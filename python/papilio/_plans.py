# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Plans for calls of papilio.fft."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _call, fft
from ._core import Device, Plan, problem_token
from ._libraries import NUMBERS, library_of
from ._types import ArrayLike, DLPackArray

__all__ = ["plan_for"]


def _stand_in(x: Any, function: int) -> tuple[Any, str | None]:
    """An array of NumPy's with the type, shape and strides of an array of another library, and its device."""
    library = library_of(x)
    if library.on_host(x):
        return library.to_numpy(x), None
    _, number, shape, strides, unit, device, _ = library.describe(library.readable(x, function))
    steps = None if strides is None else [stride * unit for stride in strides]
    # Nothing reads its memory, which is one element.
    return np.lib.stride_tricks.as_strided(np.empty(1, NUMBERS[number]), shape, steps), f"cuda:{device}"


def plan_for(function: Callable[..., object], x: ArrayLike | DLPackArray, *args: object,
             device: str | Device | None = None, **kwargs: object) -> Plan:
    """Makes the plan of a call, which the call takes as its ``plan=``.

    Parameters
    ----------
    function : function
        A transform of `papilio.fft`.
    x : array_like
        The input, or an array with its type, shape and strides; on a GPU, one that begins at a multiple of 16 bytes, as
        the input must.
    *args, **kwargs
        The other arguments of the call.
    device : str or Device, optional
        Default: the device of an array on a GPU, else the one that `papilio.use_device` chose.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        The function is not a transform of `papilio.fft`, or there is nothing to compute.

    Examples
    --------
    >>> import numpy as np, papilio.fft
    >>> x = np.ones((4, 8))
    >>> plan = papilio.plan_for(papilio.fft.rfft, x, axis=0)
    >>> papilio.fft.rfft(x, axis=0, plan=plan).shape
    (3, 8)
    """
    name = function.__name__
    one_axis = not name.endswith(("n", "2"))
    family = name if one_axis else name[:-1]
    if getattr(fft, name, None) is not function or not hasattr(_call, family.upper()):
        raise ValueError(f"{name} is not a transform of papilio.fft")
    bound = inspect.signature(function).bind(x, *args, **kwargs)
    bound.apply_defaults()
    call = bound.arguments
    if call.get("ends"):
        raise ValueError(f"{next(iter(call['ends']))}: plans of calls with such keywords are made of tokens, papilio.Plan(token)")
    code = getattr(_call, family.upper())
    if not isinstance(x, np.ndarray) and hasattr(x, "__dlpack_device__"):
        x, own = _stand_in(x, code)
        device = own if device is None else device
    token = problem_token(code, one_axis, x, call.get("type"), call["n" if one_axis else "s"],
                          call["axis" if one_axis else "axes"], call["norm"], call.get("orthogonalize"), call.get("modes"))
    if not token:
        raise ValueError("there is nothing to compute: no axis is transformed, or the array has no elements")
    return Plan(token, device)
