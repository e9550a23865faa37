// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <papilio/error.hpp>

#include "bench/expectation.hpp"
#include "bench/host_arena.hpp"
#include "bench/input.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

std::span<const float> floats(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

/// The defining sums, as bytes.
std::vector<std::byte> right(const ConvolutionProblem& problem, std::span<const std::byte> input) {
  const std::vector<std::byte> kernel_bytes = kernels_of(problem);
  const std::span<const float> x = floats(input);
  const std::span<const float> h = floats(kernel_bytes);
  const std::int64_t n = problem.lengths.front();
  const std::int64_t k = problem.kernel_lengths.front();
  std::vector<float> y;
  for (std::int64_t b = 0; b < problem.batch; ++b) {
    for (std::int64_t at = 0; at < n + k - 1; ++at) {
      long double sum = 0;
      for (std::int64_t j = std::max<std::int64_t>(0, at - n + 1); j < std::min(k, at + 1); ++j)
        sum += static_cast<long double>(x[b * n + at - j]) * h[(problem.kernels == 1 ? 0 : b * k) + j];
      y.push_back(static_cast<float>(sum));
    }
  }
  std::vector<std::byte> bytes(y.size() * sizeof(float));
  std::memcpy(bytes.data(), y.data(), bytes.size());
  return bytes;
}

TEST(ConvolutionExpectation, FindsWhatIsWrongAndWhatIsMissing) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:300*20:kernel=7*20");
  BenchInput source(problem.precision);
  const std::span<const std::byte> input = source.of(problem);
  try {
    const auto expectation = expectation_of(problem, input);
    HostArena arena;
    arena.reserve(static_cast<std::size_t>(arena_bytes(problem)));
    std::vector<std::byte> output = right(problem, input);
    arena.write(Part::output, 0, output);
    const double error = expectation->error(arena);
    EXPECT_GT(error, 0);
    EXPECT_LT(error, 1e-7);
    const float wrong = 100;
    std::memcpy(&output[output.size() - 4], &wrong, 4);  // the last signal is always compared
    arena.write(Part::output, 0, output);
    EXPECT_GT(expectation->error(arena), expectation->limit());
    expectation->poison(arena);
    EXPECT_TRUE(std::isinf(expectation->error(arena)));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::unsupported) GTEST_SKIP() << error.what();
    throw;
  }
}

/// A sample of numbers of long signals is compared; a wrong factor shows in all of them.
TEST(ConvolutionExpectation, OfLongSignalsIsASample) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:2^22:kernel=3");
  BenchInput source(problem.precision);
  const std::span<const std::byte> input = source.of(problem);
  std::unique_ptr<Expectation> expectation;
  try {
    expectation = expectation_of(problem, input);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::unsupported) GTEST_SKIP() << error.what();
    throw;
  }
  HostArena arena;
  arena.reserve(static_cast<std::size_t>(arena_bytes(problem)));
  std::vector<std::byte> output = right(problem, input);
  arena.write(Part::output, 0, output);
  EXPECT_LT(expectation->error(arena), 1e-7);
  for (std::size_t at = 0; at < output.size(); at += sizeof(float)) {
    float number = 0;
    std::memcpy(&number, &output[at], sizeof(float));
    number *= 1.01F;
    std::memcpy(&output[at], &number, sizeof(float));
  }
  arena.write(Part::output, 0, output);
  EXPECT_NEAR(expectation->error(arena), 0.01, 1e-4);
  expectation->poison(arena);
  EXPECT_TRUE(std::isinf(expectation->error(arena)));
}

TEST(ConvolutionExpectation, OfHugeSignalsIsRefused) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:2^25:kernel=3");
  EXPECT_THROW((void)expectation_of(problem, {}), Error);
}

}  // namespace
}  // namespace papilio::bench
