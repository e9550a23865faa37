// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CUDA objects of a C program, on the fake driver.
#include <papilio/papilio.h>

#include "backend/cuda/device.hpp"
#include "fixture.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::HasSubstr;

class CudaCApiTest : public CudaOfCallerTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    context_ = std::dynamic_pointer_cast<CuDevice>(device_)->context()->get();
    make(CU_STREAM_NON_BLOCKING);
  }
  void TearDown() override {
    papilio_buffer_destroy(buffer_);
    papilio_stream_destroy(wrapped_stream_);
    papilio_device_destroy(wrapped_);
    CudaOfCallerTest::TearDown();
  }

  papilio_device* wrapped_ = nullptr;
  papilio_stream* wrapped_stream_ = nullptr;
  papilio_buffer* buffer_ = nullptr;
};

TEST_F(CudaCApiTest, WrapsWhatAProgramHas) {
  ASSERT_EQ(papilio_device_wrap_cuda(context_, &wrapped_), PAPILIO_OK) << papilio_get_last_error();
  ASSERT_EQ(papilio_stream_wrap_cuda(wrapped_, native_, &wrapped_stream_), PAPILIO_OK) << papilio_get_last_error();
  ASSERT_EQ(papilio_buffer_wrap_cuda(wrapped_, pointer(16), 100, &buffer_), PAPILIO_OK) << papilio_get_last_error();
  papilio_device_info info = papilio_device_info_init();
  ASSERT_EQ(papilio_device_get_info(wrapped_, &info), PAPILIO_OK);
  EXPECT_STREQ(info.id, "cuda:0");
  std::size_t bytes = 0;
  ASSERT_EQ(papilio_buffer_get_size(buffer_, &bytes), PAPILIO_OK);
  EXPECT_EQ(bytes, 100U);
  const int number = 5;
  ASSERT_EQ(papilio_stream_upload(wrapped_stream_, buffer_, 4, &number, sizeof(number)), PAPILIO_OK);
  EXPECT_EQ(*static_cast<const int*>(pointer(20)), 5);
}

TEST_F(CudaCApiTest, TheDefaultStreamIsNull) {
  ASSERT_EQ(papilio_device_wrap_cuda(context_, &wrapped_), PAPILIO_OK);
  ASSERT_EQ(papilio_stream_wrap_cuda(wrapped_, nullptr, &wrapped_stream_), PAPILIO_OK) << papilio_get_last_error();
  EXPECT_EQ(papilio_stream_synchronize(wrapped_stream_), PAPILIO_OK);
}

TEST_F(CudaCApiTest, SaysWhatItCannotUse) {
  ASSERT_EQ(papilio_device_wrap_cuda(context_, &wrapped_), PAPILIO_OK);
  papilio_device* device = wrapped_;  // a failure resets it
  EXPECT_EQ(papilio_device_wrap_cuda(nullptr, &device), PAPILIO_INVALID_ARGUMENT);
  EXPECT_EQ(device, nullptr);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("null"));
  EXPECT_EQ(papilio_stream_wrap_cuda(nullptr, native_, &wrapped_stream_), PAPILIO_INVALID_ARGUMENT);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("device is null"));
  EXPECT_EQ(papilio_stream_wrap_cuda(wrapped_, native_, nullptr), PAPILIO_INVALID_ARGUMENT);
  EXPECT_EQ(papilio_buffer_wrap_cuda(nullptr, pointer(), 16, &buffer_), PAPILIO_INVALID_ARGUMENT);
  EXPECT_EQ(papilio_buffer_wrap_cuda(wrapped_, nullptr, 16, &buffer_), PAPILIO_INVALID_ARGUMENT);
  EXPECT_EQ(papilio_buffer_wrap_cuda(wrapped_, pointer(8), 16, &buffer_), PAPILIO_INVALID_ARGUMENT);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("multiple of 16"));
  EXPECT_EQ(buffer_, nullptr);
  papilio_device* second = nullptr;
  ASSERT_EQ(papilio_device_open("cuda:1", &second), PAPILIO_OK);
  EXPECT_EQ(papilio_stream_wrap_cuda(second, native_, &wrapped_stream_), PAPILIO_INVALID_ARGUMENT);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("another context"));
  papilio_device_destroy(second);
}

TEST_F(CudaCApiTest, PlanningInACaptureIsRefused) {
  ASSERT_EQ(papilio_device_wrap_cuda(context_, &wrapped_), PAPILIO_OK);
  ASSERT_EQ(papilio_stream_wrap_cuda(wrapped_, native_, &wrapped_stream_), PAPILIO_OK);
  fake().capture[native_] = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  papilio_plan* plan = nullptr;
  EXPECT_EQ(papilio_plan_create_from_token(wrapped_, "c2c:f32:64", &plan), PAPILIO_INVALID_ARGUMENT);
  EXPECT_THAT(papilio_get_last_error(), HasSubstr("before the capture begins"));
  EXPECT_EQ(plan, nullptr);
}

}  // namespace
}  // namespace papilio::backend::cuda
