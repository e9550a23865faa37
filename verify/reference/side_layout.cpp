// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/side_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace papilio::verify {

SideLayout::SideLayout(const Problem& problem, End end) {
  const bool input = end == End::input;
  width_ = (input ? problem.real_input() : problem.real_output()) ? 1 : 2;
  const bool planar = (input ? problem.in_layout : problem.out_layout) == ComplexLayout::planar;
  unit_ = planar ? 1 : width_;
  part_ = planar ? (input ? problem.input_elements() : problem.output_elements()) : 1;
  before_ = input ? problem.in_offset : problem.out_offset;
  numbers_ = width_ * (input ? problem.input_elements() : problem.output_elements());
  const std::vector<std::int64_t> lengths = input ? problem.input_lengths() : problem.output_lengths();
  const std::vector<std::int64_t> strides = input ? problem.input_strides() : problem.output_strides();
  const std::vector<int> transformed = problem.transformed_axes();
  pruned_ = !(input ? problem.zero : problem.skip).empty();
  loops_.push_back({problem.batch, input ? problem.in_distance : problem.out_distance, {}});
  all_.push_back({loops_.front().count, loops_.front().stride});
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const bool kept = std::find(transformed.begin(), transformed.end(), static_cast<int>(i)) == transformed.end();
    (kept ? loops_ : axes_).push_back({lengths[i], strides[i], input ? problem.zero_of(i) : problem.skip_of(i)});
    all_.push_back({lengths[i], strides[i]});
  }
  for (const Step& step : loops_) transforms_ *= step.count;
  for (const Step& step : axes_) elements_ *= step.count;
  has_shared_ = find_overlap(all_).overlap != Overlap::none;
}

std::int64_t SideLayout::offset(const Steps& steps, std::int64_t index) {
  std::int64_t result = 0;
  for (std::size_t i = steps.size(); i-- > 0;) {
    result += index % steps[i].count * steps[i].stride;
    index /= steps[i].count;
  }
  return result;
}

bool SideLayout::within(const Steps& steps, std::int64_t index) {
  for (std::size_t i = steps.size(); i-- > 0;) {
    const std::int64_t own = index % steps[i].count;
    if (steps[i].hole.begin <= own && own < steps[i].hole.end) return true;
    index /= steps[i].count;
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
