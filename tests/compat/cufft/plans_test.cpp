// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What cuFFT's documentation says of handles, work areas, streams and captures.
#include <atomic>
#include <climits>
#include <thread>

#include "compat/cufft/fixture.hpp"

namespace papilio::compat::cufft {
namespace {

constexpr int two_passes = 1 << 17;

TEST_F(CufftTest, MakePlanTwiceIsInvalid) {
  int plan = -1;
  std::size_t bytes = 1;
  ASSERT_EQ(cufftCreate(&plan), success);
  EXPECT_NE(plan, -1);
  EXPECT_EQ(cufftGetSize(plan, &bytes), invalid_plan) << "it is not planned yet";
  EXPECT_EQ(cufftMakePlan1d(plan, 64, type_c2c, 2, &bytes), success);
  EXPECT_EQ(cufftMakePlan1d(plan, 64, type_c2c, 2, &bytes), invalid_plan);
  EXPECT_EQ(cufftMakePlan2d(plan, 8, 8, type_c2c, &bytes), invalid_plan);
  EXPECT_EQ(cufftDestroy(plan), success);
  EXPECT_EQ(cufftDestroy(plan), invalid_plan);
  EXPECT_EQ(cufftDestroy(-1), invalid_plan);
}

TEST_F(CufftTest, AHandleIsAsBeforeWhenMemoryRunsOut) {
  int plan = 0;
  std::size_t bytes = 1;
  ASSERT_EQ(cufftCreate(&plan), success);
  std::size_t needed = 0;
  ASSERT_EQ(cufftEstimate1d(two_passes, type_c2c, 1, &needed), success);
  const std::size_t memory = fake().memory;
  fake().memory = fake().used() + needed / 2;
  EXPECT_EQ(cufftMakePlan1d(plan, two_passes, type_c2c, 1, &bytes), alloc_failed);
  EXPECT_EQ(cufftExecC2C(plan, &bytes, &bytes, -1), invalid_plan);
  fake().memory = memory;
  EXPECT_EQ(cufftMakePlan1d(plan, two_passes, type_c2c, 1, &bytes), success);
  EXPECT_EQ(bytes, needed);
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, SizesAgreeWithWhatIsUsed) {
  std::size_t estimated = 1;
  std::size_t asked = 2;
  std::size_t made = 3;
  std::size_t kept = 4;
  int plan = 0;
  ASSERT_EQ(cufftEstimate1d(two_passes, type_z2z, 3, &estimated), success);
  ASSERT_EQ(cufftCreate(&plan), success);
  ASSERT_EQ(cufftGetSize1d(plan, two_passes, type_z2z, 3, &asked), success);
  const std::size_t before = fake().used();
  ASSERT_EQ(cufftMakePlan1d(plan, two_passes, type_z2z, 3, &made), success);
  ASSERT_EQ(cufftGetSize(plan, &kept), success);
  EXPECT_GT(made, 0U);
  EXPECT_THAT((std::vector{estimated, asked, kept}), testing::Each(made));
  EXPECT_GE(fake().used(), before + made);
  const Array<std::complex<double>> data(std::size_t{two_passes} * 3);
  const std::size_t all = fake().used();
  fake().run = nullptr;
  EXPECT_EQ(cufftExecZ2Z(plan, data.data(), data.data(), 1), success);
  EXPECT_EQ(fake().used(), all) << "executions take nothing more";
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, WorkAreasOfTheCaller) {
  fake().run = nullptr;
  int plan = 0;
  std::size_t bytes = 0;
  const Array<Complex> data(two_passes);
  ASSERT_EQ(cufftCreate(&plan), success);
  EXPECT_EQ(cufftSetAutoAllocation(plan, 0), success);
  ASSERT_EQ(cufftMakePlan1d(plan, two_passes, type_c2c, 1, &bytes), success);
  ASSERT_GT(bytes, 0U);
  EXPECT_EQ(cufftExecC2C(plan, data.data(), data.data(), -1), no_workspace);
  for (int i = 0; i < 2; ++i) {  // another one each time
    const Array<char> area(bytes);
    EXPECT_EQ(cufftSetWorkArea(plan, area.data()), success);
    fake().launches.clear();
    EXPECT_EQ(cufftExecC2C(plan, data.data(), data.data(), -1), success);
    ASSERT_EQ(fake().launches.size(), 2U);
    EXPECT_EQ(fake().launches[0].parameters[1], reinterpret_cast<std::uintptr_t>(area.data()));
  }
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, SettingAWorkAreaGivesTheAllocatedOneBack) {
  int plan = 0;
  ASSERT_EQ(cufftPlan1d(&plan, two_passes, type_c2c, 1), success);
  std::size_t bytes = 0;
  ASSERT_EQ(cufftGetSize(plan, &bytes), success);
  const Array<char> area(bytes);
  const std::size_t before = fake().used();
  EXPECT_EQ(cufftSetWorkArea(plan, area.data()), success);
  EXPECT_EQ(fake().used(), before - bytes);
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, ExecutionsOnlyEnqueue) {
  fake().run = nullptr;
  int plan = 0;
  ASSERT_EQ(cufftPlan1d(&plan, two_passes, type_c2c, 1), success);
  const Array<Complex> in(two_passes);
  const Array<Complex> out(two_passes);
  ASSERT_EQ(cufftExecC2C(plan, in.data(), out.data(), -1), success);
  fake().calls.clear();
  ASSERT_EQ(cufftExecC2C(plan, in.data(), out.data(), 1), success);
  ASSERT_EQ(cufftExecC2C(plan, in.data(), in.data(), 1), success);
  for (const auto& [name, count] : fake().calls) {
    EXPECT_THAT(name, testing::AnyOf("cuLaunchKernel", "cuCtxGetCurrent", "cuMemsetD8Async")) << count;
  }
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, AFirstExecutionMayBeCaptured) {
  fake().run = nullptr;
  for (const bool blocking : {false, true}) {
    int plan = 0;
    backend::cuda::CUstream stream = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, blocking ? 0 : 1), 0);
    ASSERT_EQ(cufftPlan1d(&plan, two_passes, type_c2c, 1), success);
    ASSERT_EQ(cufftSetStream(plan, stream), success);
    const Array<Complex> in(two_passes);
    const Array<Complex> out(two_passes);
    fake().capture[stream] = backend::cuda::CU_STREAM_CAPTURE_STATUS_ACTIVE;
    fake().launches.clear();
    for (const int direction : {-1, 1}) {
      EXPECT_EQ(cufftExecC2C(plan, in.data(), out.data(), direction), success);
      EXPECT_EQ(cufftExecC2C(plan, in.data(), in.data(), direction), success);
    }
    EXPECT_EQ(fake().launches.size(), 8U);
    for (const test::FakeLaunch& launch : fake().launches) EXPECT_EQ(launch.stream, stream);
    fake().capture.clear();
    EXPECT_EQ(cufftDestroy(plan), success);
    cudaStreamDestroy(stream);
  }
}

// The fake driver refuses questions about a stream that was destroyed, as a real one does or worse.
TEST_F(CufftTest, AStreamMayGoBeforeThePlan) {
  int plan = 0;
  int other = 0;
  backend::cuda::CUstream stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, 1), 0);
  ASSERT_EQ(cufftPlan1d(&plan, 8, type_c2c, 1), success);
  ASSERT_EQ(cufftSetStream(plan, stream), success);
  const Array<Complex> data(8);
  ASSERT_EQ(cufftExecC2C(plan, data.data(), data.data(), -1), success);
  cudaStreamDestroy(stream);
  EXPECT_EQ(cufftPlan1d(&other, 16, type_c2c, 1), success);
  EXPECT_EQ(cufftSetStream(plan, nullptr), success);
  EXPECT_EQ(cufftExecC2C(plan, data.data(), data.data(), -1), success);
  EXPECT_EQ(cufftDestroy(plan), success);
  EXPECT_EQ(cufftDestroy(other), success);
}

TEST_F(CufftTest, TheContextIsTheCallers) {
  int plan = 0;
  std::thread([&] {  // a thread without a context: device 0's primary one
    EXPECT_EQ(cufftPlan1d(&plan, two_passes, type_c2c, 1), success);
    EXPECT_EQ(fake_cuda_current(), nullptr);
  })
      .join();
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, ForgottenPlansOfManyThreads) {
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      cudaSetDevice(0);
      const Array<Complex> data(64);
      for (int i = 0; i < 10; ++i) {
        int plan = 0;
        if (cufftPlan1d(&plan, 8 + t, type_c2c, 1) != success) ++failures;
        if (cufftExecC2C(plan, data.data(), data.data(), -1) != success) ++failures;
        if (cufftDestroy(plan) != success) ++failures;
        if (cufftExecC2C(plan, data.data(), data.data(), -1) != invalid_plan) ++failures;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
}

TEST_F(CufftTest, PlansOfOneLengthShareTheirTables) {
  constexpr int length = 10007;
  int plans[6] = {};
  ASSERT_EQ(cufftPlan1d(&plans[0], length, type_z2z, 1), success);
  ASSERT_EQ(cufftPlan1d(&plans[1], length, type_z2z, 1), success);
  std::size_t area = 0;
  ASSERT_EQ(cufftGetSize(plans[0], &area), success);
  const std::size_t two = fake().used();
  for (int i = 2; i < 6; ++i) ASSERT_EQ(cufftPlan1d(&plans[i], length, type_z2z, 1), success);
  EXPECT_LE(fake().used(), two + 4 * area);
  for (const int plan : plans) EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, LayoutsThatDoNotCoincideAreNotDoneInPlace) {
  int n[] = {8};
  int plan = 0;
  ASSERT_EQ(cufftPlanMany(&plan, 1, n, n, 1, 8, n, 2, 16, type_c2c, 2), success);
  const Array<Complex> in(32);
  const Array<Complex> out(32);
  in[0] = 1;
  EXPECT_EQ(cufftExecC2C(plan, in.data(), in.data(), -1), not_supported);
  EXPECT_EQ(in[0], Complex(1));
  EXPECT_EQ(cufftExecC2C(plan, in.data(), out.data(), -1), success);
  EXPECT_EQ(out[14], Complex(1)) << "the spectrum of an impulse";
  EXPECT_EQ(out[13], Complex(0)) << "a gap";
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, VersionAndProperties) {
  int version = 0;
  int major = 0;
  EXPECT_EQ(cufftGetVersion(&version), success);
  EXPECT_EQ(cufftGetProperty(0, &major), success);
  EXPECT_EQ(version, 12000);
  EXPECT_EQ(major, 12);
  int plan = 0;
  long long value = -1;
  ASSERT_EQ(cufftCreate(&plan), success);
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan, patient_jit, 1), success);
  EXPECT_EQ(cufftGetPlanPropertyInt64(plan, patient_jit, &value), success);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan, patient_jit, 2), invalid_value);
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan, 77, 1), not_supported);
  EXPECT_EQ(cufftResetPlanProperty(plan, patient_jit), success);
  EXPECT_EQ(cufftGetPlanPropertyInt64(plan, patient_jit, &value), success);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(cufftDestroy(plan), success);
}

}  // namespace
}  // namespace papilio::compat::cufft
