// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/six_step_kinds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace papilio::mpi {
namespace {

constexpr std::array every_kind = {Kind::c2c,  Kind::r2c,  Kind::c2r,  Kind::dct1, Kind::dct2, Kind::dct3,
                                   Kind::dct4, Kind::dst1, Kind::dst2, Kind::dst3, Kind::dst4, Kind::dht};

/// Ranges of all lengths, empty ones too, in the order of a few ranks.
Spans some_ranges(std::int64_t length, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::int64_t> ends = {0, length};
  for (int i = 0; i < 4; ++i) ends.push_back(static_cast<std::int64_t>(random() % static_cast<unsigned>(length + 1)));
  std::ranges::sort(ends);
  Spans ranges;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) ranges.push_back({ends[i], ends[i + 1]});
  return ranges;
}

/// The element of the whole array that each part of each element of the matrix has, or -1; two arrays never have one.
std::vector<std::int64_t> elements(const Spans& ranges, const std::vector<std::vector<IndexMap>>& maps,
                                   std::int64_t points, std::int64_t width, std::int64_t parts) {
  std::vector<std::int64_t> found(static_cast<std::size_t>(points * parts), -1);
  for (std::size_t rank = 0; rank < ranges.size(); ++rank) {
    for (const IndexMap& map : maps[rank]) {
      for (std::int64_t i = map.indices.begin; i < map.indices.end; ++i) {
        if (i % width < map.columns.begin || i % width >= map.columns.end) continue;
        const std::int64_t element = map.offset + (i - map.indices.begin) * map.stride;
        EXPECT_GE(element, 0);
        EXPECT_LT(element, ranges[rank].size());
        std::int64_t& place = found.at(static_cast<std::size_t>(i * parts + map.part));
        EXPECT_EQ(place, -1) << "index " << i;
        place = ranges[rank].begin + element;
      }
    }
  }
  return found;
}

/// What part of index i is of the input by the definitions; -1: nothing is.
std::int64_t expected_input(Kind kind, std::int64_t n, std::int64_t points, std::int64_t i, std::int64_t part) {
  const std::int64_t makhoul = i < (points + 1) / 2 ? 2 * i : 2 * (points - 1 - i) + 1;
  switch (kind) {
    case Kind::c2r:
      return std::min(i, points - i);
    case Kind::dct1:
      return std::min(i, points - i);
    case Kind::dst1:
      return i == 0 || i == n + 1 ? -1 : std::min(i, points - i) - 1;
    case Kind::dct2:
    case Kind::dst2:
      return makhoul;
    case Kind::dct3:
      return part == 0 ? i : i == 0 ? -1 : n - i;
    case Kind::dst3:
      return part == 0 ? n - 1 - i : i - 1;
    case Kind::dct4:
      return part == 0 ? 2 * i : n - 1 - 2 * i;
    case Kind::dst4:
      return part == 0 ? n - 1 - 2 * i : 2 * i;
    default:
      return i;
  }
}

template <typename Check>
void for_each_core(const Check& check) {
  for (const Kind kind : every_kind) {
    for (const std::int64_t n : {12, 13, 24}) {
      const std::optional<Core> core = core_of(kind, n);
      if (!core) continue;
      for (const std::int64_t width : {2, 3, 4, 6}) {
        if (core->points % width != 0) continue;
        SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind) << ", " << n << " points, " << width);
        check(kind, n, *core, width);
      }
    }
  }
}

TEST(SixStepKinds, ReadEveryNumberWhereItIs) {
  for_each_core([](Kind kind, std::int64_t n, const Core& core, std::int64_t width) {
    const Spans ranges = some_ranges(kind == Kind::c2r ? n / 2 + 1 : n, static_cast<unsigned>(width));
    std::vector<std::vector<IndexMap>> maps;
    for (const Span& range : ranges) maps.push_back(maps_read(kind, n, range, width));
    const auto found = elements(ranges, maps, core.points, width, core.parts_read);
    for (std::int64_t i = 0; i < core.points; ++i) {
      if (core.kind == Kind::c2r && i % width > width / 2) continue;  // not kept
      for (std::int64_t part = 0; part < core.parts_read; ++part) {
        EXPECT_EQ(found[static_cast<std::size_t>(i * core.parts_read + part)],
                  expected_input(kind, n, core.points, i, part))
            << "index " << i << ", part " << part;
      }
    }
  });
}

/// Which parts of which indices element k of the output may be: two that are the same number.
std::vector<std::array<std::int64_t, 2>> expected_outputs(Kind kind, std::int64_t n, std::int64_t points,
                                                          std::int64_t k) {
  switch (kind) {
    case Kind::r2c:
    case Kind::dct1:
      return {{k, 0}, {points - k, 0}};
    case Kind::dht:
    case Kind::dct2:
      return {{k, 0}, {points - k, 1}};
    case Kind::dst2:
      return {{n - 1 - k, 0}, {k + 1, 1}};
    case Kind::dst1:
      return {{k + 1, 0}, {points - k - 1, 1}};
    case Kind::dct3:
    case Kind::dst3:
      return {{k % 2 == 0 ? k / 2 : points - 1 - k / 2, 0}};
    case Kind::dct4:
    case Kind::dst4:
      return {{k % 2 == 0 ? k / 2 : (n - 1 - k) / 2, k % 2}};
    default:
      return {{k, 0}};
  }
}

TEST(SixStepKinds, WriteEveryNumberOnce) {
  for_each_core([](Kind kind, std::int64_t n, const Core& core, std::int64_t width) {
    const std::int64_t length = kind == Kind::r2c ? n / 2 + 1 : n;
    const Spans ranges = some_ranges(length, static_cast<unsigned>(width));
    std::vector<std::vector<IndexMap>> maps;
    for (const Span& range : ranges) maps.push_back(maps_written(kind, n, range, width));
    const std::int64_t parts = core.parts_written;
    const auto found = elements(ranges, maps, core.points, width, parts);
    std::vector<int> times(static_cast<std::size_t>(length), 0);
    for (std::int64_t place = 0; place < core.points * parts; ++place) {
      const std::int64_t k = found[static_cast<std::size_t>(place)];
      if (k < 0) continue;
      ++times[static_cast<std::size_t>(k)];
      const std::int64_t i = place / parts;
      EXPECT_TRUE(core.kind != Kind::r2c || i % width <= width / 2) << "not kept: " << i;
      const auto expected = expected_outputs(kind, n, core.points, k);
      const std::array<std::int64_t, 2> is = {i, place % parts};
      EXPECT_NE(std::ranges::find(expected, is), expected.end()) << k << " is part " << is[1] << " of " << i;
    }
    EXPECT_EQ(times, std::vector<int>(times.size(), 1));
  });
}

TEST(SixStepKinds, HaveNoCoreWhereNoneServes) {
  EXPECT_FALSE(core_of(Kind::dct4, 45));
  EXPECT_FALSE(core_of(Kind::dct1, 1));
  EXPECT_EQ(core_of(Kind::dct1, 33)->points, 64);
  EXPECT_EQ(core_of(Kind::dst1, 31)->points, 64);
}

}  // namespace
}  // namespace papilio::mpi
