// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/interval.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <iterator>
#include <numeric>

namespace papilio::ir {
namespace {

using Wide = std::uint64_t;

/// high - low, which always fits unsigned.
Wide distance(std::int64_t low, std::int64_t high) { return static_cast<Wide>(high) - static_cast<Wide>(low); }

std::int64_t gcd_of(std::initializer_list<std::int64_t> values) {
  std::int64_t result = 0;
  for (const std::int64_t value : values) {
    // |lowest| does not fit; a stride of 1 is always right.
    if (value == Interval::lowest) return 1;
    result = std::gcd(result, value);
  }
  return result;
}

/// a * b, or 1 where that overflows: a saturated product would not be a stride.
std::int64_t stride_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? 1 : product;
}

std::int64_t positive_remainder(std::int64_t value, std::int64_t n) { return (value % n + n) % n; }

/// The part of a divisor that the IR allows.
Interval positive(const Interval& b) {
  return {std::max<std::int64_t>(b.low, 1), std::max<std::int64_t>(b.high, 1), 1};
}

Interval not_negative(Interval a) {
  if (!narrow(a, 0, Interval::highest)) return single(0);
  return a;
}

/// 2^k - 1 >= value, the smallest.
std::int64_t all_ones(std::int64_t value) {
  const auto width = static_cast<int>(std::bit_width(static_cast<Wide>(value)));
  return width >= 63 ? Interval::highest : (std::int64_t{1} << width) - 1;
}

/// 2^bits for shift counts that the IR allows.
std::int64_t power_of_two(std::int64_t bits) {
  return bits >= 63 ? Interval::highest : std::int64_t{1} << std::max<std::int64_t>(bits, 0);
}

}  // namespace

std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? Interval::lowest : Interval::highest;
}

std::int64_t saturating_sub(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return a < 0 ? Interval::lowest : Interval::highest;
}

std::int64_t saturating_mul(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? Interval::highest : Interval::lowest;
}

bool Interval::multiple_of(std::int64_t n) const {
  return n == 1 || (low != lowest && low % n == 0 && stride % n == 0);
}

bool Interval::never_multiple_of(std::int64_t n) const {
  if (low == lowest) return false;
  return positive_remainder(low, std::gcd(stride, n)) != 0;
}

Interval single(std::int64_t value) { return {value, value, 0}; }

Interval strided(std::int64_t low, std::int64_t high, std::int64_t stride) {
  if (low == high) return single(low);
  // A saturated low end is not a member, so nothing follows for the others.
  if (low == Interval::lowest || stride == 0) return {low, high, 1};
  const Wide steps = distance(low, high) / static_cast<Wide>(stride);
  const auto last = static_cast<std::int64_t>(static_cast<Wide>(low) + steps * static_cast<Wide>(stride));
  return last == low ? single(low) : Interval{low, last, stride};
}

Interval neg(const Interval& a) { return sub(single(0), a); }

Interval add(const Interval& a, const Interval& b) {
  return strided(saturating_add(a.low, b.low), saturating_add(a.high, b.high), gcd_of({a.stride, b.stride}));
}

Interval sub(const Interval& a, const Interval& b) {
  // `strided` takes low as a member; with b.high saturated it may be none.
  const std::int64_t stride = b.high == Interval::highest ? 1 : gcd_of({a.stride, b.stride});
  return strided(saturating_sub(a.low, b.high), saturating_sub(a.high, b.low), stride);
}

Interval mul(const Interval& a, const Interval& b) {
  const std::int64_t corners[] = {saturating_mul(a.low, b.low), saturating_mul(a.low, b.high),
                                  saturating_mul(a.high, b.low), saturating_mul(a.high, b.high)};
  const auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  // (al + i*as)(bl + j*bs) = al*bl + i*as*bl + j*bs*al + i*j*as*bs
  const std::int64_t stride =
      gcd_of({stride_product(a.stride, b.low), stride_product(b.stride, a.low), stride_product(a.stride, b.stride)});
  const bool exact = a.high != Interval::highest && b.high != Interval::highest;
  return strided(*low, *high, exact || (a.low >= 0 && b.low >= 0) ? stride : 1);
}

Interval hull(const Interval& a, const Interval& b) {
  return strided(std::min(a.low, b.low), std::max(a.high, b.high),
                 gcd_of({a.stride, b.stride, saturating_sub(a.low, b.low)}));
}

Interval min(const Interval& a, const Interval& b) {
  const Interval both = hull(a, b);
  return strided(std::min(a.low, b.low), std::min(a.high, b.high), both.stride);
}

Interval max(const Interval& a, const Interval& b) {
  const Interval both = hull(a, b);
  return strided(std::max(a.low, b.low), std::max(a.high, b.high), both.stride);
}

Interval div(const Interval& dividend, const Interval& divisor) {
  const Interval a = not_negative(dividend);
  const Interval b = positive(divisor);
  // floor((r + k*c*d) / d) = floor(r/d) + k*c
  const bool divides = b.single() && a.stride % b.low == 0;
  return strided(a.low / b.high, a.high == Interval::highest ? a.high : a.high / b.low, divides ? a.stride / b.low : 1);
}

Interval mod(const Interval& dividend, const Interval& divisor) {
  const Interval a = not_negative(dividend);
  const Interval b = positive(divisor);
  if (a.high < b.low) return a;
  // a mod b = a - q*b keeps a's remainder modulo every number that divides the stride and all divisors.
  const std::int64_t divisor_stride = divisor.low >= 1 ? divisor.stride : 1;
  const std::int64_t common = std::max<std::int64_t>(gcd_of({a.stride, b.low, divisor_stride}), 1);
  return strided(a.low % common, std::max(std::min(a.high, b.high - 1), a.low % common), common);
}

Interval bit_and(const Interval& a, const Interval& b) {
  if (b.single() && b.low >= 0 && b.low < Interval::highest && b.low == all_ones(b.low)) {
    return mod(a, single(b.low + 1));
  }
  return strided(0, std::max<std::int64_t>(std::min(a.high, b.high), 0));
}

Interval bit_or(const Interval& a, const Interval& b) {
  return strided(0, all_ones(std::max<std::int64_t>({a.high, b.high, 0})));
}

Interval shl(const Interval& a, const Interval& b) {
  if (b.single()) return mul(a, single(power_of_two(b.low)));
  return mul(a, strided(power_of_two(b.low), power_of_two(b.high)));
}

Interval shr(const Interval& a, const Interval& b) {
  if (b.single()) return div(a, single(power_of_two(b.low)));
  return div(a, strided(power_of_two(b.low), power_of_two(b.high)));
}

bool narrow(Interval& a, std::int64_t low, std::int64_t high) {
  std::int64_t first = std::max(a.low, low);
  const std::int64_t last = std::min(a.high, high);
  if (a.stride > 1 && a.low != Interval::lowest && first <= a.high) {
    // The next member at or above.
    const auto stride = static_cast<Wide>(a.stride);
    const Wide past = distance(a.low, first) % stride;
    if (past != 0) first = saturating_add(first, static_cast<std::int64_t>(stride - past));
  }
  if (first > last) return false;
  a = strided(first, last, a.stride);
  return true;
}

}  // namespace papilio::ir
