// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the rounds of all tests of faults share.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <papilio/papilio.hpp>
#include <string>
#include <vector>

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

}  // namespace papilio::test
