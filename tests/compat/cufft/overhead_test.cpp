// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The host's time for an execution, against that of Plan::execute() with the same pointers and work area. The fake
// driver takes both alike.
#include <chrono>
#include <memory>
#include <papilio/cuda.hpp>
#include <papilio/plan.hpp>

#include "compat/cufft/fixture.hpp"

namespace papilio::compat::cufft {
namespace {

template <typename Action>
double nanoseconds(const Action& action) {
  constexpr int count = 2000;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) action();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / count;
}

TEST_F(CufftTest, AnExecutionCostsLittleMoreThanThePlansOwn) {
  fake().run = nullptr;
  const Device device("cuda:0");
  const Plan plan(device, Problem::parse("c2c:f32:256*4"));
  const Stream stream = papilio::cuda::wrap_stream(device, nullptr);
  int handle = 0;
  ASSERT_EQ(cufftPlan1d(&handle, 256, type_c2c, 4), success);
  const Array<Complex> in(1024);
  const Array<Complex> out(1024);
  std::vector<double> differences;
  std::vector<double> own_times;
  for (int i = 0; i < 25; ++i) {
    const double own = nanoseconds([&] { plan.execute(stream, in.data(), out.data()); });
    fake().launches.clear();
    const double cufft = nanoseconds([&] { cufftExecC2C(handle, in.data(), out.data(), -1); });
    fake().launches.clear();
    differences.push_back(cufft - own);
    own_times.push_back(own);
  }
  std::sort(differences.begin(), differences.end());
  std::sort(own_times.begin(), own_times.end());
  const double median = differences[differences.size() / 2];
  std::printf("an execution takes %.0f ns more than the plan's own %.0f ns\n", median, own_times[own_times.size() / 2]);
  RecordProperty("overhead_ns", static_cast<int>(median));
#ifndef PAPILIO_SANITIZED
  EXPECT_LT(median, 300);
#endif
  EXPECT_EQ(cufftDestroy(handle), success);
}

}  // namespace
}  // namespace papilio::compat::cufft
