# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Transforms inside of JAX's computations, with derivatives: `papilio.jax.fft`, and `papilio.jax.operators`. Needs JAX 0.6 or newer."""

from __future__ import annotations

from . import fft, operators

__all__ = ["fft", "operators"]
