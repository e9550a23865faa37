// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problem::scratch_storage on the real device: three executions on outputs and scratch filled with NaN, within the
// error that estimate() states, and with as little scratch as the type says.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <papilio/papilio.hpp>
#include <span>
#include <vector>

#include "device/fixture.hpp"
#include "support/shared_exponent.hpp"

namespace papilio::test {
namespace {

class ScratchStorage : public OnDevice {
 protected:
  /// Of c2c:f32 problems of one axis, out of place.
  void expect_within_bound(const char* token, float magnitude = 1) {
    const Problem problem = Problem::parse(token);
    const Plan plan(device_, problem);
    SCOPED_TRACE(plan.describe());
    const Estimate expected = estimate(problem, device_);
    EXPECT_GT(expected.scratch_error, 0);
    EXPECT_EQ(expected.scratch_bytes, plan.scratch_bytes());
    const std::size_t bytes = static_cast<std::size_t>(problem.points()) * sizeof(std::complex<float>);
    Signal signal = random_f32(problem.points(), 7);
    for (std::complex<float>& x : signal) x *= magnitude;
    const Stream stream(device_);
    const Buffer in(device_, bytes);
    const Buffer out(device_, bytes);
    const Buffer scratch(device_, std::max<std::size_t>(plan.scratch_bytes(), 1));
    stream.upload(in, signal.data(), bytes);
    const std::vector<std::byte> nan(std::max(bytes, plan.scratch_bytes()), std::byte{0xff});
    Signal first;
    for (int run = 0; run < 3; ++run) {
      stream.upload(out, nan.data(), bytes);
      stream.upload(scratch, nan.data(), plan.scratch_bytes());
      plan.execute(stream, in, out, scratch);
      Signal result(signal.size());
      stream.download(out, result.data(), bytes);
      const double error = error_of(signal, result, problem.direction);
      EXPECT_LE(error, expected.scratch_error + error_bound(problem)) << run;
      EXPECT_GT(error, expected.scratch_error / 20) << "nothing is rounded";
      if (run == 0) first = result;
      EXPECT_TRUE(same_bits(first, result)) << run;
    }
  }
};

TEST_F(ScratchStorage, OfOneTransform) {
  expect_within_bound("c2c:f32:2^17:scratch=f16");
  expect_within_bound("c2c:f32:2^17:scratch=bf16");
  expect_within_bound("c2c:f32:2^17:inverse:scratch=f16");
}

TEST_F(ScratchStorage, OfEveryMagnitude) {
  for (const float magnitude : {1e-30F, 1e-15F, 1e15F, 1e30F})
    expect_within_bound("c2c:f32:2^17:scratch=f16", magnitude);
}

/// A DFT of one point copies: first to words, then back.
TEST_F(ScratchStorage, HasTheSameBitsEverywhere) {
  constexpr std::int64_t count = 1000;
  Problem to_words = Problem::parse("c2c:f32:1*1000");
  Problem from_words = to_words;
  to_words.out_storage = from_words.in_storage = Storage::shared_exponent;
  Signal signal = random_f32(count, 7);
  for (std::size_t i = 0; i < signal.size(); ++i) signal[i] *= std::pow(10.0F, static_cast<float>(i % 61) - 30);
  signal[13] = 0;
  std::vector<std::uint32_t> words(signal.size());
  Plan(device_, to_words).execute(std::as_bytes(std::span(signal)), std::as_writable_bytes(std::span(words)));
  Signal result(signal.size());
  Plan(device_, from_words).execute(std::as_bytes(std::span(words)), std::as_writable_bytes(std::span(result)));
  for (std::size_t i = 0; i < signal.size(); ++i) {
    EXPECT_EQ(words[i], word_of(signal[i])) << signal[i];
    EXPECT_EQ(result[i], number_of(words[i])) << signal[i];
  }
}

TEST_F(ScratchStorage, TakesHalfOfTheScratch) {
  const std::size_t native = Plan(device_, Problem::parse("c2c:f32:2^17:inplace")).scratch_bytes();
  const std::size_t f16 = Plan(device_, Problem::parse("c2c:f32:2^17:inplace:scratch=f16")).scratch_bytes();
  EXPECT_GT(native, 0U);
  EXPECT_EQ(2 * f16, native);
}

}  // namespace
}  // namespace papilio::test
