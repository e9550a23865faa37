// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/trig.hpp"

#include <numbers>
#include <papilio/error.hpp>

namespace papilio::kernel {
namespace {

bool is_sine(Kind kind) { return kind == Kind::dst1 || kind == Kind::dst2 || kind == Kind::dst3 || kind == Kind::dst4; }

/// The type of a cosine or sine transform; 0: Hartley.
int type_of(Kind kind) {
  switch (kind) {
    case Kind::dct1:
    case Kind::dst1:
      return 1;
    case Kind::dct2:
    case Kind::dst2:
      return 2;
    case Kind::dct3:
    case Kind::dst3:
      return 3;
    case Kind::dct4:
    case Kind::dst4:
      return 4;
    case Kind::dht:
      return 0;
    case Kind::c2c:
    case Kind::r2c:
    case Kind::c2r:
      break;
  }
  throw Error::internal("trig", "a kind that is not real to real");
}

struct Trig {
  Builder& b;
  const KernelSpec& spec;
  std::int64_t n = spec.extent;
  std::int64_t half = (n + 1) / 2;
  bool sine = is_sine(spec.trig);
  int type = type_of(spec.trig);

  Value backwards(Value j) const { return n - 1 - j; }
  /// Element i of the DFT is number 2i, or 2n-1-2i, of the signal.
  Value shuffled(Value i) const {
    const Value twice = 2 * i;
    return b.let("j", select(i < half, twice, 2 * n - 1 - twice));
  }
  Value negate_if(Value condition, Value v) const { return b.let("v", select(condition, -v, v)); }
  Value weigh_if(Value condition, double weight, Value v) const { return b.let("v", select(condition, v * weight, v)); }
};

}  // namespace

TableSpec trig_table(const KernelSpec& spec, TableSpec base, bool input) {
  const std::int64_t n = spec.extent;
  const auto roots = [&](std::int64_t order, std::int64_t count, int step, int first) {
    base.n = order;
    base.m = count;
    base.step = step;
    base.first = first;
    return base;
  };
  switch (type_of(spec.trig)) {
    case 2:
      return input ? TableSpec{} : roots(4 * n, spec.pairs_conjugates() ? n / 2 + 1 : n, 1, 0);
    case 3:
      return input ? roots(4 * n, spec.pairs_conjugates() ? n / 2 + 1 : n, 1, 0) : TableSpec{};
    case 4:
      if (n % 2 == 0) return roots(16 * n, n / 2, 8, 1);
      return input ? roots(4 * n, n, 1, 0) : roots(8 * n, n, 2, 1);
    default:
      return TableSpec{};
  }
}

Complex load_trig(Builder& b, const KernelSpec& spec, Value i, const std::function<Value(Value)>& read,
                  const std::function<Complex(Value)>& twiddle) {
  const Trig t{b, spec};
  const std::int64_t n = t.n;
  const auto own = [&](Value j) { return read(t.sine ? t.backwards(j) : j); };
  const auto real = [&](Value re) { return Complex{re, constant_like(re, 0.0)}; };
  switch (t.type) {
    case 0:
      return real(read(i));
    case 1: {
      if (!t.sine) {
        const Value j = b.let("j", min(i, 2 * (n - 1) - i));
        Value x = read(j);
        if (spec.ortho) {
          x = t.weigh_if(j == 0, std::numbers::sqrt2, x);
          x = t.weigh_if(j == n - 1, std::numbers::sqrt2, x);
        }
        return real(x);
      }
      // 0, x[0..n-1], 0, -x[n-1..0]
      const Value upper = b.let("upper", i > n);
      const Value j = b.let("j", select(upper, 2 * n + 1 - i, i - 1));
      const Value inside = 0 <= j && j < n;
      const Value x = read(b.let("j", min(max(j, 0), n - 1)));
      return real(b.let("v", select(inside, t.negate_if(upper, x), 0.0)));
    }
    case 2: {
      const auto number = [&](Value j) {
        const Value x = read(t.shuffled(j));
        return t.sine ? t.negate_if(j >= t.half, x) : x;
      };
      if (!spec.pairs_conjugates()) return real(number(i));
      const Value first = b.let("first", 2 * i);
      const Value re = number(first);
      return {re, number(first + 1)};
    }
    case 3:
      return load_half_trig(b, spec, i, read, twiddle);
    case 4: {
      if (n % 2 == 0) {
        const Value j = b.let("j", 2 * i);
        const Value re = own(j);
        const Complex w = twiddle(i);
        return Complex{re, own(t.backwards(j))} * w;
      }
      const Value inside = b.let("inside", i < n);
      const Value j = b.let("j", min(i, n - 1));
      const Complex w = twiddle(j);
      const Value x = own(j);
      return select_or_zero(inside, {b.let("re", x * w.re), b.let("im", x * w.im)});
    }
    default:
      break;
  }
  throw Error::internal("trig", spec.key());
}

void store_trig(Builder& b, const KernelSpec& spec, Value k, Complex value,
                const std::function<void(Value, Value)>& write, const std::function<Complex(Value)>& twiddle) {
  const Trig t{b, spec};
  const std::int64_t n = t.n;
  const auto twice = [&](Value v) { return b.let("v", v * 2.0); };
  constexpr double lessened = 1 / std::numbers::sqrt2;
  switch (t.type) {
    case 0:
      write(k, b.let("v", value.re - value.im));
      return;
    case 1:
      if (!t.sine) {
        b.branch(k < n, [&] {
          Value y = value.re;
          if (spec.ortho) {
            y = t.weigh_if(k == 0, lessened, y);
            y = t.weigh_if(k == n - 1, lessened, y);
          }
          write(k, y);
        });
      } else {
        const Value inside = 0 < k && k <= n;
        b.branch(inside, [&] { write(k - 1, b.let("v", -value.im)); });
      }
      return;
    case 2: {
      Value y = twice((value * twiddle(k)).re);
      if (spec.ortho) y = t.weigh_if(k == 0, lessened, y);
      write(t.sine ? t.backwards(k) : k, y);
      return;
    }
    case 3: {
      const auto number = [&](Value i, Value v) {
        const Value j = t.shuffled(i);
        write(j, t.sine ? t.negate_if(j % 2 == 1, v) : v);
      };
      if (!spec.pairs_conjugates()) return number(k, value.re);
      const Value first = b.let("first", 2 * k);
      number(first, value.re);
      number(first + 1, value.im);
      return;
    }
    case 4: {
      if (n % 2 == 0) {
        const Complex w = value * twiddle(k);
        const Value j = b.let("j", 2 * k);
        write(j, twice(w.re));
        const Value y = twice(w.im);
        write(t.backwards(j), t.sine ? y : b.let("v", -y));  // n-1-j is odd
        return;
      }
      b.branch(k < n, [&] {
        const Value y = twice((value * twiddle(k)).re);
        write(k, t.sine ? t.negate_if(k % 2 == 1, y) : y);
      });
      return;
    }
    default:
      break;
  }
  throw Error::internal("trig", spec.key());
}

Mirrors mirrors_of(Builder& b, const KernelSpec& spec, const std::array<Value, 4>& x) {
  const auto odd = [&](Value v) { return is_sine(spec.trig) ? b.let("v", -v) : v; };
  return {{x[0], x[2]}, {odd(x[3]), odd(x[1])}};
}

std::array<Value, 4> numbers_of(Builder& b, const KernelSpec& spec, Mirrors z) {
  const auto odd = [&](Value v) { return is_sine(spec.trig) ? b.let("v", -v) : v; };
  return {z.element.re, odd(z.mirror.im), z.element.im, odd(z.mirror.re)};
}

Complex load_half_trig(Builder& b, const KernelSpec& spec, Value k, const std::function<Value(Value)>& read,
                       const std::function<Complex(Value)>& twiddle) {
  const Trig t{b, spec};
  const auto own = [&](Value j) { return read(t.sine ? t.backwards(j) : j); };
  const Value first = b.let("first", k == 0);
  Value x = own(k);
  if (spec.ortho) x = t.weigh_if(first, std::numbers::sqrt2, x);
  const Value partner = b.let("j", min(t.n - k, t.n - 1));
  const Value y = own(partner);
  const Complex z{x, b.let("im", select(first, 0.0, -y))};
  return multiply(z, twiddle(k), Conjugate::yes);
}

void store_half_trig(Builder& b, const KernelSpec& spec, Value k, Complex value,
                     const std::function<void(Value, Value)>& write, const std::function<Complex(Value)>& twiddle) {
  const Trig t{b, spec};
  const auto own = [&](Value j, Value y) { write(t.sine ? t.backwards(j) : j, y); };
  const auto twice = [&](Value v) { return b.let("v", v * 2.0); };
  const Complex w = value * twiddle(k);
  Value y = twice(w.re);
  if (spec.ortho) y = t.weigh_if(k == 0, 1 / std::numbers::sqrt2, y);
  own(k, y);
  // Elements 0 and n/2 stand alone.
  const Value paired = 0 < k && k < t.n / 2;
  b.branch(paired, [&] { own(t.n - k, b.let("v", -twice(w.im))); });
}

}  // namespace papilio::kernel
