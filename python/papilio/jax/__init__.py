# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Transforms inside of JAX's computations, with derivatives: `papilio.jax.fft`. Needs JAX 0.6 or newer."""

from __future__ import annotations

from . import fft

__all__ = ["fft"]
