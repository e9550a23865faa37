// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The stages of a Stockham DFT inside one work-group, and where each finds its twiddles.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/tables.hpp"

namespace papilio::kernel {

/// One radix of a DFT of n points: y[q + s*(r*p + k)] = W_{r m}^{p k} sum_j x[q + s*(p + m*j)] W_r^{j k}.
struct Stage {
  int radix = 1;
  std::int64_t s = 1;  ///< product of the earlier radices; q < s
  std::int64_t m = 1;  ///< product of the later radices; p < m
  std::int64_t table_offset = 0;
  StageLayout layout = StageLayout::interleaved_by_k;

  /// Butterflies of the stage; butterfly c = q + s*p reads x[c + butterflies()*j].
  [[nodiscard]] std::int64_t butterflies() const { return s * m; }
  [[nodiscard]] bool first() const { return s == 1; }
  [[nodiscard]] bool last() const { return m == 1; }
  /// Scalars of the stage's own part of the table.
  [[nodiscard]] std::int64_t table_elements() const;
};

/// Stages with s and m filled in; `layouts` has an entry a radix.
std::vector<Stage> make_stages(const std::vector<int>& radices, const std::vector<StageLayout>& layouts);

/// The table that serves these stages.
TableSpec stage_table(const std::vector<Stage>& stages, Precision precision);

}  // namespace papilio::kernel
