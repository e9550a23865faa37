// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/device.hpp"

#include <thread>

#include "fixture.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::AllOf, testing::HasSubstr;

TEST_F(CudaTest, CapsAreTheDevices) {
  const DeviceCaps& caps = device_->caps();
  EXPECT_EQ(caps.name, "Fake GPU 0");
  EXPECT_EQ(caps.device_class, DeviceClass::gpu);
  EXPECT_EQ(caps.compute_units, 132);
  EXPECT_EQ(caps.max_threads, 1024);
  EXPECT_EQ(caps.warp, 32);
  EXPECT_EQ(caps.registers, 255);
  EXPECT_EQ(caps.local_memory, 227 * 1024);
  EXPECT_EQ(caps.l2_memory, 60 << 20);
  EXPECT_EQ(caps.global_memory, 1 << 30);
  EXPECT_EQ(caps.unit_threads, 2048);
  EXPECT_EQ(caps.unit_registers, 65536);
  EXPECT_EQ(caps.unit_local_memory, 228 * 1024);
  EXPECT_EQ(caps.cluster, 8);
  EXPECT_TRUE(caps.fused_launches);
  EXPECT_NEAR(caps.bandwidth, 4.2e12, 0.05e12);
  EXPECT_EQ(caps.lanes_f32, 1);
  EXPECT_EQ(caps.architecture, 90);
  EXPECT_EQ(device_->dialect(), Dialect::cuda);
}

TEST_F(CudaTest, OneObjectForOneOpenDevice) {
  EXPECT_EQ(open_device("cuda:0"), device_);
  EXPECT_EQ(fake().primary_references[0], 1);
  const auto other = open_device("cuda:1");
  EXPECT_NE(other, device_);
  EXPECT_EQ(fake().primary_references[1], 1);
}

TEST_F(CudaTest, UnknownIdsSayWhatThereIs) {
  for (const char* id : {"cuda:99", "cuda:", "cuda:-1", "cuda:00", "cuda:0x"}) {
    const Error error = error_of([&] { open_device(id); });
    EXPECT_EQ(error.code(), ErrorCode::no_device) << id;
    EXPECT_THAT(error.what(), HasSubstr("this machine has cuda:0, cuda:1"));
  }
}

TEST_F(CudaTest, ContextThatCannotBeMade) {
  fake().next_status["cuDevicePrimaryCtxRetain"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(error_of([] { open_device("cuda:1"); }).code(), ErrorCode::out_of_memory);
  EXPECT_NE(open_device("cuda:1"), nullptr);
}

TEST_F(CudaTest, AbsurdAllocationFailsAndTheNextOneWorks) {
  const auto held = device_->allocate(1 << 20);
  const std::size_t absurd = std::size_t{1} << 50;
  const Error error = error_of([&] { device_->allocate(absurd); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(error.what(), AllOf(HasSubstr(std::to_string(absurd)),
                                  HasSubstr("1072693248 of 1073741824 bytes are free"), HasSubstr("cuda:0")));
  fake().next_status["cuMemAlloc_v2"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(error_of([&] { device_->allocate(16); }).code(), ErrorCode::out_of_memory);
  EXPECT_EQ(device_->allocate(1000)->size(), 1000U);
  EXPECT_EQ(device_->allocate(0)->size(), 0U);
}

TEST_F(CudaTest, TheHostSeesPinnedMemoryWhereTheDeviceHasIt) {
  const runtime::HostVisible visible = device_->allocate_visible(8);
  ASSERT_NE(visible.memory, nullptr);
  EXPECT_EQ(visible.memory->size(), 8U);
  EXPECT_EQ(dynamic_cast<const CuMemory&>(*visible.memory).native(), reinterpret_cast<CUdeviceptr>(visible.host));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(visible.host[i], std::byte{0});
  EXPECT_EQ(fake().host_allocations.size(), 1U);
  fake().next_status["cuMemHostAlloc"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(device_->allocate_visible(8).memory, nullptr) << "more than the system allows";
}

TEST_F(CudaTest, AnAllocationTakesWhatThePoolKeepsAndNothingUses) {
  stream_->temporary(fake().memory / 4 * 3).reset();
  EXPECT_EQ(fake().pooled, fake().memory / 4 * 3);
  EXPECT_EQ(device_->allocate(fake().memory / 2)->size(), fake().memory / 2);
  EXPECT_EQ(fake().pooled, 0U);
  const auto used = stream_->temporary(fake().memory / 4 * 3);
  EXPECT_EQ(error_of([&] { device_->allocate(fake().memory / 2); }).code(), ErrorCode::out_of_memory);
}

TEST_F(CudaTest, TheCallersContextStaysCurrent) {
  const CuSymbols& cuda = default_library().symbols();
  CUcontext own = fake_cuda_make_context();
  ASSERT_EQ(cuda.cuCtxPushCurrent_v2(own), CUDA_SUCCESS);
  {
    const auto memory = device_->allocate(64);
    char bytes[64] = {};
    stream_->write(*memory, 0, bytes, 64);
    stream_->synchronize();
    EXPECT_THROW(device_->allocate(std::size_t{1} << 50), Error);
    const auto event = stream_->record();
    EXPECT_EQ(fake_cuda_current(), own);
  }
  EXPECT_EQ(fake_cuda_current(), own);
  CUcontext popped = nullptr;
  cuda.cuCtxPopCurrent_v2(&popped);
  EXPECT_EQ(popped, own);
}

TEST_F(CudaTest, TheCallersCaptureModeStaysAndIsRelaxedWithin) {
  const CuSymbols& cuda = default_library().symbols();
  const auto mode = [&] {
    CUstreamCaptureMode value = CU_STREAM_CAPTURE_MODE_RELAXED;
    cuda.cuThreadExchangeStreamCaptureMode(&value);
    const CUstreamCaptureMode result = value;
    cuda.cuThreadExchangeStreamCaptureMode(&value);
    return result;
  };
  EXPECT_EQ(mode(), CU_STREAM_CAPTURE_MODE_GLOBAL);
  {
    const ContextGuard guard(*std::dynamic_pointer_cast<CuDevice>(device_)->context());
    EXPECT_EQ(mode(), CU_STREAM_CAPTURE_MODE_RELAXED);
  }
  EXPECT_EQ(mode(), CU_STREAM_CAPTURE_MODE_GLOBAL);
}

TEST_F(CudaTest, ObjectsKeepTheirDeviceAlive) {
  auto memory = device_->allocate(16);
  stream_.reset();
  device_.reset();
  EXPECT_EQ(fake().primary_references[0], 1);
  memory.reset();
  EXPECT_EQ(fake().primary_references[0], 0);
}

TEST_F(CudaTest, ManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 50; ++i) {
        const auto device = open_device(t % 2 == 0 ? "cuda:0" : "cuda:1");
        const auto stream = device->make_stream();
        const auto memory = device->allocate(64);
        const int number = t * 100 + i;
        int back = 0;
        stream->write(*memory, 0, &number, sizeof(number));
        stream->on_completion([keep = device->allocate(16)] {});
        stream->read(*memory, 0, &back, sizeof(back));
        EXPECT_EQ(back, number);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace papilio::backend::cuda
