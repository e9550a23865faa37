// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/half_spectrum.hpp"

#include "core/roots.hpp"

namespace papilio::kernel {
namespace {

/// 2E and iW^k O of a pair, or the same of X and W^-k.
struct PairSums {
  Complex sum;
  Complex turned;
};

/// `factor` * w = W^k/2.
PairSums post_parts(Builder& b, Partners z, Complex w, double factor) {
  const Complex other = conj(z.high);
  const Complex sum = z.low + other;
  const Complex d = (z.low - other) * factor;
  return {sum, Complex{d.im, b.let("im", -d.re)} * w};
}

Complex post_low(Builder& b, const PairSums& parts) {
  const Value half = b.real(0.5, parts.sum.re.type());
  const Value re = b.let("re", fma(parts.sum.re, half, parts.turned.re));
  return {re, b.let("im", fma(parts.sum.im, half, parts.turned.im))};
}

PairSums pre_parts(Partners x, Complex w) {
  const Complex other = conj(x.high);
  const Complex sum = x.low + other;
  return {sum, multiply(x.low - other, w, Conjugate::yes)};
}

Complex pre_low(Builder& b, const PairSums& parts) {
  const Value re = b.let("re", parts.sum.re - parts.turned.im);
  return {re, b.let("im", parts.sum.im + parts.turned.re)};
}

}  // namespace

Partners post_process(Builder& b, Partners z, Complex w) {
  const PairSums parts = post_parts(b, z, w, 0.5);
  const Complex low = post_low(b, parts);
  const Type type = parts.sum.re.type();
  const Value re = b.let("re", fma(parts.sum.re, b.real(0.5, type), -parts.turned.re));
  return {low, {re, b.let("im", fma(parts.sum.im, b.real(-0.5, type), parts.turned.im))}};
}

Complex post_process_low(Builder& b, Partners z, Complex half) { return post_low(b, post_parts(b, z, half, 1.0)); }

Partners pre_process(Builder& b, Partners x, Complex w, Value is_zero) {
  if (is_zero) {
    x.low.im = b.let("im", select(is_zero, 0.0, x.low.im));
    x.high.im = b.let("im", select(is_zero, 0.0, x.high.im));
  }
  const PairSums parts = pre_parts(x, w);
  const Complex low = pre_low(b, parts);
  const Value re = b.let("re", parts.sum.re + parts.turned.im);
  return {low, {re, b.let("im", parts.turned.re - parts.sum.im)}};
}

Complex pre_process_low(Builder& b, Partners x, Complex w) { return pre_low(b, pre_parts(x, w)); }

Partners post_process_zero(Builder& b, Complex z) {
  const Value zero = b.real(0.0, z.re.type());
  const Value first = b.let("re", z.re + z.im);
  return {{first, zero}, {b.let("re", z.re - z.im), zero}};
}

Complex pre_process_zero(Builder& b, Partners x) {
  const Value re = b.let("re", x.low.re + x.high.re);
  return {re, b.let("im", x.low.re - x.high.re)};
}

Complex post_process_middle(Complex z) { return conj(z); }

Complex pre_process_middle(Complex x) { return conj(x) * 2.0; }

Complex post_process_last(Builder& b, Partners z) {
  const Complex other = conj(z.high);
  const Complex s = z.low + other;
  const Complex d = z.low - other;
  return (s - Complex{d.im, b.let("im", -d.re)}) * 0.5;
}

Complex mean_with_conjugate(Complex a, Complex c) { return (a + conj(c)) * 0.5; }

Complex constant_root(Builder& b, std::int64_t k, std::int64_t n, Type type) {
  const LongComplex w = root_of_unity(k, n);
  const std::complex<QuadReal> exact = root_in<QuadReal>(k, n);
  return {constant(b, {w.real(), exact.real()}, type), constant(b, {w.imag(), exact.imag()}, type)};
}

}  // namespace papilio::kernel
