// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/part.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <papilio/error.hpp>
#include <string>

namespace papilio::tool {
namespace {

using ::testing::HasSubstr;

class PartTest : public ::testing::Test {
 protected:
  PartTest() {
    std::string name = (std::filesystem::temp_directory_path() / "papilio-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~PartTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  /// Files in the making.
  [[nodiscard]] int parts() const {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) count += entry.path().extension() == ".part";
    return count;
  }
  static void write(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string read(const std::filesystem::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static std::string message_of(const std::filesystem::path& path) {
    try {
      const Part part(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::io);
      return error.what();
    }
    return "accepted";
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(PartTest, TakesThePlaceOfAnEarlierFile) {
  write(file("x"), "old");
  {
    const Part part(file("x"));
    write(part.path(), "new");
    EXPECT_EQ(read(file("x")), "old");
    part.take_its_place();
  }
  EXPECT_EQ(read(file("x")), "new");
  EXPECT_EQ(parts(), 0);
}

TEST_F(PartTest, LeavesOthersOfSuchANameAlone) {
  write(file("victim"), "precious");
  std::filesystem::create_symlink(file("victim"), file("x.part"));
  {
    const Part one(file("x"));
    write(one.path(), "new");
    EXPECT_EQ(std::filesystem::status(one.path()).permissions(), std::filesystem::status(file("victim")).permissions());
    one.take_its_place();
  }
  EXPECT_EQ(read(file("victim")), "precious");
  EXPECT_TRUE(std::filesystem::is_symlink(file("x.part")));
  EXPECT_FALSE(std::filesystem::is_symlink(file("x")));
}

TEST_F(PartTest, GoesWhenItIsGivenUp) {
  write(file("x"), "old");
  {
    const Part part(file("x"));
    write(part.path(), "half");
  }
  EXPECT_EQ(read(file("x")), "old");
  EXPECT_EQ(parts(), 0);
}

TEST_F(PartTest, WritesThroughASymbolicLink) {
  std::filesystem::create_directory(file("disk"));
  write(file("disk/x"), "old");
  std::filesystem::create_symlink(file("disk/x"), file("link"));
  const Part part(file("link"));
  write(part.path(), "new");
  part.take_its_place();
  EXPECT_TRUE(std::filesystem::is_symlink(file("link")));
  EXPECT_EQ(read(file("disk/x")), "new");
}

TEST_F(PartTest, RefusesWhatAFileCannotReplace) {
  std::filesystem::create_symlink("/dev/null", file("link"));
  EXPECT_THAT(message_of(file("link")), HasSubstr("no regular file; choose another name"));
  EXPECT_THAT(message_of(file("")), HasSubstr("no regular file; choose another name"));
  EXPECT_THAT(message_of(file("none/x")), HasSubstr("its folder does not exist; make it: mkdir -p "));
}

using PartDeathTest = PartTest;

TEST_F(PartDeathTest, GoesWhenTheProcessIsToldToStop) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto stop = [&] {
      const Part part(file("x"));
      write(part.path(), "half");
      raise(signal);
    };
    EXPECT_EXIT(stop(), ::testing::KilledBySignal(signal), "");
    EXPECT_EQ(parts(), 0) << "signal " << signal;
  }
}

TEST_F(PartDeathTest, AnEarlierHandlerStillHasItsSay) {
  const auto stop = [&] {
    std::signal(SIGTERM, [](int) { _exit(7); });
    const Part part(file("x"));
    write(part.path(), "half");
    raise(SIGTERM);
  };
  EXPECT_EXIT(stop(), ::testing::ExitedWithCode(7), "");
  EXPECT_EQ(parts(), 0);
}

TEST_F(PartDeathTest, LeavesSignalsAloneThatTheCallerIgnores) {
  const auto survive = [&] {
    std::signal(SIGHUP, SIG_IGN);
    const Part part(file("x"));
    write(part.path(), "half");
    raise(SIGHUP);
    std::exit(std::filesystem::exists(part.path()) ? 0 : 1);
  };
  EXPECT_EXIT(survive(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace papilio::tool
