# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The line that says why a first call takes long."""

from __future__ import annotations

import os
import sys

_told = False


def _cache_folder(by_pocl: bool) -> str:
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if by_pocl:
        return os.environ.get("POCL_CACHE_DIR") or os.path.join(caches, "pocl", "kcache")
    return os.environ.get("PAPILIO_CACHE_DIR") or os.path.join(caches, "papilio")


def tell_of_compilation(by_pocl: bool) -> None:
    """Prints the line, once in a process, if stderr is a terminal. The core calls it after a second of planning."""
    global _told
    if _told:
        return
    _told = True
    try:
        if sys.stderr.isatty():
            print(f"papilio: kernels are compiled for their first use; later ones find them in {_cache_folder(by_pocl)}",
                  file=sys.stderr, flush=True)
    except (AttributeError, OSError, ValueError):
        pass  # there is no stderr, or it is closed
