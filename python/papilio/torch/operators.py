# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Spectral operators on PyTorch's tensors, with derivatives: the layer of Fourier neural operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

from .. import operators
from .._core import Device, Spectrum
from . import fft
from ._operators import torch
from ._types import Tensor

__all__ = ["Operator", "spectral_convolution"]


class _Applied(torch.autograd.Function):  # type: ignore[misc]
    """An operator on a tensor; gradients go back by its adjoint, whose adjoint is the operator."""

    @staticmethod
    def forward(ctx: Any, x: Any, operator: operators.Operator, adjoint: operators.Operator) -> Any:
        ctx.operators = operator, adjoint
        return operator(x.detach().resolve_conj().resolve_neg().contiguous())

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        operator, adjoint = ctx.operators
        return _Applied.apply(gradient, adjoint, operator), None, None


class Operator:
    """`papilio.operators.Operator` on tensors of its shape and dtype, with derivatives of any order.

    The arguments are the same; `device` is that of the tensors, "cuda:0" or one of the host's, the default. Forward
    derivatives, torch.func and torch.compile are not supported.
    """

    def __init__(self, shape: SupportsIndex | Sequence[SupportsIndex], spectrum: Spectrum, dtype: Any = None, *, axes: Any = None,
                 device: str | Device | None = None) -> None:
        name = str(torch.get_default_dtype() if dtype is None else dtype).removeprefix("torch.")
        self._operator = operators.Operator(shape, spectrum, name, axes=axes, device=device)
        self._adjoint = self._operator.with_spectrum(spectrum.conj())

    def __call__(self, x: Tensor) -> Tensor:
        """Applies the operator. Raises TypeError for a tensor of another dtype, ValueError for one of another shape."""
        if str(x.dtype) != f"torch.{self._operator.dtype}":
            raise TypeError(f"a tensor of {x.dtype} for an operator of {self._operator.dtype}: convert it")
        return _Applied.apply(x, self._operator, self._adjoint)


def spectral_convolution(input: Tensor, weight: Tensor) -> Tensor:
    """The layer of Fourier neural operators: a matrix over channels at the lowest frequencies, 0 at the others.

    input has the shape (batch, in_channels, ...), with one to three dimensions that are transformed; the result has
    (batch, out_channels, ...). It is the convolution of neuraloperator's SpectralConv without its bias.

    weight is complex, of shape (in_channels, out_channels, modes...). Along each dimension its m modes are the
    frequencies -(m // 2) to (m - 1) // 2, as `torch.fft.fftshift` orders them, and 0 to m - 1 along the last one of real
    inputs. Of more modes than a dimension of length n has, (m - n) // 2 are left out before the first and the others
    behind the last, as neuraloperator does.
    """
    sizes = input.shape[2:]
    order = len(sizes)
    real = not input.is_complex()
    if weight.ndim != input.ndim or not 1 <= order <= 3 or weight.shape[0] != input.shape[1] or not weight.is_complex():
        raise ValueError(f"weight of shape {tuple(weight.shape)} and {weight.dtype} for an input of shape {tuple(input.shape)}: give "
                         "complex numbers of shape (in_channels, out_channels, modes...), with one to three dimensions of modes")
    dims = list(range(2, 2 + order))
    whole = dims[:-1] if real else dims
    for dim in whole:
        extra = max(0, weight.shape[dim] - input.shape[dim])
        weight = weight.narrow(dim, extra // 2, weight.shape[dim] - extra)
    if real:
        weight = weight.narrow(-1, 0, min(weight.shape[-1], sizes[-1] // 2 + 1))
    if whole:
        weight = torch.fft.ifftshift(weight, dim=whole)
    modes = list(weight.shape[2:])
    forward, inverse = (fft.rfftn, fft.irfftn) if real else (fft.fftn, fft.ifftn)
    mixed = torch.einsum("bi...,io...->bo...", forward(input, dim=dims, modes=modes), weight)
    return inverse(mixed, s=list(sizes), dim=dims, modes=modes)
