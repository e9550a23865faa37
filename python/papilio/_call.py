# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""From a function of papilio.fft to the module that does the work."""

from __future__ import annotations

import operator
import os
from typing import Any

from ._core import transform

# Function of python/src/call.hpp.
FFT, IFFT, RFFT, IRFFT, HFFT, IHFFT, DCT, IDCT, DST, IDST = range(10)

__all__ = ["DCT", "DST", "FFT", "HFFT", "IDCT", "IDST", "IFFT", "IHFFT", "IRFFT", "RFFT", "check_workers", "transform"]


def check_workers(workers: Any) -> None:
    """Raises what SciPy raises for a bad number of threads. The device decides how many there are."""
    workers = operator.index(workers)
    count = os.cpu_count() or 1
    if workers == 0:
        raise ValueError("workers must not be zero")
    if workers < -count:
        raise ValueError(f"workers value out of range; got {workers}, must not be less than {-count}")
