// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/complex.hpp"

#include <papilio/error.hpp>

#include "codelet/codelet.hpp"

namespace papilio::experiments {
namespace {

using ir::Value;

Value computed(const codelet::CodeletInstruction& instruction, const std::vector<Value>& values) {
  using codelet::CodeletOp;
  const Value a = values[static_cast<std::size_t>(instruction.a)];
  const bool alone = instruction.op == CodeletOp::mul || instruction.op == CodeletOp::neg;
  const Value b = alone ? Value() : values[static_cast<std::size_t>(instruction.b)];
  const auto constant = [&] { return ir::constant_like(a, static_cast<double>(instruction.constant)); };
  switch (instruction.op) {
    case CodeletOp::add:
      return a + b;
    case CodeletOp::sub:
      return a - b;
    case CodeletOp::mul:
      return a * constant();
    case CodeletOp::neg:
      return -a;
    case CodeletOp::fma:
      return fma(a, constant(), b);
    case CodeletOp::fms:
      return fma(a, constant(), -b);
    case CodeletOp::fnma:
      return fma(-a, constant(), b);
  }
  throw Error::internal("codelet instruction");
}

/// Normalises a sum whose error is known: |a| >= |b|.
FloatPair normalised(Value a, Value b) {
  const Value high = let(a + b);
  return {high, let(b - (high - a))};
}

}  // namespace

ComplexValue multiply(const ComplexValue& a, const ComplexValue& b) {
  const Value ii = let(a.im * b.im);
  const Value ir = let(a.im * b.re);
  const Value re = let(fma(a.re, b.re, -ii), "z");
  return {re, let(fma(a.re, b.im, ir), "z")};
}

std::vector<ComplexValue> butterfly(Direction direction, const std::vector<ComplexValue>& x) {
  const codelet::Codelet& code = codelet::dft(static_cast<int>(x.size()), direction, codelet::Style::exact);
  std::vector<Value> values;
  for (const ComplexValue& number : x) {
    values.push_back(number.re);
    values.push_back(number.im);
  }
  for (const codelet::CodeletInstruction& instruction : code.instructions) {
    values.push_back(let(computed(instruction, values), "v"));
  }
  std::vector<ComplexValue> results;
  for (std::size_t k = 0; k < x.size(); ++k) {
    results.push_back({values[static_cast<std::size_t>(code.outputs[2 * k])],
                       values[static_cast<std::size_t>(code.outputs[2 * k + 1])]});
  }
  return results;
}

ComplexValue load(ir::Builder& b, const ir::Buffer* buffer, Value index) {
  const Value both = b.load(buffer, index * 2, 2, 2);
  const Value re = let(lane(both, 0), "x");
  return {re, let(lane(both, 1), "x")};
}

void store(ir::Builder& b, const ir::Buffer* buffer, Value index, const ComplexValue& value) {
  b.store(buffer, index * 2, ir::shuffle({value.re, value.im}, {0, 1}), 2);
}

FloatPair add(const FloatPair& x, const FloatPair& y) {
  const Value sum = let(x.high + y.high);  // Knuth's two-sum
  const Value part = let(sum - x.high);
  const Value error = let((x.high - (sum - part)) + (y.high - part));
  return normalised(sum, let(error + (x.low + y.low)));
}

FloatPair multiply(const FloatPair& x, const FloatPair& y) {
  const Value product = let(x.high * y.high);
  const Value error = let(fma(x.high, y.high, -product));
  return normalised(product, let(error + (x.high * y.low + x.low * y.high)));
}

}  // namespace papilio::experiments
