// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/welch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <papilio/error.hpp>

#include "tools/spectrum/segments.hpp"

namespace papilio::tool {
namespace {

constexpr std::size_t longest_default = 65536;  // 0.7 Hz at 48 kHz
constexpr std::size_t shortest_default = 256;
constexpr double usual_overlap = 0.5;
constexpr std::size_t longest_segment = 1U << 27U;  // the library's own limit
constexpr std::size_t batch_points = 1U << 21U;     // 16 MiB of complex floats, enough to hide the cost of a launch

using ComplexSample = std::complex<float>;

/// Sums |X|² over all segments, a batch of transforms at a time.
///
/// Two real segments a and b share one complex transform of a + i·b = z: |Z[k]|² + |Z[n-k]|² = 2(|A[k]|² + |B[k]|²),
/// because A and B are Hermitian. Only this sum is needed, so A and B are never separated.
class PeriodogramSum {
 public:
  PeriodogramSum(std::size_t length, SampleKind kind, const BatchFftFactory& make_fft)
      : length_(length), kind_(kind), make_fft_(make_fft), rows_(std::max<std::size_t>(1, batch_points / length)) {}

  /// `values` are windowed samples, at most `length` of them.
  void add(std::span<const double> values) {
    const std::size_t per_row = kind_ == SampleKind::real ? 2 : 1;
    const std::size_t row = filled_ / per_row;
    in_.resize(std::max(in_.size(), (row + 1) * length_));
    const std::span<ComplexSample> to = std::span(in_).subspan(row * length_, length_);
    if (kind_ == SampleKind::complex) {
      for (std::size_t i = 0; i < values.size() / 2; ++i) {
        to[i] = {static_cast<float>(values[2 * i]), static_cast<float>(values[2 * i + 1])};
      }
    } else if (filled_ % 2 == 0) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        to[i] = {static_cast<float>(values[i]), 0};
      }
    } else {
      for (std::size_t i = 0; i < values.size(); ++i) {
        to[i].imag(static_cast<float>(values[i]));
      }
    }
    if (++filled_ == rows_ * per_row) {
      flush();
    }
  }

  /// Transforms the waiting segments. The first flush fixes the batch, so that a short signal gets a small plan.
  void flush() {
    if (filled_ == 0) {
      return;
    }
    const std::size_t used = in_.size() / length_;
    if (!fft_) {
      rows_ = used;
      const auto start = std::chrono::steady_clock::now();
      fft_ = make_fft_(length_, rows_);
      set_up_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      sum_.assign(length_, 0);
    }
    in_.resize(rows_ * length_);  // pad the last batch with zeros
    out_.resize(in_.size());
    timing_ += fft_->transform(in_, out_);
    for (std::size_t row = 0; row < used; ++row) {
      const ComplexSample* from = out_.data() + row * length_;
      for (std::size_t k = 0; k < length_; ++k) {
        const double re = from[k].real();
        const double im = from[k].imag();
        sum_[k] += re * re + im * im;
      }
    }
    in_.clear();
    filled_ = 0;
  }

  /// For real signals |X[k]|² for k = 0 … n/2; for complex ones all, the lowest frequency first.
  [[nodiscard]] std::vector<double> arranged() const {
    if (kind_ == SampleKind::complex) {
      std::vector<double> shifted(sum_);
      std::rotate(shifted.begin(), shifted.begin() + static_cast<std::ptrdiff_t>((length_ + 1) / 2), shifted.end());
      return shifted;
    }
    std::vector<double> folded(length_ / 2 + 1);
    for (std::size_t k = 0; k < folded.size(); ++k) {
      folded[k] = (sum_[k] + sum_[(length_ - k) % length_]) / 2;
    }
    return folded;
  }

  [[nodiscard]] double set_up() const { return set_up_; }
  [[nodiscard]] const FftTiming& timing() const { return timing_; }

 private:
  std::size_t length_;
  SampleKind kind_;
  const BatchFftFactory& make_fft_;
  std::size_t rows_;  ///< transforms in a batch
  std::unique_ptr<BatchFft> fft_;
  std::vector<ComplexSample> in_;
  std::vector<ComplexSample> out_;
  std::vector<double> sum_;
  std::size_t filled_ = 0;  ///< segments waiting
  double set_up_ = 0;
  FftTiming timing_;
};

/// Removes the mean and applies the window, in double, because a large offset would cost floats their precision.
void prepare(std::span<const double> segment, const std::vector<double>& window, Detrend detrend,
             std::vector<double>& to) {
  const std::size_t width = segment.size() / window.size();
  to.resize(segment.size());
  for (std::size_t part = 0; part < width; ++part) {
    double mean = 0;
    for (std::size_t i = part; i < segment.size(); i += width) {
      mean += segment[i];
    }
    mean = detrend == Detrend::constant ? mean / static_cast<double>(window.size()) : 0;
    for (std::size_t i = 0; i < window.size(); ++i) {
      to[i * width + part] = (segment[i * width + part] - mean) * window[i];
    }
  }
}

void check(const WelchOptions& options) {
  (void)step_of(options.overlap, 1, usual_overlap);
  if (options.segment > longest_segment) {
    throw Error::invalid_argument(fmt::format("segment of {} samples", options.segment),
                                  fmt::format("is longer than {}", longest_segment), "choose a shorter one");
  }
}

/// Turns sums of |X|² into the requested scaling.
void scale(PowerSpectrum& result, const std::vector<double>& window, SampleKind kind) {
  double sum = 0;
  double squares = 0;
  for (const double w : window) {
    sum += w;
    squares += w * w;
  }
  const double norm = result.scaling == Scaling::density ? result.sample_rate * squares : sum * sum;
  for (double& power : result.power) {
    power /= norm * static_cast<double>(result.segments);
  }
  if (kind == SampleKind::real) {
    // The bins that stand for both signs count twice: all but 0 and, where n is even, n/2.
    const std::size_t end = result.length % 2 == 0 ? result.power.size() - 1 : result.power.size();
    for (std::size_t k = 1; k < end; ++k) {
      result.power[k] *= 2;
    }
  }
}

void check_finite(const PowerSpectrum& result, const std::string& path) {
  if (!std::all_of(result.power.begin(), result.power.end(), [](double power) { return std::isfinite(power); })) {
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
std::size_t default_segment(SignalSegments& segments) {
  const std::size_t available = segments.look_ahead(longest_default / 2 * 9);
  const std::size_t eighth = available * 2 / 9;
  return std::bit_floor(std::max<std::size_t>({1, eighth, std::min(available, shortest_default)}));
}

PowerSpectrum welch(SignalReader& signal, const WelchOptions& options, const BatchFftFactory& make_fft,
                    const SampleProgress& progress) {
  check(options);
  const SignalInfo& info = signal.info();
  PowerSpectrum result;
  result.sample_rate = required_rate(info);
  result.scaling = options.scaling;
  result.detrend = options.detrend;
  result.window = options.window.name();
  SignalSegments segments(signal);
  result.length = options.segment != 0 ? options.segment : default_segment(segments);
  segments.start(result.length, step_of(options.overlap, result.length, usual_overlap));

  PeriodogramSum sum(result.length, info.kind, make_fft);
  std::vector<double> window = options.window.values(result.length);
  std::vector<double> prepared;
  for (std::span<const double> segment = segments.next(); !segment.empty(); segment = segments.next()) {
    const std::size_t samples = segment.size() / info.values_per_frame();
    if (samples < window.size()) {
      window = options.window.values(samples);
      result.notes.push_back(fmt::format(
          "the signal is shorter than the segment: {} samples are padded with zeros to {}", samples, result.length));
    }
    prepare(segment, window, options.detrend, prepared);
    sum.add(prepared);
    ++result.segments;
    if (progress) {
      progress(segments.covered());
    }
  }
  if (result.segments == 0) {
    throw Error::io(info.path, "holds no samples", "check that the recording has ended");
  }
  sum.flush();
  result.samples = segments.covered();
  result.read = result.samples + segments.dropped();
  if (segments.dropped() > 0) {
    result.notes.push_back(fmt::format("the last {} samples fill no segment and are left out", segments.dropped()));
  }
  result.sides = info.kind == SampleKind::real ? Sides::one : Sides::two;
  result.step = result.sample_rate / static_cast<double>(result.length);
  const std::size_t negative = result.sides == Sides::one ? 0 : result.length / 2;
  result.centre = centre_of(info);
  result.first_frequency = result.centre.value_or(0) - static_cast<double>(negative) * result.step;
  result.power = sum.arranged();
  result.set_up_seconds = sum.set_up();
  result.timing = sum.timing();
  scale(result, window, info.kind);
  check_finite(result, info.path);
  return result;
}

}  // namespace papilio::tool
