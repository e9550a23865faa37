# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The line that says why a first call takes long."""

from __future__ import annotations

import os
import sys

_told = False


def _cache_folder(by_pocl: bool) -> str | None:
    """Where kernels are kept; None where they are not."""
    if os.environ.get("POCL_KERNEL_CACHE" if by_pocl else "PAPILIO_CACHE") in ("0", "off"):
        return None
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
            folder = _cache_folder(by_pocl)
            later = f"later ones find them in {folder}" if folder else "they are not kept, for the cache is off"
            print(f"papilio: kernels are compiled for their first use; {later}", file=sys.stderr, flush=True)
    except Exception:
        pass  # no stderr, or one that does not take the line: the transform goes on
