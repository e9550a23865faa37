// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/convolve/convolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <papilio/error.hpp>
#include <vector>

#include "files/identity.hpp"
#include "tools/convolve/results.hpp"
#include "tools/signal/channel.hpp"
#include "tools/signal/narrow.hpp"

namespace papilio::tool {
namespace {

constexpr std::size_t most_taps = std::size_t{1} << 24;
constexpr std::size_t frames_at_once = std::size_t{1} << 16;

/// Adds the time that a piece of work takes to its seconds.
template <class Work>
decltype(auto) timed(double& seconds, Work work) {
  struct Watch {
    double& seconds;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    ~Watch() { seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
  };
  const Watch watch{seconds};
  return work();
}

/// The real type of an element.
template <class T>
using PartOf = decltype(std::real(T{}));

/// Samples of a reader of one channel as elements of type T.
template <class T>
class RecordedSamples {
 public:
  using PartOfSample = PartOf<T>;

  explicit RecordedSamples(SignalReader& reader)
      : reader_(reader), width_(reader.info().values_per_frame()), narrow_(reader.info().path, "use --precision f64") {}

  /// The next ones, none at the end.
  std::span<const T> next() {
    values_.resize(frames_at_once * width_);
    const std::size_t frames = reader_.read(values_);
    samples_.clear();
    for (std::size_t i = 0; i < frames; ++i) samples_.push_back(sample(&values_[i * width_]));
    return samples_;
  }
  [[nodiscard]] Narrow<PartOfSample>& narrow() { return narrow_; }

 private:
  /// A number that is not finite would spread over the block that it is transformed in.
  [[nodiscard]] T sample(const double* values) {
    const std::int64_t index = count_++;
    if (!std::all_of(values, values + width_, [](double value) { return std::isfinite(value); })) {
      throw Error::io(reader_.info().path, fmt::format("sample {} is not finite", index), "replace it by a number");
    }
    if constexpr (std::is_floating_point_v<T>) {
      return narrow_(values[0], index);
    } else {
      return T(narrow_(values[0], index), width_ == 2 ? narrow_(values[1], index) : PartOfSample{0});
    }
  }

  SignalReader& reader_;
  std::size_t width_;
  Narrow<PartOfSample> narrow_;
  std::int64_t count_ = 0;
  std::vector<double> values_;
  std::vector<T> samples_;
};

template <class T>
std::vector<T> read_kernel(SignalReader& reader, RecordedSamples<T>& samples) {
  std::vector<T> kernel;
  for (std::span<const T> part = samples.next(); !part.empty(); part = samples.next()) {
    if (kernel.size() + part.size() > most_taps) {
      throw Error::unsupported(reader.info().path, fmt::format("the kernel has more than {} samples", most_taps),
                               "give the shorter of the two files as the kernel");
    }
    kernel.insert(kernel.end(), part.begin(), part.end());
  }
  if (kernel.empty()) throw Error::io(reader.info().path, "holds no samples", "give a kernel of one at least");
  return kernel;
}

/// Passes on the part of the full results that the mode keeps.
class Cut {
 public:
  Cut(ConvolutionMode mode, std::int64_t taps) : mode_(mode), taps_(taps) {
    if (mode == ConvolutionMode::same) first_ = (taps - 1) / 2;
    if (mode == ConvolutionMode::valid) first_ = taps - 1;
  }

  /// The signal has ended after so many samples.
  void end(std::int64_t samples) {
    last_ = samples + taps_ - 1;
    if (mode_ == ConvolutionMode::same) last_ = first_ + samples;
    if (mode_ == ConvolutionMode::valid) last_ = samples;
  }

  template <class T>
  std::span<const T> operator()(std::span<const T> results) {
    const std::int64_t begin = done_;
    done_ += static_cast<std::int64_t>(results.size());
    const std::int64_t from = std::clamp(first_, begin, done_);
    const std::int64_t to = std::clamp(std::max(last_, from), from, done_);
    return results.subspan(static_cast<std::size_t>(from - begin), static_cast<std::size_t>(to - from));
  }

 private:
  ConvolutionMode mode_;
  std::int64_t taps_;
  std::int64_t first_ = 0;
  std::int64_t last_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t done_ = 0;
};

using ConvolutionProgress = std::function<void(std::int64_t, std::optional<std::int64_t>)>;

template <class T>
void run(const ConvolveRequest& request, SignalReader& signal, SignalReader& kernel_file, ConvolveReport& report,
         const ConvolutionProgress& progress) {
  ConvolveTimes& seconds = report.seconds;
  const ResultKind kind{request.precision, std::is_floating_point_v<T> ? Field::real : Field::complex,
                        signal.info().sample_rate};
  const std::unique_ptr<NumberWriter> writer = open_results(request.out, kind);
  RecordedSamples<T> taps(kernel_file);
  const std::vector<T> kernel = timed(seconds.read, [&] { return read_kernel<T>(kernel_file, taps); });
  report.taps = static_cast<std::int64_t>(kernel.size());
  OverlapSave<T> stream = timed(seconds.set_up, [&] {
    const Device device(request.device);
    report.device = device.info();
    return OverlapSave<T>(device, std::span<const T>(kernel), request.operation, request.block);
  });
  report.block = stream.block();
  report.token = stream.convolution().problem().token();
  Cut cut(request.mode, report.taps);
  RecordedSamples<T> samples(signal);
  std::vector<T> results;
  const auto drain = [&] {
    results.resize(stream.available());
    stream.pull(std::span<T>(results));
    const std::span<const T> wanted = cut(std::span<const T>(results));
    samples.narrow().require_finite(wanted, report.results);
    timed(seconds.write, [&] { writer->write(wanted); });
    report.results += static_cast<std::int64_t>(wanted.size());
  };
  while (true) {
    const std::span<const T> part = timed(seconds.read, [&] { return samples.next(); });
    if (part.empty()) break;
    timed(seconds.compute, [&] { stream.push(part); });
    report.samples += static_cast<std::int64_t>(part.size());
    drain();
    progress(report.samples, signal.info().frames);
  }
  if (report.samples == 0) {
    throw Error::io(signal.info().path, "holds no samples", "give a signal of one at least");
  }
  if (request.mode == ConvolutionMode::valid && report.samples < report.taps) {
    throw Error::invalid_argument(
        signal.info().path, fmt::format("a kernel of {} samples does not fit within {}", report.taps, report.samples),
        "exchange the files, or use another --mode");
  }
  cut.end(report.samples);
  timed(seconds.compute, [&] { stream.finish(); });
  drain();
  samples.narrow().add_notes(taps.narrow().largest_sample(), report.notes);
  timed(seconds.write, [&] { writer->close(); });
}

std::unique_ptr<SignalReader> open_channel(const std::filesystem::path& path, const OpenOptions& options,
                                           const std::string& channel) {
  return select_channel(open_signal(path, options), ChannelChoice::parse(channel));
}

void require_one_standard_input(const ConvolveRequest& request) {
  if (request.signal != "-" || request.kernel != "-") return;
  throw Error::invalid_argument("SIGNAL - and KERNEL -", "both are the standard input, which is read only once",
                                "save one of them to a file and name it");
}

void require_one_rate(const SignalInfo& signal, const SignalInfo& kernel) {
  if (!signal.sample_rate || !kernel.sample_rate || *signal.sample_rate == *kernel.sample_rate) return;
  throw Error::invalid_argument(
      kernel.path, fmt::format("has {} Hz, and {} has {} Hz", *kernel.sample_rate, signal.path, *signal.sample_rate),
      "resample one of them");
}

}  // namespace

ConvolveReport convolve_file(const ConvolveRequest& request, const ConvolutionProgress& progress) {
  ConvolveReport report;
  timed(report.seconds.total, [&] {
    require_one_standard_input(request);
    files::require_distinct({request.signal, request.kernel}, {request.out});
    const std::unique_ptr<SignalReader> signal = open_channel(request.signal, request.open, request.channel);
    const std::unique_ptr<SignalReader> kernel =
        open_channel(request.kernel, request.kernel_open, request.kernel_channel);
    require_one_rate(signal->info(), kernel->info());
    report.signal = signal->info();
    for (const std::string& note : kernel->info().notes)
      report.notes.push_back(fmt::format("{}: {}", kernel->info().path, note));
    const bool complex = signal->info().kind == SampleKind::complex || kernel->info().kind == SampleKind::complex;
    const bool single = request.precision == Precision::f32;
    if (complex) {
      single ? run<std::complex<float>>(request, *signal, *kernel, report, progress)
             : run<std::complex<double>>(request, *signal, *kernel, report, progress);
    } else {
      single ? run<float>(request, *signal, *kernel, report, progress)
             : run<double>(request, *signal, *kernel, report, progress);
    }
  });
  return report;
}

}  // namespace papilio::tool
