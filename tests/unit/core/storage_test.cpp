// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/storage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio {
namespace {

/// The value of a binary16 number, by definition.
double value_of(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double fraction = (bits & 1023) / 1024.0;
  const double magnitude = exponent == 0    ? std::ldexp(fraction, -14)
                           : exponent == 31 ? (fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan(""))
                                            : std::ldexp(1 + fraction, exponent - 15);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Storage, EveryHalfIsReadAsItsDefinitionSaysAndComesBackAsItWas) {
  for (int i = 0; i < 65536; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const double value = value_of(bits);
    const float read = from_f16(bits);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(read)) << i;
      EXPECT_TRUE(std::isnan(from_f16(to_f16(read)))) << i;
    } else {
      EXPECT_EQ(read, value) << i;
      EXPECT_EQ(std::signbit(read), (i & 0x8000) != 0) << i;
      EXPECT_EQ(to_f16(read), bits) << i;
    }
  }
}

TEST(Storage, HalvesAreRoundedToTheNearestAndTiesToEven) {
  for (int i = 0; i < 0x7bff; ++i) {  // up to the largest finite number
    const auto low = static_cast<std::uint16_t>(i);
    const auto high = static_cast<std::uint16_t>(i + 1);
    const auto middle = static_cast<float>((value_of(low) + value_of(high)) / 2);  // exact: needs one bit more
    EXPECT_EQ(to_f16(middle), i % 2 == 0 ? low : high) << i;
    EXPECT_EQ(to_f16(std::nextafter(middle, 0.0F)), low) << i;
    EXPECT_EQ(to_f16(std::nextafter(middle, 1e6F)), high) << i;
    EXPECT_EQ(to_f16(-middle), (i % 2 == 0 ? low : high) | 0x8000) << i;
  }
  EXPECT_EQ(to_f16(65519.0F), 0x7bff);
  EXPECT_EQ(to_f16(65520.0F), 0x7c00);
  EXPECT_EQ(to_f16(-std::numeric_limits<float>::infinity()), 0xfc00);
}

TEST(Storage, EveryBfloatComesBackAsItWasAndNeighboursAreRoundedToIt) {
  for (int i = 0; i < 65536; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float value = from_bf16(bits);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(value), static_cast<std::uint32_t>(i) << 16U);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(from_bf16(to_bf16(value)))) << i;
      continue;
    }
    EXPECT_EQ(to_bf16(value), bits);
    if (std::isinf(value)) continue;
    const auto tie = std::bit_cast<float>(static_cast<std::uint32_t>(i) << 16U | 0x8000U);
    const auto above = std::bit_cast<float>(static_cast<std::uint32_t>(i) << 16U | 0x8001U);
    EXPECT_EQ(to_bf16(tie), i % 2 == 0 ? i : i + 1) << i;
    EXPECT_EQ(to_bf16(above), i + 1) << i;
  }
}

TEST(Storage, NumbersOfEveryTypeAreRead) {
  const std::array<std::byte, 12> bytes = {std::byte{0xfe}, std::byte{0xff}, std::byte{0x80}, std::byte{0x3f}};
  EXPECT_EQ(load_number(Storage::i8, Precision::f32, bytes.data()), -2);
  EXPECT_EQ(load_number(Storage::u8, Precision::f32, bytes.data()), 254);
  EXPECT_EQ(load_number(Storage::i16, Precision::f32, bytes.data()), -2);
  EXPECT_EQ(load_number(Storage::bf16, Precision::f32, bytes.data() + 2), 1);
  EXPECT_EQ(load_number(Storage::native, Precision::f64, bytes.data() + 4), 0);
}

TEST(Storage, KnowsSizesNamesAndRoundoff) {
  EXPECT_EQ(bytes_of(Storage::native, Precision::f32), 4);
  EXPECT_EQ(bytes_of(Storage::native, Precision::f64), 8);
  EXPECT_EQ(bytes_of(Storage::bf16, Precision::f64), 2);
  EXPECT_EQ(to_string(Storage::native, Precision::f64), "f64");
  EXPECT_EQ(to_string(Storage::u8, Precision::f32), "u8");
  EXPECT_EQ(unit_roundoff(Storage::f16, Precision::f32), 0x1p-11);
  EXPECT_EQ(unit_roundoff(Storage::bf16, Precision::f64), 0x1p-8);
  EXPECT_EQ(unit_roundoff(Storage::f32, Precision::f64), 0x1p-24);
  EXPECT_EQ(unit_roundoff(Storage::f64, Precision::f32), 0);
  EXPECT_EQ(unit_roundoff(Storage::native, Precision::f32), 0);
}

TEST(Storage, IntegersAreNotWritten) {
  std::array<std::byte, 8> bytes{};
  EXPECT_THROW(store_number(Storage::i16, Precision::f32, 1, bytes.data()), Error);
}

TEST(Storage, NumbersThatShareExponentsAreNotAccessedOneByOne) {
  std::array<std::byte, 4> word{};
  const auto refused = [](const auto& access) { return test::message_of(ErrorCode::unsupported, access); };
  EXPECT_THAT(refused([&] { (void)load_number(Storage::shared_exponent, Precision::f32, word.data()); }),
              testing::HasSubstr("take f16"));
  EXPECT_THAT(refused([&] { store_number(Storage::shared_exponent, Precision::f32, 1, word.data()); }),
              testing::HasSubstr("take f16"));
}

}  // namespace
}  // namespace papilio
