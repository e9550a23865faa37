// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/judge_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>

#include "interp/summing_pass.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio::test {
namespace {

/// Sums of a batch: functionals, then squares.
struct Batch {
  std::vector<double> in, out;
};

class Judge : public testing::TestWithParam<Precision> {
 protected:
  static constexpr std::int64_t batch = 2 * kernel::judged_together + 77;

  /// Those of right transforms: the gain is -2.
  static Batch right() {
    Batch sums;
    for (std::int64_t i = 0; i < batch; ++i) sums.in.push_back(static_cast<double>(i % 50) / 8);
    for (std::int64_t i = 0; i < batch; ++i) sums.in.push_back(100);
    for (std::int64_t i = 0; i < batch; ++i) sums.out.push_back(-2 * sums.in[static_cast<std::size_t>(i)] + 0.125);
    for (std::int64_t i = 0; i < batch; ++i) sums.out.push_back(401);
    return sums;
  }

  /// gain, energy, deviation (as a square), excess, least, most
  static std::vector<double> flags(const Batch& sums) {
    const std::vector<double> rule = {-2, 4, 0.015625 * 0.0256, 0.0125, 0.5, 1000};
    const std::int64_t groups = (batch + kernel::judged_together - 1) / kernel::judged_together;
    std::vector<Bytes> buffers = {stored(GetParam(), sums.in), stored(GetParam(), sums.out), stored(GetParam(), rule),
                                  stored(GetParam(), std::vector<double>(static_cast<std::size_t>(groups), NAN))};
    std::vector<ir::Binding> bindings;
    for (Bytes& buffer : buffers) bindings.push_back(binding(buffer, GetParam()));
    const std::int64_t scalars[] = {batch};
    const ir::Module module = kernel::build_judge(GetParam(), 128);
    EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
    std::vector<double> result;
    for (std::size_t g = 0; g < static_cast<std::size_t>(groups); ++g)
      result.push_back(number_at(GetParam(), buffers.back(), g));
    return result;
  }
};

TEST_P(Judge, FindsRightTransformsRight) {
  EXPECT_EQ(flags(right()), (std::vector<double>{0, 0, 0}));
  Batch zeros;
  zeros.in = zeros.out = std::vector<double>(static_cast<std::size_t>(2 * batch), 0);
  EXPECT_EQ(flags(zeros), (std::vector<double>{0, 0, 0}));
}

TEST_P(Judge, FlagsEveryGroupWithAWrongTransform) {
  for (const std::int64_t at : {std::int64_t{0}, std::int64_t{kernel::judged_together - 1}, batch - 1}) {
    std::vector<double> expected(3, 0);
    expected[static_cast<std::size_t>(at / kernel::judged_together)] = 1;
    const auto wrong = [&](auto change) {
      Batch sums = right();
      change(sums, static_cast<std::size_t>(at), static_cast<std::size_t>(batch + at));
      return sums;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    const Batch all[] = {wrong([](Batch& s, std::size_t x, std::size_t) { s.out[x] += 0.25; }),
                         wrong([](Batch& s, std::size_t x, std::size_t) { s.in[x] += 0.25; }),
                         wrong([](Batch& s, std::size_t, std::size_t x2) { s.out[x2] = 406; }),
                         wrong([](Batch& s, std::size_t, std::size_t x2) { s.out[x2] = 394; }),
                         wrong([&](Batch& s, std::size_t x, std::size_t) { s.out[x] = nan; }),
                         wrong([&](Batch& s, std::size_t, std::size_t x2) { s.out[x2] = infinite; }),
                         wrong([&](Batch& s, std::size_t, std::size_t x2) { s.in[x2] = s.out[x2] = infinite; }),
                         wrong([&](Batch& s, std::size_t x, std::size_t x2) {
                           s.in[x] = s.in[x2] = s.out[x2] = 0;
                           s.out[x] = 1e-3;
                         }),
                         wrong([](Batch& s, std::size_t, std::size_t x2) {
                           s.in[x2] = 0.4;
                           s.out[x2] = 1.6;
                         })};
    for (const Batch& sums : all) EXPECT_EQ(flags(sums), expected) << at << ", number " << &sums - all;
  }
}

TEST_P(Judge, AddsUpColumns) {
  constexpr std::int64_t columns = 300;
  constexpr std::int64_t transforms = 3;
  std::mt19937_64 random(9);
  for (const auto& [kind, threads] :
       {std::pair(Sums::real, 128), {Sums::real, 4}, {Sums::complex, 128}, {Sums::complex, 4}}) {
    const bool complex = kind == Sums::complex;
    const std::vector<double> sums = random_numbers(random, numbers_of(kind) * columns * transforms);
    const std::vector<double> factors = random_numbers(random, 2 * columns);
    std::vector<Bytes> buffers = {stored(GetParam(), sums)};
    if (complex) buffers.push_back(stored(GetParam(), factors));
    buffers.push_back(stored(GetParam(), std::vector<double>(2 * transforms, NAN)));
    std::vector<ir::Binding> bindings;
    for (Bytes& buffer : buffers) bindings.push_back(binding(buffer, GetParam()));
    const std::int64_t scalars[] = {transforms, columns};
    const ir::Module module = kernel::build_totals(GetParam(), kind, threads);
    EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, transforms), std::vector<std::string>{});
    for (std::size_t t = 0; t < transforms; ++t) {
      double functional = 0;
      double squares = 0;
      for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t at = t * columns + c;
        functional +=
            complex ? sums[at] * factors[2 * c] - sums[columns * transforms + at] * factors[2 * c + 1] : sums[at];
        squares += sums[static_cast<std::size_t>(numbers_of(kind) - 1) * columns * transforms + at];
      }
      EXPECT_NEAR(number_at(GetParam(), buffers.back(), t), functional, 1e-5);
      EXPECT_NEAR(number_at(GetParam(), buffers.back(), transforms + t), squares, 1e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Precisions, Judge, testing::Values(Precision::f32, Precision::f64),
                         [](const auto& precision) { return precision.param == Precision::f32 ? "f32" : "f64"; });

}  // namespace
}  // namespace papilio::test
