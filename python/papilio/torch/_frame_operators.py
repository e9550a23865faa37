# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""PyTorch's operators papilio::stft and papilio::istft: all frames of signals (batch, samples) as spectra (batch, frames, bins).

Spectra of real signals have the n/2 + 1 bins of half of one, of complex signals all n. They are times the factor; the inverse
divides by it. padding is that of torch.nn.functional.pad, "none" for no samples around the signal. The window, or ones, stands
in the middle of the frame; it may be in the host's memory for tensors on a GPU. Both are computed by the library's kernels, or by PyTorch's
operations where the library refuses arguments: in captures of streams before the first call, for windows beyond its limits and
samples that no window covers. The inverse refuses captures.
"""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import numpy as np

from .. import _core, _streamed
from .._call import FFT, IFFT, IRFFT, RFFT
from .._errors import InvalidArgument
from .._tensors import is_plain, is_transformed, records
from ._functions import _LIBRARY, apply
from ._operators import _ends_of_half, _weighted, c2c, c2r, torch

__all__ = ["has_kernels", "istft", "refuse_captures", "require_complex", "signal", "spectra", "stft"]

_PADDINGS = {"none": "none", "constant": "zeros", "reflect": "reflect"}
_LEAST_WEIGHT = 1e-11  # torch.istft's limit
_UNCOVERED = (f"the sum of the squared windows is below {_LEAST_WEIGHT} at a sample: take a smaller hop_length, another window or "
              "center=True")
_REAL = {torch.float32: torch.float32, torch.float64: torch.float64, torch.complex64: torch.float32, torch.complex128: torch.float64}
# Windows on GPUs as the host's numbers. Their memory is read once, for which the stream is waited for, and again when PyTorch
# has counted a change.
_windows: Any = importlib.import_module("torch.utils.weak").WeakIdKeyDictionary()


def has_kernels(x: Any, window: Any, padding: str) -> bool:
    """Whether the operators take such tensors; none are batches or dual numbers of torch.func, whose rules are PyTorch's operations'."""
    real = _REAL.get(x.dtype)
    fits = window is None or (window.dtype == real and window.device == x.device and not records(window))
    return (real is not None and padding in _PADDINGS and fits and (x.is_cuda or x.is_cpu) and x.numel() > 0
            and not is_transformed(x))


def require_complex(x: Any) -> None:
    if not x.is_complex():
        raise TypeError(f"the spectra are of {x.dtype}: pass complex spectra; torch.view_as_complex makes them of pairs")


def refuse_captures(x: Any) -> None:
    """The inverse reads the sum of the squared windows on the host, and takes memory for frames."""
    if x.is_cuda and not torch.compiler.is_compiling() and torch.cuda.is_current_stream_capturing():
        raise RuntimeError("istft cannot be captured into a CUDA graph, because it reads the sum of the squared windows on the "
                           "host: call it before or behind the graph")


def _framed(window: Any, length: int, like: Any) -> Any:
    """The window of a frame: zeros on both sides where it is shorter."""
    if window is None:
        return torch.ones(length, dtype=like.real.dtype if like.is_complex() else like.dtype, device=like.device)
    missing, window = length - window.shape[0], window.to(like.device)
    return torch.nn.functional.pad(window, (missing // 2, missing - missing // 2)) if missing else window


def _known(window: Any) -> tuple[Any, Any]:
    """What tells whether a window has changed since its numbers were kept, and these if they were."""
    state = None if window.is_inference() else (window._version, window.data_ptr(), window.dtype)
    kept, numbers = _windows.get(window, (None, None))
    return state, numbers if state is not None and state == kept else None


def _on_host(window: Any) -> Any:
    """The window's numbers in double precision."""
    if not window.is_cuda:
        return window.detach().resolve_neg().numpy().astype(np.float64)
    state, numbers = _known(window)
    if numbers is None:
        if torch.cuda.is_current_stream_capturing():
            raise InvalidArgument("a window is read while the stream is captured: call the function once before the capture")
        numbers = window.detach().resolve_neg().to("cpu", torch.float64).numpy()
        _windows[window] = state, numbers
    elif torch.cuda.is_current_stream_capturing():
        warnings.warn(f"the graph keeps the numbers that the window of {len(numbers)} samples has now: capture it again after "
                      "the window has changed", stacklevel=2)
    return numbers


def _cut(window: Any, length: int, hop: int, padding: str, factor: float) -> dict[str, object]:
    """The options of the library's transforms."""
    numbers = np.ones(length) if window is None else _on_host(window)
    missing = length - numbers.shape[0]
    if missing:
        numbers = np.pad(numbers, (missing // 2, missing - missing // 2))
    return _streamed.frames(numbers if factor == 1 else numbers * factor, hop, _PADDINGS[padding], True)


def _require_weight(window: Any, count: int, hop: int, begin: int, samples: int) -> None:
    """Refuses what is too small for PyTorch: the library's own limit, 1e-10, is of the largest sum of squared windows."""
    squares = window * window
    if not squares.max() * 1e-10 < _LEAST_WEIGHT:
        return
    length = squares.shape[0]
    behind = length + hop * (count - 1) - begin - samples
    count = min(count, 2 * -(-length // hop) + 1)  # the sums of more frames repeat themselves
    sums = np.zeros(length + hop * (count - 1))
    for first in range(0, hop * count, hop):
        sums[first:first + length] += squares
    if sums[begin:sums.shape[0] - behind].min(initial=np.inf) < _LEAST_WEIGHT:
        raise InvalidArgument(_UNCOVERED)


def _around(length: int, padding: str) -> int:
    return 0 if padding == "none" else length // 2


def _stft_by_kernels(x: Any, frames: dict[str, object], shape: tuple[int, ...]) -> Any:
    x = _LIBRARY.resolved(x)
    if not x.is_cuda:
        return torch.from_numpy(_core.stft(x.numpy(), frames, not x.is_complex()))
    number, result = (_LIBRARY.dtypes.index(dtype) for dtype in (x.dtype, x.dtype.to_complex()))
    return _streamed.transformed(x, number, shape, result, tuple(x.shape),
                                 lambda memory: _core.stft_at(memory, frames, number, False))


def _istft_by_kernels(x: Any, frames: dict[str, object], onesided: bool, shape: tuple[int, int]) -> Any:
    x = _LIBRARY.resolved(x)
    if not x.is_cuda:
        return torch.from_numpy(_core.istft(x.numpy(), frames, onesided, shape[1]))
    number, result = (_LIBRARY.dtypes.index(dtype) for dtype in (x.dtype, x.dtype.to_real() if onesided else x.dtype))
    return _streamed.transformed(x, number, shape, result, shape,
                                 lambda memory: _core.stft_at(memory, frames, result, True), inverse=True)


def spectra(x: Any, window: Any, length: int, hop: int, padding: str, factor: float, whole: bool) -> Any:
    """`stft` in PyTorch's operations. `whole`: all bins of a real signal."""
    if padding != "none":
        x = torch.nn.functional.pad(x[None], (length // 2, length // 2), mode=padding)[0]
    frames = x.unfold(-1, length, hop) * _framed(window, length, x)
    return apply(FFT if whole else RFFT, frames, None, -1, None, factor)


def signal(x: Any, window: Any, length: int, hop: int, padding: str, onesided: bool, samples: int, factor: float,
           real: bool = False) -> Any:
    """`istft` in PyTorch's operations. `real`: the real parts of signals whose spectra have all bins."""
    frames = apply(IRFFT, x, length, -1, None, 1 / factor) if onesided else apply(IFFT, x, length, -1, None, 1 / factor)
    if real and frames.is_complex():
        frames = frames.real
    framed = _framed(window, length, frames)
    weight = _weight(framed, x.shape[-2], hop, _around(length, padding), samples)
    # A branch on values is not traced; what torch.compile makes gives inf or nan there.
    if not (torch.compiler.is_compiling() or weight.is_meta) and weight.abs().min() < _LEAST_WEIGHT:
        raise RuntimeError(_UNCOVERED)
    return _overlapped(frames * framed, hop).narrow(-1, _around(length, padding), samples) / weight


def _weight(framed: Any, count: int, hop: int, begin: int, samples: int) -> Any:
    """The sum of the squared windows over the samples begin to begin + samples of the padded signal."""
    return _overlapped((framed * framed).expand(count, framed.shape[0]), hop).narrow(-1, begin, samples)


def _overlapped(frames: Any, hop: int) -> Any:
    """Sum of the frames (..., frames, samples), each hop samples behind the one before."""
    *batch, count, n = frames.shape
    result: Any = torch.ops.aten.unfold_backward(frames, [*batch, n + hop * (count - 1)], len(batch), n, hop)
    return result


def _keep(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    x, window, *ctx.rest = inputs
    ctx.shape, ctx.real = x.shape, not x.is_complex()
    ctx.save_for_backward(window)


def _unpadded(x: Any, samples: int, around: int, padding: str) -> Any:
    """The adjoint of what surrounds a signal: reflections are added to the samples that they are of."""
    missing = samples + 2 * around - x.shape[-1]
    x = torch.nn.functional.pad(x, (0, missing)) if missing > 0 else x
    inside = x.narrow(-1, around, samples)
    if padding != "reflect":
        return inside
    rest = samples - 1 - around
    before, behind = x.narrow(-1, 0, around).flip(-1), x.narrow(-1, around + samples, around).flip(-1)
    return inside + torch.nn.functional.pad(before, (1, rest)) + torch.nn.functional.pad(behind, (rest, 1))


def _back_stft(ctx: Any, gradient: Any) -> Any:
    length, hop, padding, factor = ctx.rest
    if ctx.real:
        frames = c2r(_weighted(gradient, 2, 0.5, _ends_of_half(length, None)), [length], [2], factor)
    else:
        frames = c2c(gradient, [length], [2], True, factor)
    added = _overlapped(frames * _framed(ctx.saved_tensors[0], length, frames), hop)
    return _unpadded(added, ctx.shape[-1], _around(length, padding), padding), None, None, None, None, None


def _back_istft(ctx: Any, gradient: Any) -> Any:
    """Frames of the divided signal, with zeros around it: a forward transform has as many."""
    length, hop, padding, onesided, samples, factor = ctx.rest
    window = ctx.saved_tensors[0]
    weight = _weight(_framed(window, length, gradient), ctx.shape[-2], hop, _around(length, padding), samples)
    frames = stft(gradient / weight, window, length, hop, padding, 1 / (length * factor))
    if onesided:
        frames = _weighted(frames, 2, 2.0, _ends_of_half(length, None))
    return frames, None, None, None, None, None, None, None


def _batched(operator: Any) -> Any:
    """For torch.func.vmap under torch.compile: more signals."""
    def run(info: Any, in_dims: Any, x: Any, window: Any, *rest: Any) -> Any:
        x = x.movedim(in_dims[0], 0) if in_dims[0] is not None else x.expand(info.batch_size, *x.shape)
        if window is not None and in_dims[1] is not None:
            return torch.stack([operator(*pair, *rest) for pair in zip(x, window.movedim(in_dims[1], 0))]), 0
        result = operator(x.flatten(0, 1), window, *rest)
        return result.unflatten(0, x.shape[:2]), 0
    return run


def _made(name: str, parameters: str, function: Any, fake: Any, back: Any) -> Any:
    """papilio::name of a function, which is called at once where nothing would see the operator."""
    operator = torch.library.custom_op(f"papilio::{name}", function, mutates_args=(),
                                       schema=f"(Tensor x, Tensor? window, SymInt length, SymInt hop, {parameters}) -> Tensor")
    operator.register_fake(fake)
    operator.register_autograd(back, setup_context=_keep)
    if hasattr(operator, "register_vmap"):
        operator.register_vmap(_batched(operator))

    class Recorded(torch.autograd.Function):  # type: ignore[misc]
        forward = staticmethod(function)
        setup_context = staticmethod(_keep)
        backward = staticmethod(back)

    def call(x: Any, window: Any, *rest: Any) -> Any:
        if not is_plain(x):
            return operator(x, window, *rest)
        return Recorded.apply(x, window, *rest) if records(x) else function(x, window, *rest)
    return call


def _shape_of_spectra(x: Any, length: int, hop: int, padding: str) -> tuple[int, ...]:
    count = 1 + (x.shape[-1] + 2 * _around(length, padding) - length) // hop
    return (x.shape[0], count, length if x.is_complex() else length // 2 + 1)


def _stft(x: Any, window: Any, length: int, hop: int, padding: str, factor: float) -> Any:
    try:
        return _stft_by_kernels(x, _cut(window, length, hop, padding, factor), _shape_of_spectra(x, length, hop, padding))
    except InvalidArgument:
        return spectra(x.detach(), window, length, hop, padding, factor, x.is_complex())


def _istft(x: Any, window: Any, length: int, hop: int, padding: str, onesided: bool, samples: int, factor: float) -> Any:
    require_complex(x)
    refuse_captures(x)
    try:
        frames: dict[str, Any] = _cut(window, length, hop, padding, factor)
        _require_weight(frames["window"] / factor, x.shape[1], hop, _around(length, padding), samples)
        return _istft_by_kernels(x, frames, onesided, (x.shape[0], samples))
    except InvalidArgument:
        return signal(x.detach(), window, length, hop, padding, onesided, samples, factor)


def _fake_stft(x: Any, window: Any, length: int, hop: int, padding: str, factor: float) -> Any:
    return x.new_empty(_shape_of_spectra(x, length, hop, padding), dtype=x.dtype.to_complex())


def _fake_istft(x: Any, window: Any, length: int, hop: int, padding: str, onesided: bool, samples: int, factor: float) -> Any:
    return x.new_empty((x.shape[0], samples), dtype=x.dtype.to_real() if onesided else x.dtype)


stft = _made("stft", "str padding, float factor", _stft, _fake_stft, _back_stft)
istft = _made("istft", "str padding, bool onesided, SymInt samples, float factor", _istft, _fake_istft, _back_istft)
