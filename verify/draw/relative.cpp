// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/draw/relative.hpp"

#include <algorithm>
#include <papilio/error.hpp>

namespace papilio::verify {
namespace {

constexpr std::int64_t largest_batch = 16;
constexpr std::int64_t most_points = std::int64_t{1} << 15;
constexpr std::int64_t largest_gap = 32;
constexpr std::int64_t largest_offset = 32;

std::int64_t draw_batch(Choices& choices, std::int64_t points) {
  return choices.number(1, std::clamp<std::int64_t>(most_points / points, 1, largest_batch), "batch");
}

/// Multiples of four, so that pairs of real numbers begin where they began.
std::int64_t draw_room(Choices& choices, std::int64_t most, const char* name) {
  return choices.one_in(2, name) ? 0 : 4 * choices.number(0, most / 4, name);
}

/// Arrays that follow each other: away from the one before, in its direction. 0 is for all arrays in one place.
std::int64_t further(std::int64_t distance, std::int64_t gap) {
  if (distance == 0) return 0;
  return distance > 0 ? distance + gap : distance - gap;
}

/// What precedes the first element makes room for arrays that go backwards.
std::int64_t offset_for(std::int64_t offset, std::int64_t distance_before, std::int64_t batch_before,
                        std::int64_t distance, std::int64_t batch) {
  const auto reach = [](std::int64_t step, std::int64_t count) { return step < 0 ? -step * (count - 1) : 0; };
  return offset - reach(distance_before, batch_before) + reach(distance, batch);
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

}  // namespace

Problem relative_of(const Problem& problem, Choices& choices) {
  const bool in_place = problem.placement == Placement::in_place;
  const std::int64_t in_unit = in_place && problem.halves() && problem.real_input() ? 2 : 1;
  const std::int64_t out_unit = in_place && problem.halves() && problem.real_output() ? 2 : 1;
  Problem other = problem;
  other.batch = draw_batch(choices, problem.points());
  const std::int64_t in_gap = draw_room(choices, largest_gap, "gap");
  const std::int64_t out_gap = in_place ? in_gap : draw_room(choices, largest_gap, "output gap");
  const std::int64_t in_more = draw_room(choices, largest_offset, "offset");
  const std::int64_t out_more = in_place ? in_more : draw_room(choices, largest_offset, "output offset");
  other.in_distance = further(problem.in_distance, in_unit * in_gap);
  other.out_distance = further(problem.out_distance, out_unit * out_gap);
  other.in_offset = in_unit * in_more +
                    offset_for(problem.in_offset, problem.in_distance, problem.batch, other.in_distance, other.batch);
  other.out_offset = out_unit * out_more + offset_for(problem.out_offset, problem.out_distance, problem.batch,
                                                      other.out_distance, other.batch);
  if (is_valid(other)) return other.normalised();
  other = problem;
  other.in_offset += in_unit * in_more;
  other.out_offset += out_unit * out_more;
  return is_valid(other) ? other.normalised() : problem;
}

ConvolutionProblem relative_of(const ConvolutionProblem& problem, Choices& choices) {
  ConvolutionProblem other = problem;
  std::int64_t points = std::max(problem.in_channels, problem.out_channels);
  for (const std::int64_t length : problem.lengths) points *= length;
  other.batch = draw_batch(choices, points);
  if (problem.kernels > 1) other.kernels = other.batch;
  for (ArrayLayout* const side : {&other.in, &other.out, &other.kernel}) {
    side->offset += draw_room(choices, largest_offset, "offset");
    const std::int64_t distance = further(side->distance, draw_room(choices, largest_gap, "gap"));
    side->offset = offset_for(side->offset, side->distance, problem.batch, distance, other.batch);
    side->distance = distance;
  }
  if (is_valid(other)) return other.normalised();
  other = problem;
  for (ArrayLayout* const side : {&other.in, &other.out, &other.kernel}) {
    side->offset += draw_room(choices, largest_offset, "offset");
  }
  return is_valid(other) ? other.normalised() : problem;
}

}  // namespace papilio::verify
