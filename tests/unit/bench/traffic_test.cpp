// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/traffic.hpp"

#include <gtest/gtest.h>

namespace papilio::bench {
namespace {

std::int64_t input(const char* token) { return minimal_input_bytes(Problem::parse(token)); }
std::int64_t output(const char* token) { return minimal_output_bytes(Problem::parse(token)); }

TEST(Traffic, IsThatOfTheStorages) {
  EXPECT_EQ(input("c2c:f16:64*3"), 64 * 3 * 4);
  EXPECT_EQ(input("r2c:f32:64*3:in=u8"), 64 * 3);
  EXPECT_EQ(output("r2c:f32:64*3:in=u8"), 33 * 3 * 8);
  EXPECT_EQ(output("dct2:f64:10x10"), 800);
}

TEST(Traffic, GapsDoNotCount) {
  EXPECT_EQ(input("c2c:f32:64*3:istrides=2:idist=1000"), 64 * 3 * 8);
  EXPECT_EQ(input_bytes(Problem::parse("c2c:f32:64*3:istrides=2:idist=1000")), (2000 + 126 + 1) * 8);
}

TEST(Traffic, NeitherDoesWhatIsPruned) {
  EXPECT_EQ(input("c2c:f32:8x16:zero=[4,8)x[10,16)"), 4 * 10 * 8);
  EXPECT_EQ(output("c2c:f32:8x16:skip=[4,8)x-"), 4 * 16 * 8);
  // Rows that are skipped in the output are not read.
  EXPECT_EQ(input("c2c:f32:8x16:axes=1:skip=[4,8)x-"), 4 * 16 * 8);
  EXPECT_EQ(input("c2c:f32:8x16:axes=1:zero=[6,8)x-:skip=[4,7)x-"), 4 * 16 * 8);
}

TEST(Traffic, AxesThatAreNotTransformedCountAsTransforms) {
  EXPECT_EQ(transforms_of(Problem::parse("c2c:f32:8x16x3*5:axes=1")), 8 * 3 * 5);
  EXPECT_EQ(transforms_of(Problem::parse("c2c:f32:8x16x3*5")), 5);
}

TEST(Traffic, OfConvolutionsIsSignalsKernelsAndResults) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:100*3:kernel=5:valid:in=i16:out=f16");
  EXPECT_EQ(minimal_input_bytes(problem), 300 * 2 + 5 * 4);
  EXPECT_EQ(minimal_output_bytes(problem), 96 * 3 * 2);
  // A copy of half of all bytes fits the buffers, even where kernels are longer than signals.
  const Work work = ConvolutionProblem::parse("conv:f32:10:kernel=1000:circular");
  EXPECT_EQ(work.minimal_bytes(), 4080);
  EXPECT_EQ(arena_bytes(work), 2040);
}

TEST(Traffic, InPlaceTheResultIsInTheInput) {
  EXPECT_EQ(result_part(Problem::parse("c2c:f32:8:inplace")), Part::input);
  EXPECT_EQ(result_part(Problem::parse("c2c:f32:8")), Part::output);
}

}  // namespace
}  // namespace papilio::bench
