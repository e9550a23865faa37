// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A transform of more data than memory holds, as sweeps over files. A sweep reads a block, transforms some axes of it
// in memory and writes it to another file; each block has its own places in both files, so a block may be done again.
//
//   rows        the last axes, in whole arrays that lie one after the other
//   columns     axes before them: a block is as many neighbouring columns as memory holds
//   transposed  whole rows of a matrix, written as columns: the second half of a line that memory does not hold
//
// A line of n1*n2 points is transformed as Bailey has it ("FFTs in external or hierarchical memory", J. Supercomputing
// 4, 1990): columns of n1 points, a twiddle factor for each, then rows of n2 points, written transposed.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio::tool {

/// `count` runs of `width` elements in a file, the first elements of which are `stride` elements apart.
struct FileSegments {
  std::int64_t first = 0;
  std::int64_t count = 1;
  std::int64_t stride = 0;
  std::int64_t width = 0;
};

struct DiskSweep {
  enum class SweepShape { rows, columns, transposed };

  SweepShape shape = SweepShape::rows;
  /// Problem of a whole block: `step` arrays, columns or rows.
  Problem problem;
  std::int64_t step = 1;
  /// Elements of an array on either side; of columns, those of one.
  std::int64_t in_points = 1;
  std::int64_t out_points = 1;
  std::int64_t outer = 1;  ///< arrays; or matrices of columns
  std::int64_t inner = 1;  ///< columns of a matrix; of transposed rows, the rows of one
  /// Element (j, c) of a matrix of columns is multiplied by exp(-+2 pi i j c / twiddle) after the sweep; 0: by nothing.
  std::int64_t twiddle = 0;

  [[nodiscard]] std::int64_t blocks() const;
  /// Where a block is read. The last one of a matrix may have less: fewer runs (rows) or narrower ones (columns).
  [[nodiscard]] FileSegments input(std::int64_t block) const;
  [[nodiscard]] FileSegments output(std::int64_t block) const;
  /// Elements from one run to the next in the memory of a block.
  [[nodiscard]] std::int64_t input_stride() const { return shape == SweepShape::columns ? step : in_points; }
  [[nodiscard]] std::int64_t output_stride() const { return shape == SweepShape::rows ? out_points : step; }
  /// Elements of the whole array after the sweep.
  [[nodiscard]] std::int64_t output_count() const { return outer * inner * out_points; }
  /// The first column of the block in its matrix.
  [[nodiscard]] std::int64_t first_column(std::int64_t block) const;

 private:
  struct Place;
  [[nodiscard]] Place place(std::int64_t block) const;
};

/// Memory of one block of the problem, in bytes; no_memory_suffices where the device cannot hold it.
inline constexpr std::int64_t no_memory_suffices = std::numeric_limits<std::int64_t>::max();
using BytesOf = std::function<std::int64_t(const Problem&)>;

/// The sweeps of a packed problem, each of whose blocks takes at most `memory` bytes. Throws Error(unsupported) for
/// pruned problems, and where an axis fits no memory and cannot be split, saying how much it would take.
std::vector<DiskSweep> plan_sweeps(const Problem& problem, std::int64_t memory, const BytesOf& bytes_of);

}  // namespace papilio::tool
