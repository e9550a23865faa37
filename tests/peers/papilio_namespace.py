# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""NumPy's namespace with Papilio's fft: what array-api-tests test (scripts/peer-suites)."""

from numpy import *  # noqa: F403
from numpy import __array_namespace_info__, __version__  # noqa: F401

from papilio import fft  # noqa: F401
