// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Errors of transforms on CPUs beside pocketfft's (docs/accuracy.md), for some lengths of each class. The files have
// pocketfft's: lines of "KIND CLASS LENGTH:ERROR…". In f64 two classes are compared; docs/accuracy.md says what the
// others lack.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "support/transform_error.hpp"

namespace papilio {
namespace {

constexpr double largest_mean = 1.0;
constexpr double largest_ratio = 1.3;
/// In f64: of kinds that have conjugate pairs, or that multiply every result by a constant.
constexpr double largest_mean_of_others = 1.1;
constexpr std::array exact_in_f64 = {"c2c", "dct2", "dct3", "dst2", "dst3"};
// After so many, the mean is known to about a hundredth, a third of what is left to the limit.
constexpr std::int64_t max_transforms = 256;

/// Our error over theirs.
double ratio_of(const std::string& kind, const std::string& precision, std::int64_t n, double theirs) {
  const Problem problem = Problem::parse(kind + ":" + precision + ":" + std::to_string(n));
  return test::transform_error(problem, cpu_preset(), std::min(max_transforms, test::transforms_for(n))) / theirs;
}

/// Checks all classes, or those whose names begin with `held`; returns how many there were.
int compare_with_pocketfft(const std::string& wanted, const std::string& precision, const std::string& held,
                           double mean) {
  std::ifstream file(PAPILIO_SOURCE_DIR "/tests/interp/accuracy/pocketfft-" + precision + ".txt");
  std::string line;
  int classes = 0;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string kind;
    std::string name;
    words >> kind >> name;
    if (kind != wanted || !name.starts_with(held)) continue;
    double sum = 0;
    int count = 0;
    std::int64_t n = 0;
    char colon = 0;
    double theirs = 0;
    while (words >> n >> colon >> theirs) {
      const double ratio = ratio_of(kind, precision, n, theirs);
      EXPECT_LE(ratio, largest_ratio) << n << " points";
      sum += std::log(ratio);
      ++count;
    }
    EXPECT_GT(count, 0) << line;
    EXPECT_LE(std::exp(sum / count), mean) << name;
    ++classes;
  }
  return classes;
}

class AccuracyOnCpus : public testing::TestWithParam<const char*> {};

TEST_P(AccuracyOnCpus, IsThatOfPocketfft) {
  EXPECT_GE(compare_with_pocketfft(GetParam(), "f32", "", largest_mean), 4) << "the file is missing or incomplete";
}

TEST_P(AccuracyOnCpus, IsThatOfPocketfftInF64ForPrimesTo67) {
  const bool exact = std::ranges::count(exact_in_f64, std::string(GetParam())) > 0;
  const double mean = exact ? largest_mean : largest_mean_of_others;
  EXPECT_EQ(compare_with_pocketfft(GetParam(), "f64", "primes-to-", mean), 2) << "the file is missing or incomplete";
}

INSTANTIATE_TEST_SUITE_P(Kinds, AccuracyOnCpus,
                         testing::Values("c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3",
                                         "dst4", "dht"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace papilio
