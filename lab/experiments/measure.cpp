// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/experiments/measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/roots.hpp"
#include "core/storage.hpp"

namespace papilio::experiments {
namespace {

constexpr std::int64_t max_compared = std::int64_t{1} << 22;
constexpr std::size_t max_executions = 4096;

double seconds_of(Workbench& bench, const std::function<void()>& execute, std::size_t count) {
  runtime::Stream& stream = bench.stream();
  const auto begin = stream.record();
  for (std::size_t i = 0; i < count; ++i) execute();
  const auto end = stream.record();
  stream.submit();
  return end->seconds_since(*begin);
}

/// Interpolated between the nearest two.
double quantile(const std::vector<double>& sorted, double at) {
  const double place = at * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

/// Uniform in [-1, 1), the same everywhere.
template <typename Number, typename Real>
std::vector<std::byte> make_input(std::size_t numbers, std::vector<std::complex<Real>>& wide, std::size_t wanted) {
  std::mt19937_64 engine(1);
  std::vector<Number> input(numbers);
  for (Number& value : input) value = static_cast<Number>(static_cast<double>(engine() >> 40U) * 0x1p-23 - 1);
  for (std::size_t i = 0; i < wanted; ++i) wide.emplace_back(input[2 * i], input[2 * i + 1]);
  std::vector<std::byte> bytes(numbers * sizeof(Number));
  std::memcpy(bytes.data(), input.data(), bytes.size());
  return bytes;
}

template <typename Real>
void transform_all(std::vector<std::complex<Real>>& x, std::int64_t n, Direction direction) {
  for (auto begin = x.begin(); begin != x.end(); begin += n) {
    const std::vector<std::complex<Real>> result =
        host_fft<Real>(std::vector<std::complex<Real>>(begin, begin + n), direction);
    std::ranges::copy(result, begin);
  }
}

}  // namespace

StudySubject::StudySubject(Workbench& bench, std::int64_t n, std::int64_t batch, Precision precision,
                           Direction direction)
    : bench_(bench),
      n_(n),
      batch_(batch),
      precision_(precision),
      bytes_(static_cast<std::size_t>(n * batch * element_bytes(precision))),
      compared_(std::clamp<std::int64_t>(max_compared / n, 1, batch)) {
  const auto numbers = static_cast<std::size_t>(2 * n * batch);
  const auto wanted = static_cast<std::size_t>(n * compared_);
  std::vector<std::byte> input;
  if (precision == Precision::f32) {
    input = make_input<float>(numbers, exact_single_, wanted);
    transform_all(exact_single_, n, direction);
  } else {
    input = make_input<double>(numbers, exact_double_, wanted);
    transform_all(exact_double_, n, direction);
  }
  in_ = bench.device().allocate(bytes_);
  out_ = bench.device().allocate(bytes_);
  bench.stream().write(*in_, 0, input.data(), input.size());
}

template <typename Real>
double StudySubject::error_of(const std::vector<std::complex<Real>>& exact, const std::vector<std::byte>& got) const {
  Real difference = 0;
  Real norm = 0;
  const auto width = static_cast<std::size_t>(element_bytes(precision_));
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const std::byte* const at = got.data() + i * width;
    const std::complex<Real> value(static_cast<Real>(load_number(Storage::native, precision_, at)),
                                   static_cast<Real>(load_number(Storage::native, precision_, at + width / 2)));
    difference += std::norm(value - exact[i]);
    norm += std::norm(exact[i]);
  }
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isfinite(error) ? 1e6 * error : std::numeric_limits<double>::infinity();
}

double StudySubject::error_ppm(const ExecuteFunction& execute) {
  runtime::Stream& stream = bench_.stream();
  stream.clear(*out_, 0, bytes_);  // so that an earlier result cannot count
  execute(in_, out_);
  std::vector<std::byte> got(static_cast<std::size_t>(n_ * compared_ * element_bytes(precision_)));
  stream.read(*out_, 0, got.data(), got.size());
  return precision_ == Precision::f32 ? error_of(exact_single_, got) : error_of(exact_double_, got);
}

std::vector<StudyTiming> StudySubject::time(const std::vector<ExecuteFunction>& all, const MeasureOptions& options,
                                            const std::function<void(int round)>& progress) {
  std::vector<std::function<void()>> bound;
  for (const ExecuteFunction& execute : all) bound.emplace_back([&execute, this] { execute(in_, out_); });
  return time_by_turns(bench_, bound, options, progress);
}

std::vector<StudyTiming> time_by_turns(Workbench& bench, const std::vector<std::function<void()>>& all,
                                       const MeasureOptions& options, const std::function<void(int round)>& progress) {
  std::vector<std::size_t> counts;
  for (const std::function<void()>& execute : all) {
    seconds_of(bench, execute, 1);  // warms up
    std::size_t count = 1;
    while (count < max_executions && seconds_of(bench, execute, count) < options.min_seconds) count *= 2;
    counts.push_back(count);
  }
  std::vector<std::vector<double>> samples(all.size());
  for (int round = 0; round < options.rounds; ++round) {
    progress(round);
    for (std::size_t i = 0; i < all.size(); ++i) {
      samples[i].push_back(seconds_of(bench, all[i], counts[i]) / static_cast<double>(counts[i]));
    }
  }
  std::vector<StudyTiming> timings;
  for (std::vector<double>& own : samples) {
    std::ranges::sort(own);
    timings.push_back({quantile(own, 0.5), quantile(own, 0.25), quantile(own, 0.75)});
  }
  return timings;
}

ExecuteFunction StudySubject::copy() const {
  return [this](const MemoryHandle& in, const MemoryHandle& out) { bench_.stream().copy(*in, *out, bytes_); };
}

}  // namespace papilio::experiments
