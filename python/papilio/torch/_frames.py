# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Short-time Fourier transforms: a transform of each frame of a signal, as torch.stft and torch.istft have them."""

from __future__ import annotations

import math
from typing import Any

from .._call import FFT, IFFT, IRFFT, RFFT
from ._functions import apply
from ._operators import torch
from ._types import Tensor

__all__ = ["istft", "stft"]


def _window(window: Any, win_length: int | None, n_fft: int, like: Any) -> Any:
    """The window of a frame, of n_fft elements: zeros on both sides where it is shorter."""
    length = n_fft if win_length is None else win_length
    if not 0 < length <= n_fft:
        raise ValueError(f"win_length must be 1 to n_fft ({n_fft}), not {length}")
    dtype = like.real.dtype if like.is_complex() else like.dtype
    if window is None:
        window = torch.ones(length, dtype=dtype, device=like.device)
    if tuple(window.shape) != (length,):
        raise ValueError(f"the window has the shape {tuple(window.shape)}, not ({length},)")
    left = (n_fft - length) // 2
    return torch.nn.functional.pad(window, (left, n_fft - length - left))


def stft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Tensor | None = None,
         center: bool = True, pad_mode: str = "reflect", normalized: bool = False,
         onesided: bool | None = None, return_complex: bool | None = None,
         align_to_window: bool | None = None) -> Tensor:
    """Spectra of the frames of a signal (one or two dimensions): complex, of shape (..., frequencies, frames).

    Frame t begins at sample ``t * hop_length`` (by default n_fft / 4), of the signal continued by n_fft / 2 on both
    sides if ``center``. Real signals with real windows give n_fft / 2 + 1 frequencies unless ``onesided=False``.
    ``normalized`` divides by the square root of n_fft. ``return_complex=False`` gives real and imaginary parts in a
    last dimension of two. ``align_to_window``, without ``center``, lets the window of frame t and not its n_fft samples
    begin at ``t * hop_length``: zeros stand where a frame reaches beyond the signal.
    """
    hop = n_fft // 4 if hop_length is None else hop_length
    if center and align_to_window is not None:
        raise ValueError("align_to_window is for center=False: leave one of them out")
    if n_fft < 1 or hop < 1 or input.ndim not in (1, 2):
        raise ValueError("n_fft and hop_length must be positive, and the signal must have one or two dimensions")
    framed = _window(window, win_length, n_fft, input)
    if center:
        signal = input.reshape((1,) * (3 - input.ndim) + tuple(input.shape))
        signal = torch.nn.functional.pad(signal, (n_fft // 2, n_fft // 2), mode=pad_mode)
        input = signal.reshape(tuple(input.shape[:-1]) + (-1,))
    elif align_to_window and win_length is not None:
        left = (n_fft - win_length) // 2
        input = torch.nn.functional.pad(input, (left, n_fft - win_length - left))
    if input.shape[-1] < n_fft:
        raise ValueError(f"the signal has {input.shape[-1]} samples, fewer than a frame ({n_fft})")
    frames = input.unfold(-1, n_fft, hop) * framed
    whole = frames.is_complex() if onesided is None else not onesided
    if not whole and frames.is_complex():
        raise ValueError("complex signals and windows have no one-sided spectrum")
    spectra = apply(FFT if whole else RFFT, frames, None, -1, "ortho" if normalized else None, 1.0)
    result: Tensor = spectra.transpose(-1, -2)
    return torch.view_as_real(result) if return_complex is False else result


def istft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Tensor | None = None,
          center: bool = True, normalized: bool = False, onesided: bool | None = None, length: int | None = None,
          return_complex: bool = False) -> Tensor:
    """Inverse of `stft`: the frames, times the window, are added and divided by the sum of the squared windows.

    ``length`` samples are returned, by default all that have been in a frame. Raises RuntimeError where that sum is
    near zero (not under torch.compile).
    """
    hop = n_fft // 4 if hop_length is None else hop_length
    frequencies, count = input.shape[-2:]
    one_sided = frequencies != n_fft if onesided is None else onesided
    if frequencies != (n_fft // 2 + 1 if one_sided else n_fft):
        raise ValueError(f"{frequencies} frequencies do not fit n_fft={n_fft}")
    norm = "ortho" if normalized else None
    spectra = input.transpose(-1, -2)
    frames = apply(IRFFT, spectra, n_fft, -1, norm, 1.0) if one_sided else apply(IFFT, spectra, n_fft, -1, norm, 1.0)
    if frames.is_complex() and not return_complex:
        frames = frames.real
    framed = _window(window, win_length, n_fft, frames)
    signal = _overlapped(frames * framed, hop)
    weight = _overlapped((framed * framed).expand(count, n_fft), hop)
    begin = n_fft // 2 if center else 0
    end = signal.shape[-1] - begin if length is None else begin + length
    signal, weight = signal[..., begin:end], weight[begin:end]
    # A branch on values is not traced; what torch.compile makes gives inf or nan there.
    if not torch.compiler.is_compiling() and weight.abs().min() < 1e-11:
        raise RuntimeError("the sum of the squared windows is near zero: take a smaller hop_length or another window")
    signal = signal / weight
    if length is not None and signal.shape[-1] < length:
        signal = torch.nn.functional.pad(signal, (0, length - signal.shape[-1]))
    result: Tensor = signal
    return result


def _overlapped(frames: Any, hop: int) -> Any:
    """Sum of the frames (..., frames, samples), each hop samples behind the one before."""
    *batch, count, n = frames.shape
    total = n + hop * (count - 1)
    begins = torch.arange(count, device=frames.device) * hop
    index = (begins[:, None] + torch.arange(n, device=frames.device)).reshape(-1)
    lines = frames.reshape(math.prod(batch), count * n)
    sums = torch.zeros(lines.shape[0], total, dtype=frames.dtype, device=frames.device).index_add(1, index, lines)
    return sums.reshape(*batch, total)
