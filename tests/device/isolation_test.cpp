// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A transform must not change its input, the gaps of its output and the other transforms of its batch, and its result
// must depend only on its input.
#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/papilio.hpp>
#include <string>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

/// Different kernels: butterflies across lanes or within one, Rader, Bluestein, transforms across lanes, several
/// passes.
class Isolation : public OnDevice, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    plan_ = Plan(device_, Problem::parse(GetParam()));
    in_ = random_f32(plan_.problem().input_elements(), 6);
  }

  Plan plan_;
  Signal in_;
};

TEST_P(Isolation, ThreeRunsOnPoisonAgreeBitByBit) {
  const Signal before = in_;
  const Signal first = run(plan_, in_);
  EXPECT_TRUE(same_bits(run(plan_, in_), first));
  EXPECT_TRUE(same_bits(run(plan_, in_), first));
  EXPECT_TRUE(same_bits(in_, before)) << "the input changed";
}

TEST_P(Isolation, GapsStayAsTheyWere) {
  const Problem& p = plan_.problem();
  const Signal out = run(plan_, in_);
  ASSERT_GT(p.out_distance, p.points());
  const Signal gap(static_cast<std::size_t>(p.out_distance - p.points()), poison());
  const auto points = static_cast<std::size_t>(p.points());
  for (std::int64_t b = 0; b < p.batch; ++b) {
    const std::span transform = std::span(out).subspan(static_cast<std::size_t>(b * p.out_distance));
    if (b + 1 < p.batch) {
      EXPECT_TRUE(same_bits(transform.subspan(points, gap.size()), gap)) << "after transform " << b;
    }
    EXPECT_TRUE(std::none_of(transform.begin(), transform.begin() + static_cast<std::ptrdiff_t>(points),
                             [](std::complex<float> x) { return std::isnan(x.real()) || std::isnan(x.imag()); }))
        << "transform " << b << " was not written";
  }
}

TEST_P(Isolation, NanInOneTransformLeavesTheOthers) {
  const Problem& p = plan_.problem();
  const Signal clean = run(plan_, in_);
  const std::int64_t hit = p.batch / 2;
  in_[static_cast<std::size_t>(hit * p.in_distance + p.points() / 3)] = {std::numeric_limits<float>::quiet_NaN(), 0};
  const Signal out = run(plan_, in_);
  const auto points = static_cast<std::size_t>(p.points());
  for (std::int64_t b = 0; b < p.batch; ++b) {
    const auto from = static_cast<std::size_t>(b * p.out_distance);
    const bool same = same_bits(std::span(out).subspan(from, points), std::span(clean).subspan(from, points));
    EXPECT_EQ(same, b != hit) << "transform " << b;
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Isolation,
                         testing::Values("c2c:f32:64*5:odist=67", "c2c:f32:8*21:odist=11", "c2c:f32:100*3:odist=101",
                                         "c2c:f32:1009*3:odist=1013", "c2c:f32:4099*3:odist=4100",
                                         "c2c:f32:65536*3:odist=65537"));

}  // namespace
}  // namespace papilio::test
