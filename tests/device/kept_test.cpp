// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Objects that a device keeps after their plans are destroyed (docs/adr/0021): later plans give the same bits and are
// ready sooner.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>

#include "api/access.hpp"
#include "api/run/kernels.hpp"
#include "device/fixture.hpp"
#include "plan/plan.hpp"
#include "runtime/device.hpp"

namespace papilio::test {
namespace {

using Kept = OnDevice;

KernelSpec kernel_of(const Device& device, const Problem& problem) {
  return plan::make_plan(problem, api::unwrap(device).caps()).passes().front()->kernel;
}

TEST_F(Kept, PlansThatAreGoneServeOthers) {
  const Problem problem = Problem::parse("c2c:f32:1009*3");
  const KernelSpec kernel = kernel_of(device_, problem);
  const Signal in = random_f32(3 * 1009, 1);
  api::unwrap(device_).shared_objects().let_go();
  EXPECT_EQ(api::loaded_program_of(api::unwrap(device_), kernel), nullptr);
  const Signal first = run(Plan(device_, problem), in);
  EXPECT_NE(api::loaded_program_of(api::unwrap(device_), kernel), nullptr);
  EXPECT_TRUE(same_bits(run(Plan(device_, problem), in), first));
  api::unwrap(device_).shared_objects().let_go();
  EXPECT_EQ(api::loaded_program_of(api::unwrap(device_), kernel), nullptr);
  EXPECT_TRUE(same_bits(run(Plan(device_, problem), in), first));
}

TEST_F(Kept, ItIsWellUnderTheTimeThatTheCacheTakes) {
  const Problem problem = Problem::parse("c2c:f32:8191*3");
  const auto seconds = [&] {
    const auto begin = std::chrono::steady_clock::now();
    const Plan plan(device_, problem);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  seconds();  // fills the compile cache
  api::unwrap(device_).shared_objects().let_go();
  const double from_cache = seconds();
  double kept = seconds();
  for (int i = 0; i < 4; ++i) kept = std::min(kept, seconds());
  EXPECT_LT(kept, from_cache / 2);
}

TEST_F(Kept, GeneralPlansShareAProgram) {
  const DeviceCaps& caps = api::unwrap(device_).caps();
  const auto program_of = [&](const std::string& token) {
    const Plan plan(device_, Problem::parse(token), Programs::general);
    const Kernel kernel = plan::make_plan(Problem::parse(token), caps, Programs::general).launches().front().kernel();
    return std::pair(plan, api::loaded_program_of(api::unwrap(device_), kernel));
  };
  const auto [first, program] = program_of("c2c:f32:60");
  ASSERT_NE(program, nullptr);
  if (first.describe().find("(general ") == std::string::npos) GTEST_SKIP() << "no general program on this device";
  for (const char* token : {"c2c:f32:61:inverse", "r2c:f32:100*3", "c2r:f32:9:inplace"})
    EXPECT_EQ(program_of(token).second, program) << token;
}

TEST_F(Kept, ThreadsPlanWhileOthersLetGo) {
  const std::array problems = {Problem::parse("c2c:f32:64*5"), Problem::parse("c2c:f32:100*3"),
                               Problem::parse("c2c:f32:125*2")};
  std::array<Signal, 3> inputs;
  std::array<Signal, 3> expected;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    inputs[i] = random_f32(problems[i].input_elements(), i);
    expected[i] = run(Plan(device_, problems[i]), inputs[i]);
  }
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 10; ++i) {
        const std::size_t which = (i + t) % problems.size();
        EXPECT_TRUE(same_bits(run(Plan(device_, problems[which]), inputs[which]), expected[which]));
        if (t == 0) api::unwrap(device_).shared_objects().let_go();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace papilio::test
