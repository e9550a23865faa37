// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A significand has 53 bits: 24 for `high`, and 29 that `low` holds. All of it is exact but for one rounding.
#include "ir/f64_words.hpp"

namespace papilio::ir {
namespace {

constexpr int upper_bits = 20;  ///< of a significand, in the upper half
constexpr int f32_bits = 23;
constexpr int low_bits = 29;
constexpr int bias_difference = 1023 - 127;
constexpr std::int64_t sign = std::int64_t{-1} << 31;
constexpr std::int64_t one = std::int64_t{127} << f32_bits;  ///< 1.0F
constexpr std::int64_t hidden = std::int64_t{1} << f32_bits;
constexpr std::int64_t infinite = 255;  ///< as an exponent

constexpr std::int64_t ones(int bits) { return (std::int64_t{1} << bits) - 1; }

Value let(Value value) { return value.builder().let("d", value); }

Value on_bits(Op op, Value a, std::int64_t b) { return let(a.builder().on_bits(op, a, constant_like(a, b))); }
Value either(Value a, Value b) { return let(a.builder().on_bits(Op::bit_or, a, b)); }

/// Bits [first, first + count), of which the integer may be negative.
Value field(Value words, int first, int count) {
  return on_bits(Op::bit_and, first == 0 ? words : on_bits(Op::shr, words, first), ones(count));
}

/// Adding it rounds to integers numbers of a magnitude below 2^bits, whose sums with 2^bits are the last bits then.
double rounder(int bits) { return 0x1p23 + static_cast<double>(std::int64_t{1} << bits); }

}  // namespace

ExpandedPair pair_of_words(const ExpandedPair& words) {
  const Value upper = words.low;
  const Value rest = field(words.high, 0, low_bits);
  const Value middle = field(words.high, low_bits, 3);
  const Value top = let((field(upper, 0, upper_bits) + (std::int64_t{1} << upper_bits)) * 8 + middle);  // 24 bits
  const Value up = let((rest + ones(low_bits - 1) + (top & 1)) >> low_bits);
  const Value e = let(min(max(field(upper, upper_bits, 11) - bias_difference, 0), infinite));
  const Value own_sign = on_bits(Op::bit_and, upper, sign);
  const Value scale = let(bits(either(let(e * hidden), own_sign)));
  const Value high = let(cast(top + up, ScalarKind::f32) * 0x1p-23);
  const Value low = let(cast(rest - up * (std::int64_t{1} << low_bits), ScalarKind::f32) * 0x1p-52);
  return {high * scale, low * scale};
}

ExpandedPair words_of_pair(const ExpandedPair& pair) {
  const Value high = let(bits(pair.high));
  const Value magnitude = on_bits(Op::bit_and, high, ones(31));
  const Value own_sign = on_bits(Op::bit_and, high, sign);
  const Value low = let(pair.low * bits(either(own_sign, constant_like(own_sign, one))));  // positive: away from zero
  // A power of two minus a small number has the exponent below.
  const Value less = field(let(bits(low)), 31, 1);
  const Value e = let((max(magnitude, 1) - less) >> f32_bits);
  const Value top = let(magnitude - e * hidden + hidden);  // 2^23 to 2^24, in units of 2^(e-150)
  // In units of the result's last bit, `low` is below 2^28: multiples of 2^12, and what they leave, to the nearest.
  const Value units = let(low * bits(let((infinite - max(e, 1)) * hidden)) * 0x1p51);
  const Value coarse = let(units * 0x1p-12 + rounder(17));
  const Value fine = let(units - (coarse - rounder(17)) * 4096.0 + rounder(12));
  const Value multiples = field(let(bits(coarse)), 0, 18);
  const Value others = field(let(bits(fine)), 0, 13);
  const Value sum = let(max(multiples * 4096 + (others - 4096), 0));  // with 2^29 added
  const Value is_number = let((e + ones(8)) >> 8);                    // 0 of zeros
  const Value is_nan = let(((magnitude >> f32_bits) + 1) >> 8);
  const Value finite = let((top - 1 + (sum >> low_bits)) * (1 - is_nan));
  const Value whole = let(finite + is_nan * (hidden + hidden / 2));
  const Value exponent = let(max(e + bias_difference, is_nan * ones(11)));
  const Value upper =
      let((exponent * (std::int64_t{1} << upper_bits) + ((whole >> 3) - (std::int64_t{1} << upper_bits))) * is_number);
  const Value shifted = on_bits(Op::shl, whole, low_bits);
  const Value lower = either(shifted, let(sum & ones(low_bits)));
  return {lower * is_number, either(upper, own_sign)};
}

}  // namespace papilio::ir
