# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Types of arguments and results. Where PyTorch is missing, type checkers take tensors for Any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from torch import Tensor  # type: ignore[import-not-found, unused-ignore]

__all__ = ["Dims", "Tensor"]

#: A length or a dimension, or one for each transformed dimension.
Dims: TypeAlias = int | Sequence[int] | None
