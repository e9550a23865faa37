// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/counterparts.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "core/compact.hpp"
#include "core/storage.hpp"

namespace papilio::bench {
namespace {

Kind inverse_kind(Kind kind) {
  switch (kind) {
    case Kind::r2c:
      return Kind::c2r;
    case Kind::dct2:
      return Kind::dct3;
    case Kind::dct3:
      return Kind::dct2;
    case Kind::dst2:
      return Kind::dst3;
    case Kind::dst3:
      return Kind::dst2;
    default:
      return kind;  // its own inverse, or c2c
  }
}

Scale inverse_scale(Scale scale) {
  switch (scale) {
    case Scale::none:
      return Scale::inverse_n;
    case Scale::inverse_n:
      return Scale::none;
    case Scale::inverse_sqrt_n:
      break;
  }
  return scale;
}

Error no_round_trip(const Problem& problem, const std::string& why, const char* remedy) {
  return Error::invalid_argument("a round trip of " + problem.token(), why, remedy);
}

/// Why single calls of a problem are not measured; null where they are.
const char* obstacle_of_singles(const Problem& problem) {
  if (!is_stackable(problem)) return "its arrays do not lie one after the other";
  if (problem.in_offset != 0 || problem.out_offset != 0) return "its first array does not begin the buffer";
  const bool planar = problem.in_layout == ComplexLayout::planar || problem.out_layout == ComplexLayout::planar;
  return planar ? "its planes keep the parts of one array apart" : nullptr;
}

}  // namespace

bool is_stackable(const Problem& problem) {
  Problem dense = problem;
  dense.in_distance = 0;
  dense.out_distance = 0;
  dense = dense.normalised();
  return problem.in_strides.empty() && problem.out_strides.empty() && dense.in_distance == problem.in_distance &&
         dense.out_distance == problem.out_distance;
}

Problem negative_inverse_of(const Problem& problem) {
  if (problem.kind == Kind::c2r || problem.direction == Direction::inverse) {
    throw no_round_trip(problem, "it is an inverse itself", "name the forward transform");
  }
  if (!problem.zero.empty() || !problem.skip.empty()) {
    throw no_round_trip(problem, "what it skips cannot be transformed back", leave_ranges_out);
  }
  if (problem.has_contour()) {
    throw no_round_trip(problem, "a chirp z-transform has no inverse", "leave out band= and spiral=");
  }
  if (is_integer(problem.in_storage)) {
    throw no_round_trip(problem, "integers can be read but not written", "leave out in=");
  }
  Problem back = problem;
  back.kind = inverse_kind(problem.kind);
  if (problem.kind == Kind::c2c || problem.kind == Kind::r2c) back.direction = Direction::inverse;
  back.scale = inverse_scale(problem.scale);
  back.factor = -1 / problem.factor;
  std::swap(back.in_distance, back.out_distance);
  std::swap(back.in_strides, back.out_strides);
  std::swap(back.in_storage, back.out_storage);
  std::swap(back.in_layout, back.out_layout);
  std::swap(back.in_offset, back.out_offset);
  try {
    back.validate();
  } catch (const Error& error) {
    throw no_round_trip(problem, fmt::format("its inverse is refused: {}", error.what()), "change its layout");
  }
  return back.normalised();
}

Problem single_of(const Problem& problem) {
  const Problem whole = problem.normalised();
  if (const char* const why = obstacle_of_singles(whole)) {
    throw Error::invalid_argument("single calls of " + problem.token(), why,
                                  "leave out its strides, distances, offsets and planes");
  }
  Problem single = whole;
  single.batch = 1;
  single.in_distance = 0;
  single.out_distance = 0;
  return single.normalised();
}

Work measured_in(Work work, MeasurementMode mode) {
  const Problem* const problem = work.transform();
  if (problem == nullptr && (mode.round_trip || mode.sequential)) {
    const bool convolution = work.convolution() != nullptr;
    throw Error::invalid_argument(
        fmt::format("{} of {}", mode.round_trip ? "a round trip" : "single calls", work.token()),
        convolution ? "it is a convolution" : "its transforms are not of one length on a grid", "name transforms");
  }
  if (mode.round_trip) (void)negative_inverse_of(*problem);
  if (mode.sequential) {
    (void)single_of(*problem);
    if (problem->batch > max_calls) {
      throw Error::invalid_argument(
          "single calls of " + work.token(),
          fmt::format("they would be {}, and at most {} are measured", problem->batch, max_calls),
          "write a smaller batch, or several: 4096*1,4,16,64");
    }
  }
  work.set_mode(mode);
  return work;
}

}  // namespace papilio::bench
