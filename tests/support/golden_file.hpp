// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace papilio::test {

/// Compares with a file of the source tree, or writes it where PAPILIO_UPDATE_GOLDEN is 1.
inline void expect_golden(const std::string& text, const std::string& file) {
  const std::string path = std::string(PAPILIO_SOURCE_DIR) + "/" + file;
  const char* const update = std::getenv("PAPILIO_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream stream(path);
  ASSERT_TRUE(stream) << "no " << path << "; run with PAPILIO_UPDATE_GOLDEN=1 to write it";
  std::ostringstream golden;
  golden << stream.rdbuf();
  EXPECT_TRUE(text == golden.str()) << path
                                    << ": if the change is meant, run with PAPILIO_UPDATE_GOLDEN=1, see git diff";
}

}  // namespace papilio::test
