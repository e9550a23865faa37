// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Very large and very small numbers, as docs/accuracy.md promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <papilio/papilio.hpp>
#include <string>
#include <vector>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

/// Butterflies across lanes, codelets of a prime, Rader, Bluestein.
class Ranges : public OnDevice, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    plan_ = Plan(device_, Problem::parse(GetParam()));
    in_ = random_f32(plan_.problem().input_elements(), 11);
  }

  [[nodiscard]] Signal scaled(const Signal& signal, float factor) const {
    Signal result = signal;
    for (std::complex<float>& value : result) value *= factor;
    return result;
  }
  /// The relative error of all transforms of a run, by a reference in long double.
  double error(const Signal& in) {
    const Signal out = run(plan_, in);
    const auto n = static_cast<std::size_t>(plan_.problem().points());
    double worst = 0;
    for (std::size_t at = 0; at < in.size(); at += n) {
      worst = std::max(
          worst, error_of(std::span(in).subspan(at, n), std::span(out).subspan(at, n), plan_.problem().direction));
    }
    return worst;
  }

  Plan plan_;
  Signal in_;
};

TEST_P(Ranges, PowersOfTwoScaleEveryBit) {
  const Signal out = run(plan_, in_);
  for (const float factor : {0x1p+64F, 0x1p-64F})
    EXPECT_TRUE(same_bits(run(plan_, scaled(in_, factor)), scaled(out, factor))) << factor;
}

TEST_P(Ranges, LargeAndSmallNumbersAreWithinTheBound) {
  const double bound = error_bound(plan_.problem().points(), Precision::f32);
  for (const float factor : {1e30F, 1e-30F}) EXPECT_LE(error(scaled(in_, factor)), bound) << factor;
}

TEST_P(Ranges, DenormalNumbersAreRightOrZero) {
  // A device may take denormal numbers for 0: then all is 0, and the relative error 1.
  EXPECT_LE(error(scaled(in_, 1e-40F)), 1);
}

TEST_P(Ranges, AnInfinityStaysInItsTransform) {
  const Signal clean = run(plan_, in_);
  const auto n = static_cast<std::size_t>(plan_.problem().points());
  Signal ill = in_;
  ill[n + n / 3] = {std::numeric_limits<float>::infinity(), 0};
  const Signal out = run(plan_, ill);
  for (std::size_t b = 0; b * n < out.size(); ++b) {
    const bool same = same_bits(std::span(out).subspan(b * n, n), std::span(clean).subspan(b * n, n));
    EXPECT_EQ(same, b != 1) << b;
  }
  for (std::size_t i = n; i < 2 * n; ++i)
    EXPECT_FALSE(std::isfinite(out[i].real()) && std::isfinite(out[i].imag())) << i;
}

INSTANTIATE_TEST_SUITE_P(Kernels, Ranges,
                         testing::Values("c2c:f32:64*3", "c2c:f32:29*3", "c2c:f32:1009*3", "c2c:f32:4099*3"));

/// Levels of transforms of one point: of 0, of numbers whose squares overflow, of an infinity.
template <class Real>
std::vector<Real> levels(const Device& device, const std::string& problem) {
  constexpr Real large = std::numeric_limits<Real>::max() / 2;
  const std::vector<std::complex<Real>> in = {0, large, std::numeric_limits<Real>::infinity(), 1};
  std::vector<Real> out(in.size(), std::numeric_limits<Real>::quiet_NaN());
  Plan(device, Problem::parse(problem)).execute(std::span(in), std::span(out));
  return out;
}

template <class Real>
void expect_levels(const Device& device, const std::string& precision) {
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const Real large = std::log(std::numeric_limits<Real>::max() / 2);
  for (const auto& [map, factor] : {std::pair{"log", 1.0}, std::pair{"db", 20 / std::log(10.0)}}) {
    const std::vector<Real> out = levels<Real>(device, "c2c:" + precision + ":1*4:omap=" + map);
    EXPECT_EQ(out[0], -infinity) << precision << " " << map;
    EXPECT_NEAR(out[1] / (factor * large), 1, 4 * std::numeric_limits<Real>::epsilon()) << precision << " " << map;
    EXPECT_EQ(out[2], infinity) << precision << " " << map;
    EXPECT_EQ(out[3], 0) << precision << " " << map;
  }
}

using Levels = OnDevice;

TEST_F(Levels, OfZeroAndInfinityAreInfinite) {
  expect_levels<float>(device_, "f32");
  if (device_.info().f64) expect_levels<double>(device_, "f64");
}

}  // namespace
}  // namespace papilio::test
