# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""The line that says why a first call takes long."""

from __future__ import annotations

import sys
from collections.abc import Sequence

_told = False


def tell_of_compilation(folder: str, refused: Sequence[str] = ()) -> None:
    """Prints the line, once in a process, if stderr is a terminal. The core calls it after a second of planning, with
    the folder that keeps the kernels, "" for none, and what of the caches is not used, and why."""
    global _told
    if _told:
        return
    _told = True
    try:
        if sys.stderr.isatty():
            later = f"later ones find them in {folder}" if folder else "they are not kept, for the cache is off"
            for line in (f"kernels are compiled for their first use; {later}", *refused):
                print(f"papilio: {line}", file=sys.stderr, flush=True)
    except Exception:
        pass  # no stderr, or one that does not take the line: the transform goes on
