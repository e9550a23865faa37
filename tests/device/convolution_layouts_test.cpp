// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions of any layout, and with channels, on the real device: compared with the defining sums in long double,
// three times; planes in separate buffers, in place, unchanged gaps, misuse.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "device/fixture.hpp"
#include "support/convolutions.hpp"

namespace papilio {
namespace {

using test::Numbers;

template <class T>
std::vector<T> rounded(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}

template <class T>
void expect_correct(const Device& device, const ConvolutionProblem& problem) {
  const Convolution convolution(device, problem);
  SCOPED_TRACE(convolution.describe());
  const Numbers signal = test::random_signals(problem, 1);
  const Numbers kernel = test::random_kernels(problem, 2);
  const std::vector<T> taps = rounded<T>(kernel);
  const Filter filter = convolution.filter(std::as_bytes(std::span(taps)));
  const bool in_place = problem.placement == Placement::in_place;
  std::vector<T> first;
  for (int run = 0; run < 3; ++run) {
    const std::vector<T> in = rounded<T>(signal);
    std::vector<T> out = in_place
                             ? in
                             : std::vector<T>(static_cast<std::size_t>(test::numbers_of(problem, test::End::output)),
                                              std::numeric_limits<T>::quiet_NaN());
    if (in_place) {
      convolution.execute(filter, std::as_writable_bytes(std::span(out)));
    } else {
      convolution.execute(filter, std::as_bytes(std::span(in)), std::as_writable_bytes(std::span(out)));
    }
    if (run == 0) {
      first = out;
      const Numbers got(out.begin(), out.end());
      for (const auto& fault :
           test::faults_of_convolution(problem, convolution.padded_lengths(), signal, kernel, got)) {
        ADD_FAILURE() << fault;
      }
    } else {
      EXPECT_EQ(std::memcmp(first.data(), out.data(), out.size() * sizeof(T)), 0) << "execution " << run + 1;
    }
  }
}

class ConvolutionLayoutsTest : public test::OnDevice {
 protected:
  void expect_all_correct(const std::vector<std::string>& tokens) const {
    for (const std::string& token : tokens) {
      SCOPED_TRACE(token);
      const ConvolutionProblem problem = ConvolutionProblem::parse(token);
      if (problem.precision == Precision::f64 && !device_.info().f64) continue;
      problem.precision == Precision::f32 ? expect_correct<float>(device_, problem)
                                          : expect_correct<double>(device_, problem);
    }
  }
};

TEST_F(ConvolutionLayoutsTest, AreWhereTheProblemSays) {
  expect_all_correct({"conv:f32:500*3:kernel=40:istrides=3:idist=1:ostrides=3:odist=1",
                      "conv:f32:1000x3:kernel=31x1:axes=0", "corr:f64:40x6x5*2:kernel=7x6x1*2:axes=0:same:complex",
                      "conv:f32:30x40*2:kernel=5x3:valid:istrides=41,1:idist=1300:ioffset=9:kstrides=1,6:ooffset=2",
                      "conv:f32:200*2:kernel=9:complex:planar", "corr:f32:20x30:kernel=3x3:complex:iplanar:ooffset=5",
                      "conv:f32:300*4:kernel=20*4:inplace:same", "conv:f64:20x21*2:kernel=4x4:inplace:complex:planar",
                      "conv:f32:100*3:kernel=11:inplace:idist=120:odist=110:ooffset=4"});
}

TEST_F(ConvolutionLayoutsTest, SumChannels) {
  expect_all_correct(
      {"conv:f32:500*2:kernel=40:channels=3x4", "corr:f32:28x28*2:kernel=3x3:same:channels=3x8",
       "corr:f64:16x12*2:kernel=3x3:channels=6x2:istrides=1,72,6:ostrides=1,24,2:same:kstrides=1,2,36,12",
       "conv:f32:8x9x10:kernel=3x3x3:channels=2x2:complex", "conv:f32:300:kernel=300*1:channels=1x5:circular",
       "conv:f32:64*3:kernel=8*3:channels=5x1:complex:planar", "conv:f32:5x64:kernel=5x8:channels=2x2:axes=1",
       "corr:f32:3000:kernel=33:channels=9x2:complex:valid", "conv:f32:64*2:kernel=8:channels=2x2:inplace:same"});
}

// {1+2i, 3} and a kernel of i: planes on each side in two buffers, out of place and in place.
TEST_F(ConvolutionLayoutsTest, TakePlanesInBuffersOfTheirOwn) {
  for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
    ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:2:kernel=1:complex:planar");
    problem.placement = placement;
    const Convolution convolution(device_, problem);
    const std::vector<float> kernel = {0, 1};
    const Filter filter = convolution.filter(std::span<const float>(kernel));
    const Stream stream(device_);
    const std::vector<float> re = {1, 3};
    const std::vector<float> im = {2, 0};
    Operands operands;
    for (Buffer* buffer : {&operands.in, &operands.in_imaginary, &operands.out, &operands.out_imaginary}) {
      *buffer = Buffer(device_, sizeof(float) * 2);
    }
    if (placement == Placement::in_place) {
      operands.out = operands.in;
      operands.out_imaginary = {};
    }
    stream.upload(operands.in, re.data(), sizeof(float) * 2);
    stream.upload(operands.in_imaginary, im.data(), sizeof(float) * 2);
    convolution.execute(stream, filter, operands);
    std::vector<float> got_re(2);
    std::vector<float> got_im(2);
    const bool in_place = placement == Placement::in_place;
    stream.download(operands.out, got_re.data(), sizeof(float) * 2);
    stream.download(in_place ? operands.in_imaginary : operands.out_imaginary, got_im.data(), sizeof(float) * 2);
    EXPECT_NEAR(got_re[0], -2, 1e-6);
    EXPECT_NEAR(got_re[1], 0, 1e-6);
    EXPECT_NEAR(got_im[0], 1, 1e-6);
    EXPECT_NEAR(got_im[1], 3, 1e-6);
    if (in_place) continue;
    operands.out_imaginary = operands.in_imaginary;
    EXPECT_THROW(convolution.execute(stream, filter, operands), Error) << "crosswise";
  }
}

TEST_F(ConvolutionLayoutsTest, TakeSpansOfTheirType) {
  const Convolution convolution(device_, ConvolutionProblem::parse("conv:f32:2*2:kernel=1:inplace:same:complex"));
  const std::vector<std::complex<float>> two = {{2, 0}};
  const Filter filter = convolution.filter(std::span<const std::complex<float>>(two));
  std::vector<std::complex<float>> memory = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  convolution.execute(filter, std::span<std::complex<float>>(memory));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(memory[i].real(), 4.0 * static_cast<double>(i) + 2, 1e-5);
    EXPECT_NEAR(memory[i].imag(), 4.0 * static_cast<double>(i) + 4, 1e-5);
  }
}

TEST_F(ConvolutionLayoutsTest, MisuseIsAnErrorOfOneLine) {
  const Convolution in_place(device_, ConvolutionProblem::parse("conv:f32:10:kernel=3:inplace"));
  const Convolution apart(device_, ConvolutionProblem::parse("conv:f32:10:kernel=3"));
  const Convolution planar(device_, ConvolutionProblem::parse("conv:f32:10:kernel=3:complex:planar"));
  const std::vector<float> three(3, 1);
  const std::vector<float> in(10, 1);
  std::vector<float> out(12);
  std::vector<std::complex<float>> pairs(12);
  const std::vector<std::complex<float>> pairs_in(10);
  const Filter filter = in_place.filter(std::span<const float>(three));
  EXPECT_THROW(in_place.execute(filter, std::span<const float>(in), std::span<float>(out)), Error);
  EXPECT_THROW(in_place.execute(filter, std::span<float>(out).first(10)), Error);
  EXPECT_THROW(apart.execute(apart.filter(std::span<const float>(three)), std::span<float>(out)), Error);
  EXPECT_THROW((void)planar.filter(std::span<const std::complex<float>>(pairs).first(3)), Error);
  EXPECT_THROW((void)planar.filter(std::span<const float>(three)), Error);
  const Filter planes = planar.filter(std::span<const float>(in).first(6));
  EXPECT_THROW(
      planar.execute(planes, std::span<const std::complex<float>>(pairs_in), std::span<std::complex<float>>(pairs)),
      Error);
  const Stream stream(device_);
  const Buffer one(device_, 12 * sizeof(float));
  const Buffer two(device_, 12 * sizeof(float));
  EXPECT_THROW(in_place.execute(stream, filter, one, two), Error);
  EXPECT_THROW(apart.execute(stream, apart.filter(std::span<const float>(three)), one, one), Error);
  for (const char* token : {"conv:f32:100:kernel=3:valid:channels=2x1", "conv:f32:100:kernel=3:valid:istrides=2",
                            "conv:f32:100:kernel=3:valid:inplace"}) {
    const Convolution other(device_, ConvolutionProblem::parse(token));
    EXPECT_THROW(OverlapSave<float>(other, std::span<const float>(three)), Error) << token;
  }
}

}  // namespace
}  // namespace papilio
