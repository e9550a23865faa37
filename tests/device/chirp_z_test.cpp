// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Chirp z-transforms on a device.
#include <gtest/gtest.h>

#include <numeric>

#include "core/chirps.hpp"
#include "device/fixture.hpp"

namespace papilio::test {
namespace {

class ChirpZOnDevice : public OnDevice {
 protected:
  /// The relative error of some results; three executions on poisoned memory have the same bits.
  template <typename T>
  double error(const Problem& problem) {
    const Plan plan(device_, problem);
    const ChirpCounts counts = chirp_counts(problem);
    const std::vector<LongComplex> x = random_signal(counts.inputs, problem.precision, 7);
    const std::vector<std::complex<T>> in(x.begin(), x.end());
    std::vector<std::complex<T>> first;
    for (int execution = 0; execution < 3; ++execution) {
      std::vector<std::complex<T>> out(static_cast<std::size_t>(counts.results), std::numeric_limits<T>::quiet_NaN());
      plan.execute(in, out);
      if (execution > 0) {
        EXPECT_EQ(std::memcmp(out.data(), first.data(), out.size() * sizeof(out[0])), 0);
      }
      first = out;
    }
    std::vector<std::int64_t> results;
    for (std::int64_t i = 0; i < 10; ++i) results.push_back((counts.results - 1) * i / 9);
    std::vector<LongComplex> got;
    for (const std::int64_t k : results) got.emplace_back(first[static_cast<std::size_t>(k)]);
    return relative_l2(got, chirp_sums(problem, x, results));
  }
};

TEST_F(ChirpZOnDevice, LongSignalsKeepTheirDigits) {
  if (!device_.info().f64) GTEST_SKIP() << "no f64";
  EXPECT_LE(error<double>(Problem::czt(Precision::f64, 100000, 100000, FrequencyBand{0.1, 0.2})), 2e-15);
  EXPECT_LE(error<double>(Problem::czt(Precision::f64, 100000, 1000, FrequencyBand{440, 460, 44100, true})), 2e-15);
}

TEST_F(ChirpZOnDevice, SmallOnes) {
  EXPECT_LE(error<float>(Problem::czt(Precision::f32, 1000, 200, FrequencyBand{0.1, 0.2})), 1e-6);
  EXPECT_LE(error<float>(Problem::czt(Precision::f32, 20, 300, FrequencyBand{0, 1})), 1e-6);
  EXPECT_LE(error<float>(Problem::czt(Precision::f32, 1, 1, FrequencyBand{0.25, 0.5})), 1e-6);
  EXPECT_LE(error<float>(Problem::czt(Precision::f32, 60, 40, Spiral{{0.98534, 0.17055}})), 1e-6);
}

/// The m points of a whole turn are a DFT's.
TEST(ChirpZ, OneLiner) {
  const std::vector<std::complex<double>> signal = {1, {2, 1}, 3, {4, -2}, 5};
  const auto spectrum = czt(signal, 5, FrequencyBand{0, 1});
  const auto expected = fft(signal);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_LE(std::abs(spectrum[k] - expected[k]), 1e-14) << k;
  EXPECT_EQ(czt(std::vector<std::complex<float>>{}, 5, FrequencyBand{0, 1}).size(), 0U);
  EXPECT_THROW((void)czt(signal, 0, FrequencyBand{0, 1}), Error);
}

}  // namespace
}  // namespace papilio::test
