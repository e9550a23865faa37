// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/output_map.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <papilio/error.hpp>
#include <span>
#include <vector>

#include "kernel/quotient.hpp"

namespace papilio::kernel {
namespace {

// P of log(1+f) = f - f^2/2 + f^3 P(f), sqrt(1/2) <= 1+f <= sqrt(2), and of atan(q) = q + q^3 P(q^2), 0 <= q <=
// tan(1/2): interpolated at the nodes of Chebyshev, so that the error of the function is below 2^-28 (f32), 2^-57
// (f64).
constexpr std::array<double, 9> log_f32 = {0.3333333134651184,  -0.2499999701976776,  0.20000715553760529,
                                           -0.1666780263185501, 0.14249058067798615,  -0.12425687164068222,
                                           0.11685419827699661, -0.11479733884334564, 0.06971611827611923};
constexpr std::array<double, 20> log_f64 = {
    0.33333333333333337,  -0.2499999999999993, 0.19999999999993223,  -0.16666666666697305, 0.1428571428759174,
    -0.12499999997109267, 0.11111110909841072, -0.0999999999631727,  0.09090919875998202,  -0.08333345056413204,
    0.0769198812013375,   -0.0714223204915847, 0.06671985555271291,  -0.06265031869518063, 0.05837018351464999,
    -0.05368280388050548, 0.0537187789066478,  -0.06129561980727906, 0.0566642324205218,   -0.025061228095282464};
constexpr std::array<double, 6> atan_f32 = {-0.3333333134651184, 0.19999726116657257, -0.14274820685386658,
                                            0.10949576646089554, -0.0796930268406868, 0.03796394169330597};
constexpr std::array<double, 14> atan_f64 = {
    -0.3333333333333333,   0.19999999999999757, -0.14285714285661286,  0.11111111106543824,  -0.09090908884852422,
    0.07692302101603611,   -0.0666656790535535, 0.05881160769995384,   -0.05253033020038334, 0.04700452150474005,
    -0.040799433589057625, 0.03164693584602217, -0.018596851417512515, 0.005854148910288416};

/// Constants of a type of numbers.
struct FloatFormat {
  int mantissa;                     ///< bits
  std::int64_t bias;                ///< of exponents
  std::int64_t inverse_root_guess;  ///< minus half the bits of p: bits of 1/sqrt(p) within 4%
  std::int64_t root_of_half;        ///< bits of sqrt(1/2)
  int newton_steps;
  double ln2;  ///< rounded to few bits, so that its products with exponents are exact
  double ln2_rest;
  // Numbers whose square is below 2^small, or above 2^large, are multiplied by 2^up, or 2^down, so that no square
  // overflows, and none but 0 vanishes.
  int small, up, large, down;
  int min_square;   ///< exponent below those of all squares then
  int min_divisor;  ///< exponent below those of all divisors
  std::span<const double> log;
  std::span<const double> atan;
};

constexpr FloatFormat format_f32{
    .mantissa = 23,
    .bias = 127,
    .inverse_root_guess = 0x5f3759df,
    .root_of_half = 0x3f3504f3,
    .newton_steps = 3,
    .ln2 = 0.693359375,
    .ln2_rest = -2.12194440054690583e-4,
    .small = -60,
    .up = 88,
    .large = 100,
    .down = -70,
    .min_square = -124,
    .min_divisor = -64,
    .log = log_f32,
    .atan = atan_f32,
};
constexpr FloatFormat format_f64{
    .mantissa = 52,
    .bias = 1023,
    .inverse_root_guess = 0x5fe6eb50c7b537a9,
    .root_of_half = 0x3fe6a09e667f3bcd,
    .newton_steps = 4,
    .ln2 = 0.693147182464599609375,
    .ln2_rest = -1.904654299957767878541823431924500011926e-9,
    .small = -600,
    .up = 780,
    .large = 900,
    .down = -600,
    .min_square = -623,
    .min_divisor = -310,
    .log = log_f64,
    .atan = atan_f64,
};

/// The map of one number.
class MappedNumber {
 public:
  explicit MappedNumber(Complex z)
      : b_(z.re.builder()),
        type_(z.re.type()),
        format_(type_.kind == ScalarKind::f32 ? format_f32 : format_f64),
        z_{let(z.re), let(z.im)} {}

  Value power() { return square_of(z_); }
  Value magnitude();
  /// The logarithm of the squared magnitude, to base e.
  Value log_of_square();
  /// The logarithm of the real part, which is not negative.
  Value log();
  Value phase();

 private:
  Value let(Value v) { return b_.let("y", v); }
  Value real(double v) { return b_.real(v, type_); }
  Value power_of_two(int exponent) { return real(std::ldexp(1.0, exponent)); }
  Value absolute(Value v) { return let(select(v < 0.0, -v, v)); }
  Value square_of(Complex z) { return let(fma(z.re, z.re, let(z.im * z.im))); }
  Value polynomial(std::span<const double> coefficients, Value x);
  void scale();
  /// A number by which powers of two it must be multiplied: of small ones, of others and, unless 0, of large ones.
  struct Scaled {
    Value x;
    Value rest;  ///< null: none
    int small;
    int other;
    int large;
  };
  Value log_of(const Scaled& scaled);
  /// `value`, or for a square that is infinite or NaN the square.
  Value if_finite(Value square, Value value) {
    return let(select(square < power_of_two(static_cast<int>(format_.bias)), value, square));
  }

  Builder& b_;
  Type type_;
  const FloatFormat& format_;
  Complex z_;
  // Set by scale()
  Complex scaled_;
  Value is_small_;  ///< the number was below the range of squares, or above it
  Value is_large_;
};

void MappedNumber::scale() {
  const Value square = square_of(z_);
  is_small_ = let(square < power_of_two(format_.small));
  is_large_ = let(square > power_of_two(format_.large));
  const Value down = let(select(is_large_, power_of_two(format_.down), real(1.0)));
  const Value factor = let(select(is_small_, power_of_two(format_.up), down));
  scaled_ = {let(z_.re * factor), let(z_.im * factor)};
}

Value MappedNumber::polynomial(std::span<const double> coefficients, Value x) {
  Value y = real(coefficients.back());
  for (std::size_t i = coefficients.size() - 1; i-- > 0;) y = let(fma(y, x, real(coefficients[i])));
  return y;
}

// sqrt(p) = p * (1/sqrt(p)), by Newton's steps, and one correction by the remainder.
Value MappedNumber::magnitude() {
  scale();
  const Value square = square_of(scaled_);
  const Value least = power_of_two(format_.min_square);
  const Value p = let(select(least < square, square, least));
  const Value half = let(p * 0.5);
  Value y = let(bits(let(format_.inverse_root_guess - let(bits(p) >> 1))));
  for (int i = 0; i < format_.newton_steps; ++i) {
    const Value yy = let(y * y);
    y = let(y * let(fma(-half, yy, real(1.5))));
  }
  const Value root = let(p * y);
  const Value rest = let(fma(-root, root, p));
  const Value corrected = let(fma(rest, let(y * 0.5), root));
  const Value up = let(select(is_large_, power_of_two(-format_.down), real(1.0)));
  const Value unit = let(select(is_small_, power_of_two(-format_.up), up));
  return if_finite(square, let(select(0.0 < square, let(corrected * unit), square)));
}

// |z|^2 = 2^2e p, where p is the sum of the squares and of their rounding errors.
Value MappedNumber::log_of_square() {
  scale();
  const Value re = let(scaled_.re * scaled_.re);
  const Value im = let(scaled_.im * scaled_.im);
  const Value larger = let(re < im);
  const Value large = let(select(larger, im, re));
  const Value small = let(select(larger, re, im));
  const Value square = let(large + small);
  const Value of_sum = let(small - let(square - large));
  const Value of_re = let(of_sum + let(fma(scaled_.re, scaled_.re, -re)));
  const Value rest = let(of_re + let(fma(scaled_.im, scaled_.im, -im)));
  return log_of({square, rest, -2 * format_.up, 0, -2 * format_.down});
}

Value MappedNumber::log() {
  is_small_ = let(z_.re < power_of_two(format_.small));
  const Value factor = let(select(is_small_, power_of_two(format_.up), power_of_two(-1)));
  return log_of({let(z_.re * factor), nullptr, -format_.up, 1, 0});
}

// x + rest = 2^k (1+f).
Value MappedNumber::log_of(const Scaled& scaled) {
  const Value x = scaled.x;
  const std::int64_t one = std::int64_t{1} << format_.mantissa;
  const Value p = let(select(x < power_of_two(static_cast<int>(format_.bias)), x, real(1.0)));
  const Value p_bits = let(bits(p));
  const Value shifted = let((p_bits + (format_.bias * one - format_.root_of_half)) >> format_.mantissa);  // k + bias
  const Value mantissa = let(bits(let(p_bits - (shifted - format_.bias) * one)));
  const Value inverse = scaled.rest == nullptr ? nullptr : let(bits(let((2 * format_.bias - shifted) * one)));
  Value f = let(mantissa - 1.0);
  if (inverse != nullptr) f = let(fma(scaled.rest, inverse, f));
  const auto integer = [&](std::int64_t v) { return b_.constant(v, shifted.type()); };
  Value exponent = integer(scaled.other);
  if (scaled.large != 0) exponent = let(select(is_large_, integer(scaled.large), exponent));
  exponent = let(select(is_small_, integer(scaled.small), exponent));
  const Value n = let(cast(let(exponent + (shifted - format_.bias)), type_.kind));
  const Value ff = let(f * f);
  Value sum = let(let(f * ff) * polynomial(format_.log, f));
  sum = let(fma(n, real(format_.ln2_rest), sum));
  sum = let(fma(real(-0.5), ff, sum));
  sum = let(sum + f);
  sum = let(fma(n, real(format_.ln2), sum));
  // Negative infinity if x is 0. WGSL refuses expressions of constants that overflow.
  const Value infinite = let(bits(let(p_bits - one)));
  return if_finite(x, let(select(0.0 < x, sum, infinite)));
}

// The quotient of the smaller part and the larger, or beyond tan(1/2) that of their difference and sum, which is
// tan(angle - pi/4).
Value MappedNumber::phase() {
  scale();
  constexpr long double pi = std::numbers::pi_v<long double>;
  const auto rounded = [&](long double x) {
    return type_.kind == ScalarKind::f32 ? double{static_cast<float>(x)} : static_cast<double>(x);
  };
  // c - x, with a constant of twice the precision
  const auto from = [&](long double c, Value x) {
    const double high = rounded(c);
    return let(real(high) - let(x - rounded(c - static_cast<long double>(high))));
  };
  const Value re = absolute(scaled_.re);
  const Value im = absolute(scaled_.im);
  const Value steep = let(re < im);
  const Value large = let(select(steep, im, re));
  const Value small = let(select(steep, re, im));
  const Value far = let(small > let(large * 0.546302));
  const Value top = let(select(far, let(small - large), small));
  const Value sum = let(select(far, let(small + large), large));
  const Value least = power_of_two(format_.min_divisor);
  const Value bottom = let(select(least < sum, sum, least));
  const Value q = quotient(top, bottom);
  const Value qq = let(q * q);
  Value angle = let(fma(let(q * qq), polynomial(format_.atan, qq), q));
  angle = let(select(far, from(pi / 4, let(-angle)), angle));
  angle = let(select(steep, from(pi / 2, angle), angle));
  angle = let(select(z_.re < 0.0, from(pi, angle), angle));
  angle = let(select(z_.im < 0.0, -angle, angle));
  const Value nothing = let(let(z_.re - z_.re) + let(z_.im - z_.im));  // NaN if a part is not finite
  return let(angle + nothing);
}

template <class Real>
Real rounded_down(long double x) {
  const auto nearest = static_cast<Real>(x);
  return nearest > x ? std::nextafter(nearest, -std::numeric_limits<Real>::infinity()) : nearest;
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
      return number.log_of_square() * 0.5;
    case OutputMap::decibel: {
      constexpr long double factor = 10 / std::numbers::ln10_v<long double>;
      const Value log = number.log_of_square();
      const bool single = log.type().kind == ScalarKind::f32;
      // The rest is positive, so that an infinite logarithm stays infinite.
      const double high = single ? double{rounded_down<float>(factor)} : rounded_down<double>(factor);
      const Value low = z.re.builder().let("y", log * static_cast<double>(factor - static_cast<long double>(high)));
      return fma(log, constant_like(log, high), low);
    }
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
