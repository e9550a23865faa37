// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/engine/twiddles.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace papilio::mpi {
namespace {

using testing::HasSubstr;

/// Half a unit in the last place of numbers below 1, and the error of the long doubles.
template <typename Real>
void expect_rounded_once(const TwiddleTable& twiddles, long double half_unit) {
  const std::vector<Real> table = table_of<Real>(twiddles);
  ASSERT_EQ(table.size(), static_cast<std::size_t>(2 * twiddles.rows * twiddles.columns));
  const long double chunk = (twiddles.direction == Direction::forward ? -2 : 2) * std::numbers::pi_v<long double>;
  std::size_t i = 0;
  for (std::int64_t k = 0; k < twiddles.rows; ++k) {
    for (std::int64_t j = 0; j < twiddles.columns; ++j) {
      const long double angle = chunk * static_cast<long double>(k * (twiddles.first_column + j) % twiddles.points) /
                                static_cast<long double>(twiddles.points);
      EXPECT_LE(std::abs(std::cos(angle) - static_cast<long double>(table[i++])), half_unit) << k << ' ' << j;
      EXPECT_LE(std::abs(std::sin(angle) - static_cast<long double>(table[i++])), half_unit) << k << ' ' << j;
    }
  }
}

TEST(TwiddleTable, AreRoundedOnce) {
  for (const Direction direction : {Direction::forward, Direction::inverse}) {
    expect_rounded_once<double>({720, direction, 24, 7, 23, 1}, 0x1p-54L + 2e-18L);
    expect_rounded_once<double>({34, direction, 2, 0, 17, 1}, 0x1p-54L + 2e-18L);
    expect_rounded_once<double>({4, direction, 2, 0, 2, 1}, 1e-19L);
    expect_rounded_once<float>({720, direction, 24, 7, 23, 1}, 0x1p-25L + 2e-18L);
    expect_rounded_once<double>({std::int64_t{1} << 32, direction, 1 << 10, (1 << 16) - 9, 9, 1}, 0x1p-54L + 2e-18L);
  }
}

TEST(TwiddleTable, AreThoseOfTheElementsOfABatch) {
  EXPECT_THAT(callback_of({720, Direction::forward, 24, 0, 30, 1}), HasSubstr("2 * (i)"));
  // Three arrays: a row of the output has 3 * 30 elements.
  EXPECT_THAT(callback_of({720, Direction::forward, 24, 0, 30, 3}), HasSubstr("2 * (i / 90 * 30 + i % 30)"));
}

}  // namespace
}  // namespace papilio::mpi
