// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Asynchronous copies and events.
#include <gtest/gtest.h>

#include <papilio/papilio.hpp>
#include <vector>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

using Events = OnDevice;

constexpr std::int64_t length = 65536;
constexpr std::size_t bytes = static_cast<std::size_t>(length) * 8;

TEST_F(Events, AsynchronousCopiesAreOrdered) {
  const Plan plan(device_, Problem::parse("c2c:f32:65536"));
  const Signal in = random_f32(length, 1);
  Signal out(in.size(), poison());
  const Stream stream(device_);
  const Buffer from(device_, bytes);
  const Buffer to(device_, bytes);
  stream.upload_async(from, in.data(), bytes);
  plan.execute(stream, from, to);
  stream.download_async(to, out.data(), bytes);
  stream.synchronize();
  EXPECT_LT(error_of(in, out, Direction::forward), error_bound(length, Precision::f32));
  stream.download_async(to, out.data(), 16, bytes - 16);
  stream.synchronize();
  EXPECT_TRUE(same_bits(std::span(out).first(2), std::span(out).last(2)));
}

TEST_F(Events, OrderTwoStreams) {
  const Plan plan(device_, Problem::parse("c2c:f32:65536:inplace:scale=1/sqrt(n)"));
  const Signal in = random_f32(length, 2);
  const Stream one(device_);
  const Stream other(device_);
  const Buffer data(device_, bytes);
  one.upload_async(data, in.data(), bytes);
  // Four executions are the identity but for rounding. Each must see the result of the one before.
  for (int i = 0; i < 20; ++i) {
    const Stream& stream = i % 2 == 0 ? one : other;
    const Stream& next = i % 2 == 0 ? other : one;
    plan.execute(stream, data, data);
    next.wait(stream.record());
  }
  Signal out(in.size(), poison());
  one.download_async(data, out.data(), bytes);
  one.record().wait();
  EXPECT_LT(
      relative_l2(std::vector<LongComplex>(out.begin(), out.end()), std::vector<LongComplex>(in.begin(), in.end())),
      20 * error_bound(length, Precision::f32));
}

TEST_F(Events, TellSeconds) {
  const Plan plan(device_, Problem::parse("c2c:f32:65536"));
  const Stream stream(device_);
  const Buffer from(device_, bytes);
  const Buffer to(device_, bytes);
  const Event begin = stream.record();
  for (int i = 0; i < 10; ++i) plan.execute(stream, from, to);
  const Event middle = stream.record();
  for (int i = 0; i < 10; ++i) plan.execute(stream, from, to);
  const Event end = stream.record();
  const double all = seconds_between(begin, end);
  const double half = seconds_between(begin, middle);
  EXPECT_GT(half, 0);
  EXPECT_GT(all, half);
  EXPECT_LT(all, 60);
}

TEST_F(Events, OutliveTheirStream) {
  Event event;
  EXPECT_FALSE(event);
  {
    const Stream stream(device_);
    event = stream.record();
  }
  EXPECT_TRUE(event);
  EXPECT_NO_THROW(event.wait());
}

TEST_F(Events, MisuseIsAnError) {
  const Stream stream(device_);
  const Buffer buffer(device_, 64);
  float numbers[32] = {};
  const Event none;
  EXPECT_EQ(code_of([&] { none.wait(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.wait(none); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)Stream().record(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)seconds_between(none, stream.record()); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.upload_async(buffer, numbers, 68); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.download_async(buffer, numbers, 64, 4); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { stream.upload_async(buffer, nullptr, 64); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { Stream().upload_async(buffer, numbers, 64); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
