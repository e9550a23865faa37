# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Convolution and correlation, as scipy.signal has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core, fft
from ._arrays import axes_of
from ._core import OverlapSave
from ._types import ArrayLike, Lengths, NumPyArray

__all__ = ["convolve", "correlate", "fftconvolve", "oaconvolve"]


def convolve(in1: ArrayLike, in2: ArrayLike, mode: str = "full") -> NumPyArray:
    """Convolution, ``out[k] = sum_j in1[j] in2[k - j]``, in one launch where the device allows it.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays of the same number of dimensions, one to three, in the host's memory.
    mode : {"full", "same", "valid", "circular"}
        "full", the default: n1 + n2 - 1 elements along each axis; "same": the n1 in their middle; "valid": the
        n1 - n2 + 1 that need no zeros, for an in2 that is nowhere longer than in1; "circular": n1, indices modulo n1.

    Returns
    -------
    ndarray
        complex where an input is; of single precision where both are.

    Examples
    --------
    >>> import papilio
    >>> papilio.convolve([1.0, 2.0, 3.0], [1.0, 1.0]).round(12)
    array([1., 3., 5., 3.])
    """
    result: Any = _core.convolve(False, in1, in2, mode)
    return result  # type: ignore[no-any-return]


def correlate(in1: ArrayLike, in2: ArrayLike, mode: str = "full") -> NumPyArray:
    """Correlation, ``out[k] = sum_j in1[j + k] conj(in2[j])``, as scipy.signal.correlate has it.

    Arguments and results are those of `convolve`. In mode "full", element n2 - 1 is the one without a shift.

    Examples
    --------
    >>> import papilio
    >>> papilio.correlate([1.0, 2.0, 3.0], [0.0, 1.0]).round(12)
    array([1., 2., 3., 0.])
    """
    result: Any = _core.convolve(True, in1, in2, mode)
    return result  # type: ignore[no-any-return]


def fftconvolve(in1: ArrayLike, in2: ArrayLike, mode: str = "full", axes: Lengths = None) -> NumPyArray:
    """Convolution along some axes, with the arguments and results of scipy.signal.fftconvolve.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays of the same number of dimensions. Along other axes than ``axes`` they have the same length, or one of
        them has length 1.
    mode : {"full", "same", "valid"}
        As for `convolve`; "same" has in1's shape. For "valid", one of the arrays is nowhere longer than the other;
        axes where one has length 1 are broadcast instead.
    axes : int or sequence of ints, optional
        The axes that are convolved. Default: all.

    Returns
    -------
    ndarray
        As for `convolve`.

    Examples
    --------
    >>> import papilio
    >>> papilio.fftconvolve([[1.0, 2.0], [3.0, 4.0]], [[1.0, 1.0]], axes=1).round(12)
    array([[1., 3., 2.],
           [3., 7., 4.]])
    """
    in1, in2 = np.asarray(in1), np.asarray(in2)
    if in1.ndim != in2.ndim:
        raise ValueError(f"in1 and in2 have {in1.ndim} and {in2.ndim} dimensions: give both the same number")
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"mode must be 'full', 'same' or 'valid', not {mode!r}")
    if in1.ndim == 0:
        return in1 * in2
    if 0 in (in1.size, in2.size):
        return np.array([])
    # Along an axis of one element a convolution is a product.
    chosen = [axis for axis in axes_of(axes, in1.ndim) if 1 not in (in1.shape[axis], in2.shape[axis])]
    others = [axis for axis in range(in1.ndim) if axis not in chosen]
    if any(1 != in1.shape[axis] != in2.shape[axis] != 1 for axis in others):
        raise ValueError(f"incompatible shapes for in1 and in2: {in1.shape} and {in2.shape}")
    longer = [axis for axis in chosen if in2.shape[axis] > in1.shape[axis]]
    if mode == "valid" and longer:
        if any(in1.shape[axis] > in2.shape[axis] for axis in chosen):
            raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")
        in1, in2 = in2, in1
    if not others and in1.ndim <= 3:
        return convolve(in1, in2, mode)
    return _by_transforms(in1, in2, mode, chosen)


def _by_transforms(in1: NumPyArray, in2: NumPyArray, mode: str, axes: list[int]) -> NumPyArray:
    """The convolution along some of the axes, or of more than three."""
    lengths = list(zip(in1.shape, in2.shape, strict=True))
    full = [n1 + n2 - 1 if axis in axes else max(n1, n2) for axis, (n1, n2) in enumerate(lengths)]
    valid = [n1 - n2 + 1 if axis in axes else max(n1, n2) for axis, (n1, n2) in enumerate(lengths)]
    kept = {"full": full, "same": in1.shape, "valid": valid}[mode]
    begins = [(whole - part) // 2 for whole, part in zip(full, kept, strict=True)]
    result = _padded_convolution(in1, in2, [full[axis] for axis in axes], axes) if axes else in1 * in2
    # A copy, for a view would keep the whole array in memory.
    return result[tuple(slice(begin, begin + part) for begin, part in zip(begins, kept, strict=True))].copy()


def _padded_convolution(in1: NumPyArray, in2: NumPyArray, full: list[int], axes: list[int]) -> NumPyArray:
    """The full convolution, followed by zeros along the axes."""
    is_complex = "c" in (in1.dtype.kind, in2.dtype.kind)
    forward, inverse = (fft.fftn, fft.ifftn) if is_complex else (fft.rfftn, fft.irfftn)
    lengths = [fft.next_fast_len(length, not is_complex) for length in full]
    common = np.result_type(*(array.dtype if array.dtype.kind in "fc" else np.float64 for array in (in1, in2)))
    first, second = forward(in1.astype(common), lengths, axes), forward(in2.astype(common), lengths, axes)
    result: Any = inverse(first * second, lengths, axes)
    return result  # type: ignore[no-any-return]


def oaconvolve(in1: ArrayLike, in2: ArrayLike, mode: str = "full") -> NumPyArray:
    """Convolution of a long signal and a short one in blocks, which takes little memory beside the arrays.

    Arrays of one dimension are cut into blocks (`OverlapSave`); for others this is `convolve`. Arguments and results
    are those of `convolve`.

    Examples
    --------
    >>> import papilio
    >>> papilio.oaconvolve([1.0, 2.0, 3.0], [1.0, 1.0], "valid").round(12)
    array([3., 5.])
    """
    in1, in2 = np.asarray(in1), np.asarray(in2)
    if in1.ndim != 1 or in2.ndim != 1 or mode not in ("full", "same", "valid") or 0 in (in1.size, in2.size):
        return convolve(in1, in2, mode)
    if mode == "valid" and in2.size > in1.size:
        return convolve(in1, in2, mode)
    signal, kernel = (in1, in2) if in1.size >= in2.size else (in2, in1)
    common = np.result_type(in1.dtype, in2.dtype)
    stream = OverlapSave(kernel.astype(common, copy=False))
    stream.push(signal)
    stream.finish()
    full: NumPyArray = np.asarray(stream.pull())
    if mode == "full":
        return full
    size = in1.size if mode == "same" else in1.size - in2.size + 1
    begin = (full.size - size) // 2
    return full[begin:begin + size].copy()  # a view would keep the whole array
