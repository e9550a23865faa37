// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Very large and very small numbers, as docs/accuracy.md promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <papilio/papilio.hpp>
#include <random>
#include <string>
#include <string_view>
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

/// Complex numbers of all exponents, of parts alike, and of magnitudes close to 1.
std::vector<std::complex<float>> numbers_of_all_exponents(std::size_t count) {
  std::mt19937_64 random(51);
  std::vector<std::complex<float>> result;
  const auto mantissa = [&] {
    return static_cast<float>(static_cast<int>(random() % (1U << 24U)) + (1 << 24)) * 0x1p-24F;
  };
  const auto part = [&](int exponent) {
    const float x = std::ldexp(mantissa(), std::clamp(exponent, -120, 125));
    return random() % 2 == 0 ? x : -x;
  };
  while (result.size() < count) {
    const int exponent = static_cast<int>(random() % 246) - 120;
    result.emplace_back(part(exponent), part(static_cast<int>(random() % 246) - 120));
    result.emplace_back(part(exponent), part(exponent + static_cast<int>(random() % 5) - 2));
    const float angle = mantissa() * 6;
    const float length = 1 + std::ldexp(mantissa() - 1.5F, -static_cast<int>(random() % 12));
    result.emplace_back(std::cos(angle) * length, std::sin(angle) * length);
    result.emplace_back(part(-1), 0);
  }
  return result;
}

/// log|z| to all digits where |z| is close to 1: the squares are exact in long double.
long double log_of(std::complex<float> z) {
  const auto re = static_cast<long double>(z.real());
  const auto im = static_cast<long double>(z.imag());
  const long double beyond = (re - 1) * (re + 1) + im * im;
  return std::abs(beyond) < 0.5L ? std::log1p(beyond) / 2 : std::log(std::hypot(re, im));
}

TEST_F(Levels, MapsErrByTwoUlps) {
  const std::vector<std::complex<float>> in = numbers_of_all_exponents(40000);
  const auto exact = [](std::string_view map, std::complex<float> z) {
    const auto re = static_cast<long double>(z.real());
    const auto im = static_cast<long double>(z.imag());
    if (map == "magnitude") return std::hypot(re, im);
    if (map == "phase") return std::atan2(im, re);
    return map == "log" ? log_of(z) : log_of(z) * 20 / std::log(10.0L);
  };
  // lavapipe rounds a fused multiply-add twice, and logarithms near |z| = 1 lose digits: docs/vulkan.md.
  const bool is_lavapipe = device_.info().id.starts_with("vulkan") && device_.info().kind == DeviceKind::cpu;
  const long double nearest = is_lavapipe ? 0.5L : 0x1p-25L;
  for (const std::string_view map : {"magnitude", "phase", "log", "db"}) {
    std::vector<float> out(in.size(), std::numeric_limits<float>::quiet_NaN());
    const Problem problem = Problem::parse("c2c:f32:1*" + std::to_string(in.size()) + ":omap=" + std::string(map));
    Plan(device_, problem).execute(std::span(in), std::span(out));
    for (std::size_t i = 0; i < in.size(); ++i) {
      const long double expected = exact(map, in[i]);
      const bool near_one = map != "magnitude" && map != "phase" && std::abs(log_of(in[i])) < nearest;
      if (near_one || std::abs(expected) < 0x1p-120L) continue;
      const long double ulp = std::ldexp(1.0L, std::ilogb(expected) - 23);
      const long double most = is_lavapipe ? 2.5L : 2;
      ASSERT_LE(std::abs(static_cast<long double>(out[i]) - expected), most * ulp) << map << " of " << in[i];
    }
  }
}

}  // namespace
}  // namespace papilio::test
