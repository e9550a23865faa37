# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Non-uniform Fourier transforms of types 1 to 3, with the names and arguments of finufft.

>>> import numpy as np
>>> from papilio import nufft
>>> x = np.array([0.0, 1.0, 2.5])
>>> c = np.array([1.0 + 0j, 2.0, -1.0])
>>> f = nufft.nufft1d1(x, c, 4, eps=1e-9)  # frequencies -2 to 1
>>> bool(np.allclose(f, [np.sum(c * np.exp(1j * k * x)) for k in range(-2, 2)], atol=1e-8))
True
"""

from __future__ import annotations

import operator
import threading
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._arrays import check_array, into, numbers
from ._errors import InvalidArgument
from ._types import ArrayLike, NumPyArray

__all__ = ["Plan", "nufft1d1", "nufft1d2", "nufft1d3", "nufft2d1", "nufft2d2", "nufft2d3", "nufft3d1", "nufft3d2", "nufft3d3"]

Modes = int | Sequence[int] | npt.NDArray[np.integer[Any]]


class Plan:
    """A non-uniform transform: points are set once, strengths or modes are transformed any number of times.

    It computes on the device that `papilio.use_device` has chosen when the plan is made. Sums are not scaled. Many threads
    may use a plan; its calls run one at a time.

    Parameters
    ----------
    nufft_type : {1, 2, 3}
        1: from strengths at points to modes, ``f[k] = sum_j c[j] exp(isign i k x[j])``; 2: from modes to values at
        points, ``c[j] = sum_k f[k] exp(isign i k x[j])``; 3: from strengths at points to values at frequencies,
        ``f[k] = sum_j c[j] exp(isign i s[k] x[j])``.
    n_modes_or_dim : int or sequence of ints
        The number of modes along each of one to three axes. Along an axis of N modes, k runs from -floor(N/2) to
        ceil(N/2) - 1. For type 3 it is the number of axes: 1, 2 or 3.
    n_trans : int, default 1
        Transforms at the same points that are executed together.
    eps : float, default 1e-6
        Bound for the relative error in the l2 norm: at most 0.5, at least 1e-6 in single and 1e-14 in double precision.
        A smaller number counts as the smallest one, with a RuntimeWarning.
    isign : {1, -1}, optional
        The sign of the exponent. Default: 1 for types 1 and 3, -1 for type 2.
    dtype : {"complex128", "complex64"}
        Type of strengths and modes; float64 and float32 mean the same.
    modeord : {0, 1}
        0: modes in increasing order; 1: negative modes last, as in numpy.fft.fftfreq. Type 3 has no modes.

    Raises
    ------
    InvalidArgument
        If a number is outside of these ranges; the message names the number. It is a ValueError.
    ValueError, TypeError
        If modeord, or dtype, is none of these.

    Examples
    --------
    >>> import numpy as np
    >>> from papilio import nufft
    >>> plan = nufft.Plan(2, (3, 3), eps=1e-9)
    >>> plan.setpts(np.array([0.0, 0.5]), np.array([0.0, 0.0]))
    >>> plan.execute(np.ones((3, 3), complex)).real.round(6)
    array([9.      , 8.265495])
    """

    def __init__(self, nufft_type: int, n_modes_or_dim: Modes, n_trans: int = 1, eps: float = 1e-6,
                 isign: int | None = None, dtype: npt.DTypeLike = "complex128", *, modeord: int = 0) -> None:
        if isinstance(nufft_type, (bool, np.bool_)) or nufft_type not in (1, 2, 3):
            raise InvalidArgument(f"type {nufft_type!r} is none: give 1, 2 or 3")
        if modeord not in (0, 1):
            raise ValueError(f"modeord {modeord} is neither 0, increasing, nor 1, that of numpy.fft.fftfreq")
        self._type = int(nufft_type)
        if self.type == 3:
            self._n_modes: tuple[int, ...] = ()
            self._dim = _count("the number of axes", n_modes_or_dim)
            if self.dim > 3:
                raise InvalidArgument(f"{n_modes_or_dim} axes: give 1 to 3")
            size = f"{self.dim}d"
        else:
            self._n_modes = _modes(n_modes_or_dim)
            self._dim = len(self.n_modes)
            size = "x".join(map(str, self.n_modes))
        self._n_trans = _count("n_trans", n_trans)
        self._dtype = np.result_type(np.dtype(dtype), np.complex64)
        if self.dtype not in (np.complex64, np.complex128):
            raise TypeError(f"dtype {dtype} is neither complex64 nor complex128")
        sign = isign if isign is not None else -1 if self.type == 2 else 1
        least = 1e-6 if self.dtype == np.complex64 else 1e-14
        if eps < least * (1 - 1e-6):  # a float32 of the least is accepted
            warnings.warn(f"eps {eps} is below what {self.dtype} can achieve: {least} is taken", RuntimeWarning, stacklevel=2)
            eps = least
        self._plan: Any = _core.Nonuniform(
            f"nufft{self.type}:{'f32' if self.dtype == np.complex64 else 'f64'}:{size}*{self.n_trans}:eps={float(eps)!r}"
            f":{'inverse' if sign >= 0 else 'forward'}{':order=fft' if modeord and self.type != 3 else ''}")
        self._given: list[list[NumPyArray]] | None = None  # points, and frequencies
        self._adjoint: Any = None
        self._lock = threading.RLock()

    @property
    def type(self) -> int:
        """1, 2 or 3."""
        return self._type

    @property
    def dim(self) -> int:
        """The number of axes."""
        return self._dim

    @property
    def n_modes(self) -> tuple[int, ...]:
        """The number of modes along each axis; () for type 3."""
        return self._n_modes

    @property
    def n_trans(self) -> int:
        """The number of transforms that are executed together."""
        return self._n_trans

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of strengths, modes and values: complex64 or complex128."""
        return self._dtype

    def setpts(self, x: ArrayLike, y: ArrayLike | None = None, z: ArrayLike | None = None, s: ArrayLike | None = None,
               t: ArrayLike | None = None, u: ArrayLike | None = None) -> None:
        """Sets the points and copies them: one array for each axis, all of one length; for type 3 frequencies too.

        Arrays of axes that the transform does not have are None. x belongs to the first axis of the modes. For types 1
        and 2 they are angles in radians: angles that differ by 2 pi are the same point. For type 3, s, t and u are the
        coordinates of frequencies along the axes of x, y and z. Raises InvalidArgument for a number that is not finite,
        ValueError for a missing array, one too many or one of a wrong shape, TypeError for what is no real number, and
        Unsupported if points and frequencies extend too far.
        """
        points = self._coordinates("coordinates of points", {"x": x, "y": y, "z": z}, self.dim)
        frequencies = self._coordinates("coordinates of frequencies", {"s": s, "t": t, "u": u},
                                        self.dim if self.type == 3 else 0)
        with self._lock:
            self._given = self._adjoint = None
            self._plan.set_points(points, frequencies)
            self._given = [points, frequencies]

    def _coordinates(self, what: str, arrays: dict[str, ArrayLike | None], wanted: int) -> list[NumPyArray]:
        names = list(arrays)[:wanted]
        present = [name for name, each in arrays.items() if each is not None]
        if present != names:
            raise ValueError(f"{what} of a transform of type {self.type} along {self.dim} axes: "
                             f"{', '.join(present) or 'none'} given, must be {', '.join(names) or 'none'}")
        given: list[NumPyArray] = [numbers(each) for each in arrays.values() if each is not None]
        if any(each.ndim != 1 for each in given):
            raise ValueError(f"{what} must have one dimension")
        if any(each.dtype.kind == "c" for each in given):
            raise TypeError(f"{what}: give real numbers")
        return [each.astype(self.dtype.char.lower()) for each in given]

    def execute(self, data: ArrayLike, out: NumPyArray | None = None) -> NumPyArray:
        """Transforms strengths to modes (type 1), modes to values (type 2), or strengths to values (type 3).

        Strengths and values have the shape ``(points,)`` or ``(n_trans, points)``, the values of type 3
        ``(frequencies,)`` or ``(n_trans, frequencies)``, modes ``n_modes`` or ``(n_trans, *n_modes)``. If ``out`` is given, the result is written there, and ``out`` is returned. Raises
        RuntimeError before `setpts`, ValueError for arrays of other shapes, and TypeError for what is no number.
        """
        with self._lock:
            return self._execute(data, out, self._plan, 1)

    def execute_adjoint(self, data: ArrayLike, out: NumPyArray | None = None) -> NumPyArray:
        """Applies the adjoint: the transform in the other direction, with the other sign, at the same points.

        Its input has the shapes of `execute`'s result, its result those of `execute`'s input. The first call after
        `setpts` makes a second plan, on the device of the first. Raises what `execute` raises.
        """
        with self._lock:
            if self._given is not None and self._adjoint is None:
                points, frequencies = self._given
                adjoint = self._plan.adjoint()
                adjoint.set_points(frequencies or points, points if frequencies else [])
                self._adjoint = adjoint
            return self._execute(data, out, self._adjoint, -1)

    def _execute(self, data: ArrayLike, out: NumPyArray | None, plan: Any, step: int) -> NumPyArray:
        if self._given is None:
            raise RuntimeError("a plan without points: call setpts before execute")
        points, frequencies = self._given
        shapes: list[tuple[int, ...]] = [points[0].shape, frequencies[0].shape if frequencies else self.n_modes]
        source, target = shapes[::-step] if self.type == 2 else shapes[::step]
        array = np.ascontiguousarray(numbers(data), self.dtype)
        batches = [(self.n_trans,)] if self.n_trans > 1 else [(), (1,)]
        batch = next((each for each in batches if array.shape == each + source), None)
        if batch is None:
            raise ValueError(f"data of shape {array.shape}: it must be {batches[0] + source}")
        return into(out, plan.execute, array, batch + target)

    def __repr__(self) -> str:
        with self._lock:
            return f"<papilio.nufft.Plan {self._plan.describe()}>"


def _modes(n_modes: Modes) -> tuple[int, ...]:
    modes = tuple(_count("n_modes", count) for count in np.ravel(n_modes).tolist())
    if len(modes) not in (1, 2, 3):
        raise InvalidArgument(f"n_modes {n_modes!r} has {len(modes)} axes: give 1 to 3")
    return modes


def _count(name: str, given: Any) -> int:
    try:
        count = 0 if isinstance(given, (bool, np.bool_)) else operator.index(given)
    except TypeError:
        count = 0
    if count < 1:
        raise InvalidArgument(f"{name} {given!r}: give an integer of at least 1")
    return count


def _complex(data: ArrayLike) -> NumPyArray:
    array = numbers(data)
    return array.astype(np.result_type(array.dtype, np.complex64), copy=False)


def _type1(points: list[ArrayLike], c: ArrayLike, n_modes: Modes | None, out: NumPyArray | None, eps: float, isign: int,
           modeord: int) -> NumPyArray:
    check_array(out)
    strengths = _complex(c)
    if n_modes is None:
        if out is None:
            raise ValueError("give n_modes, or out")
        n_modes = out.shape[-len(points):]
    modes = _modes(n_modes)
    if len(modes) == 1:
        modes = modes * len(points)
    n_trans = strengths.shape[0] if strengths.ndim == 2 else 1
    plan = Plan(1, modes, n_trans, eps, isign, strengths.dtype, modeord=modeord)
    plan.setpts(*points)
    return plan.execute(strengths, out)


def _type2(points: list[ArrayLike], f: ArrayLike, out: NumPyArray | None, eps: float, isign: int, modeord: int) -> NumPyArray:
    modes = _complex(f)
    if modes.ndim not in (len(points), len(points) + 1):
        raise ValueError(f"modes of {modes.ndim} dimensions: give {len(points)}, or one more for several transforms")
    n_trans = modes.shape[0] if modes.ndim > len(points) else 1
    plan = Plan(2, modes.shape[-len(points):], n_trans, eps, isign, modes.dtype, modeord=modeord)
    plan.setpts(*points)
    return plan.execute(modes, out)


def _type3(points: list[ArrayLike], frequencies: list[ArrayLike], c: ArrayLike, out: NumPyArray | None, eps: float,
           isign: int) -> NumPyArray:
    check_array(out)
    strengths = _complex(c)
    n_trans = strengths.shape[0] if strengths.ndim == 2 else 1
    plan = Plan(3, len(points), n_trans, eps, isign, strengths.dtype)
    plan.setpts(*points, **dict(zip("stu", frequencies, strict=False)))
    return plan.execute(strengths, out)


def nufft1d1(x: ArrayLike, c: ArrayLike, n_modes: Modes | None = None, out: NumPyArray | None = None, eps: float = 1e-6,
             isign: int = 1, *, modeord: int = 0) -> NumPyArray:
    """Returns the modes ``f[k] = sum_j c[j] exp(isign i k x[j])`` of strengths c at points x, in one dimension.

    c has the shape ``(points,)`` or ``(n_trans, points)``, the result ``(n_modes,)`` or ``(n_trans, n_modes)``. Without
    n_modes the shape of ``out`` says how many there are. `Plan` explains the other arguments and the errors.
    """
    return _type1([x], c, n_modes, out, eps, isign, modeord)


def nufft2d1(x: ArrayLike, y: ArrayLike, c: ArrayLike, n_modes: Modes | None = None, out: NumPyArray | None = None,
             eps: float = 1e-6, isign: int = 1, *, modeord: int = 0) -> NumPyArray:
    """Does what `nufft1d1` does in two dimensions: n_modes is (N1, N2), and x belongs to the axis of N1."""
    return _type1([x, y], c, n_modes, out, eps, isign, modeord)


def nufft3d1(x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike, n_modes: Modes | None = None,
             out: NumPyArray | None = None, eps: float = 1e-6, isign: int = 1, *, modeord: int = 0) -> NumPyArray:
    """Does what `nufft1d1` does in three dimensions: n_modes is (N1, N2, N3), and x belongs to the axis of N1."""
    return _type1([x, y, z], c, n_modes, out, eps, isign, modeord)


def nufft1d2(x: ArrayLike, f: ArrayLike, out: NumPyArray | None = None, eps: float = 1e-6, isign: int = -1, *,
             modeord: int = 0) -> NumPyArray:
    """Returns the values ``c[j] = sum_k f[k] exp(isign i k x[j])`` of modes f at points x, in one dimension.

    f has the shape ``(N,)`` or ``(n_trans, N)``, the result ``(points,)`` or ``(n_trans, points)``. `Plan` explains the
    other arguments and the errors.
    """
    return _type2([x], f, out, eps, isign, modeord)


def nufft2d2(x: ArrayLike, y: ArrayLike, f: ArrayLike, out: NumPyArray | None = None, eps: float = 1e-6, isign: int = -1,
             *, modeord: int = 0) -> NumPyArray:
    """Does what `nufft1d2` does in two dimensions: f is ``(N1, N2)``, and x belongs to the axis of N1."""
    return _type2([x, y], f, out, eps, isign, modeord)


def nufft3d2(x: ArrayLike, y: ArrayLike, z: ArrayLike, f: ArrayLike, out: NumPyArray | None = None, eps: float = 1e-6,
             isign: int = -1, *, modeord: int = 0) -> NumPyArray:
    """Does what `nufft1d2` does in three dimensions: f is ``(N1, N2, N3)``, and x belongs to the axis of N1."""
    return _type2([x, y, z], f, out, eps, isign, modeord)


def nufft1d3(x: ArrayLike, c: ArrayLike, s: ArrayLike, out: NumPyArray | None = None, eps: float = 1e-6,
             isign: int = 1) -> NumPyArray:
    """Returns the values ``f[k] = sum_j c[j] exp(isign i s[k] x[j])`` at frequencies s of strengths c at points x.

    c has the shape ``(points,)`` or ``(n_trans, points)``, the result ``(frequencies,)`` or ``(n_trans, frequencies)``.
    `Plan` explains the other arguments and the errors.
    """
    return _type3([x], [s], c, out, eps, isign)


def nufft2d3(x: ArrayLike, y: ArrayLike, c: ArrayLike, s: ArrayLike, t: ArrayLike, out: NumPyArray | None = None,
             eps: float = 1e-6, isign: int = 1) -> NumPyArray:
    """Does what `nufft1d3` does in two dimensions: exponents are ``s[k] x[j] + t[k] y[j]``."""
    return _type3([x, y], [s, t], c, out, eps, isign)


def nufft3d3(x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike, s: ArrayLike, t: ArrayLike, u: ArrayLike,
             out: NumPyArray | None = None, eps: float = 1e-6, isign: int = 1) -> NumPyArray:
    """Does what `nufft1d3` does in three dimensions: exponents are ``s[k] x[j] + t[k] y[j] + u[k] z[j]``."""
    return _type3([x, y, z], [s, t, u], c, out, eps, isign)
