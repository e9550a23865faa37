// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
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
  const std::size_t objects = fake().allocations.size() + fake().temporaries.size() + fake().pools.size() +
                              fake().streams.size() + fake().events.size() + fake().modules.size();
  EXPECT_LE(objects, fake().failed == "cuCtxPushCurrent_v2" ? 1U : 0U) << fault;
  EXPECT_EQ(fake().primary_references[0], 0) << fault;
  EXPECT_EQ(fake().pushes, fake().pops) << fault;
  EXPECT_EQ(fake_cuda_current(), nullptr) << fault;
}

TEST(CudaFaultsTest, EveryCallWithTheDriversStatuses) {
  const Problem problem = Problem::parse("c2c:f32:12*3");
  fake().reset();
  use(problem);
  fake().reset();
  use(problem);
  const int calls = fake().fallible_calls;
  ASSERT_GT(calls, 20);
  int failures = 0;
  for (int call = 1; call <= calls; call += faults_step()) {
    for (const auto status : {cu::CUDA_ERROR_OUT_OF_MEMORY, cu::CUDA_ERROR_INVALID_VALUE,
                              cu::CUDA_ERROR_ILLEGAL_ADDRESS, cu::CUDA_ERROR_NOT_PERMITTED}) {
      fake().reset();
      fake().fail_at = call;
      fake().fail_with = status;
      try {
        use(problem);
      } catch (const Error& error) {
        ++failures;
        expect_clear(error, fake().failed);
      }
      fake().fail_at = 0;
      expect_nothing_left(fake().failed + ", call " + std::to_string(call));
    }
    fake().reset();
    ASSERT_NO_THROW(use(problem)) << "after call " << call;
    expect_nothing_left("no fault");
  }
  EXPECT_GT(failures, calls / faults_step());
  std::printf("%d calls, %d errors\n", calls, failures);
}

}  // namespace
}  // namespace papilio::test
