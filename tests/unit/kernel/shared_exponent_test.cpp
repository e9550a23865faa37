// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/shared_exponent.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "ir/verify.hpp"
#include "support/interpreter.hpp"
#include "support/shared_exponent.hpp"

namespace papilio::kernel {
namespace {

using Numbers = std::vector<std::complex<float>>;
using Words = std::vector<std::uint32_t>;

template <typename T>
ir::Binding bound(std::vector<T>& values, std::int64_t scalars) {
  return {reinterpret_cast<std::byte*>(values.data()), scalars};  // NOLINT: memory of a kernel
}

/// One work-item converts vectors of eight numbers, or the last ones singly.
template <typename From, typename To>
std::vector<To> converted(std::vector<From> from, ScalarKind in_kind, ScalarKind out_kind) {
  constexpr int lanes = 8;
  const auto count = std::ssize(from);
  Builder b("convert", 1);
  const Buffer* in = b.input(in_kind, true);
  const Buffer* out = b.output(out_kind, true);
  const auto convert = [&](Value i, int width) {
    if (in_kind == ScalarKind::i32) {
      store_complex(out, 2 * i, numbers_of(b.load(in, i, width)), 1);
    } else {
      b.store(out, i, words_of(load_complex(in, 2 * i, width, 1)));
    }
  };
  const std::int64_t whole = count / lanes * lanes;
  b.loop("i", b.constant(0), b.constant(whole), lanes, [&](Value i) { convert(i, lanes); });
  b.loop("i", b.constant(whole), b.constant(count), 1, [&](Value i) { convert(i, 1); });
  const Module module = b.finish();
  EXPECT_THAT(ir::verify(module), testing::IsEmpty());
  std::vector<To> to(from.size());
  const ir::Binding bindings[] = {bound(from, count * (in_kind == ScalarKind::i32 ? 1 : 2)),
                                  bound(to, count * (out_kind == ScalarKind::i32 ? 1 : 2))};
  EXPECT_THAT(ir::interpret(module, bindings, {}, 0, 1).faults, testing::IsEmpty());
  return to;
}

Words to_words(const Numbers& numbers) {
  return converted<std::complex<float>, std::uint32_t>(numbers, ScalarKind::f32, ScalarKind::i32);
}

Numbers to_numbers(const Words& words) {
  return converted<std::uint32_t, std::complex<float>>(words, ScalarKind::i32, ScalarKind::f32);
}

/// Numbers of all magnitudes, with parts that differ by up to 2^15; and those next to where a word changes.
Numbers numbers_of_all_magnitudes() {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> unit(-1, 1);
  Numbers numbers;
  for (int i = 0; i < 20000; ++i) {
    const int k = static_cast<int>(engine() % 275) - 149;
    const int other = k - static_cast<int>(engine() % 16);
    numbers.emplace_back(static_cast<float>(std::ldexp(unit(engine), k)),
                         static_cast<float>(std::ldexp(unit(engine), other)));
    if (i % 2 == 0) numbers.back() = {numbers.back().imag(), numbers.back().real()};
  }
  for (const float units : {1023.5F, 1024.0F, 1024.5F, 1025.5F, 2046.5F, 2047.0F, 2047.25F, 2047.5F, 2047.75F}) {
    for (const int k : {-149, -137, -126, -100, 0, 100, 114}) {
      numbers.emplace_back(std::ldexp(units, k), -std::ldexp(units, k));
      numbers.emplace_back(-std::ldexp(0.5F, k), std::ldexp(units, k));
    }
  }
  numbers.insert(numbers.end(), {{0, 0}, {-0.0F, 0}, {std::numeric_limits<float>::denorm_min(), 0}, {0, 0x1.ffcp125F}});
  return numbers;
}

TEST(SharedExponent, HasTheWordsOfItsDescription) {
  const Numbers numbers = numbers_of_all_magnitudes();
  const Words words = to_words(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(words[i], test::word_of(numbers[i])) << numbers[i];
}

TEST(SharedExponent, ErrsByHalfAUnitOfTheLargerPart) {
  const Numbers numbers = numbers_of_all_magnitudes();
  const Words words = to_words(numbers);
  const Numbers results = to_numbers(words);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    ASSERT_EQ(results[i], test::number_of(words[i])) << words[i];
    const float larger = std::max(std::abs(numbers[i].real()), std::abs(numbers[i].imag()));
    const float bound = std::max(larger * 0x1p-11F, 0x1p-137F);
    EXPECT_LE(std::abs(results[i].real() - numbers[i].real()), bound) << numbers[i];
    EXPECT_LE(std::abs(results[i].imag() - numbers[i].imag()), bound) << numbers[i];
  }
}

TEST(SharedExponent, KeepsWhatItHasStored) {
  const Words words = to_words(numbers_of_all_magnitudes());
  EXPECT_EQ(to_words(to_numbers(words)), words);
}

TEST(SharedExponent, MakesNanOfWhatIsNotFiniteOrTooLarge) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const Numbers numbers = {{nan, 1},        {1, nan},      {-nan, 0},      {infinity, 1},    {1, -infinity},
                           {infinity, nan}, {1, 0x1p126F}, {-0x1p127F, 0}, {0x1.fffp125F, 1}};
  for (const std::complex<float>& result : to_numbers(to_words(numbers))) {
    EXPECT_TRUE(std::isnan(result.real()));
    EXPECT_TRUE(std::isnan(result.imag()));
  }
}

}  // namespace
}  // namespace papilio::kernel
