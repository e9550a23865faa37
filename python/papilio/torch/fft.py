# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The functions of torch.fft, and cosine and sine transforms, on tensors in the host's memory and on CUDA devices.

They have derivatives of any order, work under torch.compile and torch.func.vmap, and in CUDA graphs (once a problem has
been transformed outside of a capture). Arguments mean what they mean in torch.fft; in addition:

scale : float
    Multiplies the result, in the same kernel.
out : tensor
    Receives the result, without derivative, and is returned.

Integers become PyTorch's default type; float16 and bfloat16 are transformed in single precision. Tensors of any strides
are read without a copy.
"""

from __future__ import annotations

from typing import Any

from .._call import DCT, DST, FFT, HFFT, IDCT, IDST, IFFT, IHFFT, IRFFT, RFFT
from .._helpers import next_fast_len
from ._frames import istft, stft
from ._functions import apply, trigonometric
from ._operators import torch
from ._types import Dims, Tensor

__all__ = ["convolve", "dct", "dctn", "dst", "dstn", "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2",
           "hfftn", "idct", "idctn", "idst", "idstn", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "ihfft2",
           "ihfftn", "irfft", "irfft2", "irfftn", "istft", "rfft", "rfft2", "rfftfreq", "rfftn", "stft"]

# These transform nothing.
fftfreq: Any = torch.fft.fftfreq
rfftfreq: Any = torch.fft.rfftfreq
fftshift: Any = torch.fft.fftshift
ifftshift: Any = torch.fft.ifftshift


def _into(out: Tensor | None, result: Tensor) -> Tensor:
    if out is None:
        return result
    if out.requires_grad or (result.requires_grad and torch.is_grad_enabled()):
        raise TypeError("out has no derivative: leave it out, or give input.detach()")
    if out.dtype != result.dtype:
        raise TypeError(f"out is {out.dtype}, the result {result.dtype}")
    out.resize_(result.shape)
    out.copy_(result)
    return out


def fft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, scale: float = 1.0,
        out: Tensor | None = None) -> Tensor:
    """Discrete Fourier transform along one dimension: ``X[k] = sum_j x[j] exp(-2 pi i j k / n)``."""
    return _into(out, apply(FFT, input, n, dim, norm, scale))


def ifft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, scale: float = 1.0,
         out: Tensor | None = None) -> Tensor:
    """Inverse of `fft`."""
    return _into(out, apply(IFFT, input, n, dim, norm, scale))


def rfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, scale: float = 1.0,
         out: Tensor | None = None) -> Tensor:
    """Transform of a real signal: the non-redundant half of its spectrum."""
    return _into(out, apply(RFFT, input, n, dim, norm, scale))


def irfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, scale: float = 1.0,
          out: Tensor | None = None) -> Tensor:
    """Inverse of `rfft`: a real signal of n samples, by default ``2 * (m - 1)`` for m elements."""
    return _into(out, apply(IRFFT, input, n, dim, norm, scale))


def hfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, scale: float = 1.0,
         out: Tensor | None = None) -> Tensor:
    """Transform of a signal with Hermitian symmetry, given by its first half: a real spectrum."""
    return _into(out, apply(HFFT, input, n, dim, norm, scale))


def ihfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, scale: float = 1.0,
          out: Tensor | None = None) -> Tensor:
    """Inverse of `hfft`: the first half of a signal with Hermitian symmetry."""
    return _into(out, apply(IHFFT, input, n, dim, norm, scale))


def fft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, scale: float = 1.0,
         out: Tensor | None = None) -> Tensor:
    """`fftn` along two dimensions."""
    return _into(out, apply(FFT, input, s, dim, norm, scale))


def fftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, scale: float = 1.0,
         out: Tensor | None = None, modes: Dims = None) -> Tensor:
    """`fft` along several dimensions, by default all."""
    return _into(out, apply(FFT, input, s, dim, norm, scale, modes))


def ifft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, scale: float = 1.0,
          out: Tensor | None = None) -> Tensor:
    """`ifftn` along two dimensions."""
    return _into(out, apply(IFFT, input, s, dim, norm, scale))


def ifftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, scale: float = 1.0,
          out: Tensor | None = None, modes: Dims = None) -> Tensor:
    """`ifft` along several dimensions, by default all."""
    return _into(out, apply(IFFT, input, s, dim, norm, scale, modes))


def rfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, scale: float = 1.0,
          out: Tensor | None = None) -> Tensor:
    """`rfftn` along two dimensions."""
    return _into(out, apply(RFFT, input, s, dim, norm, scale))


def rfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, scale: float = 1.0,
          out: Tensor | None = None, modes: Dims = None) -> Tensor:
    """`rfft` along several dimensions, by default all; the last one is halved."""
    return _into(out, apply(RFFT, input, s, dim, norm, scale, modes))


def irfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, scale: float = 1.0,
           out: Tensor | None = None) -> Tensor:
    """`irfftn` along two dimensions."""
    return _into(out, apply(IRFFT, input, s, dim, norm, scale))


def irfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, scale: float = 1.0,
           out: Tensor | None = None, modes: Dims = None) -> Tensor:
    """`irfft` along several dimensions, by default all; the last one is halved."""
    return _into(out, apply(IRFFT, input, s, dim, norm, scale, modes))


def hfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, scale: float = 1.0,
          out: Tensor | None = None) -> Tensor:
    """`hfftn` along two dimensions."""
    return _into(out, apply(HFFT, input, s, dim, norm, scale))


def hfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, scale: float = 1.0,
          out: Tensor | None = None) -> Tensor:
    """`hfft` along several dimensions, by default all; the last one is halved."""
    return _into(out, apply(HFFT, input, s, dim, norm, scale))


def ihfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, scale: float = 1.0,
           out: Tensor | None = None) -> Tensor:
    """`ihfftn` along two dimensions."""
    return _into(out, apply(IHFFT, input, s, dim, norm, scale))


def ihfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, scale: float = 1.0,
           out: Tensor | None = None) -> Tensor:
    """`ihfft` along several dimensions, by default all; the last one is halved."""
    return _into(out, apply(IHFFT, input, s, dim, norm, scale))


def dct(input: Tensor, type: int = 2, n: int | None = None, dim: int = -1, norm: str | None = None,
        orthogonalize: bool | None = None, *, scale: float = 1.0, out: Tensor | None = None) -> Tensor:
    """Discrete cosine transform of type 1, 2, 3 or 4, as scipy.fft.dct defines it, along one dimension."""
    return _into(out, trigonometric(DCT, input, type, n, dim, norm, orthogonalize, scale))


def dctn(input: Tensor, type: int = 2, s: Dims = None, dim: Dims = None, norm: str | None = None,
         orthogonalize: bool | None = None, *, scale: float = 1.0, out: Tensor | None = None) -> Tensor:
    """`dct` along several dimensions, by default all."""
    return _into(out, trigonometric(DCT, input, type, s, dim, norm, orthogonalize, scale))


def idct(input: Tensor, type: int = 2, n: int | None = None, dim: int = -1, norm: str | None = None,
         orthogonalize: bool | None = None, *, scale: float = 1.0, out: Tensor | None = None) -> Tensor:
    """Inverse of `dct` of the same type along one dimension."""
    return _into(out, trigonometric(IDCT, input, type, n, dim, norm, orthogonalize, scale))


def idctn(input: Tensor, type: int = 2, s: Dims = None, dim: Dims = None, norm: str | None = None,
          orthogonalize: bool | None = None, *, scale: float = 1.0, out: Tensor | None = None) -> Tensor:
    """`idct` along several dimensions, by default all."""
    return _into(out, trigonometric(IDCT, input, type, s, dim, norm, orthogonalize, scale))


def dst(input: Tensor, type: int = 2, n: int | None = None, dim: int = -1, norm: str | None = None,
        orthogonalize: bool | None = None, *, scale: float = 1.0, out: Tensor | None = None) -> Tensor:
    """Discrete sine transform of type 1, 2, 3 or 4, as scipy.fft.dst defines it, along one dimension."""
    return _into(out, trigonometric(DST, input, type, n, dim, norm, orthogonalize, scale))


def dstn(input: Tensor, type: int = 2, s: Dims = None, dim: Dims = None, norm: str | None = None,
         orthogonalize: bool | None = None, *, scale: float = 1.0, out: Tensor | None = None) -> Tensor:
    """`dst` along several dimensions, by default all."""
    return _into(out, trigonometric(DST, input, type, s, dim, norm, orthogonalize, scale))


def idst(input: Tensor, type: int = 2, n: int | None = None, dim: int = -1, norm: str | None = None,
         orthogonalize: bool | None = None, *, scale: float = 1.0, out: Tensor | None = None) -> Tensor:
    """Inverse of `dst` of the same type along one dimension."""
    return _into(out, trigonometric(IDST, input, type, n, dim, norm, orthogonalize, scale))


def idstn(input: Tensor, type: int = 2, s: Dims = None, dim: Dims = None, norm: str | None = None,
          orthogonalize: bool | None = None, *, scale: float = 1.0, out: Tensor | None = None) -> Tensor:
    """`idst` along several dimensions, by default all."""
    return _into(out, trigonometric(IDST, input, type, s, dim, norm, orthogonalize, scale))


def convolve(input: Tensor, kernel: Tensor, mode: str = "full", dim: int = -1) -> Tensor:
    """Convolution along one dimension, of tensors whose other dimensions broadcast.

    ``mode`` is "full", "same" (of input's length, from the middle), "valid" or "circular" (of input's length, indices
    modulo it). Computed by transforms of a length that is fast; derivatives with respect to both.
    """
    if mode not in ("full", "same", "valid", "circular"):
        raise ValueError("acceptable mode flags are 'valid', 'same', 'full', or 'circular'")
    n, m = input.shape[dim], kernel.shape[dim]
    if mode == "valid" and m > n:
        raise ValueError("valid: the kernel is longer than the input")
    if mode == "circular" and m > n:
        raise ValueError("circular: the kernel is longer than the input")
    full = n + m - 1
    length = n if mode == "circular" else next_fast_len(full, True)
    if input.is_complex() or kernel.is_complex():
        product = fft(input, length, dim) * fft(kernel, length, dim)
        result = ifft(product, length, dim)
    else:
        product = rfft(input, length, dim) * rfft(kernel, length, dim)
        result = irfft(product, length, dim)
    if mode == "circular":
        return result
    begin, count = {"full": (0, full), "same": ((m - 1) // 2, n), "valid": (m - 1, n - m + 1)}[mode]
    part: Tensor = result.narrow(dim, begin, count)
    return part
