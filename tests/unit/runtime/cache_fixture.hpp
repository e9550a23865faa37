// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A separate directory for every cache test, and entries to put into it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "runtime/compile_cache.hpp"

namespace papilio::runtime {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(const std::string& text) {
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

class CacheTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "papilio-cache-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  [[nodiscard]] CompileCache cache() const { return CompileCache({.directory = root_ / "first", .read_only = {}}); }

  static std::string read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write_file(const std::filesystem::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
  }
  [[nodiscard]] static std::size_t files_in(const std::filesystem::path& directory) {
    const auto begin = std::filesystem::directory_iterator(directory);
    return static_cast<std::size_t>(std::distance(begin, std::filesystem::directory_iterator()));
  }
  [[nodiscard]] static std::uintmax_t bytes_in(const std::filesystem::path& directory) {
    std::uintmax_t total = 0;
    for (const auto& file : std::filesystem::directory_iterator(directory)) total += file.file_size();
    return total;
  }

  std::filesystem::path root_;
};

}  // namespace papilio::runtime
