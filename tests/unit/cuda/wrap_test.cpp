// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/device.hpp"
#include "fixture.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::HasSubstr;

/// CUDA objects as a program creates them: on device 0, in a context that is not the primary one.
class CudaWrapTest : public CudaOfCallerTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    context_ = fake_cuda_make_context();
    stream_.reset();
    device_ = wrap_device(context_);
    make(0);
  }
  void TearDown() override {
    stream_.reset();
    CudaOfCallerTest::TearDown();
  }
};

TEST_F(CudaWrapTest, WorksOnNativeObjects) {
  EXPECT_EQ(device_->info().id, "cuda:0");
  EXPECT_NE(device_, open_device("cuda:0"));
  stream_ = wrap_stream(device_, native_);
  const auto memory = wrap_pointer(device_, pointer(32), 100);
  EXPECT_EQ(memory->size(), 100U);
  const int number = 5;
  stream_->write(*memory, 4, &number, sizeof(number));
  EXPECT_EQ(*reinterpret_cast<const int*>(address_ + 36), 5);  // NOLINT(performance-no-int-to-ptr)
}

TEST_F(CudaWrapTest, GivesNativeObjectsBack) {
  stream_ = wrap_stream(device_, native_);
  EXPECT_EQ(native_context(*device_), context_);
  EXPECT_EQ(backend::cuda::native_stream(*stream_), native_);
  EXPECT_EQ(native_pointer(*wrap_pointer(device_, pointer(32), 100)), pointer(32));
}

TEST_F(CudaWrapTest, ThePrimaryContextIsTheDeviceItself) {
  const auto primary = open_device("cuda:0");
  CUcontext native = std::dynamic_pointer_cast<CuDevice>(primary)->context()->get();
  EXPECT_EQ(wrap_device(native), primary);
  EXPECT_EQ(fake().primary_references[0], 1);
}

TEST_F(CudaWrapTest, CapturesOfWrappedStreamsAreSeen) {
  const auto primary = open_device("cuda:0");
  CUstream other = nullptr;
  cuda().cuCtxPushCurrent_v2(context_);
  cuda().cuStreamCreate(&other, CU_STREAM_NON_BLOCKING);
  pop();
  EXPECT_FALSE(device_->capturing());
  fake().capture[other] = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  EXPECT_FALSE(device_->capturing()) << "nobody can know of this stream";
  stream_ = wrap_stream(device_, other);
  auto again = wrap_stream(device_, other);
  EXPECT_TRUE(device_->capturing());
  EXPECT_FALSE(primary->capturing()) << "another context";
  stream_.reset();
  EXPECT_TRUE(device_->capturing());
  fake().capture[other] = CU_STREAM_CAPTURE_STATUS_INVALIDATED;
  EXPECT_TRUE(device_->capturing());
  fake().capture[other] = CU_STREAM_CAPTURE_STATUS_NONE;
  EXPECT_FALSE(device_->capturing());
  again.reset();
  cuda().cuCtxPushCurrent_v2(context_);
  cuda().cuStreamDestroy_v2(other);
  pop();
  EXPECT_FALSE(device_->capturing()) << "a stream that is gone was asked";
}

TEST_F(CudaWrapTest, CapturesThatBlockTheDefaultStreamAreSeen) {
  fake().capture[native_] = CU_STREAM_CAPTURE_STATUS_ACTIVE;  // blocking, and not wrapped
  EXPECT_TRUE(device_->capturing());
  EXPECT_FALSE(open_device("cuda:0")->capturing()) << "another context";
  const auto default_stream = wrap_stream(device_, nullptr);
  EXPECT_TRUE(default_stream->capturing());
  fake().capture.clear();
  EXPECT_FALSE(device_->capturing());
  EXPECT_FALSE(default_stream->capturing());
}

TEST_F(CudaWrapTest, TheDefaultStreamIsNull) {
  stream_ = wrap_stream(device_, nullptr);
  const auto memory = wrap_pointer(device_, pointer(), 400);
  char byte = 1;
  stream_->write(*memory, 0, &byte, 1);
  stream_->synchronize();
}

TEST_F(CudaWrapTest, OverlapIsByAddress) {
  const auto whole = wrap_pointer(device_, pointer(), 400);
  const auto again = wrap_pointer(device_, pointer(), 400);
  const auto begin = wrap_pointer(device_, pointer(), 160);
  const auto middle = wrap_pointer(device_, pointer(144), 64);
  const auto end = wrap_pointer(device_, pointer(208), 192);
  const auto other = device_->allocate(16);
  for (const auto& part : {again, begin, middle, end}) EXPECT_TRUE(whole->overlaps(*part) && part->overlaps(*whole));
  EXPECT_TRUE(begin->overlaps(*middle));
  EXPECT_FALSE(middle->overlaps(*end) || end->overlaps(*middle) || begin->overlaps(*end));
  EXPECT_FALSE(whole->overlaps(*other));
}

TEST_F(CudaWrapTest, RefusesWhatItCannotUse) {
  const auto refused = [](const std::function<void()>& action) {
    const Error error = error_of(action);
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
    return std::string(error.what());
  };
  int on_host = 0;
  refused([&] { wrap_device(nullptr); });
  EXPECT_THAT(refused([&] { wrap_device(&on_host); }), HasSubstr("no context"));
  refused([&] { wrap_stream(nullptr, native_); });
  refused([&] { wrap_pointer(nullptr, pointer(), 16); });
  refused([&] { wrap_pointer(device_, nullptr, 16); });
  EXPECT_THAT(refused([&] { wrap_pointer(device_, pointer(8), 16); }), HasSubstr("multiple of 16"));
  alignas(16) char bytes[16] = {};
  EXPECT_THAT(refused([&] { wrap_pointer(device_, bytes, 16); }), HasSubstr("device memory"));
  const auto primary = open_device("cuda:0");
  EXPECT_THAT(refused([&] { wrap_stream(primary, native_); }), HasSubstr("another context"));
  const auto second = open_device("cuda:1");
  EXPECT_THAT(refused([&] { wrap_pointer(second, pointer(), 16); }), HasSubstr("another device"));
}

}  // namespace
}  // namespace papilio::backend::cuda
