// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arrays in one memory, and the lines along some of their axes.
#pragma once

#include <optional>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "core/layout.hpp"
#include "plan/boxes.hpp"
#include "plan/lines.hpp"

namespace papilio::plan {

/// Spectra that an array is multiplied by: complex numbers, whose strides along transformed axes are those of the
/// array.
struct FilterArray {
  std::int64_t distance = 0;          ///< 0: all arrays of the batch share one
  std::vector<std::int64_t> strides;  ///< an entry an axis; 0: shared along it
  Loop sum;                           ///< KernelSpec::sum
};

/// The whole array in one memory.
struct Array {
  Slot slot = Slot::input;
  bool real = false;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> strides;
  std::int64_t distance = 0;
  std::int64_t offset = 0;
  Storage storage = Storage::native;
  ComplexLayout layout = ComplexLayout::interleaved;
  std::optional<FilterArray> filter;  ///< its numbers are multiplied by those of a filter
  std::string callback;               ///< what its numbers pass (KernelSpec::load_callback, store_callback)
};

Array array_of(Slot slot, const ArraySide& side);
/// The same numbers in scratch.
Array packed_array(const Array& like);

/// Axes that one plan transforms, innermost first; several only together (spec/joint.hpp).
using Axes = std::span<const std::size_t>;

/// The axes lie in memory as one, the first of them innermost.
bool nested(const Array& array, Axes axes);

/// The lines of a box along these axes. Operands name the input and the output, wherever the arrays are.
Lines lines_of(const Problem& problem, const Array& from, const Array& to, const Box& box, Axes axes);

}  // namespace papilio::plan
