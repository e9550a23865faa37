// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/compile_cache.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "cache_fixture.hpp"

namespace papilio::runtime {
namespace {

namespace fs = std::filesystem;

TEST_F(CacheTest, MissThenHit) {
  const CompileCache c = cache();
  EXPECT_FALSE(c.find("key"));
  c.store("key", bytes_of("payload"));
  EXPECT_EQ(c.find("key"), bytes_of("payload"));
  EXPECT_FALSE(c.find("another key"));
}

TEST_F(CacheTest, StoresAgainAndStoresNothingAtAll) {
  const CompileCache c = cache();
  c.store("key", bytes_of("old"));
  c.store("key", bytes_of("newer"));
  c.store("empty", {});
  EXPECT_EQ(c.find("key"), bytes_of("newer"));
  EXPECT_EQ(c.find("empty"), Bytes{});
}

TEST_F(CacheTest, IsPrivateAndLeavesNoTemporaryFiles) {
  const CompileCache c({.directory = root_ / "a" / "b" / "first", .read_only = {}});
  c.store("key", bytes_of("payload"));
  struct stat status {};
  ASSERT_EQ(stat(c.path_of("key").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  for (const char* directory : {"a", "a/b", "a/b/first"}) {
    ASSERT_EQ(stat((root_ / directory).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700U) << directory;
  }
  EXPECT_EQ(files_in(root_ / "a" / "b" / "first"), 1U);
}

TEST_F(CacheTest, EveryTruncationIsAMiss) {
  const CompileCache c = cache();
  c.store("some key", bytes_of("some payload"));
  const std::string whole = read_file(c.path_of("some key"));
  ASSERT_GT(whole.size(), 20U);
  for (std::size_t n = 0; n < whole.size(); ++n) {
    write_file(c.path_of("some key"), whole.substr(0, n));
    EXPECT_FALSE(c.find("some key")) << n;
  }
  write_file(c.path_of("some key"), whole + "x");
  EXPECT_FALSE(c.find("some key"));
  write_file(c.path_of("some key"), whole);
  EXPECT_TRUE(c.find("some key"));
}

TEST_F(CacheTest, EveryFlippedByteIsAMiss) {
  const CompileCache c = cache();
  c.store("some key", bytes_of("some payload"));
  const std::string whole = read_file(c.path_of("some key"));
  ASSERT_GT(whole.size(), 20U);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int mask : {0x01, 0x80, 0xff}) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ mask);
      write_file(c.path_of("some key"), damaged);
      EXPECT_FALSE(c.find("some key")) << i;
    }
  }
}

TEST_F(CacheTest, AnEntryUnderAnotherNameIsAMiss) {
  const CompileCache c = cache();
  c.store("a", bytes_of("payload"));
  fs::copy_file(c.path_of("a"), c.path_of("b"));
  EXPECT_FALSE(c.find("b"));
}

TEST_F(CacheTest, LinksDirectoriesAndFifosAreMisses) {
  const CompileCache c = cache();
  c.store("key", bytes_of("payload"));
  const fs::path entry = c.path_of("key");
  fs::rename(entry, root_ / "elsewhere");
  fs::create_symlink(root_ / "elsewhere", entry);
  EXPECT_FALSE(c.find("key"));
  fs::remove(entry);
  fs::create_directory(entry);
  EXPECT_FALSE(c.find("key"));
  c.store("key", bytes_of("payload"));  // cannot replace a directory; must not throw
  EXPECT_FALSE(c.find("key"));
  fs::remove(entry);
  ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0);
  EXPECT_FALSE(c.find("key"));
}

TEST_F(CacheTest, StoreReplacesALinkAndDoesNotFollowIt) {
  const CompileCache c = cache();
  c.store("key", bytes_of("payload"));
  write_file(root_ / "precious", "precious");
  fs::remove(c.path_of("key"));
  fs::create_symlink(root_ / "precious", c.path_of("key"));
  c.store("key", bytes_of("payload"));
  EXPECT_EQ(read_file(root_ / "precious"), "precious");
  EXPECT_EQ(c.find("key"), bytes_of("payload"));
}

TEST_F(CacheTest, EntriesAndDirectoriesThatOthersMayWriteAreMisses) {
  const CompileCache c = cache();
  c.store("key", bytes_of("payload"));
  const fs::path entry = c.path_of("key");
  for (const mode_t mode : {0666U, 0660U, 0620U, 0602U}) {
    ASSERT_EQ(chmod(entry.c_str(), mode), 0);
    EXPECT_FALSE(c.find("key")) << mode;
  }
  ASSERT_EQ(chmod(entry.c_str(), 0644), 0);
  EXPECT_TRUE(c.find("key"));
  for (const mode_t mode : {0777U, 01777U, 0770U, 0720U}) {
    ASSERT_EQ(chmod((root_ / "first").c_str(), mode), 0);
    EXPECT_FALSE(c.find("key")) << mode;
    c.store("other", bytes_of("payload"));
    EXPECT_EQ(files_in(root_ / "first"), 1U) << mode;
  }
  ASSERT_EQ(chmod((root_ / "first").c_str(), 0755), 0);
  EXPECT_TRUE(c.find("key"));
  const CompileCache shipped({.directory = {}, .read_only = root_ / "first"});
  EXPECT_TRUE(shipped.find("key"));
  ASSERT_EQ(chmod(entry.c_str(), 0666), 0);
  EXPECT_FALSE(shipped.find("key"));
}

TEST_F(CacheTest, WhatBelongsToOthersIsAMiss) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const CompileCache c = cache();
  c.store("key", bytes_of("payload"));
  const CompileCache shipped({.directory = {}, .read_only = root_ / "first"});
  for (const fs::path& path : {c.path_of("key"), root_ / "first"}) {
    ASSERT_EQ(chown(path.c_str(), 12345, 12345), 0);
    EXPECT_FALSE(c.find("key")) << path;
    EXPECT_FALSE(shipped.find("key")) << path;
    ASSERT_EQ(chown(path.c_str(), 0, 0), 0);
    EXPECT_TRUE(c.find("key")) << path;
  }
}

TEST_F(CacheTest, RootsEntriesAreTrusted) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const CompileCache c = cache();
  c.store("key", bytes_of("payload"));
  ASSERT_EQ(chmod(root_.c_str(), 0755), 0);
  ASSERT_EQ(chmod((root_ / "first").c_str(), 0755), 0);
  ASSERT_EQ(chmod(c.path_of("key").c_str(), 0644), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(setuid(65534) == 0 && c.find("key") ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(CacheTest, APathBeyondTheSystemsLimitIsNone) {
  std::string deep = root_.string();
  for (int i = 0; i < 60000; ++i) deep += "/a";
  const CompileCache c({.directory = deep, .read_only = deep});
  struct rusage before {
  }, after{};
  getrusage(RUSAGE_SELF, &before);
  c.store("key", bytes_of("payload"));
  EXPECT_FALSE(c.find("key"));
  getrusage(RUSAGE_SELF, &after);
  EXPECT_EQ(files_in(root_), 0U);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 64 << 10);  // KiB; recursion took a copy of the path for each component
}

TEST_F(CacheTest, DirectoryThatCannotBeMade) {
  write_file(root_ / "file", "");
  for (const fs::path& bad : {root_ / "file", root_ / "file" / "below", fs::path("/proc/papilio-no/such"),
                              fs::path("/dev/null/x"), root_ / std::string(5000, 'x')}) {
    const CompileCache c({.directory = bad, .read_only = {}});
    c.store("key", bytes_of("payload"));
    EXPECT_FALSE(c.find("key")) << bad;
  }
}

TEST_F(CacheTest, DirectoryWithoutWritePermission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const CompileCache c = cache();
  c.store("key", bytes_of("payload"));
  ASSERT_EQ(chmod((root_ / "first").c_str(), 0500), 0);
  c.store("other", bytes_of("payload"));
  EXPECT_FALSE(c.find("other"));
  EXPECT_TRUE(c.find("key"));
  ASSERT_EQ(chmod((root_ / "first").c_str(), 0700), 0);
}

TEST_F(CacheTest, ReadOnlyTierIsReadAfterTheFirstAndNeverWritten) {
  const CompileCache shipped({.directory = root_ / "shipped", .read_only = {}});
  shipped.store("both", bytes_of("shipped"));
  shipped.store("shipped only", bytes_of("shipped"));
  const auto before = fs::last_write_time(shipped.path_of("both")) - std::chrono::hours(1);
  fs::last_write_time(shipped.path_of("shipped only"), before);

  const CompileCache c({.directory = root_ / "first", .read_only = root_ / "shipped"});
  c.store("both", bytes_of("first"));
  c.store("new", bytes_of("first"));
  EXPECT_EQ(c.find("both"), bytes_of("first"));
  EXPECT_EQ(c.find("shipped only"), bytes_of("shipped"));
  EXPECT_EQ(files_in(root_ / "shipped"), 2U);
  EXPECT_EQ(fs::last_write_time(shipped.path_of("shipped only")), before);

  const CompileCache only({.directory = {}, .read_only = root_ / "shipped"});
  only.store("new", bytes_of("first"));
  EXPECT_EQ(only.find("both"), bytes_of("shipped"));
  EXPECT_EQ(files_in(root_ / "shipped"), 2U);
}

TEST_F(CacheTest, EvictsWhatWasUsedLongestAgo) {
  const CompileCache c({.directory = root_ / "first", .read_only = {}, .limit_bytes = 8000});
  const std::string kilobyte(1000, 'x');  // larger than limit/16, so every store checks the limit
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 7; ++i) {
    const std::string key = "key " + std::to_string(i);
    c.store(key, bytes_of(kilobyte));
    fs::last_write_time(c.path_of(key), now - std::chrono::minutes(60 - i));
  }
  EXPECT_TRUE(c.find("key 0"));  // becomes the most recently used entry
  c.store("newest", bytes_of(kilobyte));
  EXPECT_TRUE(c.find("key 0"));
  EXPECT_TRUE(c.find("newest"));
  EXPECT_TRUE(c.find("key 6"));
  EXPECT_FALSE(c.find("key 1"));
  EXPECT_FALSE(c.find("key 2"));
  EXPECT_LE(bytes_in(root_ / "first"), 6000U);
}

TEST_F(CacheTest, ManySmallEntriesStayNearTheLimit) {
  const CompileCache c({.directory = root_ / "first", .read_only = {}, .limit_bytes = 20000});
  for (int i = 0; i < 1000; ++i) c.store("key " + std::to_string(i), bytes_of(std::string(100, 'x')));
  EXPECT_LE(bytes_in(root_ / "first"), 40000U);
  EXPECT_GT(bytes_in(root_ / "first"), 5000U);
}

TEST_F(CacheTest, EntriesLargerThanTheLimitAreNotStored) {
  const CompileCache c({.directory = root_ / "first", .read_only = {}, .limit_bytes = 1000});
  c.store("small", bytes_of("x"));
  c.store("large", bytes_of(std::string(2000, 'x')));
  EXPECT_TRUE(c.find("small"));
  EXPECT_FALSE(c.find("large"));
}

TEST_F(CacheTest, AbandonedTemporaryFilesGo) {
  const CompileCache c({.directory = root_ / "first", .read_only = {}, .limit_bytes = 2000});
  c.store("key", bytes_of("x"));
  write_file(root_ / "first" / ".writing-old", "x");
  write_file(root_ / "first" / ".writing-new", "x");
  const auto now = fs::file_time_type::clock::now();
  fs::last_write_time(root_ / "first" / ".writing-old", now - std::chrono::hours(2));
  c.store("large", bytes_of(std::string(500, 'x')));
  EXPECT_FALSE(fs::exists(root_ / "first" / ".writing-old"));
  EXPECT_TRUE(fs::exists(root_ / "first" / ".writing-new"));
}

}  // namespace
}  // namespace papilio::runtime
