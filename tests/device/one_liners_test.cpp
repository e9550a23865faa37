// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one-liners give the same bits as a plan of the corresponding token with general programs; tests/tool compares
// tokens with NumPy. Results that no token expresses are compared with their definition.
#include <algorithm>
#include <numbers>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

class NumPyFamily : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    device_ = Device("auto");  // used by the one-liners
  }

  template <typename Out, typename In>
  std::vector<Out> by_token(const std::string& token, const std::vector<In>& in) {
    const Plan plan(device_, Problem::parse(token), Programs::general);
    std::vector<Out> out(static_cast<std::size_t>(plan.problem().output_elements()));
    plan.execute(std::span<const In>(in), std::span(out));
    return out;
  }
};

std::vector<float> real_f32(std::int64_t n) {
  std::vector<float> x;
  for (const std::complex<float> value : random_f32(n, 17)) x.push_back(value.real());
  return x;
}

template <typename T>
double difference(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max<double>(worst, std::abs(a[i] - b[i]));
  return worst;
}

using ComplexF32 = std::complex<float>;
using ComplexF64 = std::complex<double>;

TEST_F(NumPyFamily, OneDimension) {
  const Signal x = random_f32(60, 1);
  const std::vector<float> real = real_f32(60);
  const Signal half = random_f32(31, 2);
  EXPECT_EQ(fft(x, Norm::ortho), (by_token<ComplexF32>("c2c:f32:60:norm=ortho", x)));
  EXPECT_EQ(fft(x, Norm::forward), (by_token<ComplexF32>("c2c:f32:60:norm=forward", x)));
  EXPECT_EQ(ifft(x, Norm::forward), (by_token<ComplexF32>("c2c:f32:60:inverse", x)));
  EXPECT_EQ(rfft(real), (by_token<ComplexF32>("r2c:f32:60", real)));
  EXPECT_EQ(rfft(real, Norm::forward), (by_token<ComplexF32>("r2c:f32:60:norm=forward", real)));
  EXPECT_EQ(irfft(half), (by_token<float>("c2r:f32:60:norm=backward", half)));
  EXPECT_EQ(irfft(half, 61, Norm::ortho), (by_token<float>("c2r:f32:61:norm=ortho", half)));
}

/// Imaginary parts of elements that are real in the spectrum of real numbers do not count.
TEST_F(NumPyFamily, IrfftIgnoresWhatARealSignalLacks) {
  for (const std::int64_t n : {1, 2, 6, 12, 62, 67, 134, 500}) {
    const auto numbers = static_cast<std::size_t>(n / 2 + 1);
    Signal half = random_f32(static_cast<int>(numbers), 3);
    half[0].imag(0);
    if (n % 2 == 0) half[numbers - 1].imag(0);
    const std::vector<float> clean = irfft(half, n);
    for (const float part : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30F}) {
      half[0].imag(part);
      if (n % 2 == 0) half[numbers - 1].imag(part);
      EXPECT_EQ(irfft(half, n), clean) << n << " points, " << part;
    }
  }
}

TEST_F(NumPyFamily, IrfftCutsAndPads) {
  const Signal half = random_f32(11, 2);
  EXPECT_EQ(irfft(half, 7), (by_token<float>("c2r:f32:7:norm=backward", Signal(half.begin(), half.begin() + 4))));
  Signal padded = half;
  padded.resize(16);
  EXPECT_EQ(irfft(half, 30), (by_token<float>("c2r:f32:30:norm=backward", padded)));
  EXPECT_EQ(irfft(Signal{3}, 1), std::vector<float>{3});
  EXPECT_EQ(code_of([] { irfft(Signal{3}); }), ErrorCode::invalid_argument) << "2(m-1) is 0";
  EXPECT_EQ(code_of([&] { irfft(half, -4); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { irfft(half, std::int64_t{1} << 40); }), ErrorCode::unsupported);
}

TEST_F(NumPyFamily, Arrays) {
  const Signal x = random_f32(4 * 6 * 10, 1);
  const std::vector<float> real = real_f32(4 * 6 * 10);
  const Signal half = random_f32(4 * 6 * 6, 2);
  EXPECT_EQ(fftn(x, {4, 6, 10}), (by_token<ComplexF32>("c2c:f32:4x6x10", x)));
  EXPECT_EQ(fftn(x, {4, 6, 10}, {0, 2}, Norm::ortho), (by_token<ComplexF32>("c2c:f32:4x6x10:axes=0,2:norm=ortho", x)));
  EXPECT_EQ(ifftn(x, {4, 6, 10}, {1}), (by_token<ComplexF32>("c2c:f32:4x6x10:inverse:axes=1:norm=backward", x)));
  EXPECT_EQ(rfftn(real, {4, 6, 10}), (by_token<ComplexF32>("r2c:f32:4x6x10", real)));
  EXPECT_EQ(irfftn(half, {4, 6, 10}), (by_token<float>("c2r:f32:4x6x10:norm=backward", half)));
  EXPECT_EQ(irfftn(half, {4, 6, 11}, {-2, -1}), (by_token<float>("c2r:f32:4x6x11:axes=1,2:norm=backward", half)));
  EXPECT_EQ(fft2(x, {24, 10}), (by_token<ComplexF32>("c2c:f32:24x10", x)));
  EXPECT_EQ(fft2(x, {4, 6, 10}, Norm::forward), (by_token<ComplexF32>("c2c:f32:4x6x10:axes=1,2:norm=forward", x)));
  EXPECT_EQ(rfft2(real, {4, 6, 10}), (by_token<ComplexF32>("r2c:f32:4x6x10:axes=1,2", real)));
  EXPECT_LT(difference(ifft2(fft2(x, {4, 6, 10}), {4, 6, 10}), x), 1e-6);
  EXPECT_LT(difference(irfft2(rfft2(real, {4, 6, 10}), {4, 6, 10}), real), 1e-6);
}

TEST_F(NumPyFamily, WhatArraysCannotBe) {
  const Signal x = random_f32(24, 1);
  EXPECT_EQ(code_of([&] { fftn(x, {4, 5}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { fftn(x, {}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { fftn(x, {4, 0}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { fftn(x, {-4, -6}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { fftn(x, {4, 6}, {2}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { fftn(x, {4, 6}, {-3}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { fftn(x, {4, 6}, {1, 0}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { fft2(x, {24}); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { irfftn(x, {4, 6}); }), ErrorCode::invalid_argument) << "4 x 4 elements are wanted";
  EXPECT_EQ(code_of([&] { fftn(x, {std::int64_t{1} << 40, std::int64_t{1} << 40}); }), ErrorCode::unsupported);
}

TEST_F(NumPyFamily, CosineAndSineTransforms) {
  const std::vector<float> x = real_f32(30);
  for (int type = 1; type <= 4; ++type) {
    for (const bool sine : {false, true}) {
      const std::string kind = (sine ? "dst" : "dct") + std::to_string(type);
      const auto forward = [&](Norm norm) { return sine ? dst(x, type, norm) : dct(x, type, norm); };
      EXPECT_EQ(forward(Norm::backward), (by_token<float>(kind + ":f32:30", x))) << kind;
      EXPECT_EQ(forward(Norm::ortho), (by_token<float>(kind + ":f32:30:norm=ortho", x))) << kind;
      EXPECT_EQ(forward(Norm::forward), (by_token<float>(kind + ":f32:30:scale=1/n", x))) << kind;
      for (const Norm norm : {Norm::backward, Norm::ortho, Norm::forward}) {
        const std::vector<float> spectrum = forward(norm);
        EXPECT_LT(difference(sine ? idst(spectrum, type, norm) : idct(spectrum, type, norm), x), 2e-6) << kind;
      }
    }
  }
  EXPECT_EQ(dct(x), dct(x, 2)) << "the type is 2 unless told otherwise";
  for (const int type : {0, 5, -1}) {
    EXPECT_EQ(code_of([&] { dct(x, type); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of([&] { idst(x, type); }), ErrorCode::invalid_argument);
  }
  EXPECT_EQ(code_of([] { dct(std::vector<float>{1}, 1); }), ErrorCode::invalid_argument);
}

TEST_F(NumPyFamily, NothingGivesNothing) {
  EXPECT_TRUE(rfft(std::vector<float>()).empty());
  EXPECT_TRUE(irfft(Signal()).empty());
  EXPECT_TRUE(dct(std::vector<double>()).empty());
  EXPECT_TRUE(idst(std::vector<float>()).empty());
}

TEST_F(NumPyFamily, DoublePrecision) {
  if (!device_.info().f64) GTEST_SKIP() << device_.info().name << " has no double precision";
  std::vector<double> real(60);
  for (std::size_t i = 0; i < real.size(); ++i) real[i] = std::sin(static_cast<double>(i * i));
  const std::vector<ComplexF64> half = rfft(real);
  EXPECT_EQ(half, (by_token<ComplexF64>("r2c:f64:60", real)));
  EXPECT_LT(difference(irfft(half), real), 1e-14);
  EXPECT_EQ(rfftn(real, {6, 10}), (by_token<ComplexF64>("r2c:f64:6x10", real)));
  EXPECT_LT(difference(irfftn(rfftn(real, {6, 10}), {6, 10}), real), 1e-14);
  EXPECT_LT(difference(irfft2(rfft2(real, {6, 10}), {6, 10}), real), 1e-14);
  const std::vector<ComplexF64> x(half.begin(), half.begin() + 30);
  EXPECT_EQ(fftn(x, {5, 6}), (by_token<ComplexF64>("c2c:f64:5x6", x)));
  EXPECT_LT(difference(ifft2(fft2(x, {5, 6}), {5, 6}), x), 1e-13);
  EXPECT_LT(difference(ifftn(fftn(x, {5, 6}), {5, 6}), x), 1e-13);
  EXPECT_LT(difference(idct(dct(real, 4), 4), real), 1e-14);
  EXPECT_LT(difference(idst(dst(real)), real), 1e-14);
}

}  // namespace
}  // namespace papilio::test
