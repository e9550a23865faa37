# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Chirp z-transforms, as scipy.signal has them."""

from __future__ import annotations

import cmath
import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _core
from ._core import Device, Plan
from ._errors import InvalidArgument
from ._libraries import NUMBERS, library_of
from ._types import Array, ArrayLike, ComplexArray, DLPackArray

__all__ = ["CZT", "ZoomFFT", "czt", "czt_points", "zoom_fft"]

_SINGLE = ("bfloat16", "complex64", "float16", "float32")


def _counts(n: Any, m: Any) -> tuple[int, int]:
    if n < 1 or not isinstance(n, (int, np.integer)):
        raise ValueError(f"Invalid number of CZT data points ({n}): give an integer of at least 1")
    if m is None:
        return int(n), int(n)
    if m < 1 or not isinstance(m, (int, np.integer)):
        raise ValueError(f"Invalid number of CZT output points ({m}): give an integer of at least 1")
    return int(n), int(m)


def _require_finite(**given: complex) -> None:
    for name, value in given.items():
        if not cmath.isfinite(value):
            raise InvalidArgument(f"{name} is {value}: give a finite number")


@functools.lru_cache(maxsize=64)
def _plan(token: str, device: Device | str) -> Plan:
    return Plan(token, device)


def czt_points(m: int, w: complex | None = None, a: complex = 1 + 0j) -> ComplexArray:
    """Points ``a * w**-k``, k < m, at which `czt` computes the z-transform.

    Parameters
    ----------
    m, w, a
        As for `czt`.

    Returns
    -------
    ndarray of complex128, shape (m,)

    Examples
    --------
    >>> import papilio
    >>> papilio.czt_points(4).round(12) + 0
    array([ 1.+0.j,  0.+1.j, -1.+0.j,  0.-1.j])
    """
    k = np.arange(_counts(1, m)[1])
    points: Any = np.exp(2j * math.pi * k / m) if w is None else (1.0 * w) ** -k
    return a * points  # type: ignore[no-any-return]


class CZT:
    """A chirp z-transform for any number of signals, with the arguments and results of scipy.signal.CZT.

    ``X[k] = sum_j x[j] z[k]**-j`` with ``z[k] = a * w**-k``, k < m, not scaled. w and a are taken as exact numbers.
    The plan is made by the first call and kept. Results of tensors have no derivatives.

    Parameters
    ----------
    n : int
        Length of the signals.
    m : int, optional
        Number of results. Default: n.
    w : complex, optional
        Ratio of a point to the next one. Default: ``exp(-2j*pi/m)``, with which the points go once around the circle;
        it is exact if a is 1, and rounded to complex128 otherwise.
    a : complex, default 1+0j
        The first point.

    Attributes
    ----------
    n, m : int
    w, a : complex

    Raises
    ------
    ValueError
        If n or m is not an integer of at least 1, or if a signal does not have n elements.
    InvalidArgument
        If w or a is not finite. The first call raises it if w or a is 0, if powers of w exceed e^31 (e^12 in single
        precision), because w is too far from the unit circle, or if powers of 1/a exceed e^600 (e^60).

    Examples
    --------
    >>> import papilio
    >>> transform = papilio.CZT(4, 2)
    >>> transform([1, 2, 3, 4]).round(12)
    array([10.+0.j, -2.+0.j])
    """

    def __init__(self, n: int, m: int | None = None, w: complex | None = None, a: complex = 1 + 0j) -> None:
        self.n, self.m = _counts(n, m)
        self.w: complex = cmath.exp(-2j * math.pi / self.m) if w is None else 1.0 * w
        self.a: complex = 1.0 * a
        start, step = complex(a), complex(self.w)
        _require_finite(w=step, a=start)
        self._contour = f"spiral={step.real!r},{step.imag!r},{start.real!r},{start.imag!r}"
        if w is None and start == 1:
            self._contour = "band=0,1"

    def __call__(self, x: ArrayLike | DLPackArray, *, axis: int = -1) -> Array:
        """Transforms an array of any library along an axis of n elements. The result has m elements along it.

        It is complex64 for arrays in single precision, complex128 for others.
        """
        x = x if hasattr(x, "__dlpack_device__") or hasattr(x, "__cuda_array_interface__") else np.asarray(x)
        given: Any = x
        shape = tuple(given.shape)
        if shape[axis] != self.n:
            raise ValueError(f"CZT defined for length {self.n}, not {shape[axis]}")
        library = library_of(given)
        space = library.space(given)
        single = library.dtype_name(given) in _SINGLE
        place = axis % len(shape)
        outer, inner = math.prod(shape[:place]), math.prod(shape[place + 1:])
        result = (*shape[:place], self.m, *shape[place + 1:])
        number = "complex64" if single else "complex128"
        if 0 in shape:
            return library.zeros(given, result, NUMBERS.index(number))
        given = space.reshape(given, (-1,))
        if library.dtype_name(given) != number:
            given = library.cast(given, number)
        plan = self._plan_of("f32" if single else "f64", outer, inner, self._device_of(library, given))
        values: Any = plan(np.ascontiguousarray(given) if isinstance(given, np.ndarray) else given)
        return space.reshape(values, result)

    @staticmethod
    def _device_of(library: Any, x: Any) -> Device | str:
        if library.on_host(x) or isinstance(x, np.ndarray):
            return _core.current_device()
        return f"cuda:{library.describe(x)[5]}"

    def _plan_of(self, precision: str, outer: int, inner: int, device: Device | str) -> Plan:
        rest = "" if inner == 1 else f"x{inner}"
        sides = [f"{side}={count}{'' if inner == 1 else 'x-'}"
                 for side, count in (("pad", self.n), ("crop", self.m)) if count != max(self.n, self.m)]
        axes = [] if inner == 1 else ["axes=0"]
        shape = f"{max(self.n, self.m)}{rest}*{outer}"
        return _plan(":".join(["c2c", precision, shape, *axes, *sides, self._contour]), device)

    def points(self) -> ComplexArray:
        """Returns the points at which the z-transform is computed, as complex128."""
        return czt_points(self.m, self.w, self.a)


class ZoomFFT(CZT):
    """A transform to m frequencies of a band, with the arguments and results of scipy.signal.ZoomFFT.

    ``X[k] = sum_j x[j] exp(-2j*pi*j*f[k]/fs)`` with ``f[k] = f1 + (f2 - f1)*k/m``, or ``/(m - 1)`` with the endpoint,
    not scaled. Phases are reduced exactly, so long signals lose no digits. Results of tensors have no derivatives.

    Parameters
    ----------
    n : int
        Length of the signals.
    fn : float or (float, float)
        The frequencies f1 and f2, in the unit of fs. A single number is f2, and f1 is 0.
    m : int, optional
        Number of results. Default: n.
    fs : float, default 2
        The sampling rate. With the default, frequency 1 is half the sampling rate.
    endpoint : bool, default False
        Whether f2 is the last frequency.

    Attributes
    ----------
    n, m : int
    w, a : complex
    f1, f2, fs : float

    Raises
    ------
    ValueError
        If n or m is not an integer of at least 1, if fn has neither one nor two numbers, or if a signal does not have
        n elements.
    InvalidArgument
        If a frequency or fs is not finite, or if fs is not above 0.

    Examples
    --------
    >>> import numpy as np, papilio
    >>> tone = np.cos(2 * np.pi * 101.3 * np.arange(1000) / 1000)
    >>> spectrum = papilio.ZoomFFT(1000, (101, 102), 100, fs=1000)(tone)
    >>> float(round(101 + np.argmax(abs(spectrum)) / 100, 2))
    101.3
    """

    def __init__(self, n: int, fn: float | Sequence[float], m: int | None = None, *, fs: float = 2,
                 endpoint: bool = False) -> None:
        if np.size(fn) not in (1, 2):
            raise ValueError(f"fn must be a scalar or 2-length sequence, not {fn!r}")
        band = [0.0, *np.ravel(fn).tolist()][-2:]
        self.f1, self.f2, self.fs = band[0], band[1], fs
        _require_finite(f1=self.f1, f2=self.f2, fs=fs)
        if fs <= 0:
            raise InvalidArgument(f"fs is {fs}: give a number above 0")
        n, m = _counts(n, m)
        turns = (self.f2 - self.f1) / fs / max(1, m - 1 if endpoint else m)
        super().__init__(n, m, cmath.exp(-2j * math.pi * turns), cmath.exp(2j * math.pi * self.f1 / fs))
        self._contour = (f"band={float(self.f1)!r},{float(self.f2)!r},{float(fs)!r}"
                         + (",endpoint" if endpoint else ""))


def czt(x: ArrayLike | DLPackArray, m: int | None = None, w: complex | None = None, a: complex = 1 + 0j, *,
        axis: int = -1) -> Array:
    """Chirp z-transform along an axis, with the arguments and results of scipy.signal.czt.

    `CZT` has the formula.

    Parameters
    ----------
    x : array
        Real or complex numbers, of any library.
    m, w, a
        As for `CZT`; m is by default the length of the axis.
    axis : int, default -1
        The axis that is transformed.

    Returns
    -------
    array
        Complex, of x's library; the axis has m elements.

    Raises
    ------
    ValueError, InvalidArgument
        As `CZT` does.

    Examples
    --------
    >>> import papilio
    >>> papilio.czt([1, 2, 3, 4], 2).round(12)
    array([10.+0.j, -2.+0.j])
    """
    return CZT(_length(x, axis), m, w, a)(x, axis=axis)


def zoom_fft(x: ArrayLike | DLPackArray, fn: float | Sequence[float], m: int | None = None, *, fs: float = 2,
             endpoint: bool = False, axis: int = -1) -> Array:
    """Transform to the frequencies of a band, with the arguments and results of scipy.signal.zoom_fft.

    `ZoomFFT` has the formula.

    Parameters
    ----------
    x : array
        Real or complex numbers, of any library.
    fn, m, fs, endpoint
        As for `ZoomFFT`; m is by default the length of the axis.
    axis : int, default -1
        The axis that is transformed.

    Returns
    -------
    array
        Complex, of x's library; the axis has m elements.

    Raises
    ------
    ValueError, InvalidArgument
        As `ZoomFFT` does.

    Examples
    --------
    >>> import papilio
    >>> papilio.zoom_fft([1, 2, 3, 4], (0, 1), 2).round(12)
    array([10.+0.j, -2.+2.j])
    """
    return ZoomFFT(_length(x, axis), fn, m, fs=fs, endpoint=endpoint)(x, axis=axis)


def _length(x: Any, axis: int) -> int:
    shape = x.shape if hasattr(x, "shape") else np.shape(x)
    return int(shape[axis])
