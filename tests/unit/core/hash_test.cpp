// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/hash.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

namespace papilio {
namespace {

int differing_bits(const std::string& a, const std::string& b) {
  int bits = 0;
  for (const std::size_t half : {0u, 16u}) {
    const auto value = [half](const std::string& hash) {
      return std::strtoull(hash.substr(half, 16).c_str(), nullptr, 16);
    };
    bits += std::popcount(value(a) ^ value(b));
  }
  return bits;
}

TEST(Hash, IsThirtyTwoLowerCaseHexDigits) {
  for (const char* content : {"", "a", "abcdefgh", "a longer text of several words"}) {
    const std::string hash = hash_hex(content);
    EXPECT_EQ(hash.size(), 32u);
    EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos) << hash;
  }
}

TEST(Hash, NeverChangesBetweenVersionsAndMachines) {
  // Golden files and caches on disk contain these values. A second implementation, in Python, computed them.
  EXPECT_EQ(hash_hex(""), "6636af30bc3477185d180c1a4971c16a");
  EXPECT_EQ(hash_hex("papilio"), "423027886a7b853f2c6f73b1df1577f9");
  EXPECT_EQ(hash_hex("\xff\x80 of 17 bytes..."), "5b798a5da4dd30c34f0cd0002faa7285");
}

TEST(Hash, OfLongContentsSeesEveryByteAndTheLength) {
  std::string content(67, 'x');  // four parts of two words, and a tail
  std::set<std::string> seen = {long_hash_hex(content), long_hash_hex(content + '\0')};
  for (char& byte : content) {
    byte = 'y';
    seen.insert(long_hash_hex(content));
    byte = 'x';
  }
  // Exchanged parts.
  seen.insert(long_hash_hex(std::string(16, 'a') + std::string(16, 'b') + std::string(32, 'c')));
  seen.insert(long_hash_hex(std::string(16, 'b') + std::string(16, 'a') + std::string(32, 'c')));
  for (const std::size_t length : {0, 1, 8, 31, 32, 33}) seen.insert(long_hash_hex(std::string(length, '\0')));
  EXPECT_EQ(seen.size(), 2U + 67 + 2 + 6);
  EXPECT_EQ(long_hash_hex("papilio").size(), 32U);
}

TEST(Hash, EveryPrefixAndEveryPaddingDiffers) {
  std::set<std::string> seen;
  const std::string zeros(100, '\0');
  const std::string text(100, 'x');
  for (std::size_t length = 0; length <= 100; ++length) seen.insert(hash_hex(zeros.substr(0, length)));
  for (std::size_t length = 1; length <= 100; ++length) seen.insert(hash_hex(text.substr(0, length)));
  EXPECT_EQ(seen.size(), 201u);
}

TEST(Hash, EitherHalfAloneSeparatesManySimilarKeys) {
  std::set<std::string> high, low;
  for (int i = 0; i < 100000; ++i) {
    const std::string hash = hash_hex(fmt::format("length={} batch={}", i % 317, i / 317));
    high.insert(hash.substr(0, 16));
    low.insert(hash.substr(16));
  }
  EXPECT_EQ(high.size(), 100000u);
  EXPECT_EQ(low.size(), 100000u);
}

TEST(Hash, OneBitOfContentChangesHalfOfTheHash) {
  const std::string content = "papilio_f32_fwd_L4096_s1_m1_r16x16x16";
  const std::string hash = hash_hex(content);
  double sum = 0;
  for (std::size_t bit = 0; bit < 8 * content.size(); ++bit) {
    std::string changed = content;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    const int bits = differing_bits(hash, hash_hex(changed));
    EXPECT_GT(bits, 32) << bit;  // 5.7 standard deviations from 64
    EXPECT_LT(bits, 96) << bit;
    sum += bits;
  }
  EXPECT_NEAR(sum / static_cast<double>(8 * content.size()), 64.0, 2.0);
}

TEST(Hash, SwappedWordsDiffer) { EXPECT_NE(hash_hex("12345678abcdefgh"), hash_hex("abcdefgh12345678")); }

}  // namespace
}  // namespace papilio
