// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans over several GPUs: wrong arguments, orders that do not fit, and failures of the driver. Results are the
// business of clients/multi_gpu_client.cpp.
#include <functional>
#include <string>

#include "compat/cufft/fixture.hpp"

namespace papilio::compat::cufft {
namespace {

int two_gpus[] = {0, 1};

class MultiGpuTest : public CufftTest {
 protected:
  void TearDown() override {
    if (plan_ != 0) {
      EXPECT_EQ(cufftDestroy(plan_), success);
    }
    CufftTest::TearDown();
  }
  /// A handle of two GPUs.
  void create() {
    ASSERT_EQ(cufftCreate(&plan_), success);
    ASSERT_EQ(cufftXtSetGPUs(plan_, 2, two_gpus), success);
  }
  void make_2d(int type) {
    create();
    std::size_t work[2] = {7, 7};
    ASSERT_EQ(cufftMakePlan2d(plan_, 8, 6, type, work), success);
    EXPECT_EQ(work[0], 0U) << "the plan has its own memory";
    EXPECT_EQ(work[1], 0U);
  }
  XtDescriptor* allocate(int format) {
    void* descriptor = nullptr;
    EXPECT_EQ(cufftXtMalloc(plan_, &descriptor, format), success);
    return static_cast<XtDescriptor*>(descriptor);
  }
  int plan_ = 0;
};

TEST_F(MultiGpuTest, NumbersOfGpus) {
  ASSERT_EQ(cufftCreate(&plan_), success);
  int many[max_gpus + 1] = {};
  int none[] = {0, 2};
  for (const int count : {-1, 0, 1, max_gpus + 1}) EXPECT_EQ(cufftXtSetGPUs(plan_, count, many), invalid_value);
  EXPECT_EQ(cufftXtSetGPUs(plan_, 2, none), invalid_device) << "there are two";
  EXPECT_EQ(cufftXtSetGPUs(plan_, max_gpus, many), success) << "one GPU, sixteen times";
  EXPECT_EQ(cufftXtSetGPUs(plan_, 2, two_gpus), success) << "the last call counts";
  std::size_t work[max_gpus] = {};
  ASSERT_EQ(cufftMakePlan1d(plan_, 16, type_c2c, 3, work), success);
  EXPECT_EQ(cufftXtSetGPUs(plan_, 2, two_gpus), invalid_plan) << "it is planned";
  EXPECT_EQ(cufftMakePlan1d(plan_, 16, type_c2c, 3, work), invalid_plan);
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan_, patient_jit, 1), invalid_plan);
}

TEST_F(MultiGpuTest, FunctionsOfOneGpuRefuseSuchPlans) {
  make_2d(type_c2c);
  const Array<Complex> data(48);
  EXPECT_EQ(cufftExecC2C(plan_, data.data(), data.data(), forward_direction), invalid_plan);
  EXPECT_EQ(cufftXtExec(plan_, data.data(), data.data(), forward_direction), invalid_plan);
  EXPECT_EQ(cufftSetWorkArea(plan_, data.data()), invalid_plan);
}

TEST_F(MultiGpuTest, FunctionsOfSeveralGpusRefuseOtherPlans) {
  ASSERT_EQ(cufftPlan1d(&plan_, 16, type_c2c, 2), success);
  void* descriptor = nullptr;
  Xt1dFactors factors = {};
  XtDescriptor none = {};
  EXPECT_EQ(cufftXtMalloc(plan_, &descriptor, format_in_place), invalid_plan);
  EXPECT_EQ(cufftXtMemcpy(plan_, &none, &none, copy_device_to_device), invalid_plan);
  EXPECT_EQ(cufftXtQueryPlan(plan_, &factors, query_1d_factors), invalid_plan);
  EXPECT_EQ(cufftXtExecDescriptor(plan_, &none, &none, forward_direction), invalid_plan);
}

TEST_F(MultiGpuTest, ProblemsThatAreNotThere) {
  create();
  std::size_t work[2] = {};
  int n[] = {8, 8};
  int wide[] = {8, 9};
  long long odd[] = {8};
  EXPECT_EQ(cufftMakePlan1d(plan_, 1009, type_c2c, 1, work), invalid_size) << "a prime number cannot be divided";
  EXPECT_EQ(cufftMakePlan1d(plan_, 1 << 20, type_r2c, 1, work), not_supported) << "one axis of real numbers";
  EXPECT_EQ(cufftMakePlan2d(plan_, 0, 8, type_c2c, work), invalid_size);
  EXPECT_EQ(cufftMakePlan2d(plan_, 8, 1 << 28, type_c2c, work), invalid_size);
  EXPECT_EQ(cufftMakePlanMany(plan_, 2, n, wide, 1, 72, wide, 1, 72, type_c2c, 4, work), not_supported) << "gaps";
  EXPECT_EQ(
      cufftXtMakePlanMany(plan_, 1, odd, nullptr, 1, 8, complex_f16, nullptr, 1, 8, complex_f16, 1, work, complex_f16),
      not_supported)
      << "one array of 16 bits";
  EXPECT_EQ(cufftMakePlanMany(plan_, 2, n, n, 1, 64, n, 1, 64, type_c2c, 4, work), success)
      << "embeds of contiguous arrays; and after all failures the handle is as before";
}

TEST_F(MultiGpuTest, DescriptorsThatDoNotFit) {
  make_2d(type_r2c);
  XtDescriptor* const sound = allocate(format_in_place);
  void* other = nullptr;
  EXPECT_EQ(cufftXtMalloc(plan_, &other, format_1d_input_shuffled), invalid_type) << "there are two axes";
  EXPECT_EQ(cufftXtMalloc(plan_, &other, 5), invalid_type) << "cuFFTMp's";
  EXPECT_EQ(cufftXtMalloc(plan_, &other, -1), invalid_type);
  const auto try_with = [&](const auto& change, int result) {
    XtMemory memory = *sound->memory;
    XtDescriptor wrong = *sound;
    wrong.memory = &memory;
    change(wrong);
    std::vector<Complex> host(64);
    EXPECT_EQ(cufftXtExecDescriptorR2C(plan_, &wrong, &wrong), result);
    EXPECT_EQ(cufftXtMemcpy(plan_, &wrong, host.data(), copy_host_to_device), result);
    EXPECT_EQ(cufftXtMemcpy(plan_, host.data(), &wrong, copy_device_to_host), result);
    EXPECT_EQ(cufftXtMemcpy(plan_, sound, &wrong, copy_device_to_device), result);
  };
  try_with([](XtDescriptor& d) { d.memory = nullptr; }, invalid_value);
  try_with([](XtDescriptor& d) { d.memory->gpu_count = 1; }, invalid_value);
  try_with([](XtDescriptor& d) { d.memory->gpus[1] = 0; }, invalid_value);
  try_with([](XtDescriptor& d) { d.memory->data[1] = nullptr; }, invalid_value);
  try_with([](XtDescriptor& d) { d.memory->size[0] -= 1; }, invalid_value);
  try_with([](XtDescriptor& d) { d.memory->data[0] = static_cast<char*>(d.memory->data[0]) + 8; }, unaligned_data);
  try_with([](XtDescriptor& d) { d.format = 6; }, invalid_type);
  EXPECT_EQ(cufftXtExecDescriptorC2C(plan_, sound, sound, forward_direction), invalid_plan) << "another type";
  EXPECT_EQ(cufftXtExecDescriptorR2C(plan_, sound, nullptr), invalid_value);
  EXPECT_EQ(cufftXtMemcpy(plan_, sound, sound, 3), invalid_value);
  sound->format = format_in_place_shuffled;
  EXPECT_EQ(cufftXtExecDescriptorR2C(plan_, sound, sound), invalid_type) << "real numbers have the natural order";
  XtDescriptor* const apart = allocate(format_output);
  XtMemory mixed = *apart->memory;
  mixed.data[0] = sound->memory->data[0];
  mixed.size[0] = sound->memory->size[0];
  sound->format = format_input;
  XtDescriptor half = *apart;
  half.memory = &mixed;
  EXPECT_EQ(cufftXtExecDescriptorR2C(plan_, sound, &half), invalid_value) << "in place on one GPU alone";
  EXPECT_EQ(cufftXtFree(&half), invalid_value) << "not from cufftXtMalloc";
  EXPECT_EQ(cufftXtFree(sound), success);
  EXPECT_EQ(cufftXtFree(apart), success);
  EXPECT_EQ(cufftXtFree(sound), invalid_value) << "freed already";
}

TEST_F(MultiGpuTest, DirectionsAndQueries) {
  make_2d(type_z2z);
  XtDescriptor* const memory = allocate(format_in_place);
  Xt1dFactors factors = {};
  EXPECT_EQ(cufftXtExecDescriptorZ2Z(plan_, memory, memory, 0), invalid_value);
  EXPECT_EQ(cufftXtQueryPlan(plan_, &factors, query_1d_factors), not_supported) << "there are two axes";
  EXPECT_EQ(cufftXtQueryPlan(plan_, &factors, 1), invalid_value);
  EXPECT_EQ(cufftXtFree(memory), success);
}

TEST_F(MultiGpuTest, GpusWithoutElements) {
  ASSERT_EQ(cufftCreate(&plan_), success);
  int six[] = {0, 1, 0, 1, 0, 1};
  ASSERT_EQ(cufftXtSetGPUs(plan_, 6, six), success);
  std::size_t work[6] = {};
  ASSERT_EQ(cufftMakePlan2d(plan_, 4, 5, type_c2c, work), success);
  XtDescriptor* const memory = allocate(format_in_place);
  std::vector<Complex> host(20, Complex(1, 0));
  EXPECT_EQ(cufftXtMemcpy(plan_, memory, host.data(), copy_host_to_device), success);
  EXPECT_EQ(cufftXtExecDescriptorC2C(plan_, memory, memory, forward_direction), success);
  EXPECT_EQ(cufftXtMemcpy(plan_, host.data(), memory, copy_device_to_host), success);
  EXPECT_EQ(host[0], Complex(20, 0));
  for (std::size_t i = 1; i < host.size(); ++i) EXPECT_LT(std::abs(host[i]), 1e-5F);
  EXPECT_EQ(cufftXtFree(memory), success);

  // Out of place, the last GPU has elements on neither side.
  XtDescriptor* const in = allocate(format_input);
  XtDescriptor* const out = allocate(format_output);
  std::ranges::fill(host, Complex(1, 0));
  EXPECT_EQ(cufftXtMemcpy(plan_, in, host.data(), copy_host_to_device), success);
  EXPECT_EQ(cufftXtExecDescriptorC2C(plan_, in, out, forward_direction), success);
  EXPECT_EQ(cufftXtMemcpy(plan_, host.data(), out, copy_device_to_host), success);
  EXPECT_EQ(host[0], Complex(20, 0));
  EXPECT_EQ(cufftXtFree(in), success);
  EXPECT_EQ(cufftXtFree(out), success);
}

TEST_F(MultiGpuTest, WorkAreasAreThoseOfTheGpusThatWereSetLast) {
  create();
  const Array<Complex> area(64);
  void* areas[] = {area.data(), area.data()};
  EXPECT_EQ(cufftXtSetWorkArea(plan_, areas), success);
  int six[] = {0, 1, 0, 1, 0, 1};
  ASSERT_EQ(cufftXtSetGPUs(plan_, 6, six), success);
  std::size_t work[6] = {};
  ASSERT_EQ(cufftMakePlan1d(plan_, 16384, type_c2c, 6, work), success);
  XtDescriptor* const memory = allocate(format_in_place);
  EXPECT_EQ(cufftXtExecDescriptorC2C(plan_, memory, memory, forward_direction), success) << "in memory of its own";
  EXPECT_EQ(cufftXtFree(memory), success);
}

TEST_F(MultiGpuTest, DescriptorsOfABatchThatShareMemory) {
  create();
  std::size_t work[2] = {};
  ASSERT_EQ(cufftMakePlan1d(plan_, 16, type_r2c, 4, work), success);
  XtDescriptor* const in = allocate(format_input);
  XtDescriptor* const out = allocate(format_output);
  XtMemory same = *out->memory;
  same.data[0] = in->memory->data[0];
  XtDescriptor partly = *out;
  partly.memory = &same;
  EXPECT_EQ(cufftXtExecDescriptorR2C(plan_, in, &partly), invalid_value) << "on one GPU of two";
  same.data[1] = in->memory->data[1];
  EXPECT_NE(cufftXtExecDescriptorR2C(plan_, in, &partly), success) << "rows are not padded";
  EXPECT_EQ(cufftXtFree(in), success);
  EXPECT_EQ(cufftXtFree(out), success);
}

/// Without access between the GPUs arrays go through the host's memory.
TEST_F(MultiGpuTest, WithoutPeerAccess) {
  fake().peer_access = false;
  make_2d(type_c2c);
  XtDescriptor* const memory = allocate(format_in_place);
  std::vector<Complex> host(48);
  host[0] = 1;
  EXPECT_EQ(cufftXtMemcpy(plan_, memory, host.data(), copy_host_to_device), success);
  EXPECT_EQ(cufftXtExecDescriptorC2C(plan_, memory, memory, forward_direction), success);
  EXPECT_EQ(cufftXtMemcpy(plan_, host.data(), memory, copy_device_to_host), success);
  for (const Complex& value : host) EXPECT_LT(std::abs(value - Complex(1, 0)), 1e-6F);
  EXPECT_EQ(cufftXtFree(memory), success);
  fake().peer_access = true;
}

/// A kind of call fails once, from one of the steps on: an error, nothing left behind, no hanging, and the next plan
/// works.
TEST_F(MultiGpuTest, FailuresOfTheDriver) {
  const auto fails_from = [](int step, const std::string& call) {
    int plan = 0;
    std::size_t work[2] = {};
    void* descriptor = nullptr;
    std::vector<Complex> host(16);
    const std::function<int()> steps[] = {
        [&] { return cufftCreate(&plan); },
        [&] { return cufftXtSetGPUs(plan, 2, two_gpus); },
        [&] { return cufftMakePlan2d(plan, 4, 4, type_c2c, work); },
        [&] { return cufftXtMalloc(plan, &descriptor, format_in_place); },
        [&] { return cufftXtMemcpy(plan, descriptor, host.data(), copy_host_to_device); },
        [&] {
          auto* const memory = static_cast<XtDescriptor*>(descriptor);
          return cufftXtExecDescriptorC2C(plan, memory, memory, forward_direction);
        },
        [&] { return cufftXtMemcpy(plan, host.data(), descriptor, copy_device_to_host); }};
    int result = success;
    for (int i = 0; i < 7 && result == success; ++i) {
      if (i == step) fake().next_status[call] = backend::cuda::CUDA_ERROR_OUT_OF_MEMORY;
      result = steps[i]();
    }
    fake().next_status.clear();
    if (descriptor != nullptr) {
      EXPECT_EQ(cufftXtFree(descriptor), success);
    }
    EXPECT_EQ(cufftDestroy(plan), success);
    return result;
  };
  int failures = 0;
  for (const char* call :
       {"cuDevicePrimaryCtxRetain", "cuMemAlloc_v2", "cuStreamCreate", "cuStreamCreateWithPriority", "cuEventCreate",
        "cuEventRecord", "cuStreamWaitEvent", "cuLaunchKernel", "cuModuleLoadData", "cuMemcpy3DAsync_v2",
        "cuCtxEnablePeerAccess", "cuStreamSynchronize", "cuStreamQuery", "cuDeviceCanAccessPeer"}) {
    for (int step = 0; step < 7; ++step) failures += fails_from(step, call) == success ? 0 : 1;
  }
  EXPECT_GT(failures, 30);
  EXPECT_EQ(fails_from(7, ""), success);
}

}  // namespace
}  // namespace papilio::compat::cufft
