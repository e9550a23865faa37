// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// OpenCL text whose parameters are images, and whose f32 is f16. tests/device/study2d_test.cpp runs such kernels.
#include "lab/experiments/opencl_text.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "emit/emit.hpp"
#include "ir/operators.hpp"
#include "support/error_of.hpp"

namespace papilio::experiments {
namespace {

using ir::Value;
using testing::HasSubstr, testing::Not;

/// Reads `lanes` numbers at 0 and at `lanes`, scaled by 0.1, and writes pixels of `pixel` numbers of them.
ir::Module module_of(int lanes, int pixel) {
  ir::Builder b("images", 1);
  const ir::Buffer* const in = b.input("in", {ir::ScalarKind::f32, Storage::native, true});
  const ir::Buffer* const out = b.output("out", {ir::ScalarKind::f32, Storage::native, true});
  const Value at = b.let("at", b.group_id() * lanes);
  const Value first = b.load(in, at, lanes, lanes);
  const Value scaled = b.let("scaled", lane(first, 0) * 0.1);
  const Value second = b.let("second", lane(first, 1));
  b.store(out, at, pixel == 2 ? ir::shuffle({scaled, second}, {0, 1}) : ir::shuffle({scaled, second}, {0, 1, 1, 0}),
          pixel);
  return b.finish();
}

std::string text_of(int lanes, int pixel, const OpenClForm& form) {
  return opencl_text(module_of(lanes, pixel), form).bytes;
}

TEST(Images, ParametersAndPixels) {
  const std::string text = text_of(2, 4, {{{"in", 2, 10}, {"out", 4, 5}}});
  EXPECT_THAT(text, HasSubstr("read_only image2d_t in, write_only image2d_t out"));
  EXPECT_THAT(text, HasSubstr("read_imagef(image, (int2)((index / 2) % 10, (index / 2) / 10)).xy"));
  EXPECT_THAT(text, HasSubstr("write_imagef(image, (int2)((index / 4) % 5, (index / 4) / 5), value)"));
  EXPECT_THAT(text, Not(HasSubstr("__global")));
}

TEST(Images, OneNumberOfAPixelOfTwo) {
  const std::string text = text_of(2, 2, {{{"in", 4, 8}}});
  EXPECT_THAT(text, HasSubstr("read_only image2d_t in, __global float* restrict out"));
  EXPECT_THAT(text, HasSubstr("(index & 2) != 0 ? pixel.zw : pixel.xy"));
}

TEST(Images, TwoPixelsAtOnce) {
  const std::string text = text_of(4, 2, {{{"in", 2, 8}, {"out", 2, 8}}});
  EXPECT_THAT(text, HasSubstr("(index / 2 + 1) % 8"));
  EXPECT_THAT(text, HasSubstr("(float4)(value, 0, 0)"));
}

TEST(Images, PartOfAPixelCannotBeWritten) {
  EXPECT_THROW(text_of(2, 2, {{{"out", 4, 8}}}), Error);
  EXPECT_THROW(text_of(2, 4, {{{"out", 2, 8}}}), Error);
}

TEST(Images, F16IsTheArithmetic) {
  const std::string text = text_of(4, 4, {{{"out", 4, 8}}, Arithmetic::f16});
  EXPECT_THAT(text, HasSubstr("cl_khr_fp16 : enable"));
  EXPECT_THAT(text, HasSubstr("const half* restrict in"));
  EXPECT_THAT(text, HasSubstr("write_imageh"));
  EXPECT_THAT(text, HasSubstr("0.100000001h"));
  EXPECT_THAT(text, Not(HasSubstr("float")));
}

TEST(Images, BuffersAreAsPapiliosOwnKernelsHaveThem) {
  EXPECT_EQ(text_of(2, 2, {}), emit::emit(module_of(2, 2), Dialect::opencl).bytes);
  EXPECT_THAT(text_of(2, 2, {}), HasSubstr("__global const float* restrict in"));
}

}  // namespace
}  // namespace papilio::experiments
