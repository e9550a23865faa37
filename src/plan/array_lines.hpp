// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arrays, each in one buffer, and the 1-D batches (Batch1d) along their axes.
#pragma once

#include <optional>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "core/layout.hpp"
#include "plan/batch1d.hpp"
#include "plan/boxes.hpp"

namespace papilio::plan {

/// Spectra that an array is multiplied by: complex numbers with the array's strides along transformed axes.
struct FilterArray {
  std::int64_t distance = 0;          ///< 0: all arrays of the batch share one filter
  std::vector<std::int64_t> strides;  ///< one per axis; 0: shared along that axis
  Loop sum;                           ///< KernelSpec::sum
};

/// A whole array in one buffer.
struct Array {
  Slot slot = Slot::input;
  bool real = false;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> strides;
  std::vector<Range> removed;  ///< indices that have no place in memory (Side::compact), an entry an axis; empty: none
  std::int64_t distance = 0;
  std::int64_t offset = 0;
  Storage storage = Storage::native;
  ComplexLayout layout = ComplexLayout::interleaved;
  std::optional<FilterArray> filter;  ///< the elements are multiplied by those of a filter
  OutputMap map = OutputMap::none;    ///< Side::map
  std::string callback;               ///< applied to the elements (Side::callback)

  [[nodiscard]] Range removed_of(std::size_t axis) const { return removed.empty() ? Range{} : removed[axis]; }
};

/// The input of a normalised problem, and its output.
Array input_array(const Problem& problem);
Array output_array(const Problem& problem);
/// A packed array of all elements, those of ranges included, in scratch.
Array packed_array(const Array& like);

/// Axes that one plan transforms, innermost first; more than one only for in-kernel N-D (spec/array_axes.hpp).
using AxisSpan = std::span<const std::size_t>;

/// True if the axes have the strides of a single longer axis, the first of them innermost.
bool nested(const Array& array, AxisSpan axes);

/// The transforms of a box along these axes. The slots of the operands are input and output, wherever the arrays are.
Batch1d lines_of(const Problem& problem, const Array& from, const Array& to, const RangeBox& box, AxisSpan axes);

/// The lines along `axis` outside of the ranges of zeros along other axes, and both their sides: complex numbers, or
/// real ones, that are copied from the input of the problem to array `to`.
Batch1d copied_lines(const Problem& problem, const Array& to, std::size_t axis);

/// Transforms of one point that write zeros to a box of the output. They read nothing, but the kernel has an input like
/// any other: `bound` is the array that it is given.
Batch1d zero_lines(const Problem& problem, const Array& bound, const Array& output, RangeBox box);

}  // namespace papilio::plan
