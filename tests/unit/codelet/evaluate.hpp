// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runs straight-line code on the host; the DFT by definition serves as the reference.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "codelet/codelet.hpp"
#include "codelet/program.hpp"
#include "core/roots.hpp"

namespace papilio::codelet::testing {

template <typename T>
std::vector<T> evaluate(const std::vector<CodeletInstruction>& instructions, const std::vector<int>& outputs,
                        std::vector<T> values) {
  for (const CodeletInstruction& in : instructions) {
    const T a = values.at(in.a);
    const T b = operand_count(in.op) == 2 ? values.at(in.b) : T(0);
    const T c = static_cast<T>(in.constant);
    switch (in.op) {
      case CodeletOp::add:
        values.push_back(a + b);
        break;
      case CodeletOp::sub:
        values.push_back(a - b);
        break;
      case CodeletOp::mul:
        values.push_back(a * c);
        break;
      case CodeletOp::neg:
        values.push_back(-a);
        break;
      case CodeletOp::fma:
        values.push_back(std::fma(a, c, b));
        break;
      case CodeletOp::fms:
        values.push_back(std::fma(a, c, -b));
        break;
      case CodeletOp::fnma:
        values.push_back(std::fma(-a, c, b));
        break;
    }
  }
  std::vector<T> result;
  for (const int output : outputs) result.push_back(values.at(output));
  return result;
}

template <typename T>
std::vector<T> evaluate(const Codelet& codelet, const std::vector<T>& x) {
  return evaluate(codelet.instructions, codelet.outputs, x);
}

template <typename T>
std::vector<T> evaluate(const CodeletProgram& program, const std::vector<T>& x) {
  return evaluate(program.instructions, program.outputs, x);
}

/// Interleaved re, im, like a codelet's inputs and outputs.
inline std::vector<long double> naive_dft(const std::vector<long double>& x, Direction direction) {
  const auto n = static_cast<std::int64_t>(x.size() / 2);
  std::vector<long double> result;
  for (std::int64_t k = 0; k < n; ++k) {
    LongComplex sum = 0;
    for (std::int64_t j = 0; j < n; ++j) {
      const LongComplex w = root_of_unity(j * k % n, n);
      sum += LongComplex(x[2 * j], x[2 * j + 1]) * (direction == Direction::forward ? w : std::conj(w));
    }
    result.push_back(sum.real());
    result.push_back(sum.imag());
  }
  return result;
}

/// Uniform in [-1, 1]; exactly representable in every precision.
inline std::vector<long double> random_values(int count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<long double> values;
  for (int i = 0; i < count; ++i)
    values.push_back(static_cast<long double>(static_cast<int>(generator() % 32768U) - 16384) / 16384);
  return values;
}

template <typename To, typename From>
std::vector<To> converted(const std::vector<From>& values) {
  return std::vector<To>(values.begin(), values.end());
}

/// The largest |a - b|.
template <typename T>
long double distance(const std::vector<T>& a, const std::vector<long double>& b) {
  long double largest = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    largest = std::fmax(largest, std::fabs(static_cast<long double>(a.at(i)) - b[i]));
  return largest;
}

/// |a - b| / |b| in the Euclidean norm.
template <typename T>
long double relative_error(const std::vector<T>& a, const std::vector<long double>& b) {
  long double difference = 0;
  long double size = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const long double d = static_cast<long double>(a.at(i)) - b[i];
    difference += d * d;
    size += b[i] * b[i];
  }
  return std::sqrt(difference / size);
}

}  // namespace papilio::codelet::testing
