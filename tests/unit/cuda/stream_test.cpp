// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/stream.hpp"

#include <thread>

#include "fixture.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::ElementsAre, testing::HasSubstr;

TEST_F(CudaTest, CopiesWithOffsets) {
  const auto memory = device_->allocate(100);
  const auto other = device_->allocate(100);
  const std::string text = "butterfly";
  stream_->write(*memory, 40, text.data(), text.size());
  stream_->copy(*memory, *other, 46);
  stream_->copy(*other, *other, 100);
  std::string back(6, ' ');
  stream_->read(*other, 40, back.data(), 6);
  EXPECT_EQ(back, "butter");
}

TEST_F(CudaTest, CopiesOutsideABufferThrow) {
  const auto memory = device_->allocate(16);
  const auto small = device_->allocate(8);
  char bytes[32] = {};
  EXPECT_THROW(stream_->write(*memory, 0, bytes, 17), Error);
  EXPECT_THROW(stream_->write(*memory, 16, bytes, 1), Error);
  EXPECT_THROW(stream_->read(*memory, 17, bytes, 0), Error);
  EXPECT_THROW(stream_->read(*memory, 8, bytes, SIZE_MAX), Error);
  EXPECT_THROW(stream_->copy(*memory, *small, 16), Error);
  EXPECT_NO_THROW(stream_->read(*memory, 16, bytes, 0));
}

TEST_F(CudaTest, TimesAreSeconds) {
  const auto begin = stream_->record();
  const auto end = stream_->record();
  EXPECT_DOUBLE_EQ(end->seconds_since(*begin), 2.5e-3);
}

TEST_F(CudaTest, AsynchronousCopiesDoNotWait) {
  const auto memory = device_->allocate(100);
  fake().calls.clear();
  const std::string text = "butterfly";
  stream_->write_async(*memory, 40, text.data(), text.size());
  std::string back(6, ' ');
  stream_->read_async(*memory, 40, back.data(), 6);
  EXPECT_EQ(fake().calls["cuStreamSynchronize"], 0);
  stream_->synchronize();
  EXPECT_EQ(back, "butter");
  EXPECT_THROW(stream_->write_async(*memory, 99, text.data(), 2), Error);
  EXPECT_THROW(stream_->read_async(*memory, 0, nullptr, 1), Error);
}

TEST_F(CudaTest, AStreamWaitsForAnEventOfAnother) {
  const auto other = device_->make_stream();
  const auto event = other->record();
  stream_->wait_for(*event);
  ASSERT_EQ(fake().waits.size(), 1U);
  EXPECT_EQ(fake().waits[0].first, std::dynamic_pointer_cast<CuStream>(stream_)->native());
  EXPECT_EQ(fake().waits[0].second, *fake().events.begin());
  EXPECT_EQ(fake().calls["cuEventSynchronize"], 0);
  event->wait();
  EXPECT_EQ(fake().calls["cuEventSynchronize"], 1);
}

TEST_F(CudaTest, AnEventOutlivesItsStream) {
  const auto event = stream_->record();
  stream_.reset();
  EXPECT_NO_THROW(event->wait());
  EXPECT_EQ(fake().streams.size(), 0U);
}

TEST_F(CudaTest, WaitingForAnEventTellsOfAKernelThatFailed) {
  fake().callbacks_at_once = false;
  bool called = false;
  stream_->on_completion([&] { called = true; });
  const auto event = stream_->record();
  fake().lost = CUDA_ERROR_ILLEGAL_ADDRESS;
  EXPECT_EQ(error_of([&] { event->wait(); }).code(), ErrorCode::device_failed);
  EXPECT_TRUE(called);
  fake().lost = CUDA_SUCCESS;
  stream_->synchronize();
}

TEST_F(CudaTest, CallsBackInOrder) {
  fake().callbacks_at_once = false;
  std::vector<int> order;
  stream_->on_completion([&] { order.push_back(1); });
  stream_->on_completion([&] { order.push_back(2); });
  EXPECT_TRUE(order.empty());
  stream_->synchronize();
  EXPECT_THAT(order, ElementsAre(1, 2));
}

TEST_F(CudaTest, MemoryThatGoesInACallbackIsFreedByTheNextCall) {
  fake().callbacks_at_once = false;
  stream_->on_completion([keep = device_->allocate(4000)] {});
  EXPECT_EQ(fake().used(), 4000U);
  stream_->synchronize();
  EXPECT_EQ(fake().used(), 0U);

  fake().callbacks_at_once = true;
  stream_->on_completion([keep = device_->allocate(4000)] {});
  EXPECT_EQ(fake().used(), 4000U) << "freed within the callback";
  const auto next = device_->allocate(16);
  EXPECT_EQ(fake().used(), 16U);
}

TEST_F(CudaTest, EverythingMayGoInACallback) {
  auto memory = device_->allocate(16);
  auto program = std::shared_ptr<runtime::Program>(device_->load(fake_binary(), "scale"));
  auto event = std::shared_ptr<runtime::Event>(stream_->record());
  auto own = device_->make_stream();
  fake().callbacks_at_once = false;
  own->on_completion([device = std::exchange(device_, nullptr), stream = std::exchange(stream_, nullptr),
                      memory = std::move(memory), program = std::move(program), event = std::move(event)] {});
  own->synchronize();
  EXPECT_EQ(fake().streams.size(), 1U);
  EXPECT_EQ(fake().modules.size() + fake().events.size() + fake().allocations.size(), 0U);
}

TEST_F(CudaTest, TheLastHandleToADeviceMayGoInACallback) {
  const auto other = open_device("cuda:1");
  const auto stream = other->make_stream();
  stream_.reset();
  stream->on_completion([device = std::exchange(device_, nullptr)] {});
  EXPECT_EQ(fake().primary_references[0], 1) << "released within the callback";
  stream->synchronize();
  EXPECT_EQ(fake().primary_references[0], 0);
}

TEST_F(CudaTest, UsingADeviceInACallbackIsAnError) {
  ErrorCode code{0};
  stream_->on_completion([&] { code = error_of([&] { device_->allocate(16); }).code(); });
  EXPECT_EQ(code, ErrorCode::invalid_argument);
}

TEST_F(CudaTest, CallbacksComeThoughAKernelFailed) {
  fake().callbacks_at_once = false;
  const auto memory = device_->allocate(16);
  bool called = false;
  stream_->on_completion([&] { called = true; });
  fake().lost = CUDA_ERROR_ILLEGAL_ADDRESS;
  const Error error = error_of([&] { stream_->synchronize(); });
  EXPECT_EQ(error.code(), ErrorCode::device_failed);
  EXPECT_TRUE(called);
  EXPECT_EQ(error_of([&] { stream_->on_completion([] {}); }).code(), ErrorCode::device_failed);
  fake().lost = CUDA_SUCCESS;
  stream_->synchronize();  // late callbacks of the driver find no function left
}

TEST_F(CudaTest, TemporaryMemoryComesAndGoesInTheStreamsOrder) {
  fake().calls.clear();
  for (int i = 0; i < 3; ++i) {
    const auto memory = stream_->temporary(1000);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(memory->size(), 1000U);
    EXPECT_EQ(fake().temporaries.size(), 1U);
    const int number = i;
    int back = -1;
    stream_->write(*memory, 4, &number, sizeof(number));
    stream_->read(*memory, 4, &back, sizeof(back));
    EXPECT_EQ(back, i);
  }
  EXPECT_EQ(stream_->temporary(0)->size(), 0U);
  EXPECT_EQ(fake().temporaries.size(), 0U);
  EXPECT_EQ(fake().pooled, 1000U) << "the pool keeps what the next one takes";
  EXPECT_EQ(fake().calls["cuMemPoolCreate"], 1);
  EXPECT_EQ(fake().threshold, fake().memory / 16);
  EXPECT_FALSE(fake().streams_wait);
  EXPECT_EQ(fake().calls["cuMemAlloc_v2"] + fake().calls["cuMemFree_v2"] + fake().calls["cuLaunchHostFunc"], 0);
}

TEST_F(CudaTest, TemporaryMemoryOfManyStreamsAndThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([this] {
      const auto stream = device_->make_stream();
      for (int i = 0; i < 50; ++i) {
        const auto memory = stream->temporary(64);
        const int number = i;
        int back = -1;
        stream->write(*memory, 0, &number, sizeof(number));
        stream->read(*memory, 0, &back, sizeof(back));
        EXPECT_EQ(back, i);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(fake().calls["cuMemPoolCreate"], 1);
}

TEST_F(CudaTest, TemporaryMemoryThatThereIsNot) {
  const Error error = error_of([&] { stream_->temporary(std::size_t{1} << 50); });
  EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(error.what(), HasSubstr(std::to_string(std::size_t{1} << 50)));
  EXPECT_NE(stream_->temporary(16), nullptr);
}

TEST_F(CudaTest, TemporaryMemoryMayGoInACallback) {
  fake().callbacks_at_once = false;
  stream_->on_completion([keep = stream_->temporary(4000)] {});
  stream_->synchronize();
  EXPECT_EQ(fake().temporaries.size(), 0U);
}

TEST_F(CudaTest, ADeviceWithoutPoolsHasNoTemporaryMemory) {
  fake().has_pools = false;
  EXPECT_EQ(stream_->temporary(16), nullptr);
  EXPECT_EQ(stream_->temporary(16), nullptr);
  EXPECT_EQ(fake().calls["cuMemPoolCreate"], 0);
  EXPECT_EQ(error_of([&] { device_->allocate(std::size_t{1} << 50); }).code(), ErrorCode::out_of_memory);
}

TEST_F(CudaTest, ACapturedStreamRecordsLaunchesAndRefusesTheRest) {
  const auto program = device_->load(fake_binary(), "scale");
  const auto a = device_->allocate(16);
  const auto b = device_->allocate(16);
  const auto event = stream_->record();
  EXPECT_FALSE(stream_->capturing());
  for (const auto status : {CU_STREAM_CAPTURE_STATUS_ACTIVE, CU_STREAM_CAPTURE_STATUS_INVALIDATED}) {
    capture(status);
    EXPECT_TRUE(stream_->capturing());
    char bytes[16] = {};
    const std::vector<std::function<void()>> refused = {
        [&] { stream_->write(*a, 0, bytes, 16); },
        [&] { stream_->read(*a, 0, bytes, 16); },
        [&] { stream_->synchronize(); },
        [&] { stream_->record(); },
        [&] { stream_->on_completion([] {}); },
        [&] { stream_->write_async(*a, 0, bytes, 16); },
        [&] { stream_->read_async(*a, 0, bytes, 16); },
        [&] { stream_->wait_for(*event); },
    };
    for (const auto& call : refused) {
      const Error error = error_of(call);
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_THAT(error.what(), HasSubstr("on a stream that is captured"));
    }
  }
  capture();
  stream_->launch({.program = program.get(), .groups = 1, .threads = 1, .arguments = {}});
  EXPECT_NO_THROW(stream_->copy(*a, *b, 16));
  EXPECT_EQ(fake().launches.size(), 1U);
  capture(CU_STREAM_CAPTURE_STATUS_NONE);
  EXPECT_NO_THROW(stream_->synchronize());
}

TEST_F(CudaTest, TheDefaultStreamCountsAsCapturedWhileItIsBlocked) {
  fake().next_status["cuStreamIsCapturing"] = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  EXPECT_TRUE(stream_->capturing());
}

}  // namespace
}  // namespace papilio::backend::cuda
