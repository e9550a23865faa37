# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Plane waves in a sphere, between packed coefficients and a dense box."""

from __future__ import annotations

import operator
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import into, numbers
from ._errors import InvalidArgument
from ._types import ArrayLike, NumPyArray

__all__ = ["Sphere"]

Triplets = Sequence[Sequence[int]] | npt.NDArray[np.integer[Any]]


class Sphere:
    """Transforms between coefficients at index triplets and a dense box of space, as SpFFT's.

    ``backward`` computes ``u[z, y, x] = sum_g c[g] exp(+2 pi i (x gx/nx + y gy/ny + z gz/nz))``, and ``forward`` the coefficients
    of such a box, divided by nx*ny*nz. Along each axis the longest run of frequencies without coefficients is left out. It computes
    on the device that `papilio.use_device` has chosen when the object is made. Many threads may use an object; its calls run one at a time.

    Parameters
    ----------
    box : (int, int, int)
        nx, ny and nz.
    triplets : array of shape (coefficients, 3)
        gx, gy, gz of each coefficient, each place once, in any order. Along an axis of n, an index is from 0 to n-1, or negative,
        from n//2 - n + 1 on, which means n more.
    bands : int, default 1
        Sets of coefficients at these places that are transformed together.
    dtype : {"complex128", "complex64"}
        Type of coefficients and boxes.

    Raises
    ------
    InvalidArgument
        For invalid triplets or sizes; the message names them. It is a ValueError.

    Examples
    --------
    >>> import numpy as np
    >>> import papilio.fft
    >>> sphere = papilio.fft.Sphere((4, 4, 4), [(0, 0, 0), (-1, 0, 0)])
    >>> sphere.backward(np.array([1.0, 1.0]))[0, 0].real.round(6) + 0
    array([2., 1., 0., 1.])
    """

    def __init__(self, box: Sequence[int], triplets: Triplets, bands: int = 1, dtype: npt.DTypeLike = "complex128") -> None:
        try:
            edges = [operator.index(edge) for edge in box]
        except TypeError as error:
            raise TypeError(f"box {box!r} is no sequence of three integers") from error
        indices = np.asarray(triplets)
        if len(edges) != 3 or indices.ndim != 2 or indices.shape[1] != 3:
            raise InvalidArgument(f"a box of {len(edges)} edges and triplets of shape {indices.shape}: give three edges, and "
                                  "triplets of shape (coefficients, 3)")
        if indices.dtype.kind not in "iu" or np.any(indices != indices.astype(np.int32)):
            raise TypeError(f"triplets of {indices.dtype}: give integers of at most 32 bits")
        self._dtype = np.dtype(dtype)
        if self._dtype not in (np.complex64, np.complex128):
            raise TypeError(f"dtype {dtype} is neither complex64 nor complex128")
        self._bands = operator.index(bands)
        wide = next((size for size in [*edges, self._bands] if not -2**63 <= size < 2**63), None)
        if wide is not None:
            raise InvalidArgument(f"a box of {edges} and {self._bands} bands: {wide} does not fit 64 bits; give a smaller size")
        self._coefficients = (len(indices),)
        self._space = (edges[2], edges[1], edges[0])
        self._lock = threading.Lock()
        self._sphere = _core.PlaneWaves(edges, indices.astype(np.int32).ravel().tolist(), self._bands,
                                        self._dtype == np.complex64, 1)

    def backward(self, coefficients: ArrayLike, out: NumPyArray | None = None) -> NumPyArray:
        """Transforms coefficients, of shape (coefficients,) or (bands, coefficients), to boxes (nz, ny, nx) or (bands, nz, ny, nx)."""
        return self._execute(coefficients, out, self._coefficients, self._space, False)

    def forward(self, space: ArrayLike, out: NumPyArray | None = None) -> NumPyArray:
        """Transforms boxes to coefficients, divided by nx*ny*nz. Shapes are those of `backward`, the other way round."""
        return self._execute(space, out, self._space, self._coefficients, True)

    def _execute(self, data: ArrayLike, out: NumPyArray | None, source: tuple[int, ...], target: tuple[int, ...],
                 forward: bool) -> NumPyArray:
        array = np.ascontiguousarray(numbers(data), self._dtype)
        batches = [(self._bands,)] if self._bands > 1 else [(), (1,)]
        batch = next((each for each in batches if array.shape == each + source), None)
        if batch is None:
            raise ValueError(f"data of shape {array.shape}: it must be {batches[0] + source}")
        with self._lock:
            return into(out, lambda packed, result: self._sphere.execute(packed, result, forward), array, batch + target)

    def __repr__(self) -> str:
        return f"<papilio.fft.Sphere: {self._sphere.describe().splitlines()[0]}>"
