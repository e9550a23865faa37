// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Real transforms of whole length that are staged: half spectra and real parts alone pass through the exchange. And
// half spectra number by number, around factors in place and convolutions; complex ones whose exchange has neighbouring
// transforms as neighbours. In shapes that planners rarely choose.
#include <gtest/gtest.h>

#include "plan/choice.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

struct ShapedToken {
  const char* token;
  const char* shape;
};

void expect_shaped(std::initializer_list<ShapedToken> cases) {
  const DeviceCaps caps = h200_preset();
  for (const auto& [token, shape] : cases) {
    SCOPED_TRACE(shape);
    const Problem problem = Problem::parse(token).normalised();
    const std::vector<plan::ChosenPass> shapes = plan::parse_shape_tokens(shape, caps.compute_units);
    expect_interpreted(problem, plan::make_plan(problem, caps, {}, shapes));
  }
}

// Batches fill their last tile or do not; distances leave gaps or do not.
TEST(StagedReals, OfOddLengthsAreCorrect) {
  expect_shaped({{"r2c:f32:13*8", "13:threads=104:tile=8:staged"},
                 {"c2r:f32:13*9", "13:threads=26:tile=8:staged"},
                 {"r2c:f32:9*7", "3x3:threads=27:tile=3:staged:half-size"},
                 {"c2r:f64:9*7", "3x3:threads=27:tile=3:staged:half-size"},
                 {"r2c:f64:63*5", "9x7:threads=63:tile=2:pad=8:staged"},
                 {"c2r:f32:63*5", "9x7:threads=63:tile=2:pad=16:staged:interleaved"},
                 {"r2c:f32:15*4:idist=18:odist=9", "5x3:threads=30:tile=4:staged"},
                 {"c2r:f32:15*4:idist=9", "15:threads=15:tile=2:staged:prefetch"},
                 {"r2c:f32:21*3:inplace", "7x3:threads=21:tile=2:staged"},
                 {"c2r:f64:21*3:inplace:scale=1/n", "21:threads=42:tile=2:staged"},
                 {"r2c:f16:27*9", "27:threads=27:tile=4:staged"},
                 {"c2r:f32:25*6:in=bf16", "5x5:threads=25:tile=2:staged"},
                 {"r2c:f32:33*4:zero=[5,33)", "11x3:threads=33:tile=2:staged"},
                 {"r2c:f32:37*3", "6x6:threads=37:tile=2:staged"},
                 {"c2r:f32:37*3", "6x6:threads=37:tile=2:staged:digit-reversed"}});
}

TEST(StagedAcross, WholeTransformsAreCorrect) {
  expect_shaped({{"c2c:f32:42*33", "6x7:threads=112:tile=16:pad=16:interleaved:staged:across"},
                 {"c2c:f32:35*64:inverse:scale=1/n", "5x7:threads=160:tile=32:pad=32:interleaved:staged:across"},
                 {"c2c:f64:49*20", "7x7:threads=112:tile=16:pad=32:staged:across"},
                 {"c2c:f32:30*19:idist=31:odist=33", "2x3x5:threads=48:tile=8:pad=8:staged:across:half-size"},
                 {"c2c:f16:45*40", "5x9:threads=80:tile=16:pad=16:interleaved:staged:across:prefetch"},
                 {"c2c:f32:24*9:planar:inplace", "4x6:threads=20:tile=3:staged:across:early:twiddles=products"},
                 {"c2c:f32:33*16:zero=[5,33)", "3x11:threads=32:tile=16:staged:across:twiddles=fused"},
                 {"r2c:f32:63*17", "7x9:threads=72:tile=16:pad=16:interleaved:staged:across"},
                 {"c2r:f64:63*5", "9x7:threads=63:tile=4:staged:across"},
                 {"c2c:f32:37*18", "6x6:threads=96:tile=16:pad=16:interleaved:staged:across"},
                 {"c2c:f64:41*9:inverse", "5x8:threads=41:tile=4:staged:across:digit-reversed"}});
}

TEST(StagedReals, NumbersOneByOneAreCorrect) {
  expect_shaped({{"r2c:f32:74*7", "6x6:threads=33:tile=3:interleaved"},
                 {"c2r:f64:74*7", "4x9:threads=64:tile=4"},
                 {"r2c:f32:334*5", "8x8x6:threads=48:tile=2:pad=16:interleaved:digit-reversed"},
                 {"c2r:f32:334*5", "8x8x6:threads=48:tile=2:half-size"},
                 {"r2c:f64:166*3", "12x16:threads=16:pad=8"},
                 {"c2r:f32:166*3", "12x16:threads=32:tile=2:skewed:interleaved"}});
}

// A shape that planning accepts is one that kernels can have.
TEST(StagedReals, SkewedFactorsAreRefused) {
  const DeviceCaps caps = h200_preset();
  const std::vector<plan::ChosenPass> shapes =
      plan::parse_shape_tokens("6x6:threads=64:tile=2:skewed", caps.compute_units);
  try {
    static_cast<void>(plan::make_plan(Problem::parse("c2c:f32:37*30").normalised(), caps, {}, shapes));
    FAIL() << "it has a plan";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("no padding, skewing"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace papilio
