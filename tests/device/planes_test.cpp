// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Planar data in separate buffers, and its misuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/papilio.hpp>
#include <span>
#include <string>
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

/// Planes of the host, at addresses that devices share (multiples of 16 bytes) or not.
class HostPlanes : public OnDevice, public testing::WithParamInterface<int> {
 protected:
  static constexpr std::int64_t n = 360;
  using Plane = std::vector<float>;

  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    signal_ = random_f32(n, 3);
    for (Plane* plane : {&re_, &im_, &out_re_, &out_im_}) plane->assign(n + shift(), 0);
    for (std::int64_t i = 0; i < n; ++i) {
      re_[i + shift()] = signal_[i].real();
      im_[i + shift()] = signal_[i].imag();
    }
  }
  static int shift() { return GetParam(); }
  static std::span<float> of(Plane& plane) { return std::span(plane).subspan(shift(), n); }
  static Signal joined(Plane& re, Plane& im) {
    Signal result;
    for (std::int64_t i = 0; i < n; ++i) result.emplace_back(of(re)[i], of(im)[i]);
    return result;
  }
  /// What two planes in one span give.
  [[nodiscard]] Signal expected(const std::string& token) const {
    std::vector<float> in, out(2 * n);
    for (const auto x : signal_) in.push_back(x.real());
    for (const auto x : signal_) in.push_back(x.imag());
    Plan(device_, Problem::parse(token)).execute(in, std::span(out));
    Signal result;
    for (std::int64_t i = 0; i < n; ++i) result.emplace_back(out[i], out[n + i]);
    return result;
  }

  Signal signal_;
  Plane re_, im_, out_re_, out_im_;
};

TEST_P(HostPlanes, LieApart) {
  const Plan plan(device_, Problem::parse("c2c:f32:360:planar"));
  plan.execute({.in = of(re_), .out = of(out_re_), .in_imaginary = of(im_), .out_imaginary = of(out_im_)});
  EXPECT_TRUE(same_bits(joined(out_re_, out_im_), expected("c2c:f32:360:planar")));
  EXPECT_TRUE(same_bits(joined(re_, im_), signal_));
}

TEST_P(HostPlanes, OneSideMayBeOneSpan) {
  const Plan plan(device_, Problem::parse("c2c:f32:360:planar"));
  std::vector<float> out(2 * n);
  plan.execute({.in = of(re_), .out = std::span(out), .in_imaginary = of(im_)});
  const Signal wanted = expected("c2c:f32:360:planar");
  for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(std::complex<float>(out[i], out[n + i]), wanted[i]);
}

TEST_P(HostPlanes, AreTransformedInPlace) {
  const Plan plan(device_, Problem::parse("c2c:f32:360:planar:inplace"));
  plan.execute({.out = of(re_), .out_imaginary = of(im_)});
  EXPECT_TRUE(same_bits(joined(re_, im_), expected("c2c:f32:360:planar")));
}

TEST_P(HostPlanes, KeepTheirGaps) {
  const Plan plan(device_, Problem::parse("c2c:f32:180:planar:istrides=2:ostrides=2"));
  std::fill(out_re_.begin(), out_re_.end(), 7.0F);
  std::fill(out_im_.begin(), out_im_.end(), 8.0F);
  const auto span = [](Plane& plane) { return of(plane).first(n - 1); };
  plan.execute({.in = span(re_), .out = span(out_re_), .in_imaginary = span(im_), .out_imaginary = span(out_im_)});
  EXPECT_EQ(of(out_re_)[1], 7.0F);
  EXPECT_EQ(of(out_im_)[3], 8.0F);
  EXPECT_NE(of(out_re_)[2], 7.0F);
}

TEST_P(HostPlanes, ThatDoNotFitAreRefused) {
  const Plan apart(device_, Problem::parse("c2c:f32:360:planar"));
  const Plan in_place(device_, Problem::parse("c2c:f32:360:planar:inplace"));
  const Plan interleaved(device_, Problem::parse("c2c:f32:360"));
  const auto code = [&](const Plan& plan, const HostOperands& given) { return code_of([&] { plan.execute(given); }); };
  const auto re = of(re_), im = of(im_), out = of(out_re_), out_im = of(out_im_);
  const auto invalid = ErrorCode::invalid_argument;
  EXPECT_EQ(code(apart, {.in = re, .out = out, .in_imaginary = im.first(n - 1), .out_imaginary = out_im}), invalid);
  EXPECT_EQ(code(apart, {.in = re, .out = out, .in_imaginary = re, .out_imaginary = out_im}), invalid);
  EXPECT_EQ(code(apart, {.in = re, .out = out, .in_imaginary = im, .out_imaginary = im}), invalid);
  EXPECT_EQ(code(apart, {.in = re, .out = out, .in_imaginary = out, .out_imaginary = out_im}), invalid);
  EXPECT_EQ(code(apart, {.in = re, .out = out, .out_imaginary = out_im}), invalid) << "too few for both planes";
  EXPECT_EQ(code(in_place, {.out = re, .in_imaginary = im, .out_imaginary = im}), invalid);
  EXPECT_EQ(code(interleaved, {.in = re, .out = out, .in_imaginary = im, .out_imaginary = out_im}), invalid);
}

INSTANTIATE_TEST_SUITE_P(Addresses, HostPlanes, testing::Values(0, 1));

/// Zeros at the ends of axes need not be there.
TEST_F(OnDevice, SpansMayEndBehindTheLastElementThatIsNotZero) {
  for (const char* token :
       {"c2c:f32:64:zero=[40,64)", "c2c:f32:4096x16*3:zero=[9,4096)x[5,16)", "c2c:f32:64*5:zero=[40,64):istrides=2"}) {
    const Plan plan(device_, Problem::parse(token));
    const Problem& problem = plan.problem();
    const auto whole = static_cast<std::size_t>(problem.input_elements());
    const Signal in = random_f32(static_cast<std::int64_t>(whole), 4);
    std::int64_t unread = 0;
    const std::vector<std::int64_t> strides = problem.input_strides();
    for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis)
      unread += strides[axis] * (problem.zero[axis].end - problem.zero[axis].begin);
    Signal out(static_cast<std::size_t>(problem.output_elements()));
    plan.execute(std::span(in).first(whole - static_cast<std::size_t>(unread)), std::span(out));
    EXPECT_TRUE(same_bits(out, run(plan, in))) << token;
    EXPECT_EQ(code_of([&] {
                plan.execute(std::span(in).first(whole - static_cast<std::size_t>(unread) - 1), std::span(out));
              }),
              ErrorCode::invalid_argument)
        << token;
  }
}

}  // namespace
}  // namespace papilio::test
