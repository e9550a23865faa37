# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Polyphase filter banks, also of arrays on devices."""

from __future__ import annotations

from . import _core
from ._libraries import NUMBERS
from ._streamed import on_device, pushed
from ._types import Array, ArrayLike, DLPackArray

__all__ = ["Channelizer"]


class Channelizer(_core.Channelizer):
    __doc__ = _core.Channelizer.__doc__

    def push(self, samples: ArrayLike | DLPackArray) -> Array:
        """Takes the next samples, any number, and returns the frames that they complete: an array of shape (frames,
        channels), complex. Arrays on the object's CUDA device are read there, in the order of their library's stream,
        and give an array of their library."""
        if not on_device(samples):
            return self.push_array(samples)
        x = pushed(samples, self.number, self.device)
        shape = self.completed(x.samples)
        double = NUMBERS[self.number] in ("float64", "complex128")
        frames = x.library.empty(samples, shape, NUMBERS.index("complex128" if double else "complex64"))
        self.push_at(x.address, x.samples, x.library.address(frames) if shape[0] > 0 else 0, x.stream, x.waits)
        return frames
