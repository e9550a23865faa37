// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/side_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "core/compact.hpp"
#include "core/layout.hpp"

namespace papilio::verify {

namespace {

/// The properties of one side of a problem.
struct SideOfProblem {
  bool real;
  bool planar;
  std::int64_t elements;
  std::int64_t offset;
  std::int64_t distance;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> strides;
  std::vector<std::int64_t> indices;  ///< lengths with the ranges of a compact side
  Packing packing;
};

SideOfProblem input_of(const Problem& problem) {
  return {problem.real_input(),     problem.in_layout == ComplexLayout::planar,
          problem.input_elements(), problem.in_offset,
          problem.in_distance,      problem.input_lengths(),
          problem.input_strides(),  input_indices(problem),
          problem.in_packing};
}

SideOfProblem output_of(const Problem& problem) {
  return {problem.real_output(),     problem.out_layout == ComplexLayout::planar,
          problem.output_elements(), problem.out_offset,
          problem.out_distance,      problem.output_lengths(),
          problem.output_strides(),  output_indices(problem),
          problem.out_packing};
}

}  // namespace

SideLayout::SideLayout(const Problem& problem, End end) {
  const bool input = end == End::input;
  SideOfProblem side = input ? input_of(problem) : output_of(problem);
  if (input) side.lengths.back() = side.indices.back() *= problem.window.taps;
  width_ = side.real ? 1 : 2;
  unit_ = side.planar ? 1 : width_;
  part_ = side.planar ? side.elements : 1;
  before_ = side.offset;
  numbers_ = width_ * side.elements;
  const std::vector<int> transformed = problem.transformed_axes();
  pruned_ = !(input ? problem.zero : problem.skip).empty();
  // Along an axis of one element there is no step, whose stride may be any number.
  const auto along = [&](std::int64_t count, std::int64_t stride, const Range& hole) {
    return AxisStep{count, count > 1 ? stride : 0, hole, side.packing == Packing::compact ? hole : Range{}};
  };
  loops_.push_back(along(problem.batch, side.distance, {}));
  all_.push_back({problem.batch, side.distance});
  for (std::size_t i = 0; i < side.lengths.size(); ++i) {
    const bool kept = std::find(transformed.begin(), transformed.end(), static_cast<int>(i)) == transformed.end();
    const Range hole = input ? problem.zero_of(i) : problem.skip_of(i);
    (kept ? loops_ : axes_).push_back(along(side.indices[i], side.lengths[i] > 1 ? side.strides[i] : 0, hole));
    all_.push_back({side.lengths[i], side.strides[i]});
  }
  for (const AxisStep& step : loops_) transforms_ *= step.count;
  for (const AxisStep& step : axes_) elements_ *= step.count;
  // The elements of a transform that is removed have the places of another.
  const bool removed = std::ranges::any_of(loops_, [](const AxisStep& step) { return !step.removed.empty(); });
  has_shared_ = removed || find_overlap(all_).overlap != Overlap::none;
}

std::int64_t SideLayout::offset(const AxisSteps& steps, std::int64_t index) {
  std::int64_t result = 0;
  for (std::size_t i = steps.size(); i-- > 0;) {
    result += compact_index(index % steps[i].count, steps[i].removed) * steps[i].stride;
    index /= steps[i].count;
  }
  return result;
}

bool SideLayout::within(const AxisSteps& steps, std::int64_t index) {
  for (std::size_t i = steps.size(); i-- > 0;) {
    const std::int64_t own = index % steps[i].count;
    if (steps[i].hole.begin <= own && own < steps[i].hole.end) return true;
    index /= steps[i].count;
  }
  return false;
}

bool SideLayout::is_removed(std::int64_t transform) const {
  for (std::size_t i = loops_.size(); i-- > 0;) {
    const std::int64_t local = transform % loops_[i].count;
    if (loops_[i].removed.begin <= local && local < loops_[i].removed.end) return true;
    transform /= loops_[i].count;
  }
  return false;
}

std::vector<bool> SideLayout::transforms_with(std::int64_t number) const {
  std::vector<bool> result(static_cast<std::size_t>(transforms_));
  for (std::int64_t t = 0; t < transforms_; ++t) {
    for_each_number(t, [&](std::int64_t at) {
      if (at == number) result[static_cast<std::size_t>(t)] = true;
    });
  }
  return result;
}

std::string SideLayout::place_of(std::int64_t number) const {
  const std::int64_t element = unit_ == width_ ? number / width_ : number % part_;
  const std::optional<std::vector<std::int64_t>> found = index_at(all_, element - before_);
  if (!found) return fmt::format("element {} of the buffer", element);
  const std::vector<std::int64_t>& index = *found;
  if (index.size() == 2) return fmt::format("element {} of array {}", index[1], index[0]);
  return fmt::format("element [{}] of array {}", fmt::join(index.begin() + 1, index.end(), ", "), index[0]);
}

}  // namespace papilio::verify
