// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/archive.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <papilio/error.hpp>
#include <set>
#include <sstream>
#include <thread>
#include <vector>

#include "bench/temporary_folder.hpp"

namespace papilio::bench {
namespace {

using ::testing::ElementsAre;

constexpr std::time_t noon = 1772280000;  // 2026-02-28 12:00:00 UTC

class Archives : public ::testing::Test {
 protected:
  [[nodiscard]] std::string folder() const { return (temporary_.path() / "a/b").string(); }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
      all.insert(entry.path().filename().string());
    return all;
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(std::filesystem::path(folder()) / name).rdbuf();
    return text.str();
  }
  [[nodiscard]] std::string keep(const std::string& what) const {
    return Archive(folder(), noon).keep("{" + what + "}", [&](const std::string& data) {
      return what + " of " + data;
    });
  }

 private:
  TemporaryFolder temporary_;
};

TEST_F(Archives, ARunAddsItsDateAndBecomesTheLatest) {
  EXPECT_EQ(keep("one"), folder() + "/2026-02-28T120000Z.md");
  EXPECT_THAT(names(), ElementsAre("2026-02-28T120000Z.json", "2026-02-28T120000Z.md", "latest.md"));
  EXPECT_EQ(content("2026-02-28T120000Z.json"), "{one}");
  EXPECT_EQ(content("2026-02-28T120000Z.md"), "one of 2026-02-28T120000Z.json");
  EXPECT_EQ(content("latest.md"), "one of 2026-02-28T120000Z.json");
}

TEST_F(Archives, TwoRunsOfOneSecondAreBothKept) {
  (void)keep("one");
  EXPECT_EQ(keep("two"), folder() + "/2026-02-28T120000Z-2.md");
  EXPECT_EQ(content("2026-02-28T120000Z.md"), "one of 2026-02-28T120000Z.json");
  EXPECT_EQ(content("2026-02-28T120000Z-2.json"), "{two}");
  EXPECT_EQ(content("latest.md"), "two of 2026-02-28T120000Z-2.json");
}

TEST_F(Archives, RunsThatEndTogetherAreAllKept) {
  constexpr int runs = 8;
  std::vector<std::thread> threads;
  std::vector<std::string> kept(runs);
  for (int i = 0; i < runs; ++i) threads.emplace_back([&, i] { kept[i] = keep(std::to_string(i)); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set<std::string>(kept.begin(), kept.end()).size(), runs);
  EXPECT_EQ(names().size(), 2 * runs + 1);  // no temporary file is left
  for (int i = 0; i < runs; ++i)
    EXPECT_TRUE(content(std::filesystem::path(kept[i]).filename()).starts_with(std::to_string(i) + " of "));
}

TEST_F(Archives, WhatSomebodyElseHasPutThereStays) {
  std::filesystem::create_directories(folder());
  std::ofstream(folder() + "/2026-02-28T120000Z.md") << "mine";
  EXPECT_EQ(keep("one"), folder() + "/2026-02-28T120000Z-2.md");
  EXPECT_EQ(content("2026-02-28T120000Z.md"), "mine");
}

TEST_F(Archives, ARunThatEndsEarlyLeavesNothing) {
  { const Archive archive(folder(), noon); }
  EXPECT_TRUE(names().empty());
}

TEST_F(Archives, AFolderThatTakesNoFilesIsFoundBeforeTheRun) {
  EXPECT_THROW(Archive("/proc/none", noon), Error);
  std::filesystem::create_directories(folder() + "/latest.md");
  EXPECT_THROW(Archive(folder(), noon), Error);
}

}  // namespace
}  // namespace papilio::bench
