// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <initializer_list>

#include "backend/cuda/context.hpp"
#include "fixture.hpp"
#include "support/fake_cuda/fake_cuda.hpp"

namespace papilio::test {
namespace {

/// Must run before the process opens its driver.
const bool driver_is_chosen = setenv("PAPILIO_CUDA_LIBRARY", PAPILIO_FAKE_CUDA, 1) == 0;

FakeCuda& fake() { return *fake_cuda_state(); }

/// The fake driver computes nothing, so outputs are not looked at.
void use(const Problem& problem) {
  const Device device("cuda:0");
  const Plan plan(device, problem);
  Signal in = ramp(36);
  Signal out(in.size());
  plan.execute(std::span(in), std::span(out));
  const Stream stream(device);
  const Buffer from(device, in.size() * sizeof(in[0]));
  const Buffer to(device, in.size() * sizeof(in[0]));
  plan.execute(stream, from, to);
  const Event event = stream.record();
  stream.wait(event);
  event.wait();
  stream.synchronize();
}

/// Where the context cannot be made current it is lost with all it holds, so an object that was to be destroyed may
/// stay.
void expect_nothing_left(const std::string& fault) {
  backend::cuda::dispose_deferred();
  const std::size_t objects = fake().allocations.size() + fake().host_allocations.size() + fake().temporaries.size() +
                              fake().pools.size() + fake().streams.size() + fake().events.size() +
                              fake().modules.size();
  EXPECT_LE(objects, fake().failed == "cuCtxPushCurrent_v2" ? 1U : 0U) << fault;
  EXPECT_EQ(fake().primary_references[0], 0) << fault;
  EXPECT_EQ(fake().pushes, fake().pops) << fault;
  EXPECT_EQ(fake_cuda_current(), nullptr) << fault;
}

/// Those of the manual that a correct program may meet in any call, because kernels fail later than they are launched,
/// and those of single functions.
constexpr cu::CUresult statuses[] = {
    cu::CUDA_ERROR_INVALID_VALUE,
    cu::CUDA_ERROR_OUT_OF_MEMORY,
    cu::CUDA_ERROR_NOT_INITIALIZED,
    static_cast<cu::CUresult>(4),    // deinitialised: the process is ending
    static_cast<cu::CUresult>(46),   // the device is unavailable: another process has it to itself
    static_cast<cu::CUresult>(101),  // invalid device
    cu::CUDA_ERROR_INVALID_IMAGE,
    cu::CUDA_ERROR_INVALID_CONTEXT,
    cu::CUDA_ERROR_NO_BINARY_FOR_GPU,
    cu::CUDA_ERROR_ECC_UNCORRECTABLE,
    cu::CUDA_ERROR_INVALID_PTX,
    cu::CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
    cu::CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
    cu::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,
    cu::CUDA_ERROR_INVALID_HANDLE,
    cu::CUDA_ERROR_NOT_FOUND,
    cu::CUDA_ERROR_ILLEGAL_ADDRESS,
    static_cast<cu::CUresult>(701),  // a launch needs too many resources
    cu::CUDA_ERROR_LAUNCH_TIMEOUT,
    cu::CUDA_ERROR_CONTEXT_IS_DESTROYED,
    cu::CUDA_ERROR_ASSERT,
    cu::CUDA_ERROR_HARDWARE_STACK_ERROR,
    cu::CUDA_ERROR_LAUNCH_FAILED,
    cu::CUDA_ERROR_NOT_PERMITTED,
    static_cast<cu::CUresult>(801),  // not supported
    static_cast<cu::CUresult>(802),  // the system is not ready
    static_cast<cu::CUresult>(999),  // unknown
};

/// Whether an error arrived.
bool fails(const Problem& problem, int call, cu::CUresult status, Fault fault = Fault::once) {
  fake().reset();
  fake().fail_at = call;
  fake().fail_with = status;
  fake().lost_from_there = fault == Fault::for_good;
  bool failed = false;
  try {
    use(problem);
  } catch (const Error& error) {
    failed = true;
    expect_clear(error, fake().failed);
  }
  fake().fail_at = 0;
  return failed;
}

TEST(CudaFaultsTest, EveryCallWithEveryStatus) {
  const Problem problem = Problem::parse("c2c:f32:12*3");
  fake().reset();
  use(problem);
  fake().reset();
  use(problem);
  const int calls = fake().fallible_calls;
  ASSERT_GT(calls, 20);
  int failures = 0;
  for (int call = 1; call <= calls; call += faults_step()) {
    for (const cu::CUresult status : statuses) {
      if (fails(problem, call, status)) ++failures;
      expect_nothing_left(fmt::format("{} returns {}, call {}", fake().failed, static_cast<int>(status), call));
    }
    fake().reset();
    ASSERT_NO_THROW(use(problem)) << "after call " << call;
    expect_nothing_left("no fault");
  }
  EXPECT_GT(failures, calls / faults_step());
  std::printf("%d calls, %d errors\n", calls, failures);
}

/// Nothing that the context has can be destroyed then, but the context itself is given back.
TEST(CudaFaultsTest, TheDeviceIsLostInTheMiddle) {
  const Problem problem = Problem::parse("c2c:f32:12*3");
  fake().reset();
  use(problem);
  const int calls = fake().fallible_calls;
  ASSERT_GT(calls, 20);
  int failures = 0;
  for (int call = 1; call <= calls; call += faults_step()) {
    for (const cu::CUresult status :
         {cu::CUDA_ERROR_ECC_UNCORRECTABLE, cu::CUDA_ERROR_ILLEGAL_ADDRESS, cu::CUDA_ERROR_LAUNCH_FAILED}) {
      if (fails(problem, call, status, Fault::for_good)) ++failures;
      const std::string fault = fmt::format("lost in {}, call {}", fake().failed, call);
      backend::cuda::dispose_deferred();
      EXPECT_EQ(fake().primary_references[0], 0) << fault;
      EXPECT_EQ(fake().pushes, fake().pops) << fault;
      EXPECT_EQ(fake_cuda_current(), nullptr) << fault;
    }
    fake().reset();
    ASSERT_NO_THROW(use(problem)) << "after call " << call;
    expect_nothing_left("no fault");
  }
  EXPECT_GT(failures, calls / faults_step());
}

}  // namespace
}  // namespace papilio::test
