// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/open_devices.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace papilio::runtime {
namespace {

TEST(OpenDevices, OneObjectWhileAnyHandleLives) {
  OpenDevices<int, int> open;
  int made = 0;
  const auto make = [&] { return std::make_shared<int>(++made); };
  auto first = open.get(7, make);
  EXPECT_EQ(open.get(7, make), first);
  EXPECT_NE(open.get(8, make), first);
  EXPECT_EQ(made, 2);
  first.reset();
  EXPECT_EQ(*open.get(7, make), 3) << "a device that is gone was given again";
}

TEST(OpenDevices, ADeviceThatDoesNotOpenMayOpenLater) {
  OpenDevices<int, int> open;
  EXPECT_THROW(open.get(7, []() -> std::shared_ptr<int> { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_EQ(*open.get(7, [] { return std::make_shared<int>(1); }), 1);
}

TEST(OpenDevices, ManyThreadsOpenItOnce) {
  OpenDevices<int, int> open;
  std::atomic<int> made = 0;
  std::vector<std::shared_ptr<int>> kept(8);
  std::vector<std::thread> threads;
  for (auto& mine : kept)
    threads.emplace_back([&] { mine = open.get(7, [&] { return std::make_shared<int>(++made); }); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  for (const auto& each : kept) EXPECT_EQ(each, kept[0]);
}

}  // namespace
}  // namespace papilio::runtime
