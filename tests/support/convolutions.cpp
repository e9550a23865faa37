// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/convolutions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "core/storage.hpp"
#include "support/reference.hpp"

namespace papilio::test {
namespace {

using Lengths = std::vector<std::int64_t>;

std::int64_t product(const Lengths& lengths) {
  std::int64_t result = 1;
  for (const std::int64_t length : lengths) result *= length;
  return result;
}

Lengths indices(std::int64_t number, const Lengths& lengths) {
  Lengths result(lengths.size());
  for (std::size_t i = lengths.size(); i-- > 0;) {
    result[i] = number % lengths[i];
    number /= lengths[i];
  }
  return result;
}

std::vector<LongComplex> elements_of(const ConvolutionProblem& problem, const Numbers& numbers) {
  std::vector<LongComplex> result;
  const std::size_t width = problem.field == Field::real ? 1 : 2;
  for (std::size_t i = 0; i < numbers.size(); i += width) {
    result.emplace_back(numbers[i], width == 2 ? static_cast<long double>(numbers[i + 1]) : 0.0L);
  }
  return result;
}

/// Where products of element s of the signal and j of the kernel go on an axis: of the full result, or modulo its
/// length.
std::int64_t target(const ConvolutionProblem& problem, std::size_t axis, std::int64_t s, std::int64_t j) {
  const bool correlates = problem.operation == Operation::correlate;
  if (problem.mode == ConvolutionMode::circular) {
    const std::int64_t n = problem.lengths[axis];
    const std::int64_t sum = correlates ? s - j % n + n : s + j;
    return sum % n;
  }
  return correlates ? s + problem.kernel_lengths[axis] - 1 - j : s + j;
}

std::vector<LongComplex> whole_result(const ConvolutionProblem& problem, const Lengths& lengths,
                                      const LongComplex* signal, const LongComplex* kernel) {
  std::vector<LongComplex> result(static_cast<std::size_t>(product(lengths)));
  for (std::int64_t s = 0; s < product(problem.lengths); ++s) {
    const Lengths from = indices(s, problem.lengths);
    for (std::int64_t k = 0; k < product(problem.kernel_lengths); ++k) {
      const Lengths by = indices(k, problem.kernel_lengths);
      std::int64_t at = 0;
      for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
        at = at * lengths[axis] + target(problem, axis, from[axis], by[axis]);
      }
      result[at] += signal[s] * (problem.operation == Operation::correlate ? std::conj(kernel[k]) : kernel[k]);
    }
  }
  return result;
}

Lengths begin_of(const ConvolutionProblem& problem) {
  Lengths begin(problem.lengths.size());
  for (std::size_t axis = 0; axis < begin.size(); ++axis) {
    const std::int64_t before = problem.kernel_lengths[axis] - 1;
    if (problem.mode == ConvolutionMode::same) begin[axis] = before / 2;
    if (problem.mode == ConvolutionMode::valid) begin[axis] = before;
  }
  return begin;
}

long double energy(const LongComplex* values, std::int64_t count) {
  long double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += std::norm(values[i]);
  return sum;
}

double bound_of(const ConvolutionProblem& problem, const Lengths& padded) {
  return 3 * error_bound(product(padded), problem.precision);
}

}  // namespace

Numbers random_elements(const ConvolutionProblem& problem, std::int64_t elements, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Numbers numbers(static_cast<std::size_t>(elements * (problem.field == Field::real ? 1 : 2)));
  for (double& number : numbers) {
    number = uniform(engine);
    if (problem.precision == Precision::f32) number = static_cast<float>(number);
  }
  return numbers;
}

Numbers random_signals(const ConvolutionProblem& problem, std::uint64_t seed) {
  Numbers numbers = random_elements(problem, problem.signal_elements(), seed);
  for (double& number : numbers) {
    if (is_integer(problem.in_storage)) {
      number = std::round(100 * number) + (problem.in_storage == Storage::u8 ? 100 : 0);
    } else {
      std::array<std::byte, sizeof(double)> memory{};
      store_number(problem.in_storage, problem.precision, number, memory.data());
      number = load_number(problem.in_storage, problem.precision, memory.data());
    }
  }
  return numbers;
}

std::vector<std::string> faults_of_convolution(const ConvolutionProblem& problem, const Lengths& padded,
                                               const Numbers& signal, const Numbers& kernel, const Numbers& result) {
  std::vector<std::string> faults;
  Lengths lengths = problem.lengths;
  for (std::size_t axis = 0; axis < lengths.size() && problem.mode != ConvolutionMode::circular; ++axis) {
    lengths[axis] += problem.kernel_lengths[axis] - 1;
  }
  const std::vector<LongComplex> x = elements_of(problem, signal);
  const std::vector<LongComplex> h = elements_of(problem, kernel);
  const std::vector<LongComplex> y = elements_of(problem, result);
  const Lengths out = problem.output_lengths();
  const Lengths begin = begin_of(problem);
  for (std::int64_t b = 0; b < problem.batch; ++b) {
    const LongComplex* own = &h[problem.kernels == 1 ? 0 : b * product(problem.kernel_lengths)];
    const LongComplex* own_signal = &x[b * product(problem.lengths)];
    const std::vector<LongComplex> exact = whole_result(problem, lengths, own_signal, own);
    const long double norm =
        energy(own_signal, product(problem.lengths)) * energy(own, product(problem.kernel_lengths));
    long double difference = 0;
    long double kept = 0;
    for (std::int64_t k = 0; k < product(out); ++k) {
      const Lengths index = indices(k, out);
      std::int64_t at = 0;
      for (std::size_t axis = 0; axis < out.size(); ++axis) at = at * lengths[axis] + begin[axis] + index[axis];
      difference += std::norm(y[b * product(out) + k] - exact[at]);
      kept += std::norm(exact[at]);
    }
    const std::int64_t counted = std::max(product(out), std::min<std::int64_t>(product(padded), 8));
    const long double scale = static_cast<long double>(product(padded)) / static_cast<long double>(counted);
    const auto error = static_cast<double>(std::sqrt(difference * scale / norm));
    const double stored = unit_roundoff(problem.out_storage, problem.precision);
    const double bound = bound_of(problem, padded) + stored * static_cast<double>(std::sqrt(kept * scale / norm));
    if (!(error <= bound)) faults.push_back(fmt::format("signal {}: error {:.2e}, bound {:.2e}", b, error, bound));
  }
  return faults;
}

}  // namespace papilio::test
