// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Twiddles that are read before the first exchange (Shape::preload_twiddles): single transforms by a work-group and by
// clusters.
#include <gtest/gtest.h>

#include "interp/same_bits.hpp"
#include "plan/choice.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

struct EarlyTwiddleCase {
  const char* token;
  const char* shapes;
};

TEST(EarlyTwiddles, AreThoseOfTheirStages) {
  const EarlyTwiddleCase cases[] = {
      {"c2c:f32:4096", "16x16x16:threads=256:pad=16:resident=2:interleaved:twiddles=products:early"},
      {"c2c:f32:4096", "8x8x8x8:threads=64:interleaved:twiddles=products:early:cluster=8/2"},
      {"c2c:f32:4096", "16x16x16:threads=32:interleaved:twiddles=fused:early:cluster=8/1"},
      {"c2c:f32:8192:inverse", "8x8x16x8:threads=128:interleaved:early:cluster=8/2"},
      {"c2c:f32:8192", "16x16x32:threads=64:interleaved:twiddles=products:early:cluster=8/2"},
      {"c2c:f32:8192", "32x16x16:threads=128:interleaved:twiddles=products:early:cluster=4/1"},
      {"c2c:f32:8192:inplace", "8x8x8x16:threads=128:interleaved:twiddles=products:early:cluster=8/2"},
      {"c2c:f16:256x256*2", "16x16x32x8:threads=256:resident=3:prefetch:interleaved:twiddles=fused:early:cluster=8/2"},
      {"c2c:f64:4096", "8x8x8x8:threads=128:twiddles=products:early:cluster=4/2"},
      {"c2c:f32:10000", "25x4x25x4:threads=128:interleaved:twiddles=products:early:cluster=4/2"},
      {"c2c:f32:360*3", "10x6x6:threads=48:tile=2:interleaved:twiddles=products:early"},
      {"c2c:f32:16384", "16x8:threads=64:tile=8:twiddles=products:early,16x8:threads=64:tile=8:early"},
  };
  for (const EarlyTwiddleCase& wanted : cases) {
    SCOPED_TRACE(wanted.shapes);
    const Problem problem = Problem::parse(wanted.token).normalised();
    const DeviceCaps caps = h200_preset();
    const auto shapes = plan::parse_shape_tokens(wanted.shapes, caps.compute_units);
    const plan::PlanNode plan = plan::make_plan(problem, caps, {}, shapes);
    expect_interpreted(problem, plan);
    expect_same(problem, plan);
    if (HasFailure()) return;
  }
}

TEST(EarlyTwiddles, AreOnlyForPlainTransforms) {
  const DeviceCaps caps = h200_preset();
  const auto shapes = plan::parse_shape_tokens("16x16:threads=32:digit-reversed:early", caps.compute_units);
  EXPECT_THROW(plan::make_plan(Problem::parse("c2c:f32:257"), caps, {}, shapes), Error);
}

}  // namespace
}  // namespace papilio
