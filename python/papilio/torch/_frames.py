# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Short-time Fourier transforms: a transform of each frame of a signal, as torch.stft and torch.istft have them."""

from __future__ import annotations

import math
import operator
from typing import Any

from .._tensors import refuse_traces
from . import _frame_operators as operators
from ._operators import torch
from ._types import Tensor

__all__ = ["istft", "stft"]


def _integer(name: str, value: Any) -> Any:
    """The value of an argument as a number that the library's integers hold."""
    if not isinstance(value, int):
        try:
            value = operator.index(value)
        except TypeError:
            raise TypeError(f"{name} is {value!r}, which is no integer: pass int({name})") from None
    if not torch.compiler.is_compiling() and not -1 << 63 <= value < 1 << 63:
        raise ValueError(f"{name} is {value}, which does not fit 64 bits: pass less")
    return value


def _lengths(n_fft: Any, hop_length: Any, win_length: Any) -> tuple[Any, Any, Any]:
    """n_fft, the hop and the window's length."""
    n_fft = _integer("n_fft", n_fft)
    if n_fft < 1:
        raise ValueError(f"n_fft is {n_fft}: it must be positive")
    hop = n_fft // 4 if hop_length is None else _integer("hop_length", hop_length)
    if hop < 1:
        given = "by default n_fft // 4, " if hop_length is None else ""
        raise ValueError(f"hop_length is {given}{hop}: it must be positive")
    length = n_fft if win_length is None else _integer("win_length", win_length)
    if not 0 < length <= n_fft:
        raise ValueError(f"win_length must be 1 to n_fft ({n_fft}), not {length}")
    return n_fft, hop, length


def _check_window(window: Any, length: int, like: Any) -> None:
    if window is None:
        return
    if tuple(window.shape) != (length,):
        raise ValueError(f"the window has the shape {tuple(window.shape)}, not ({length},)")
    if window.device != like.device:
        raise ValueError(f"the window is on {window.device}, the input on {like.device}: pass window.to(input.device)")


def _ones_if_short(window: Any, length: int, n_fft: int, like: Any, on_host: bool) -> Any:
    """A window of ones for None where it is shorter than the frame, in the host's memory for the library, which reads it there."""
    if window is not None or length == n_fft:
        return window
    dtype = like.real.dtype if like.is_complex() else like.dtype
    return torch.ones(length, dtype=dtype, device="cpu" if on_host else like.device)


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
    n_fft, hop, short = _lengths(n_fft, hop_length, win_length)
    if center and align_to_window is not None:
        raise ValueError("align_to_window is for center=False: leave one of them out")
    if input.ndim not in (1, 2):
        raise ValueError(f"the signal has the shape {tuple(input.shape)}: reshape it to (samples,) or (batch, samples)")
    if center and pad_mode == "none":
        raise ValueError("pad_mode is 'none': give center=False for frames without samples around the signal")
    refuse_traces()
    _check_window(window, short, input)
    lines = input if input.ndim == 2 else input[None]
    if align_to_window and short < n_fft and not center:
        left = (n_fft - short) // 2
        lines = torch.nn.functional.pad(lines, (left, n_fft - short - left))
    around = n_fft // 2 if center else 0
    if lines.shape[-1] + 2 * around < n_fft:
        raise ValueError(f"the signal has {lines.shape[-1] + 2 * around} samples, fewer than a frame ({n_fft})")
    padding = pad_mode if center else "none"
    complex_ = input.is_complex() or (window is not None and window.is_complex())
    whole = complex_ if onesided is None else not onesided
    if not whole and complex_:
        raise ValueError("complex signals and windows have no one-sided spectrum")
    factor = 1 / math.sqrt(n_fft) if normalized else 1.0
    kernels = operators.has_kernels(lines, window, padding) and (padding != "reflect" or lines.shape[-1] > around)
    window = _ones_if_short(window, short, n_fft, lines, kernels)
    if kernels:
        lines = lines.to(lines.dtype.to_complex()) if whole else lines
        spectra = operators.stft(lines, window, n_fft, hop, padding, factor)
    else:
        spectra = operators.spectra(lines, window, n_fft, hop, padding, factor, whole)
    result: Tensor = (spectra if input.ndim == 2 else spectra[0]).transpose(-1, -2)
    return torch.view_as_real(result) if return_complex is False else result


def istft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Tensor | None = None,
          center: bool = True, normalized: bool = False, onesided: bool | None = None, length: int | None = None,
          return_complex: bool = False) -> Tensor:
    """Inverse of `stft`: the frames, times the window, are added and divided by the sum of the squared windows.

    ``length`` samples are returned, by default all that have been in a frame. Raises RuntimeError where that sum is
    below 1e-11 (not under torch.compile), and while a CUDA graph is captured.
    """
    n_fft, hop, short = _lengths(n_fft, hop_length, win_length)
    operators.require_complex(input)
    if input.ndim < 2:
        raise ValueError(f"the spectra have the shape {tuple(input.shape)}: pass (..., frequencies, frames)")
    frequencies, count = input.shape[-2:]
    one_sided = bool(frequencies != n_fft) if onesided is None else onesided
    if frequencies != (n_fft // 2 + 1 if one_sided else n_fft):
        raise ValueError(f"{frequencies} frequencies do not fit n_fft={n_fft}")
    if count < 1:
        raise ValueError(f"the spectra have the shape {tuple(input.shape)}: there are no frames")
    length = None if length is None else _integer("length", length)
    if length is not None and length < 1:  # as PyTorch has it
        raise RuntimeError(f"length is {length}: it must be positive; leave it out for all samples")
    refuse_traces()
    operators.refuse_captures(input)
    _check_window(window, short, input)
    factor = 1 / math.sqrt(n_fft) if normalized else 1.0
    batch = tuple(input.shape[:-2])
    spectra = input.transpose(-1, -2)
    if input.ndim != 3:
        spectra = spectra.reshape(math.prod(batch), count, frequencies)
    begin, padding = (n_fft // 2, "constant") if center else (0, "none")
    available = n_fft + hop * (count - 1) - begin
    inside = available - begin  # samples whose spectra have as many frames; those of up to one hop more have, too
    samples = inside if length is None else min(length, available)
    kernels = operators.has_kernels(spectra, window, padding) and 0 < inside and samples < inside + hop
    window = _ones_if_short(window, short, n_fft, spectra, kernels)
    if kernels:
        signal = operators.istft(spectra, window, n_fft, hop, padding, one_sided, max(samples, inside), factor)
        signal = signal if samples >= inside else signal.narrow(-1, 0, samples)
        signal = (signal.real if signal.is_complex() and not return_complex else signal).contiguous()
    else:
        signal = operators.signal(spectra, window, n_fft, hop, padding, one_sided, samples, factor, not return_complex)
    if length is not None and samples < length:
        signal = torch.nn.functional.pad(signal, (0, length - samples))
    result: Tensor = signal if input.ndim == 3 else signal.reshape(batch + (signal.shape[-1],))
    return result
