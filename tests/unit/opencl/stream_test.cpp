// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/stream.hpp"

#include <chrono>
#include <future>

#include "fixture.hpp"

namespace papilio::backend::opencl {
namespace {

TEST_F(OpenClTest, CopiesWithOffsets) {
  const auto memory = upload(ramp(100));
  const std::vector<float> patch = {-1, -2, -3};
  stream_->write(*memory, 40 * sizeof(float), patch.data(), 3 * sizeof(float));
  std::vector<float> back(5);
  stream_->read(*memory, 39 * sizeof(float), back.data(), 5 * sizeof(float));
  EXPECT_THAT(back, testing::ElementsAre(39, -1, -2, -3, 43));
  const auto other = device_->allocate(400);
  stream_->copy(*memory, *other, 42 * sizeof(float));
  stream_->copy(*other, *other, 400);
  stream_->read(*other, 38 * sizeof(float), back.data(), 4 * sizeof(float));
  EXPECT_THAT(back, testing::ElementsAre(38, 39, -1, -2, 43));
}

TEST_F(OpenClTest, CopiesOutsideABufferThrow) {
  const auto memory = device_->allocate(16);
  const auto small = device_->allocate(8);
  char bytes[32] = {};
  EXPECT_THROW(stream_->write(*memory, 0, bytes, 17), Error);
  EXPECT_THROW(stream_->write(*memory, 16, bytes, 1), Error);
  EXPECT_THROW(stream_->read(*memory, 17, bytes, 0), Error);
  EXPECT_THROW(stream_->read(*memory, 8, bytes, SIZE_MAX), Error);
  EXPECT_THROW(stream_->copy(*memory, *small, 16), Error);
  EXPECT_NO_THROW(stream_->read(*memory, 16, bytes, 0));
  EXPECT_NO_THROW(stream_->write(*memory, 8, bytes, 8));
}

TEST_F(OpenClTest, TimesWork) {
  const auto program = make_program();
  const auto in = upload(ramp(1 << 20));
  const auto out = device_->allocate(4 << 20);
  launch_scale(*stream_, *program, *in, *out, 1);
  // Enough launches to make the host's clock a good reference: some drivers have markers that would report 0 here.
  double seconds = 0;
  double host_seconds = 0;
  for (int launches = 100; host_seconds < 0.05; launches *= 2) {
    stream_->synchronize();
    const auto host_begin = std::chrono::steady_clock::now();
    const auto begin = stream_->record();
    for (int i = 0; i < launches; ++i) launch_scale(*stream_, *program, *in, *out, 1);
    const auto middle = stream_->record();
    const auto end = stream_->record();
    seconds = middle->seconds_since(*begin);
    EXPECT_GE(end->seconds_since(*middle), 0.0);
    host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - host_begin).count();
  }
  EXPECT_LT(seconds, host_seconds);
  EXPECT_GT(seconds, host_seconds / 4);
}

TEST_F(OpenClTest, AsynchronousCopiesAreOrdered) {
  const auto program = make_program();
  const auto in = device_->allocate(400);
  const auto out = device_->allocate(400);
  const std::vector<float> x = ramp(100);
  std::vector<float> y(100);
  stream_->write_async(*in, 0, x.data(), 400);
  launch_scale(*stream_, *program, *in, *out, 2);
  stream_->read_async(*out, 0, y.data(), 400);
  stream_->record()->wait();
  EXPECT_EQ(y[99], 2 * 99 + 99);
  EXPECT_THROW(stream_->write_async(*in, 4, x.data(), 400), Error);
  EXPECT_THROW(stream_->read_async(*in, 0, nullptr, 400), Error);
}

TEST_F(OpenClTest, AStreamWaitsForAnEventOfAnother) {
  const auto program = make_program();
  const auto other = device_->make_stream();
  const auto in = upload(ramp(1 << 20));
  for (int i = 0; i < 20; ++i) {
    const auto middle = device_->allocate(4 << 20);
    const auto out = device_->allocate(4 << 20);
    launch_scale(*stream_, *program, *in, *middle, 2);
    const auto event = stream_->record();
    stream_->submit();
    other->wait_for(*event);
    launch_scale(*other, *program, *middle, *out, 1);
    float last = 0;
    other->read(*out, 4 * ((1 << 20) - 1), &last, 4);
    const auto wanted = static_cast<float>(3 * ((1 << 20) - 1));  // launch_scale() adds the index
    ASSERT_EQ(last, wanted + static_cast<float>((1 << 20) - 1)) << i;
  }
}

TEST_F(OpenClTest, CallsBackOnCompletion) {
  const auto program = make_program();
  const auto in = upload(ramp(1 << 20));
  auto out = device_->allocate(4 << 20);
  std::promise<void> done;
  launch_scale(*stream_, *program, *in, *out, 1);
  stream_->on_completion([&done] { done.set_value(); });
  EXPECT_EQ(done.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
}

TEST_F(OpenClTest, CallsBackOnAnEmptyStreamAndInOrder) {
  std::promise<void> done;
  std::vector<int> order;
  stream_->on_completion([&] { order.push_back(1); });
  stream_->synchronize();
  stream_->on_completion([&] {
    order.push_back(2);
    done.set_value();
  });
  ASSERT_EQ(done.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
  EXPECT_THAT(order, testing::ElementsAre(1, 2));
}

TEST_F(OpenClTest, ScratchMayBeFreedByTheCallback) {
  const auto program = make_program();
  const auto in = upload(ramp(1000));
  for (int i = 0; i < 100; ++i) {
    std::shared_ptr<runtime::Memory> scratch = device_->allocate(4000);
    launch_scale(*stream_, *program, *in, *scratch, i);
    std::weak_ptr<runtime::Memory> watch = scratch;
    std::promise<void> done;
    stream_->on_completion([keep = std::move(scratch), &done]() mutable {
      keep.reset();
      done.set_value();
    });
    ASSERT_EQ(done.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
    EXPECT_TRUE(watch.expired());
  }
}

TEST_F(OpenClTest, AStreamMayGoWhileItWorks) {
  const auto program = make_program();
  const auto in = upload(ramp(1 << 18));
  std::promise<void> done;
  {
    const auto stream = device_->make_stream();
    const auto out = device_->allocate(1 << 20);
    launch_scale(*stream, *program, *in, *out, 1);
    stream->on_completion([&done] { done.set_value(); });
  }
  EXPECT_EQ(done.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
}

}  // namespace
}  // namespace papilio::backend::opencl
