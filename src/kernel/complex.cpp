// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/complex.hpp"

#include <algorithm>
#include <numeric>
#include <papilio/error.hpp>
#include <string_view>

#include "spec/layout.hpp"

namespace papilio::kernel {

namespace {

/// Computed here, once.
Value let(std::string_view name, Value value) { return value.builder().let(name, value); }

bool is_zero(Value v) { return v->op == Op::float_constant && v->real == 0; }

/// The value of an instruction whose operand x is known to be 0; y is its other operand, or none.
Value of_zero(codelet::CodeletOp op, Value x, Value y) {
  if (!y) return x;
  return op == codelet::CodeletOp::sub || op == codelet::CodeletOp::fms ? -y : y;
}

/// The value of an instruction without a second term, or with one that is known to be 0.
Value of_one_term(codelet::CodeletOp op, Value x, Value c) {
  using codelet::CodeletOp;
  switch (op) {
    case CodeletOp::add:
    case CodeletOp::sub:
      return x;
    case CodeletOp::neg:
      return -x;
    case CodeletOp::mul:
    case CodeletOp::fma:
    case CodeletOp::fms:
      return x * c;
    case CodeletOp::fnma:
      return -x * c;
  }
  throw Error::internal("codelet instruction");
}

Value of_two_terms(codelet::CodeletOp op, Value x, Value y, Value c) {
  using codelet::CodeletOp;
  switch (op) {
    case CodeletOp::add:
      return x + y;
    case CodeletOp::sub:
      return x - y;
    case CodeletOp::fma:
      return fma(x, c, y);
    case CodeletOp::fms:
      return fma(x, c, -y);
    case CodeletOp::fnma:
      return fma(-x, c, y);
    case CodeletOp::mul:
    case CodeletOp::neg:
      break;
  }
  throw Error::internal("codelet instruction");
}

/// The value of one instruction of a codelet. Operations on operands that are known to be 0 are left out.
Value computed(const codelet::CodeletInstruction& instruction, const std::vector<Value>& values) {
  using codelet::CodeletOp;
  const CodeletOp op = instruction.op;
  const Value x = values[instruction.a];
  const Value y = op == CodeletOp::mul || op == CodeletOp::neg ? Value() : values[instruction.b];
  if (is_zero(x)) return of_zero(op, x, y);
  const Value c = constant(x.builder(), {instruction.constant, instruction.exact}, x.type());
  return y && !is_zero(y) ? of_two_terms(op, x, y, c) : of_one_term(op, x, c);
}

}  // namespace

Value constant(Builder& b, const codelet::Constant& number, Type type) {
  const auto high = static_cast<double>(number.value);
  if (!type.is_pair()) return b.real(high, type);
  return b.real(high, type, static_cast<double>(number.exact - static_cast<QuadReal>(high)));
}

Complex operator+(Complex a, Complex c) { return {let("z", a.re + c.re), let("z", a.im + c.im)}; }

Complex operator-(Complex a, Complex c) { return {let("re", a.re - c.re), let("im", a.im - c.im)}; }

Complex operator*(Complex a, Complex w) { return multiply(a, w, Conjugate::no); }

Complex operator*(Complex a, double factor) {
  if (factor == 1.0) return a;
  return {let("z", a.re * factor), let("z", a.im * factor)};
}

Complex operator*(Complex a, const Multiplier& factor) {
  if (factor == 1.0) return a;
  return {let("z", a.re * factor), let("z", a.im * factor)};
}

Value operator*(Value a, const Multiplier& factor) {
  return a * a.builder().real(factor, a.type(), a.type().is_pair() ? factor.low : 0);
}

Complex conj(Complex a) { return {a.re, let("im", -a.im)}; }

Complex multiply(Complex a, Complex w, Conjugate conjugate) {
  const Value ii = let("t", a.im * w.im);
  const Value ir = let("t", a.im * w.re);
  if (conjugate == Conjugate::no) return {let("z", fma(a.re, w.re, -ii)), let("z", fma(a.re, w.im, ir))};
  return {let("z", fma(a.re, w.re, ii)), let("z", fma(-a.re, w.im, ir))};
}

Complex multiply_add(Complex a, Complex w, Complex c) {
  const Value re = let("t", fma(-a.im, w.im, c.re));
  const Value im = let("t", fma(a.im, w.re, c.im));
  return {let("z", fma(a.re, w.re, re)), let("z", fma(a.re, w.im, im))};
}

Complex select_or_zero(Value condition, Complex a) {
  return {let("x", select(condition, a.re, 0.0)), let("x", select(condition, a.im, 0.0))};
}

Complex broadcast(Complex a, int lanes) {
  if (lanes == 1) return a;
  return {let("w", broadcast(a.re, lanes)), let("w", broadcast(a.im, lanes))};
}

Complex lane(Complex a, int index) {
  if (a.re.type().lanes == 1) return a;
  return {lane(a.re, index), lane(a.im, index)};
}

Complex lanes(Complex a, int first, int width) {
  std::vector<int> mask(width);
  std::iota(mask.begin(), mask.end(), first);
  return {let("x", shuffle({a.re}, mask)), let("x", shuffle({a.im}, mask))};
}

Value reversed(Value v) {
  std::vector<Value> parts;
  for (int l = v.type().lanes - 1; l >= 0; --l) parts.push_back(lane(v, l));
  return v.builder().let("r", concat(parts));
}

Complex reversed(Complex z) { return {reversed(z.re), reversed(z.im)}; }

Complex concat(const std::vector<Complex>& parts) {
  if (parts.size() == 1) return parts[0];
  std::vector<Value> re;
  std::vector<Value> im;
  for (const Complex& part : parts) {
    re.push_back(part.re);
    im.push_back(part.im);
  }
  return {let("x", concat(re)), let("x", concat(im))};
}

std::vector<Complex> butterfly(Direction direction, codelet::Style style, const std::vector<Complex>& x) {
  const auto radix = static_cast<int>(x.size());
  if (radix == 1) return x;
  const codelet::Codelet& code = codelet::dft(radix, direction, style);
  std::vector<Value> values;
  values.reserve(2 * x.size() + code.instructions.size());
  for (const Complex& input : x) {
    values.push_back(input.re);
    values.push_back(input.im);
  }
  for (const codelet::CodeletInstruction& op : code.instructions) values.push_back(let("v", computed(op, values)));
  std::vector<Complex> y(x.size());
  for (int k = 0; k < radix; ++k) y[k] = {values[code.outputs[2 * k]], values[code.outputs[2 * k + 1]]};
  return y;
}

std::vector<Complex> twiddled_butterfly(Direction direction, const std::vector<Complex>& x,
                                        const std::vector<Complex>& factors) {
  const std::size_t n = x.size();
  if (n == 1) return x;
  std::vector<Complex> even;
  std::vector<Complex> odd;
  for (std::size_t j = 0; j < n; j += 2) {
    even.push_back(x[j]);
    odd.push_back(x[j + 1]);
  }
  even = twiddled_butterfly(direction, even, factors);
  odd = twiddled_butterfly(direction, odd, factors);
  const bool forward = direction == Direction::forward;
  const std::size_t quarter = std::max<std::size_t>(1, n / 4);
  std::vector<Complex> y(n);
  for (std::size_t k = 0; k < n / 2; ++k) {
    const Complex factor = factors[n / 4 + k % quarter];  // cosine, tangent
    const Complex z = odd[k];
    const Value tangent = forward ? factor.im : -factor.im;
    const Complex t = {let("t", fma(-z.im, tangent, z.re)), let("t", fma(z.re, tangent, z.im))};
    const Value back = -factor.re;
    const auto sum = [&](Value c, Value s, Value a) { return let("v", fma(c, s, a)); };
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

Value interleave(Complex a) {
  const int lanes = a.re.type().lanes;
  std::vector<int> mask;
  for (int l = 0; l < lanes; ++l) {
    mask.push_back(l);
    mask.push_back(lanes + l);
  }
  return shuffle({a.re, a.im}, mask);
}

Complex deinterleave(Value pairs) {
  std::vector<int> even;
  std::vector<int> odd;
  for (int l = 0; l < pairs.type().lanes; l += 2) {
    even.push_back(l);
    odd.push_back(l + 1);
  }
  return {let("x", shuffle({pairs}, even)), let("x", shuffle({pairs}, odd))};
}

std::vector<Value> transpose(std::vector<Value> rows) {
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
      next[i] = let("x", shuffle({rows[i], rows[i + h]}, low));
      next[i + h] = let("x", shuffle({rows[i], rows[i + h]}, high));
    }
    rows = std::move(next);
  }
  return rows;
}

std::vector<Value> lane_by_lane(const std::vector<Value>& vectors) {
  const auto count = static_cast<int>(vectors.size());
  const int lanes = vectors.front().type().lanes;
  std::vector<Value> result;
  if (count % 2 != 0) {
    for (int first = 0; first < count * lanes; first += lanes) {
      std::vector<Value> parts;
      for (int i = first; i < first + lanes; ++i) parts.push_back(lane(vectors[i % count], i / count));
      result.push_back(let("x", concat(parts)));
    }
    return result;
  }
  // Vectors of even and of odd numbers, interleaved: two operands a shuffle.
  std::vector<Value> even;
  std::vector<Value> odd;
  for (int i = 0; i < count; i += 2) {
    even.push_back(vectors[i]);
    odd.push_back(vectors[i + 1]);
  }
  even = count == 2 ? even : lane_by_lane(even);
  odd = count == 2 ? odd : lane_by_lane(odd);
  for (int i = 0; i < count / 2; ++i) {
    for (int half = 0; half < lanes; half += lanes / 2) {
      std::vector<int> mask;
      for (int l = half; l < half + lanes / 2; ++l) mask.insert(mask.end(), {l, lanes + l});
      result.push_back(let("x", shuffle({even[i], odd[i]}, mask)));
    }
  }
  return result;
}

namespace {

/// Applies `turn` to the real parts, and to the imaginary parts.
template <typename Turn>
std::vector<Complex> of_parts(const std::vector<Complex>& z, Turn turn) {
  std::vector<Value> re;
  std::vector<Value> im;
  for (const Complex& x : z) {
    re.push_back(x.re);
    im.push_back(x.im);
  }
  re = turn(re);
  im = turn(im);
  std::vector<Complex> result;
  for (std::size_t i = 0; i < re.size(); ++i) result.push_back({re[i], im[i]});
  return result;
}

}  // namespace

std::vector<Complex> transpose(const std::vector<Complex>& rows) {
  return of_parts(rows, [](const std::vector<Value>& part) { return transpose(part); });
}

std::vector<Complex> lane_by_lane(const std::vector<Complex>& vectors) {
  return of_parts(vectors, [](const std::vector<Value>& part) { return lane_by_lane(part); });
}

Complex load_complex(const Buffer* buffer, Value index, int lanes, std::int64_t alignment) {
  return deinterleave(index.builder().load(buffer, index, 2 * lanes, alignment));
}

Complex load_planar(const Buffer* buffer, Value i, std::int64_t n, int lanes) {
  const EntrySlot<Value> slot = planar_slot(i, n);
  return {i.builder().load(buffer, slot.re, lanes), i.builder().load(buffer, slot.im, lanes)};
}

void store_complex(const Buffer* buffer, Value index, Complex a, std::int64_t alignment, Value rank) {
  index.builder().store(buffer, index, interleave(a), alignment, rank);
}

}  // namespace papilio::kernel
