// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Device memory on a GPU: memory left behind by plans, a full device, and stream-ordered scratch.
#include <array>
#include <chrono>

#include "api/access.hpp"
#include "device/cuda/fixture.hpp"

namespace papilio::test {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
constexpr std::int64_t tenth_of_a_second = 180'000'000;  // cycles, accurate enough on every chip

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST_F(CudaDevice, AThousandPlansLeaveNoDeviceMemoryBehind) {
  const std::array problems = {Problem::parse("c2c:f32:64*5"), Problem::parse("c2c:f32:100*3"),
                               Problem::parse("c2c:f32:1009*3"), Problem::parse("c2c:f32:2^17"),
                               Problem::parse("c2c:f64:60*7")};
  const Buffer in(device_, std::size_t{1} << 20);
  const Buffer out(device_, std::size_t{1} << 20);
  // Neither the plan nor the device's kept objects outlive a cycle, so every plan loads its kernels and uploads its
  // tables anew.
  const auto cycle = [&](int plans) {
    for (int i = 0; i < plans; ++i) {
      backend().shared_objects().let_go();
      const Plan plan(device_, problems[static_cast<std::size_t>(i) % problems.size()]);
      plan.execute(stream_, in, out);
    }
    stream_.synchronize();
  };
  cycle(100);  // lets pools and arenas reach their final size
  const std::int64_t before = free_memory();
  cycle(1000);
  EXPECT_LT(before - free_memory(), 4 * mebibyte);
}

TEST_F(CudaDevice, WhatIsKeptOfManyPlansIsBounded) {
  const Buffer in(device_, std::size_t{4} << 20);
  const Buffer out(device_, std::size_t{4} << 20);
  const std::int64_t before = free_memory();
  for (int i = 0; i < 400; ++i) {
    // Each of the first 80 plans has kernels and tables that no other one has: more than the device keeps.
    const Plan plan(device_, Problem::c2c(Precision::f32, 64 + i % 80, 64));
    plan.execute(stream_, in, out);
  }
  stream_.synchronize();
  constexpr std::int64_t bound = 64 * mebibyte;
  EXPECT_LE(backend().shared_objects().kept_bytes(), static_cast<std::size_t>(bound));
  EXPECT_LT(before - free_memory(), 2 * bound) << "a module takes no more than it counts, and the driver's pieces";
  backend().shared_objects().let_go();
  EXPECT_EQ(backend().shared_objects().kept_bytes(), 0U);
}

/// Allocates all of a device's memory, in pieces down to one mebibyte.
std::vector<Buffer> take_everything(const Device& device, std::int64_t free) {
  std::vector<Buffer> taken;
  for (std::int64_t piece = free; piece >= mebibyte;) {
    try {
      taken.emplace_back(device, static_cast<std::size_t>(piece));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::out_of_memory) throw;
      piece /= 2;
    }
  }
  return taken;
}

TEST_F(CudaDevice, AFullDeviceSaysSoAndWorksAgainAfterwards) {
  const std::int64_t length = 1 << 21;
  const auto bytes = static_cast<std::size_t>(length) * 8;
  const Plan plan(device_, Problem::parse("c2c:f32:2^21:inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Buffer data(device_, bytes);
  const Signal in = random_f32(length, 1);
  stream_.upload(data, in.data(), bytes);
  {
    const std::vector<Buffer> taken = take_everything(device_, free_memory());
    EXPECT_EQ(code_of([&] { Buffer(device_, bytes); }), ErrorCode::out_of_memory);
    EXPECT_EQ(code_of([&] { plan.execute(stream_, data, data); }), ErrorCode::out_of_memory);
    // A small plan may just fit, but it must not fail in another way.
    const ErrorCode planned = code_of([&] { Plan(device_, Problem::parse("c2c:f32:100003")); });
    EXPECT_TRUE(planned == ErrorCode{0} || planned == ErrorCode::out_of_memory) << static_cast<int>(planned);
    stream_.synchronize();
  }
  plan.execute(stream_, data, data);
  Signal out(in.size());
  stream_.download(data, out.data(), bytes);
  EXPECT_LT(error_of(in, out, Direction::forward), error_bound(length, Precision::f32));
  const Signal small = random_f32(3000, 2);
  const Plan next(device_, Problem::parse("c2c:f32:3000"));
  EXPECT_LT(error_of(small, run(next, small), Direction::forward), error_bound(3000, Precision::f32));
}

class CudaScratch : public CudaDevice {
 protected:
  void SetUp() override {
    CudaDevice::SetUp();
    if (IsSkipped()) return;
    plan_ = Plan(device_, Problem::parse("c2c:f32:2^20:inplace:scale=1/sqrt(n)"));  // four executions are the identity
    slow_ = program(slow_source, "slow");
    from_ = Buffer(device_, 256);
    to_ = Buffer(device_, 256);
    ASSERT_GT(plan_.scratch_bytes(), 0U);
    // Loading, the pool and the first use of memory must not be timed.
    const Stream other(device_);
    {
      const auto one = api::unwrap(stream_).temporary(plan_.scratch_bytes());
      const auto two = api::unwrap(other).temporary(plan_.scratch_bytes());
      if (one == nullptr || two == nullptr) GTEST_SKIP() << "this device has no memory pools";
    }
    other.synchronize();
    const Buffer data(device_, bytes);
    hold(stream_, 1);
    plan_.execute(stream_, data, data);
    stream_.synchronize();
  }
  /// Keeps a stream busy for about `ticks` cycles.
  void hold(const Stream& stream, std::int64_t ticks) const {
    launch(stream, *slow_, 1, 64, {memory(from_), memory(to_), ticks});
  }

  static constexpr std::int64_t length = 1 << 20;
  static constexpr std::size_t bytes = static_cast<std::size_t>(length) * 8;
  Plan plan_;
  std::shared_ptr<runtime::Program> slow_;
  Buffer from_;
  Buffer to_;
};

TEST_F(CudaScratch, ExecutionsWithoutScratchReturnAtOnce) {
  const Buffer data(device_, bytes);
  const Signal in = random_f32(length, 1);
  stream_.upload(data, in.data(), bytes);
  hold(stream_, tenth_of_a_second);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 40; ++i) plan_.execute(stream_, data, data);
  const double enqueued = seconds_since(begin);
  stream_.synchronize();
  const double finished = seconds_since(begin);
  EXPECT_LT(enqueued, finished / 2) << "an execution waited for the device";
  Signal out(in.size());
  stream_.download(data, out.data(), bytes);
  EXPECT_LT(
      relative_l2(std::vector<LongComplex>(out.begin(), out.end()), std::vector<LongComplex>(in.begin(), in.end())),
      40 * error_bound(length, Precision::f32));
}

TEST_F(CudaScratch, NoStreamWaitsForTheScratchOfAnother) {
  const Stream other(device_);
  const Buffer data(device_, bytes);
  const Buffer more(device_, bytes);
  hold(stream_, tenth_of_a_second);
  plan_.execute(stream_, data, data);
  const auto begin = std::chrono::steady_clock::now();
  plan_.execute(other, more, more);
  other.synchronize();
  const double second = seconds_since(begin);
  stream_.synchronize();
  EXPECT_LT(second, seconds_since(begin) / 2) << "the second stream waited for the first";
}

}  // namespace
}  // namespace papilio::test
