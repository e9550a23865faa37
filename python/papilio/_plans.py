# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Plans for calls of papilio.fft."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from . import _call, fft
from ._core import Device, Plan, problem_token

__all__ = ["plan_for"]


def plan_for(function: Callable[..., Any], x: Any, *args: Any, device: str | Device | None = None,
             **kwargs: Any) -> Plan:
    """The plan of a call, to be given as its ``plan=``: ``plan_for(papilio.fft.rfft, x, axis=0)``.

    The call must be of an array with the same type, shape and strides.
    """
    name = function.__name__
    one_axis = not name.endswith(("n", "2"))
    family = name if one_axis else name[:-1]
    if getattr(fft, name, None) is not function or not hasattr(_call, family.upper()):
        raise ValueError(f"{name} is no transform of papilio.fft")
    bound = inspect.signature(function).bind(x, *args, **kwargs)
    bound.apply_defaults()
    call = bound.arguments
    token = problem_token(getattr(_call, family.upper()), one_axis, x, call.get("type"), call["n" if one_axis else "s"],
                          call["axis" if one_axis else "axes"], call["norm"], call.get("orthogonalize"))
    if not token:
        raise ValueError("there is nothing to compute: no axis is transformed, or the array has no elements")
    return Plan(token, device)
