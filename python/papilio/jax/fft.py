# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The functions of jax.numpy.fft, and cosine and sine transforms, on JAX's arrays in the host's memory and on CUDA devices.

They work under jax.jit, vmap, grad, jvp, jacfwd, jacrev, hessian and shard_map, to any order, and on arrays that are
spread over devices: axes that are not transformed stay spread. Arguments, results, types and errors are those of
jax.numpy.fft; ``modes=`` is that of `papilio.fft`; of `dct` and `dst` those of scipy.fft, types 1 to 4. Lengths, axes and norms are constants of a jitted
function. Integers become JAX's default type for them, float16 and bfloat16 single precision.

>>> import jax, jax.numpy as jnp
>>> from papilio.jax import fft
>>> power = jax.jit(lambda x: (abs(fft.rfft(x)) ** 2).sum())
>>> jax.grad(power)(jnp.array([1.0, 2.0, 3.0, 4.0])).round().tolist()
[12.0, 20.0, 20.0, 28.0]
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from .._call import DCT, DST, FFT, HFFT, IDCT, IDST, IFFT, IHFFT, IRFFT, RFFT
from ._functions import apply, trigonometric

_jax: Any = importlib.import_module("jax.numpy.fft")

__all__ = ["dct", "dctn", "dst", "dstn", "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "idct", "idctn", "idst",
           "idstn", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "irfft", "irfft2", "irfftn", "rfft", "rfft2",
           "rfftfreq", "rfftn"]

# These transform nothing.
fftfreq: Any = _jax.fftfreq
rfftfreq: Any = _jax.rfftfreq
fftshift: Any = _jax.fftshift
ifftshift: Any = _jax.ifftshift


def _one_axis(name: str, axis: Any) -> Any:
    if isinstance(axis, (list, tuple)):
        raise ValueError(f"{name} does not support multiple axes. Please use {name}n. Got axis = {axis!r}.")
    return axis


def _two_axes(name: str, axes: Any) -> Any:
    if len(axes) != 2:
        raise ValueError(f"{name} only supports 2 axes. Got axes = {axes!r}.")
    return axes


def fft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Discrete Fourier transform along one axis: ``X[k] = sum_j x[j] exp(-2 pi i j k / n)``."""
    return apply(FFT, a, n, _one_axis("fft", axis), norm)


def ifft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Inverse of `fft`."""
    return apply(IFFT, a, n, _one_axis("ifft", axis), norm)


def rfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Transform of real numbers: elements 0 to n//2 of their spectrum, which has Hermitian symmetry."""
    return apply(RFFT, a, n, _one_axis("rfft", axis), norm)


def irfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Inverse of `rfft`: n real numbers, by default ``2 * (m - 1)`` for m elements."""
    return apply(IRFFT, a, n, _one_axis("irfft", axis), norm)


def hfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Transform of numbers with Hermitian symmetry, given by their first half: a real spectrum."""
    return apply(HFFT, a, n, _one_axis("hfft", axis), norm)


def ihfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Inverse of `hfft`: the first half of numbers with Hermitian symmetry."""
    return apply(IHFFT, a, n, _one_axis("ihfft", axis), norm)


def fft2(a: Any, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None, *,
         modes: Sequence[int] | None = None) -> Any:
    """`fftn` along two axes."""
    return apply(FFT, a, s, _two_axes("fft2", axes), norm, modes)


def fftn(a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, *,
         modes: Sequence[int] | None = None) -> Any:
    """`fft` along several axes, by default all."""
    return apply(FFT, a, s, axes, norm, modes)


def ifft2(a: Any, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None, *,
          modes: Sequence[int] | None = None) -> Any:
    """`ifftn` along two axes."""
    return apply(IFFT, a, s, _two_axes("ifft2", axes), norm, modes)


def ifftn(a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, *,
          modes: Sequence[int] | None = None) -> Any:
    """`ifft` along several axes, by default all."""
    return apply(IFFT, a, s, axes, norm, modes)


def rfft2(a: Any, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None, *,
          modes: Sequence[int] | None = None) -> Any:
    """`rfftn` along two axes."""
    return apply(RFFT, a, s, _two_axes("rfft2", axes), norm, modes)


def rfftn(a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, *,
          modes: Sequence[int] | None = None) -> Any:
    """`rfft` along several axes, by default all; the last one is halved."""
    return apply(RFFT, a, s, axes, norm, modes)


def irfft2(a: Any, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None, *,
           modes: Sequence[int] | None = None) -> Any:
    """`irfftn` along two axes."""
    return apply(IRFFT, a, s, _two_axes("irfft2", axes), norm, modes)


def irfftn(a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, *,
           modes: Sequence[int] | None = None) -> Any:
    """`irfft` along several axes, by default all; the last one is halved."""
    return apply(IRFFT, a, s, axes, norm, modes)


def dct(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, *,
        orthogonalize: bool | None = None) -> Any:
    """Discrete cosine transform of type 1, 2, 3 or 4, as scipy.fft.dct defines it, along one axis."""
    return trigonometric(DCT, x, type, n, _one_axis("dct", axis), norm, orthogonalize)


def dctn(x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None,
         norm: str | None = None, *, orthogonalize: bool | None = None) -> Any:
    """`dct` along several axes, by default all."""
    return trigonometric(DCT, x, type, s, axes, norm, orthogonalize)


def idct(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, *,
         orthogonalize: bool | None = None) -> Any:
    """Inverse of `dct` of the same type along one axis."""
    return trigonometric(IDCT, x, type, n, _one_axis("idct", axis), norm, orthogonalize)


def idctn(x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None,
          norm: str | None = None, *, orthogonalize: bool | None = None) -> Any:
    """`idct` along several axes, by default all."""
    return trigonometric(IDCT, x, type, s, axes, norm, orthogonalize)


def dst(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, *,
        orthogonalize: bool | None = None) -> Any:
    """Discrete sine transform of type 1, 2, 3 or 4, as scipy.fft.dst defines it, along one axis."""
    return trigonometric(DST, x, type, n, _one_axis("dst", axis), norm, orthogonalize)


def dstn(x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None,
         norm: str | None = None, *, orthogonalize: bool | None = None) -> Any:
    """`dst` along several axes, by default all."""
    return trigonometric(DST, x, type, s, axes, norm, orthogonalize)


def idst(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, *,
         orthogonalize: bool | None = None) -> Any:
    """Inverse of `dst` of the same type along one axis."""
    return trigonometric(IDST, x, type, n, _one_axis("idst", axis), norm, orthogonalize)


def idstn(x: Any, type: int = 2, s: Sequence[int] | None = None, axes: Sequence[int] | None = None,
          norm: str | None = None, *, orthogonalize: bool | None = None) -> Any:
    """`idst` along several axes, by default all."""
    return trigonometric(IDST, x, type, s, axes, norm, orthogonalize)
