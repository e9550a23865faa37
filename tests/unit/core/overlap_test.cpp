// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/overlap.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace papilio {
namespace {

using Axes = std::vector<StridedAxis>;
using Index = std::vector<std::int64_t>;

std::int64_t offset_of(const Axes& axes, const Index& index) {
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) offset += index[i] * axes[i].stride;
  return offset;
}

/// Calls visit(index) for each element.
template <class Visit>
void for_each_element(const Axes& axes, Visit visit) {
  std::int64_t elements = 1;
  for (const StridedAxis& axis : axes) elements *= axis.count;
  for (std::int64_t e = 0; e < elements; ++e) {
    Index index;
    std::int64_t rest = e;
    for (const StridedAxis& axis : axes) {
      index.push_back(rest % axis.count);
      rest /= axis.count;
    }
    visit(index);
  }
}

std::string text_of(const Axes& axes) {
  std::string text;
  for (const StridedAxis& axis : axes) text += std::to_string(axis.count) + "*" + std::to_string(axis.stride) + " ";
  return text;
}

enum class Check { overlap, both };

void expect_as_brute_force(const Axes& axes, Check check = Check::both) {
  std::map<std::int64_t, Index> elements;
  bool meet = false;
  for_each_element(axes, [&](const Index& index) { meet |= !elements.emplace(offset_of(axes, index), index).second; });
  const OverlapResult result = find_overlap(axes);
  ASSERT_EQ(result.overlap, meet ? Overlap::found : Overlap::none) << text_of(axes);
  if (meet) {
    ASSERT_NE(result.first, result.second) << text_of(axes);
    ASSERT_EQ(offset_of(axes, result.first), offset_of(axes, result.second)) << text_of(axes);
    for (std::size_t i = 0; i < axes.size(); ++i) {
      for (const Index* index : {&result.first, &result.second}) {
        ASSERT_GE((*index)[i], 0) << text_of(axes);
        ASSERT_LT((*index)[i], axes[i].count) << text_of(axes);
      }
    }
  }
  if (check == Check::overlap) return;
  const std::int64_t low = elements.begin()->first;
  const std::int64_t high = elements.rbegin()->first;
  for (std::int64_t offset = low - 1; offset <= high + 1; ++offset) {
    const std::optional<Index> found = index_at(axes, offset);
    ASSERT_EQ(found.has_value(), elements.contains(offset)) << text_of(axes) << "at " << offset;
    if (!found) continue;
    ASSERT_EQ(offset_of(axes, *found), offset) << text_of(axes);
  }
}

TEST(Overlap, AgreesWithBruteForceForAllSmallArrays) {
  for (std::int64_t a = 1; a <= 5; ++a) {
    for (std::int64_t s = -7; s <= 7; ++s) {
      expect_as_brute_force({{a, s}});
      for (std::int64_t b = 1; b <= 5; ++b) {
        for (std::int64_t t = -7; t <= 7; ++t) expect_as_brute_force({{a, s}, {b, t}});
      }
    }
  }
  for (std::int64_t a = 2; a <= 4; ++a) {
    for (std::int64_t b = 2; b <= 4; ++b) {
      for (std::int64_t c = 2; c <= 4; ++c) {
        for (std::int64_t s = 0; s <= 7; ++s) {
          for (std::int64_t t = -3; t <= 7; ++t) {
            for (std::int64_t u = 1; u <= 7; ++u) expect_as_brute_force({{a, s}, {b, t}, {c, u}}, Check::overlap);
          }
        }
      }
    }
  }
}

TEST(Overlap, AgreesWithBruteForceForRandomArraysOfFourAxes) {
  std::mt19937_64 engine(3);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(n));
  };
  for (int i = 0; i < 800; ++i) {
    Axes axes;
    for (int axis = 0; axis < 4; ++axis) axes.push_back({1 + below(4), below(121) - 40});
    expect_as_brute_force(axes);
  }
}

TEST(Overlap, DecidesLargeArraysOfTwoAxesAtOnce) {
  constexpr std::int64_t a = 1000003;
  constexpr std::int64_t b = 999983;
  constexpr std::int64_t one_branch = 2;
  EXPECT_EQ(find_overlap({{b, a}, {1 << 27, b}}, one_branch).overlap, Overlap::none);
  const OverlapResult found = find_overlap({{b + 1, a}, {1 << 27, -b}}, one_branch * 2);
  EXPECT_EQ(found.overlap, Overlap::found);
  EXPECT_EQ(found.second, (Index{b, a}));
  EXPECT_EQ(find_overlap({{3, 2}, {2, 3}}).overlap, Overlap::none);
}

TEST(Overlap, StridesThatNestNeedNoSearch) {
  EXPECT_EQ(find_overlap({{1 << 20, -(1 << 20)}, {1 << 20, 1}, {1, 0}}, 0).overlap, Overlap::none);
  EXPECT_EQ(find_overlap({{3, 2}, {2, 3}, {50, 100}}, 0).overlap, Overlap::undecided);
}

}  // namespace
}  // namespace papilio
