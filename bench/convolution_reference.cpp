// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/convolution_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <papilio/error.hpp>
#include <set>

#include "bench/input.hpp"
#include "bench/traffic.hpp"
#include "core/storage.hpp"

namespace papilio::bench {
namespace {

constexpr std::int64_t most_points = std::int64_t{1} << 22;  // of transforms, a second of FFTW's time
constexpr std::int64_t longest = std::int64_t{1} << 24;

std::vector<double> numbers_of(std::span<const std::byte> bytes, Storage storage, Precision precision) {
  const auto width = static_cast<std::size_t>(bytes_of(storage, precision));
  std::vector<double> numbers(bytes.size() / width);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = load_number(storage, precision, &bytes[i * width]);
  return numbers;
}

/// `count` of the signals, evenly from the first to the last.
std::set<std::int64_t> spread(std::int64_t all, std::int64_t count) {
  std::set<std::int64_t> chosen = {all - 1};
  for (std::int64_t i = 0; i + 1 < count; ++i) chosen.insert(i * (all - 1) / (count - 1));
  return chosen;
}

}  // namespace

ConvolutionExpectation::ConvolutionExpectation(const ConvolutionProblem& problem, std::span<const std::byte> input)
    : problem_(problem.normalised()), groups_(problem_) {
  const std::int64_t points = groups_.signals.elements();
  if (points > longest) {
    throw Error::unsupported(fmt::format("a reference for {}", problem.token()), "a signal has more than 2^24 points",
                             "use --no-check");
  }
  // Never closed: FFTW keeps what its planner has learnt until the process ends.
  static const auto* const library = new std::shared_ptr(tool::open_fftw<long double>());
  tool::ConvolutionReference<long double> reference(*library);
  reference.prepare(groups_.one);
  const std::vector<double> kernels = numbers_of(kernels_of(problem), Storage::native, problem.precision);
  const std::int64_t channels = problem.in_channels * problem.out_channels;
  const std::int64_t wanted = std::clamp<std::int64_t>(4096 / points, 3, 64);
  const std::int64_t affordable = std::max<std::int64_t>(1, most_points / (reference.cost() * channels));
  for (const std::int64_t g : spread(groups_.count(), std::min({wanted, affordable, groups_.count()}))) {
    expected_[g] = result_of(reference, input, kernels, g);
  }
}

std::vector<long double> ConvolutionExpectation::result_of(tool::ConvolutionReference<long double>& reference,
                                                           std::span<const std::byte> input,
                                                           const std::vector<double>& kernels,
                                                           std::int64_t group) const {
  const auto width = static_cast<std::size_t>(bytes_of(problem_.in_storage, problem_.precision));
  std::vector<double> x;
  groups_.signals.for_each_number(group, [&](std::int64_t at) {
    x.push_back(load_number(problem_.in_storage, problem_.precision, &input[static_cast<std::size_t>(at) * width]));
  });
  const std::vector<double> h = tool::numbers_of(groups_.kernels, groups_.kernels_of(group), kernels);
  const std::int64_t in = problem_.in_channels;
  const std::int64_t out = problem_.out_channels;
  std::vector<long double> result;
  for (std::int64_t o = 0; o < out; ++o) {
    std::vector<long double> channel;
    for (std::int64_t i = 0; i < in; ++i) {
      const double* const signal = &x[static_cast<std::size_t>(i) * (x.size() / static_cast<std::size_t>(in))];
      const double* const kernel =
          &h[static_cast<std::size_t>(o * in + i) * (h.size() / static_cast<std::size_t>(in * out))];
      const std::vector<long double>& part = reference.of(signal, kernel);
      channel.resize(part.size());
      for (std::size_t k = 0; k < part.size(); ++k) channel[k] += part[k];
    }
    result.insert(result.end(), channel.begin(), channel.end());
  }
  return result;
}

double ConvolutionExpectation::limit() const {
  const double computed = problem_.precision == Precision::f32 ? 1e-4 : 1e-11;
  return computed + 16 * unit_roundoff(problem_.out_storage, problem_.precision);
}

ConvolutionExpectation::Window ConvolutionExpectation::window(std::int64_t group) const {
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
    const Window window = this->window(group);
    const std::vector<std::byte> nan(window.bytes, std::byte{0xFF});  // in every floating-point type
    arena.write(Part::output, window.offset, nan);
  }
}

double ConvolutionExpectation::error(Arena& arena) const {
  long double difference = 0;
  long double norm = 0;
  for (const auto& [group, exact] : expected_) {
    const Window window = this->window(group);
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
  if (difference == 0) return 0;
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace papilio::bench
