// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/boxes.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace papilio::plan {
namespace {

using IndexSpans = std::vector<IndexSpan>;

/// The ranges before and behind the gap.
IndexSpans halves(const IndexSpan& span) {
  if (span.gap.empty()) return {span};
  return {{{span.range.begin, span.gap.begin}}, {{span.gap.end, span.range.end}}};
}

/// The parts of these spans outside a hole: one where the hole is within a span without a gap.
IndexSpans outside(const IndexSpans& spans, const Range& hole) {
  if (hole.empty()) return spans;
  IndexSpans parts;
  for (const IndexSpan& span : spans) {
    for (const IndexSpan& half : halves(span)) {
      const Range before{half.range.begin, std::min(half.range.end, hole.begin)};
      const Range behind{std::max(half.range.begin, hole.end), half.range.end};
      if (!before.empty() && !behind.empty() && before.end < behind.begin) {
        parts.push_back({half.range, hole});
        continue;
      }
      for (const Range& part : {before, behind}) {
        if (!part.empty()) parts.push_back({part});
      }
    }
  }
  return parts;
}

bool within(const Range& inner, const Range& outer) {
  return inner.empty() || (outer.begin <= inner.begin && inner.end <= outer.end);
}

/// All combinations of one range of each axis.
std::vector<RangeBox> product(const std::vector<IndexSpans>& axes) {
  std::vector<RangeBox> boxes = {{}};
  for (const IndexSpans& parts : axes) {
    std::vector<RangeBox> finer;
    for (const RangeBox& box : boxes) {
      for (const IndexSpan& part : parts) {
        finer.push_back(box);
        finer.back().push_back(part);
      }
    }
    boxes = std::move(finer);
  }
  return boxes;
}

bool is_among(std::span<const std::size_t> axes, std::size_t axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

}  // namespace

std::vector<RangeBox> boxes_of(const Problem& problem, const std::vector<std::int64_t>& lengths,
                               const std::vector<std::size_t>& order, StepAxes step) {
  const std::span<const std::size_t> all(order);
  const std::span<const std::size_t> own = all.subspan(step.first, step.count);
  const std::span<const std::size_t> later = all.subspan(step.first + step.count);
  std::vector<IndexSpans> axes;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    IndexSpans parts = {{{0, lengths[i]}}};
    if (!is_among(own, i)) parts = outside(parts, is_among(later, i) ? problem.zero_of(i) : problem.skip_of(i));
    if (!is_among(order, i)) parts = outside(parts, problem.zero_of(i));
    axes.push_back(std::move(parts));
  }
  return product(axes);
}

std::vector<RangeBox> zero_boxes(const Problem& problem, const std::vector<std::int64_t>& lengths,
                                 const std::vector<std::size_t>& order) {
  std::vector<RangeBox> boxes;
  for (std::size_t first = 0; first < lengths.size(); ++first) {
    if (is_among(order, first) || problem.zero_of(first).empty()) continue;
    std::vector<IndexSpans> axes;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      IndexSpans parts = {{i == first ? problem.zero_of(i) : Range{0, lengths[i]}}};
      // Axes before the first one whose index is in a hole have theirs outside.
      if (i < first && !is_among(order, i)) parts = outside(parts, problem.zero_of(i));
      axes.push_back(outside(parts, problem.skip_of(i)));
    }
    for (RangeBox& box : product(axes)) boxes.push_back(std::move(box));
  }
  return boxes;
}

std::vector<RangeBox> without_gaps(const std::vector<RangeBox>& boxes) {
  std::vector<RangeBox> result;
  for (const RangeBox& box : boxes) {
    std::vector<IndexSpans> axes;
    for (const IndexSpan& span : box) axes.push_back(halves(span));
    for (RangeBox& part : product(axes)) result.push_back(std::move(part));
  }
  return result;
}

bool writes_what_is_skipped(const Problem& problem, const std::vector<std::size_t>& order) {
  return std::any_of(order.begin() + 1, order.end(), [&](std::size_t axis) {
    // The two sides of c2r count different elements along the last axis, which is halved, so the ranges cannot be
    // compared.
    if (problem.kind == Kind::c2r && axis == order.back()) return !problem.skip_of(axis).empty();
    return !within(problem.skip_of(axis), problem.zero_of(axis));
  });
}

}  // namespace papilio::plan
