// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/methods/strips.hpp"

#include <gtest/gtest.h>

#include "mpi/memory/box_copy.hpp"

namespace papilio::mpi {
namespace {

constexpr std::int64_t height = 5;
constexpr std::int64_t width = 6;

std::vector<std::int64_t> copied(const std::vector<BoxCopy>& boxes, const std::vector<std::int64_t>& from,
                                 std::int64_t elements) {
  std::vector<std::int64_t> to(static_cast<std::size_t>(elements), -1);
  for (const BoxCopy& box : boxes) {
    copy_box(box, 8, reinterpret_cast<const std::byte*>(from.data()), reinterpret_cast<std::byte*>(to.data()));
  }
  return to;
}

/// Two arrays of 12 elements. The first has elements for the matrix in their order and others backwards, some for both.
RankLayouts two_ranges() {
  RankLayouts ranges{height, width, {}, {{0, 12}, {12, 24}}};
  ranges.maps.push_back({{{0, 12}, {0, 4}, 0, 1}, {{18, 30}, {4, 6}, 11, -1}});
  ranges.maps.push_back({{{12, 24}, {0, 4}, 0, 1}});
  return ranges;
}

/// Which element of which array the matrix has at an index, as rank * 100 + element; -1: no array has it.
std::int64_t element_at(const RankLayouts& ranges, std::int64_t index) {
  std::int64_t found = -1;
  for (std::size_t rank = 0; rank < ranges.maps.size(); ++rank) {
    for (const IndexMap& map : ranges.maps[rank]) {
      const bool row = index >= map.indices.begin && index < map.indices.end;
      const bool column = index % width >= map.columns.begin && index % width < map.columns.end;
      if (!row || !column) continue;
      EXPECT_EQ(found, -1) << "two arrays have " << index;
      found = static_cast<std::int64_t>(rank) * 100 + map.offset + (index - map.indices.begin) * map.stride;
    }
  }
  return found;
}

/// Each rank's messages and their copies bring every element of a strip from where an array has it.
TEST(Strips, FindTheirElementsInArrays) {
  const RankLayouts ranges = two_ranges();
  const Spans strips = {{0, 3}, {3, 6}};
  EXPECT_FALSE(consecutive(ranges));
  for (const std::int64_t batch : {1, 2}) {
    std::vector<std::vector<std::int64_t>> found(2);
    for (int rank = 0; rank < 2; ++rank) {
      std::vector<std::int64_t> array;
      for (std::int64_t b = 0; b < batch; ++b) {
        for (std::int64_t i = 0; i < 12; ++i) array.push_back(b * 1000 + rank * 100 + i);
      }
      const MessagesAndCopies sent = traffic_of_range(ranges, rank, strips, {batch, 8});
      const std::vector<std::int64_t> messages = copied(sent.boxes, array, sent.elements);
      for (const Message& message : sent.messages) {
        const auto own = static_cast<std::size_t>(message.peer);
        EXPECT_EQ(message.bytes, 8 * batch * common(ranges, rank, strips[own]));
        found[own].insert(found[own].end(), messages.begin() + message.offset / 8,
                          messages.begin() + (message.offset + message.bytes) / 8);
      }
    }
    for (std::size_t own = 0; own < 2; ++own) {
      const MessagesAndCopies received = traffic_of_strip(ranges, strips[own], {batch, 8});
      ASSERT_EQ(received.elements, static_cast<std::int64_t>(found[own].size()));
      const std::vector<std::int64_t> strip = copied(reversed(received.boxes), found[own], batch * height * 3);
      std::int64_t there = 0;
      for (std::int64_t i = 0; i < batch * height * 3; ++i) {
        const std::int64_t index = i / 3 % height * width + strips[own].begin + i % 3;
        const std::int64_t element = element_at(ranges, index);
        EXPECT_EQ(strip[static_cast<std::size_t>(i)], element < 0 ? -1 : i / (height * 3) * 1000 + element) << index;
        there += element < 0 ? 0 : 1;
      }
      EXPECT_EQ(there, received.elements);
      EXPECT_GT(there, 0);
    }
  }
}

/// Ranges that follow each other lie in a strip one after the other, so a single array needs no copy there.
TEST(Strips, HaveConsecutiveRangesInPlace) {
  RankLayouts ranges{height, width, {}, {{0, 7}, {7, 30}}};
  for (const Span& range : ranges.ranges) ranges.maps.push_back({{range, {0, width}, 0, 1}});
  EXPECT_TRUE(consecutive(ranges));
  const MessagesAndCopies traffic = traffic_of_strip(ranges, {2, 4}, {1, 8});
  EXPECT_TRUE(traffic.boxes.empty());
  ASSERT_EQ(traffic.messages.size(), 2U);
  EXPECT_EQ(traffic.messages[0], (Message{0, 0, 2 * 8, 0}));
  EXPECT_EQ(traffic.messages[1], (Message{1, 2 * 8, 8 * 8, 0}));
  EXPECT_FALSE(traffic_of_strip(ranges, {2, 4}, {2, 8}).boxes.empty());
}

}  // namespace
}  // namespace papilio::mpi
