// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "strips.hpp"

#include <algorithm>
#include <utility>

namespace papilio::mpi {
namespace {

Span intersection_of(const Span& a, const Span& b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

/// Elements of the columns, of a matrix `width` wide, that come before index i: where a strip of these columns has the
/// next one.
std::int64_t place_in(const Span& columns, std::int64_t width, std::int64_t i) {
  return i / width * columns.size() + std::clamp<std::int64_t>(i % width - columns.begin, 0, columns.size());
}

std::int64_t elements_of(const Span& indices, const Span& columns, std::int64_t width) {
  if (indices.size() == 0 || columns.size() == 0) return 0;
  return place_in(columns, width, indices.end) - place_in(columns, width, indices.begin);
}

/// Rows of consecutive elements, `width` apart, that begin at an index.
struct Rows {
  std::int64_t index = 0;
  std::int64_t rows = 0;
  std::int64_t elements = 0;  ///< of each row
};

/// Elements that a range of indices and columns have in common: a part of a row, whole rows, and a part of a row.
std::vector<Rows> rows_in(const Span& range, const Span& columns, std::int64_t width) {
  std::vector<Rows> result;
  if (columns.size() == 0) return result;
  std::int64_t row = range.begin / width;
  while (row * width < range.end) {
    const std::int64_t begin = std::max(columns.begin, range.begin - row * width);
    const std::int64_t end = std::min(columns.end, range.end - row * width);
    const bool whole = begin == columns.begin && end == columns.end;
    const std::int64_t rows = whole ? (range.end - columns.end) / width - row + 1 : 1;
    if (begin < end) result.push_back({row * width + begin, rows, end - begin});
    row += rows;
  }
  return result;
}

/// Calls visit(map, rows, place) for all that a rank's array and a strip have in common, in the order of their message;
/// `place` counts its elements.
template <typename Visit>
void for_each_rows(const RankLayouts& ranges, int rank, const Span& strip, const Visit& visit) {
  std::int64_t place = 0;
  for (const IndexMap& map : ranges.maps[static_cast<std::size_t>(rank)]) {
    for (const Rows& rows : rows_in(map.indices, intersection_of(strip, map.columns), ranges.width)) {
      visit(map, rows, place);
      place += rows.rows * rows.elements;
    }
  }
}

}  // namespace

Spans spans_of(const Distribution& distribution, std::size_t axis) {
  Spans spans;
  for (const Box& box : distribution.boxes) {
    spans.push_back(box.empty() ? Span{} : Span{box.begin[axis], box.end[axis]});
  }
  return spans;
}

void add_message(MessagesAndCopies& traffic, int peer, std::int64_t elements, std::int64_t bytes) {
  traffic.messages.push_back({peer, traffic.elements * bytes, elements * bytes, 0});
  traffic.elements += elements;
}

std::int64_t common(const RankLayouts& ranges, int rank, const Span& strip) {
  std::int64_t elements = 0;
  for (const IndexMap& map : ranges.maps[static_cast<std::size_t>(rank)]) {
    elements += elements_of(map.indices, intersection_of(strip, map.columns), ranges.width);
  }
  return elements;
}

bool consecutive(const RankLayouts& ranges) {
  return std::ranges::all_of(ranges.maps, [&](const std::vector<IndexMap>& maps) {
    return maps.size() <= 1 && std::ranges::all_of(maps, [&](const IndexMap& map) {
             return map.stride == 1 && map.columns.begin == 0 && map.columns.end == ranges.width;
           });
  });
}

MessagesAndCopies traffic_of_range(const RankLayouts& ranges, int rank, const Spans& strips, const BatchOf& batch) {
  MessagesAndCopies traffic;
  const std::int64_t length = ranges.ranges[static_cast<std::size_t>(rank)].size();
  for (std::size_t peer = 0; peer < strips.size(); ++peer) {
    const std::int64_t count = common(ranges, rank, strips[peer]);
    if (count == 0) continue;
    for_each_rows(ranges, rank, strips[peer], [&](const IndexMap& map, const Rows& rows, std::int64_t place) {
      traffic.boxes.push_back({{batch.arrays, rows.rows, rows.elements},
                               {map.offset + (rows.index - map.indices.begin) * map.stride,
                                {length, ranges.width * map.stride, map.stride}},
                               {traffic.elements + place, {count, rows.elements, 1}}});
    });
    add_message(traffic, static_cast<int>(peer), count * batch.arrays, batch.bytes);
  }
  return traffic;
}

MessagesAndCopies traffic_of_strip(const RankLayouts& ranges, const Span& strip, const BatchOf& batch) {
  MessagesAndCopies traffic;
  const bool in_place = batch.arrays == 1 && consecutive(ranges);
  for (std::size_t peer = 0; peer < ranges.maps.size(); ++peer) {
    const int rank = static_cast<int>(peer);
    const std::int64_t count = common(ranges, rank, strip);
    if (count == 0) continue;
    const std::int64_t width = strip.size();
    for_each_rows(ranges, rank, strip, [&](const IndexMap&, const Rows& rows, std::int64_t place) {
      const std::int64_t element = rows.index / ranges.width * width + rows.index % ranges.width - strip.begin;
      traffic.boxes.push_back({{batch.arrays, rows.rows, rows.elements},
                               {element, {ranges.height * width, width, 1}},
                               {traffic.elements + place, {count, rows.elements, 1}}});
    });
    const std::int64_t place = place_in(strip, ranges.width, ranges.maps[peer].front().indices.begin);
    add_message(traffic, rank, count * batch.arrays, batch.bytes);
    if (in_place) traffic.messages.back().offset = place * batch.bytes;
  }
  if (in_place) traffic.boxes.clear();
  return traffic;
}

MessagesAndCopies traffic_of_columns(const Span& strip, const Spans& rows, const BatchOf& batch) {
  MessagesAndCopies traffic;
  const std::int64_t row = batch.arrays * strip.size();
  for (std::size_t peer = 0; peer < rows.size() && strip.size() > 0; ++peer) {
    if (rows[peer].size() == 0) continue;
    add_message(traffic, static_cast<int>(peer), rows[peer].size() * row, batch.bytes);
    traffic.messages.back().offset = rows[peer].begin * row * batch.bytes;
  }
  return traffic;
}

MessagesAndCopies traffic_of_rows(const Span& local, const Spans& strips, std::int64_t width, const BatchOf& batch) {
  MessagesAndCopies traffic;
  const std::int64_t rows = local.size();
  for (std::size_t peer = 0; peer < strips.size() && rows > 0; ++peer) {
    const std::int64_t columns = strips[peer].size();
    if (columns == 0) continue;
    traffic.boxes.push_back({{batch.arrays, rows, columns},
                             {strips[peer].begin, {rows * width, width, 1}},
                             {traffic.elements, {columns, batch.arrays * columns, 1}}});
    add_message(traffic, static_cast<int>(peer), rows * batch.arrays * columns, batch.bytes);
  }
  return traffic;
}

Volume volume_of_ranges(const RankLayouts& ranges, const Spans& strips, int rank, bool to_strips) {
  const auto local = static_cast<std::size_t>(rank);
  Volume volume;
  for (std::size_t peer = 0; peer < strips.size(); ++peer) {
    if (peer == local) continue;
    const std::int64_t of_range = common(ranges, rank, strips[peer]);
    const std::int64_t of_strip = common(ranges, static_cast<int>(peer), strips[local]);
    volume.sent += to_strips ? of_range : of_strip;
    volume.received += to_strips ? of_strip : of_range;
    volume.messages += (of_range > 0 ? 1 : 0) + (of_strip > 0 ? 1 : 0);
  }
  return volume;
}

std::vector<BoxCopy> reversed(std::vector<BoxCopy> boxes) {
  for (BoxCopy& box : boxes) std::swap(box.from, box.to);
  return boxes;
}

}  // namespace papilio::mpi
