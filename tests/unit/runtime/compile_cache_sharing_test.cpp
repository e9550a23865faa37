// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The cache used by many threads and processes, and its environment variables.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <optional>
#include <thread>

#include "cache_fixture.hpp"

namespace papilio::runtime {
namespace {

/// The only correct payload for a key; its length differs between keys.
std::string payload_of(const std::string& key) {
  std::string payload;
  for (int i = 0; i < 50 + 37 * (key.back() - '0'); ++i) payload += key;
  return payload;
}

struct Answers {
  int right = 0;
  int wrong = 0;
};

/// Repeatedly stores and finds the same few keys.
Answers hammer(const CompileCache& cache, int seed) {
  Answers answers;
  for (int i = 0; i < 300; ++i) {
    const std::string key = "key " + std::to_string((i * 7 + seed) % 10);
    if ((i + seed) % 3 == 0) {
      cache.store(key, bytes_of(payload_of(key)));
    } else if (const auto found = cache.find(key)) {
      ++(*found == bytes_of(payload_of(key)) ? answers.right : answers.wrong);
    }
  }
  return answers;
}

TEST_F(CacheTest, EightThreadsAndTwoProcessesAtOnce) {
  // The limit is so low that all processes evict constantly.
  const CompileCache c({.directory = root_ / "first", .read_only = {}, .limit_bytes = 8000});
  std::vector<pid_t> children;
  for (int p = 0; p < 2; ++p) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) _exit(hammer(c, 100 + p).wrong == 0 ? 0 : 1);
    children.push_back(child);
  }
  std::atomic<int> right = 0;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> workers;
  for (int t = 0; t < 8; ++t) {
    workers.emplace_back([&, t] {
      const Answers answers = hammer(c, t);
      right += answers.right;
      wrong += answers.wrong;
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(right, 0);
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  c.store("key 1", bytes_of(payload_of("key 1")));
  EXPECT_EQ(c.find("key 1"), bytes_of(payload_of("key 1")));
}

/// Clears the cache's variables for one test and restores them.
class Environment {
 public:
  Environment() {
    for (const char* name : names) {
      const char* value = std::getenv(name);
      saved_.emplace_back(value != nullptr ? std::optional<std::string>(value) : std::nullopt);
      unsetenv(name);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    for (std::size_t i = 0; i < saved_.size(); ++i) {
      if (saved_[i]) {
        setenv(names[i], saved_[i]->c_str(), 1);
      } else {
        unsetenv(names[i]);
      }
    }
  }
  static void set(const char* name, const char* value) { setenv(name, value, 1); }

 private:
  static constexpr const char* names[] = {"PAPILIO_CACHE_DIR",   "PAPILIO_CACHE",  "PAPILIO_CACHE_READONLY",
                                          "PAPILIO_CACHE_LIMIT", "XDG_CACHE_HOME", "HOME"};
  std::vector<std::optional<std::string>> saved_;
};

TEST(CacheConfig, NoHomeMeansNoFirstTier) {
  const Environment environment;
  const CacheConfig config = CacheConfig::from_environment();
  EXPECT_TRUE(config.directory.empty());
  EXPECT_TRUE(config.read_only.empty());
  EXPECT_EQ(config.limit_bytes, 256 << 20);
  const CompileCache c(config);
  c.store("key", bytes_of("payload"));
  EXPECT_FALSE(c.find("key"));
}

TEST(CacheConfig, DirectoryByPriority) {
  const Environment environment;
  Environment::set("HOME", "/home/u");
  EXPECT_EQ(CacheConfig::from_environment().directory, "/home/u/.cache/papilio");
  Environment::set("XDG_CACHE_HOME", "relative");
  EXPECT_EQ(CacheConfig::from_environment().directory, "/home/u/.cache/papilio");
  Environment::set("XDG_CACHE_HOME", "/xdg");
  EXPECT_EQ(CacheConfig::from_environment().directory, "/xdg/papilio");
  Environment::set("PAPILIO_CACHE_DIR", "/own");
  EXPECT_EQ(CacheConfig::from_environment().directory, "/own");
}

TEST(CacheConfig, PathsBeyondTheSystemsLimitAreNone) {
  std::string deep;
  for (int i = 0; i < 60000; ++i) deep += "/a";
  for (const char* name : {"PAPILIO_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "PAPILIO_CACHE_READONLY"}) {
    const Environment environment;
    Environment::set(name, deep.c_str());
    const CacheConfig config = CacheConfig::from_environment();
    EXPECT_TRUE(config.directory.empty()) << name;
    EXPECT_TRUE(config.read_only.empty()) << name;
    ASSERT_FALSE(config.notes.empty()) << name;  // damaged entries of other tests follow
    EXPECT_EQ(config.notes.front(), std::string(name) +
                                        ": the path has 120000 bytes, more than the system takes; no "
                                        "kernels are kept there");
  }
}

TEST(CacheConfig, OffLimitAndReadOnly) {
  const Environment environment;
  Environment::set("PAPILIO_CACHE_DIR", "/own");
  Environment::set("PAPILIO_CACHE_READONLY", "/shipped");
  Environment::set("PAPILIO_CACHE_LIMIT", "12345");
  CacheConfig config = CacheConfig::from_environment();
  EXPECT_EQ(config.read_only, "/shipped");
  EXPECT_EQ(config.limit_bytes, 12345);
  for (const char* bad : {"", "-1", "12x", "99999999999999999999"}) {
    Environment::set("PAPILIO_CACHE_LIMIT", bad);
    EXPECT_EQ(CacheConfig::from_environment().limit_bytes, 256 << 20) << bad;
  }
  Environment::set("PAPILIO_CACHE", "off");
  config = CacheConfig::from_environment();
  EXPECT_TRUE(config.directory.empty());
  EXPECT_TRUE(config.read_only.empty());
}

}  // namespace
}  // namespace papilio::runtime
