// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <complex>

#include "lab/tables/column_table.hpp"
#include "lab/tables/digits.hpp"
#include "lab/tables/gpu_fft_passes.hpp"
#include "lab/tables/radices.hpp"
#include "lab/tables/twiddles.hpp"
#include "unit/tools/support.hpp"

namespace papilio::tool {
namespace {

using testing::ElementsAre, testing::HasSubstr;

using Factors = std::vector<std::int64_t>;

std::int64_t product(const Factors& factors) {
  std::int64_t n = 1;
  for (const std::int64_t factor : factors) n *= factor;
  return n;
}

TEST(DigitReversal, TheThreeWaysAgree) {
  for (const Factors& radices : {Factors{2, 2, 2, 2, 2}, Factors{8, 8}, Factors{3, 5, 2, 7}, Factors{16, 4, 2}}) {
    for (std::int64_t i = 0; i < product(radices); ++i)
      EXPECT_EQ(reverse_digits(i, radices), reverse_digits_sum(i, radices));
  }
  for (std::int64_t i = 0; i < 4096; ++i) EXPECT_EQ(reverse_digits(i, Factors(4, 8)), reverse_digits_bits(i, 3, 4));
}

TEST(DigitReversal, IsUndoneByTheRadicesInReverse) {
  const Factors radices = {4, 3, 8};
  const Factors back(radices.rbegin(), radices.rend());
  for (std::int64_t i = 0; i < 96; ++i) EXPECT_EQ(reverse_digits(reverse_digits(i, radices), back), i);
}

/// The operations of the table's rows, done to random numbers, must be the DFT.
void expect_table_transforms(const Factors& radices, TwiddleDecimation decimation) {
  const auto n = static_cast<std::size_t>(product(radices));
  const ColumnTable table = twiddle_table(radices, decimation);
  std::vector<std::complex<double>> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = {std::sin(1.0 + 3.7 * static_cast<double>(i)), std::cos(2.3 * static_cast<double>(i * i))};
  std::vector<std::complex<double>> now = x;
  std::size_t row = 0;
  std::size_t s = 1;
  for (const std::int64_t factor : radices) {
    const auto r = static_cast<std::size_t>(factor);
    const std::size_t m = n / (s * r);
    const std::size_t first = row;
    const bool time = decimation == TwiddleDecimation::time;
    const auto twiddle = [&](std::size_t index, std::size_t leg) {
      const auto& cells = table.rows.at(first + index * r + leg);
      EXPECT_EQ(std::stoul(cells[2]), index);
      EXPECT_EQ(std::stoul(cells[3]), leg);
      return std::complex<double>(std::stod(cells[5]), std::stod(cells[6]));
    };
    std::vector<std::complex<double>> next(n);
    for (std::size_t q = 0; q < s; ++q) {
      for (std::size_t p = 0; p < m; ++p) {
        for (std::size_t k = 0; k < r; ++k) {
          std::complex<double> sum = 0;
          for (std::size_t j = 0; j < r; ++j) {
            const double turn = -2 * std::numbers::pi * static_cast<double>(j * k % r) / static_cast<double>(r);
            sum += now[q + s * (p + m * j)] * std::polar(1.0, turn) * (time ? twiddle(q, j) : 1.0);
          }
          next[q + s * (r * p + k)] = sum * (time ? 1.0 : twiddle(p, k));
        }
      }
    }
    now = next;
    row += (time ? s : m) * r;
    s *= r;
  }
  EXPECT_EQ(row, table.rows.size());
  for (std::size_t k = 0; k < n; ++k) {
    std::complex<double> exact = 0;
    for (std::size_t j = 0; j < n; ++j)
      exact += x[j] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % n) / static_cast<double>(n));
    EXPECT_NEAR(std::abs(now[k] - exact), 0, 1e-11);
  }
}

TEST(TwiddleTable, ItsValuesMakeTheDft) {
  for (const Factors& radices : {Factors{4, 4, 4}, Factors{2, 3, 5}, Factors{8, 4, 2}, Factors{7}}) {
    expect_table_transforms(radices, TwiddleDecimation::frequency);
    expect_table_transforms(radices, TwiddleDecimation::time);
  }
}

TEST(ParseRadices, TakesListsOneFactorAndExponents) {
  EXPECT_THAT(parse_radices("4", 256, "--radices"), ElementsAre(4, 4, 4, 4));
  EXPECT_THAT(parse_radices("8x4x8", 256, "--radices"), ElementsAre(8, 4, 8));
  EXPECT_THAT(parse_radices("5+4", 512, "--radices"), ElementsAre(32, 16));
  EXPECT_THAT(parse_radices("30", 30, "--radices"), ElementsAre(30));
}

TEST(ParseRadices, SaysWhatIsWrong) {
  EXPECT_THAT(failure_of([] { (void)parse_radices("4", 128, "--radices"); }).message,
              HasSubstr("their product is 64, and the length is 128"));
  EXPECT_THAT(failure_of([] { (void)parse_radices("7x7", 64, "--radices"); }).message, HasSubstr("--radices '7x7'"));
  for (const char* const text : {"", "x", "4x", "1x64", "4 x4", "0", "-2x2", "99999999999999999999", "28+1", "4+x"})
    EXPECT_EQ(failure_of([&] { (void)parse_radices(text, 64, "--radices"); }).code, ErrorCode::invalid_argument);
}

TEST(ParseLength, TakesNumbersAndPowersOfTwo) {
  EXPECT_EQ(parse_length("1000", "length"), 1000);
  EXPECT_EQ(parse_length("2^22", "length"), 1 << 22);
  EXPECT_EQ(parse_length("2^0", "length"), 1);
  for (const char* const text : {"", "0", "-1", "2^", "2^28", "2^-1", "4k", "2^3x", "1e3"})
    EXPECT_EQ(failure_of([&] { (void)parse_length(text, "length"); }).code, ErrorCode::invalid_argument) << text;
}

TEST(ColumnTable, AlignsAndQuotes) {
  const ColumnTable table{{"a", "b"}, {{"1,5", "µ"}, {"2", "\"x\""}}};
  EXPECT_EQ(to_text(table), "  a    b\n1,5    µ\n  2  \"x\"\n");
  EXPECT_EQ(to_csv(table), "a,b\n\"1,5\",µ\n2,\"\"\"x\"\"\"\n");
}

}  // namespace
}  // namespace papilio::tool
