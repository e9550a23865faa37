// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The constants of an FFT as exponents of roots of unity: W_n^e = exp(-2 pi i e / n).
//
// A stage of radix r between s (the product of the earlier radices) and m (of the later ones) computes, for q < s and
// p < m (Stockham; Van Loan, "Computational Frameworks for the FFT", 1.7),
//   y[q + s (r p + k)] = W_n^{s p k} sum_j x[q + s (p + m j)] W_r^{j k}     decimation in frequency
//   y[q + s (r p + k)] = sum_j W_n^{m q j} x[q + s (p + m j)] W_r^{j k}     decimation in time
#pragma once

#include <cstdint>
#include <vector>

#include "lab/tables/column_table.hpp"

namespace papilio::tool {

enum class TwiddleDecimation { time, frequency };

/// A row for each twiddle: the stage from 1, its radix, p (frequency) or q (time), k or j, the exponent of W_n, and its
/// value.
ColumnTable twiddle_table(const std::vector<std::int64_t>& radices, TwiddleDecimation decimation);

/// M[j][k] = W_r^{j k mod r}: a row for each j, k: the exponent and its value.
ColumnTable butterfly_table(std::int64_t radix);
/// The same as a square of exponents, for reading.
ColumnTable butterfly_matrix(std::int64_t radix);

}  // namespace papilio::tool
