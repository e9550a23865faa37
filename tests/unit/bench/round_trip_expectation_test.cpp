// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "bench/expectation.hpp"
#include "bench/host_arena.hpp"
#include "bench/input.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

Work round_trip_of(const Problem& problem) {
  Work work(problem);
  work.set_mode({.round_trip = true});
  return work;
}

class RoundTrip : public ::testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, EndsWithTheInputAndTheOtherSign) {
  const Problem problem = Problem::parse(GetParam());
  BenchInput source(problem.precision);
  const std::span<const std::byte> bytes = source.of(problem);
  const std::vector<std::byte> input(bytes.begin(), bytes.end());
  const auto expectation = expectation_of(round_trip_of(problem), input);
  HostArena arena;
  arena.reserve(static_cast<std::size_t>(arena_bytes(problem)));

  arena.write(Part::input, 0, input);
  EXPECT_NEAR(expectation->error(arena), 2, 1e-12);  // nobody has done anything

  std::vector<float> result(input.size() / sizeof(float));
  std::memcpy(result.data(), input.data(), input.size());
  for (float& number : result) number = -number;
  arena.write(Part::input, 0, std::as_bytes(std::span(result)));
  EXPECT_EQ(expectation->error(arena), 0);

  result.back() = -result.back() + 100;  // the last transform counts as well
  arena.write(Part::input, 0, std::as_bytes(std::span(result)));
  EXPECT_GT(expectation->error(arena), expectation->limit());
  result.back() = std::nanf("");
  arena.write(Part::input, 0, std::as_bytes(std::span(result)));
  EXPECT_TRUE(std::isinf(expectation->error(arena)));
}

INSTANTIATE_TEST_SUITE_P(Problems, RoundTrip,
                         ::testing::Values("c2c:f32:60*3", "r2c:f32:5x7*3", "dct2:f32:9*2", "c2c:f32:4x6x3*2:axes=1",
                                           "c2c:f32:16*3:planar"));

TEST(RoundTripExpectation, PoisonsTheSpectrumAlone) {
  const Problem problem = Problem::parse("c2c:f32:8*2");
  const std::vector<std::byte> input(static_cast<std::size_t>(input_bytes(problem)), std::byte{1});
  HostArena arena;
  arena.reserve(input.size());
  arena.write(Part::input, 0, input);
  expectation_of(round_trip_of(problem), input)->poison(arena);
  float number = 0;
  arena.read(Part::output, input.size() - sizeof number, std::as_writable_bytes(std::span(&number, 1)));
  EXPECT_TRUE(std::isnan(number));
  EXPECT_TRUE(holds(arena, input));
}

}  // namespace
}  // namespace papilio::bench
