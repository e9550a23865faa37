# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The pseudo-differential operators of scipy.fftpack: derivatives and their relatives of periodic sequences.

Sequences have one dimension. Results are of double precision, complex where the sequence is: a real and an imaginary part are treated
alike. The device must have double precision. For even lengths, Nyquist's frequency of odd operators counts as 0.
"""

from __future__ import annotations

import math
import operator
from functools import lru_cache

import numpy as np

from . import operators
from ._arrays import numbers
from ._core import Device
from ._devices import also_clear, current_device
from ._errors import InvalidArgument
from ._types import ArrayLike, NumPyArray

__all__ = ["cc_diff", "cs_diff", "diff", "hilbert", "ihilbert", "itilbert", "sc_diff", "shift", "ss_diff", "tilbert"]


@lru_cache(maxsize=4)
def _operator(device: Device, n: int) -> operators.Operator:
    """An operator of n points; the functions take its kernels and give it their spectra."""
    return operators.Operator(n, operators.hilbert(), "float64", device=device)


also_clear(_operator.cache_clear)


def _sequence(x: ArrayLike) -> NumPyArray:
    sequence = numbers(x)
    if sequence.ndim != 1 or sequence.size == 0:
        raise ValueError(f"an array of shape {sequence.shape}: give one dimension with at least one element")
    return sequence


def _applied(sequence: NumPyArray, spectrum: operators.Spectrum) -> NumPyArray:
    apply = _operator(current_device(), sequence.size).with_spectrum(spectrum)
    if sequence.dtype.kind != "c":
        return apply(sequence)
    result: NumPyArray = apply(sequence.real) + 1j * apply(sequence.imag)
    return result


def _frequencies(sequence: NumPyArray) -> NumPyArray:
    return np.arange(sequence.size // 2 + 1, dtype=float)


def _spectrum(function: str, values: NumPyArray) -> operators.Spectrum:
    """The spectrum of values at k = 0 .. n//2, which must be finite."""
    if not np.isfinite(values).all():
        k = int(np.argmin(np.isfinite(values)))
        raise InvalidArgument(f"fftpack.{function}: the factor of frequency {k} is not a finite number: give arguments for which it is one")
    return operators.array(values)


def _period(function: str, period: float | None) -> float:
    value = 2 * math.pi if period is None else float(period)
    if value == 0 or math.isnan(value):
        raise InvalidArgument(f"fftpack.{function}: period is {period}: give the length of the sequence, which is not 0")
    return value


def _scaled(function: str, name: str, given: float, period: float | None) -> float:
    """2 pi given / period."""
    value = float(given) * (2 * math.pi / _period(function, period))
    if not math.isfinite(value):
        raise InvalidArgument(f"fftpack.{function}: {name} is {given}: give a finite number, also as a multiple of the period")
    return value


def _divisor(function: str, name: str, given: float, period: float | None) -> float:
    """_scaled() for a function that has a pole at 0."""
    value = _scaled(function, name, given, period)
    if value == 0:
        raise InvalidArgument(f"fftpack.{function}: {name} is {given}, where the operator has a pole: give another number than 0")
    return value


def _half(x: NumPyArray, sign: int) -> NumPyArray:
    """1 + sign exp(-2x), without cancellation."""
    result: NumPyArray = 1 + np.exp(-2 * x) if sign > 0 else -np.expm1(-2 * x)
    return result


def _ratio(k: NumPyArray, a: float, b: float, signs: tuple[int, int], zero: float) -> NumPyArray:
    """(exp(ak) + signs[0] exp(-ak)) / (exp(bk) + signs[1] exp(-bk)) without overflow of its parts; `zero` at k = 0."""
    odd = (np.sign(a) if signs[0] < 0 else 1.0) * (np.sign(b) if signs[1] < 0 else 1.0)
    a, b = abs(a), abs(b)
    with np.errstate(all="ignore"):
        values = odd * np.exp((a - b) * k) * _half(a * k, signs[0]) / _half(b * k, signs[1])
    result: NumPyArray = np.where(k == 0, zero, values)
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
    order = operator.index(order)
    if order == 0:
        return np.asarray(x)
    sequence, scale = _sequence(x), 2 * math.pi / _period("diff", period)
    k = _frequencies(sequence)
    with np.errstate(all="ignore"):
        values = (scale * k) ** float(order) * (1, 1j, -1, -1j)[order % 4]
    return _applied(sequence, _spectrum("diff", np.where((k == 0) | (2 * k == sequence.size), 0, values)))


def tilbert(x: ArrayLike, h: float, period: float | None = None) -> NumPyArray:
    """The h-Tilbert transform: ``i coth(2 pi k h / period)``, 0 at k = 0."""
    sequence, h = _sequence(x), _divisor("tilbert", "h", h, period)
    k = _frequencies(sequence)
    with np.errstate(all="ignore"):
        return _applied(sequence, _spectrum("tilbert", 1j * np.where(k == 0, 0, 1 / np.tanh(h * k))))


def itilbert(x: ArrayLike, h: float, period: float | None = None) -> NumPyArray:
    """The inverse h-Tilbert transform: ``-i tanh(2 pi k h / period)``."""
    sequence, h = _sequence(x), _scaled("itilbert", "h", h, period)
    return _applied(sequence, _spectrum("itilbert", -1j * np.tanh(h * _frequencies(sequence))))


def hilbert(x: ArrayLike) -> NumPyArray:
    """The Hilbert transform ``i sign(k)``, the negative of scipy.signal's and of `papilio.operators.hilbert`."""
    return -ihilbert(x)


def ihilbert(x: ArrayLike) -> NumPyArray:
    """The inverse Hilbert transform: ``-i sign(k)``."""
    return _applied(_sequence(x), operators.hilbert())


def cs_diff(x: ArrayLike, a: float, b: float, period: float | None = None) -> NumPyArray:
    """The (a, b)-cosh/sinh pseudo-derivative: ``-i cosh(2 pi k a / period) / sinh(2 pi k b / period)``, 0 at k = 0."""
    sequence, a = _sequence(x), _scaled("cs_diff", "a", a, period)
    b = _divisor("cs_diff", "b", b, period)
    return _applied(sequence, _spectrum("cs_diff", -1j * _ratio(_frequencies(sequence), a, b, (1, -1), 0)))


def sc_diff(x: ArrayLike, a: float, b: float, period: float | None = None) -> NumPyArray:
    """The (a, b)-sinh/cosh pseudo-derivative: ``i sinh(2 pi k a / period) / cosh(2 pi k b / period)``."""
    sequence, a = _sequence(x), _scaled("sc_diff", "a", a, period)
    b = _scaled("sc_diff", "b", b, period)
    return _applied(sequence, _spectrum("sc_diff", 1j * _ratio(_frequencies(sequence), a, b, (-1, 1), 0)))


def ss_diff(x: ArrayLike, a: float, b: float, period: float | None = None) -> NumPyArray:
    """The (a, b)-sinh/sinh pseudo-derivative: ``sinh(2 pi k a / period) / sinh(2 pi k b / period)``, a/b at k = 0."""
    sequence, a = _sequence(x), _scaled("ss_diff", "a", a, period)
    b = _divisor("ss_diff", "b", b, period)
    return _applied(sequence, _spectrum("ss_diff", _ratio(_frequencies(sequence), a, b, (-1, -1), a / b)))


def cc_diff(x: ArrayLike, a: float, b: float, period: float | None = None) -> NumPyArray:
    """The (a, b)-cosh/cosh pseudo-derivative: ``cosh(2 pi k a / period) / cosh(2 pi k b / period)``."""
    sequence, a = _sequence(x), _scaled("cc_diff", "a", a, period)
    b = _scaled("cc_diff", "b", b, period)
    return _applied(sequence, _spectrum("cc_diff", _ratio(_frequencies(sequence), a, b, (1, 1), 1)))


def shift(x: ArrayLike, a: float, period: float | None = None) -> NumPyArray:
    """Shifts a periodic sequence by a: ``y(u) = x(u + a)``, a in the unit of the period, 2 pi by default.

    For even lengths Nyquist's frequency is multiplied by the cosine of its phase, as a real result needs; SciPy multiplies it by
    the sum of sine and cosine.
    """
    sequence = _sequence(x)
    _scaled("shift", "a", a, period)  # refuses numbers that are not finite
    return _applied(sequence, operators.shift(-(float(a) * sequence.size) / _period("shift", period)))
