// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/subject2d.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/storage.hpp"

namespace papilio::experiments {
namespace {

std::vector<std::complex<double>> numbers_of(const std::vector<std::byte>& bytes) {
  std::vector<std::complex<double>> x;
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    x.emplace_back(load_number(Storage::native, Precision::f32, bytes.data() + i),
                   load_number(Storage::native, Precision::f32, bytes.data() + i + 4));
  }
  return x;
}

std::vector<std::byte> bytes_of(const std::vector<std::complex<double>>& x) {
  std::vector<std::byte> bytes(x.size() * 8);
  for (std::size_t i = 0; i < x.size(); ++i) {
    store_number(Storage::native, Precision::f32, x[i].real(), bytes.data() + 8 * i);
    store_number(Storage::native, Precision::f32, x[i].imag(), bytes.data() + 8 * i + 4);
  }
  return bytes;
}

/// Transform by the definition.
std::vector<std::complex<double>> dft(const std::vector<std::complex<double>>& x, int rows, int columns, int sign) {
  std::vector<std::complex<double>> y(x.size());
  for (int k = 0; k < rows * columns; ++k) {
    for (int j = 0; j < rows * columns; ++j) {
      const int along_columns = (j / columns) * (k / columns);
      const int along_rows = (j % columns) * (k % columns);
      const double turns = static_cast<double>(along_columns) / rows + static_cast<double>(along_rows) / columns;
      y[static_cast<std::size_t>(k)] +=
          x[static_cast<std::size_t>(j)] * std::polar(1.0, sign * 2 * std::numbers::pi * turns);
    }
  }
  return y;
}

TEST(Subject2d, ItsReferenceIsTheDft) {
  for (const Direction direction : {Direction::forward, Direction::inverse}) {
    const Subject2d subject(6, 10, direction);
    const auto exact = dft(numbers_of(subject.input(Storage::native)), 6, 10, direction == Direction::forward ? -1 : 1);
    EXPECT_LT(subject.error_ppm(bytes_of(exact), Storage::native), 0.06);  // rounding to f32
    const auto other = dft(numbers_of(subject.input(Storage::native)), 6, 10, direction == Direction::forward ? 1 : -1);
    EXPECT_GT(subject.error_ppm(bytes_of(other), Storage::native), 1e5);
    const auto turned =
        dft(numbers_of(subject.input(Storage::native)), 10, 6, direction == Direction::forward ? -1 : 1);
    EXPECT_GT(subject.error_ppm(bytes_of(turned), Storage::native), 1e5);
  }
}

TEST(Subject2d, F16HoldsTheInput) {
  const Subject2d subject(32, 32, Direction::forward);
  const std::vector<std::byte> single = subject.input(Storage::native);
  const std::vector<std::byte> half = subject.input(Storage::f16);
  ASSERT_EQ(single.size(), 2 * half.size());
  for (std::size_t i = 0; i < half.size() / 2; ++i) {
    EXPECT_EQ(load_number(Storage::f16, Precision::f32, half.data() + 2 * i),
              load_number(Storage::native, Precision::f32, single.data() + 4 * i));
  }
}

TEST(Subject2d, OneNaNIsEnough) {
  const Subject2d subject(4, 4, Direction::forward);
  std::vector<std::complex<double>> result(16, 1.0);
  result[5] = {0, std::nan("")};
  EXPECT_TRUE(std::isinf(subject.error_ppm(bytes_of(result), Storage::native)));
}

}  // namespace
}  // namespace papilio::experiments
