// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Buffers beyond maxStorageBufferRange, which kernels reach by address. The input is one impulse for each transform, of
// which the spectrum is known.
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "api/access.hpp"
#include "device/vulkan/fixture.hpp"
#include "runtime/device.hpp"

namespace papilio::test {
namespace {

using Signal = std::vector<std::complex<float>>;

class Large : public OnVulkan {
 protected:
  /// 512 MiB in place, an impulse at place b of transform b.
  void expect_impulses(const std::string& token) {
    const Device device(id_);
    const DeviceCaps& caps = api::unwrap(device).caps();
    constexpr std::int64_t bytes = std::int64_t{512} << 20;
    if (caps.max_binding >= bytes) GTEST_SKIP() << "one binding reaches " << caps.max_binding << " bytes";
    if (!caps.addresses) GTEST_SKIP() << "the device has no buffer addresses";
    const Problem problem = Problem::parse(token);
    ASSERT_EQ(problem.points() * problem.batch * 8, bytes);
    const auto n = static_cast<std::size_t>(problem.points());
    const Plan plan(device, problem);
    const Stream stream(device);
    const Buffer data(device, bytes);
    const Buffer scratch = plan.scratch_bytes() > 0 ? Buffer(device, plan.scratch_bytes()) : Buffer();
    const auto batch = static_cast<std::size_t>(problem.batch);
    Signal row(n);
    for (std::size_t b = 0; b < batch; ++b) {
      row[(b * 7 + 1) % n] = {1, -0.5};
      stream.upload(data, row.data(), n * 8, b * n * 8);
      row[(b * 7 + 1) % n] = 0;
    }
    plan.execute(stream, data, data, scratch);
    double worst = 0;
    for (std::size_t b = 0; b < batch; ++b) {
      stream.download(data, row.data(), n * 8, b * n * 8);
      for (std::size_t k = b % 64; k < n; k += 64) {
        const double turns = static_cast<double>(k * ((b * 7 + 1) % n) % n) / static_cast<double>(n);
        const std::complex<double> expected =
            std::complex<double>(1, -0.5) * std::polar(1.0, -2 * std::numbers::pi * turns);
        worst = std::max(worst, std::abs(std::complex<double>(row[k]) - expected));
      }
      std::fill(row.begin(), row.end(), 0.0F);
    }
    EXPECT_LT(worst, 1e-6);
  }
};

/// Executions behind the beginning of a buffer reach as far as one binding does.
TEST_F(Large, OffsetsWithinABinding) {
  const Device device(id_);
  const std::int64_t reach = api::unwrap(device).caps().max_binding;
  if (reach == 0 || reach > std::int64_t{1} << 28) GTEST_SKIP() << "one binding reaches " << reach << " bytes";
  const Plan plan(device, Problem::parse("c2c:f32:64*3"));
  const Stream stream(device);
  const Buffer in(device, 3 * 64 * 8);
  const Buffer out(device, static_cast<std::size_t>(reach + 8));
  Signal x(std::size_t{3} * 64, {1, -0.5});
  stream.upload(in, x.data(), in.size_bytes());
  const std::int64_t last = reach / 8 - 3 * 64;
  plan.execute(stream, {.in = in, .out = out, .out_offset = last});
  stream.download(out, x.data(), x.size() * 8, static_cast<std::size_t>(last) * 8);
  EXPECT_EQ(x[64], std::complex<float>(64, -32));
  EXPECT_EQ(x[65], std::complex<float>(0, 0));
  const Error refused = test::error_of([&] { plan.execute(stream, {.in = in, .out = out, .out_offset = last + 1}); });
  EXPECT_EQ(refused.code(), ErrorCode::unsupported);
  EXPECT_NE(std::string(refused.what()).find("out_offset " + std::to_string(last + 1)), std::string::npos)
      << refused.what();
}

TEST_F(Large, OneKernel) { expect_impulses("c2c:f32:1024*65536:inplace"); }
TEST_F(Large, ThroughScratch) { expect_impulses("c2c:f32:2^22*16:inplace"); }

TEST_F(Large, LargerBuffersServeSmallPlans) {
  const Device device(id_);
  const Buffer data(device, std::size_t{192} << 20);
  const Stream stream(device);
  const Signal in = {1, 2, 3, 4};
  stream.upload(data, in.data(), 32);
  Plan(device, Problem::parse("c2c:f32:4:inplace")).execute(stream, data, data);
  Signal out(4);
  stream.download(data, out.data(), 32);
  EXPECT_EQ(out, (Signal{10, {-2, 2}, -2, {-2, -2}}));
}

/// A plan for a small batch has kernels that reach no more than a binding.
TEST_F(Large, BatchesBeyondThePlansReachAreAnError) {
  const Device device(id_);
  const DeviceCaps& caps = api::unwrap(device).caps();
  if (caps.max_binding > (std::int64_t{128} << 20)) GTEST_SKIP() << "one binding reaches " << caps.max_binding;
  const Plan plan(device, Problem::parse("c2c:f32:1024*2:inplace"));
  const Buffer data(device, std::size_t{160} << 20);
  const Stream stream(device);
  const Error error = error_of([&] { plan.execute(stream, data, data, {}, 20480); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(), testing::HasSubstr("make a plan for that batch"));
}

}  // namespace
}  // namespace papilio::test
