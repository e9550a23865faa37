# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Spectral operators: forward transform, product with a spectrum H, inverse transform, as one plan.

>>> import numpy as np
>>> from papilio import operators
>>> x = np.arange(32) * 2 * np.pi / 32
>>> slope = operators.Operator(32, operators.derivative(), "float64")
>>> bool(np.allclose(slope(np.sin(3 * x)), 3 * np.cos(3 * x)))
True

Signals are periodic. Along an axis of n points the frequencies are numbered k = 0, 1, ..., -2, -1, as in numpy.fft. Where n is even, n/2 and
-n/2 are one frequency (Nyquist's), at which H is the mean of its values at both: derivatives of odd order are 0 there.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Spectrum
from ._types import ArrayLike, Lengths, NumPyArray

__all__ = ["Operator", "Spectrum", "array", "derivative", "gaussian", "hilbert", "inverse_laplacian", "laplacian", "shift"]

Floats = SupportsFloat | Sequence[SupportsFloat]


class Operator:
    """A spectral operator on arrays of one shape, on the device that `papilio.use_device` has chosen when it is made.

    Many threads may call it at once. The same input gives the same bits each time.

    Parameters
    ----------
    shape : int or sequence of ints
        The shape of the arrays.
    spectrum : Spectrum
        What the arrays' transforms are multiplied by: `array`, `derivative` and the other functions of this module make
        them, and ``*`` multiplies them.
    dtype : {"complex128", "complex64", "float64", "float32"}
        Type of the arrays. float64 and float32 are real operators.
    axes : int or sequence of ints, optional
        One to three axes that are transformed. Default: all. The others are batches.

    Raises
    ------
    InvalidArgument, Unsupported
        If the spectrum does not fit the axes. Both are ValueErrors.
    TypeError, ValueError
        If dtype is none of these, or for shapes and axes that make no sense.

    Examples
    --------
    >>> import numpy as np
    >>> from papilio import operators
    >>> smooth = operators.Operator((8, 8), operators.gaussian(1.5), "float32")
    >>> image = np.zeros((8, 8), "float32")
    >>> image[4, 4] = 1
    >>> round(float(smooth(image).sum()), 4)
    1.0
    """

    def __init__(self, shape: SupportsIndex | Sequence[SupportsIndex], spectrum: Spectrum, dtype: npt.DTypeLike = "complex128",
                 *, axes: Lengths = None) -> None:
        self.shape = tuple(operator.index(n) for n in (shape if isinstance(shape, Iterable) else [shape]))
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        if self.dtype.char not in "fdFD":
            raise TypeError(f"dtype {dtype} is none of complex128, complex64, float64 and float32")
        given = range(len(self.shape)) if axes is None else axes if isinstance(axes, Iterable) else [axes]
        chosen = [operator.index(axis) for axis in given]
        if not all(-len(self.shape) <= axis < len(self.shape) for axis in chosen):
            raise ValueError(f"axes {axes} are out of bounds for arrays of {len(self.shape)} dimensions")
        self.axes = tuple(sorted(axis % len(self.shape) for axis in chosen))
        if len(set(self.axes)) < len(self.axes):
            raise ValueError(f"axes {axes}: name each axis once")
        if not 1 <= len(self.axes) <= 3:
            raise ValueError(f"{len(self.axes)} axes: an operator transforms 1 to 3")
        self._operator: Any = _core.SpectralOperator(self.shape, self.axes, self.dtype.char in "fF", self.dtype.kind == "f", spectrum)

    def __call__(self, x: ArrayLike, out: NumPyArray | None = None) -> NumPyArray:
        """Applies the operator to an array of its shape, which is converted to its dtype and preserved.

        If ``out`` is given, the result is written there, and ``out`` is returned. Raises ValueError for other shapes,
        and TypeError for complex numbers if the operator is real.
        """
        given: NumPyArray = np.asarray(x)
        if self.dtype.kind == "f" and given.dtype.kind == "c":
            raise TypeError(f"an array of {given.dtype} for an operator of {self.dtype}: make one of a complex dtype")
        if given.shape != self.shape:
            raise ValueError(f"an array of shape {given.shape}: it must be {self.shape}")
        if out is not None and not isinstance(out, np.ndarray):
            raise TypeError("return arrays must be of ArrayType")
        if out is not None and (out.shape != self.shape or out.dtype != self.dtype):
            raise ValueError(f"out of shape {out.shape} and type {out.dtype}: it must be {self.shape} and {self.dtype}")
        if out is not None and not out.flags.writeable:
            raise ValueError("output array is read-only")
        packed = np.ascontiguousarray(given, self.dtype)
        direct = out is not None and out.flags.carray and not np.may_share_memory(out, packed)
        result = out if out is not None and direct else np.empty(self.shape, self.dtype)
        self._operator.execute(packed, result)
        if out is None or result is out:
            return result
        out[...] = result
        return out

    def __repr__(self) -> str:
        return f"<papilio.operators.Operator of {self.shape}, axes {self.axes}, {self.dtype}>"


def _floats(given: Floats) -> list[float]:
    return [float(each) for each in (given if isinstance(given, Iterable) else [given])]


def _periods(given: Floats | None) -> list[float]:
    return [] if given is None else _floats(given)


def array(values: ArrayLike) -> Spectrum:
    """The spectrum with these values, real or complex, in the order of numpy.fft.

    The shape is that of the transformed axes; of real operators the last one has n//2 + 1 values, as numpy.fft.rfftn's. There
    the Hermitian part counts of the planes 0 and n/2, as in numpy.fft.irfftn.

    Examples
    --------
    >>> import numpy as np
    >>> from papilio import operators
    >>> f = np.fft.fftfreq(6)
    >>> lowpass = operators.Operator(6, operators.array(abs(f) < 0.1))
    >>> lowpass([1, 2, 3, 4, 5, 6]).real.round(12)
    array([3.5, 3.5, 3.5, 3.5, 3.5, 3.5])
    """
    return Spectrum.array(np.ascontiguousarray(values, np.complex128))


def derivative(orders: SupportsIndex | Sequence[SupportsIndex] = 1, periods: Floats | None = None) -> Spectrum:
    """Partial derivatives: the product of ``(2 pi i k / period)**order`` over the axes.

    Parameters
    ----------
    orders : int or sequence of ints, default 1
        For each transformed axis, or one for all. Negative orders integrate; frequency 0 then counts as 0, as in
        scipy.fftpack.diff.
    periods : float or sequence of floats, optional
        Lengths of the axes, for each transformed axis, or one for all. Default: 2 pi.
    """
    given = [operator.index(order) for order in (orders if isinstance(orders, Iterable) else [orders])]
    return Spectrum.derivative(given, _periods(periods))


def laplacian(periods: Floats | None = None) -> Spectrum:
    """The Laplacian: minus the sum of ``(2 pi k / period)**2`` over the axes; periods as for `derivative`."""
    return Spectrum.laplacian(_periods(periods))


def inverse_laplacian(periods: Floats | None = None) -> Spectrum:
    """Solves Poisson's equation with periodic boundaries: the reciprocal of `laplacian`, and 0 at frequency 0.

    The mean of the right-hand side is ignored, and the mean of the solution is 0.
    """
    return Spectrum.inverse_laplacian(_periods(periods))


def hilbert() -> Spectrum:
    """The Hilbert transform of one axis, ``-i sign(k)``: the imaginary part of scipy.signal.hilbert. Cosines become sines."""
    return Spectrum.hilbert()


def shift(samples: Floats) -> Spectrum:
    """Shifts by any number of samples towards higher indices, periodically: ``exp(-2 pi i k samples / n)``.

    Integers move samples, as numpy.roll does; fractions interpolate by trigonometric polynomials.
    """
    return Spectrum.shift(_floats(samples))


def gaussian(sigmas: Floats) -> Spectrum:
    """A Gaussian filter of standard deviation sigma, in samples: that of scipy.ndimage.fourier_gaussian."""
    return Spectrum.gaussian(_floats(sigmas))
