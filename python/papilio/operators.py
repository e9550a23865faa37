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
from collections.abc import Sequence
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import axes_of, entries, into, numbers
from ._core import Device, Spectrum
from ._device_arrays import apply, is_foreign
from ._errors import InvalidArgument
from ._types import ArrayLike, Lengths, NumPyArray

__all__ = ["Operator", "SpectralConvolution", "Spectrum", "array", "derivative", "formula", "gaussian", "hilbert", "inverse_laplacian", "laplacian", "shift"]

Floats = SupportsFloat | Sequence[SupportsFloat]
Integers = SupportsIndex | Sequence[SupportsIndex]


class Operator:
    """A spectral operator on arrays of one shape, on one device.

    Many threads may call it at once. The same input gives the same bits each time.

    Parameters
    ----------
    shape : int or sequence of ints
        The shape of the arrays.
    spectrum : Spectrum
        What the arrays' transforms are multiplied by: `array`, `derivative` and the other functions of this module make
        them, and ``*`` multiplies them.
    dtype : {"complex128", "complex64", "float64", "float32"}
        Type of the arrays, in the machine's byte order. float64 and float32 are real operators.
    axes : int or sequence of ints, optional
        One to three axes that are transformed, in ascending order, as their entries in the spectrum are. Default: all.
        The others are batches.
    device : str or Device, optional
        Default: the one that `papilio.use_device` has chosen.

    Raises
    ------
    InvalidArgument, Unsupported
        If the spectrum does not fit the axes. Both are ValueErrors.
    TypeError, ValueError
        If spectrum is not a Spectrum or dtype none of these, or for shapes and axes that make no sense.

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

    def __init__(self, shape: Integers, spectrum: Spectrum, dtype: npt.DTypeLike = "complex128", *, axes: Lengths = None,
                 device: str | Device | None = None) -> None:
        self.shape = tuple(_integers("length", shape, 63))
        self.dtype = _operator_type(dtype)
        self.axes = tuple(axes_of(axes, len(self.shape)))
        if not 1 <= len(self.axes) <= 3:
            raise ValueError(f"{len(self.axes)} axes: an operator transforms 1 to 3")
        if list(self.axes) != sorted(self.axes):
            raise ValueError(f"axes {axes} do not ascend: give {tuple(sorted(self.axes))}, and the spectrum's entries in that order")
        self._operator: Any = _core.SpectralOperator.make(self.shape, self.axes, self.dtype.char, _spectrum(spectrum), device)

    def with_spectrum(self, spectrum: Spectrum) -> Operator:
        """Returns the same operator with another spectrum. Nothing is planned or compiled again."""
        result = Operator.__new__(Operator)
        result.shape, result.dtype, result.axes = self.shape, self.dtype, self.axes
        result._operator = self._operator.with_spectrum(_spectrum(spectrum))
        return result

    def __call__(self, x: ArrayLike, out: NumPyArray | None = None) -> NumPyArray:
        """Applies the operator to an array of its shape, which is converted to its dtype and preserved.

        If ``out`` is given, the result is written there, and ``out`` is returned. Raises ValueError for other shapes,
        and TypeError for long double, for what is not a number, and for complex numbers if the operator is real.

        Arrays of CuPy, PyTorch and other libraries give arrays of the same library. On a CUDA device they are packed,
        of the operator's dtype and on its device; the call returns when the work is enqueued, as for `papilio.Plan`.
        """
        if is_foreign(x):
            theirs: NumPyArray = apply(self._operator, x, out, self.dtype, (self.shape, self.shape), self)  # an array of its library
            return theirs
        return into(out, self._operator.execute, _packed(x, self.dtype, self.shape), self.shape)

    def __repr__(self) -> str:
        return f"<papilio.operators.Operator of {self.shape}, axes {self.axes}, {self.dtype}>"


class SpectralConvolution:
    """The layer of Fourier neural operators: a matrix over channels at the lowest frequencies, 0 at the others.

    ``y[b, o]`` is the inverse transform of ``sum_i weights[i, o] * F(x[b, i])``. Many threads may call it at once, and
    the same input gives the same bits each time. The gradient goes back to x by the layer with the weights
    ``weights.conj().swapaxes(0, 1)``; `papilio.torch.operators` has the layer with derivatives.

    Parameters
    ----------
    shape : sequence of ints
        The shape of x: (batch, in_channels, ...), with one to three axes that are transformed.
    weights : array_like
        Complex numbers of shape (in_channels, out_channels, ...), with the modes that are kept along each axis, in the
        order of ``rfftn(x, modes=...)`` and ``fftn(x, modes=...)``: frequencies 0, 1, ..., -2, -1, of real arrays 0 to
        m-1 along the last axis.
    dtype : {"float64", "float32", "complex128", "complex64"}
        Type of the arrays.
    device : str or Device, optional
        Default: the one that `papilio.use_device` has chosen.

    Raises
    ------
    InvalidArgument, Unsupported, ValueError, TypeError
        For shapes, modes and types that make no sense.

    Examples
    --------
    >>> import numpy as np
    >>> from papilio import operators
    >>> layer = operators.SpectralConvolution((1, 2, 8, 8), np.ones((2, 1, 3, 2)), "float32")
    >>> layer(np.ones((1, 2, 8, 8))).shape, float(layer(np.ones((1, 2, 8, 8)))[0, 0, 5, 7])
    ((1, 1, 8, 8), 2.0)
    """

    def __init__(self, shape: Integers, weights: ArrayLike, dtype: npt.DTypeLike = "float64", *,
                 device: str | Device | None = None) -> None:
        self.shape = tuple(_integers("length", shape, 63))
        self.dtype = _operator_type(dtype)
        if len(self.shape) < 3:
            raise ValueError(f"shape {self.shape}: give (batch, in_channels, ...), with one to three axes behind them")
        self._weights = np.result_type(self.dtype, np.complex64)
        packed = np.ascontiguousarray(numbers(weights), self._weights)
        if packed.ndim != len(self.shape) or packed.shape[0] != self.shape[1]:
            raise ValueError(f"weights of shape {packed.shape} for arrays of {self.shape}: give (in_channels, out_channels, ...), "
                             "with the modes of each axis")
        self.weights_shape = packed.shape
        self.out_shape = (self.shape[0], packed.shape[1], *self.shape[2:])
        self._layer: Any = _core.SpectralLayer.make(self.shape[0], self.shape[2:], self.dtype.char, packed, device)

    def with_weights(self, weights: ArrayLike) -> SpectralConvolution:
        """Returns the same layer with other weights, of the same shape. Nothing is planned or compiled again."""
        result = SpectralConvolution.__new__(SpectralConvolution)
        result.__dict__.update(self.__dict__)
        result._layer = self._layer.with_weights(_packed(weights, self._weights, self.weights_shape))
        return result

    def __call__(self, x: ArrayLike, out: NumPyArray | None = None) -> NumPyArray:
        """Applies the layer to an array of its shape, which is converted to its dtype and preserved; ``out`` as for `Operator`."""
        if is_foreign(x):
            theirs: NumPyArray = apply(self._layer, x, out, self.dtype, (self.shape, self.out_shape), self)  # an array of its library
            return theirs
        return into(out, self._layer.execute, _packed(x, self.dtype, self.shape), self.out_shape)

    def __repr__(self) -> str:
        return f"<papilio.operators.SpectralConvolution of {self.shape}, weights {self.weights_shape}, {self.dtype}>"


def _operator_type(dtype: npt.DTypeLike) -> np.dtype[Any]:
    result: np.dtype[Any] = np.dtype(dtype).newbyteorder("=")
    if result.char not in "fdFD":
        raise TypeError(f"dtype {dtype} is none of complex128, complex64, float64 and float32")
    return result


def _packed(x: ArrayLike, dtype: np.dtype[Any], shape: tuple[int, ...]) -> NumPyArray:
    """x as a packed array of that type; an error unless it has that shape, and real numbers for a real type."""
    given = numbers(x)
    if dtype.kind == "f" and given.dtype.kind == "c":
        raise TypeError(f"an array of {given.dtype} for an operator of {dtype}: make one of a complex dtype")
    if given.shape != shape:
        raise ValueError(f"an array of shape {given.shape}: it must be {shape}")
    return np.ascontiguousarray(given, dtype)


def _spectrum(given: Spectrum) -> Spectrum:
    if not isinstance(given, Spectrum):
        raise TypeError(f"a spectrum of type {type(given).__name__}: give papilio.operators.array(values), "
                        "or what another function of papilio.operators returns")
    return given


def _floats(what: str, given: Floats) -> list[float]:
    try:
        return [float(each) for each in entries(given)]
    except OverflowError as error:
        raise InvalidArgument(f"{what} {given}: give numbers within the range of float64") from error


def _integers(what: str, given: Integers, bits: int) -> list[int]:
    result = [operator.index(each) for each in entries(given)]
    if any(abs(each) >> bits for each in result):
        raise InvalidArgument(f"{what} {given}: give integers below 2**{bits}")
    return result


def _periods(given: Floats | None) -> list[float]:
    result = [] if given is None else _floats("period", given)
    if given is not None and not result:
        raise InvalidArgument("a spectrum without periods: give one for each transformed axis, one for all, or None, which is 2 pi")
    return result


def array(values: ArrayLike) -> Spectrum:
    """The spectrum with these values, real or complex, in the order of numpy.fft.

    The shape is that of the transformed axes, which `Operator` checks; of real operators the last one has n//2 + 1 values,
    as numpy.fft.rfftn's. There the Hermitian part counts of the planes 0 and n/2, as in numpy.fft.irfftn.

    Examples
    --------
    >>> import numpy as np
    >>> from papilio import operators
    >>> f = np.fft.fftfreq(6)
    >>> lowpass = operators.Operator(6, operators.array(abs(f) < 0.1))
    >>> lowpass([1, 2, 3, 4, 5, 6]).real.round(12)
    array([3.5, 3.5, 3.5, 3.5, 3.5, 3.5])
    """
    return Spectrum.array(np.asarray(numbers(values), np.complex128))


def formula(text: str) -> Spectrum:
    """The formula of a text, such as ``"exp(-k^2/200)"`` or ``"1/(1+(kx/nx)^2)"``.

    It has numbers, ``+ - * / ^`` (a power), parentheses, the functions exp, sqrt, sin, cos, abs and sign, the constants
    pi and i, and as variables the numbers of a frequency: kx along the last transformed axis, ky along the one before,
    kz along the one before that, and k, of one axis kx, of several the square root of the sum of their squares. nx, ny,
    nz are the lengths of these axes, and n is nx. Raises InvalidArgument with the column that is not understood.

    Examples
    --------
    >>> from papilio import operators
    >>> slope = operators.Operator(8, operators.formula("i*k"), "float64")
    >>> slope([0, 1, 0, -1, 0, 1, 0, -1]).round(12)
    array([ 2.,  0., -2.,  0.,  2.,  0., -2.,  0.])
    """
    return Spectrum.formula(text)


def derivative(orders: Integers = 1, periods: Floats | None = None) -> Spectrum:
    """Partial derivatives: the product of ``(2 pi i k / period)**order`` over the axes.

    Parameters
    ----------
    orders : int or sequence of ints, default 1
        For each transformed axis, or one for all. Negative orders integrate; frequency 0 then counts as 0, as in
        scipy.fftpack.diff.
    periods : float or sequence of floats, optional
        Lengths of the axes, for each transformed axis, or one for all. Default: 2 pi.
    """
    return Spectrum.derivative(_integers("order", orders, 31), _periods(periods))


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
    return Spectrum.shift(_floats("shift", samples))


def gaussian(sigmas: Floats) -> Spectrum:
    """A Gaussian filter of standard deviation sigma, in samples: that of scipy.ndimage.fourier_gaussian."""
    return Spectrum.gaussian(_floats("sigma", sigmas))
