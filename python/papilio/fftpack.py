# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The pseudo-differential operators of scipy.fftpack: derivatives and their relatives of periodic sequences.

Sequences have one dimension. Results are of double precision, complex where the sequence is: a real and an imaginary part are treated
alike. The device must have double precision. For even lengths, Nyquist's frequency of odd operators counts as 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from . import operators
from ._devices import current_device
from ._types import ArrayLike, NumPyArray

__all__ = ["cc_diff", "cs_diff", "diff", "hilbert", "ihilbert", "itilbert", "sc_diff", "shift", "ss_diff", "tilbert"]

Formula = Callable[..., Any]


@lru_cache(maxsize=32)
def _prepared(device: str, formula: Formula, n: int, parameters: tuple[float, ...]) -> operators.Operator:
    """The operator whose spectrum is formula(k, *parameters) at k = 0 .. n//2."""
    spectrum = formula(np.arange(n // 2 + 1, dtype=float), *parameters)
    return operators.Operator(n, spectrum if isinstance(spectrum, operators.Spectrum) else operators.array(spectrum), "float64")


def _applied(x: ArrayLike, formula: Formula, *parameters: float) -> NumPyArray:
    sequence = np.asarray(x)
    if sequence.ndim != 1 or sequence.size == 0:
        raise ValueError(f"an array of shape {sequence.shape}: give one dimension with at least one element")
    apply = _prepared(current_device().id, formula, sequence.size, parameters)
    if sequence.dtype.kind != "c":
        return apply(sequence)
    result: NumPyArray = apply(sequence.real) + 1j * apply(sequence.imag)
    return result


def _scale(period: float | None) -> float:
    return 1.0 if period is None else float(2 * np.pi / period)


def _ratio(k: NumPyArray, a: float, b: float, sign_a: int, sign_b: int, zero: float) -> NumPyArray:
    """(exp(ak) + sign_a exp(-ak)) / (exp(bk) + sign_b exp(-bk)) without overflow of its parts; `zero` at k = 0."""
    odd = (np.sign(a) if sign_a < 0 else 1.0) * (np.sign(b) if sign_b < 0 else 1.0)
    a, b = abs(a), abs(b)
    with np.errstate(all="ignore"):
        values = odd * np.exp((a - b) * k) * (1 + sign_a * np.exp(-2 * a * k)) / (1 + sign_b * np.exp(-2 * b * k))
    result: NumPyArray = np.where(k == 0, zero, values)
    return result


def _derivative(k: NumPyArray, order: float, period: float, n: float) -> operators.Spectrum:
    return operators.derivative(int(order), period) * operators.array(2 * k != n)


def _tilbert(k: NumPyArray, h: float) -> NumPyArray:
    with np.errstate(divide="ignore"):
        result: NumPyArray = 1j * np.where(k == 0, 0, 1 / np.tanh(h * k))
    return result


def _itilbert(k: NumPyArray, h: float) -> NumPyArray:
    result: NumPyArray = -1j * np.tanh(h * k)
    return result


def _hilbert(k: NumPyArray) -> NumPyArray:
    result: NumPyArray = 1j * np.sign(k)
    return result


def _cs(k: NumPyArray, a: float, b: float) -> NumPyArray:
    return -1j * _ratio(k, a, b, 1, -1, 0)


def _sc(k: NumPyArray, a: float, b: float) -> NumPyArray:
    return 1j * _ratio(k, a, b, -1, 1, 0)


def _ss(k: NumPyArray, a: float, b: float) -> NumPyArray:
    return _ratio(k, a, b, -1, -1, a / b)


def _cc(k: NumPyArray, a: float, b: float) -> NumPyArray:
    return _ratio(k, a, b, 1, 1, 1)


def _shift(k: NumPyArray, a: float) -> NumPyArray:
    result: NumPyArray = np.exp(1j * k * a)
    return result


def diff(x: ArrayLike, order: int = 1, period: float | None = None) -> NumPyArray:
    """The derivative of an order, or the integral for negative orders: ``(2 pi i k / period)**order``, 0 at k = 0.

    The default period is 2 pi. Order 0 returns x as an array. For even lengths Nyquist's frequency counts as 0 for all other
    orders, also even ones, as in SciPy; `papilio.operators.derivative` keeps it for even orders.

    Examples
    --------
    >>> import numpy as np
    >>> from papilio import fftpack
    >>> x = np.arange(16) / 16
    >>> bool(np.allclose(fftpack.diff(np.sin(2 * np.pi * x), period=1), 2 * np.pi * np.cos(2 * np.pi * x)))
    True
    """
    if operator.index(order) == 0:
        return np.asarray(x)
    return _applied(x, _derivative, order, 2 * np.pi if period is None else period, np.size(x))


def tilbert(x: ArrayLike, h: float, period: float | None = None) -> NumPyArray:
    """The h-Tilbert transform: ``i coth(2 pi k h / period)``, 0 at k = 0."""
    return _applied(x, _tilbert, h * _scale(period))


def itilbert(x: ArrayLike, h: float, period: float | None = None) -> NumPyArray:
    """The inverse h-Tilbert transform: ``-i tanh(2 pi k h / period)``."""
    return _applied(x, _itilbert, h * _scale(period))


def hilbert(x: ArrayLike) -> NumPyArray:
    """The Hilbert transform ``i sign(k)``, the negative of scipy.signal's and of `papilio.operators.hilbert`."""
    return _applied(x, _hilbert)


def ihilbert(x: ArrayLike) -> NumPyArray:
    """The inverse Hilbert transform: ``-i sign(k)``."""
    return -hilbert(x)


def cs_diff(x: ArrayLike, a: float, b: float, period: float | None = None) -> NumPyArray:
    """The (a, b)-cosh/sinh pseudo-derivative: ``-i cosh(2 pi k a / period) / sinh(2 pi k b / period)``, 0 at k = 0."""
    return _applied(x, _cs, a * _scale(period), b * _scale(period))


def sc_diff(x: ArrayLike, a: float, b: float, period: float | None = None) -> NumPyArray:
    """The (a, b)-sinh/cosh pseudo-derivative: ``i sinh(2 pi k a / period) / cosh(2 pi k b / period)``."""
    return _applied(x, _sc, a * _scale(period), b * _scale(period))


def ss_diff(x: ArrayLike, a: float, b: float, period: float | None = None) -> NumPyArray:
    """The (a, b)-sinh/sinh pseudo-derivative: ``sinh(2 pi k a / period) / sinh(2 pi k b / period)``, a/b at k = 0."""
    return _applied(x, _ss, a * _scale(period), b * _scale(period))


def cc_diff(x: ArrayLike, a: float, b: float, period: float | None = None) -> NumPyArray:
    """The (a, b)-cosh/cosh pseudo-derivative: ``cosh(2 pi k a / period) / cosh(2 pi k b / period)``."""
    return _applied(x, _cc, a * _scale(period), b * _scale(period))


def shift(x: ArrayLike, a: float, period: float | None = None) -> NumPyArray:
    """Shifts a periodic sequence by a: ``y(u) = x(u + a)``, a in the unit of the period, 2 pi by default.

    For even lengths Nyquist's frequency is multiplied by the cosine of its phase, as a real result needs; SciPy multiplies it by
    the sum of sine and cosine.
    """
    return _applied(x, _shift, a * _scale(period))
