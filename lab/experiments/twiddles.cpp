// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/twiddles.hpp"

#include <cmath>
#include <cstring>
#include <numbers>

#include "core/roots.hpp"

namespace papilio::experiments {
namespace {

using ir::Value;

constexpr long double pi = std::numbers::pi_v<long double>;

int terms_of(bool single) { return single ? 5 : 9; }  // of each of the two series

/// sum of coefficient[i] y^i by Horner's rule.
Value polynomial(Value y, const std::vector<double>& coefficients) {
  Value sum = ir::constant_like(y, coefficients.back());
  for (std::size_t i = coefficients.size() - 1; i-- > 0;) sum = let(fma(sum, y, coefficients[i]));
  return sum;
}

/// (-1)^i / (2i + first)!
std::vector<double> series(int first, int terms) {
  std::vector<double> coefficients;
  double factorial = 1;
  for (int i = 0; i < terms; ++i) {
    coefficients.push_back((i % 2 == 0 ? 1 : -1) / factorial);
    factorial *= (2 * i + first + 1) * (2 * i + first + 2);
  }
  return coefficients;
}

/// exp(-i (x + quarter pi/2)) from the cosine and the sine of x.
ComplexValue turned(Value quarter, Value cosine, Value sine) {
  const Value odd = let((quarter & 1) == 1, "odd");
  const Value c = let(select(odd, sine, cosine));
  const Value s = let(select(odd, cosine, sine));
  const Value re = let(select(((quarter + 1) & 2) == 2, -c, c), "w");
  return {re, let(select((quarter & 2) == 2, s, -s), "w")};
}

/// Sine and cosine by Taylor's series about 0 of an angle in [-pi/4, pi/4]: their error is below 2^-24 in f32 and 2^-53
/// in f64.
ComplexValue computed(Value exponent, std::int64_t n, ir::Type type) {
  const Value quarter = let((exponent * 8 + n) / (2 * n), "quarter");
  const Value rest = let(exponent * 4 - quarter * n, "rest");  // exact, from -n/2 to n/2
  const Value x = let(cast(rest, type.kind) * static_cast<double>(pi / 2 / static_cast<long double>(n)), "x");
  const Value y = let(x * x);
  const int terms = terms_of(type.kind == ir::ScalarKind::f32);
  const Value cosine = polynomial(y, series(0, terms + 1));
  const Value sine = let(polynomial(y, series(1, terms)) * x);
  return turned(quarter, cosine, sine);
}

ComplexValue from_quadrant(ir::Builder& b, const ir::Buffer* table, Value exponent, std::int64_t n) {
  const Value quarter = let(exponent / (n / 4), "quarter");
  const Value rest = let(exponent % (n / 4), "rest");
  const Value cosine = b.load(table, rest);
  const Value sine = b.load(table, n / 4 - rest);
  return turned(quarter, cosine, sine);
}

template <typename Real>
void append(std::vector<std::byte>& bytes, long double value) {
  const Real number = static_cast<Real>(value);
  const auto* const from = reinterpret_cast<const std::byte*>(&number);
  bytes.insert(bytes.end(), from, from + sizeof(number));
}

template <typename Real>
std::vector<std::byte> table_of(TwiddleSource source, std::int64_t n) {
  std::vector<std::byte> bytes;
  bytes.reserve(static_cast<std::size_t>(table_numbers(source, n)) * sizeof(Real));
  const LongRoots roots(n);
  if (source == TwiddleSource::quadrant) {
    for (std::int64_t e = 0; e <= n / 4; ++e) append<Real>(bytes, roots(e).real());
    return bytes;
  }
  for (std::int64_t e = 0; e < n; ++e) {
    const LongComplex root = roots(e);
    if (source == TwiddleSource::recurrence_pairs) {
      for (const long double value : {root.real(), -root.imag()}) {
        append<Real>(bytes, value);
        append<Real>(bytes, value - static_cast<Real>(value));
      }
    } else {
      append<Real>(bytes, root.real());
      append<Real>(bytes, root.imag());
    }
  }
  return bytes;
}

}  // namespace

std::int64_t table_numbers(TwiddleSource source, std::int64_t n) {
  switch (source) {
    case TwiddleSource::computed:
      return 0;
    case TwiddleSource::quadrant:
      return n / 4 + 1;
    case TwiddleSource::recurrence_pairs:
      return 4 * n;
    default:
      return 2 * n;
  }
}

std::vector<std::byte> make_table(TwiddleSource source, std::int64_t n, Precision precision) {
  if (source == TwiddleSource::computed) return {};
  return precision == Precision::f32 ? table_of<float>(source, n) : table_of<double>(source, n);
}

double operations_of(TwiddleSource source, Precision precision) {
  constexpr double pair_sum = 11;      // add()
  constexpr double pair_product = 10;  // multiply()
  switch (source) {
    case TwiddleSource::read:
      return 0;
    case TwiddleSource::quadrant:
      return 2;  // signs
    case TwiddleSource::computed:
      return 2 + 4 * terms_of(precision == Precision::f32) + 1;
    case TwiddleSource::products:
      return 6;
    case TwiddleSource::recurrence:
      return 8;
    case TwiddleSource::recurrence_pairs:
      return 4 * pair_product + 4 * pair_sum + 6;
  }
  return 0;
}

std::vector<ComplexValue> twiddles(ir::Builder& b, const TwiddleSupply& supply, Value base, int count) {
  std::vector<ComplexValue> result(1);
  for (int j = 1; j < count; ++j) {
    if (supply.source == TwiddleSource::products && j > 1) {
      const auto half = static_cast<std::size_t>(j / 2);
      result.push_back(multiply(result[half], result[static_cast<std::size_t>(j) - half]));
      continue;
    }
    const Value exponent = let(base * j, "e");
    if (supply.source == TwiddleSource::computed) {
      result.push_back(computed(exponent, supply.n, ir::Type{supply.kind, 1}));
    } else if (supply.source == TwiddleSource::quadrant) {
      result.push_back(from_quadrant(b, supply.table, exponent, supply.n));
    } else {
      result.push_back(load(b, supply.table, exponent));
    }
  }
  return result;
}

Recurrence::Recurrence(TwiddleSource source, ir::Builder& b, const ir::Buffer* table, int count, ir::ScalarKind kind)
    : b_(b),
      table_(table),
      count_(count),
      parts_(source == TwiddleSource::recurrence_pairs ? 4 : 2),
      type_{kind, 1},
      state_(b.registers("state", kind, static_cast<std::int64_t>(parts_) * count)) {}

Value Recurrence::recall(int j, int part) const {
  return b_.load(state_, b_.constant(static_cast<std::int64_t>(parts_) * j + part));
}

void Recurrence::keep(int j, int part, Value value) const {
  b_.store(state_, b_.constant(static_cast<std::int64_t>(parts_) * j + part), value);
}

void Recurrence::start(Value base) const {
  for (int j = 1; j < count_; ++j) {
    const Value at = let(base * j * parts_, "at");
    for (int part = 0; part < parts_; ++part) {
      const Value value = b_.load(table_, at + part);
      keep(j, part, parts_ == 2 && part == 1 ? let(-value) : value);  // cosine and sine of the angle, not of -angle
    }
  }
}

std::vector<ComplexValue> Recurrence::now() const {
  std::vector<ComplexValue> result(1);
  for (int j = 1; j < count_; ++j) {
    const Value c = recall(j, 0);
    const Value s = recall(j, parts_ / 2);
    result.push_back({c, let(-s)});
  }
  return result;
}

FloatPair Recurrence::constant(long double value) const {
  const bool single = type_.kind == ir::ScalarKind::f32;
  const double high = single ? static_cast<double>(static_cast<float>(value)) : static_cast<double>(value);
  return {b_.real(high, type_), b_.real(static_cast<double>(value - high), type_)};
}

void Recurrence::advance(std::int64_t step, std::int64_t n) const {
  for (int j = 1; j < count_; ++j) {
    const long double angle = 2 * pi * static_cast<long double>(step * j % n) / static_cast<long double>(n);
    const long double half = std::sin(angle / 2);
    const FloatPair a = constant(2 * half * half);
    const FloatPair b = constant(std::sin(angle));
    if (parts_ == 2) {
      const Value c = recall(j, 0);
      const Value s = recall(j, 1);
      keep(j, 0, let(c - (a.high * c + b.high * s)));
      keep(j, 1, let(s - (a.high * s - b.high * c)));
      continue;
    }
    const Value c_high = recall(j, 0);
    const FloatPair c{c_high, recall(j, 1)};
    const Value s_high = recall(j, 2);
    const FloatPair s{s_high, recall(j, 3)};
    const FloatPair ac = multiply(a, c);
    const FloatPair less_c = add(ac, multiply(b, s));
    const FloatPair as = multiply(a, s);
    const FloatPair less_s = add(as, negate(multiply(b, c)));
    const FloatPair next_c = add(c, negate(less_c));
    const FloatPair next_s = add(s, negate(less_s));
    keep(j, 0, next_c.high);
    keep(j, 1, next_c.low);
    keep(j, 2, next_s.high);
    keep(j, 3, next_s.low);
  }
}

}  // namespace papilio::experiments
