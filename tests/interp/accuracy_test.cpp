// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Errors of f32 transforms on CPUs beside pocketfft's (docs/accuracy.md), for some lengths of each class. The file has
// pocketfft's: lines of "KIND CLASS LENGTH:ERROR…".
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "support/transform_error.hpp"

namespace papilio {
namespace {

constexpr double largest_mean = 1.0;
constexpr double largest_ratio = 1.3;

/// Our error over theirs.
double ratio_of(const std::string& kind, std::int64_t n, double theirs) {
  const Problem problem = Problem::parse(kind + ":f32:" + std::to_string(n));
  return test::transform_error(problem, cpu_preset(), test::transforms_for(n)) / theirs;
}

TEST(Accuracy, OnCpusIsThatOfPocketfft) {
  std::ifstream file(PAPILIO_SOURCE_DIR "/tests/interp/accuracy/pocketfft-f32.txt");
  std::string line;
  int classes = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string kind;
    std::string name;
    words >> kind >> name;
    double sum = 0;
    int count = 0;
    std::int64_t n = 0;
    char colon = 0;
    double theirs = 0;
    while (words >> n >> colon >> theirs) {
      const double ratio = ratio_of(kind, n, theirs);
      EXPECT_LE(ratio, largest_ratio) << kind << " of " << n << " points";
      sum += std::log(ratio);
      ++count;
    }
    ASSERT_GT(count, 0) << line;
    EXPECT_LE(std::exp(sum / count), largest_mean) << kind << ", " << name;
    ++classes;
  }
  EXPECT_GE(classes, 40) << "the file is missing or incomplete";
}

}  // namespace
}  // namespace papilio
