# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Cosine and sine transforms, as scipy.fft has them. Arguments: see papilio.fft."""

from __future__ import annotations

from typing import Any

from ._call import DCT, DST, IDCT, IDST, check_workers, transform

__all__ = ["dct", "dctn", "dst", "dstn", "idct", "idctn", "idst", "idstn"]


def dct(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
        overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
        plan: Any = None, out: Any = None) -> Any:
    """Discrete cosine transform of type 1, 2, 3 or 4 along one axis.

    Type 2 is ``y[k] = 2 sum_j x[j] cos(pi k (2j+1) / 2n)``; scipy.fft.dct gives the other sums. ``norm="ortho"`` makes
    the transform orthogonal; ``orthogonalize`` asks for, or against, the weights of the first and last elements that
    this takes. The real and the imaginary parts of complex input are transformed each.
    """
    if workers is not None:
        check_workers(workers)
    return transform(DCT, True, x, type, n, axis, norm, orthogonalize, overwrite_x, plan, out)


def idct(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
         overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
         plan: Any = None, out: Any = None) -> Any:
    """Inverse of `dct` of the same type along one axis."""
    if workers is not None:
        check_workers(workers)
    return transform(IDCT, True, x, type, n, axis, norm, orthogonalize, overwrite_x, plan, out)


def dst(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
        overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
        plan: Any = None, out: Any = None) -> Any:
    """Discrete sine transform of type 1, 2, 3 or 4 along one axis.

    Type 2 is ``y[k] = 2 sum_j x[j] sin(pi (k+1) (2j+1) / 2n)``; scipy.fft.dst gives the other sums. Otherwise as `dct`.
    """
    if workers is not None:
        check_workers(workers)
    return transform(DST, True, x, type, n, axis, norm, orthogonalize, overwrite_x, plan, out)


def idst(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
         overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
         plan: Any = None, out: Any = None) -> Any:
    """Inverse of `dst` of the same type along one axis."""
    if workers is not None:
        check_workers(workers)
    return transform(IDST, True, x, type, n, axis, norm, orthogonalize, overwrite_x, plan, out)


def dctn(x: Any, type: int = 2, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None,
         norm: str | None = None, overwrite_x: bool = False, workers: int | None = None,
         orthogonalize: bool | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Discrete cosine transform of type 1, 2, 3 or 4 along several axes, by default all."""
    if workers is not None:
        check_workers(workers)
    return transform(DCT, False, x, type, s, axes, norm, orthogonalize, overwrite_x, plan, out)


def idctn(x: Any, type: int = 2, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None,
          norm: str | None = None, overwrite_x: bool = False, workers: int | None = None,
          orthogonalize: bool | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `dctn` of the same type along several axes, by default all."""
    if workers is not None:
        check_workers(workers)
    return transform(IDCT, False, x, type, s, axes, norm, orthogonalize, overwrite_x, plan, out)


def dstn(x: Any, type: int = 2, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None,
         norm: str | None = None, overwrite_x: bool = False, workers: int | None = None,
         orthogonalize: bool | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Discrete sine transform of type 1, 2, 3 or 4 along several axes, by default all."""
    if workers is not None:
        check_workers(workers)
    return transform(DST, False, x, type, s, axes, norm, orthogonalize, overwrite_x, plan, out)


def idstn(x: Any, type: int = 2, s: tuple[int, ...] | None = None, axes: tuple[int, ...] | None = None,
          norm: str | None = None, overwrite_x: bool = False, workers: int | None = None,
          orthogonalize: bool | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `dstn` of the same type along several axes, by default all."""
    if workers is not None:
        check_workers(workers)
    return transform(IDST, False, x, type, s, axes, norm, orthogonalize, overwrite_x, plan, out)
