// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/convolution_expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>

#include "bench/input.hpp"
#include "bench/traffic.hpp"
#include "core/storage.hpp"
#include "verify/reference/fftw.hpp"
#include "verify/reference/sampled_transform.hpp"
#include "verify/reference/stored_numbers.hpp"

namespace papilio::bench {
namespace {

constexpr std::int64_t max_points = std::int64_t{1} << 22;  // of transforms, a second of FFTW's time
constexpr std::int64_t longest = std::int64_t{1} << 24;

std::vector<double> numbers_of(std::span<const std::byte> bytes, Storage storage, Precision precision) {
  const auto width = static_cast<std::size_t>(bytes_of(storage, precision));
  const verify::StoredNumbers stored(bytes, storage, precision);
  std::vector<double> numbers(bytes.size() / width);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = stored[static_cast<std::int64_t>(i)];
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
  const std::int64_t wanted = std::clamp<std::int64_t>(4096 / points, 3, 64);
  const std::int64_t affordable = std::max<std::int64_t>(1, max_points / (reference.cost() * channels));
  for (const std::int64_t g : verify::evenly_spread(groups_.count(), std::min({wanted, affordable, groups_.count()}))) {
    expected_[g] = result_of(reference, input, kernels, g);
  }
}

std::vector<long double> ConvolutionExpectation::result_of(verify::ConvolutionReference<long double>& reference,
                                                           std::span<const std::byte> input,
                                                           const std::vector<double>& kernels,
                                                           std::int64_t group) const {
  const verify::StoredNumbers numbers(input, problem_.in_storage, problem_.precision);
  std::vector<double> x;
  groups_.signals.for_each_number(group, [&](std::int64_t at) { x.push_back(numbers[at]); });
  const std::vector<double> h = verify::numbers_of(groups_.kernels, groups_.kernels_of(group), kernels);
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
  for (const auto& expected : expected_) {
    const auto& group = expected.first;
    const auto& exact = expected.second;
    const NumberRange window = this->window(group);
    std::vector<std::byte> output(window.bytes);
    arena.read(result_part(problem_), window.offset, output);
    const std::vector<double> got = numbers_of(output, problem_.out_storage, problem_.precision);
    std::size_t i = 0;
    groups_.results.for_each_number(group, [&](std::int64_t at) {
      const long double right = exact[i++];
      const long double wrong_by = got[static_cast<std::size_t>(at - window.first)] - right;
      difference += wrong_by * wrong_by;
      norm += right * right;
    });
  }
  return ratio(difference, norm);
}

}  // namespace papilio::bench
