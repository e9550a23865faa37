# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Types of arguments and results, for people and for type checkers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Literal, Protocol, SupportsIndex, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ._core import Plan

__all__ = ["Array", "ArrayLike", "ComplexArray", "DLPackArray", "Lengths", "Norm", "NumPyArray", "OneAxis",
           "OneAxisTyped", "RealArray", "SeveralAxes", "SeveralAxesTyped"]

Norm: TypeAlias = Literal["backward", "ortho", "forward"] | None
#: A length or an axis, or one for each transformed axis.
Lengths: TypeAlias = SupportsIndex | Sequence[SupportsIndex] | None
#: What numpy.asarray() makes an array of.
ArrayLike: TypeAlias = npt.NDArray[Any] | np.generic | complex | Sequence[Any]
#: An array of the input's library: numpy.ndarray, torch.Tensor, jax.Array, cupy.ndarray …
Array: TypeAlias = Any
NumPyArray: TypeAlias = npt.NDArray[Any]
ComplexArray: TypeAlias = npt.NDArray[np.complexfloating[Any, Any]]
RealArray: TypeAlias = npt.NDArray[np.floating[Any]]


class DLPackArray(Protocol):
    """An array of another library, in the host's memory or on a CUDA device."""

    def __dlpack_device__(self) -> tuple[Any, int]: ...


Result = TypeVar("Result", covariant=True)
Foreign = TypeVar("Foreign", bound=DLPackArray)


class OneAxis(Protocol, Generic[Result]):
    """A transform along one axis."""

    __name__: str

    @overload
    def __call__(self, x: ArrayLike, n: SupportsIndex | None = None, axis: SupportsIndex = -1, norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, *, plan: Plan | None = None,
                 out: NumPyArray | None = None, **ends: object) -> Result: ...
    @overload
    def __call__(self, x: Foreign, n: SupportsIndex | None = None, axis: SupportsIndex = -1, norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, *, plan: Plan | None = None,
                 out: Foreign | None = None, **ends: object) -> Foreign: ...


class SeveralAxes(Protocol, Generic[Result]):
    """A transform along several axes."""

    __name__: str

    @overload
    def __call__(self, x: ArrayLike, s: Lengths = None, axes: Lengths = ..., norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, *, plan: Plan | None = None,
                 out: NumPyArray | None = None, modes: Lengths = None, **ends: object) -> Result: ...
    @overload
    def __call__(self, x: Foreign, s: Lengths = None, axes: Lengths = ..., norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, *, plan: Plan | None = None,
                 out: Foreign | None = None, modes: Lengths = None, **ends: object) -> Foreign: ...


class OneAxisTyped(Protocol):
    """A cosine or sine transform along one axis."""

    __name__: str

    @overload
    def __call__(self, x: ArrayLike, type: int = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
                 norm: Norm = None, overwrite_x: bool = False, workers: int | None = None,
                 orthogonalize: bool | None = None, *, plan: Plan | None = None,
                 out: NumPyArray | None = None) -> npt.NDArray[np.inexact[Any]]: ...
    @overload
    def __call__(self, x: Foreign, type: int = 2, n: SupportsIndex | None = None, axis: SupportsIndex = -1,
                 norm: Norm = None, overwrite_x: bool = False, workers: int | None = None,
                 orthogonalize: bool | None = None, *, plan: Plan | None = None,
                 out: Foreign | None = None) -> Foreign: ...


class SeveralAxesTyped(Protocol):
    """A cosine or sine transform along several axes."""

    __name__: str

    @overload
    def __call__(self, x: ArrayLike, type: int = 2, s: Lengths = None, axes: Lengths = None, norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
                 plan: Plan | None = None,
                 out: NumPyArray | None = None) -> npt.NDArray[np.inexact[Any]]: ...
    @overload
    def __call__(self, x: Foreign, type: int = 2, s: Lengths = None, axes: Lengths = None, norm: Norm = None,
                 overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
                 plan: Plan | None = None, out: Foreign | None = None) -> Foreign: ...
