// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/convolution_expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <random>
#include <set>

#include "bench/input.hpp"
#include "bench/traffic.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "verify/reference/convolution_sum.hpp"
#include "verify/reference/fftw.hpp"
#include "verify/reference/sampled_transform.hpp"
#include "verify/reference/scale_of.hpp"
#include "verify/reference/side_layout.hpp"
#include "verify/reference/stored_numbers.hpp"

namespace papilio::bench {
namespace {

constexpr std::int64_t max_points = std::int64_t{1} << 22;    // of transforms, a second of FFTW's time
constexpr std::int64_t max_products = std::int64_t{1} << 28;  // of sums of a signal's sample, half a second
constexpr std::int64_t longest = std::int64_t{1} << 24;

std::vector<double> numbers_of(std::span<const std::byte> bytes, Storage storage, Precision precision) {
  const auto width = static_cast<std::size_t>(bytes_of(storage, precision));
  const verify::StoredNumbers stored(bytes, storage, precision);
  std::vector<double> numbers(bytes.size() / width);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<double>(stored[static_cast<std::int64_t>(i)]);
  return numbers;
}

}  // namespace

ConvolutionExpectation::ConvolutionExpectation(const ConvolutionProblem& problem, std::span<const std::byte> input)
    : Expectation(problem.precision, problem.out_storage), problem_(problem.normalised()), groups_(problem_) {
  const std::int64_t points = groups_.signals.elements();
  if (points > longest) {
    throw Error::unsupported(fmt::format("a reference for {}", problem.token()), "a signal has more than 2^24 points",
                             "use --no-check");
  }
  verify::ConvolutionReference<long double> reference(verify::shared_fftw());
  reference.prepare(groups_.one);
  const std::vector<double> kernels = numbers_of(kernels_of(problem), Storage::native, problem.precision);
  const std::int64_t channels = problem.in_channels * problem.out_channels;
  const bool whole = reference.cost() * channels <= max_points;
  const std::int64_t wanted = std::clamp<std::int64_t>(4096 / points, 3, 64);
  const std::int64_t affordable = whole ? std::max<std::int64_t>(1, max_points / (reference.cost() * channels)) : 2;
  for (const std::int64_t g : verify::evenly_spread(groups_.count(), std::min({wanted, affordable, groups_.count()}))) {
    const std::vector<double> x = signal_of(input, g);
    const std::vector<double> h = verify::numbers_of(groups_.kernels, groups_.kernels_of(g), kernels);
    expected_[g] = whole ? ExpectedNumbers{{}, result_of(reference, x, h)} : sample_of(x, h);
  }
}

std::vector<double> ConvolutionExpectation::signal_of(std::span<const std::byte> input, std::int64_t group) const {
  const verify::StoredNumbers numbers(input, problem_.in_storage, problem_.precision);
  std::vector<double> x;
  groups_.signals.for_each_number(group, [&](std::int64_t at) { x.push_back(static_cast<double>(numbers[at])); });
  return x;
}

/// Elements in places that follow from nothing else.
ConvolutionExpectation::ExpectedNumbers ConvolutionExpectation::sample_of(const std::vector<double>& x,
                                                                          const std::vector<double>& h) const {
  const ConvolutionProblem& one = groups_.one;
  const std::int64_t width = one.field == Field::real ? 1 : 2;
  const std::int64_t taps = product(one.kernel_lengths);
  const std::int64_t points = product(one.lengths);
  const std::int64_t results = product(one.output_lengths());
  const std::int64_t count = std::clamp<std::int64_t>(max_products / taps / problem_.in_channels, 4, 64);
  std::mt19937_64 engine(1);
  std::set<std::int64_t> elements = {0, results * problem_.out_channels - 1};
  while (std::ssize(elements) < std::min(count, results * problem_.out_channels))
    elements.insert(static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(results * problem_.out_channels)));
  ExpectedNumbers expected;
  for (const std::int64_t element : elements) {
    std::complex<long double> sum;
    for (std::int64_t i = 0; i < problem_.in_channels; ++i) {
      const std::int64_t kernel = element / results * problem_.in_channels + i;
      sum += verify::convolution_sum(one, &x[i * points * width], &h[kernel * taps * width], element % results);
    }
    for (std::int64_t part = 0; part < width; ++part) {
      expected.sampled.push_back(element * width + part);
      expected.numbers.push_back(part == 0 ? sum.real() : sum.imag());
    }
  }
  return expected;
}

std::vector<long double> ConvolutionExpectation::result_of(verify::ConvolutionReference<long double>& reference,
                                                           const std::vector<double>& x,
                                                           const std::vector<double>& h) const {
  std::vector<long double> result;
  for (std::int64_t o = 0; o < problem_.out_channels; ++o) {
    const std::vector<long double> channel =
        reference.channel<double>(x, h, {o, problem_.in_channels, problem_.out_channels});
    result.insert(result.end(), channel.begin(), channel.end());
  }
  return result;
}

ConvolutionExpectation::NumberRange ConvolutionExpectation::window(std::int64_t group) const {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = 0;
  groups_.results.for_each_number(group, [&](std::int64_t at) {
    first = std::min(first, at);
    last = std::max(last, at);
  });
  const auto width = static_cast<std::size_t>(bytes_of(problem_.out_storage, problem_.precision));
  return {first, static_cast<std::size_t>(first) * width, static_cast<std::size_t>(last + 1 - first) * width};
}

void ConvolutionExpectation::poison(Arena& arena) const {
  if (result_part(problem_) == Part::input) return;  // it holds the signals
  for (const auto& [group, numbers] : expected_) {
    const NumberRange window = this->window(group);
    const std::vector<std::byte> nan(window.bytes, std::byte{0xFF});  // in every floating-point type
    arena.write(Part::output, window.offset, nan);
  }
}

double ConvolutionExpectation::error(Arena& arena) const {
  long double difference = 0;
  long double norm = 0;
  for (const auto& expected : expected_) {  // clang's lambdas capture no structured bindings
    const std::int64_t group = expected.first;
    const auto& sampled = expected.second.sampled;
    const auto& exact = expected.second.numbers;
    const NumberRange window = this->window(group);
    std::vector<std::byte> output(window.bytes);
    arena.read(result_part(problem_), window.offset, output);
    const std::vector<double> got = numbers_of(output, problem_.out_storage, problem_.precision);
    std::size_t i = 0;
    std::int64_t number = 0;
    groups_.results.for_each_number(group, [&](std::int64_t at) {
      const std::int64_t own = number++;
      if (i == exact.size() || (!sampled.empty() && sampled[i] != own)) return;
      const long double right = exact[i++];
      const long double wrong_by = got[static_cast<std::size_t>(at - window.first)] - right;
      difference += wrong_by * wrong_by;
      norm += right * right;
    });
  }
  return ratio(difference, norm);
}

}  // namespace papilio::bench
