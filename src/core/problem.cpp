// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>

namespace papilio {
namespace {

constexpr std::int64_t max_length = std::int64_t{1} << 27;

/// (batch-1)*distance + points; the caller knows that batch >= 1.
std::int64_t checked_elements(const Problem& problem, std::int64_t distance, const char* side) {
  const std::int64_t points = problem.points();
  const std::int64_t step = distance == 0 ? points : distance;
  std::int64_t elements = 0;
  if (__builtin_mul_overflow(problem.batch - 1, step, &elements) ||
      __builtin_add_overflow(elements, points, &elements)) {
    throw Error::invalid_argument("problem " + problem.token(),
                                  fmt::format("its {} buffer has more elements than fit 64 bits", side),
                                  "use a smaller batch or distance");
  }
  return elements;
}

void validate_lengths(const Problem& problem, const std::string& what) {
  if (problem.lengths.empty()) throw Error::invalid_argument(what, "it has no length", "give one length");
  for (const std::int64_t length : problem.lengths) {
    if (length < 1) {
      throw Error::invalid_argument(what, fmt::format("length {} is less than 1", length), "give a length of 1..2^27");
    }
  }
  if (problem.lengths.size() > 1) {
    throw Error::unsupported(what,
                             fmt::format("{} dimensions are not yet supported: one dimension", problem.lengths.size()),
                             "transform one axis at a time with a batch");
  }
  if (problem.lengths.front() > max_length) {
    throw Error::unsupported(
        what, fmt::format("length {} is not yet supported: it is more than 2^27 = {}", problem.lengths[0], max_length),
        "give a length of 1..2^27");
  }
}

void validate_distance(const Problem& problem, const std::string& what, std::int64_t distance, const char* side) {
  if (distance < 0) {
    throw Error::invalid_argument(what, fmt::format("{} distance {} is negative", side, distance),
                                  "leave it out (0) for packed transforms");
  }
  // The distance of a single transform is never used.
  if (problem.batch > 1 && distance != 0 && distance < problem.points()) {
    throw Error::invalid_argument(
        what, fmt::format("{} distance {} makes transforms of {} points overlap", side, distance, problem.points()),
        fmt::format("use a distance of at least {}", problem.points()));
  }
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(checked_elements(problem, distance, side), problem.element_bytes(), &bytes)) {
    throw Error::invalid_argument(what, fmt::format("its {} buffer has more bytes than fit 64 bits", side),
                                  "use a smaller batch or distance");
  }
}

}  // namespace

Problem Problem::c2c(Precision precision, std::int64_t length, std::int64_t batch, Direction direction) {
  Problem problem;
  problem.precision = precision;
  problem.lengths = {length};
  problem.batch = batch;
  problem.direction = direction;
  return problem;
}

std::int64_t Problem::points() const {
  std::int64_t product = 1;
  for (const std::int64_t length : lengths) {
    if (__builtin_mul_overflow(product, length, &product)) {
      throw Error::invalid_argument("problem " + token(), "the product of its lengths does not fit 64 bits",
                                    "use smaller lengths");
    }
  }
  return product;
}

Problem Problem::normalised() const {
  Problem problem = *this;
  if (in_distance == 0) problem.in_distance = points();
  if (out_distance == 0) problem.out_distance = points();
  return problem;
}

void Problem::validate() const {
  const std::string what = "problem " + token();
  validate_lengths(*this, what);
  if (batch < 1) {
    throw Error::invalid_argument(what, fmt::format("batch {} is less than 1", batch), "give a batch of at least 1");
  }
  validate_distance(*this, what, in_distance, "input");
  validate_distance(*this, what, out_distance, "output");
  const Problem full = normalised();
  if (placement == Placement::in_place && full.in_distance != full.out_distance) {
    throw Error::invalid_argument(
        what,
        fmt::format("input distance {} and output distance {} differ in place", full.in_distance, full.out_distance),
        "make them equal or transform out of place");
  }
}

std::int64_t Problem::input_elements() const { return checked_elements(*this, in_distance, "input"); }

std::int64_t Problem::output_elements() const { return checked_elements(*this, out_distance, "output"); }

std::int64_t Problem::element_bytes() const { return precision == Precision::f32 ? 8 : 16; }

double Problem::scale_factor() const {
  switch (scale) {
    case Scale::none:
      return 1.0;
    case Scale::by_n:
      return 1.0 / static_cast<double>(points());
    case Scale::by_sqrt_n:
      return 1.0 / std::sqrt(static_cast<double>(points()));
  }
  throw Error::invalid_argument("problem", fmt::format("its scale has no meaning: {}", static_cast<int>(scale)),
                                "use a value of enum Scale");
}

}  // namespace papilio
