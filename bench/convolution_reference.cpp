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
#include "core/storage.hpp"
#include "tools/check/convolution_reference.hpp"

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
    : problem_(problem) {
  const std::int64_t points = problem.signal_elements() / problem.batch;
  if (points > longest) {
    throw Error::unsupported(fmt::format("a reference for {}", problem.token()), "a signal has more than 2^24 points",
                             "use --no-check");
  }
  // Never closed: FFTW keeps what its planner has learnt until the process ends.
  static const auto* const library = new std::shared_ptr(tool::open_fftw<long double>());
  tool::ConvolutionReference<long double> reference(*library);
  reference.prepare(problem);
  const std::vector<double> kernels = numbers_of(kernels_of(problem), Storage::native, problem.precision);
  const std::size_t signal = input.size() / static_cast<std::size_t>(problem.batch);
  const std::size_t kernel = kernels.size() / static_cast<std::size_t>(problem.kernels);
  const std::int64_t wanted = std::clamp<std::int64_t>(4096 / points, 3, 64);
  const std::int64_t affordable = std::max<std::int64_t>(1, most_points / reference.cost());
  for (const std::int64_t b : spread(problem.batch, std::min({wanted, affordable, problem.batch}))) {
    const auto at = static_cast<std::size_t>(b);
    const std::vector<double> x =
        numbers_of(input.subspan(at * signal, signal), problem.in_storage, problem.precision);
    expected_[b] = reference.of(x.data(), &kernels[problem.kernels == 1 ? 0 : at * kernel]);
  }
}

double ConvolutionExpectation::limit() const {
  const double computed = problem_.precision == Precision::f32 ? 1e-4 : 1e-11;
  return computed + 16 * unit_roundoff(problem_.out_storage, problem_.precision);
}

std::size_t ConvolutionExpectation::result_bytes() const {
  return static_cast<std::size_t>(problem_.output_elements() / problem_.batch * problem_.output_element_bytes());
}

void ConvolutionExpectation::poison(Arena& arena) const {
  const std::vector<std::byte> nan(result_bytes(), std::byte{0xFF});  // in every floating-point type
  for (const auto& [signal, numbers] : expected_) {
    arena.write(Part::output, static_cast<std::size_t>(signal) * nan.size(), nan);
  }
}

double ConvolutionExpectation::error(Arena& arena) const {
  long double difference = 0;
  long double norm = 0;
  std::vector<std::byte> output(result_bytes());
  for (const auto& [signal, exact] : expected_) {
    arena.read(Part::output, static_cast<std::size_t>(signal) * output.size(), output);
    const std::vector<double> got = numbers_of(output, problem_.out_storage, problem_.precision);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      difference += (got[i] - exact[i]) * (got[i] - exact[i]);
      norm += exact[i] * exact[i];
    }
  }
  if (difference == 0) return 0;
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace papilio::bench
