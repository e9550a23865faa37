// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/convolutions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <span>

#include "core/error_bound.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "verify/reference/convolution_groups.hpp"
#include "verify/reference/convolution_reference.hpp"

namespace papilio::test {
namespace {

using Lengths = std::vector<std::int64_t>;

long double energy(std::span<const double> numbers) {
  long double sum = 0;
  for (const double number : numbers) sum += static_cast<long double>(number) * number;
  return sum;
}

std::vector<bool> owned_numbers(const verify::SideLayout& side, std::size_t numbers) {
  std::vector<bool> owned(numbers);
  for (std::int64_t t = 0; t < side.transforms(); ++t)
    side.for_each_number(t, [&](std::int64_t at) { owned.at(static_cast<std::size_t>(at)) = true; });
  return owned;
}

/// Checks that numbers outside the results are unchanged.
void check_gaps(const ConvolutionProblem& problem, const verify::SideLayout& results, const Numbers& signal,
                const Numbers& result, std::vector<std::string>& faults) {
  const std::vector<bool> owned = owned_numbers(results, result.size());
  const bool in_place = problem.placement == Placement::in_place;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const bool kept = in_place ? result[i] == signal[i] || std::isnan(signal[i]) : std::isnan(result[i]);
    if (owned[i] || kept) continue;
    faults.push_back(fmt::format("number {} belongs to no result, and was written", i));
    return;
  }
}

/// The value of a number after it is stored as the signals are.
double as_stored(const ConvolutionProblem& problem, double number) {
  if (is_integer(problem.in_storage))
    return std::round(100 * number) +
           (problem.in_storage == Storage::u8 || problem.in_storage == Storage::u16 ? 100 : 0);
  std::array<std::byte, sizeof(double)> memory{};
  store_number(problem.in_storage, problem.precision, number, memory.data());
  return load_number(problem.in_storage, problem.precision, memory.data());
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

std::int64_t numbers_of(const ConvolutionProblem& problem, End end) {
  const std::int64_t width = problem.field == Field::real ? 1 : 2;
  const std::int64_t in = problem.signal_elements();
  const std::int64_t out = problem.output_elements();
  if (problem.placement == Placement::in_place) return width * std::max(in, out);
  return width * (end == End::input ? in : out);
}

Numbers random_signals(const ConvolutionProblem& problem, std::uint64_t seed) {
  const Numbers random = random_elements(problem, numbers_of(problem, End::input), seed);
  Numbers numbers(static_cast<std::size_t>(numbers_of(problem, End::input)), std::nan(""));
  const verify::SideLayout signals = verify::ConvolutionGroups(problem).signals;
  for (std::int64_t g = 0; g < signals.transforms(); ++g) {
    signals.for_each_number(g, [&](std::int64_t at) {
      numbers[static_cast<std::size_t>(at)] = as_stored(problem, random[static_cast<std::size_t>(at)]);
    });
  }
  return numbers;
}

Numbers random_kernels(const ConvolutionProblem& problem, std::uint64_t seed) {
  Numbers numbers = random_elements(problem, problem.kernel_elements(), seed);
  const std::vector<bool> owned = owned_numbers(verify::ConvolutionGroups(problem).kernels, numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!owned[i]) numbers[i] = std::nan("");
  }
  return numbers;
}

std::vector<std::string> faults_of_convolution(const ConvolutionProblem& problem, const Lengths& padded,
                                               const Numbers& signal, const Numbers& kernel, const Numbers& result) {
  std::vector<std::string> faults;
  const verify::ConvolutionGroups groups(problem);
  const std::int64_t results = product(groups.one.output_lengths());
  const std::int64_t counted = std::max(results, std::min<std::int64_t>(product(padded), 8));
  const long double scale = static_cast<long double>(product(padded)) / static_cast<long double>(counted);
  verify::ConvolutionReference<long double> reference(nullptr);
  reference.prepare(groups.one);
  const std::int64_t in = problem.in_channels;
  const std::int64_t out = problem.out_channels;
  for (std::int64_t g = 0; g < groups.count(); ++g) {
    const Numbers x = verify::numbers_of(groups.signals, g, signal);
    const Numbers h = verify::numbers_of(groups.kernels, groups.kernels_of(g), kernel);
    const Numbers y = verify::numbers_of(groups.results, g, result);
    const std::size_t points = x.size() / static_cast<std::size_t>(in);
    const std::size_t taps = h.size() / static_cast<std::size_t>(in * out);
    for (std::int64_t o = 0; o < out; ++o) {
      const std::vector<long double> exact = reference.channel<double>(x, h, {o, in, out});
      long double norm = 0;
      for (std::int64_t i = 0; i < in; ++i) {
        norm += energy(std::span(x).subspan(static_cast<std::size_t>(i) * points, points)) *
                energy(std::span(h).subspan(static_cast<std::size_t>(o * in + i) * taps, taps));
      }
      long double difference = 0;
      long double kept = 0;
      for (std::size_t k = 0; k < exact.size(); ++k) {
        const long double wrong_by = y[static_cast<std::size_t>(o) * exact.size() + k] - exact[k];
        difference += wrong_by * wrong_by;
        kept += exact[k] * exact[k];
      }
      const auto error = static_cast<double>(std::sqrt(difference * scale / norm));
      const double stored = unit_roundoff(problem.out_storage, problem.precision);
      const double bound = convolution_bound(product(padded), problem.in_channels, problem.precision) +
                           stored * static_cast<double>(std::sqrt(kept * scale / norm));
      if (!(error <= bound)) {
        faults.push_back(fmt::format("signal {}, channel {}: error {:.2e}, bound {:.2e}", g, o, error, bound));
      }
    }
  }
  check_gaps(problem, groups.results, signal, result, faults);
  return faults;
}

}  // namespace papilio::test
