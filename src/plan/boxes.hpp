// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which transforms of an array must be computed if parts of the input are zero and parts of the output are skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio::plan {

/// Indices along an axis: a range, without those of a gap within it.
struct IndexSpan {
  Range range;
  Range gap = {};

  [[nodiscard]] std::int64_t count() const { return range.size() - gap.size(); }
};

/// One span for each axis of an array.
using RangeBox = std::vector<IndexSpan>;

/// Axes of a step: `count` of them from number `first` on in the order of the axes.
struct StepAxes {
  std::size_t first = 0;
  std::size_t count = 1;
};

/// The boxes of transforms along the step's axes that are neither zero nor skipped. Along the axes of later steps zeros
/// are left out; along those of earlier steps, skipped elements; along those that are not transformed, both. Two holes
/// within an axis leave two boxes. `lengths` are those of the array that is read.
std::vector<RangeBox> boxes_of(const Problem& problem, const std::vector<std::int64_t>& lengths,
                               const std::vector<std::size_t>& order, StepAxes step);

/// The boxes of the output, of these lengths, whose transforms have only zeros as input, because their indices along an
/// axis that is not transformed are in a zero range. Skipped elements are left out.
std::vector<RangeBox> zero_boxes(const Problem& problem, const std::vector<std::int64_t>& lengths,
                                 const std::vector<std::size_t>& order);

/// The same boxes without gaps.
std::vector<RangeBox> without_gaps(const std::vector<RangeBox>& boxes);

/// True if passes before the last one write elements that the output skips.
bool writes_what_is_skipped(const Problem& problem, const std::vector<std::size_t>& order);

}  // namespace papilio::plan
