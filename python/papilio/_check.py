# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""papilio.check: a transform on a device against SciPy's in long double."""

from __future__ import annotations

import importlib
import math
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._core import Device, Plan
from ._libraries import NUMBERS

__all__ = ["CheckResult", "check"]

_C2C, _R2C, _C2R = -3, -2, -1


class CheckResult(NamedTuple):
    """The relative error of a result, ``norm(result - reference) / norm(reference)``, and its bound.

    `passed` is True if the error is at most the bound.
    """

    token: str
    device: str
    error: float
    bound: float

    @property
    def passed(self) -> bool:
        return self.error <= self.bound


def check(token: str, device: str | Device | None = None, seed: int = 0) -> CheckResult:
    """Transforms random numbers on a device and compares them with SciPy's transform in long double. Needs SciPy.

    Parameters
    ----------
    token : str
        A problem with packed arrays, out of place, of any kind but the Hartley transform.
    device : str or Device, optional
        Default: the one that `papilio.use_device` chose.
    seed : int
        Seed of the random numbers.

    Returns
    -------
    CheckResult
        Its bound is ``4 u sqrt(1 + log2 n)`` for n transformed points, where u is the unit roundoff.

    Raises
    ------
    InvalidToken, Unsupported
        The token does not parse, or is a problem of another layout.

    Examples
    --------
    >>> import papilio
    >>> papilio.check("c2c:f32:1000").passed
    True
    """
    facts: dict[str, Any] = dict(_core.problem_facts(token))
    plan = Plan(token, device)
    (number, shape, _), (out_number, _, _), _ = _core.plan_sides(plan)
    generator = np.random.default_rng(seed)
    values: Any = generator.standard_normal(shape)
    if NUMBERS[number].startswith("complex"):
        values = values + 1j * generator.standard_normal(shape)
    x = values.astype(NUMBERS[number])
    own: Any = plan(x)
    axes = [axis + facts["batched"] for axis in facts["axes"]]
    theirs = _reference(x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble), axes, facts)
    error = float(np.linalg.norm((own - theirs).ravel()) / np.linalg.norm(theirs.ravel()))
    roundoff = 2.0**-24 if NUMBERS[out_number] in ("float32", "complex64") else 2.0**-53
    points = math.prod([theirs.shape[axis] for axis in axes])
    return CheckResult(plan.token, plan.device.id, error, 4 * roundoff * math.sqrt(1 + math.log2(points)))


def _reference(x: Any, axes: list[int], facts: dict[str, Any]) -> Any:
    scipy: Any = importlib.import_module("scipy.fft")
    kind = facts["kind"]
    if kind == _C2C:
        result = scipy.ifftn(x, axes=axes, norm="forward") if facts["inverse"] else scipy.fftn(x, axes=axes)
    elif kind == _R2C:
        result = scipy.rfftn(x, axes=axes)
    elif kind == _C2R:
        lengths = [x.shape[axis] for axis in axes[:-1]] + [facts["last"]]
        result = scipy.irfftn(x, lengths, axes=axes, norm="forward")
    else:
        function = scipy.dctn if kind < 4 else scipy.dstn
        result = function(x, kind % 4 + 1, axes=axes, orthogonalize=facts["orthogonal"])
    return result * np.longdouble(facts["factor"])
