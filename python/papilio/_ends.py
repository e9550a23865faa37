# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Windows, shifts, maps and the other ends of papilio.fft's calls: a call that has some becomes a token and its plan."""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any

import numpy as np

from ._arrays import axes_of, entries
from ._call import FFT, IFFT, IRFFT, RFFT
from ._core import Plan
from ._devices import also_clear, current_device
from ._errors import InvalidArgument
from ._libraries import library_of
from ._library import SINGLE

__all__ = ["KEYWORDS", "token_of", "transform_with"]

KEYWORDS = ("window", "detrend", "ishift", "oshift", "map", "scale", "storage")
_KINDS = {FFT: ("c2c", ""), IFFT: ("c2c", ":inverse"), RFFT: ("r2c", ""), IRFFT: ("c2r", "")}
_STORAGES = {"float16": "f16", "float32": "f32", "float64": "f64"}
#: Integers that kernels read.
_INTEGERS = {"int8": "i8", "uint8": "u8", "int16": "i16", "uint16": "u16"}


class _Call:
    """What a call of papilio.fft asks for: its axes, and the lengths of both sides along them."""

    def __init__(self, code: int, one_axis: bool, shape: tuple[int, ...], lengths: Any, axes: Any, modes: Any) -> None:
        self.code, self.shape = code, shape
        if one_axis:
            axes, lengths = (axes,), None if lengths is None else (lengths,)
        elif axes is None and lengths is not None:
            axes = tuple(range(len(shape) - len(entries(lengths)), len(shape)))
        self.axes = axes_of(axes, len(shape))
        if list(self.axes) != sorted(self.axes) or not self.axes:
            raise InvalidArgument(f"axes {axes}: give ascending ones, one at least")
        if modes is not None:
            raise InvalidArgument("modes beside a window, a shift, a map or another end: make the plan of a token")
        self.lengths = list(shape)  # of the arrays, the real one of a halved axis
        given = None if lengths is None else [operator.index(n) for n in entries(lengths)]
        if given is not None and len(given) != len(self.axes):
            raise ValueError(f"{len(given)} lengths for {len(self.axes)} axes")
        last = self.axes[-1]
        for i, axis in enumerate(self.axes):
            usual = 2 * (shape[axis] - 1) if code == IRFFT and axis == last else shape[axis]
            self.lengths[axis] = usual if given is None else given[i]
            if self.lengths[axis] < 1:
                raise ValueError(f"invalid number of data points ({self.lengths[axis]}) specified")

    def half(self, axis: int) -> int:
        return self.lengths[axis] // 2 + 1

    @property
    def taken(self) -> tuple[int, ...]:
        """The shape of the whole input, of which x has a part, or more."""
        result = list(self.lengths)
        if self.code == IRFFT:
            result[self.axes[-1]] = self.half(self.axes[-1])
        return tuple(result)

    @property
    def given(self) -> tuple[int, ...]:
        result = list(self.lengths)
        if self.code == RFFT:
            result[self.axes[-1]] = self.half(self.axes[-1])
        return tuple(result)


def _window(window: Any) -> str:
    if isinstance(window, str):
        return window
    if isinstance(window, tuple) and len(window) == 2 and isinstance(window[0], str):
        return f"{window[0]}({float(window[1])!r})"
    raise TypeError(f'window {window!r}: give a name, ("kaiser", beta), or an array with a number for each element of the axis')


def _shifted(name: str, shift: Any, call: _Call, halved: bool) -> str:
    if shift is None or shift is False:
        return ""
    able = call.axes[:-1] if halved else call.axes
    axes = able if shift is True else sorted(axes_of(shift, len(call.shape)))
    return f":{name}={','.join(map(str, axes))}" if axes else ""


def _scale(scale: Any, norm: Any, call: _Call) -> str:
    if scale is None or isinstance(scale, (int, float, np.number)):
        wanted = f":norm={norm or 'backward'}"
        return wanted if scale is None else f"{wanted}:factor={float(scale)!r}"
    if norm is not None:
        raise InvalidArgument("norm beside scales of single axes: leave one of them out")
    names = [scale] * len(call.axes) if isinstance(scale, str) else list(scale)
    if len(names) != len(call.axes):
        raise InvalidArgument(f"{len(names)} scales for {len(call.axes)} axes: give one for each, none, 1/n or 1/sqrt(n)")
    return ":scale=" + ",".join(f"{name}@{axis}" for name, axis in zip(names, call.axes))


def token_of(call: _Call, number: str, norm: Any, ends: dict[str, Any]) -> str:
    """The problem of a call on packed arrays of that type, an integer one or a type of the call's kind."""
    storage = np.dtype(ends["storage"]).name if ends.get("storage") is not None else None
    if storage is not None and storage not in _STORAGES:
        raise TypeError(f"storage {storage}: give float16, float32 or float64")
    single = number in SINGLE or (number in _INTEGERS and storage in ("float16", "float32"))
    kind, direction = _KINDS[call.code]
    token = f"{kind}:{'f32' if single else 'f64'}:{'x'.join(map(str, call.lengths))}{direction}"
    if len(call.axes) < len(call.shape):
        token += f":axes={','.join(map(str, call.axes))}"
    token += _scale(ends.get("scale"), norm, call)
    if number in _INTEGERS:
        token += f":in={_INTEGERS[number]}"
    if storage is not None:
        token += f":out={_STORAGES[storage]}"
    counts = [min(have, want) for have, want in zip(call.shape, call.taken)]
    if counts != list(call.taken):
        token += f":pad={'x'.join(map(str, counts))}"
    if ends.get("detrend") is not None:
        token += f":detrend={'mean' if ends['detrend'] == 'constant' else ends['detrend']}"
    if ends.get("window") is not None:
        if counts[call.axes[-1]] < call.taken[call.axes[-1]]:
            raise InvalidArgument(f"a window of {call.taken[call.axes[-1]]} elements for x, which has {counts[call.axes[-1]]}: "
                                  "give the window's numbers for those, scipy.signal.get_window(...)")
        token += f":window={_window(ends['window'])}"
    token += _shifted("ishift", ends.get("ishift"), call, call.code == IRFFT)
    token += _shifted("oshift", ends.get("oshift"), call, call.code == RFFT)
    if ends.get("map") is not None:
        token += f":omap={ends['map']}"
    return token


@lru_cache(maxsize=64)
def _plan(token: str, device: str) -> Plan:
    return Plan(token, device)


also_clear(_plan.cache_clear)


def transform_with(ends: dict[str, Any], code: int, one_axis: bool, x: Any, lengths: Any, axes: Any, norm: Any, plan: Any,
                   out: Any, modes: Any = None) -> Any:
    """transform() of papilio._call for a call with keywords of KEYWORDS."""
    unknown = [name for name in ends if name not in KEYWORDS]
    if unknown or code not in _KINDS:
        raise TypeError(f"{'this function has no' if code not in _KINDS else 'unexpected'} keyword argument {(unknown or list(ends))[0]!r}: "
                        f"{', '.join(KEYWORDS)} belong to fft, ifft, rfft, irfft and those of several axes")
    if plan is not None:
        raise InvalidArgument("plan beside a window, a shift, a map or another end: call the plan of a token instead, plan(x)")
    library, device = _place_of(x)
    x = np.asarray(x) if library is None else x
    if library is None and (x.dtype.char in "gG" or x.dtype.names is not None):
        raise TypeError(f"windows, shifts, maps and other ends are those of single and double precision, not of {x.dtype}: "
                        "convert the array")
    if isinstance(ends.get("window"), (list, np.ndarray)):
        if ends.get("detrend") is not None:
            raise InvalidArgument("detrend beside a window of numbers, which is multiplied before: name the window, or subtract "
                                  "the mean first")
        x, ends = _times(x, ends["window"], axes if one_axis else -1 if axes is None else entries(axes)[-1]), ends | {"window": None}
    number = str(x.dtype).rpartition(".")[2]
    wanted = _type_for(code, number)
    call = _Call(code, one_axis, tuple(x.shape), lengths, axes, modes)
    token = token_of(call, wanted, norm, ends)
    if any(have > want for have, want in zip(call.shape, call.taken)):
        x = x[tuple(slice(want) for want in call.taken)]
    if library is None:
        x = np.ascontiguousarray(x, wanted)
    elif number != wanted:
        x = library.cast(x, wanted)
    made = _plan(token, device or current_device().id)
    if out is not None and tuple(out.shape) != call.given:
        raise ValueError(f"out of shape {tuple(out.shape)}: it must be {call.given}")
    result = made(x, out)
    return result.reshape(call.given) if out is None else out


def _place_of(x: Any) -> tuple[Any, str | None]:
    """The library of an array, None for NumPy's, and its device, None for those of the host."""
    if isinstance(x, (np.ndarray, np.generic)) or not hasattr(x, "__dlpack__"):
        return None, None
    library = library_of(x)
    if library.needs_operators(x):
        raise TypeError(f"windows, shifts, maps and other ends have no derivative: leave them out, or {library.without_operators}")
    return library, None if library.on_host(x) else f"cuda:{library.describe(x)[5]}"


def _times(x: Any, window: Any, axis: Any) -> Any:
    """x times a window of numbers along an axis, of NumPy's arrays."""
    factors = np.asarray(window)
    axis = operator.index(axis) % len(x.shape)
    if factors.ndim != 1 or len(factors) != x.shape[axis] or not isinstance(x, np.ndarray):
        raise InvalidArgument(f"a window of shape {factors.shape} for {x.shape[axis]} elements: give NumPy's arrays a number for each, "
                              "others the name of a window")
    single = x.dtype.name in SINGLE
    return x * factors.astype("float32" if single else "float64").reshape([-1 if i == axis else 1 for i in range(x.ndim)])


def _type_for(code: int, number: str) -> str:
    """The type in which x is read: integers of 8 and 16 bits as they are, others in the precision that papilio.fft gives them."""
    real = code == RFFT
    if number.startswith("complex") and real:
        raise TypeError("x must be real: use fft")
    if number in _INTEGERS and real:
        return number
    single = number in SINGLE
    if real:
        return "float32" if single else "float64"
    return "complex64" if single else "complex128"
