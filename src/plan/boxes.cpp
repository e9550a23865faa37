// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/boxes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

namespace papilio::plan {
namespace {

/// The parts of an axis outside a hole.
std::vector<Range> parts_beside(const Range& hole, std::int64_t length) {
  if (hole.empty()) return {{0, length}};
  std::vector<Range> parts;
  if (hole.begin > 0) parts.push_back({0, hole.begin});
  if (hole.end < length) parts.push_back({hole.end, length});
  return parts;
}

bool within(const Range& inner, const Range& outer) {
  return inner.empty() || (outer.begin <= inner.begin && inner.end <= outer.end);
}

}  // namespace

std::vector<Box> boxes_of(const Problem& problem, const std::vector<std::int64_t>& lengths,
                          const std::vector<std::size_t>& order, std::size_t step) {
  std::vector<Box> boxes = {{}};
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const bool own = i == order[step];
    const bool later = std::find(order.begin() + static_cast<std::ptrdiff_t>(step), order.end(), i) != order.end();
    const Range hole = own ? Range{} : later ? problem.zero_of(i) : problem.skip_of(i);
    std::vector<Box> finer;
    for (const Box& box : boxes) {
      for (const Range& part : parts_beside(hole, lengths[i])) {
        finer.push_back(box);
        finer.back().push_back(part);
      }
    }
    boxes = std::move(finer);
  }
  return boxes;
}

bool writes_what_is_skipped(const Problem& problem, const std::vector<std::size_t>& order) {
  return std::any_of(order.begin() + 1, order.end(), [&](std::size_t axis) {
    // The two sides of c2r count different elements along the last axis, which is halved, so the ranges cannot be
    // compared.
    if (problem.kind == Kind::c2r && axis == order.back()) return !problem.skip_of(axis).empty();
    return !within(problem.skip_of(axis), problem.zero_of(axis));
  });
}

void require_transformed_zeros(const Problem& problem, const std::vector<std::size_t>& order) {
  for (std::size_t i = 0; i < problem.zero.size(); ++i) {
    const bool transformed = std::find(order.begin(), order.end(), i) != order.end();
    if (transformed || within(problem.zero[i], problem.skip_of(i))) continue;
    throw Error::unsupported("problem " + problem.token(),
                             fmt::format("axis {} is not transformed, so its zeros would be copied to the output", i),
                             "skip the same range of the output as well, or clear it and leave the range out");
  }
}

}  // namespace papilio::plan
