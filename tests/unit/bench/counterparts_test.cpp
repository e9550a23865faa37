// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/counterparts.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio::bench {
namespace {

using ::testing::HasSubstr;

std::string back(const std::string& token) { return negative_inverse_of(Problem::parse(token)).token(); }

TEST(Counterparts, TheInverseUndoesKindScaleAndLayout) {
  EXPECT_EQ(back("c2c:f32:4096*64"), "c2c:f32:4096*64:inverse:scale=1/n:factor=-1");
  EXPECT_EQ(back("c2c:f64:60*3:scale=1/n"), "c2c:f64:60*3:inverse:factor=-1");
  EXPECT_EQ(back("c2c:f64:60*3:scale=1/sqrt(n):factor=4"), "c2c:f64:60*3:inverse:scale=1/sqrt(n):factor=-0.25");
  EXPECT_EQ(back("r2c:f32:8x10*3"), "c2r:f32:8x10*3:scale=1/n:factor=-1");
  EXPECT_EQ(back("dct2:f32:16*2"), "dct3:f32:16*2:scale=1/n:factor=-1");
  EXPECT_EQ(back("dst3:f32:16*2"), "dst2:f32:16*2:scale=1/n:factor=-1");
  EXPECT_EQ(back("dht:f32:16*2"), "dht:f32:16*2:scale=1/n:factor=-1");
  EXPECT_EQ(back("c2c:f32:16*2:oplanar"), "c2c:f32:16*2:inverse:scale=1/n:factor=-1:iplanar");
  const Problem strided = negative_inverse_of(Problem::parse("c2c:f32:16*2:istrides=3:idist=50:ooffset=7"));
  EXPECT_EQ(strided.out_strides, std::vector<std::int64_t>{3});
  EXPECT_EQ(strided.out_distance, 50);
  EXPECT_EQ(strided.in_offset, 7);
}

std::string refusal(const std::string& token, MeasurementMode mode) {
  const bool convolution = token.starts_with("conv");
  return test::message_of(
      ErrorCode::invalid_argument,
      [&] {
        (void)measured_in(convolution ? Work(ConvolutionProblem::parse(token)) : Work(Problem::parse(token)), mode);
      },
      "measured");
}

TEST(Counterparts, RoundTripsThatMakeNoSenseAreRefused) {
  const MeasurementMode mode{.round_trip = true};
  EXPECT_THAT(refusal("c2c:f32:16:inverse", mode), HasSubstr("an inverse itself"));
  EXPECT_THAT(refusal("c2r:f32:16", mode), HasSubstr("an inverse itself"));
  EXPECT_THAT(refusal("c2c:f32:16:zero=[8,16)", mode), HasSubstr("skips"));
  EXPECT_THAT(refusal("r2c:f32:16:in=i16", mode), HasSubstr("integers"));
  EXPECT_THAT(refusal("conv:f32:16:kernel=3", mode), HasSubstr("convolution"));
  EXPECT_THAT(refusal("c2c:f32:16*4:istrides=1:idist=4", mode), HasSubstr("its inverse is refused"));  // windows
  EXPECT_EQ(refusal("r2c:f32:16*4:inplace", mode), "measured");
}

TEST(Counterparts, SingleCallsNeedArraysOneBehindTheOther) {
  const MeasurementMode mode{.sequential = true};
  EXPECT_EQ(single_of(Problem::parse("r2c:f32:10*3:inplace")).token(), "r2c:f32:10:inplace");
  EXPECT_EQ(single_of(Problem::parse("c2c:f32:8x60x8*2:axes=1")).token(), "c2c:f32:8x60x8:axes=1");
  EXPECT_THAT(refusal("c2c:f32:60*4:istrides=4:idist=1", mode), HasSubstr("one after the other"));
  EXPECT_THAT(refusal("c2c:f32:60*4:ioffset=1", mode), HasSubstr("begin the buffer"));
  EXPECT_THAT(refusal("c2c:f32:60*4:planar", mode), HasSubstr("planes"));
  EXPECT_THAT(refusal("conv:f32:16:kernel=3", mode), HasSubstr("convolution"));
  EXPECT_THAT(refusal("c2c:f32:60*1025", mode), HasSubstr("at most 1024"));
  EXPECT_EQ(refusal("c2c:f32:60*1024", mode), "measured");
  EXPECT_EQ(refusal("conv:f32:16:kernel=3", {.end_to_end = true}), "measured");
}

TEST(Counterparts, TheWayIsAPartOfTheKey) {
  const Work work = measured_in(Problem::parse("c2c:f32:60*4"), {.sequential = true, .end_to_end = true});
  EXPECT_EQ(work.token(), "c2c:f32:60*4");
  EXPECT_EQ(work.key(), "c2c:f32:60*4 sequential end-to-end");
}

}  // namespace
}  // namespace papilio::bench
