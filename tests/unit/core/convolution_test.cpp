// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <complex>
#include <papilio/convolution_problem.hpp>
#include <papilio/error.hpp>
#include <string>

#include "core/kernel_placement.hpp"
#include "support/error_of.hpp"

namespace papilio {
namespace {

TEST(ConvolutionToken, PrintsCanonicallyAndComesBack) {
  for (const auto& [token, canonical] :
       {std::pair{"conv:f32:4096*512:kernel=129:same", "conv:f32:4096*512:kernel=129:same"},
        {"conv:f32:8:kernel=3:full:real", "conv:f32:8:kernel=3"},
        {"corr:f64:2^10*8:kernel=100*8:complex", "corr:f64:1024*8:kernel=100*8:complex"},
        {"conv:f32:64x64:kernel=3x5:complex:valid", "conv:f32:64x64:kernel=3x5:valid:complex"},
        {"conv:f16:8:kernel=3", "conv:f16:8:kernel=3"},
        {"conv:f32:8:kernel=3:in=bf16:out=bf16", "conv:bf16:8:kernel=3"},
        {"conv:f64:8:kernel=3:out=f64:in=i16:same", "conv:f64:8:kernel=3:same:in=i16"},
        {"conv:f32:8x4:kernel=3x1:axes=0:inplace", "conv:f32:8x4:kernel=3x1:inplace:axes=0"},
        {"conv:f32:8x4:kernel=3x1:axes=0,1:outofplace", "conv:f32:8x4:kernel=3x1"},
        {"conv:f32:8*2:kernel=3:istrides=1:idist=8:odist=10:kdist=3", "conv:f32:8*2:kernel=3"},
        {"conv:f32:8*2:kernel=3:idist=1:istrides=2:koffset=4", "conv:f32:8*2:kernel=3:istrides=2:idist=1:koffset=4"},
        {"conv:f32:8:kernel=3:kplanar:oplanar:complex:iplanar", "conv:f32:8:kernel=3:complex:planar"},
        {"corr:f32:8:kernel=3:complex:kplanar:iplanar", "corr:f32:8:kernel=3:complex:iplanar:kplanar"},
        {"conv:f32:8:kernel=3:channels=1x1:in=i8", "conv:f32:8:kernel=3:in=i8"},
        {"conv:f32:8*2:kernel=3*2:idist=-4:ioffset=4:kdist=1:kstrides=0",
         "conv:f32:8*2:kernel=3*2:idist=-4:ioffset=4:kstrides=0"},
        {"conv:f32:8x9:kernel=3x3:channels=2x3:kstrides=1,3,18,6:ostrides=110,11,1",
         "conv:f32:8x9:kernel=3x3:channels=2x3:kstrides=1,3,18,6"}}) {
    const ConvolutionProblem problem = ConvolutionProblem::parse(token);
    EXPECT_EQ(problem.token(), canonical);
    EXPECT_EQ(ConvolutionProblem::parse(problem.token()), problem);
  }
}

struct Bad {
  const char* token;
  std::size_t position;
  const char* why;
};

TEST(ConvolutionToken, FailuresNameThePlace) {
  for (const Bad& bad :
       {Bad{"", 0, "the operation is missing"}, Bad{"c2c:f32:8:kernel=3", 0, "unknown operation \"c2c\""},
        Bad{"conv:f8:8:kernel=3", 5, "unknown precision \"f8\""}, Bad{"conv:f32:8", 10, "the kernel is missing"},
        Bad{"conv:f32:8:same", 11, "\"same\" is not a kernel"}, Bad{"conv:f32:8:kernel=", 18, "the length is missing"},
        Bad{"conv:f32:8x8:kernel=3", 13, "1 kernel lengths for 2 of the signal"},
        Bad{"conv:f32:8:kernel=3:inverse", 20, "unknown option \"inverse\""},
        Bad{"conv:f32:8:kernel=3:in=i32", 23, "unknown storage \"i32\""},
        Bad{"conv:f32:8:kernel=3:in=i8:in=u8", 26, "\"in=u8\" contradicts \"in=i8\""},
        Bad{"conv:f32:8:kernel=3:same:full", 25, "\"full\" contradicts \"same\""},
        Bad{"conv:f32:8:kernel=3*0", 20, "the count is 0"}, Bad{"conv:f32:8:kernel=3:axes=1", 25, "there is no axis 1"},
        Bad{"conv:f32:8:kernel=3:channels=3", 29, "\"3\" are 1 numbers"},
        Bad{"conv:f32:8:kernel=3:channels=0x2", 29, "the number of channels is 0"},
        Bad{"conv:f32:8:kernel=3:istrides=x", 29, "'x' is not a digit of the input stride"},
        Bad{"conv:f32:8:kernel=3:idist=2:idist=3", 28, "\"idist=3\" contradicts \"idist=2\""},
        Bad{"conv:f32:8:kernel=3:complex:iplanar:planar", 36, "\"planar\" contradicts \"iplanar\""},
        Bad{"conv:f32:8:kernel=3:strides=2", 20, "unknown option \"strides=2\""}}) {
    const TokenError error = test::error_of<TokenError>([&] { (void)ConvolutionProblem::parse(bad.token); });
    EXPECT_EQ(error.position(), bad.position) << error.what();
    EXPECT_NE(std::string(error.what()).find(bad.why), std::string::npos) << error.what();
  }
}

TEST(ConvolutionProblem, ValuesMustMakeSense) {
  for (const auto& [token, why] :
       {std::pair{"conv:f32:8:kernel=9:valid", "a kernel of 9 points does not fit within 8"},
        {"conv:f32:8*3:kernel=2*2", "2 kernels for 3 signals"},
        {"conv:f32:8:kernel=3:out=i16", "an output of i16: integers can only be read"},
        {"conv:f32:2^27:kernel=2", "more than 2^27"},
        {"conv:f32:2x2x2x2:kernel=2x2x2x2", "it convolves 4 axes"},
        {"conv:f32:2^21x2^21x2^21:kernel=1x1x1:circular", "fit 64 bits"},
        {"conv:f32:8*2^62:kernel=2", "fit 64 bits"},
        {"conv:f32:8x5:kernel=3x2:axes=0", "kernels of 2 along axis 1, which is not convolved"},
        {"conv:f32:8:kernel=3:planar", "its input is real, and planar means complex"},
        {"conv:f32:8*2:kernel=3:odist=7", "its output elements 7 of array 0 and 0 of array 1 share an address"},
        {"conv:f32:8*2:kernel=3*2:kdist=-2", "its kernel begins 2 elements before the buffer"},
        {"conv:f32:8:kernel=3:istrides=1,2", "2 input strides for 1 lengths"},
        {"conv:f32:8:kernel=3:channels=2x2:ostrides=4,1", "its output elements (0,4) and (1,0) share an address"},
        {"conv:f32:8:kernel=3:inplace:in=f16", "storage f16 of the input and f32 of the output"},
        {"conv:f32:8:kernel=3:inplace:complex:oplanar", "do not share a memory"}}) {
    const Error error = test::error_of([&] { (void)ConvolutionProblem::parse(token); });
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}

TEST(ConvolutionProblem, CountsElements) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f64:10x20*3:kernel=4x5*3:complex");
  EXPECT_EQ(problem.signal_elements(), 600);
  EXPECT_EQ(problem.kernel_elements(), 60);
  EXPECT_EQ(problem.output_elements(), 3 * 13 * 24);
  EXPECT_EQ(problem.element_bytes(), 16);
  const ConvolutionProblem laid_out =
      ConvolutionProblem::parse("conv:f32:10*3:kernel=4:channels=2x5:istrides=1,2:ioffset=3:kstrides=20,10,1:odist=80");
  EXPECT_EQ(laid_out.signal_elements(), 3 + 60);
  EXPECT_EQ(laid_out.kernel_elements(), 4 * 20 + 10 + 3 + 1);
  EXPECT_EQ(laid_out.output_elements(), 160 + 65);
  const ConvolutionProblem stored = ConvolutionProblem::parse("conv:f32:10:kernel=4:in=i16:out=f16:complex");
  EXPECT_EQ(stored.element_bytes(), 8);
  EXPECT_EQ(stored.input_element_bytes(), 4);
  EXPECT_EQ(stored.output_element_bytes(), 4);
}

TEST(KernelPlacement, TurnsAndMovesKernels) {
  const std::vector<float> h = {1, 2, 3};
  const auto placed = [&](const char* token, std::int64_t n, std::int64_t first) {
    return placed_kernels<float>(ConvolutionProblem::parse(token), {n}, {first}, h);
  };
  EXPECT_EQ(placed("conv:f32:4:kernel=3", 6, 0), (std::vector<float>{1, 2, 3, 0, 0, 0}));
  EXPECT_EQ(placed("corr:f32:4:kernel=3", 6, 0), (std::vector<float>{3, 2, 1, 0, 0, 0}));
  EXPECT_EQ(placed("conv:f32:4:kernel=3:valid", 4, 2), (std::vector<float>{3, 0, 1, 2}));
  EXPECT_EQ(placed("corr:f32:4:kernel=3:circular", 4, 0), (std::vector<float>{1, 0, 3, 2}));
  EXPECT_EQ(placed("conv:f32:2:kernel=3:circular", 2, 0), (std::vector<float>{4, 2}));
}

TEST(KernelPlacement, RoundsSumsOfElementsOnce) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:1:kernel=4:circular");
  EXPECT_EQ(placed_kernels<float>(problem, {1}, {0}, std::vector<float>{1e8F, 1, 1, -1e8F}), (std::vector<float>{2}));
  EXPECT_EQ(placed_kernels<double>(problem, {1}, {0}, std::vector<double>{1e16, 1, 1, -1e16}),
            (std::vector<double>{2}));
}

TEST(KernelPlacement, ReadsTheUsersLayout) {
  // Two output and three input channels, interleaved: h[o][i] = {10o+i, 100+10o+i}, inputs fastest.
  const ConvolutionProblem channels =
      ConvolutionProblem::parse("conv:f32:4:kernel=2:channels=3x2:kstrides=3,1,7:koffset=1");
  std::vector<float> numbers(static_cast<std::size_t>(channels.kernel_elements()), -1);
  for (int o = 0; o < 2; ++o) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 2; ++j) numbers[1 + 3 * o + i + 7 * j] = static_cast<float>(100 * j + 10 * o + i);
    }
  }
  EXPECT_EQ(placed_kernels<float>(channels, {3}, {0}, numbers),
            (std::vector<float>{0, 100, 0, 1, 101, 0, 2, 102, 0, 10, 110, 0, 11, 111, 0, 12, 112, 0}));
  // Planar data, along the middle one of three axes.
  const ConvolutionProblem planar = ConvolutionProblem::parse("corr:f32:2x4x9:kernel=2x2x1:axes=1:complex:kplanar");
  const std::vector<float> planes = {1, 2, 3, 4, 5, 6, 7, 8};
  using Elements = std::vector<std::complex<float>>;
  EXPECT_EQ(placed_kernels<std::complex<float>>(planar, {3}, {0}, planes),
            (Elements{{2, -6}, {1, -5}, {0, 0}, {4, -8}, {3, -7}, {0, 0}}));
}

}  // namespace
}  // namespace papilio
