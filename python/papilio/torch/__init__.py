# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Transforms of PyTorch's tensors with derivatives: `papilio.torch.fft`, and `papilio.torch.operators`. Needs PyTorch 2.4 or newer."""

from __future__ import annotations

from . import fft, operators

__all__ = ["fft", "operators"]
