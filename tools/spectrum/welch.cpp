// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/welch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <papilio/error.hpp>

#include "tools/spectrum/read_ahead.hpp"
#include "tools/spectrum/segments.hpp"

namespace papilio::tool {
namespace {

constexpr std::size_t longest_default = 65536;  // 0.7 Hz at 48 kHz
constexpr std::size_t shortest_default = 256;
constexpr double usual_overlap = 0.5;
constexpr std::size_t longest_segment = 1U << 27U;  // the library's own limit
constexpr std::size_t block_samples = 1U << 16U;

/// Takes samples as doubles. A mean that all segments lose is taken off here, in double, because a large offset would
/// cost floats their precision.
class AverageOfDoubles {
 public:
  AverageOfDoubles(const SegmentShape& shape, const SegmentAverageFactory& make, PowerSpectrum& result)
      : width_(shape.kind == SampleKind::real ? 1 : 2), removes_(shape.detrend), result_(result) {
    timed(result.set_up_seconds, [&] { average_ = make(shape); });
  }

  void push(std::span<const double> values) {
    if (removes_ && offset_.empty()) {
      offset_.resize(width_);
      for (std::size_t i = 0; i < values.size(); ++i)
        offset_[i % width_] += values[i] / static_cast<double>(values.size() / width_);
    }
    samples_.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      samples_[i] = static_cast<float>(removes_ ? values[i] - offset_[i % width_] : values[i]);
    if (finite_ == pushed_) {
      const auto bad = std::ranges::find_if(samples_, [](float sample) { return !std::isfinite(sample); });
      finite_ += (bad - samples_.begin()) / static_cast<std::int64_t>(width_);
    }
    pushed_ += std::ssize(samples_) / static_cast<std::int64_t>(width_);
    timed(result_.timing.kernels, [&] { average_->push(samples_); });
  }

  /// Samples before the first one that is not finite. The largest powers do not show it: no NaN is larger than another.
  [[nodiscard]] std::int64_t finite() const { return finite_; }

  std::vector<double> powers() {
    std::vector<float> powers;
    timed(result_.timing.kernels, [&] { powers = average_->powers(); });
    return {powers.begin(), powers.end()};
  }

 private:
  static void timed(double& seconds, const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  std::size_t width_;
  bool removes_;
  PowerSpectrum& result_;
  std::int64_t pushed_ = 0;
  std::int64_t finite_ = 0;
  std::vector<double> offset_;  ///< of each part
  std::vector<float> samples_;
  std::unique_ptr<SegmentAverage> average_;
};

void check(const WelchOptions& options) {
  (void)step_of(options.overlap, 1, usual_overlap);
  if (options.segment > longest_segment) {
    throw Error::invalid_argument(fmt::format("segment of {} samples", options.segment),
                                  fmt::format("is longer than {}", longest_segment), "choose a shorter one");
  }
}

void check_finite(const PowerSpectrum& result, std::int64_t finite_samples, const std::string& path) {
  if (finite_samples < std::min(result.samples, result.read) ||
      !std::all_of(result.power.begin(), result.power.end(), [](double power) { return std::isfinite(power); })) {
    throw Error::io(path, "holds samples that are not finite, or too large for 32-bit floats",
                    "remove them, or scale the signal down");
  }
}

}  // namespace

double required_rate(const SignalInfo& info) {
  if (!info.sample_rate) {
    throw Error::invalid_argument(info.path, "the file does not say its sample rate",
                                  "give it with --rate HZ (--rate 1 yields cycles per sample)");
  }
  return *info.sample_rate;
}

std::optional<double> centre_of(const SignalInfo& info) {
  return info.kind == SampleKind::complex ? info.centre : std::nullopt;
}

/// The largest power of two that still gives eight half-overlapping segments to average (4.5 lengths of signal): a
/// single periodogram's standard deviation is as large as its value. Short signals keep at least 256 samples of
/// resolution.
std::size_t default_segment(std::size_t available) {
  const std::size_t eighth = available * 2 / 9;
  return std::bit_floor(std::max<std::size_t>({1, eighth, std::min(available, shortest_default)}));
}

PowerSpectrum welch(SignalReader& reader, const WelchOptions& options, const SegmentAverageFactory& make,
                    const SampleProgress& progress) {
  check(options);
  const SignalInfo& info = reader.info();
  PowerSpectrum result;
  result.sample_rate = required_rate(info);
  result.scaling = options.scaling;
  result.detrend = options.detrend;
  result.result = options.result;
  result.window = options.window.name();
  ReadAhead signal(reader);
  const std::size_t available = signal.look_ahead(options.segment != 0 ? options.segment : longest_default / 2 * 9);
  if (available == 0) throw Error::io(info.path, "holds no samples", "check that the recording has ended");
  result.length = options.segment != 0 ? options.segment : default_segment(available);
  const std::size_t segment = std::min(result.length, available);
  if (segment < result.length) {
    result.notes.push_back(fmt::format("the signal is shorter than the segment: {} samples are padded with zeros to {}",
                                       segment, result.length));
  }
  const std::size_t step = segment < result.length ? segment : step_of(options.overlap, segment, usual_overlap);
  AverageOfDoubles average({.step = step,
                            .transform = result.length,
                            .window = options.window.values(segment),
                            .kind = info.kind,
                            .rate = result.sample_rate,
                            .scaling = options.scaling,
                            .detrend = options.detrend,
                            .result = options.result},
                           make, result);
  std::vector<double> values(block_samples * info.values_per_frame());
  for (std::size_t got = signal.read(values); got > 0; got = signal.read(values)) {
    average.push(std::span(values).first(got * info.values_per_frame()));
    result.read += static_cast<std::int64_t>(got);
    if (progress) progress(result.read);
  }
  const std::int64_t hops = (result.read - static_cast<std::int64_t>(segment)) / static_cast<std::int64_t>(step);
  result.segments = hops + 1;
  result.samples = hops * static_cast<std::int64_t>(step) + static_cast<std::int64_t>(segment);
  if (result.read > result.samples) {
    result.notes.push_back(
        fmt::format("the last {} samples fill no segment and are left out", result.read - result.samples));
  }
  result.sides = info.kind == SampleKind::real ? Sides::one : Sides::two;
  result.step = result.sample_rate / static_cast<double>(result.length);
  const std::size_t negative = result.sides == Sides::one ? 0 : result.length / 2;
  result.centre = centre_of(info);
  result.first_frequency = result.centre.value_or(0) - static_cast<double>(negative) * result.step;
  result.power = average.powers();
  if (result.sides == Sides::two) {  // the lowest frequency first
    std::rotate(result.power.begin(), result.power.end() - static_cast<std::ptrdiff_t>(negative), result.power.end());
  }
  check_finite(result, average.finite(), info.path);
  return result;
}

}  // namespace papilio::tool
