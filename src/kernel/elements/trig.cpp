// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/trig.hpp"

#include <numbers>
#include <papilio/error.hpp>
#include <utility>

#include "core/roots.hpp"
#include "kernel/tables/trig_table.hpp"

namespace papilio::kernel {
namespace {

bool is_sine(Kind kind) { return kind == Kind::dst1 || kind == Kind::dst2 || kind == Kind::dst3 || kind == Kind::dst4; }

constexpr double root_half = 1 / std::numbers::sqrt2;

/// v times sqrt(2) or sqrt(1/2), which `root` is near.
Value times_root(Value v, double root) {
  const QuadReal half = root_in<QuadReal>(1, 8).real();
  return v * constant(v.builder(), {root, root > 1 ? 2 * half : half}, v.type());
}

Complex real(Value re) { return {re, constant_like(re, 0.0)}; }

}  // namespace

bool goes_backwards(Kind kind) { return kind == Kind::dst2 || kind == Kind::dst3 || kind == Kind::dst4; }

Trig::Trig(Builder& b, const KernelSpec& spec, Twiddle twiddle)
    : b_(b),
      spec_(spec),
      twiddle_(std::move(twiddle)),
      n_(spec.trig.extent),
      half_((spec.trig.extent + 1) / 2),
      sine_(is_sine(spec.trig.kind)) {}

Value Trig::backwards(Value j) const { return n_ - 1 - j; }

/// Element i of the DFT is number 2i, or 2n-1-2i, of the signal.
Value Trig::shuffled(Value i) const {
  const Value twice = 2 * i;
  return b_.let("j", select(i < half_, twice, 2 * n_ - 1 - twice));
}

Value Trig::own(Value j, const RealReader& read) const { return read(sine_ ? backwards(j) : j); }

Value Trig::twice(Value v) const { return b_.let("v", v * 2.0); }

Value Trig::negate_if(Value condition, Value v) const { return b_.let("v", select(condition, -v, v)); }

Value Trig::weigh_if(Value condition, double weight, Value v) const {
  return b_.let("v", select(condition, times_root(v, weight), v));
}

Complex Trig::load(Value i, const RealReader& read) const {
  switch (trig_type(spec_.trig.kind)) {
    case 3:
      return load_half(i, read);
    case 4:
      return load_4(i, read);
    default:
      return load_signal(i, read);
  }
}

/// Number i of the signal, or numbers 2i and 2i+1.
Complex Trig::load_signal(Value i, const RealReader& read) const {
  const auto number = [&](Value j) {
    const int type = trig_type(spec_.trig.kind);
    return type == 0 ? read(j) : type == 1 ? signal_1(j, read) : signal_2(j, read);
  };
  if (!half_length_trig(spec_)) return real(number(i));
  const Value first = b_.let("first", 2 * i);
  const Value re = number(first);
  return {re, number(first + 1)};
}

Value Trig::signal_1(Value i, const RealReader& read) const {
  if (!sine_) {
    const Value j = b_.let("j", min(i, 2 * (n_ - 1) - i));
    Value x = read(j);
    if (spec_.trig.ortho) {
      x = weigh_if(j == 0, std::numbers::sqrt2, x);
      x = weigh_if(j == n_ - 1, std::numbers::sqrt2, x);
    }
    return x;
  }
  // 0, x[0..n-1], 0, -x[n-1..0]
  const Value upper = b_.let("upper", i > n_);
  const Value j = b_.let("j", select(upper, 2 * n_ + 1 - i, i - 1));
  const Value inside = 0 <= j && j < n_;
  const Value x = read(b_.let("j", min(max(j, 0), n_ - 1)));
  return b_.let("v", select(inside, negate_if(upper, x), 0.0));
}

Value Trig::signal_2(Value j, const RealReader& read) const {
  const Value x = read(shuffled(j));
  return sine_ ? negate_if(j >= half_, x) : x;
}

Complex Trig::load_4(Value i, const RealReader& read) const {
  if (n_ % 2 == 0) {
    const Value j = b_.let("j", 2 * i);
    const Value re = own(j, read);
    const Complex w = twiddle_(i);
    return Complex{re, own(backwards(j), read)} * w;
  }
  // Number m of the signal that continues x evenly at -1/2 and oddly at n-1/2.
  const Value m = b_.let("m", n_ / 2 + 4 * i);
  const Value below = b_.let("below", min(m, 4 * n_ - 1 - m));
  const Value within = b_.let("within", max(below, -1 - below));
  const Value x = own(b_.let("j", min(within, 2 * n_ - 1 - within)), read);
  return real(negate_if(within >= n_, x));
}

void Trig::store(Value k, Complex value, const RealWriter& write) const {
  switch (trig_type(spec_.trig.kind)) {
    case 0:
      return write(k, b_.let("v", value.re - value.im));
    case 1:
      return store_1(k, value, write);
    case 2:
      return store_2(k, value, write);
    case 3:
      return store_3(k, value, write);
    case 4:
      return store_4(k, value, write);
    default:
      break;
  }
  throw Error::internal("trig", spec_.key());
}

void Trig::store_1(Value k, Complex value, const RealWriter& write) const {
  if (sine_) {
    const Value inside = 0 < k && k <= n_;
    b_.branch(inside, [&] { write(k - 1, b_.let("v", -value.im)); });
    return;
  }
  b_.when(half_length_trig(spec_) ? nullptr : k < n_, [&] {
    Value y = value.re;
    if (spec_.trig.ortho) {
      y = weigh_if(k == 0, root_half, y);
      y = weigh_if(k == n_ - 1, root_half, y);
    }
    write(k, y);
  });
}

void Trig::store_2(Value k, Complex value, const RealWriter& write) const {
  Value y = twice((value * twiddle_(k)).re);
  if (spec_.trig.ortho) y = weigh_if(k == 0, root_half, y);
  write(sine_ ? backwards(k) : k, y);
}

void Trig::store_3(Value k, Complex value, const RealWriter& write) const {
  const auto number = [&](Value i, Value v) {
    const Value j = shuffled(i);
    write(j, sine_ ? negate_if(j % 2 == 1, v) : v);
  };
  if (!half_length_trig(spec_)) return number(k, value.re);
  const Value first = b_.let("first", 2 * k);
  number(first, value.re);
  number(first + 1, value.im);
}

void Trig::store_4(Value k, Complex value, const RealWriter& write) const {
  if (n_ % 2 == 0) {
    const Complex w = value * twiddle_(k);
    const Value j = b_.let("j", 2 * k);
    write(j, twice(w.re));
    const Value y = twice(w.im);
    write(backwards(j), sine_ ? y : b_.let("v", -y));  // n-1-j is odd
    return;
  }
  // sqrt(2) W_8^(2j+1) is 1-i, -1-i, -1+i, 1+i …
  const Value j = b_.let("j", select(k % 2 == 1, k, k + n_) / 2);
  const Value turn = b_.let("turn", j % 4);
  const Value re = negate_if(turn == 1 || turn == 2, value.re);
  const Value y = b_.let("y", times_root(re + negate_if(turn >= 2, value.im), std::numbers::sqrt2));
  write(j, sine_ ? negate_if(j % 2 == 1, y) : y);
}

Complex Trig::load_half(Value k, const RealReader& read) const {
  const Value first = b_.let("first", k == 0);
  Value x = own(k, read);
  if (spec_.trig.ortho) x = weigh_if(first, std::numbers::sqrt2, x);
  const Value partner = b_.let("j", min(n_ - k, n_ - 1));
  const Value y = own(partner, read);
  const Complex z{x, b_.let("im", select(first, 0.0, -y))};
  return multiply(z, twiddle_(k), Conjugate::yes);
}

void Trig::store_half(Value k, Complex value, const RealWriter& write) const {
  switch (trig_type(spec_.trig.kind)) {
    case 0:
      return store_half_0(k, value, write);
    case 1:
      return store_1(k, value, write);
    default:
      return store_half_2(k, value, write);
  }
}

void Trig::store_half_0(Value k, Complex value, const RealWriter& write) const {
  write(k, b_.let("v", value.re - value.im));
  b_.branch(0 < k && k < half_, [&] { write(n_ - k, b_.let("v", value.re + value.im)); });
}

void Trig::store_half_2(Value k, Complex value, const RealWriter& write) const {
  const auto own_write = [&](Value j, Value y) { write(sine_ ? backwards(j) : j, y); };
  const Complex w = value * twiddle_(k);
  Value y = twice(w.re);
  if (spec_.trig.ortho) y = weigh_if(k == 0, root_half, y);
  own_write(k, y);
  // Elements 0 and n/2 stand alone.
  const Value paired = 0 < k && k < n_ / 2;
  b_.branch(paired, [&] { own_write(n_ - k, b_.let("v", -twice(w.im))); });
}

Mirrors mirrors_of(Builder& b, const KernelSpec& spec, const std::array<Value, 4>& x) {
  const auto odd = [&](Value v) { return is_sine(spec.trig.kind) ? b.let("v", -v) : v; };
  return {{x[0], x[2]}, {odd(x[3]), odd(x[1])}};
}

std::array<Value, 4> numbers_of(Builder& b, const KernelSpec& spec, Mirrors z) {
  const auto odd = [&](Value v) { return is_sine(spec.trig.kind) ? b.let("v", -v) : v; };
  return {z.element.re, odd(z.mirror.im), z.element.im, odd(z.mirror.re)};
}

}  // namespace papilio::kernel
