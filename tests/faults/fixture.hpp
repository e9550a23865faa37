// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the rounds of all tests of faults share.
#pragma once

#include <dlfcn.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <papilio/papilio.hpp>
#include <string>
#include <vector>

#include "support/faulty_driver.hpp"

namespace papilio::test {

using Signal = std::vector<std::complex<float>>;

inline Signal ramp(std::size_t n) {
  Signal x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = {static_cast<float>(i % 7), static_cast<float>(i % 5) - 2};
  return x;
}

/// Every fault is tried if 1.
inline int faults_step() {
  const char* text = std::getenv("PAPILIO_FAULTS_STEP");
  return text != nullptr ? std::max(1, std::atoi(text)) : 1;
}

/// A message that a user can act on: one line, and not a defect of Papilio.
inline void expect_clear(const Error& error, const std::string& fault) {
  EXPECT_NE(error.code(), ErrorCode::internal) << fault << ": " << error.what();
  EXPECT_GT(std::string(error.what()).size(), 10U) << fault;
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << fault << ": " << error.what();
}

/// Opens, plans, executes from host memory and, with an event, from device memory; destroys everything. The output.
inline Signal whole_use(const std::string& selector, const Problem& problem, const Signal& in) {
  const Device device(selector);
  const Plan plan(device, problem);
  Signal out(in.size());
  plan.execute(std::span(in), std::span(out));
  const std::size_t bytes = in.size() * sizeof(in[0]);
  const Stream stream(device);
  const Buffer from(device, bytes);
  const Buffer to(device, bytes);
  Signal again(in.size());
  stream.upload(from, in.data(), bytes);
  plan.execute(stream, from, to);
  const Event event = stream.record();
  stream.wait(event);
  event.wait();
  stream.download_async(to, again.data(), bytes);
  stream.synchronize();
  EXPECT_EQ(again, out) << "from device memory";
  return out;
}

/// The object that a library's function of this type and name returns; null, with the reason, if there is none.
template <typename Function>
auto* state_of(const char* library, const char* function) {
  void* const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void* const found = opened != nullptr ? dlsym(opened, function) : nullptr;
  if (found == nullptr) std::fprintf(stderr, "%s\n", dlerror());
  return found != nullptr ? reinterpret_cast<Function*>(found)() : nullptr;
}

/// A round on a driver that forwards to a real one, with each call failed in turn.
class FaultyDriverTest : public testing::Test {
 protected:
  FaultyDriverTest(std::string device, FaultyDriver* driver) : device_(std::move(device)), driver_(driver) {}

  void SetUp() override {
    ASSERT_NE(driver_, nullptr);
    driver_->reset();
    try {
      expected_ = whole_use(device_, problem_, in_);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::no_device) throw;
      GTEST_SKIP() << error.what();
    }
  }

  static float distance(const Signal& a, const Signal& b) {
    float largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  }

  /// Every call, with the first statuses of each, or with the loss of the device; the undisturbed round after each call
  /// must be right.
  void fail_each(int variants, Fault fault = Fault::once) {
    driver_->reset();
    ASSERT_EQ(whole_use(device_, problem_, in_), expected_);
    const int calls = driver_->calls;
    ASSERT_GT(calls, 50);
    int tried = 0;
    for (int call = 1; call <= calls; call += faults_step()) {
      for (int variant = 0; variant < variants && fails_well(call, variant, fault); ++variant) ++tried;
      driver_->reset();
      ASSERT_EQ(whole_use(device_, problem_, in_), expected_) << "after call " << call;
    }
    EXPECT_GT(tried, calls / faults_step() / 2);
    std::printf("%d calls, %d faults\n", calls, tried);
  }

  const std::string device_;
  FaultyDriver* const driver_;
  const Problem problem_ = Problem::parse("c2c:f32:12*3");
  const Signal in_ = ramp(36);
  Signal expected_;

 private:
  /// Fails call number `call` with status number `variant` of its function. False if there was no such call or status.
  bool fails_well(int call, int variant, Fault fault) {
    const int live = driver_->live;
    driver_->reset(call, variant, fault);
    try {
      // Without an answer about the device the plan may be another one, which rounds differently.
      EXPECT_LT(distance(whole_use(device_, problem_, in_), expected_), 1e-4) << driver_->injected();
    } catch (const Error& error) {
      expect_clear(error, driver_->injected());
    }
    const std::string injected = driver_->injected();
    // A context that could not be retained, for example, must not be released either.
    EXPECT_EQ(driver_->live, live) << injected << ", call " << call;
    return !injected.empty();
  }
};

}  // namespace papilio::test
