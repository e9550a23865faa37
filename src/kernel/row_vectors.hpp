// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions: how the numbers of a row are cut into vectors for its sums, and the table of their weights
// (row_sums.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// A row as vectors. The last one may start early to have all lanes; weights of 0 then exclude the numbers of the
/// vector before. In half a spectrum, where the squares of the ends have other factors, the last vector always starts
/// early.
struct RowVectors {
  std::int64_t reals = 0;
  int lanes = 1;
  std::int64_t whole = 0;  ///< vectors that begin at multiples of `lanes`
  bool late = false;       ///< there is one more, of the row's last numbers
  bool half = false;       ///< half a spectrum: the squares of most numbers count twice
  /// The weights of long rows are cyclic on the side of the output: those of a round of vectors are the same multiple
  /// of those of the first round. With two long tables, rows of 1000 points and more would not fit into the cache
  /// beside the scratch arrays.
  bool cyclic = false;

  static constexpr std::int64_t round = 8;  ///< vectors that a loop sums at a time

  /// The whole vectors before the first round: that of half a spectrum whose squares have factors.
  [[nodiscard]] std::int64_t before() const { return half && whole > 0 ? 1 : 0; }
  /// 0: they are few enough to do without a loop.
  [[nodiscard]] std::int64_t rounds() const { return whole - before() > 2 * round ? (whole - before()) / round : 0; }
  [[nodiscard]] std::int64_t rounds_begin() const { return before() * lanes; }
  [[nodiscard]] std::int64_t rounds_end() const { return rounds_begin() + rounds() * round * lanes; }
  [[nodiscard]] std::int64_t late_begin() const { return reals - lanes; }

  // The table: the weights of each functional, without those of all rounds but the first if they are cyclic; the
  // weights of the late vector; the multiples of the rounds; the factors of squares of the first vector and of the late
  // one. The second functional's weights follow the first one's late vector.
  [[nodiscard]] std::int64_t omitted() const { return cyclic ? rounds_end() - rounds_begin() - round * lanes : 0; }
  [[nodiscard]] std::int64_t weights() const { return reals - omitted() + (late ? lanes : 0); }
  [[nodiscard]] std::int64_t multiples() const { return cyclic ? rounds() : 0; }
  [[nodiscard]] std::int64_t factors() const { return (half ? lanes : 0) + (late ? lanes : 0); }
};

/// True if the kernel sums that side as rows in memory: on CPUs.
inline bool sums_rows(const KernelSpec& spec, const Side& side) {
  return side.sums != Sums::none && spec.columns() == 1 && spec.shape.strategy != Strategy::cooperative;
}
/// True if it sums the values of columns that it reads or writes (SimdSums): on CPUs.
inline bool sums_columns(const KernelSpec& spec, const Side& side) {
  return side.sums != Sums::none && spec.columns() > 1 && spec.shape.strategy != Strategy::cooperative;
}

RowVectors row_vectors(const KernelSpec& spec, const Side& side);

/// Makes weights of a row cyclic: multiplies those of the first round by random factors for the others.
void make_cyclic(const RowVectors& row, std::vector<double>& weights);

/// What the kernel reads. `functionals` are the weights of the numbers of a row, `multiples` square roots of how often
/// a square counts, for half a spectrum.
std::vector<double> row_table(const RowVectors& row, const std::vector<std::vector<double>>& functionals,
                              const std::vector<double>& multiples);

/// Numbers of row_table().
std::int64_t row_table_size(const KernelSpec& spec, const Side& side);

}  // namespace papilio::kernel
