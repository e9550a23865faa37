# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The exceptions of Papilio: each is a papilio.Error, and what NumPy would raise in its place."""

from __future__ import annotations

from typing import Any

import numpy as np

AxisError: Any = getattr(np, "exceptions", np).AxisError  # NumPy before 1.25 has no numpy.exceptions

__all__ = ["AxisError", "BuildError", "DeviceError", "Error", "InternalError", "InvalidArgument", "InvalidToken",
           "IoError", "NoDevice", "OutOfMemory", "Unsupported", "made"]


class Error(Exception):
    """Something failed. The message is one line: what failed, why, what to do.

    Attributes
    ----------
    code : int
        The number that the C interface and the command use for it, 2 to 11.
    """

    code: int = 11


class InvalidArgument(Error, ValueError):
    """A value that no device accepts."""

    code = 2


class InvalidToken(Error, ValueError):
    """A problem token that does not parse; ``position`` is the index of the offending character."""

    code = 3
    position: int = 0


class Unsupported(Error, ValueError):
    """A valid problem that this version or this device cannot compute."""

    code = 4


class NoDevice(Error, RuntimeError):
    """No driver, platform or device of the kind asked for."""

    code = 5


class OutOfMemory(Error, MemoryError):
    """Memory of the host or of the device is exhausted. Arrays and plans stay valid."""

    code = 6


class BuildError(Error, RuntimeError):
    """The device's compiler rejected a kernel."""

    code = 7


class IoError(Error, OSError):
    """A file cannot be read or written."""

    code = 8


class DeviceError(Error, RuntimeError):
    """The driver reported a failure while executing, or the process was forked after it had used a device."""

    code = 9


class InternalError(Error, RuntimeError):
    """A defect of Papilio: please report the problem token."""

    code = 11


_CLASSES: dict[int, type[Error]] = {
    cls.code: cls
    for cls in (InvalidArgument, InvalidToken, Unsupported, NoDevice, OutOfMemory, BuildError, IoError, DeviceError,
                InternalError)
}


def made(code: int, message: str, position: int | None) -> Error:
    """The exception for a failure of the library."""
    error = _CLASSES.get(code, InternalError)(message)
    if isinstance(error, InvalidToken) and position is not None:
        error.position = position
    return error
