# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Transforms of PyTorch's tensors with derivatives: `papilio.torch.fft`. Needs PyTorch 2.4 or newer."""

from __future__ import annotations

from . import fft

__all__ = ["fft"]
