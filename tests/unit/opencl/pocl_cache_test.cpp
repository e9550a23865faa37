// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/pocl_cache.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace papilio::backend::opencl {
namespace {

namespace fs = std::filesystem;

class PoclCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "papilio-pocl-cache-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override { fs::remove_all(root_); }

  /// A program of some 1000 bytes with one kernel, used so many hours ago.
  fs::path add(const std::string& hash, const std::string& kernel, int hours) {
    fs::path program = root_ / hash.substr(0, 2) / hash.substr(2);
    fs::create_directories(program / kernel / "1-1-1");
    std::ofstream(program / "program.bc") << std::string(600, 'b');
    std::ofstream(program / kernel / "1-1-1" / (kernel + ".so")) << std::string(400, 'm');
    std::ofstream(program / "last_accessed").flush();
    fs::last_write_time(program / "last_accessed", fs::file_time_type::clock::now() - std::chrono::hours(hours));
    return program;
  }

  fs::path root_;
};

TEST_F(PoclCacheTest, LosesTheLeastRecentlyUsedPrograms) {
  const fs::path oldest = add("AAAA", "papilio_a", 5);
  const fs::path old = add("AABB", "papilio_b", 3);
  const fs::path newer = add("BBBB", "papilio_c", 2);
  trim_pocl_cache(root_, 3000);
  EXPECT_TRUE(fs::exists(oldest)) << "no more than the limit";
  trim_pocl_cache(root_, 2900);
  EXPECT_FALSE(fs::exists(oldest));
  EXPECT_TRUE(fs::exists(old)) << "2000 bytes are less than three quarters of the limit";
  EXPECT_TRUE(fs::exists(newer));
}

TEST_F(PoclCacheTest, KeepsProgramsOfOthersAndThoseInUse) {
  const fs::path other = add("AAAA", "my_kernel", 9);
  const fs::path fresh = add("BBBB", "papilio_a", 0);
  const fs::path old = add("CCCC", "papilio_b", 3);
  trim_pocl_cache(root_, 0);
  EXPECT_TRUE(fs::exists(other));
  EXPECT_TRUE(fs::exists(fresh));
  EXPECT_FALSE(fs::exists(old));
}

TEST_F(PoclCacheTest, NeedsNoFolder) { trim_pocl_cache(root_ / "nothing", 0); }

/// Has an old program, and a marker of the last trim that tests set.
class HourlyTrim : public PoclCacheTest {
 protected:
  void SetUp() override {
    PoclCacheTest::SetUp();
    set("POCL_CACHE_DIR", root_.string());
    set("PAPILIO_CACHE_DIR", root_.string());
    set("PAPILIO_CACHE_LIMIT", "0");
    old_ = add("AAAA", "papilio_a", 5);
  }
  void TearDown() override {
    for (const auto& [name, value] : before_) value ? ::setenv(name, value->c_str(), 1) : ::unsetenv(name);
    PoclCacheTest::TearDown();
  }
  void set(const char* name, const std::string& value) {
    const char* before = std::getenv(name);
    before_.emplace_back(name, before == nullptr ? std::nullopt : std::optional<std::string>(before));
    ::setenv(name, value.c_str(), 1);
  }
  void mark(std::chrono::hours from_now) {
    std::ofstream(marker()).flush();
    fs::last_write_time(marker(), fs::file_time_type::clock::now() + from_now);
  }
  [[nodiscard]] fs::path marker() const { return root_ / "papilio.trimmed"; }
  bool removes() {
    trim_pocl_cache_hourly();
    return !fs::exists(old_);
  }

 private:
  fs::path old_;
  std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

TEST_F(HourlyTrim, ComesOnceAnHour) {
  mark(std::chrono::hours(0));
  EXPECT_FALSE(removes());
  mark(std::chrono::hours(-2));
  EXPECT_TRUE(removes());
}

TEST_F(HourlyTrim, ComesWithoutAMarkerAndAfterOneOfTheFuture) {
  EXPECT_TRUE(removes());
  add("AAAA", "papilio_a", 5);
  EXPECT_FALSE(removes());
  mark(std::chrono::hours(20));
  EXPECT_TRUE(removes());
}

TEST_F(HourlyTrim, LeavesLinksAndPipesAlone) {
  const fs::path victim = root_ / "victim";
  std::ofstream(victim) << "text";
  fs::last_write_time(victim, fs::file_time_type::clock::now() - std::chrono::hours(3));
  fs::create_symlink(victim, marker());
  EXPECT_FALSE(removes());
  EXPECT_EQ(fs::file_size(victim), 4U);
  fs::remove(marker());
  ASSERT_EQ(::mkfifo(marker().c_str(), 0600), 0);
  fs::last_write_time(marker(), fs::file_time_type::clock::now() - std::chrono::hours(3));
  EXPECT_FALSE(removes());
}

TEST_F(HourlyTrim, DoesNothingWithoutACache) {
  set("PAPILIO_CACHE", "off");
  EXPECT_FALSE(removes());
}

}  // namespace
}  // namespace papilio::backend::opencl
