// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Real 2-D arrays, in batches for which GPUs use one kernel: compared with complex transforms of the same arrays, and
// back.
#include <gtest/gtest.h>

#include <papilio/papilio.hpp>
#include <string>
#include <vector>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

using Images = OnDevice;

constexpr std::int64_t images = 600;

/// The half spectra contained in the complex transforms.
std::vector<LongComplex> halves_of(const Signal& spectra, std::int64_t n) {
  std::vector<LongComplex> halves;
  for (std::int64_t i = 0; i < images * n * n; ++i) {
    if (i % n <= n / 2) halves.emplace_back(spectra[i]);
  }
  return halves;
}

void expect_images(const Device& device, std::int64_t n) {
  const std::string size = std::to_string(n) + "x" + std::to_string(n) + "*" + std::to_string(images);
  const Signal drawn = random_f32(images * n * n, 7);
  std::vector<float> real;
  Signal complex;
  for (const std::complex<float> x : drawn) {
    real.push_back(x.real());
    complex.emplace_back(x.real(), 0.0F);
  }
  Signal expected(complex.size(), poison());
  Plan(device, Problem::parse("c2c:f32:" + size)).execute(complex, std::span(expected));
  const double bound = 2 * error_bound(n * n, Precision::f32);
  Signal halves(images * n * (n / 2 + 1), poison());
  const Plan forward(device, Problem::parse("r2c:f32:" + size));
  forward.execute(std::span<const float>(real), std::span(halves));
  EXPECT_LT(relative_l2(std::vector<LongComplex>(halves.begin(), halves.end()), halves_of(expected, n)), bound) << size;
  Signal again(halves.size(), poison());
  forward.execute(std::span<const float>(real), std::span(again));
  EXPECT_TRUE(same_bits(again, halves)) << size;
  std::vector<float> back(real.size(), poison().real());
  Plan(device, Problem::parse("c2r:f32:" + size + ":scale=1/n"))
      .execute(std::span<const std::complex<float>>(halves), std::span(back));
  EXPECT_LT(relative_l2(std::vector<LongComplex>(back.begin(), back.end()),
                        std::vector<LongComplex>(real.begin(), real.end())),
            bound)
      << size;
}

TEST_F(Images, OfRealNumbersThereAndBack) {
  for (const std::int64_t n : {30, 32}) expect_images(device_, n);
}

}  // namespace
}  // namespace papilio::test
