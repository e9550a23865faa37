// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/draw/layouts.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace papilio::verify {

std::int64_t draw_magnitude(Choices& choices, std::int64_t lo, std::int64_t hi, const char* name) {
  const std::int64_t bits = choices.number(0, std::bit_width(static_cast<std::uint64_t>(hi - lo)), "magnitude");
  if (bits == 0) return lo;
  const std::int64_t least = std::int64_t{1} << (bits - 1);
  return choices.number(lo + least, lo + std::min(hi - lo, 2 * least - 1), name);
}

std::int64_t draw_length(Choices& choices, std::int64_t lo, std::int64_t hi) {
  const std::int64_t length = draw_magnitude(choices, lo, hi, "length");
  if (!choices.one_in(2, "smooth")) return length;
  std::int64_t smooth = 1;
  while (smooth <= length / 2) {
    const auto prime = choices.one_of<std::int64_t>({2, 2, 2, 3, 3, 5, 7, 11, 13}, "prime factor");
    smooth *= smooth <= length / prime ? prime : 2;
  }
  return std::max(lo, smooth);
}

std::int64_t within_room(std::int64_t length, std::int64_t lo, std::int64_t& room) {
  const std::int64_t kept = std::max(lo, std::min(length, room));
  room = std::max<std::int64_t>(1, room / kept);
  return kept;
}

DrawnStrides draw_strides(Choices& choices, const Lengths& lengths, std::int64_t batch, std::size_t contiguous) {
  std::vector<std::size_t> order(lengths.size() - contiguous + 1);
  std::iota(order.begin(), order.end(), std::size_t{0});
  order.back() = lengths.size();  // the batch
  std::reverse(order.begin(), order.end());
  for (std::size_t i = order.size(); i-- > 1;) {
    const auto j = static_cast<std::size_t>(choices.number(0, static_cast<std::int64_t>(i), "order of strides"));
    std::swap(order[i], order[i - j]);
  }
  for (std::size_t i = 0; i < contiguous; ++i) order.insert(order.begin(), lengths.size() - contiguous + i);
  DrawnStrides drawn{Lengths(lengths.size(), 1), 0};
  std::int64_t span = 0;  // extent of the axes placed so far
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::int64_t gap = i < contiguous ? 0 : choices.number(0, 3, "gap");
    const bool is_batch = order[i] == lengths.size();
    (is_batch ? drawn.distance : drawn.strides[order[i]]) = span + 1 + gap;
    span += ((is_batch ? batch : lengths[order[i]]) - 1) * (span + 1 + gap);
  }
  return drawn;
}

DrawnStrides draw_shared_strides(Choices& choices, std::size_t rank) {
  DrawnStrides drawn;
  for (std::size_t i = 0; i < rank; ++i) drawn.strides.push_back(choices.number(-4, 8, "shared stride"));
  drawn.distance = choices.one_of<std::int64_t>({1, 2, 5, -1, -7}, "shared distance");
  return drawn;
}

std::int64_t draw_signs(Choices& choices, const Lengths& lengths, std::int64_t batch, std::size_t turned,
                        DrawnStrides& drawn) {
  const bool any = choices.one_in(3, "negative strides");
  const auto turn = [&](std::int64_t& stride) {
    if (any && choices.one_in(2, "negative")) stride = -stride;
  };
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (i < turned) turn(drawn.strides[i]);
    offset -= std::min<std::int64_t>(0, (lengths[i] - 1) * drawn.strides[i]);
  }
  turn(drawn.distance);
  return offset - std::min<std::int64_t>(0, (batch - 1) * drawn.distance);
}

}  // namespace papilio::verify
