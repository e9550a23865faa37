// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/draw/relative.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <papilio/error.hpp>
#include <vector>

#include "core/convolution_layout.hpp"
#include "core/layout.hpp"

namespace papilio::verify {
namespace {

constexpr std::int64_t largest_batch = 16;
constexpr std::int64_t most_points = std::int64_t{1} << 15;
constexpr std::int64_t largest_gap = 64;
constexpr std::int64_t largest_offset = 64;
/// Where nothing but offsets may differ: more of them, so that few problems of a long row are the same.
constexpr std::int64_t largest_lone_offset = 4096;

std::int64_t draw_batch(Choices& choices, std::int64_t points) {
  return choices.number(1, std::clamp<std::int64_t>(most_points / points, 1, largest_batch), "batch");
}

/// Multiples of four, so that pairs of real numbers begin where they began.
std::int64_t draw_room(Choices& choices, std::int64_t most, const char* name) {
  return choices.one_in(2, name) ? 0 : 4 * choices.number(0, most / 4, name);
}

/// Packed arrays may be one loop with an axis around or within their transforms, and their number a constant of the
/// kernel. Other batches than the first problem's have gaps there.
std::int64_t draw_gap(Choices& choices, bool packed_too, const char* name) {
  return packed_too ? draw_room(choices, largest_gap, name) : 4 * choices.number(1, largest_gap / 4, name);
}

/// For arrays that nothing else distinguishes from those of their relatives.
std::int64_t draw_lone_offset(Choices& choices, const char* name) {
  return 4 * choices.number(0, largest_lone_offset / 4, name);
}

/// Arrays that follow each other: away from the one before, in its direction. 0 is for all arrays in one place.
std::int64_t further(std::int64_t distance, std::int64_t gap) {
  if (distance == 0) return 0;
  return distance > 0 ? distance + gap : distance - gap;
}

/// Returns an offset: the elements before the first one make room for arrays that go backwards.
std::int64_t offset_for(std::int64_t offset, std::int64_t distance_before, std::int64_t batch_before,
                        std::int64_t distance, std::int64_t batch) {
  const auto reach = [](std::int64_t step, std::int64_t count) { return step < 0 ? -step * (count - 1) : 0; };
  return offset - reach(distance_before, batch_before) + reach(distance, batch);
}

std::int64_t furthest_stride(const ArraySide& side) {
  const std::vector<std::int64_t> strides = *side.all_strides();
  std::int64_t furthest = 0;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    if (side.lengths[i] > 1) furthest = std::max(furthest, std::abs(strides[i]));
  }
  return furthest;
}

/// The batch is the outermost loop around the transforms, so that its number and its distances are arguments of the
/// kernels. Any other loop is a constant of their text: each batch and each distance would have kernels of its own.
bool batch_is_outermost(const ArraySide& in, const ArraySide& out) {
  const std::int64_t in_distance = std::abs(*in.own_distance());
  const std::int64_t out_distance = std::abs(*out.own_distance());
  const std::int64_t in_stride = furthest_stride(in);
  const std::int64_t out_stride = furthest_stride(out);
  return in_distance >= in_stride && out_distance >= out_stride &&
         std::max(in_distance, out_distance) >= std::max(in_stride, out_stride);
}

template <class Any>
bool is_valid(const Any& problem) {
  try {
    problem.validate();
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Elements of a side that lie in the place of one complex element, where both sides are in one buffer.
struct SideUnits {
  std::int64_t in = 1;
  std::int64_t out = 1;
};
SideUnits units_of(const Problem& problem) {
  const bool paired = problem.placement == Placement::in_place && problem.halves();
  return {paired && problem.real_input() ? 2 : 1, paired && problem.real_output() ? 2 : 1};
}

/// Another batch, arrays further apart and from the buffer's beginning; it may be invalid.
Problem with_another_batch(const Problem& problem, Choices& choices) {
  const bool in_place = problem.placement == Placement::in_place;
  const SideUnits units = units_of(problem);
  Problem other = problem;
  other.batch = draw_batch(choices, problem.points());
  const bool packed_too = problem.lengths.size() == 1 || other.batch == problem.batch;
  const std::int64_t in_gap = draw_gap(choices, packed_too, "gap");
  const std::int64_t out_gap = in_place ? in_gap : draw_gap(choices, packed_too, "output gap");
  const std::int64_t in_more = draw_room(choices, largest_offset, "offset");
  const std::int64_t out_more = in_place ? in_more : draw_room(choices, largest_offset, "output offset");
  other.in_distance = further(problem.in_distance, units.in * in_gap);
  other.out_distance = further(problem.out_distance, units.out * out_gap);
  other.in_offset = units.in * in_more +
                    offset_for(problem.in_offset, problem.in_distance, problem.batch, other.in_distance, other.batch);
  other.out_offset = units.out * out_more + offset_for(problem.out_offset, problem.out_distance, problem.batch,
                                                       other.out_distance, other.batch);
  return other;
}

Problem moved(const Problem& problem, Choices& choices) {
  const bool in_place = problem.placement == Placement::in_place;
  const SideUnits units = units_of(problem);
  Problem other = problem;
  const std::int64_t in_more = draw_lone_offset(choices, "offset");
  const std::int64_t out_more = in_place ? in_more : draw_lone_offset(choices, "output offset");
  other.in_offset += units.in * in_more;
  other.out_offset += units.out * out_more;
  return other;
}

std::array<ArrayLayout*, 3> sides_of(ConvolutionProblem& problem) {
  return {&problem.in, &problem.out, &problem.kernel};
}

ConvolutionProblem with_another_batch(const ConvolutionProblem& problem, Choices& choices) {
  ConvolutionProblem other = problem;
  std::int64_t points = std::max(problem.in_channels, problem.out_channels);
  for (const std::int64_t length : problem.lengths) points *= length;
  other.batch = draw_batch(choices, points);
  if (problem.kernels > 1) other.kernels = other.batch;
  const bool packed_too = (problem.lengths.size() == 1 && !problem.has_channels()) || other.batch == problem.batch;
  const std::array<ArraySide, 3> before = {signal_side(problem), result_side(problem), kernel_side(problem)};
  for (std::size_t i = 0; i < before.size(); ++i) {
    ArrayLayout& side = *sides_of(other)[i];
    const std::int64_t distance = *before[i].own_distance();
    side.distance = further(distance, draw_gap(choices, packed_too, "gap"));
    side.offset = offset_for(side.offset, distance, problem.batch, side.distance, other.batch) +
                  draw_room(choices, largest_offset, "offset");
  }
  return other;
}

ConvolutionProblem moved(const ConvolutionProblem& problem, Choices& choices) {
  ConvolutionProblem other = problem;
  for (ArrayLayout* const side : sides_of(other)) side->offset += draw_lone_offset(choices, "offset");
  return other;
}

bool may_have_another_batch(const Problem& problem) {
  return batch_is_outermost(input_side(problem), output_side(problem));
}
bool may_have_another_batch(const ConvolutionProblem& problem) {
  const ArraySide kernel = kernel_side(problem);
  return batch_is_outermost(signal_side(problem), result_side(problem)) &&
         (problem.kernels == 1 || batch_is_outermost(kernel, kernel));
}

template <class Any>
Any any_relative_of(const Any& problem, Choices& choices) {
  if (may_have_another_batch(problem)) {
    const Any other = with_another_batch(problem, choices);
    if (is_valid(other)) return other.normalised();
  }
  const Any other = moved(problem, choices);
  return is_valid(other) ? other.normalised() : problem;
}

}  // namespace

Problem relative_of(const Problem& problem, Choices& choices) { return any_relative_of(problem, choices); }
ConvolutionProblem relative_of(const ConvolutionProblem& problem, Choices& choices) {
  return any_relative_of(problem, choices);
}

}  // namespace papilio::verify
