# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""NumPy's types of numbers that are the sum of two floats: docs/more-digits.md."""

import numpy as np

__all__ = ["complex128x2", "complex64x2", "float32x2", "float64x2"]

float32x2 = np.dtype([("high", np.float32), ("low", np.float32)])
float64x2 = np.dtype([("high", np.float64), ("low", np.float64)])
complex64x2 = np.dtype([("real", float32x2), ("imag", float32x2)])
complex128x2 = np.dtype([("real", float64x2), ("imag", float64x2)])
