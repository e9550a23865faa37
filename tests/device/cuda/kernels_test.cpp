// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The CUDA backend on a GPU: kernels, memory, time, callbacks and failures.
#include <chrono>
#include <future>
#include <thread>

#include "api/access.hpp"
#include "device/cuda/fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

constexpr std::int64_t tenth_of_a_second = 180'000'000;  // cycles, accurate enough on every chip

TEST_F(CudaDevice, CompilesLoadsAndLaunches) {
  const auto scale = program(scale_source, "scale");
  ASSERT_NE(scale, nullptr);
  const Buffer x = upload(ramp(1234));
  const Buffer y(device_, x.size_bytes());
  launch(stream_, *scale, 20, 64, {memory(x), memory(y), std::int64_t{3}, std::int64_t{1234}});
  const std::vector<float> result = download(stream_, y);
  for (std::size_t i = 0; i < result.size(); ++i) ASSERT_EQ(result[i], 4 * static_cast<float>(i)) << i;
  const auto resources = scale->resources(64, 0);
  ASSERT_TRUE(resources.has_value());
  EXPECT_GT(resources->registers, 0);
  EXPECT_EQ(resources->private_memory, 0);
  EXPECT_GE(resources->max_threads, 64);
  EXPECT_GT(resources->groups_per_unit, 1);
}

TEST_F(CudaDevice, LocalMemoryUpToTheDevicesLimit) {
  const char* source = R"(
extern "C" __global__ void reverse(float* x, long long n) {
  extern __shared__ float tile[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[n - 1 - i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = tile[i];
}
)";
  const auto reverse = program(source, "reverse");
  for (const std::int64_t bytes : {std::int64_t{1024}, std::int64_t{64} << 10, backend().caps().local_memory}) {
    const auto n = bytes / 4;
    const Buffer x = upload(ramp(static_cast<std::size_t>(n)));
    launch(stream_, *reverse, 1, 256, {memory(x), n}, bytes);
    const std::vector<float> result = download(stream_, x);
    EXPECT_EQ(result.front(), static_cast<float>(n - 1)) << bytes;
    EXPECT_EQ(result.back(), 0.0F) << bytes;
  }
  EXPECT_EQ(reverse->resources(256, backend().caps().local_memory)->groups_per_unit, 1);
}

TEST_F(CudaDevice, PtxRunsToo) {
  // An architecture number below the device's that no chip has yields PTX for an older chip, which every newer one
  // runs.
  const cu::NvrtcLibrary& nvrtc = cu::default_nvrtc();
  int architecture = backend().caps().architecture;
  auto target = cu::target_for(nvrtc.architectures(), architecture);
  while (target && target->kind == cu::ImageKind::cubin) target = cu::target_for(nvrtc.architectures(), --architecture);
  if (!target) GTEST_SKIP() << "NVRTC knows no chip older than this one";
  const auto image = cu::compile_image(nvrtc, device_.info(), architecture, scale_source, "scale");
  ASSERT_EQ(static_cast<char>(image[0]), '/') << "this is no PTX";
  const auto scale = backend().load(runtime::seal(image), "scale");
  ASSERT_NE(scale, nullptr);
  const Buffer x = upload(ramp(64));
  launch(stream_, *scale, 1, 64, {memory(x), memory(x), std::int64_t{1}, std::int64_t{64}});
  EXPECT_EQ(download(stream_, x)[63], 126.0F);
}

TEST_F(CudaDevice, WhatIsNoKernelLoadsAsNull) {
  const std::vector<std::byte> binary = backend().compile({Dialect::cuda, scale_source}, "scale");
  EXPECT_EQ(backend().load(binary, "other"), nullptr);
  const std::span<const std::byte> whole = binary;
  for (std::size_t n = 0; n < whole.size(); n += 1 + n / 3) EXPECT_EQ(backend().load(whole.first(n), "scale"), nullptr);
  const char garbage[] = "neither machine code nor PTX";
  EXPECT_EQ(backend().load(runtime::seal(std::as_bytes(std::span(garbage))), "scale"), nullptr);
  EXPECT_NE(backend().load(binary, "scale"), nullptr);
}

TEST_F(CudaDevice, AbsurdAllocationFailsAndTheNextOneWorks) {
  const auto absurd = static_cast<std::size_t>(2 * device_.info().global_memory);
  const Error error = test::error_of([&] { const Buffer buffer(device_, absurd); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(error.what(), testing::HasSubstr(std::to_string(absurd)));
  EXPECT_THAT(error.what(), testing::HasSubstr("bytes are free"));
  EXPECT_EQ(download(stream_, upload(ramp(10)))[9], 9.0F);
}

TEST_F(CudaDevice, LaunchesReturnAtOnceAndTimesAreTheDevices) {
  const auto slow = program(slow_source, "slow");
  const Buffer x = upload(ramp(64));
  const Buffer y(device_, 256);
  launch(stream_, *slow, 1, 64, {memory(x), memory(y), std::int64_t{1}});
  stream_.synchronize();
  const auto host_begin = std::chrono::steady_clock::now();
  const auto begin = api::unwrap(stream_).record();
  launch(stream_, *slow, 1, 64, {memory(x), memory(y), tenth_of_a_second});
  const auto end = api::unwrap(stream_).record();
  const std::chrono::duration<double> enqueued = std::chrono::steady_clock::now() - host_begin;
  const double seconds = end->seconds_since(*begin);
  const std::chrono::duration<double> host = std::chrono::steady_clock::now() - host_begin;
  EXPECT_GT(seconds, 0.02);
  EXPECT_LT(seconds, host.count());
  EXPECT_LT(enqueued.count(), seconds / 2);
}

TEST_F(CudaDevice, EverythingMayGoWhileWorkRuns) {
  const Buffer y(device_, 256);
  const Stream other(device_);
  {
    const auto slow = program(slow_source, "slow");
    const Buffer x = upload(ramp(64));
    const Stream stream(device_);
    launch(stream, *slow, 1, 64, {memory(x), memory(y), tenth_of_a_second});
  }
  const std::vector<float> nans(64, std::numeric_limits<float>::quiet_NaN());
  const Buffer reused(device_, 256);  // possibly the memory of x
  other.upload(reused, nans.data(), 256);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  EXPECT_EQ(download(other, y)[63], 126.0F);
}

TEST_F(CudaDevice, CallsBackAndFreesWhatTheCallbackHeld) {
  const auto slow = program(slow_source, "slow");
  const Buffer x = upload(ramp(64));
  const std::int64_t before = free_memory();
  for (int i = 0; i < 20; ++i) {
    std::shared_ptr<runtime::Memory> scratch = backend().allocate(std::size_t{64} << 20);
    launch(stream_, *slow, 1, 64, {memory(x), scratch.get(), std::int64_t{1000}});
    const std::weak_ptr<runtime::Memory> watch = scratch;
    std::promise<void> done;
    api::unwrap(stream_).on_completion([keep = std::move(scratch), &done]() mutable {
      keep.reset();
      done.set_value();
    });
    ASSERT_EQ(done.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
    EXPECT_TRUE(watch.expired());
  }
  stream_.synchronize();
  EXPECT_LT(before - free_memory(), std::int64_t{128} << 20) << "of 20 times 64 MiB";
}

/// Runs in a separate process, whose context is lost: exits with 0 if everything behaves as documented.
[[noreturn]] void fail_a_kernel() {
  const Device device("cuda:0");
  const Stream stream(device);
  const char* source = "extern \"C\" __global__ void bad(float* x) { x[1LL << 50] = 1; }";
  const std::shared_ptr<runtime::Program> bad =
      api::unwrap(device).load(api::unwrap(device).compile({Dialect::cuda, source}, "bad"), "bad");
  const Buffer x(device, 64);
  std::atomic<bool> called = false;
  const std::vector<runtime::Argument> arguments = {api::HandleAccess::pointer(x).get()};
  api::unwrap(stream).launch({bad.get(), 1, 1, arguments});
  try {
    api::unwrap(stream).on_completion([&called] { called = true; });
  } catch (const Error&) {
    called = true;  // the failure is known already, so the function is not kept
  }
  try {
    stream.synchronize();
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::exit(error.code() == ErrorCode::device_failed && called ? 0 : 2);
  }
  std::exit(1);
}

TEST_F(CudaDevice, AFailedKernelIsAnErrorAndCallbacksStillCome) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(fail_a_kernel(), testing::ExitedWithCode(0), "CUDA_ERROR_ILLEGAL_ADDRESS.*the context is lost");
}

}  // namespace
}  // namespace papilio::test
