# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Which devices there are, which one transforms NumPy's arrays, and what is kept of earlier calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NamedTuple

from . import _core
from ._core import Device

__all__ = ["CacheInfo", "DeviceInfo", "also_clear", "cache_clear", "cache_info", "cache_limits", "current_device", "devices",
           "use_device"]


@dataclass(frozen=True)
class DeviceInfo:
    """Properties of a device.

    Attributes
    ----------
    id : str
        Selects the device: "opencl:0".
    name, backend, platform, driver : str
        What its driver calls it, "cuda", "vulkan" or "opencl", and versions.
    kind : str
        "gpu", "cpu" or "other".
    compute_units : int
    global_memory, local_memory, max_allocation : int
        Bytes.
    f64 : bool
        True if it computes in double precision.
    """

    id: str
    name: str
    backend: str
    platform: str
    driver: str
    kind: str
    compute_units: int
    global_memory: int
    local_memory: int
    max_allocation: int
    f64: bool


class CacheInfo(NamedTuple):
    """What the plan cache holds: plans, their bytes of device memory, calls that found a plan (hits) or not, and bounds."""

    plans: int
    bytes: int
    hits: int
    misses: int
    max_plans: int
    max_bytes: int


def devices() -> list[DeviceInfo]:
    """Lists the devices of all drivers that were found.

    Examples
    --------
    >>> import papilio
    >>> papilio.current_device().id in [device.id for device in papilio.devices()]
    True
    """
    found: list[Any] = list(_core.list_devices()[0])
    return [DeviceInfo(**properties) for properties in found]


def current_device() -> Device:
    """Returns the device of NumPy's arrays: the one that `use_device` chose, else "auto".

    "auto" is the first CUDA GPU, else the first OpenCL GPU, else a CPU. Raises `NoDevice` if there is none.
    """
    return _core.current_device()


class use_device:
    """Chooses the device that NumPy's arrays go to, for the whole process.

    As a context manager it restores the previous one.

    Parameters
    ----------
    device : str, Device or None
        What selects the device, "cuda" or "opencl:0", or a device in use. None means "auto".

    Raises
    ------
    NoDevice
        There is no such device.

    Examples
    --------
    >>> import papilio
    >>> with papilio.use_device("opencl") as device:
    ...     device.id
    'opencl:0'
    """

    def __init__(self, device: str | Device | None) -> None:
        self._before: Any = _core.set_current_device(device)

    def __enter__(self) -> Device:
        return _core.current_device()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        _core.set_current_device(self._before)


def cache_info() -> CacheInfo:
    """Returns what the plan cache holds.

    Examples
    --------
    >>> import papilio
    >>> papilio.cache_clear()
    >>> papilio.cache_info().plans
    0
    """
    return CacheInfo(**_core.cache_usage())


_other_caches: list[Callable[[], None]] = []


def also_clear(clear: Callable[[], None]) -> None:
    """Makes `cache_clear` call a function, which clears another cache."""
    _other_caches.append(clear)


def cache_clear() -> None:
    """Drops all plans of the cache, the plans of ragged batches and of calls with windows, shifts or maps, and what `papilio.fftpack`, `welch`, `csd` and `coherence` keep; calls in other threads keep theirs until they return."""
    _core.cache_clear()
    for clear in _other_caches:
        clear()


def cache_limits(max_plans: int | None = None, max_bytes: int | None = None) -> None:
    """Sets the bounds of the plan cache; plans beyond them are dropped, the least recently used first.

    Parameters
    ----------
    max_plans : int, optional
        Number of plans, at first 256.
    max_bytes : int, optional
        Bytes of device memory that they keep, at first 256 MiB.
    """
    info = cache_info()
    _core.cache_set_limits(info.max_plans if max_plans is None else max_plans,
                           info.max_bytes if max_bytes is None else max_bytes)
