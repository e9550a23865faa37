# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Which devices there are, which one transforms NumPy's arrays, and what is kept of earlier calls."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Any, NamedTuple

from . import _core
from ._core import Device

__all__ = ["CacheInfo", "DeviceInfo", "cache_clear", "cache_info", "cache_limits", "current_device", "devices",
           "use_device"]


@dataclass(frozen=True)
class DeviceInfo:
    """Properties of a device. Its id selects it: "opencl:0". Memory is in bytes."""

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
    """Plans that are kept: their number, bytes of device memory, calls that found theirs and calls that did not."""

    plans: int
    bytes: int
    hits: int
    misses: int
    max_plans: int
    max_bytes: int


def devices() -> list[DeviceInfo]:
    """All devices of all drivers that were found."""
    found: list[Any] = list(_core.list_devices()[0])
    return [DeviceInfo(**properties) for properties in found]


def current_device() -> Device:
    """The device of NumPy's arrays; "auto" (a CUDA GPU, else an OpenCL GPU, else a CPU) unless one was chosen."""
    return _core.current_device()


class use_device:
    """Chooses the device that NumPy's arrays go to, for the whole process: ``use_device("opencl:0")``.

    As a context manager it brings back the one before: ``with use_device("cuda"): ...``. None means "auto" again.
    """

    def __init__(self, device: str | Device | None) -> None:
        self._before: Any = _core.set_current_device(device)

    def __enter__(self) -> Device:
        return _core.current_device()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        _core.set_current_device(self._before)


def cache_info() -> CacheInfo:
    """What the plan cache holds."""
    return CacheInfo(**_core.cache_usage())


def cache_clear() -> None:
    """Drops all plans of the cache; calls in other threads keep theirs until they return."""
    _core.cache_clear()


def cache_limits(max_plans: int | None = None, max_bytes: int | None = None) -> None:
    """Sets the bounds of the plan cache: plans (256), and bytes of device memory they keep (256 MiB)."""
    info = cache_info()
    _core.cache_set_limits(info.max_plans if max_plans is None else max_plans,
                           info.max_bytes if max_bytes is None else max_bytes)
