# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The functions of papilio.fft for complex and real signals. Arguments: see papilio.fft."""

from __future__ import annotations

from typing import Any

from ._call import FFT, HFFT, IFFT, IHFFT, IRFFT, RFFT, check_workers, transform

__all__ = ["fft", "fft2", "fftn", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn", "ihfft", "ihfft2",
           "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn"]


def fft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
        workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Discrete Fourier transform along one axis: ``X[k] = sum_j x[j] exp(-2 pi i j k / n)``.

    Real input gives the complete spectrum, too.
    """
    if workers is not None:
        check_workers(workers)
    return transform(FFT, True, x, None, n, axis, norm, None, overwrite_x, plan, out)


def ifft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
         workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `fft`: ``x[j] = 1/n sum_k X[k] exp(+2 pi i j k / n)``."""
    if workers is not None:
        check_workers(workers)
    return transform(IFFT, True, x, None, n, axis, norm, None, overwrite_x, plan, out)


def rfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
         workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Transform of a real signal: the non-redundant half of its spectrum, ``n//2 + 1`` elements.

    Raises TypeError for complex input.
    """
    if workers is not None:
        check_workers(workers)
    return transform(RFFT, True, x, None, n, axis, norm, None, overwrite_x, plan, out)


def irfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `rfft`: a real signal of ``n`` samples, by default ``2 * (m - 1)`` for m elements.

    Imaginary parts of elements 0 and, for even n, n/2 are ignored. Say n where the signal's length is odd.
    """
    if workers is not None:
        check_workers(workers)
    return transform(IRFFT, True, x, None, n, axis, norm, None, overwrite_x, plan, out)


def hfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
         workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Transform of a signal with Hermitian symmetry, of which ``x`` is the first half: a real spectrum.

    ``n`` is by default ``2 * (m - 1)`` for m elements.
    """
    if workers is not None:
        check_workers(workers)
    return transform(HFFT, True, x, None, n, axis, norm, None, overwrite_x, plan, out)


def ihfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `hfft`: the first half of a signal with Hermitian symmetry, ``n//2 + 1`` elements.

    Raises TypeError for complex input.
    """
    if workers is not None:
        check_workers(workers)
    return transform(IHFFT, True, x, None, n, axis, norm, None, overwrite_x, plan, out)


def fft2(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = (-2, -1), norm: str | None = None,
         overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Discrete Fourier transform along two axes."""
    if workers is not None:
        check_workers(workers)
    return transform(FFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def ifft2(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = (-2, -1), norm: str | None = None,
          overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse transform along two axes."""
    if workers is not None:
        check_workers(workers)
    return transform(IFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def rfft2(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = (-2, -1), norm: str | None = None,
          overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Transform of a real array along two axes. The last axis of ``axes`` is halved: ``n//2 + 1`` elements."""
    if workers is not None:
        check_workers(workers)
    return transform(RFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def irfft2(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = (-2, -1), norm: str | None = None,
           overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `rfft2` along two axes.

    The last axis of ``axes`` grows to ``s[-1]``, by default ``2 * (m - 1)``.
    """
    if workers is not None:
        check_workers(workers)
    return transform(IRFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def hfft2(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = (-2, -1), norm: str | None = None,
          overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Transform of an array with Hermitian symmetry, of which ``x`` is half along two axes.

    The last axis of ``axes`` grows to ``s[-1]``, by default ``2 * (m - 1)``.
    """
    if workers is not None:
        check_workers(workers)
    return transform(HFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def ihfft2(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = (-2, -1), norm: str | None = None,
           overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `hfft2` along two axes. The last axis of ``axes`` is halved: ``n//2 + 1`` elements."""
    if workers is not None:
        check_workers(workers)
    return transform(IHFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def fftn(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None, norm: str | None = None,
         overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Discrete Fourier transform along several axes, by default all."""
    if workers is not None:
        check_workers(workers)
    return transform(FFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def ifftn(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None, norm: str | None = None,
          overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse transform along several axes, by default all."""
    if workers is not None:
        check_workers(workers)
    return transform(IFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def rfftn(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None, norm: str | None = None,
          overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Transform of a real array along several axes, by default all.

    The last axis of ``axes`` is halved: ``n//2 + 1`` elements.
    """
    if workers is not None:
        check_workers(workers)
    return transform(RFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def irfftn(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None, norm: str | None = None,
           overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `rfftn` along several axes, by default all.

    The last axis of ``axes`` grows to ``s[-1]``, by default ``2 * (m - 1)``.
    """
    if workers is not None:
        check_workers(workers)
    return transform(IRFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def hfftn(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None, norm: str | None = None,
          overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Transform of an array with Hermitian symmetry, of which ``x`` is half along several axes, by default all.

    The last axis of ``axes`` grows to ``s[-1]``, by default ``2 * (m - 1)``.
    """
    if workers is not None:
        check_workers(workers)
    return transform(HFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)


def ihfftn(x: Any, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None, norm: str | None = None,
           overwrite_x: bool = False, workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `hfftn` along several axes, by default all.

    The last axis of ``axes`` is halved: ``n//2 + 1`` elements.
    """
    if workers is not None:
        check_workers(workers)
    return transform(IHFFT, False, x, None, s, axes, norm, None, overwrite_x, plan, out)
