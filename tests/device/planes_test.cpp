// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Planar data in separate buffers, and its misuse.
#include <gtest/gtest.h>

#include <papilio/papilio.hpp>
#include <vector>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

class Planes : public OnDevice {
 protected:
  static constexpr std::int64_t n = 360;

  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    stream_ = Stream(device_);
    for (Buffer* buffer : {&re_, &im_, &out_re_, &out_im_}) *buffer = Buffer(device_, n * sizeof(float));
    signal_ = random_f32(n, 3);
    std::vector<float> parts[2];
    for (const std::complex<float> x : signal_) {
      parts[0].push_back(x.real());
      parts[1].push_back(x.imag());
    }
    stream_.upload(re_, parts[0].data(), n * sizeof(float));
    stream_.upload(im_, parts[1].data(), n * sizeof(float));
  }

  [[nodiscard]] Signal joined(const Buffer& re, const Buffer& im) const {
    std::vector<float> parts[2] = {std::vector<float>(n), std::vector<float>(n)};
    stream_.download(re, parts[0].data(), n * sizeof(float));
    stream_.download(im, parts[1].data(), n * sizeof(float));
    Signal result;
    for (std::int64_t i = 0; i < n; ++i) result.emplace_back(parts[0][i], parts[1][i]);
    return result;
  }

  static Operands operands(const Buffer& in, const Buffer& in_imaginary, const Buffer& out,
                           const Buffer& out_imaginary) {
    Operands result;
    result.in = in;
    result.in_imaginary = in_imaginary;
    result.out = out;
    result.out_imaginary = out_imaginary;
    return result;
  }

  Stream stream_;
  Buffer re_, im_, out_re_, out_im_;
  Signal signal_;
};

TEST_F(Planes, LieInTwoBuffers) {
  const Plan plan(device_, Problem::parse("c2c:f32:360:planar"));
  plan.execute(stream_, operands(re_, im_, out_re_, out_im_));
  EXPECT_LT(error_of(signal_, joined(out_re_, out_im_), Direction::forward), 4e-7);
}

TEST_F(Planes, InPlaceOneSideSaysWhere) {
  const Plan plan(device_, Problem::parse("c2c:f32:360:planar:inplace"));
  plan.execute(stream_, operands(re_, im_, re_, {}));
  EXPECT_LT(error_of(signal_, joined(re_, im_), Direction::forward), 4e-7);
}

TEST_F(Planes, ThatShareMemoryAreRefused) {
  const Plan apart(device_, Problem::parse("c2c:f32:360:planar"));
  const Plan in_place(device_, Problem::parse("c2c:f32:360:planar:inplace"));
  const auto code = [&](const Plan& plan, const Operands& given) {
    return code_of([&] { plan.execute(stream_, given); });
  };
  EXPECT_EQ(code(apart, operands(re_, re_, out_re_, out_im_)), ErrorCode::invalid_argument);
  EXPECT_EQ(code(apart, operands(re_, im_, out_re_, out_re_)), ErrorCode::invalid_argument);
  EXPECT_EQ(code(apart, operands(re_, im_, im_, out_im_)), ErrorCode::invalid_argument);
  EXPECT_EQ(code(apart, operands(re_, im_, out_re_, im_)), ErrorCode::invalid_argument);
  EXPECT_EQ(code(apart, operands(re_, {}, out_re_, out_im_)), ErrorCode::invalid_argument)
      << "too small for both planes";
  EXPECT_EQ(code(in_place, operands(re_, im_, im_, re_)), ErrorCode::invalid_argument);
  EXPECT_EQ(code(in_place, operands(re_, im_, re_, out_im_)), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
