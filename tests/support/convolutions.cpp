// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/convolutions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "core/convolution_layout.hpp"
#include "core/error_bound.hpp"
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

/// The index along an axis to which the product of signal element s and kernel element j contributes: in the full
/// result, or modulo its length.
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

/// The parts of a buffer that belong to one result: signals, kernels or results of all its channels.
struct Groups {
  std::vector<Places> places;
  Lengths loops;  ///< arrays of the batch, then axes that are not convolved
};

Groups groups_of(const ConvolutionProblem& problem, const ArraySide& side, std::int64_t batch) {
  Groups groups{places_of(stand_in(problem, side, batch), End::input), {batch}};
  const std::size_t channels = side.lengths.size() - problem.lengths.size();
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    if (!is_convolved(problem, axis)) groups.loops.push_back(side.lengths[channels + axis]);
  }
  return groups;
}

/// The group whose index equals that of group number `index` of `of`, or 0 if there is only one group.
std::int64_t same_group(const Groups& groups, const Groups& of, std::int64_t index) {
  const Lengths at = indices(index, of.loops);
  std::int64_t result = 0;
  for (std::size_t i = 0; i < at.size(); ++i) result = result * groups.loops[i] + (groups.loops[i] == 1 ? 0 : at[i]);
  return result;
}

std::vector<LongComplex> elements_at(const ConvolutionProblem& problem, const Places& places, const Numbers& numbers) {
  std::vector<LongComplex> result;
  const std::size_t width = problem.field == Field::real ? 1 : 2;
  for (std::size_t i = 0; i < places.size(); i += width) {
    const double im = width == 2 ? numbers.at(static_cast<std::size_t>(places[i + 1])) : 0.0;
    result.emplace_back(numbers.at(static_cast<std::size_t>(places[i])), im);
  }
  return result;
}

/// A problem with one signal and one kernel, along the convolved axes only.
ConvolutionProblem one_of(const ConvolutionProblem& problem) {
  ConvolutionProblem one;
  one.operation = problem.operation;
  one.mode = problem.mode;
  one.lengths.clear();
  one.kernel_lengths.clear();
  for (const int axis : problem.convolved_axes()) {
    one.lengths.push_back(problem.lengths[static_cast<std::size_t>(axis)]);
    one.kernel_lengths.push_back(problem.kernel_lengths[static_cast<std::size_t>(axis)]);
  }
  return one;
}

/// The whole result of one output channel, and the sum of |x|^2 |h|^2 over the input channels.
struct Exact {
  std::vector<LongComplex> whole;
  long double norm = 0;
};

Exact exact_channel(const ConvolutionProblem& one, const Lengths& lengths, const std::vector<LongComplex>& signals,
                    const LongComplex* kernels) {
  const std::int64_t points = product(one.lengths);
  const std::int64_t taps = product(one.kernel_lengths);
  Exact exact{std::vector<LongComplex>(static_cast<std::size_t>(product(lengths))), 0};
  for (std::int64_t i = 0; i * points < static_cast<std::int64_t>(signals.size()); ++i) {
    const LongComplex* const x = &signals[i * points];
    const LongComplex* const h = kernels + i * taps;
    const std::vector<LongComplex> part = whole_result(one, lengths, x, h);
    for (std::size_t k = 0; k < part.size(); ++k) exact.whole[k] += part[k];
    exact.norm += energy(x, points) * energy(h, taps);
  }
  return exact;
}

/// Checks that numbers outside the results are unchanged.
void check_gaps(const ConvolutionProblem& problem, const Groups& results, const Numbers& signal, const Numbers& result,
                std::vector<std::string>& faults) {
  std::vector<bool> owned(result.size());
  for (const Places& places : results.places) {
    for (const std::int64_t at : places) owned.at(static_cast<std::size_t>(at)) = true;
  }
  const bool in_place = problem.placement == Placement::in_place;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const bool kept = in_place ? result[i] == signal[i] || std::isnan(signal[i]) : std::isnan(result[i]);
    if (owned[i] || kept) continue;
    faults.push_back(fmt::format("number {} belongs to no result, and was written", i));
    return;
  }
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
  for (const Places& places : groups_of(problem, signal_side(problem), problem.batch).places) {
    for (const std::int64_t at : places) {
      double& number = numbers[static_cast<std::size_t>(at)];
      number = random[static_cast<std::size_t>(at)];
      if (is_integer(problem.in_storage)) {
        number = std::round(100 * number) + (problem.in_storage == Storage::u8 ? 100 : 0);
      } else {
        std::array<std::byte, sizeof(double)> memory{};
        store_number(problem.in_storage, problem.precision, number, memory.data());
        number = load_number(problem.in_storage, problem.precision, memory.data());
      }
    }
  }
  return numbers;
}

Numbers random_kernels(const ConvolutionProblem& problem, std::uint64_t seed) {
  Numbers numbers = random_elements(problem, problem.kernel_elements(), seed);
  std::vector<bool> owned(numbers.size());
  for (const Places& places : groups_of(problem, kernel_side(problem), problem.kernels).places) {
    for (const std::int64_t at : places) owned.at(static_cast<std::size_t>(at)) = true;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!owned[i]) numbers[i] = std::nan("");
  }
  return numbers;
}

std::vector<std::string> faults_of_convolution(const ConvolutionProblem& problem, const Lengths& padded,
                                               const Numbers& signal, const Numbers& kernel, const Numbers& result) {
  std::vector<std::string> faults;
  const ConvolutionProblem one = one_of(problem);
  Lengths lengths = one.lengths;
  for (std::size_t axis = 0; axis < lengths.size() && problem.mode != ConvolutionMode::circular; ++axis) {
    lengths[axis] += one.kernel_lengths[axis] - 1;
  }
  const Groups signals = groups_of(problem, signal_side(problem), problem.batch);
  const Groups kernels = groups_of(problem, kernel_side(problem), problem.kernels);
  const Groups results = groups_of(problem, result_side(problem), problem.batch);
  const Lengths out = one.output_lengths();
  const Lengths begin = begin_of(one);
  const std::int64_t counted = std::max(product(out), std::min<std::int64_t>(product(padded), 8));
  const long double scale = static_cast<long double>(product(padded)) / static_cast<long double>(counted);
  for (std::size_t g = 0; g < signals.places.size(); ++g) {
    const auto own = static_cast<std::size_t>(same_group(kernels, signals, static_cast<std::int64_t>(g)));
    const std::vector<LongComplex> x = elements_at(problem, signals.places[g], signal);
    const std::vector<LongComplex> h = elements_at(problem, kernels.places[own], kernel);
    const std::vector<LongComplex> y = elements_at(problem, results.places[g], result);
    for (std::int64_t o = 0; o < problem.out_channels; ++o) {
      const Exact exact =
          exact_channel(one, lengths, x, &h[o * static_cast<std::int64_t>(h.size()) / problem.out_channels]);
      long double difference = 0;
      long double kept = 0;
      for (std::int64_t k = 0; k < product(out); ++k) {
        const Lengths index = indices(k, out);
        std::int64_t at = 0;
        for (std::size_t axis = 0; axis < out.size(); ++axis) at = at * lengths[axis] + begin[axis] + index[axis];
        difference += std::norm(y[o * product(out) + k] - exact.whole[at]);
        kept += std::norm(exact.whole[at]);
      }
      const auto error = static_cast<double>(std::sqrt(difference * scale / exact.norm));
      const double stored = unit_roundoff(problem.out_storage, problem.precision);
      const double bound = convolution_bound(product(padded), problem.in_channels, problem.precision) +
                           stored * static_cast<double>(std::sqrt(kept * scale / exact.norm));
      if (!(error <= bound)) {
        faults.push_back(fmt::format("signal {}, channel {}: error {:.2e}, bound {:.2e}", g, o, error, bound));
      }
    }
  }
  check_gaps(problem, results, signal, result, faults);
  return faults;
}

}  // namespace papilio::test
