// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <papilio/error.hpp>
#include <stdexcept>
#include <string>

namespace papilio::files {

/// A test with a folder of its own, which is removed with everything in it.
class FolderTest : public ::testing::Test {
 protected:
  FolderTest() {
    std::string name = (std::filesystem::temp_directory_path() / "papilio-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~FolderTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  /// Files in the making.
  [[nodiscard]] int parts() const {
    int count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      count += entry.path().extension() == ".part";
    }
    return count;
  }
  static void write(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string read(const std::filesystem::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static std::string message_of(const std::function<void()>& action, ErrorCode code = ErrorCode::io) {
    try {
      action();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
      return error.what();
    }
    return "nothing was thrown";
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace papilio::files
