# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Fast Fourier transforms on GPUs and CPUs, with the interfaces of NumPy and SciPy."""

from __future__ import annotations

import atexit
from typing import NoReturn

from . import fft, features, fftpack, nufft, operators
from ._averager import SpectrumAverager
from ._channelizer import Channelizer
from ._check import CheckResult, check
from ._chirp_z import CZT, ZoomFFT, czt, czt_points, zoom_fft
from ._convolution import convolve, correlate, fftconvolve, oaconvolve
from ._core import Device, OverlapSave, Plan, channel_filter
from ._core import version as __version__
from ._core import wait_for_planning as _wait_for_planning
from ._devices import cache_clear, cache_info, cache_limits, current_device, devices, use_device
from ._errors import (BuildError, DeviceError, Error, InternalError, InvalidArgument, InvalidToken, IoError, NoDevice,
                      OutOfMemory, Unsupported)
from ._pairs import complex64x2, complex128x2, float32x2, float64x2
from ._plans import plan_for
from ._power_spectra import coherence, csd, periodogram, spectrogram, welch
from ._short_time import istft, stft

__all__ = ["BuildError", "CZT", "Channelizer", "CheckResult", "Device", "DeviceError", "Error", "InternalError", "InvalidArgument",
           "InvalidToken", "IoError", "NoDevice", "OutOfMemory", "OverlapSave", "Plan", "SpectrumAverager", "Unsupported", "ZoomFFT",
           "__version__", "cache_clear", "cache_info", "cache_limits", "channel_filter", "check", "coherence", "complex128x2",
           "complex64x2", "convolve", "correlate", "csd", "current_device", "czt", "czt_points", "devices", "features", "fft",
           "fftconvolve", "fftpack", "float32x2", "float64x2", "istft", "nufft", "oaconvolve", "operators", "periodogram", "plan_for",
           "spectrogram", "stft", "use_device", "welch", "zoom_fft"]

# A thread that is still compiling must not meet a process that is going away.
atexit.register(_wait_for_planning)


def __getattr__(name: str) -> NoReturn:
    """Says where a transform is that was looked for here."""
    hint = f": it is papilio.fft.{name}" if name in fft.__all__ else ""
    raise AttributeError(f"module 'papilio' has no attribute {name!r}{hint}")
