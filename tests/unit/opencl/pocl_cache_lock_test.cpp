// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/pocl_cache_lock.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace papilio::backend::opencl {
namespace {

class PoclCacheLockTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("papilio-lock-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
    if (const char* folder = std::getenv("POCL_CACHE_DIR")) before_ = folder;
    setenv("POCL_CACHE_DIR", folder_.c_str(), 1);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    if (before_) {
      setenv("POCL_CACHE_DIR", before_->c_str(), 1);
    } else {
      unsetenv("POCL_CACHE_DIR");
    }
  }

  std::filesystem::path folder_;
  std::optional<std::string> before_;
};

/// The locks of threads are as separate as those of processes: each opens the file itself.
TEST_F(PoclCacheLockTest, IsHeldByOneAtATime) {
  std::atomic<int> inside = 0;
  std::atomic<bool> together = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 10; ++turn) {
        const PoclCacheLock lock("program");
        if (++inside > 1) together = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(together);
}

TEST_F(PoclCacheLockTest, OtherProgramsDoNotWait) {
  const auto begin = std::chrono::steady_clock::now();
  const PoclCacheLock one("program");
  const PoclCacheLock other("another program");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "papilio.lock"));
}

TEST_F(PoclCacheLockTest, WithoutAFolderNothingIsLocked) {
  setenv("POCL_CACHE_DIR", "/proc/papilio", 1);
  const auto begin = std::chrono::steady_clock::now();
  const PoclCacheLock one("program");
  const PoclCacheLock same("program");  // would wait for a minute
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace
}  // namespace papilio::backend::opencl
