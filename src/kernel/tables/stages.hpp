// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The stages of a Stockham DFT inside one work-group, and where each finds its twiddles.
#pragma once

#include <cstdint>
#include <papilio/error.hpp>
#include <vector>

#include "kernel/tables/tables.hpp"
#include "spec/layout.hpp"

namespace papilio::kernel {

/// One radix of a DFT of n points: y[q + s*(r*p + k)] = W_{r m}^{p k} sum_j x[q + s*(p + m*j)] W_r^{j k}, or, where the
/// twiddles are of the inputs (decimation in time), sum_j W_{r s}^{q j} x[q + s*(p + m*j)] W_r^{j k}.
struct Stage {
  int radix = 1;
  std::int64_t s = 1;        ///< product of the earlier radices; q < s
  std::int64_t m = 1;        ///< product of the later radices; p < m
  std::int64_t later = 1;    ///< product of the lengths of later axes (spec/array_axes.hpp): p/later is p of this axis
                             ///< alone, and the twiddle is W_{r m/later}^{p/later k}
  std::int64_t earlier = 1;  ///< … of earlier axes: q/earlier is q of this axis
  std::int64_t table_offset = 0;
  StageLayout layout = StageLayout::interleaved_by_k;
  bool back = false;  ///< the inverse of such a stage: conjugate twiddles of the results, butterfly, inputs

  /// Butterflies of the stage; butterfly c = q + s*p reads x[c + butterflies()*j].
  [[nodiscard]] std::int64_t butterflies() const { return s * m; }
  [[nodiscard]] bool first() const { return s == 1; }
  [[nodiscard]] bool last() const { return m == 1; }
  [[nodiscard]] bool of_inputs() const {
    return layout == StageLayout::inputs_by_j || layout == StageLayout::fused_inputs;
  }
  [[nodiscard]] bool fused() const {
    return layout == StageLayout::fused_inputs || layout == StageLayout::fused_results;
  }
  /// Factors of a row that lie side by side, and are read at once: 16 bytes, where there are as many.
  [[nodiscard]] int factors_together(Precision precision) const {
    return precision == Precision::f32 && radix > 2 ? 2 : 1;
  }
  /// Twiddles that differ by p, or those of inputs by q; one, where a stage has none: the last one of an axis, or the
  /// first.
  [[nodiscard]] std::int64_t rows() const { return of_inputs() ? s / earlier : m / later; }
  /// Scalars of the stage's own part of the table.
  [[nodiscard]] std::int64_t table_elements() const;

  // Index maps (layout.hpp)

  /// Output 0 of butterfly c, p = c / s; output k is s*k further on.
  template <typename Index>
  [[nodiscard]] Index first_output(Index c, Index p) const {
    return spread(c, p, s, radix);
  }
  /// Element 0 of butterfly c of a stage in place; element j is m*j further on.
  template <typename Index>
  [[nodiscard]] Index first_in_place(Index c) const {
    return spread(c, m, radix);
  }
  /// Place of W^k of a row in the table, 0 < k < radix; with StageLayout::ragged_by_k, that of a butterfly.
  template <typename Index, typename Number>
  [[nodiscard]] EntrySlot<Index> twiddle_slot(Index row, Number k) const;
  /// Place of the cosine of factor i of a row; the tangent follows. Factors lie `together` by `together`.
  template <typename Index>
  [[nodiscard]] Index factor_slot(Index row, std::int64_t i, std::int64_t together) const {
    const std::int64_t before = i / together * together;
    return row * (2 * together) + (table_offset + 2 * (before * rows() + i - before));
  }
};

template <typename Index, typename Number>
EntrySlot<Index> Stage::twiddle_slot(Index row, Number k) const {
  const Number before = 2 * (k - 1);  // parts of the entries of smaller k
  switch (layout) {
    case StageLayout::inputs_by_j:
    case StageLayout::interleaved_by_k: {
      const Index re = 2 * row + (before * rows() + table_offset);
      return {re, re + 1};
    }
    case StageLayout::interleaved_by_p: {
      const Index re = row * (2 * (radix - 1)) + (before + table_offset);
      return {re, re + 1};
    }
    case StageLayout::planar_by_k:
    case StageLayout::ragged_by_k: {
      const std::int64_t parts = layout == StageLayout::planar_by_k ? rows() : butterflies();
      const Index re = row + (before * parts + table_offset);
      return {re, re + parts};
    }
    case StageLayout::fused_inputs:
    case StageLayout::fused_results:
      break;
  }
  throw Error::internal("stage layout");
}

/// Stages with s and m filled in; `layouts` has an entry a radix, `axes` an entry an axis, if there are several.
std::vector<Stage> make_stages(const std::vector<int>& radices, const std::vector<StageLayout>& layouts,
                               const std::vector<std::int64_t>& axes);

/// Stages that lead back from the results of such stages to their inputs.
std::vector<Stage> stages_back(std::vector<Stage> stages);

/// The table that serves these stages.
TableSpec stage_table(const std::vector<Stage>& stages, Precision precision, const std::vector<std::int64_t>& axes);

}  // namespace papilio::kernel
