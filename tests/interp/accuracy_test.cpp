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
// After so many, the mean is known to about a hundredth, a third of what is left to the limit.
constexpr std::int64_t most_transforms = 256;

/// Our error over theirs.
double ratio_of(const std::string& kind, std::int64_t n, double theirs) {
  const Problem problem = Problem::parse(kind + ":f32:" + std::to_string(n));
  return test::transform_error(problem, cpu_preset(), std::min(most_transforms, test::transforms_for(n))) / theirs;
}

class AccuracyOnCpus : public testing::TestWithParam<const char*> {};

TEST_P(AccuracyOnCpus, IsThatOfPocketfft) {
  std::ifstream file(PAPILIO_SOURCE_DIR "/tests/interp/accuracy/pocketfft-f32.txt");
  std::string line;
  int classes = 0;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string kind;
    std::string name;
    words >> kind >> name;
    if (kind != GetParam()) continue;
    double sum = 0;
    int count = 0;
    std::int64_t n = 0;
    char colon = 0;
    double theirs = 0;
    while (words >> n >> colon >> theirs) {
      const double ratio = ratio_of(kind, n, theirs);
      EXPECT_LE(ratio, largest_ratio) << n << " points";
      sum += std::log(ratio);
      ++count;
    }
    ASSERT_GT(count, 0) << line;
    EXPECT_LE(std::exp(sum / count), largest_mean) << name;
    ++classes;
  }
  EXPECT_GE(classes, 4) << "the file is missing or incomplete";
}

INSTANTIATE_TEST_SUITE_P(Kinds, AccuracyOnCpus,
                         testing::Values("c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3",
                                         "dst4", "dht"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace papilio
