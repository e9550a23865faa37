// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/output_map.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <papilio/error.hpp>
#include <span>
#include <vector>

#include "kernel/quotient.hpp"

namespace papilio::kernel {
namespace {

// P of log(1+f) = f + f^2 P(f), 2/3 <= 1+f < 4/3, and of atan(q) = q + q^3 P(q^2), 0 <= q <= 1: nearly those of the
// smallest relative error of the function, which is below 2^-27 (f32), 2^-55 (f64).
constexpr std::array<double, 9> log_f32 = {-0.5,         0.333332092,  -0.24999845,  0.200107142,  -0.1667848378,
                                           0.1400161684, -0.122106947, 0.1400280594, -0.1278108806};
constexpr std::array<double, 20> log_f64 = {
    -0.49999999999999933,  0.33333333333333082,   -0.25000000000042366, 0.20000000000103238,   -0.16666666658810189,
    0.14285714270872293,   -0.12500000666347738,  0.11111112171278688,  -0.099999689679416526, 0.090908655311557549,
    -0.083342007584990829, 0.076934138295082638,  -0.07127711305897963, 0.066487717466096372,  -0.064157001594008584,
    0.060662731220697486,  -0.044639628556593709, 0.041136869556368638, -0.088292005546639296, 0.08611166018036101};
// An odd number of coefficients: the last one is negative, and infinite q become NaN.
constexpr std::array<double, 9> atan_f32 = {-0.333332986, 0.19998534,    -0.142640993, 0.109514654,   -0.0840137824,
                                            0.0579223149, -0.0311426856, 0.0108956657, -0.00178936648};
constexpr std::array<double, 19> atan_f64 = {
    -0.33333333333331827,   0.19999999999751233,    -0.14285714271162009,   0.11111110674567413,
    -0.090909011732858327,  0.07692212314658689,    -0.066658560600742253,  0.058772858066287036,
    -0.052391490486991606,  0.0467370540043563,     -0.040920924435885575,  0.034058406874142917,
    -0.025814336332602633,  0.016965460147571082,   -0.0091750710305179561, 0.0038507953196924793,
    -0.0011621401500674664, 0.00022258224690726384, -2.0212336677972701e-05};

/// Constants of a type of numbers.
struct FloatFormat {
  int mantissa;                     ///< bits
  std::int64_t bias;                ///< of exponents
  std::int64_t inverse_root_guess;  ///< minus half the bits of p: bits of 1/sqrt(p) within 4%
  std::int64_t two_thirds;          ///< bits
  int newton_steps;
  int nothing;  ///< exponent of a number that is lost beside any scaled number but 0, and whose inverse is no infinity
  std::span<const double> log;
  std::span<const double> atan;

  [[nodiscard]] std::int64_t one() const { return std::int64_t{1} << mantissa; }  ///< of an exponent
  [[nodiscard]] std::int64_t infinity() const { return (2 * bias + 1) * one(); }  ///< bits
};

constexpr FloatFormat format_f32{
    .mantissa = 23,
    .bias = 127,
    .inverse_root_guess = 0x5f3759df,
    .two_thirds = 0x3f2aaaab,
    .newton_steps = 2,
    .nothing = -100,
    .log = log_f32,
    .atan = atan_f32,
};
constexpr FloatFormat format_f64{
    .mantissa = 52,
    .bias = 1023,
    .inverse_root_guess = 0x5fe6eb50c7b537a9,
    .two_thirds = 0x3fe5555555555555,
    .newton_steps = 3,
    .nothing = -400,
    .log = log_f64,
    .atan = atan_f64,
};

/// The map of one number. Numbers are scaled by powers of two, such that no square overflows, and none but 0 vanishes.
class MappedNumber {
 public:
  explicit MappedNumber(Complex z)
      : b_(z.re.builder()),
        type_(z.re.type()),
        format_(type_.kind == ScalarKind::f32 ? format_f32 : format_f64),
        z_{let(z.re), let(z.im)} {}

  Value power() { return let(fma(z_.re, z_.re, let(z_.im * z_.im))); }
  Value magnitude();
  /// `unit` times the natural logarithm of the squared magnitude.
  Value log_of_square(long double unit);
  /// The logarithm of the real part, which is not negative.
  Value log();
  Value phase();

 private:
  Value let(Value v) { return b_.let("y", v); }
  Value real(long double v) { return b_.real(rounded(v), type_); }
  Value power_of_two(int exponent) { return b_.real(std::ldexp(1.0, exponent), type_); }
  Value largest_power() { return power_of_two(static_cast<int>(format_.bias)); }
  [[nodiscard]] double rounded(long double v) const {
    return type_.kind == ScalarKind::f32 ? double{static_cast<float>(v)} : static_cast<double>(v);
  }
  Value masked(Value x, std::int64_t mask) { return let(b_.on_bits(Op::bit_and, x, constant_like(x, mask))); }
  /// Bits of |v|.
  Value magnitude_of(Value v) { return masked(let(bits(v)), format_.infinity() + (format_.one() - 1)); }
  Value absolute(Value v) { return let(bits(magnitude_of(v))); }
  Value polynomial(std::span<const double> coefficients, Value x, long double unit = 1);
  /// Bits of a power of two, whose exponent is `sum` less that of x. The last two bits of the latter are left out, so
  /// that the power is normal where `sum` is 2 * bias or one less; times it |x| is in [1, 16) or half of that, but for
  /// zeros, infinities and subnormal numbers.
  Value scale_of(Value x, std::int64_t sum) {
    return let(sum * format_.one() - masked(let(bits(x)), (2 * format_.bias - 2) * format_.one()));
  }
  /// A number that was multiplied by 2^s, or the sum of the squares of two such numbers and what its rounding left.
  struct Scaled {
    Value x;
    Value scale;  ///< bits of 2^s
    Value rest;   ///< null: no square
  };
  Value log_of(const Scaled& scaled, long double unit);
  /// `value`, or for an x that is infinite or NaN x itself.
  Value if_finite(Value x, Value value) { return let(select(x < largest_power(), value, x)); }

  Builder& b_;
  Type type_;
  const FloatFormat& format_;
  Complex z_;
};

Value MappedNumber::polynomial(std::span<const double> coefficients, Value x, long double unit) {
  Value y = real(coefficients.back() * unit);
  for (std::size_t i = coefficients.size() - 1; i-- > 0;) y = let(fma(y, x, real(coefficients[i] * unit)));
  return y;
}

// sqrt(p) = p * (1/sqrt(p)), by Newton's steps, and one correction by the remainder.
Value MappedNumber::magnitude() {
  const Value larger = let(select(absolute(z_.re) < absolute(z_.im), z_.im, z_.re));
  const Value scale = scale_of(larger, 2 * format_.bias - 1);
  const Value factor = let(bits(scale));
  const Value re = let(z_.re * factor);
  const Value im = let(z_.im * factor);
  const Value p = let(fma(re, re, let(fma(im, im, power_of_two(format_.nothing)))));
  const Value half = let(p * 0.5);
  Value y = let(bits(let(format_.inverse_root_guess - let(magnitude_of(p) >> 1))));
  for (int i = 0; i < format_.newton_steps; ++i) {
    const Value yy = let(y * y);
    y = let(y * let(fma(-half, yy, real(1.5))));
  }
  const Value root = let(p * y);
  const Value corrected = let(fma(let(fma(-root, root, p)), let(y * 0.5), root));
  return if_finite(p, let(corrected * let(bits(let(2 * format_.bias * format_.one() - scale)))));
}

// The square is the sum of the squares and of their rounding errors.
Value MappedNumber::log_of_square(long double unit) {
  const Value steep = let(absolute(z_.re) < absolute(z_.im));
  const Value larger = let(select(steep, z_.im, z_.re));
  const Value scale = scale_of(larger, 2 * format_.bias);
  const Value factor = let(bits(scale));
  const Value large = let(larger * factor);
  const Value small = let(let(select(steep, z_.re, z_.im)) * factor);
  const Value square = let(large * large);
  const Value sum = let(fma(small, small, square));
  const Value of_sum = let(fma(small, small, let(square - sum)));
  const Value rest = let(of_sum + let(fma(large, large, -square)));
  return log_of({sum, scale, rest}, unit);
}

Value MappedNumber::log() {
  const Value scale = scale_of(z_.re, 2 * format_.bias);
  return log_of({let(z_.re * let(bits(scale))), scale, nullptr}, 1);
}

// x + rest = 2^k (1+f).
Value MappedNumber::log_of(const Scaled& scaled, long double unit) {
  const Value x = scaled.x;
  const std::int64_t one = format_.one();
  const bool is_square = scaled.rest != nullptr;
  const Value inverse_bits =
      masked(let(format_.bias * one + format_.two_thirds + (one - 1) - let(bits(x))), format_.infinity());
  const Value inverse = let(bits(inverse_bits));  // 2^-k
  Value f = let(fma(x, inverse, real(-1)));
  if (is_square) f = let(fma(scaled.rest, inverse, f));
  // The exponent of the number, in units of `one`: k - s, or k/2 - s.
  const std::int64_t biases = is_square ? 3 * format_.bias * (one / 2) : 2 * format_.bias * one;
  const Value k = is_square ? let(inverse_bits >> 1) : inverse_bits;
  const Value n = let(cast(let(let(biases - scaled.scale) - k), type_.kind));
  // Overflows to negative infinity if x is 0.
  const long double ln2 = std::numbers::ln2_v<long double>;
  const Value factor = real(std::ldexp(unit * ln2 * (is_square ? 2 : 1), -format_.mantissa));
  const Value own_factor = let(select(0.0 < x, factor, largest_power()));
  const long double low = unit - static_cast<long double>(rounded(unit));
  const Value p = polynomial(format_.log, f, unit);
  const Value of_f = low == 0 ? let(p * f) : let(fma(p, f, real(low)));
  const Value mantissa = let(fma(f, real(unit), let(f * of_f)));
  return if_finite(x, let(fma(n, own_factor, mantissa)));
}

// The arc tangent of the quotient of the smaller part and the larger, and a multiple of pi/2.
Value MappedNumber::phase() {
  constexpr long double quarter = std::numbers::pi_v<long double> / 2;
  const Value re = absolute(z_.re);
  const Value im = absolute(z_.im);
  const Value flat = let(im <= re);
  const Value left = let(flat && z_.re < 0.0);
  const Value large = let(select(flat, re, im));
  const Value factor = let(bits(scale_of(large, 2 * format_.bias)));
  const Value bottom = let(fma(large, factor, power_of_two(format_.nothing)));
  const Value q = quotient(let(let(select(flat, im, -z_.re)) * factor), bottom);
  const Value qq = let(q * q);
  const Value angle = let(fma(q, let(qq * polynomial(format_.atan, qq)), q));
  const Value quarters = let(select(flat, let(select(left, real(-2), real(0))), real(1)));
  const Value low = let(fma(quarters, real(quarter - static_cast<long double>(rounded(quarter))), angle));
  const Value turned = let(fma(quarters, real(quarter), low));
  const Value upper = let(select(left, -turned, turned));
  return let(select(z_.im < 0.0, -upper, upper));
}

Value map_one(OutputMap map, Complex z) {
  MappedNumber number(z);
  switch (map) {
    case OutputMap::real:
      return z.re;
    case OutputMap::imaginary:
      return z.im;
    case OutputMap::magnitude:
      return number.magnitude();
    case OutputMap::power:
      return number.power();
    case OutputMap::phase:
      return number.phase();
    case OutputMap::log:
      return number.log_of_square(0.5L);
    case OutputMap::decibel:
      return number.log_of_square(10 / std::numbers::ln10_v<long double>);
    case OutputMap::none:
      break;
  }
  throw Error::internal("output map");
}

}  // namespace

Value mapped(OutputMap map, Complex z) {
  Builder& b = z.re.builder();
  std::vector<Value> lanes;
  for (int l = 0; l < z.re.type().lanes; ++l) {
    const Complex own = lane(z, l);
    const Complex one{b.let("y", own.re), b.let("y", own.im)};
    lanes.push_back(b.let("y", map_one(map, one)));
  }
  return lanes.size() == 1 ? lanes[0] : b.let("y", concat(lanes));
}

Value logarithm(Value x) { return MappedNumber({x, x}).log(); }

}  // namespace papilio::kernel
