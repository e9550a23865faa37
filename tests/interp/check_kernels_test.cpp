// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/verified/check_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <span>
#include <tuple>

#include "interp/summing_pass.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio::test {
namespace {

/// Sums of a batch: functionals, then squares.
struct Batch {
  std::vector<double> in, out;
};

class Check : public testing::TestWithParam<Precision> {
 protected:
  static constexpr std::int64_t batch = 2 * kernel::checked_together + 77;

  /// Those of right transforms: the gain is -2.
  static Batch right() {
    Batch sums;
    for (std::int64_t i = 0; i < batch; ++i) sums.in.push_back(static_cast<double>(i % 50) / 8);
    for (std::int64_t i = 0; i < batch; ++i) sums.in.push_back(100);
    for (std::int64_t i = 0; i < batch; ++i) sums.out.push_back(-2 * sums.in[static_cast<std::size_t>(i)] + 0.125);
    for (std::int64_t i = 0; i < batch; ++i) sums.out.push_back(401);
    return sums;
  }

  /// What the check makes of the flag, which is 0 before.
  static double flag(const Batch& sums) {
    const std::int64_t groups = (batch + kernel::checked_together - 1) / kernel::checked_together;
    std::vector<Bytes> buffers = {stored(GetParam(), sums.in), stored(GetParam(), sums.out), stored(GetParam(), rule()),
                                  stored(GetParam(), {0})};
    std::vector<ir::Binding> bindings;
    for (Bytes& buffer : buffers) bindings.push_back(binding(buffer, GetParam()));
    const std::int64_t scalars[] = {batch};
    const ir::Module module = kernel::build_check(GetParam(), 128);
    EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
    return number_at(GetParam(), buffers.back(), 0);
  }

  /// gain, energy, deviation (as a square), excess, least, most
  static std::vector<double> rule() { return {-2, 4, 0.015625 * 0.0256, 0.0125, 0.5, 1000}; }
};

TEST_P(Check, FindsRightTransformsRight) {
  EXPECT_EQ(flag(right()), 0);
  Batch zeros;
  zeros.in = zeros.out = std::vector<double>(static_cast<std::size_t>(2 * batch), 0);
  EXPECT_EQ(flag(zeros), 0);
}

TEST_P(Check, RaisesTheFlagForAnyWrongTransform) {
  for (const std::int64_t at : {std::int64_t{0}, std::int64_t{kernel::checked_together - 1}, batch - 1}) {
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
    for (const Batch& sums : all) EXPECT_EQ(flag(sums), 1) << at << ", number " << &sums - all;
  }
}

/// The sums of the columns of a side.
class Columns {
 public:
  Columns(Sums kind, std::int64_t count, std::int64_t transforms, std::mt19937_64& random)
      : kind_(kind),
        count_(static_cast<std::size_t>(count)),
        transforms_(static_cast<std::size_t>(transforms)),
        sums_(random_numbers(random, numbers_of(kind) * count * transforms)),
        factors_(random_numbers(random, 2 * count)) {
    for (std::size_t i = squares_begin(); i < sums_.size(); ++i) sums_[i] = std::abs(sums_[i]);
  }

  [[nodiscard]] double functional(std::size_t t) const {
    double result = 0;
    for (std::size_t c = 0; c < count_; ++c) {
      const std::size_t at = t * count_ + c;
      result += kind_ == Sums::real
                    ? sums_[at]
                    : sums_[at] * factors_[2 * c] - sums_[count_ * transforms_ + at] * factors_[2 * c + 1];
    }
    return result;
  }
  [[nodiscard]] double squares(std::size_t t) const {
    double result = 0;
    for (std::size_t c = 0; c < count_; ++c) result += sums_[squares_begin() + t * count_ + c];
    return result;
  }
  [[nodiscard]] std::vector<Bytes> buffers() const { return buffers_of(sums_); }
  /// All sums of other transforms than number 1 are `others`.
  [[nodiscard]] std::vector<Bytes> buffers(double others) const {
    std::vector<double> sums = sums_;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (i / count_ % transforms_ != 1) sums[i] = others;
    }
    return buffers_of(sums);
  }

 private:
  [[nodiscard]] std::size_t squares_begin() const {
    return static_cast<std::size_t>(numbers_of(kind_) - 1) * count_ * transforms_;
  }
  [[nodiscard]] std::vector<Bytes> buffers_of(const std::vector<double>& sums) const {
    std::vector<Bytes> result = {stored(Check::GetParam(), sums)};
    if (kind_ == Sums::complex) result.push_back(stored(Check::GetParam(), factors_));
    return result;
  }

  Sums kind_;
  std::size_t count_;
  std::size_t transforms_;
  std::vector<double> sums_;
  std::vector<double> factors_;
};

void run(const ir::Module& module, std::vector<Bytes>& buffers, std::span<const std::int64_t> scalars,
         std::int64_t groups) {
  std::vector<ir::Binding> bindings;
  for (Bytes& buffer : buffers) bindings.push_back(binding(buffer, Check::GetParam()));
  EXPECT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
}

TEST_P(Check, AddsUpPartsOfColumns) {
  constexpr std::int64_t columns = 300;
  constexpr std::int64_t transforms = 3;
  constexpr std::int64_t parts = 7;
  std::mt19937_64 random(9);
  for (const auto& [kind, threads] :
       {std::pair(Sums::real, 128), {Sums::real, 4}, {Sums::complex, 128}, {Sums::complex, 4}}) {
    const Columns side(kind, columns, transforms, random);
    std::vector<Bytes> buffers = side.buffers();
    buffers.push_back(stored(GetParam(), std::vector<double>(2 * parts * transforms, NAN)));
    const std::int64_t scalars[] = {transforms, columns, parts};
    run(kernel::build_parts({GetParam(), Precision::f64, kind}, threads), buffers, scalars, parts * transforms);
    for (std::size_t t = 0; t < transforms; ++t) {
      double functional = 0;
      double squares = 0;
      for (std::size_t p = 0; p < parts; ++p) {
        functional += number_at(GetParam(), buffers.back(), t * parts + p);
        squares += number_at(GetParam(), buffers.back(), parts * transforms + t * parts + p);
      }
      EXPECT_NEAR(functional, side.functional(t), 1e-5);
      EXPECT_NEAR(squares, side.squares(t), 1e-5);
    }
  }
}

// The rule holds for the second transform only if its sums are those of its columns.
TEST_P(Check, ChecksTransformsOfColumns) {
  constexpr std::int64_t transforms = 3;
  std::mt19937_64 random(10);
  for (const auto& [in_kind, out_kind, threads] :
       {std::tuple(Sums::real, Sums::complex, 512), {Sums::complex, Sums::complex, 4}, {Sums::real, Sums::real, 32}}) {
    const Columns in(in_kind, 200, transforms, random);
    const Columns out(out_kind, 70, transforms, random);
    const ir::Module module = kernel::build_check_of_columns({GetParam(), Precision::f64, in_kind},
                                                             {GetParam(), Precision::f64, out_kind}, threads);
    const double gain = out.functional(1) / in.functional(1);
    const double energy = out.squares(1) / in.squares(1);
    for (const bool second_only : {true, false}) {
      // The others are zeros, or what no rule holds for.
      const double others = second_only ? 0 : NAN;
      std::vector<Bytes> buffers = in.buffers(others);
      buffers.push_back(stored(GetParam(), std::vector<double>(2 * transforms, NAN)));
      const std::size_t in_totals = buffers.size() - 1;
      for (Bytes& each : out.buffers(others)) buffers.push_back(each);
      buffers.push_back(stored(GetParam(), std::vector<double>(2 * transforms, NAN)));
      const std::size_t out_totals = buffers.size() - 1;
      buffers.push_back(stored(GetParam(), {gain, energy, 1e-8, 1e-4, 1e-30, 1e30}));
      buffers.push_back(stored(GetParam(), {0}));
      const std::int64_t scalars[] = {transforms, 200, 70};
      run(module, buffers, scalars, transforms);
      EXPECT_EQ(number_at(GetParam(), buffers.back(), 0), second_only ? 0 : 1);
      const auto total = [&](std::size_t buffer, std::size_t i) { return number_at(GetParam(), buffers[buffer], i); };
      EXPECT_NEAR(total(in_totals, 1), in.functional(1), 1e-5);
      EXPECT_NEAR(total(in_totals, transforms + 1), in.squares(1), 1e-5);
      EXPECT_NEAR(total(out_totals, 1), out.functional(1), 1e-5);
      EXPECT_NEAR(total(out_totals, transforms + 1), out.squares(1), 1e-5);
      if (!second_only) continue;
      buffers.back() = stored(GetParam(), {0});
      buffers[buffers.size() - 2] = stored(GetParam(), {gain + 0.01, energy, 1e-8, 1e-4, 1e-30, 1e30});
      run(module, buffers, scalars, transforms);
      EXPECT_EQ(number_at(GetParam(), buffers.back(), 0), 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Precisions, Check, testing::Values(Precision::f32, Precision::f64),
                         [](const auto& precision) { return precision.param == Precision::f32 ? "f32" : "f64"; });

}  // namespace
}  // namespace papilio::test
