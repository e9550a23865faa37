// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Two 64-bit lanes read the same words through different bijective mixers. A lane never maps two contents of the same
// length that differ in one word to the same state. The length is absorbed last, so that zero padding of the final word
// is not ambiguous.
#include "core/hash.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace papilio {
namespace {

/// The finaliser of splitmix64: variant 13 of D. Stafford, "Better Bit Mixing" (2011).
std::uint64_t mix_a(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// fmix64 of A. Appleby's MurmurHash3.
std::uint64_t mix_b(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
  return x ^ (x >> 33);
}

/// Up to eight bytes as a little-endian word, on any machine.
std::uint64_t word(std::string_view bytes) {
  std::uint64_t value = 0;
  if (std::endian::native == std::endian::little && bytes.size() == sizeof value) {
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return value;
}

struct HashLanes {
  // Fractional digits of sqrt(2) and sqrt(3): nothing-up-my-sleeve seeds.
  std::uint64_t a = 0x6a09e667f3bcc908u;
  std::uint64_t b = 0xbb67ae8584caa73bu;

  void absorb(std::uint64_t w) {
    a = mix_a(a ^ w);
    b = mix_b(b + w);
  }
  void absorb(std::string_view content) {
    for (std::size_t i = 0; i < content.size(); i += 8) absorb(word(content.substr(i, 8)));
  }
  [[nodiscard]] std::string finish() {
    // Each half depends on both lanes; the map is a bijection of (a, b), so nothing is lost.
    a = mix_b(a + b);
    b = mix_a(b ^ a);
    return fmt::format("{:016x}{:016x}", a, b);
  }
};

}  // namespace

std::string hash_hex(std::string_view content) {
  HashLanes lanes;
  lanes.absorb(content);
  lanes.absorb(content.size());
  return lanes.finish();
}

std::string long_hash_hex(std::string_view content) {
  // Each step of a lane depends on its previous one; four independent parts hide the latency.
  std::array<HashLanes, 4> parts;
  const std::size_t part = content.size() / (8 * parts.size()) * 8;
  for (std::size_t i = 0; i < part; i += 8) {
    for (std::size_t p = 0; p < parts.size(); ++p) parts[p].absorb(word({content.data() + p * part + i, 8}));
  }
  HashLanes all;
  for (const HashLanes& own : parts) {
    all.absorb(own.a);
    all.absorb(own.b);
  }
  all.absorb(content.substr(parts.size() * part));
  all.absorb(content.size());
  return all.finish();
}

}  // namespace papilio
