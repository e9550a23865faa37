// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/compilation_watch.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <papilio/cache.hpp>
#include <papilio/error.hpp>
#include <thread>
#include <vector>

#include "api/access.hpp"
#include "unit/api/host_backend.hpp"

namespace papilio {
namespace {

std::vector<std::string> told;  // written in one thread, which has ended when it is read

void tell(const std::string& folder) { told.push_back(folder); }

void watch_for(std::chrono::milliseconds time, const runtime::Device& device) {
  const api::CompilationWatch watch(device);
  std::this_thread::sleep_for(time);
}

class CompilationWatchTest : public testing::Test {
 protected:
  void SetUp() override {
    told.clear();
    ASSERT_EQ(setenv("PAPILIO_CACHE_DIR", "/nowhere/kernels", 1), 0);
    unsetenv("PAPILIO_CACHE");
  }
  void TearDown() override { api::on_slow_compilation(nullptr); }

  std::shared_ptr<runtime::Device> device_ = test::host::open_device("host:0");
};

TEST_F(CompilationWatchTest, TellsOnceAfterASecond) {
  api::on_slow_compilation(tell);
  watch_for(std::chrono::milliseconds(50), *device_);
  EXPECT_TRUE(told.empty());
  watch_for(std::chrono::milliseconds(1300), *device_);
  EXPECT_EQ(told, std::vector<std::string>{"/nowhere/kernels"});
  watch_for(std::chrono::milliseconds(1300), *device_);
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(CompilationWatchTest, CountsKernelsTogetherThatAreCompiled) {
  api::on_slow_compilation(tell);
  for (int i = 0; i < 30; ++i) watch_for(std::chrono::milliseconds(50), *device_);  // loaded
  EXPECT_TRUE(told.empty());
  for (int i = 0; i < 4; ++i) watch_for(std::chrono::milliseconds(400), *device_);
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(CompilationWatchTest, TellsNobodyWhoHasNotAsked) {
  watch_for(std::chrono::milliseconds(1100), *device_);
  EXPECT_TRUE(told.empty());
}

TEST_F(CompilationWatchTest, FoldersFollowTheEnvironment) {
  const auto device = api::HandleAccess::handle<Device>(device_);
  ASSERT_EQ(setenv("PAPILIO_CACHE_READONLY", "/nowhere/shipped", 1), 0);
  EXPECT_EQ(cache_state(device).folder, "/nowhere/kernels");
  EXPECT_EQ(cache_state(device).read_only, "/nowhere/shipped");
  ASSERT_EQ(setenv("PAPILIO_CACHE", "off", 1), 0);
  EXPECT_EQ(cache_state(device).folder, "");
  EXPECT_EQ(cache_state(device).read_only, "");
  unsetenv("PAPILIO_CACHE");
  unsetenv("PAPILIO_CACHE_READONLY");
  ASSERT_EQ(setenv("PAPILIO_CACHE_DIR", std::string(5000, 'x').c_str(), 1), 0);
  EXPECT_EQ(cache_state(device).folder, "");
  EXPECT_EQ(cache_state(device).refused.size(), 1U);
  EXPECT_THROW((void)cache_state(Device()), Error);
}

}  // namespace
}  // namespace papilio
