// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>
#include <numeric>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/stft.hpp>

#include "api/access.hpp"
#include "api/element_type.hpp"
#include "api/signal/frame_transform.hpp"

namespace papilio {
namespace {

constexpr std::int64_t longest = std::int64_t{1} << 27;
constexpr std::int64_t max_samples = std::int64_t{1} << 48;
constexpr std::int64_t part_points = std::int64_t{1} << 21;  // of frames that are transformed back at a time
constexpr double smallest_divisor = 1e-10;                   // of the largest, as in scipy.signal.check_NOLA

constexpr std::size_t as_size(std::int64_t count) { return static_cast<std::size_t>(count); }

/// Made at the first use, by one thread.
template <class Made>
class Later {
 public:
  template <class Make>
  const Made& get(Make make) {
    const std::lock_guard lock(mutex_);
    if (!made_) made_.emplace(make());
    return *made_;
  }
  /// Null if it has not been used.
  const Made* made() {
    const std::lock_guard lock(mutex_);
    return made_ ? &*made_ : nullptr;
  }

 private:
  std::mutex mutex_;
  std::optional<Made> made_;
};

std::vector<double> hann(std::int64_t length) {
  std::vector<double> window(as_size(length), 1);
  if (length == 1) return window;  // SciPy's convention; the formula gives 0
  for (std::int64_t j = 0; j < length; ++j) {
    window[as_size(j)] =
        0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(length));
  }
  return window;
}

void check_window(const StftOptions& options) {
  if (options.window.size() != as_size(options.length)) {
    throw Error::invalid_argument(fmt::format("stft with a window of {} numbers", options.window.size()),
                                  fmt::format("the frames have {} samples", options.length),
                                  "give as many, with zeros around a shorter window, or none for Hann's");
  }
  for (std::size_t j = 0; j < options.window.size(); ++j) {
    if (std::isfinite(options.window[j])) continue;
    throw Error::invalid_argument(fmt::format("stft with a window that is {} at {}", options.window[j], j),
                                  "it is not finite", "give finite numbers");
  }
}

StftOptions completed(StftOptions options) {
  if (options.length < 1 || options.length > longest) {
    throw Error::invalid_argument(fmt::format("stft with frames of {} samples", options.length),
                                  "frames have 1 to 2^27 of them", "set StftOptions::length");
  }
  if (options.hop == 0) options.hop = std::max<std::int64_t>(1, options.length / 4);
  if (options.hop < 1 || options.hop > options.length) {
    throw Error::invalid_argument(fmt::format("stft with a hop of {} samples", options.hop),
                                  fmt::format("it is not within 1 and the frames' length, {}", options.length),
                                  "give 0 for a quarter of the length");
  }
  if (options.window.empty()) options.window = hann(options.length);
  check_window(options);
  return options;
}

double factor_of(const StftOptions& options) {
  double of = 1;
  switch (options.scaling) {
    case StftScaling::none:
      return 1;
    case StftScaling::unitary:
      return 1 / std::sqrt(static_cast<double>(options.length));
    case StftScaling::magnitude:
      of = std::abs(std::accumulate(options.window.begin(), options.window.end(), 0.0));
      break;
    case StftScaling::psd:
      of = std::sqrt(std::inner_product(options.window.begin(), options.window.end(), options.window.begin(), 0.0));
      break;
  }
  if (of > 0) return 1 / of;
  throw Error::invalid_argument("stft with this scaling", "the sum that it divides by is 0 for this window",
                                "choose StftScaling::none, or another window");
}

/// Samples of one signal where `batch` of them have `size`.
std::int64_t samples_of(std::size_t size, std::int64_t batch) {
  if (batch >= 1 && size % as_size(batch) == 0) return static_cast<std::int64_t>(size) / batch;
  throw Error::invalid_argument(fmt::format("stft of a batch of {}", batch),
                                fmt::format("{} samples are not that many signals of one length", size),
                                "give as many samples for each, one signal after the other");
}

}  // namespace

template <class T>
struct Stft<T>::Impl {
  Device device;
  StftOptions options;
  double factor = 1;
  mutable Later<api::FrameTransform<T>> to_spectra;
  mutable Later<api::FrameTransform<T>> to_power;
  mutable Later<Plan> back;

  [[nodiscard]] std::int64_t bins() const {
    return api::ElementType<T>::field == Field::real ? options.length / 2 + 1 : options.length;
  }
  /// Samples of padding before the signal, and as many behind it.
  [[nodiscard]] std::int64_t padding() const { return options.padding == StftPadding::none ? 0 : options.length / 2; }
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const {
    if (samples <= 0) return 0;
    if (samples > max_samples) {
      throw Error::invalid_argument(fmt::format("stft of {} samples", samples), "no memory holds as many",
                                    "give a shorter signal");
    }
    const std::int64_t rest = std::max<std::int64_t>(0, samples + 2 * padding() - options.length);
    return 1 + (rest + options.hop - 1) / options.hop;
  }
  /// From the first sample of one padded signal to that of the next: whole hops, so that frames of all signals are
  /// frames of one long signal. Those between two signals are computed, and dropped.
  [[nodiscard]] std::int64_t hops(std::int64_t samples) const {
    return frames(samples) - 1 + (options.length + options.hop - 1) / options.hop;
  }

  [[nodiscard]] api::FrameTransform<T> transform(api::FrameResult result) const {
    api::Frames frames{options.length, options.hop, options.window};
    for (double& w : frames.window) w *= factor;
    return {device, std::move(frames), result};
  }
  [[nodiscard]] const api::FrameTransform<T>& transform_to(api::FrameResult result) const {
    return (result == api::FrameResult::power ? to_power : to_spectra).get([&] { return transform(result); });
  }

  void pad(std::span<const T> signal, std::span<T> padded) const;
  template <class Out>
  [[nodiscard]] std::vector<Out> analyse(std::span<const T> signals, std::int64_t batch, api::FrameResult result) const;
  [[nodiscard]] std::vector<double> divisors(std::int64_t samples) const;
  [[nodiscard]] const Plan& inverse_plan() const;
  void overlap_add(std::span<const Bin> spectra, std::int64_t samples, std::span<T> padded) const;
};

template <class T>
void Stft<T>::Impl::pad(std::span<const T> signal, std::span<T> padded) const {
  const auto samples = static_cast<std::int64_t>(signal.size());
  const std::int64_t before = padding();
  std::copy(signal.begin(), signal.end(), padded.begin() + before);
  if (options.padding != StftPadding::reflect) return;
  if (samples <= before) {
    throw Error::invalid_argument(fmt::format("stft of a signal of {} samples", samples),
                                  fmt::format("mirroring frames of {} takes more than {}", options.length, before),
                                  "use StftPadding::zeros, or shorter frames");
  }
  for (std::int64_t i = 1; i <= before; ++i) {
    padded[as_size(before - i)] = signal[as_size(i)];
    padded[as_size(before + samples - 1 + i)] = signal[as_size(samples - 1 - i)];
  }
}

template <class T>
template <class Out>
std::vector<Out> Stft<T>::Impl::analyse(std::span<const T> signals, std::int64_t batch, api::FrameResult result) const {
  const std::int64_t samples = samples_of(signals.size(), batch);
  if (samples == 0) return {};
  const std::int64_t each = hops(samples);
  std::vector<T> padded(as_size(batch * each * options.hop));
  for (std::int64_t b = 0; b < batch; ++b) {
    pad(signals.subspan(as_size(b * samples), as_size(samples)),
        std::span(padded).subspan(as_size(b * each * options.hop), as_size(each * options.hop)));
  }
  const std::int64_t wanted = frames(samples);
  const std::int64_t all = (batch - 1) * each + wanted;
  std::vector<Out> out(as_size(all * bins()));
  transform_to(result).execute(padded, all, std::span<Out>(out));
  for (std::int64_t b = 1; b < batch; ++b) {
    std::copy_n(out.begin() + b * each * bins(), wanted * bins(), out.begin() + b * wanted * bins());
  }
  out.resize(as_size(batch * wanted * bins()));
  return out;
}

/// Sums of squared windows by which each of a signal's samples is divided.
template <class T>
std::vector<double> Stft<T>::Impl::divisors(std::int64_t samples) const {
  std::vector<double> sums(as_size(hops(samples) * options.hop));
  for (std::int64_t frame = 0; frame < frames(samples); ++frame) {
    double* const to = sums.data() + frame * options.hop;
    for (std::size_t j = 0; j < options.window.size(); ++j) to[j] += options.window[j] * options.window[j];
  }
  sums.erase(sums.begin(), sums.begin() + padding());
  sums.resize(as_size(samples));
  const double largest = *std::max_element(sums.begin(), sums.end());
  for (std::size_t t = 0; t < sums.size(); ++t) {
    if (sums[t] > smallest_divisor * largest) continue;
    throw Error::invalid_argument(fmt::format("istft at sample {}", t),
                                  fmt::format("the squares of the windows over it sum up to {:.2g}", sums[t]),
                                  options.padding == StftPadding::none
                                      ? "use StftPadding::zeros, or a window without zeros"
                                      : "use a smaller hop, or a window without zeros");
  }
  return sums;
}

template <class T>
const Plan& Stft<T>::Impl::inverse_plan() const {
  return back.get([&] {
    constexpr Precision precision = api::ElementType<T>::precision;
    const std::int64_t batch = std::max<std::int64_t>(1, part_points / options.length);
    Problem problem = api::ElementType<T>::field == Field::real
                          ? Problem::c2r(precision, options.length, batch)
                          : Problem::c2c(precision, options.length, batch, Direction::inverse);
    problem.scale = Scale::inverse_n;
    return Plan(device, problem);
  });
}

/// Adds the frames of one signal to `padded`, which begins with zeros.
template <class T>
void Stft<T>::Impl::overlap_add(std::span<const Bin> spectra, std::int64_t samples, std::span<T> padded) const {
  const Plan& plan = inverse_plan();
  const std::int64_t length = options.length;
  const std::int64_t all = frames(samples);
  const std::int64_t part = std::min(plan.problem().batch, std::max(all, plan.batch_limits().least));
  std::vector<Bin> in;
  std::vector<T> out(as_size(part * length));
  std::vector<Real> window(options.window.size());
  std::transform(options.window.begin(), options.window.end(), window.begin(),
                 [&](double w) { return static_cast<Real>(w / factor); });
  for (std::int64_t first = 0; first < all; first += part) {
    const std::int64_t count = std::min(part, all - first);
    const std::span<const Bin> from = spectra.subspan(as_size(first * bins()), as_size(count * bins()));
    in.assign(from.begin(), from.end());
    in.resize(as_size(part * bins()));  // the last part ends in zeros
    plan.execute({.in = in, .out = out, .batch = part});
    for (std::int64_t frame = 0; frame < count; ++frame) {
      const T* const y = out.data() + frame * length;
      T* const to = padded.data() + (first + frame) * options.hop;
      for (std::size_t j = 0; j < window.size(); ++j) to[j] += y[j] * window[j];
    }
  }
}

template <class T>
Stft<T>::Stft(const Device& device, const StftOptions& options) {
  api::require_device(device, "stft");
  auto impl = std::make_shared<Impl>();
  impl->device = device;
  impl->options = completed(options);
  impl->factor = factor_of(impl->options);
  impl_ = std::move(impl);
}

namespace {

template <class Impl>
const Impl& made(const std::shared_ptr<const Impl>& impl) {
  return api::made(impl, "stft");
}

}  // namespace

template <class T>
const StftOptions& Stft<T>::options() const {
  return made(impl_).options;
}
template <class T>
std::int64_t Stft<T>::bins() const {
  return made(impl_).bins();
}
template <class T>
std::int64_t Stft<T>::frames(std::int64_t samples) const {
  return made(impl_).frames(samples);
}
template <class T>
StftWindowing Stft<T>::windowing() const {
  const Impl& impl = made(impl_);
  if (const api::FrameTransform<T>* power = impl.to_power.made()) return power->windowing();
  return impl.transform_to(api::FrameResult::spectrum).windowing();
}

template <class T>
std::vector<typename Stft<T>::Bin> Stft<T>::forward(std::span<const T> signals, std::int64_t batch) const {
  return made(impl_).template analyse<Bin>(signals, batch, api::FrameResult::spectrum);
}

template <class T>
std::vector<typename Stft<T>::Real> Stft<T>::power(std::span<const T> signals, std::int64_t batch) const {
  return made(impl_).template analyse<Real>(signals, batch, api::FrameResult::power);
}

template <class T>
std::vector<T> Stft<T>::inverse(std::span<const Bin> spectra, std::int64_t samples, std::int64_t batch) const {
  const Impl& impl = made(impl_);
  const auto numbers = static_cast<std::int64_t>(spectra.size());
  const bool fits = batch >= 1 && samples >= 0 && numbers % batch == 0 && numbers / batch % impl.bins() == 0 &&
                    numbers / batch / impl.bins() == impl.frames(samples);  // products may overflow
  if (!fits) {
    throw Error::invalid_argument(fmt::format("istft of {} numbers", spectra.size()),
                                  fmt::format("{} signals of {} samples have {} frames of {} bins each", batch, samples,
                                              impl.frames(samples), impl.bins()),
                                  "give what stft made of signals of that length");
  }
  if (samples == 0) return {};
  const std::int64_t each = numbers / batch;
  const std::vector<double> divisors = impl.divisors(samples);
  std::vector<T> result;
  result.reserve(as_size(batch * samples));
  for (std::int64_t b = 0; b < batch; ++b) {
    std::vector<T> padded(as_size(impl.hops(samples) * impl.options.hop));
    impl.overlap_add(spectra.subspan(as_size(b * each), as_size(each)), samples, padded);
    for (std::int64_t t = 0; t < samples; ++t) {
      result.push_back(padded[as_size(impl.padding() + t)] / static_cast<Real>(divisors[as_size(t)]));
    }
  }
  return result;
}

template class Stft<float>;
template class Stft<double>;
template class Stft<std::complex<float>>;
template class Stft<std::complex<double>>;

}  // namespace papilio
