// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/shared_exponent.hpp"

namespace papilio::kernel {
namespace {

// Fields of a float.
constexpr std::int64_t exponent = 0x7f800000;
constexpr std::int64_t magnitude = 0x7fffffff;
constexpr int mantissa_bits = 23;
constexpr std::int64_t half = 0x400000;  ///< makes 1.5 * 2^k of 2^k

constexpr int part_bits = 12;
constexpr std::int64_t part = 0xfff;
constexpr std::int64_t bias = 0x800;
constexpr int spare_bits = mantissa_bits - part_bits;
constexpr int imaginary_at = 20;

Value let(const char* name, Value value) { return value.builder().let(name, value); }

Value on_bits(Op op, Value a, std::int64_t b) { return a.builder().on_bits(op, a, constant_like(a, b)); }

/// The larger magnitude of the two parts as an integer, which orders NaN above all; at most 2^126.
Value bounded_magnitude(Complex z) {
  const Value re = let("a", on_bits(Op::bit_and, bits(z.re), magnitude));
  const Value im = let("a", on_bits(Op::bit_and, bits(z.im), magnitude));
  constexpr std::int64_t largest = std::int64_t{127 + 126} << mantissa_bits;
  return let("m", min(max(re, im), largest));
}

}  // namespace

Value words_of(Complex z) {
  Builder& b = z.re.builder();
  // Half a unit more: what would be rounded to 2048 units gets the next exponent.
  constexpr std::int64_t half_unit = std::int64_t{1} << (mantissa_bits - spare_bits);
  const Value e = let("e", (bounded_magnitude(z) + half_unit) & exponent);
  // A sum with 1.5 * 2^k rounds to units of 2^(k-23); its last bits count them, plus the bias.
  const Value round = let("c", bits(e + ((std::int64_t{1} << mantissa_bits) + half + bias)));
  const auto rounded = [&](Value x) { return let("t", bits(fma(x, constant_like(x, 0x1p-12), round))); };
  const Value re = let("t", on_bits(Op::bit_and, rounded(z.re), part));
  const Value im = let("t", on_bits(Op::shl, rounded(z.im), imaginary_at));
  const Value both = let("t", b.on_bits(Op::bit_or, re, im));
  return let("w", b.on_bits(Op::bit_or, both, (e >> spare_bits) + (std::int64_t{2} << part_bits)));
}

Complex numbers_of(Value words) {
  Builder& b = words.builder();
  const Value low = let("w", on_bits(Op::shl, words, spare_bits));
  const Value e = let("e", on_bits(Op::bit_and, low, exponent));
  const Value middle = let("c", bits(b.on_bits(Op::bit_or, e, constant_like(e, half))));
  const Value re = let("t", bits(on_bits(Op::bit_and, low, exponent + (part << spare_bits))));
  const Value high = on_bits(Op::bit_and, on_bits(Op::shr, words, imaginary_at - spare_bits), part << spare_bits);
  const Value im = let("t", bits(b.on_bits(Op::bit_or, let("t", high), e)));
  return {let("x", re - middle), let("x", im - middle)};
}

}  // namespace papilio::kernel
