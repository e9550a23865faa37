# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The layer of Fourier neural operators on JAX's arrays, with derivatives."""

from __future__ import annotations

from typing import Any

from . import fft
from ._primitive import jax

__all__ = ["spectral_convolution"]


def spectral_convolution(x: Any, weight: Any) -> Any:
    """The layer of Fourier neural operators: a matrix over channels at the lowest frequencies, 0 at the others.

    x has the shape (batch, in_channels, ...), with one to three axes that are transformed; the result has
    (batch, out_channels, ...). It is `papilio.torch.operators.spectral_convolution`, and the convolution of
    neuraloperator's SpectralConv without its bias.

    weight is complex, of shape (in_channels, out_channels, modes...). Along each axis its m modes are the frequencies
    -(m // 2) to (m - 1) // 2, as `jax.numpy.fft.fftshift` orders them, and 0 to m - 1 along the last one of real inputs.
    For more modes than an axis has frequencies, those around 0 count that it has.

    >>> import jax.numpy as jnp
    >>> from papilio.jax import operators
    >>> weight = jnp.ones((1, 2, 5, 4), complex)
    >>> operators.spectral_convolution(jnp.ones((3, 1, 16, 16)), weight).shape
    (3, 2, 16, 16)
    """
    lax, sizes = jax.lax, x.shape[2:]
    real = not jax.numpy.iscomplexobj(x)
    if weight.ndim != x.ndim or not 3 <= x.ndim <= 5 or weight.shape[0] != x.shape[1] or not jax.numpy.iscomplexobj(weight):
        raise ValueError(f"weight of shape {weight.shape} and {weight.dtype} for x of shape {x.shape}: give complex numbers of shape "
                         "(in_channels, out_channels, modes...), with one to three axes of modes")
    axes = list(range(2, x.ndim))
    whole = axes[:-1] if real else axes
    for axis in whole:
        extra = max(0, weight.shape[axis] - x.shape[axis])
        weight = lax.slice_in_dim(weight, extra // 2, extra // 2 + weight.shape[axis] - extra, axis=axis)
    if real:
        weight = weight[..., :sizes[-1] // 2 + 1]
    weight = fft.ifftshift(weight, whole) if whole else weight
    modes = weight.shape[2:]
    forward, inverse = (fft.rfftn, fft.irfftn) if real else (fft.fftn, fft.ifftn)
    mixed = jax.numpy.einsum("bi...,io...->bo...", forward(x, axes=axes, modes=modes), weight)
    return inverse(mixed, s=sizes, axes=axes, modes=modes)
