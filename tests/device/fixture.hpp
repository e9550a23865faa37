// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shared by the tests of the API on a device: opening a device or skipping the test, signals, bit-by-bit comparison.
#pragma once

#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <papilio/papilio.hpp>
#include <string>
#include <vector>

#include "support/reference.hpp"
#include "support/test_device.hpp"

namespace papilio::test {

using Signal = std::vector<std::complex<float>>;

/// Points of a c2c in f32 that no core's cache holds: the plan has several passes, in place with scratch.
constexpr std::int64_t several_passes = std::int64_t{1} << 20;

inline Problem of_several_passes(const std::string& options = "") {
  return Problem::parse("c2c:f32:" + std::to_string(several_passes) + options);
}

/// Every test of a fixture derived from this one has the device under test, or is skipped with the reason.
class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    device_ = open_test_device(why);
    if (!device_) GTEST_SKIP() << why;
  }

  Device device_;
};

inline Signal narrowed(const std::vector<LongComplex>& x) {
  Signal result;
  result.reserve(x.size());
  for (const LongComplex& value : x)
    result.emplace_back(static_cast<float>(value.real()), static_cast<float>(value.imag()));
  return result;
}

inline Signal random_f32(std::int64_t n, std::uint64_t seed) {
  return narrowed(random_signal(n, Precision::f32, seed));
}

/// A value that no transform writes by accident: a NaN with a payload.
inline std::complex<float> poison() {
  const std::uint32_t bits = 0x7fc0dead;
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return {value, value};
}

inline bool same_bits(std::span<const std::complex<float>> a, std::span<const std::complex<float>> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Executes out of place, on an output filled with poison().
inline Signal run(const Plan& plan, const Signal& in) {
  Signal out(static_cast<std::size_t>(plan.problem().output_elements()), poison());
  plan.execute(in, std::span(out));
  return out;
}

/// The relative error of one unscaled transform.
inline double error_of(std::span<const std::complex<float>> in, std::span<const std::complex<float>> out,
                       Direction direction) {
  const std::vector<LongComplex> expected = reference_dft({in.begin(), in.end()}, direction);
  const std::vector<LongComplex> got(out.begin(), out.end());
  return relative_l2(got, expected);
}

/// The code of the Error that `action` throws; ErrorCode{0} if it throws none. Checks that the message is one line.
inline ErrorCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.code();
  }
  return ErrorCode{0};
}

}  // namespace papilio::test
