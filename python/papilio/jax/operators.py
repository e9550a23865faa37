# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Spectral operators inside of JAX's computations, with derivatives, and the layer of Fourier neural operators."""

from __future__ import annotations

from typing import Any

from .._arrays import axes_of
from .._core import Spectrum, xla_keep_spectrum
from .._types import Lengths
from . import fft
from ._functions import floating
from ._primitive import jax, linear_map, whole_result

__all__ = ["Operator", "spectral_convolution"]


def _transposed(cotangent: Any, x: Any, *, spectrum: int, adjoint: int, axes: tuple[int, ...]) -> list[Any]:
    """JAX transposes without conjugating, so conjugates surround the adjoint."""
    real = not jax.numpy.iscomplexobj(cotangent)
    y = _operator.bind(cotangent if real else jax.lax.conj(cotangent), spectrum=adjoint, adjoint=spectrum, axes=axes)
    return [y if real else jax.lax.conj(y)]


_operator = linear_map("papilio_operator", lambda x, axes, **_: whole_result(x, axes, x.update(weak_type=False)), _transposed)


class Operator:
    """A spectral operator on arrays of any shape: transform, product with a spectrum, inverse transform, as one plan.

    Parameters
    ----------
    spectrum : papilio.operators.Spectrum
        What the arrays' transforms are multiplied by: the functions of `papilio.operators` make them. It is kept for as
        long as the process lives, so make an operator once, outside of loops.
    axes : int or sequence of ints, optional
        One to three axes that are transformed, as their entries in the spectrum are, in ascending order. Default: all.

    Called with an array, it gives an array of the same shape, real for real numbers. It has derivatives of any order,
    and works under vmap and on arrays that are spread over devices, as the functions of `papilio.jax.fft` do. A spectrum
    that does not fit the shape is an error of the run, jax.errors.JaxRuntimeError.

    >>> import jax, jax.numpy as jnp
    >>> from papilio import operators
    >>> from papilio.jax.operators import Operator
    >>> slope = Operator(operators.derivative())
    >>> x = jnp.arange(32) * 2 * jnp.pi / 32
    >>> bool(jnp.allclose(jax.jit(slope)(jnp.sin(3 * x)), 3 * jnp.cos(3 * x), atol=1e-4))
    True
    """

    def __init__(self, spectrum: Spectrum, *, axes: Lengths = None) -> None:
        if not isinstance(spectrum, Spectrum):
            raise TypeError(f"a spectrum of type {type(spectrum).__name__}: give what a function of papilio.operators returns")
        self._axes = axes
        self._spectra = {"spectrum": xla_keep_spectrum(spectrum), "adjoint": xla_keep_spectrum(spectrum.conj())}

    def __call__(self, x: Any) -> Any:
        """Raises ValueError for axes that the array does not have, and unless one to three, which ascend, are transformed."""
        x = floating(jax.numpy.asarray(x))
        axes = tuple(axes_of(self._axes, x.ndim))
        if not 1 <= len(axes) <= 3 or list(axes) != sorted(axes):
            raise ValueError(f"axes {axes}: an operator transforms 1 to 3, in ascending order")
        return _operator.bind(x, axes=axes, **self._spectra) if x.size else x


def spectral_convolution(x: Any, weight: Any) -> Any:
    """The layer of Fourier neural operators: a matrix over channels at the lowest frequencies, 0 at the others.

    x has the shape (batch, in_channels, ...), with one to three axes that are transformed; the result has
    (batch, out_channels, ...). It is `papilio.torch.operators.spectral_convolution`, and the convolution of
    neuraloperator's SpectralConv without its bias.

    weight is complex, of shape (in_channels, out_channels, modes...). Along each axis its m modes are the frequencies
    -(m // 2) to (m - 1) // 2, as `jax.numpy.fft.fftshift` orders them, and 0 to m - 1 along the last one of real inputs.
    Of more modes than an axis of length n has, (m - n) // 2 are left out before the first and the others behind the last, as
    neuraloperator does.

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
