// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The whole library on the fake driver: which kernels are launched, how, and which calls are refused.
#include "plan/plan.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <papilio/cuda.hpp>
#include <papilio/papilio.hpp>

#include "api/access.hpp"
#include "backend/cuda/device.hpp"
#include "backend/cuda/library.hpp"
#include "fixture.hpp"
#include "kernel/kernel.hpp"
#include "runtime/device.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::AllOf, testing::HasSubstr;

class CudaPlanTest : public CudaTest {
 protected:
  [[nodiscard]] Device device() const { return api::HandleAccess::handle<Device>(device_); }
  [[nodiscard]] Stream stream() const { return api::HandleAccess::handle<Stream>(stream_); }
};

TEST_F(CudaPlanTest, AutoIsTheFirstGpu) {
  EXPECT_EQ(Device("auto").info().id, "cuda:0");
  EXPECT_EQ(Device("cuda").info().id, "cuda:0");
  EXPECT_EQ(Device("cuda:1").info().id, "cuda:1");
  EXPECT_EQ(papilio::cuda::wrap_device(1).info().id, "cuda:1");
  fake().next_status["cuDevicePrimaryCtxRetain"] = CUDA_ERROR_OUT_OF_MEMORY;
  device_.reset();
  stream_.reset();
  EXPECT_EQ(Device("cuda").info().id, "cuda:1") << "the first does not open";
}

TEST_F(CudaPlanTest, LaunchesEveryPassWithTheLocalMemoryItsTextWants) {
  bool dynamic = false;
  for (const char* token : {"c2c:f32:64*5", "c2c:f32:1009*3", "c2c:f64:8192*3000", "c2c:f32:2^17*2"}) {
    const Problem problem = Problem::parse(token);
    const Plan plan(device(), problem);
    const auto bytes = static_cast<std::size_t>(plan.problem().input_elements() * problem.element_bytes());
    const Buffer in(device(), bytes);
    const Buffer out(device(), bytes);
    fake().launches.clear();
    plan.execute(stream(), in, out);
    const plan::PlanNode tree = plan::make_plan(problem, device_->caps());
    ASSERT_EQ(fake().launches.size(), tree.passes().size()) << token;
    for (std::size_t i = 0; i < tree.passes().size(); ++i) {
      const KernelSpec& spec = tree.passes()[i]->kernel;
      const kernel::KernelInterface face = kernel::interface_of(spec);
      const test::FakeLaunch& launch = fake().launches[i];
      EXPECT_EQ(launch.kernel, face.name);
      EXPECT_EQ(launch.groups, face.tiles(problem.batch));
      EXPECT_EQ(launch.threads, static_cast<unsigned>(face.threads));
      EXPECT_EQ(launch.dynamic_shared, static_cast<unsigned>(face.local_memory));
      EXPECT_EQ(launch.parameters[0] % 16, 0U);
      dynamic = dynamic || face.local_memory > 0;
    }
  }
  EXPECT_TRUE(dynamic) << "no kernel of the list has dynamic shared memory, so nothing was tested";
}

// Executions that are not checked launch what plans without checks do.
TEST_F(CudaPlanTest, OneExecutionInThreeIsChecked) {
  for (const char* token : {"c2c:f32:64*5", "c2c:f32:1009*3", "c2c:f32:2^17*2"}) {
    const Problem problem = Problem::parse(token);
    const Plan checked(device(), problem, Verification::every(3));
    const auto bytes = static_cast<std::size_t>(problem.input_elements() * problem.element_bytes());
    const Buffer in(device(), bytes);
    const Buffer out(device(), bytes);
    const auto kernels_of = [&](const Plan& plan) {
      fake().launches.clear();
      plan.execute(stream(), in, out);
      std::vector<std::string> kernels;
      for (const test::FakeLaunch& launch : fake().launches) kernels.push_back(launch.kernel);
      return kernels;
    };
    const std::vector<std::string> without = kernels_of(Plan(device(), problem, Verification::off));
    const std::vector<std::string> with = kernels_of(Plan(device(), problem, Verification::on));
    EXPECT_NE(without, with);
    for (int i = 0; i < 7; ++i) EXPECT_EQ(kernels_of(checked), i % 3 == 0 ? with : without) << token << " " << i;
  }
}

TEST_F(CudaPlanTest, ACapturedStreamTakesExecutionsThatNeedNoMemory) {
  const Plan plan(device(), Problem::parse("c2c:f32:2^17:inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Buffer data(device(), (1 << 17) * 8);
  const Buffer scratch(device(), plan.scratch_bytes());
  capture();
  const std::size_t before = fake().allocations.size();
  const Error error = error_of([&] { plan.execute(stream(), data, data); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("scratch_bytes()"));
  EXPECT_TRUE(fake().launches.empty());
  plan.execute(stream(), data, data, scratch);
  EXPECT_EQ(fake().launches.size(), 2U);
  EXPECT_EQ(fake().allocations.size(), before);
}

TEST_F(CudaPlanTest, PlanningInACaptureIsRefused) {
  const CuSymbols& cuda = default_library().symbols();
  const Plan before(device(), Problem::parse("c2c:f32:64*5"));
  const Buffer in(device(), 64 * 5 * 8);
  const Buffer out(device(), 64 * 5 * 8);
  CUstream native = nullptr;
  cuda.cuCtxPushCurrent_v2(std::dynamic_pointer_cast<CuDevice>(device_)->context()->get());
  cuda.cuStreamCreate(&native, CU_STREAM_NON_BLOCKING);
  {
    const Stream stream = papilio::cuda::wrap_stream(device(), native);
    fake().capture[native] = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    fake().calls.clear();
    const Error error = error_of([&] { Plan(device(), Problem::parse("c2c:f32:100*3")); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("c2c:f32:100*3"), HasSubstr("a CUDA graph cannot hold"),
                                    HasSubstr("before the capture begins")));
    EXPECT_EQ(fake().calls["cuModuleLoadData"] + fake().calls["cuMemAlloc_v2"] + fake().calls["cuStreamCreate"], 0);
    EXPECT_NO_THROW(before.execute(stream, in, out));
    EXPECT_EQ(fake().launches.back().stream, native);
    EXPECT_NO_THROW(Plan(Device("cuda:1"), Problem::parse("c2c:f32:64*5"))) << "no stream of this device is captured";
    fake().capture.clear();
    EXPECT_NO_THROW(Plan(device(), Problem::parse("c2c:f32:100*3")));
  }
  cuda.cuStreamDestroy_v2(native);
  CUcontext popped = nullptr;
  cuda.cuCtxPopCurrent_v2(&popped);
}

TEST_F(CudaPlanTest, ExecutionsWithoutScratchWaitForNothing) {
  const Plan plan(device(), Problem::parse("c2c:f32:2^17:inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Buffer data(device(), (1 << 17) * 8);
  fake().calls.clear();
  fake().launches.clear();
  for (int i = 0; i < 20; ++i) plan.execute(stream(), data, data);
  EXPECT_EQ(fake().launches.size(), 40U);
  EXPECT_EQ(fake().calls["cuMemAllocFromPoolAsync"], 20);
  EXPECT_EQ(fake().calls["cuMemFreeAsync"], 20);
  for (const char* waits : {"cuStreamSynchronize", "cuMemAlloc_v2", "cuMemFree_v2", "cuLaunchHostFunc"})
    EXPECT_EQ(fake().calls[waits], 0) << waits;
  EXPECT_EQ(fake().pooled, plan.scratch_bytes());
  // Scratch belongs to one execution while it runs: the parameters of one execution name the same address twice.
  EXPECT_EQ(fake().launches[0].parameters[1], fake().launches[1].parameters[0]);
}

TEST_F(CudaPlanTest, ExecutionsWithoutScratchOnADeviceWithoutPools) {
  fake().has_pools = false;
  const Plan plan(device(), Problem::parse("c2c:f32:2^17:inplace"));
  const Buffer data(device(), (1 << 17) * 8);
  const std::size_t before = fake().used();
  for (int i = 0; i < 3; ++i) plan.execute(stream(), data, data);
  EXPECT_EQ(fake().launches.size(), 6U);
  stream_->synchronize();
  EXPECT_EQ(fake().used(), before);
}

TEST_F(CudaPlanTest, DevicePointersInsteadOfBuffers) {
  const Plan plan(device(), Problem::parse("c2c:f32:2^17:inplace"));
  ASSERT_GT(plan.scratch_bytes(), 0U);
  const Buffer data(device(), (1 << 17) * 8 + 16);
  const Buffer scratch(device(), plan.scratch_bytes());
  const auto pointer = [](const Buffer& buffer, std::size_t offset = 0) {
    return reinterpret_cast<void*>(dynamic_cast<const CuMemory&>(api::unwrap(buffer)).native() + offset);
  };
  fake().launches.clear();
  fake().calls.clear();
  plan.execute(stream(), pointer(data, 16), pointer(data, 16), pointer(scratch));
  ASSERT_EQ(fake().launches.size(), 2U);
  EXPECT_EQ(fake().launches[0].parameters[0], reinterpret_cast<CUdeviceptr>(pointer(data, 16)));
  EXPECT_EQ(fake().launches[0].parameters[1], reinterpret_cast<CUdeviceptr>(pointer(scratch)));
  EXPECT_EQ(fake().launches[1].parameters[1], reinterpret_cast<CUdeviceptr>(pointer(data, 16)));
  EXPECT_EQ(fake().calls["cuPointerGetAttribute"] + fake().calls["cuMemAllocFromPoolAsync"], 0);
  plan.execute(stream(), pointer(data), pointer(data));
  EXPECT_EQ(fake().launches.size(), 4U);
  EXPECT_EQ(fake().calls["cuMemAllocFromPoolAsync"], 1) << "scratch of its own";
  const auto message = [&](const void* in, void* out, void* work) {
    const Error error = error_of([&] { plan.execute(stream(), in, out, work); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return std::string(error.what());
  };
  EXPECT_THAT(message(pointer(data, 8), pointer(data, 8), nullptr), HasSubstr("not a multiple of 16 bytes"));
  EXPECT_THAT(message(nullptr, pointer(data), nullptr), HasSubstr("the pointer is null"));
  EXPECT_THAT(message(pointer(data), pointer(scratch), nullptr), HasSubstr("two buffers for an in-place plan"));
  EXPECT_THAT(message(pointer(data), pointer(data), pointer(data, 16)), HasSubstr("scratch that is also input"));
  EXPECT_EQ(fake().launches.size(), 4U);
}

TEST_F(CudaPlanTest, AnotherBatchIsAnotherGrid) {
  const Plan plan(device(), Problem::parse("c2c:f32:4096*100"));
  const Buffer in(device(), 4096 * 8 * 300);
  const Buffer out(device(), 4096 * 8 * 300);
  const plan::PlanNode tree = plan::make_plan(plan.problem(), device_->caps());
  ASSERT_EQ(tree.passes().size(), 1U);
  const kernel::KernelInterface face = kernel::interface_of(tree.passes().front()->kernel);
  for (const std::int64_t batch : {1, 99, 300}) {
    fake().launches.clear();
    plan.execute(stream(), in, out, {}, batch);
    ASSERT_EQ(fake().launches.size(), 1U);
    EXPECT_EQ(fake().launches[0].groups, face.tiles(batch));
    EXPECT_EQ(fake().launches[0].parameters[2 + face.tables.size()], static_cast<CUdeviceptr>(batch));
  }
  fake().launches.clear();
  const Error error = error_of([&] { plan.execute(stream(), in, out, {}, std::int64_t{1} << 40); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_TRUE(fake().launches.empty());
}

TEST_F(CudaPlanTest, ExecutionsLeaveTheContextAsItWas) {
  std::vector<std::complex<float>> x(64 * 5);
  const Plan plan(device(), Problem::parse("c2c:f32:64*5:inplace"));
  plan.execute(std::span(x));
  EXPECT_EQ(fake_cuda_current(), nullptr);
  EXPECT_EQ(fake().pushes, fake().pops);
}

/// A plan whose kernel contains user text, which is C++.
Plan with_callback(const Device& device, const char* token) {
  Callbacks callbacks;
  callbacks.load =
      "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex v, papilio_index, papilio_data) { return v; }";
  return {device, Problem::parse(token), callbacks};
}

/// Runs in a separate process without NVRTC: exits with 0 if everything behaves as documented.
[[noreturn]] void plan_without_nvrtc() {
  const Device device("cuda:0");
  const Plan without_callbacks(device, Problem::parse("c2c:f32:81"));
  const Plan cached = with_callback(device, "c2c:f32:64*5");
  const DeviceList list = list_devices();
  const bool has_note = std::any_of(list.notes.begin(), list.notes.end(), [](const std::string& note) {
    return note.find("callbacks need it: install NVRTC") != std::string::npos;
  });
  try {
    const Plan fresh = with_callback(device, "c2c:f32:81");
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::exit(error.code() == ErrorCode::build_failed && has_note ? 0 : 2);
  }
  std::exit(1);
}

TEST(CudaWithoutNvrtcDeathTest, OnlyNewCallbacksAreRefused) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto folder = std::filesystem::temp_directory_path() / "papilio-cuda-without-nvrtc";
  const char* kept = std::getenv("PAPILIO_CACHE_DIR");
  const std::string before = kept != nullptr ? kept : "";
  // The second process runs this code too; it finds the variable set and the cache filled.
  if (std::getenv("PAPILIO_NVRTC_LIBRARY") == nullptr) {
    if (!default_nvrtc()) GTEST_SKIP() << default_nvrtc().problem();
    fake().reset();
    std::filesystem::remove_all(folder);
    setenv("PAPILIO_CACHE_DIR", folder.c_str(), 1);
    { const Plan plan = with_callback(Device("cuda:0"), "c2c:f32:64*5"); }
    setenv("PAPILIO_NVRTC_LIBRARY", "/nowhere/libnvrtc.so", 1);
  }
  EXPECT_EXIT(plan_without_nvrtc(), testing::ExitedWithCode(0), "compiling kernel .*/nowhere/libnvrtc.so .*install");
  unsetenv("PAPILIO_NVRTC_LIBRARY");
  before.empty() ? unsetenv("PAPILIO_CACHE_DIR") : setenv("PAPILIO_CACHE_DIR", before.c_str(), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace papilio::backend::cuda
