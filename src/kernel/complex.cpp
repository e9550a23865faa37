// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/complex.hpp"

#include <algorithm>
#include <papilio/error.hpp>

namespace papilio::kernel {

Complex multiply(Builder& b, Complex a, Complex w, Conjugate conjugate) {
  const Value ii = b.let("t", b.mul(a.im, w.im));
  const Value ir = b.let("t", b.mul(a.im, w.re));
  if (conjugate == Conjugate::no) {
    return {b.let("z", b.fma(a.re, w.re, b.neg(ii))), b.let("z", b.fma(a.re, w.im, ir))};
  }
  return {b.let("z", b.fma(a.re, w.re, ii)), b.let("z", b.fma(b.neg(a.re), w.im, ir))};
}

Complex multiply_add(Builder& b, Complex a, Complex w, Complex c) {
  const Value re = b.let("t", b.fma(b.neg(a.im), w.im, c.re));
  const Value im = b.let("t", b.fma(a.im, w.re, c.im));
  return {b.let("z", b.fma(a.re, w.re, re)), b.let("z", b.fma(a.re, w.im, im))};
}

Complex scale(Builder& b, Complex a, double factor) {
  if (factor == 1.0) return a;
  const Value f = b.real(factor, a.re->type);
  return {b.let("z", b.mul(a.re, f)), b.let("z", b.mul(a.im, f))};
}

Complex add(Builder& b, Complex a, Complex c) { return {b.let("z", b.add(a.re, c.re)), b.let("z", b.add(a.im, c.im))}; }

Complex subtract(Builder& b, Complex a, Complex c) {
  return {b.let("re", b.sub(a.re, c.re)), b.let("im", b.sub(a.im, c.im))};
}

Complex conjugate(Builder& b, Complex a) { return {a.re, b.let("im", b.neg(a.im))}; }

Complex broadcast(Builder& b, Complex a, int lanes) {
  if (lanes == 1) return a;
  return {b.let("w", b.broadcast(a.re, lanes)), b.let("w", b.broadcast(a.im, lanes))};
}

Complex select_or_zero(Builder& b, Value condition, Complex a) {
  const Value zero = b.real(0.0, a.re->type);
  return {b.let("x", b.select(condition, a.re, zero)), b.let("x", b.select(condition, a.im, zero))};
}

namespace {

bool is_zero(Value v) { return v->op == Op::float_constant && v->real == 0; }

/// One instruction of a codelet. What is made of numbers that are known to be 0 takes none.
Value computed(Builder& b, const codelet::Instruction& instruction, const std::vector<Value>& values) {
  using codelet::Op;
  const Op op = instruction.op;
  const Value x = values[instruction.a];
  const Value y = op == Op::mul || op == Op::neg ? nullptr : values[instruction.b];
  if (is_zero(x)) return y == nullptr ? x : op == Op::sub || op == Op::fms ? b.neg(y) : y;
  const bool alone = y != nullptr && is_zero(y);
  const auto c = [&] { return b.real(static_cast<double>(instruction.constant), x->type); };
  switch (op) {
    case Op::add:
      return alone ? x : b.add(x, y);
    case Op::sub:
      return alone ? x : b.sub(x, y);
    case Op::mul:
      return b.mul(x, c());
    case Op::neg:
      return b.neg(x);
    case Op::fma:
      return alone ? b.mul(x, c()) : b.fma(x, c(), y);
    case Op::fms:
      return alone ? b.mul(x, c()) : b.fma(x, c(), b.neg(y));
    case Op::fnma:
      return alone ? b.mul(b.neg(x), c()) : b.fma(b.neg(x), c(), y);
  }
  throw Error::internal("codelet instruction");
}

}  // namespace

std::vector<Complex> butterfly(Builder& b, Direction direction, codelet::Fusion fusion, const std::vector<Complex>& x) {
  const auto radix = static_cast<int>(x.size());
  if (radix == 1) return x;
  const codelet::Codelet& code = codelet::dft(radix, direction, fusion);
  std::vector<Value> values;
  values.reserve(2 * x.size() + code.instructions.size());
  for (const Complex& input : x) {
    values.push_back(input.re);
    values.push_back(input.im);
  }
  for (const codelet::Instruction& op : code.instructions) values.push_back(b.let("v", computed(b, op, values)));
  std::vector<Complex> y(x.size());
  for (int k = 0; k < radix; ++k) y[k] = {values[code.outputs[2 * k]], values[code.outputs[2 * k + 1]]};
  return y;
}

std::vector<Complex> twiddled_butterfly(Builder& b, Direction direction, const std::vector<Complex>& x,
                                        const std::vector<Complex>& factors) {
  const std::size_t n = x.size();
  if (n == 1) return x;
  std::vector<Complex> even;
  std::vector<Complex> odd;
  for (std::size_t j = 0; j < n; j += 2) {
    even.push_back(x[j]);
    odd.push_back(x[j + 1]);
  }
  even = twiddled_butterfly(b, direction, even, factors);
  odd = twiddled_butterfly(b, direction, odd, factors);
  const bool forward = direction == Direction::forward;
  const std::size_t quarter = std::max<std::size_t>(1, n / 4);
  std::vector<Complex> y(n);
  for (std::size_t k = 0; k < n / 2; ++k) {
    const Complex factor = factors[n / 4 + k % quarter];  // cosine, tangent
    const Complex z = odd[k];
    const Value tangent = forward ? factor.im : b.neg(factor.im);
    const Complex t = {b.let("t", b.fma(b.neg(z.im), tangent, z.re)), b.let("t", b.fma(z.re, tangent, z.im))};
    const Value back = b.neg(factor.re);
    const auto sum = [&](Value c, Value s, Value a) { return b.let("v", b.fma(c, s, a)); };
    if (k < quarter) {
      y[k] = {sum(factor.re, t.re, even[k].re), sum(factor.re, t.im, even[k].im)};
      y[k + n / 2] = {sum(back, t.re, even[k].re), sum(back, t.im, even[k].im)};
    } else {  // times -i, or i
      const Value down = forward ? back : factor.re;
      const Value up = forward ? factor.re : back;
      y[k] = {sum(up, t.im, even[k].re), sum(down, t.re, even[k].im)};
      y[k + n / 2] = {sum(down, t.im, even[k].re), sum(up, t.re, even[k].im)};
    }
  }
  return y;
}

Value interleave(Builder& b, Complex a) {
  const int lanes = a.re->type.lanes;
  std::vector<int> mask;
  for (int l = 0; l < lanes; ++l) {
    mask.push_back(l);
    mask.push_back(lanes + l);
  }
  return b.shuffle({a.re, a.im}, mask);
}

Complex deinterleave(Builder& b, Value pairs) {
  std::vector<int> even;
  std::vector<int> odd;
  for (int l = 0; l < pairs->type.lanes; l += 2) {
    even.push_back(l);
    odd.push_back(l + 1);
  }
  return {b.let("x", b.shuffle({pairs}, even)), b.let("x", b.shuffle({pairs}, odd))};
}

Complex lane(Builder& b, Complex a, int index) {
  if (a.re->type.lanes == 1) return a;
  return {b.lane(a.re, index), b.lane(a.im, index)};
}

Complex concat(Builder& b, const std::vector<Complex>& parts) {
  if (parts.size() == 1) return parts[0];
  std::vector<Value> re;
  std::vector<Value> im;
  for (const Complex& part : parts) {
    re.push_back(part.re);
    im.push_back(part.im);
  }
  return {b.let("x", b.concat(re)), b.let("x", b.concat(im))};
}

std::vector<Value> transpose(Builder& b, std::vector<Value> rows) {
  const auto n = static_cast<int>(rows.size());
  // Round by round, blocks of h x h elements swap across the diagonal of each block of 2h x 2h.
  for (int h = 1; h < n; h *= 2) {
    std::vector<int> low;
    std::vector<int> high;
    for (int l = 0; l < n; ++l) {
      const bool second = (l & h) != 0;
      low.push_back(second ? n + (l - h) : l);
      high.push_back(second ? n + l : l + h);
    }
    std::vector<Value> next(rows.size());
    for (int i = 0; i < n; ++i) {
      if ((i & h) != 0) continue;
      next[i] = b.let("x", b.shuffle({rows[i], rows[i + h]}, low));
      next[i + h] = b.let("x", b.shuffle({rows[i], rows[i + h]}, high));
    }
    rows = std::move(next);
  }
  return rows;
}

Complex load_complex(Builder& b, const Buffer* buffer, Value index, int lanes, std::int64_t alignment) {
  return deinterleave(b, b.load(buffer, index, 2 * lanes, alignment));
}

void store_complex(Builder& b, const Buffer* buffer, Value index, Complex a, std::int64_t alignment, Value rank) {
  b.store(buffer, index, interleave(b, a), alignment, rank);
}

}  // namespace papilio::kernel
