# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""From a function of papilio.torch.fft to an operator: types, lengths, dims and normalisation by PyTorch's rules."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from .._call import DCT, DST, FFT, HFFT, IDCT, IDST, IFFT, IHFFT, IRFFT, RFFT
from .._core import transform_on_device
from .._device_arrays import transform
from .._libraries import library_of
from .._tensors import is_plain, records, refuse_traces
from ._operators import back_c2c, back_c2r, back_r2c, c2c, c2r, r2c, r2r, torch

__all__ = ["apply", "differentiable", "records", "trigonometric"]

_LIBRARY: Any = library_of(torch.empty(0))
_INVERSE = {IFFT, IRFFT, IHFFT, IDCT, IDST}
_WIDER = {torch.bfloat16: torch.float32}


def _floating(x: Any) -> Any:
    """Integers become the default type, as torch.fft has it; bfloat16 becomes single precision."""
    if not isinstance(x, torch.Tensor):
        x = torch.as_tensor(x)
    if not (x.is_floating_point() or x.is_complex()):
        return x.to(torch.get_default_dtype())
    return x.to(_WIDER[x.dtype]) if x.dtype in _WIDER else x


def _complex(x: Any) -> Any:
    if x.is_complex():
        return x
    return x.to(torch.complex128 if x.dtype == torch.float64 else torch.complex64)


def _number(value: Any) -> Any:
    """An integer of Python's for one of NumPy's; anything else as it is."""
    return int(value) if isinstance(value, np.integer) else value


def _chosen_dims(shape: Any, lengths: Any, dims: Any) -> tuple[list[int], list[int | None]]:
    """dims, not negative, and a length or None for each of them."""
    rank = len(shape)
    lengths, dims = _number(lengths), _number(dims)
    if isinstance(dims, int):
        dims = (dims,)
    if isinstance(lengths, int):
        if lengths == -1:  # in a sequence it is the tensor's own length
            raise ValueError("invalid number of data points (-1) specified")
        lengths = (lengths,)
    if dims is None:
        count = rank if lengths is None else len(lengths)
        if count > rank:
            raise ValueError("shape requires more axes than are present")
        dims = range(rank - count, rank)
    chosen = []
    for dim in map(_number, dims):
        if not -rank <= dim < rank:
            raise IndexError(f"dim {dim} of a tensor with {rank} dimensions")
        chosen.append(dim % rank)
    if len(set(chosen)) != len(chosen):
        raise ValueError("dims must be unique")
    given: list[int | None] = [None] * len(chosen) if lengths is None else [None if n == -1 else _number(n) for n in lengths]
    if len(given) != len(chosen):
        raise ValueError("when given, dim and s must have the same length")
    return chosen, given


def _norm_factor(norm: str | None, inverse: bool, points: float) -> float:
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"')
    if norm == "ortho":
        return 1 / math.sqrt(points)
    return 1 / points if inverse == (norm != "forward") else 1.0


def _operands(function: int, shape: Any, lengths: Any, dims: Any, norm: str | None,
              scale: float) -> tuple[list[int], list[int], float]:
    """Lengths, dims and factor for an operator, of the arguments of a function of torch.fft."""
    chosen, given = _chosen_dims(shape, lengths, dims)
    sizes = [shape[dim] if n is None else n for dim, n in zip(chosen, given)]
    if function in (IRFFT, HFFT) and chosen and given[-1] is None:
        sizes[-1] = 2 * (shape[chosen[-1]] - 1)
    if min(sizes, default=1) < 1:
        raise ValueError(f"invalid number of data points ({min(sizes)}) specified")
    return sizes, chosen, scale * _norm_factor(norm, function in _INVERSE, math.prod(sizes))


class _Recorded(torch.autograd.Function):  # type: ignore[misc]
    """A call whose derivative is asked for, without PyTorch's operators: they take longer than a small transform."""

    @staticmethod
    def forward(ctx: Any, x: Any, function: int, lengths: Any, dims: Any, norm: str | None, scale: float,
                modes: Any) -> Any:
        # Tuples, because the caller may change lists before the gradient comes.
        lengths, dims = (tuple(value) if hasattr(value, "__len__") else value for value in (lengths, dims))
        ctx.call = function, x.shape, lengths, dims, norm, scale
        ctx.dtype, ctx.modes = x.dtype, modes
        return _transform(function, x, lengths, dims, norm, scale, modes)

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        function, shape, *arguments = ctx.call
        ctx.lengths, ctx.dims, factor = _operands(function, shape, *arguments)
        ctx.sizes = [shape[dim] for dim in ctx.dims]
        ctx.rest = (function == IFFT, factor, ctx.modes) if function in (FFT, IFFT) else (factor, ctx.modes)
        back = {FFT: back_c2c, IFFT: back_c2c, RFFT: back_r2c, IRFFT: back_c2r}[function]
        return back(ctx, gradient)[0], None, None, None, None, None, None


def _transform(function: int, x: Any, lengths: Any, dims: Any, norm: str | None, scale: float, modes: Any) -> Any:
    one_axis = isinstance(dims, int)
    if x.is_cuda:
        return transform_on_device(function, one_axis, _LIBRARY.readable(x, function), None, lengths, dims, norm, None,
                                   False, None, None, scale, modes, _LIBRARY)
    return transform(function, one_axis, x, None, lengths, dims, norm, None, False, None, None, scale, modes)


def _at_once(function: int, x: Any, lengths: Any, dims: Any, norm: str | None, scale: float, modes: Any) -> Any:
    """The result of a call that no tracer sees; None if PyTorch's operators must do it, or must say what is wrong."""
    if x.ndim == 0 or (not isinstance(dims, int) and dims is not None and len(dims) == 0):
        return None
    try:
        if not records(x):
            return _transform(function, x, lengths, dims, norm, scale, modes)
        return None if function in (HFFT, IHFFT) else _Recorded.apply(x, function, lengths, dims, norm, scale, modes)
    except (IndexError, TypeError, ValueError):
        return None


def _chosen_modes(modes: Any, function: int, lengths: Any) -> tuple[int, ...] | None:
    if modes is None:
        return None
    if function in (IFFT, IRFFT) and lengths is None:
        raise ValueError("s is needed with modes: the lengths of the result")
    return tuple(map(operator.index, modes if hasattr(modes, "__len__") else (modes,)))


def apply(function: int, x: Any, lengths: Any, dims: Any, norm: str | None, scale: float, modes: Any = None) -> Any:
    """A Fourier transform of any kind; the result is multiplied by `scale` in the same kernel."""
    modes = _chosen_modes(modes, function, lengths)
    if type(x) is not torch.Tensor or (x.dtype, function) not in _LIBRARY.read_as_given:
        x = _floating(x)
        if function not in (RFFT, IHFFT):
            x = _complex(x)
    if is_plain(x):
        result = _at_once(function, x, _number(lengths), _number(dims), norm, scale, modes)
        if result is not None:
            return result
    refuse_traces()
    sizes, chosen, factor = _operands(function, x.shape, lengths, dims, norm, scale)
    if not chosen:
        if function in (RFFT, IRFFT, HFFT, IHFFT):
            raise ValueError("at least 1 axis must be transformed")
        return _complex(x) * scale
    if function in (RFFT, IHFFT):
        if x.is_complex():
            raise TypeError("x must be a real tensor")
        half = r2c(x, sizes, chosen, factor, modes)
        return half if function == RFFT else torch.conj_physical(half)
    if function in (FFT, IFFT):
        return c2c(x, sizes, chosen, function == IFFT, factor, modes)
    return c2r(x if function == IRFFT else torch.conj_physical(x), sizes, chosen, factor, modes)


def _trig_points(n: int, type_: int, sine: bool) -> int:
    """The points of the DFT that stands behind a cosine or sine transform of n numbers."""
    if type_ != 1:
        return 2 * n
    return 2 * (n + 1) if sine else 2 * (n - 1)


def trigonometric(function: int, x: Any, type_: int, lengths: Any, dims: Any, norm: str | None,
                  orthogonalize: bool | None, scale: float) -> Any:
    """A cosine or sine transform, by SciPy's definitions."""
    refuse_traces()
    x = _floating(x)
    if x.is_complex():
        pairs = torch.view_as_real(x.resolve_conj())
        chosen, given = _chosen_dims(x.shape, lengths, dims)
        sizes = [x.shape[dim] if n is None else n for dim, n in zip(chosen, given)]
        return torch.view_as_complex(trigonometric(function, pairs, type_, sizes, chosen, norm, orthogonalize, scale))
    if type_ not in (1, 2, 3, 4):
        raise ValueError(f"invalid type {type_!r}: 1 to 4")
    chosen, given = _chosen_dims(x.shape, lengths, dims)
    if not chosen:
        return x * scale
    sizes = [x.shape[dim] if n is None else n for dim, n in zip(chosen, given)]
    sine = function in (DST, IDST)
    inverse = function in _INVERSE
    if min(sizes) < (2 if type_ == 1 and not sine else 1):
        raise ValueError(f"invalid number of data points ({min(sizes)}) specified")
    points = math.prod([_trig_points(n, type_, sine) for n in sizes])  # a list: torch.compile traces no generator
    orthogonal = norm == "ortho" if orthogonalize is None else bool(orthogonalize)
    factor = scale * _norm_factor(norm, inverse, points)
    if orthogonal:  # such an operator divides by the square root of points itself
        factor *= math.sqrt(points)
    kind = {2: 3, 3: 2}.get(type_, type_) if inverse else type_
    return r2r(x, sizes, chosen, sine, kind, orthogonal, factor)


def differentiable(function: int, x: Any, type_: Any, lengths: Any, axes: Any, norm: Any, orthogonalize: Any,
                   modes: Any) -> Any:
    """A call of papilio.fft on a tensor that PyTorch watches."""
    if modes is not None:
        raise NotImplementedError("modes have no derivative yet: transform all and slice, or use x.detach()")
    if not (x.is_floating_point() or x.is_complex()):
        x = x.to(torch.float64)  # NumPy's rule, not PyTorch's
    if function in (DCT, IDCT, DST, IDST):
        return trigonometric(function, x, type_, lengths, axes, norm, orthogonalize, 1.0)
    return apply(function, x, lengths, axes, norm, 1.0)
