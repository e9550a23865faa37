# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""PyTorch's operators papilio::c2c, r2c, c2r and r2r: linear maps without normalisation, times a factor.

Each has a fake implementation (shapes and types, for torch.compile) and a derivative that is made of the same
operators, so that derivatives of any order follow.

lengths are those of the transformed axes of the complex or real signal; the last of dims is the halved one. An input
that is longer is cut, one that is shorter counts as zero behind its end, in the same kernel. dims are not negative.
modes, one for each of dims, make the spectrum (a forward transform's result, an inverse one's input) one of the lowest
frequencies alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import _device_arrays
from .._call import DCT, DST, FFT, IFFT, IRFFT, RFFT
from .._tensors import is_plain, is_transformed, records
from .._tensors import torch as torch

if not hasattr(torch.library, "custom_op"):
    raise ImportError(f"papilio.torch needs PyTorch 2.4 or newer, this is {torch.__version__}")

_COMPLEX = {torch.float16: torch.complex64, torch.float32: torch.complex64, torch.float64: torch.complex128}
_REAL = {torch.complex64: torch.float32, torch.complex128: torch.float64}
_SINGLE = {torch.float16: torch.float32}
Modes = Sequence[int] | None


def _run(function: int, x: Any, type_: int | None, lengths: Sequence[int], dims: Sequence[int], norm: str,
         factor: float, modes: Sequence[int] | None = None) -> Any:
    orthogonal = norm == "ortho" if type_ is not None else None
    return _device_arrays.transform(function, False, x.detach(), type_, tuple(lengths), tuple(dims), norm, orthogonal,
                                    False, None, None, factor, None if modes is None else tuple(modes))


def _operator(name: str, parameters: str, dtype: Callable[[Any], Any],
              last: Callable[[int], int]) -> Callable[[Callable[..., Any]], Any]:
    """Makes papilio::name of a function, with its fake implementation: what the result's type and last length are.

    What is returned calls the function at once where nothing would see the operator.
    """
    def make(function: Callable[..., Any]) -> Any:
        made = torch.library.custom_op(f"papilio::{name}", function, mutates_args=(),
                                       schema=f"(Tensor x, SymInt[] lengths, int[] dims, {parameters}) -> Tensor")

        def fake(x: Any, lengths: Sequence[int], dims: Sequence[int], *rest: Any) -> Any:
            shape = list(x.shape)
            modes = rest[-1] if isinstance(rest[-1], Sequence) and name != "c2r" and rest[0] is not True else None
            for dim, length in zip(dims, lengths if modes is None else modes):
                shape[dim] = length
            if modes is None:
                shape[dims[-1]] = last(lengths[-1])
            return torch.empty(shape, dtype=dtype(x.dtype), device=x.device)

        made.register_fake(fake)

        def call(x: Any, *rest: Any) -> Any:
            if is_plain(x) and not records(x):
                return function(x, *rest)
            return call.transformed(x, *rest) if is_transformed(x) else made(x, *rest)  # type: ignore[attr-defined]

        call.operator = made  # type: ignore[attr-defined]
        return call
    return make


@_operator("c2c", "bool inverse, float factor, int[]? modes=None", lambda dtype: dtype, lambda n: n)
def c2c(x: Any, lengths: Sequence[int], dims: Sequence[int], inverse: bool, factor: float, modes: Modes = None) -> Any:
    """sum_j x[j] exp(-+2 pi i j k / n) times the factor; + for the inverse."""
    return _run(IFFT if inverse else FFT, x, None, lengths, dims, "forward" if inverse else "backward", factor, modes)


@_operator("r2c", "float factor, int[]? modes=None", lambda dtype: _COMPLEX[dtype], lambda n: n // 2 + 1)
def r2c(x: Any, lengths: Sequence[int], dims: Sequence[int], factor: float, modes: Modes = None) -> Any:
    """Forward, of real numbers: elements 0..n/2 along the last dim."""
    return _run(RFFT, x, None, lengths, dims, "backward", factor, modes)


@_operator("c2r", "float factor, int[]? modes=None", lambda dtype: _REAL[dtype], lambda n: n)
def c2r(x: Any, lengths: Sequence[int], dims: Sequence[int], factor: float, modes: Modes = None) -> Any:
    """Inverse, of elements 0..n/2 of a spectrum with Hermitian symmetry."""
    return _run(IRFFT, x, None, lengths, dims, "forward", factor, modes)


@_operator("r2r", "bool sine, int type, bool orthogonal, float factor", lambda dtype: _SINGLE.get(dtype, dtype),
           lambda n: n)
def r2r(x: Any, lengths: Sequence[int], dims: Sequence[int], sine: bool, type: int, orthogonal: bool,
        factor: float) -> Any:
    """Cosine or sine transforms of types 1 to 4 as SciPy defines them; orthogonal: matrices with rows of length 1."""
    return _run(DST if sine else DCT, x, type, lengths, dims, "ortho" if orthogonal else "backward", factor)


def _fitted(x: Any, sizes: Sequence[int], dims: Sequence[int]) -> Any:
    """Cut, or continued with zeros, to the sizes: the adjoint of what a transform does to its input."""
    for dim, size in zip(dims, sizes):
        if x.shape[dim] > size:
            x = x.narrow(dim, 0, size)
        elif x.shape[dim] < size:
            x = torch.nn.functional.pad(x, [0, 0] * (x.ndim - 1 - dim) + [0, size - x.shape[dim]])
    return x


def _weighted(x: Any, dim: int, inside: float, ends: Sequence[int], at_ends: float = 1) -> Any:
    """x times `inside` along dim, and times `at_ends` at those elements."""
    weights = torch.full((x.shape[dim],), inside, dtype=x.real.dtype if x.is_complex() else x.dtype, device=x.device)
    for end in ends:
        weights[end] = at_ends
    return x * weights.reshape([-1] + [1] * (x.ndim - 1 - dim))


def _ends_of_half(n: int, modes: Modes) -> list[int]:
    """Elements of a half spectrum that stand for themselves alone, of those that it has."""
    return [0, n // 2] if n % 2 == 0 and (modes is None or modes[-1] > n // 2) else [0]


def _sizes(x: Any, dims: Sequence[int]) -> list[int]:
    return [x.shape[dim] for dim in dims]


def _keep(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    x, ctx.lengths, ctx.dims, *ctx.rest = inputs
    ctx.sizes = _sizes(x, ctx.dims)
    ctx.dtype = x.dtype


def back_c2c(ctx: Any, gradient: Any) -> Any:
    inverse, factor, modes = ctx.rest
    x = c2c(gradient, ctx.lengths, ctx.dims, not inverse, factor, modes)
    return _fitted(x, ctx.sizes, ctx.dims), None, None, None, None, None


def back_r2c(ctx: Any, gradient: Any) -> Any:
    factor, modes = ctx.rest
    halved = _weighted(gradient, ctx.dims[-1], 0.5, _ends_of_half(ctx.lengths[-1], modes))
    x = c2r(halved, ctx.lengths, ctx.dims, factor, modes)
    return _fitted(x, ctx.sizes, ctx.dims).to(ctx.dtype), None, None, None, None


def back_c2r(ctx: Any, gradient: Any) -> Any:
    factor, modes = ctx.rest
    x = r2c(gradient, ctx.lengths, ctx.dims, factor, modes)
    x = _weighted(x, ctx.dims[-1], 2.0, _ends_of_half(ctx.lengths[-1], modes))
    return _fitted(x, ctx.sizes, ctx.dims), None, None, None, None


# The transposed matrix of a cosine or sine transform is that of its partner, with weights at these elements before it
# and after it: (inside, at the ends) each.
_PARTNERS = {1: 1, 2: 3, 3: 2, 4: 4}
_ENDS = {(False, 1): (0, -1), (False, 2): (0,), (False, 3): (0,), (True, 2): (-1,), (True, 3): (-1,)}
_BEFORE = {1: (0.5, 1), 2: (1, 2)}
_AFTER = {1: (2, 1), 3: (1, 0.5)}


def _back_r2r(ctx: Any, gradient: Any) -> Any:
    sine, type_, orthogonal, factor = ctx.rest
    ends = () if orthogonal else _ENDS.get((sine, type_), ())

    def weighted(x: Any, weights: Any) -> Any:
        for dim in ctx.dims if ends and weights is not None else ():
            x = _weighted(x, dim, weights[0], ends, weights[1])
        return x

    x = weighted(gradient, _BEFORE.get(type_))
    x = r2r(x, ctx.lengths, ctx.dims, sine, _PARTNERS[type_], orthogonal, factor)
    x = _fitted(weighted(x, _AFTER.get(type_)), ctx.sizes, ctx.dims)
    return (x.to(ctx.dtype),) + (None,) * 6


def _batched(operator: Any) -> Any:
    """For torch.func.vmap: one more batch dimension in front."""
    def run(info: Any, in_dims: Any, x: Any, lengths: Sequence[int], dims: Sequence[int], *rest: Any) -> Any:
        return operator(x.movedim(in_dims[0], 0), lengths, [dim + 1 for dim in dims], *rest), 0
    return run


def _transformed(operator: Any, back: Any) -> Any:
    """The operator for torch.func and forward derivatives, which custom operators do not have: a linear map's derivative
    is the map.
    """
    class Transformed(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(x: Any, *rest: Any) -> Any:
            return operator.operator(x, *rest)

        @staticmethod
        def jvp(ctx: Any, tangent: Any, *_: Any) -> Any:
            return operator(tangent, ctx.lengths, ctx.dims, *ctx.rest)

        setup_context = staticmethod(_keep)
        backward = staticmethod(back)
        vmap = staticmethod(_batched(operator))
    return Transformed.apply


for _made, _back in ((c2c, back_c2c), (r2c, back_r2c), (c2r, back_c2r), (r2r, _back_r2r)):
    _made.operator.register_autograd(_back, setup_context=_keep)
    _made.transformed = _transformed(_made, _back)
    if hasattr(_made.operator, "register_vmap"):
        _made.operator.register_vmap(_batched(_made))
