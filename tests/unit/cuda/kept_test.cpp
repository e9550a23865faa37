// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Objects that a device keeps after their plans are destroyed (docs/adr/0021), on the fake driver: what this saves, and
// when the objects are released.
#include <papilio/cuda.hpp>
#include <papilio/papilio.hpp>

#include "fixture.hpp"
#include "runtime/device.hpp"

namespace papilio::backend::cuda {
namespace {

class CudaKeptTest : public CudaTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    handle_ = Device("cuda:0");
    (void)Plan(handle_, problem_);
    fake().calls.clear();
  }
  void TearDown() override {
    handle_ = Device();
    CudaTest::TearDown();
  }

  const Problem problem_ = Problem::parse("c2c:f32:1009*3");  // it has tables
  Device handle_;
};

TEST_F(CudaKeptTest, ServesThePlansToCome) {
  ASSERT_FALSE(fake().modules.empty());
  ASSERT_FALSE(fake().allocations.empty());
  const Plan plan(handle_, problem_);
  const Plan same(Device("cuda:0"), problem_);
  for (const char* call : {"cuModuleLoadData", "cuLinkCreate_v2", "cuMemAlloc_v2", "cuStreamCreate"})
    EXPECT_EQ(fake().calls[call], 0) << call;
}

TEST_F(CudaKeptTest, GoesWithTheLastHandle) {
  {
    const Device other("cuda:0");
    handle_ = Device();
    EXPECT_FALSE(fake().modules.empty()) << "a handle is left";
  }
  EXPECT_TRUE(fake().modules.empty());
  EXPECT_TRUE(fake().allocations.empty());
  stream_.reset();
  device_.reset();
  EXPECT_EQ(fake().primary_references[0], 0);
}

TEST_F(CudaKeptTest, APlanIsAHandleAndABufferIsNone) {
  Plan plan(handle_, problem_);
  (void)Plan(handle_, Problem::parse("c2c:f32:64*5"));
  const Buffer buffer(handle_, 64);
  const Stream wrapped = papilio::cuda::wrap_stream(handle_, nullptr);
  const Buffer also =
      papilio::cuda::wrap_pointer(handle_, reinterpret_cast<void*>(fake().allocations.begin()->first), 64);
  handle_ = Device();
  EXPECT_EQ(fake().modules.size(), 2U);
  plan = Plan();
  EXPECT_EQ(fake().modules.size(), 0U);
  EXPECT_EQ(fake().allocations.size(), 1U) << "the buffer";
}

TEST_F(CudaKeptTest, GivesWayToBuffers) {
  const std::size_t all = fake().memory;
  const Buffer buffer(handle_, all - 64);
  EXPECT_EQ(fake().allocations.size(), 1U);
  const Error error = error_of([&] { Buffer(handle_, 256); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
}

TEST_F(CudaKeptTest, GivesWayToScratch) {
  const Plan plan(handle_, Problem::parse("c2c:f32:2^17:inplace"));
  const Buffer data(handle_, (1 << 17) * 8);
  const std::size_t before = fake().modules.size();
  fake().next_status["cuMemAllocFromPoolAsync"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_NO_THROW(plan.execute(Stream(handle_), data, data));
  EXPECT_LT(fake().modules.size(), before) << "those of the plan that is gone";
  fake().memory = fake().used() - fake().pooled;
  const Error error = error_of([&] { plan.execute(Stream(handle_), data, data); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
}

TEST_F(CudaKeptTest, GivesWayToPrograms) {
  fake().next_status["cuModuleLoadData"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_NO_THROW(Plan(handle_, Problem::parse("c2c:f32:2048*7")));
  EXPECT_EQ(fake().modules.size(), 1U);
}

TEST_F(CudaKeptTest, ErrorsAreNotRemembered) {
  const Problem other = Problem::parse("c2c:f32:2048*7");
  fake().next_status["cuModuleLoadData"] = CUDA_ERROR_INVALID_CONTEXT;
  EXPECT_EQ(error_of([&] { Plan(handle_, other); }).code(), ErrorCode::device_failed);
  EXPECT_NO_THROW(Plan(handle_, other));
}

TEST_F(CudaKeptTest, NeitherPlanOfAConvolutionIsMadeInACapture) {
  fake().capture[nullptr] = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  const Error error = error_of([&] { Convolution(handle_, ConvolutionProblem::parse("conv:f32:1000*4:kernel=9")); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_EQ(fake().calls["cuModuleLoadData"] + fake().calls["cuMemAlloc_v2"] + fake().calls["cuStreamCreate"], 0);
}

}  // namespace
}  // namespace papilio::backend::cuda
