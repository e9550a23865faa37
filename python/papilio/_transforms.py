# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The functions of papilio.fft. Four templates have the arguments; a `_Family` has what differs, help() included."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._call import DCT, DST, FFT, HFFT, IDCT, IDST, IFFT, IHFFT, IRFFT, RFFT, check_workers, transform
from ._core import Plan
from ._ends import transform_with
from ._types import (Array, ArrayLike, ComplexArray, DLPackArray, Lengths, Norm, OneAxis, OneAxisTyped, RealArray,
                     SeveralAxes, SeveralAxesTyped)

__all__ = ["dct", "dctn", "dst", "dstn", "fft", "fft2", "fftn", "hfft", "hfft2", "hfftn", "idct", "idctn", "idst",
           "idstn", "ifft", "ifft2", "ifftn", "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "rfft",
           "rfft2", "rfftn"]


class _Family(NamedTuple):
    """What the functions of one kind have in common. `title` continues with the axes, then with `formula`."""

    code: int
    title: str
    formula: str
    note: str
    takes: str
    last: str  #: length of the result's last transformed axis
    default: str  #: length of a transformed axis without n
    gives: str
    example: str


_REAL = "Real numbers; complex ones raise TypeError."
_ANY = "Real or complex numbers."
_COMPLEX = "complex: complex64 for single precision, clongdouble for long double, complex128 otherwise"
_FLOATING = "real: float32 for single precision, longdouble for long double, float64 otherwise"
_OWN = "the length of x"
_GROWN = "``2 * (m - 1)`` where x has m elements"
_TYPES = """Complex input has its real and imaginary parts transformed separately. ``norm="ortho"`` makes types
    1 to 4 orthogonal."""
_SAME = "of x's type in floating point: single precision stays single, long double stays, integers become float64"

_FFT = _Family(FFT, "Discrete Fourier transform", "``X[k] = sum_j x[j] exp(-2 pi i j k / n)``",
               "Real input gives all n elements; `rfft` computes the n//2 + 1 that differ.", _ANY, "n", _OWN, _COMPLEX,
               """>>> papilio.fft.fft([1, 2, 3, 4]).round(12)
    array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])""")
_IFFT = _Family(IFFT, "Inverse discrete Fourier transform", "``x[j] = 1/n sum_k X[k] exp(+2 pi i j k / n)``",
                "It undoes `fft`.", _ANY, "n", _OWN, _COMPLEX, """>>> papilio.fft.ifft([10, -2+2j, -2, -2-2j]).round(12)
    array([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j])""")
_RFFT = _Family(RFFT, "Discrete Fourier transform of real numbers", "``X[k] = sum_j x[j] exp(-2 pi i j k / n)``",
                "The last transformed axis has elements 0 to n//2; the others are their complex conjugates.", _REAL, "n//2 + 1", _OWN,
                _COMPLEX, """>>> papilio.fft.rfft([1, 2, 3, 4]).round(12)
    array([10.+0.j, -2.+2.j, -2.+0.j])""")
_IRFFT = _Family(IRFFT, "Inverse discrete Fourier transform to real numbers", "the inverse of `rfft`",
                 "Give the length where it is odd. The imaginary parts of element 0 and, for even n, of element n/2\n"
                 "    are ignored.", _ANY, "n", _GROWN, _FLOATING, """>>> papilio.fft.irfft([10, -2+2j, -2]).round(12)
    array([1., 2., 3., 4.])""")
_HFFT = _Family(HFFT, "Discrete Fourier transform of numbers with Hermitian symmetry, to real numbers",
                "x is the first half, ``x[n - j] = conj(x[j])`` are the others", "Give the length where it is odd.",
                _ANY, "n", _GROWN, _FLOATING, """>>> papilio.fft.hfft([1, 2j, 0]).round(12)
    array([ 1.,  5.,  1., -3.])""")
_IHFFT = _Family(IHFFT, "Inverse discrete Fourier transform of real numbers", "the inverse of `hfft`",
                 "The last transformed axis has elements 0 to n//2; the others are their complex conjugates.", _REAL, "n//2 + 1", _OWN,
                 _COMPLEX, """>>> papilio.fft.ihfft([1, 5, 1, -3]).round(12) + 0
    array([1.+0.j, 0.+2.j, 0.+0.j])""")
_DCT = _Family(DCT, "Discrete cosine transform", "type 2 is ``y[k] = 2 sum_j x[j] cos(pi k (2j+1) / 2n)``", _TYPES,
               _ANY, "n", _OWN, _SAME, """>>> papilio.fft.dct([1.0, 2.0, 4.0], norm="ortho").round(3)
    array([ 4.041, -2.121,  0.408])""")
_IDCT = _Family(IDCT, "Inverse discrete cosine transform", "it undoes `dct` of the same type", _TYPES, _ANY, "n", _OWN,
                _SAME, """>>> papilio.fft.idct(papilio.fft.dct([1.0, 2.0, 3.0])).round(12)
    array([1., 2., 3.])""")
_DST = _Family(DST, "Discrete sine transform", "type 2 is ``y[k] = 2 sum_j x[j] sin(pi (k+1) (2j+1) / 2n)``", _TYPES,
               _ANY, "n", _OWN, _SAME, """>>> papilio.fft.dst([1.0, 2.0, 3.0], norm="ortho").round(3)
    array([ 3.266, -1.414,  1.155])""")
_IDST = _Family(IDST, "Inverse discrete sine transform", "it undoes `dst` of the same type", _TYPES, _ANY, "n", _OWN,
                _SAME, """>>> papilio.fft.idst(papilio.fft.dst([1.0, 2.0, 3.0])).round(12)
    array([1., 2., 3.])""")

_TYPE = """
    type : {1, 2, 3, 4}, default 2
        Which transform; scipy.fft has the sums of all."""
_ORTHOGONALIZE = """
    orthogonalize : bool, optional
        Whether the first and last elements have the weights of the orthogonal transform. Default: with "ortho" only."""
_ONE = """n : int, optional
        Length of the transformed axis: x is cut to it, or continued by zeros. Default: {default}.
    axis : int, default -1
        The axis that is transformed."""
_MANY = """s : int or sequence of ints, optional
        Lengths of the transformed axes: x is cut to them, or continued by zeros. Default: {default}.
    axes : int or sequence of ints, {axes}
        The axes that are transformed."""
_MODES = """
    modes : int or sequence of ints, optional
        Lengths of the spectrum along the transformed axes, which then has the lowest frequencies alone, in the order of
        ``numpy.fft.fftfreq(m)``: indices 0 to ceil(m/2)-1 and n-floor(m/2) to n-1 of n, and 0 to m-1 along a halved
        axis. A forward transform gives no others. An inverse one takes an x of these lengths, counts the others as 0,
        and needs s. ``rfftn(x, modes=m)`` reads and writes fewer bytes than ``rfftn(x)`` and slices. Tensors that
        require gradients are refused."""
_ENDS = """
    window : str, tuple or array, optional
        "hann", "hamming", "blackman", ("kaiser", beta) or, of NumPy's arrays, a number for each element: factors of x
        along the last transformed axis.
    detrend : {"mean"}, optional
        Subtracts the mean along the last transformed axis, before the window.
    ishift, oshift : bool or sequence of ints, optional
        Axes along which x is in the order of ``numpy.fft.fftshift``, and along which the result shall be. True: all
        transformed axes but a halved one.
    map : {"real", "imag", "magnitude", "power", "phase", "db", "log"}, optional
        The real number that is stored for each complex result.
    scale : float, or sequence of {"none", "1/n", "1/sqrt(n)"}, optional
        A factor of all results; or the scale of each transformed axis, in place of norm.
    storage : {"float16", "float32", "float64"}, optional
        The type in which results are stored. Real integers of 8 and 16 bits are read as they are; with float16 or
        float32 they are transformed in single precision.
        With any of these keywords the type of the result is that of its numbers, and x must be packed if it is on a
        GPU."""
_HELP = """{title} along {along}: {formula}.

    {note}

    Parameters
    ----------
    x : array
        {takes} Any shape, any strides, any library (NumPy, PyTorch, CuPy, JAX …).
        float16, float32 and complex64 are transformed in single precision, long double as pairs of doubles whose sums
        are rounded once, other types in double.{type}
    {lengths}
    norm : {{"backward", "ortho", "forward"}}, optional
        "backward", the default: the inverse divides by n; "ortho": both directions divide by sqrt(n); "forward": the
        forward transform divides by n.
    overwrite_x : bool, default False
        A complex, packed x may become the result, which saves memory.
    workers : int, optional
        Checked and otherwise ignored.{orthogonalize}
    plan : papilio.Plan, optional
        Used instead of one of the cache; it must be for the same problem (`papilio.plan_for`).
    out : array, optional
        Receives the result and is returned. It has the result's shape and type.{modes}{ends}

    Returns
    -------
    array
        The shape is x's; {shape}.
        The type is {gives}.
        The library and the device are x's.

    Raises
    ------
    TypeError
        x is of a type that is no number, or out of another type than the result.
    ValueError
        A length below 1 or above 2**27, repeated axes, a norm of another name.
    papilio.Error
        The device or its driver fails.

    Examples
    --------
    >>> import numpy, papilio.fft
    {example}
    """


def _document(function: Any, name: str, family: _Family) -> Any:
    """Gives a function its name and its help."""
    one, two = not name.endswith(("n", "2")), name.endswith("2")
    typed = family.code >= DCT
    axes = "default (-2, -1)" if two else "optional"
    grows, shrinks = family.default == _GROWN, family.last != "n"
    halved = "the last transformed axis has n//2 + 1 elements" if shrinks else "a transformed axis has n elements"
    example = family.example if one else f""">>> papilio.fft.{name}(numpy.ones((4, {4 if grows else 6}))).shape
    (4, {4 if shrinks else 6})"""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _HELP.format(
        **family._asdict() | {"example": example}, shape=halved, type=_TYPE if typed else "",
        along="one axis" if one else "two axes" if two else "several axes, by default all",
        orthogonalize=_ORTHOGONALIZE if typed else "",
        lengths=(_ONE if one else _MANY).format(default=family.default, axes=axes),
        modes=_MODES if not one and family.code <= IRFFT else "", ends=_ENDS if family.code <= IRFFT else "")
    return function


def _one_axis(name: str, family: _Family) -> Any:
    code = family.code

    def function(x: ArrayLike | DLPackArray, n: int | None = None, axis: int = -1, norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, *, plan: Plan | None = None,
                 out: Array | None = None, **ends: object) -> Array:
        if workers is not None:
            check_workers(workers)
        if ends:
            return transform_with(ends, code, True, x, n, axis, norm, plan, out)
        return transform(code, True, x, None, n, axis, norm, None, overwrite_x, plan, out)

    return _document(function, name, family)


def _several_axes(name: str, family: _Family, usual: Lengths = None) -> Any:
    code = family.code

    def function(x: ArrayLike | DLPackArray, s: Lengths = None, axes: Lengths = usual, norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, *, plan: Plan | None = None,
                 out: Array | None = None, modes: Lengths = None, **ends: object) -> Array:
        if workers is not None:
            check_workers(workers)
        if ends:
            return transform_with(ends, code, False, x, s, axes, norm, plan, out, modes)
        return transform(code, False, x, None, s, axes, norm, None, overwrite_x, plan, out, 1.0, modes)

    return _document(function, name, family)


def _one_axis_typed(name: str, family: _Family) -> Any:
    code = family.code

    def function(x: ArrayLike | DLPackArray, type: int = 2, n: int | None = None, axis: int = -1, norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
                 plan: Plan | None = None, out: Array | None = None) -> Array:
        if workers is not None:
            check_workers(workers)
        return transform(code, True, x, type, n, axis, norm, orthogonalize, overwrite_x, plan, out)

    return _document(function, name, family)


def _several_axes_typed(name: str, family: _Family) -> Any:
    code = family.code

    def function(x: ArrayLike | DLPackArray, type: int = 2, s: Lengths = None, axes: Lengths = None,
                 norm: Norm = None, overwrite_x: bool = False, workers: int | None = None,
                 orthogonalize: bool | None = None, *, plan: Plan | None = None, out: Array | None = None) -> Array:
        if workers is not None:
            check_workers(workers)
        return transform(code, False, x, type, s, axes, norm, orthogonalize, overwrite_x, plan, out)

    return _document(function, name, family)


fft: OneAxis[ComplexArray] = _one_axis("fft", _FFT)
fft2: SeveralAxes[ComplexArray] = _several_axes("fft2", _FFT, (-2, -1))
fftn: SeveralAxes[ComplexArray] = _several_axes("fftn", _FFT)
ifft: OneAxis[ComplexArray] = _one_axis("ifft", _IFFT)
ifft2: SeveralAxes[ComplexArray] = _several_axes("ifft2", _IFFT, (-2, -1))
ifftn: SeveralAxes[ComplexArray] = _several_axes("ifftn", _IFFT)
rfft: OneAxis[ComplexArray] = _one_axis("rfft", _RFFT)
rfft2: SeveralAxes[ComplexArray] = _several_axes("rfft2", _RFFT, (-2, -1))
rfftn: SeveralAxes[ComplexArray] = _several_axes("rfftn", _RFFT)
irfft: OneAxis[RealArray] = _one_axis("irfft", _IRFFT)
irfft2: SeveralAxes[RealArray] = _several_axes("irfft2", _IRFFT, (-2, -1))
irfftn: SeveralAxes[RealArray] = _several_axes("irfftn", _IRFFT)
hfft: OneAxis[RealArray] = _one_axis("hfft", _HFFT)
hfft2: SeveralAxes[RealArray] = _several_axes("hfft2", _HFFT, (-2, -1))
hfftn: SeveralAxes[RealArray] = _several_axes("hfftn", _HFFT)
ihfft: OneAxis[ComplexArray] = _one_axis("ihfft", _IHFFT)
ihfft2: SeveralAxes[ComplexArray] = _several_axes("ihfft2", _IHFFT, (-2, -1))
ihfftn: SeveralAxes[ComplexArray] = _several_axes("ihfftn", _IHFFT)
dct: OneAxisTyped = _one_axis_typed("dct", _DCT)
dctn: SeveralAxesTyped = _several_axes_typed("dctn", _DCT)
idct: OneAxisTyped = _one_axis_typed("idct", _IDCT)
idctn: SeveralAxesTyped = _several_axes_typed("idctn", _IDCT)
dst: OneAxisTyped = _one_axis_typed("dst", _DST)
dstn: SeveralAxesTyped = _several_axes_typed("dstn", _DST)
idst: OneAxisTyped = _one_axis_typed("idst", _IDST)
idstn: SeveralAxesTyped = _several_axes_typed("idstn", _IDST)
