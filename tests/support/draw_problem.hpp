// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Generates any valid problem inside a RapidCheck property; a failing one shrinks towards c2c:f32:1.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/storage.hpp"

namespace papilio::test {

constexpr std::array complex_kinds = {Kind::c2c, Kind::r2c, Kind::c2r};
constexpr std::array real_kinds = {Kind::dct1, Kind::dct2, Kind::dct3, Kind::dct4, Kind::dst1,
                                   Kind::dst2, Kind::dst3, Kind::dst4, Kind::dht};

struct DrawLimits {
  std::array<std::int64_t, 4> length = {1, 1, 1, 1};  ///< largest axis length for each rank from 1 on
  std::int64_t batch = 1;
};

/// lo..hi inclusive; small numbers are as likely as large ones, because the magnitude of a length matters most.
inline rc::Gen<std::int64_t> magnitude(std::int64_t lo, std::int64_t hi) {
  return rc::gen::mapcat(rc::gen::inRange(0, 40), [lo, hi](int bits) {
    const std::int64_t top = std::min(hi, lo + (std::int64_t{1} << bits) - 1);
    return rc::gen::inRange<std::int64_t>(lo, top + 1);
  });
}

/// Draws a side's strides and distance, all positive, without overlapping elements: in any order of the axes and of the
/// batch, with gaps. The last `contiguous` axes come first in that order.
inline void draw_strides(const std::vector<std::int64_t>& lengths, std::int64_t batch, std::size_t contiguous,
                         std::vector<std::int64_t>& strides, std::int64_t& distance) {
  std::vector<std::size_t> order(lengths.size() - contiguous + 1);
  std::iota(order.begin(), order.end(), std::size_t{0});
  order.back() = lengths.size();  // the batch
  std::reverse(order.begin(), order.end());
  if (!contiguous || order.size() > 1) {
    for (std::size_t i = order.size(); i-- > 1;) {
      const auto j = *rc::gen::inRange<std::size_t>(0, i + 1).as("order of strides");
      std::swap(order[i], order[i - j]);
    }
  }
  for (std::size_t i = 0; i < contiguous; ++i) order.insert(order.begin(), lengths.size() - contiguous + i);
  strides.assign(lengths.size(), 1);
  std::int64_t span = 0;  // extent of the axes placed so far
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool fixed = i < contiguous;
    const std::int64_t stride = span + 1 + (fixed ? 0 : *rc::gen::inRange<std::int64_t>(0, 4).as("gap"));
    const std::int64_t count = order[i] == lengths.size() ? batch : lengths[order[i]];
    (order[i] == lengths.size() ? distance : strides[order[i]]) = stride;
    span += (count - 1) * stride;
  }
}

/// Strides of any sign, also 0: elements may share an address.
inline void draw_shared_strides(std::size_t rank, std::vector<std::int64_t>& strides, std::int64_t& distance) {
  strides.clear();
  for (std::size_t i = 0; i < rank; ++i) strides.push_back(*rc::gen::inRange<std::int64_t>(-4, 9).as("shared stride"));
  distance = *rc::gen::element<std::int64_t>(1, 2, 5, -1, -7).as("shared distance");
}

/// Reverses the strides of some of the first `turned` axes, and of the batch. Returns the smallest offset.
inline std::int64_t draw_signs(const std::vector<std::int64_t>& lengths, std::int64_t batch, std::size_t turned,
                               std::vector<std::int64_t>& strides, std::int64_t& distance) {
  const bool any = *rc::gen::weightedElement<bool>({{2, false}, {1, true}}).as("negative strides");
  const auto turn = [&](std::int64_t& stride) {
    if (any && *rc::gen::element(false, true).as("negative")) stride = -stride;
  };
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    if (i < turned) turn(strides[i]);
    offset -= std::min<std::int64_t>(0, (lengths[i] - 1) * strides[i]);
  }
  turn(distance);
  return offset - std::min<std::int64_t>(0, (batch - 1) * distance);
}

inline void draw_layout(Problem& problem) {
  if (*rc::gen::element(true, false).as("packed")) return;
  const std::size_t rank = problem.lengths.size();
  if (problem.placement == Placement::out_of_place) {
    if (*rc::gen::weightedElement<bool>({{3, false}, {1, true}}).as("shared input")) {
      draw_shared_strides(rank, problem.in_strides, problem.in_distance);
    } else {
      draw_strides(problem.input_lengths(), problem.batch, 0, problem.in_strides, problem.in_distance);
    }
    draw_strides(problem.output_lengths(), problem.batch, 0, problem.out_strides, problem.out_distance);
    problem.in_offset =
        draw_signs(problem.input_lengths(), problem.batch, rank, problem.in_strides, problem.in_distance);
    problem.out_offset =
        draw_signs(problem.output_lengths(), problem.batch, rank, problem.out_strides, problem.out_distance);
    return;
  }
  if (!problem.halves()) {
    draw_strides(problem.lengths, problem.batch, 0, problem.in_strides, problem.in_distance);
    problem.in_offset = draw_signs(problem.lengths, problem.batch, rank, problem.in_strides, problem.in_distance);
    problem.out_offset = problem.in_offset;
    problem.out_strides = problem.in_strides;
    problem.out_distance = problem.in_distance;
    return;
  }
  // Rows of both sides coincide, so the real side has the same row strides in memory as the complex side.
  const bool real_input = problem.real_input();
  std::vector<std::int64_t>& half = real_input ? problem.out_strides : problem.in_strides;
  std::vector<std::int64_t>& real = real_input ? problem.in_strides : problem.out_strides;
  std::int64_t& half_distance = real_input ? problem.out_distance : problem.in_distance;
  const std::vector<std::int64_t> lengths = real_input ? problem.output_lengths() : problem.input_lengths();
  draw_strides(lengths, problem.batch, 1, half, half_distance);
  const std::int64_t offset = draw_signs(lengths, problem.batch, rank - 1, half, half_distance);
  problem.in_offset = real_input ? 2 * offset : offset;
  problem.out_offset = real_input ? offset : 2 * offset;
  for (const std::int64_t stride : half) real.push_back(2 * stride);
  real.back() = 1;
  (real_input ? problem.in_distance : problem.out_distance) = 2 * half_distance;
}

inline void draw_storage(Problem& problem) {
  const bool in_place = problem.placement == Placement::in_place;
  if (*rc::gen::weightedElement<bool>({{2, false}, {1, true}}).as("stored otherwise")) {
    problem.out_storage =
        *rc::gen::element(Storage::f16, Storage::bf16, Storage::f32, Storage::f64).as("output storage");
    problem.in_storage = in_place ? problem.out_storage
                                  : *rc::gen::element(Storage::f16, Storage::bf16, Storage::f32, Storage::f64,
                                                      Storage::i8, Storage::u8, Storage::i16)
                                         .as("input storage");
    // f16 ends at 65504, and numbers far below 1 have few digits.
    if (problem.out_storage == Storage::f16) {
      problem.factor = 1;
      problem.scale = is_integer(problem.in_storage) ? Scale::inverse_n : Scale::inverse_sqrt_n;
    }
  }
  if (*rc::gen::weightedElement<bool>({{3, false}, {1, true}}).as("planar")) {
    const bool both = problem.kind == Kind::c2c;
    if (!in_place || both) {
      if (!problem.real_input()) problem.in_layout = ComplexLayout::planar;
      const bool other = in_place || *rc::gen::element(true, false).as("planar output");
      if (!problem.real_output() && other) problem.out_layout = ComplexLayout::planar;
    }
  }
  if (*rc::gen::weightedElement<bool>({{3, false}, {1, true}}).as("offset")) {
    const auto in = *rc::gen::inRange<std::int64_t>(0, 9).as("input offset");
    const auto out = in_place ? in : *rc::gen::inRange<std::int64_t>(0, 9).as("output offset");
    const bool doubled = in_place && problem.halves();
    problem.in_offset += doubled && problem.real_input() ? 2 * in : in;
    problem.out_offset += doubled && problem.real_output() ? 2 * out : out;
  }
}

/// Draws ranges for some axes of a side.
inline std::vector<Range> draw_ranges(const std::vector<std::int64_t>& lengths, const char* name) {
  if (!*rc::gen::weightedElement<bool>({{3, false}, {1, true}}).as(name)) return {};
  std::vector<Range> ranges;
  for (const std::int64_t length : lengths) {
    ranges.emplace_back();
    if (length == 1 || *rc::gen::element(false, true).as("whole axis")) continue;
    const auto size = *magnitude(1, length - 1).as("size of the range");
    const auto begin = *rc::gen::element<std::int64_t>(length - size, 0, (length - size) / 2).as("begin of the range");
    ranges.back() = {begin, begin + size};
  }
  return ranges;
}

inline Problem draw_problem(const DrawLimits& limits) {
  Problem problem;
  const bool complex = *rc::gen::weightedElement<bool>({{2, true}, {1, false}}).as("complex");
  problem.kind = complex ? *rc::gen::elementOf(complex_kinds).as("kind") : *rc::gen::elementOf(real_kinds).as("kind");
  problem.precision = *rc::gen::element(Precision::f32, Precision::f64).as("precision");
  const auto rank = *rc::gen::inRange<std::size_t>(1, 5).as("rank");
  problem.lengths.clear();
  for (std::size_t i = 0; i < rank; ++i) {
    problem.lengths.push_back(*magnitude(problem.kind == Kind::dct1 ? 2 : 1, limits.length[rank - 1]).as("length"));
  }
  problem.batch = *magnitude(1, limits.batch).as("batch");
  if (problem.kind == Kind::c2r) problem.direction = Direction::inverse;
  if (problem.kind == Kind::c2c) {
    problem.direction = *rc::gen::element(Direction::forward, Direction::inverse).as("direction");
  }
  problem.placement = *rc::gen::element(Placement::out_of_place, Placement::in_place).as("placement");
  const bool last_is_halved = problem.halves() && problem.placement == Placement::in_place;
  for (int axis = 0; axis < static_cast<int>(rank); ++axis) {
    const bool needed = last_is_halved && axis + 1 == static_cast<int>(rank);
    if (needed || *rc::gen::element(true, false).as("transformed")) problem.axes.push_back(axis);
  }
  problem.scale = *rc::gen::element(Scale::none, Scale::inverse_n, Scale::inverse_sqrt_n).as("scale");
  problem.factor = *rc::gen::element(1.0, -0.3, 1e3).as("factor");
  draw_layout(problem);
  draw_storage(problem);
  problem.zero = draw_ranges(problem.input_lengths(), "zero");
  problem.skip = draw_ranges(problem.output_lengths(), "skip");
  return problem;
}

/// Decides whether a property may start another example: the time limit is $PAPILIO_PROPERTY_SECONDS, or else `usual`.
/// After a failure it always may, so that it can shrink the input.
class TimeBox {
 public:
  explicit TimeBox(double usual = 5.0) : end_(std::chrono::steady_clock::now() + seconds(usual)) {}
  [[nodiscard]] bool open() const { return failed_ || std::chrono::steady_clock::now() < end_; }
  void failed() { failed_ = true; }

 private:
  static std::chrono::steady_clock::duration seconds(double usual) {
    const char* const given = std::getenv("PAPILIO_PROPERTY_SECONDS");
    const std::chrono::duration<double> most(given != nullptr ? std::atof(given) : usual);
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(most);
  }
  bool failed_ = false;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace papilio::test
