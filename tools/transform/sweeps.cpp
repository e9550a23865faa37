// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <utility>

#include "core/compact.hpp"

namespace papilio::tool {
namespace {

using Lengths = std::vector<std::int64_t>;

/// Columns are read in runs of this many elements where memory allows it: shorter ones cost a disk more than they
/// bring.
constexpr std::int64_t wide = 4096;

std::int64_t product(const Lengths& lengths, std::size_t begin, std::size_t end) {
  std::int64_t result = 1;
  for (std::size_t i = begin; i < end; ++i) result *= lengths[i];  // of a valid problem, so it fits
  return result;
}

class Planner {
 public:
  Planner(const Problem& problem, std::int64_t memory, const BytesOf& bytes_of)
      : problem_(problem), memory_(memory), bytes_of_(bytes_of), between_(half_lengths()) {
    transformed_.resize(problem.lengths.size(), false);
    for (const int axis : problem.transformed_axes()) transformed_[static_cast<std::size_t>(axis)] = true;
  }

  std::vector<DiskSweep> plan() {
    if (one_line_is_too_long()) return split_line();
    const std::size_t rank = problem_.lengths.size();
    const std::size_t rows_begin = first_axis_of_rows();
    std::vector<DiskSweep> sweeps;
    for (std::size_t end = rows_begin; end > 0;) {
      if (!transformed_[end - 1]) {
        --end;
        continue;
      }
      const std::size_t begin = first_axis_of_columns(end);
      sweeps.push_back(columns_of(begin, end, product(between_, end, rank)));
      end = begin;
    }
    if (has_axes_from(rows_begin)) sweeps.insert(sweeps.begin(), rows_from(rows_begin));
    if (problem_.kind == Kind::c2r) std::reverse(sweeps.begin(), sweeps.end());  // the halved axis comes last
    sweeps.back().problem.factor = problem_.scale_factor();
    return sweeps;
  }

 private:
  /// Lengths of the array while axes before the halved one are transformed.
  [[nodiscard]] Lengths half_lengths() const {
    return problem_.kind == Kind::c2r ? problem_.input_lengths() : problem_.output_lengths();
  }

  [[nodiscard]] Problem block_of(Kind kind, Lengths lengths, std::vector<int> axes, std::int64_t batch) const {
    Problem block;
    block.kind = kind;
    block.precision = problem_.precision;
    block.direction = problem_.direction;
    block.lengths = std::move(lengths);
    block.axes = std::move(axes);
    block.batch = batch;
    return block.normalised();
  }

  [[nodiscard]] bool fits(const Problem& block) const { return bytes_of_(block) <= memory_; }

  [[nodiscard]] Error too_large(const Problem& block) const {
    const std::int64_t bytes = bytes_of_(block);
    if (bytes == no_memory_suffices) {
      return Error::unsupported(problem_.token(),
                                fmt::format("its smallest block, {}, is more than the device allocates", block.token()),
                                "use a device with more memory");
    }
    return Error::unsupported(problem_.token(),
                              fmt::format("its smallest block, {}, takes {} bytes of memory, and {} are allowed",
                                          block.token(), bytes, memory_),
                              fmt::format("allow more: --memory {}", bytes));
  }

  [[nodiscard]] Problem rows_block(std::size_t begin, std::int64_t batch) const {
    std::vector<int> axes;
    for (std::size_t axis = begin; axis < transformed_.size(); ++axis) {
      if (transformed_[axis]) axes.push_back(static_cast<int>(axis - begin));
    }
    return block_of(problem_.kind,
                    Lengths(problem_.lengths.begin() + static_cast<std::ptrdiff_t>(begin), problem_.lengths.end()),
                    axes, batch);
  }

  [[nodiscard]] bool has_axes_from(std::size_t begin) const {
    return std::find(transformed_.begin() + static_cast<std::ptrdiff_t>(begin), transformed_.end(), true) !=
           transformed_.end();
  }

  /// As many axes as fit. Those that come after the halved one, and that one, must.
  [[nodiscard]] std::size_t first_axis_of_rows() const {
    std::size_t least = transformed_.size();  // rows hold this axis and those after it
    if (problem_.halves()) {
      least = static_cast<std::size_t>(problem_.transformed_axes().back());
      if (!fits(rows_block(least, 1))) throw too_large(rows_block(least, 1));
    }
    std::size_t begin = least;
    while (begin > 0 && (!has_axes_from(begin - 1) || fits(rows_block(begin - 1, 1)))) --begin;
    return begin;
  }

  [[nodiscard]] DiskSweep rows_from(std::size_t begin) const {
    const auto block = [&](std::int64_t batch) { return rows_block(begin, batch); };
    DiskSweep sweep = sweep_of(DiskSweep::SweepShape::rows, product(problem_.lengths, 0, begin) * problem_.batch, 1,
                               product(problem_.input_lengths(), begin, transformed_.size()), block);
    sweep.out_points = product(problem_.output_lengths(), begin, transformed_.size());
    return sweep;
  }

  [[nodiscard]] Problem columns_block(std::size_t begin, std::size_t end, std::int64_t width) const {
    std::vector<int> axes;
    Lengths lengths;
    for (std::size_t axis = begin; axis < end; ++axis) {
      if (transformed_[axis]) axes.push_back(static_cast<int>(lengths.size()));
      lengths.push_back(between_[axis]);
    }
    lengths.push_back(width);
    Problem block = block_of(problem_.halves() ? Kind::c2c : problem_.kind, lengths, axes, 1);
    block.placement = Placement::in_place;
    return block.normalised();
  }

  [[nodiscard]] std::size_t first_axis_of_columns(std::size_t end) const {
    const std::int64_t width = std::min(wide, product(between_, end, between_.size()));
    std::size_t begin = end - 1;
    while (begin > 0 && fits(columns_block(begin - 1, end, width))) --begin;
    while (!transformed_[begin]) ++begin;
    return begin;
  }

  [[nodiscard]] DiskSweep columns_of(std::size_t begin, std::size_t end, std::int64_t inner) const {
    const auto block = [&](std::int64_t width) { return columns_block(begin, end, width); };
    return sweep_of(DiskSweep::SweepShape::columns, product(between_, 0, begin) * problem_.batch, inner,
                    product(between_, begin, end), block);
  }

  /// In the largest steps whose blocks fit. `points` are those of one array, column or row, on both sides.
  template <class Block>
  [[nodiscard]] DiskSweep sweep_of(DiskSweep::SweepShape shape, std::int64_t outer, std::int64_t inner,
                                   std::int64_t points, const Block& block) const {
    DiskSweep sweep;
    sweep.shape = shape;
    sweep.outer = outer;
    sweep.inner = inner;
    sweep.step = largest_step(shape == DiskSweep::SweepShape::rows ? outer : inner, block);
    sweep.problem = block(sweep.step);
    sweep.in_points = sweep.out_points = points;
    return sweep;
  }

  /// The largest step to `most` whose block fits.
  template <class Block>
  [[nodiscard]] std::int64_t largest_step(std::int64_t most, const Block& block) const {
    if (!fits(block(1))) throw too_large(block(1));
    std::int64_t good = 1;
    while (good < most && fits(block(std::min(2 * good, most)))) good = std::min(2 * good, most);
    if (good == most) return good;
    std::int64_t bad = std::min(2 * good, most);
    while (bad - good > std::max<std::int64_t>(good / 64, 1)) {
      const std::int64_t middle = good + (bad - good) / 2;
      (fits(block(middle)) ? good : bad) = middle;
    }
    return good < 16 ? good : good - good % 16;  // whole vectors
  }

  [[nodiscard]] bool one_line_is_too_long() const {
    return problem_.kind == Kind::c2c && problem_.lengths.size() == 1 && !fits(rows_block(0, 1));
  }

  /// Rows of n2 points, `rows` of them, of which the results lie side by side.
  [[nodiscard]] Problem transposed_block(std::int64_t n2, std::int64_t rows) const {
    Problem block = block_of(Kind::c2c, {n2}, {}, rows);
    block.out_strides = {rows};
    block.out_distance = 1;
    return block.normalised();
  }

  [[nodiscard]] std::vector<DiskSweep> split_line() const {
    const std::int64_t n = problem_.lengths.front();
    std::int64_t n1 = 1;
    for (std::int64_t divisor = 1; divisor * divisor <= n; ++divisor) {
      if (n % divisor == 0) n1 = divisor;
    }
    const std::int64_t n2 = n / n1;
    const auto column_block = [&](std::int64_t width) {
      Problem block = block_of(Kind::c2c, {n1, width}, {0}, 1);
      block.placement = Placement::in_place;
      return block.normalised();
    };
    const auto row_block = [&](std::int64_t rows) { return transposed_block(n2, rows); };
    // Rows first: they are the longer ones, so an error names what they take.
    DiskSweep rows = sweep_of(DiskSweep::SweepShape::transposed, problem_.batch, n1, n2, row_block);
    rows.problem.factor = problem_.scale_factor();
    DiskSweep columns = sweep_of(DiskSweep::SweepShape::columns, problem_.batch, n2, n1, column_block);
    columns.twiddle = n;
    return {columns, rows};
  }

  const Problem& problem_;
  std::int64_t memory_;
  const BytesOf& bytes_of_;
  Lengths between_;
  std::vector<bool> transformed_;
};

}  // namespace

/// A block's matrix, its first column, row or array in it, and how many it has.
struct DiskSweep::Place {
  std::int64_t matrix;
  std::int64_t first;
  std::int64_t count;
};

DiskSweep::Place DiskSweep::place(std::int64_t block) const {
  const std::int64_t most = shape == SweepShape::rows ? outer : inner;
  const std::int64_t a_matrix = (most + step - 1) / step;
  const std::int64_t first = block % a_matrix * step;
  return {block / a_matrix, first, std::min(step, most - first)};
}

std::int64_t DiskSweep::blocks() const {
  return shape == SweepShape::rows ? (outer + step - 1) / step : outer * ((inner + step - 1) / step);
}

std::int64_t DiskSweep::first_column(std::int64_t block) const { return place(block).first; }

FileSegments DiskSweep::input(std::int64_t block) const {
  const Place at = place(block);
  if (shape == SweepShape::columns) {
    return {at.matrix * in_points * inner + at.first, in_points, inner, at.count};
  }
  return {(at.matrix * inner + at.first) * in_points, at.count, in_points, in_points};
}

FileSegments DiskSweep::output(std::int64_t block) const {
  const Place at = place(block);
  if (shape == SweepShape::rows) return {at.first * out_points, at.count, out_points, out_points};
  return {at.matrix * out_points * inner + at.first, out_points, inner, at.count};
}

std::vector<DiskSweep> plan_sweeps(const Problem& problem, std::int64_t memory, const BytesOf& bytes_of) {
  const bool ends = problem.window != InputWindow{} || !problem.in_shift.empty() || !problem.out_shift.empty() ||
                    problem.out_map != OutputMap::none || problem.detrend != Detrend::none;
  if (ends || !problem.zero.empty() || !problem.skip.empty()) {
    throw Error::unsupported(problem.token(), "a file larger than memory is transformed whole", leave_ranges_out);
  }
  if (problem.has_contour()) {
    throw Error::unsupported(problem.token(), "a file larger than memory is transformed by DFTs",
                             "leave out band= and spiral=");
  }
  return Planner(problem, memory, bytes_of).plan();
}

}  // namespace papilio::tool
