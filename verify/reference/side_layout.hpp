// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where the numbers of one side of a problem lie, transform by transform. An axis that is not transformed is a batch
// like any other here: a problem has as many transforms as arrays times the lengths of those axes.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/overlap.hpp"

namespace papilio::verify {

enum class End { input, output };

/// Elements in a row of one transform: the first begins at number `first`, the next `step` numbers further on.
struct ElementRow {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 1;
};

class SideLayout {
 public:
  SideLayout() = default;
  /// `problem` is normalised.
  SideLayout(const Problem& problem, End end);

  /// Numbers of an element: 1 where it is real, 2 where it is complex.
  [[nodiscard]] std::int64_t width() const { return width_; }
  /// Numbers that a buffer must hold.
  [[nodiscard]] std::int64_t numbers() const { return numbers_; }
  [[nodiscard]] std::int64_t transforms() const { return transforms_; }
  /// Elements of one transform.
  [[nodiscard]] std::int64_t elements() const { return elements_; }
  /// Some numbers of the buffer may belong to no element, or to one that is pruned.
  [[nodiscard]] bool has_gaps() const { return pruned_ || has_shared_ || transforms_ * elements_ * width_ != numbers_; }
  /// Some elements may share their numbers: strides of 0, windows that overlap.
  [[nodiscard]] bool has_shared() const { return has_shared_; }

  /// The rows of a transform, in row-major order. The removed elements of a compact row are a row without steps.
  template <class Visit>
  void for_each_row(std::int64_t transform, Visit visit) const {
    const std::int64_t begin = before_ + offset(loops_, transform);
    const AxisStep& row = axes_.back();
    for (std::int64_t i = 0; i < elements_ / row.count; ++i) {
      const auto part = [&](std::int64_t from, std::int64_t to, std::int64_t stride) {
        if (from < to)
          visit(ElementRow{unit_ * (begin + offset(axes_, i * row.count + from)), unit_ * stride, to - from});
      };
      part(0, row.removed.empty() ? row.count : row.removed.begin, row.stride);
      part(row.removed.begin, row.removed.end, 0);
      if (!row.removed.empty()) part(row.removed.end, row.count, row.stride);
    }
  }
  /// Calls visit(number, pruned) with the first number of each element, in row-major order.
  template <class Visit>
  void for_each_place(std::int64_t transform, Visit visit) const {
    const bool whole = within(loops_, transform);
    std::int64_t element = 0;
    for_each_row(transform, [&](const ElementRow& row) {
      for (std::int64_t i = 0; i < row.count; ++i, ++element) {
        visit(row.first + i * row.step, pruned_ && (whole || within(axes_, element)));
      }
    });
  }
  /// Calls visit(number) for those elements that are not pruned.
  template <class Visit>
  void for_each_element(std::int64_t transform, Visit visit) const {
    for_each_place(transform, [&](std::int64_t at, bool pruned) {
      if (!pruned) visit(at);
    });
  }
  /// Calls visit(number) with every number of each element, in row-major order.
  template <class Visit>
  void for_each_number(std::int64_t transform, Visit visit) const {
    for_each_element(transform, [&](std::int64_t at) {
      for (std::int64_t i = 0; i < width_; ++i) visit(at + i * part_);
    });
  }
  /// From the first number of an element to its second.
  [[nodiscard]] std::int64_t part() const { return part_; }
  /// Elements without gaps are this many numbers apart.
  [[nodiscard]] std::int64_t unit() const { return unit_; }
  /// The first number of an element, counted in row-major order.
  [[nodiscard]] std::int64_t number_of(std::int64_t transform, std::int64_t element) const {
    return unit_ * (before_ + offset(loops_, transform) + offset(axes_, element));
  }

  /// The transforms that have this number, one unless some are shared; pruned elements do not count.
  [[nodiscard]] std::vector<bool> transforms_with(std::int64_t number) const;

  [[nodiscard]] bool is_pruned(std::int64_t transform, std::int64_t element) const {
    return pruned_ && (within(loops_, transform) || within(axes_, element));
  }

  /// The transform has no places of its own, because the side is compact.
  [[nodiscard]] bool is_removed(std::int64_t transform) const;

  /// For people: "element 3 of array 0", or "element [1, 2] of array 0"; "element 5 of the buffer" for a gap.
  [[nodiscard]] std::string place_of(std::int64_t number) const;

 private:
  struct AxisStep {
    std::int64_t count = 1;
    std::int64_t stride = 1;  ///< in elements
    Range hole;               ///< indices that are zero, or skipped
    Range removed;            ///< `hole`, if the side is compact
  };
  using AxisSteps = std::vector<AxisStep>;
  /// Offset of number `index` of those that `steps` count, the last of them fastest. Elements that have no place get
  /// that of a neighbour.
  static std::int64_t offset(const AxisSteps& steps, std::int64_t index);
  /// One of its indices is in a hole.
  static bool within(const AxisSteps& steps, std::int64_t index);

  std::int64_t width_ = 1;
  std::int64_t unit_ = 1;
  std::int64_t part_ = 1;
  std::int64_t before_ = 0;  ///< elements before the one with indices 0 of the first array
  std::int64_t numbers_ = 0;
  std::int64_t transforms_ = 1;
  std::int64_t elements_ = 1;
  bool pruned_ = false;
  bool has_shared_ = false;
  AxisSteps loops_;  ///< arrays, then the axes that are not transformed
  AxisSteps axes_;
  std::vector<StridedAxis> all_;  ///< arrays, then every axis
};

}  // namespace papilio::verify
