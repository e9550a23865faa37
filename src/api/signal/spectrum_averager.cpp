// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Averaged spectra of host memory: samples wait on the host until there are many, or a result is read.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>
#include <papilio/spectrum_averager.hpp>

#include "api/access.hpp"
#include "api/element_type.hpp"
#include "api/run/execution.hpp"
#include "api/signal/averager_engine.hpp"

namespace papilio {
namespace {

using SampleBytes = std::span<const std::byte>;
constexpr std::int64_t uploaded_samples = std::int64_t{1} << 20;  // that go to the device at a time

}  // namespace

template <class T>
struct SpectrumAverager<T>::Impl {
  Impl(const Device& device, const SpectrumAveragerOptions& options)
      : engine(device, options, api::ElementType<T>::precision, api::ElementType<T>::field) {}

  [[nodiscard]] std::int64_t waiting_samples() const { return std::ssize(waiting[0]) / engine.sample_bytes(); }

  void push(std::span<const SampleBytes> signals) {
    const std::size_t size = signals[0].size();
    for (const SampleBytes& own : signals) {
      if (own.size() == size && size % static_cast<std::size_t>(engine.sample_bytes()) == 0) continue;
      throw Error::invalid_argument(fmt::format("{} bytes of samples", own.size()),
                                    own.size() == size ? fmt::format("a sample has {} bytes", engine.sample_bytes())
                                                       : fmt::format("the other signal has {}", size),
                                    "give whole samples, as many of each signal");
    }
    if (std::ssize(signals) != engine.options().signals) {
      throw Error::invalid_argument(
          fmt::format("samples of {} signal{}", signals.size(), signals.size() == 1 ? "" : "s"),
          fmt::format("the spectra are those of {}", engine.options().signals),
          "push as many, or change SpectrumAveragerOptions::signals");
    }
    const auto part = static_cast<std::size_t>(uploaded_samples * engine.sample_bytes());
    for (std::size_t at = 0, count = 0; at < size; at += count) {
      count = std::min(part - waiting[0].size(), size - at);
      std::array<SampleBytes, 2> own;
      for (std::size_t s = 0; s < signals.size(); ++s) own[s] = signals[s].subspan(at, count);
      if (count == part) {
        compute(own);
        continue;
      }
      for (std::size_t s = 0; s < signals.size(); ++s)
        waiting[s].insert(waiting[s].end(), own[s].begin(), own[s].end());
      if (waiting[0].size() == part) flush();
    }
  }

  /// The samples of each signal, on a stream of the device.
  void compute(const std::array<SampleBytes, 2>& signals, const Stream* on = nullptr) {
    if (!stream) stream = Stream(engine.device());
    if (on == nullptr) on = &stream;
    const auto count = static_cast<std::size_t>(engine.options().signals);
    for (std::size_t s = 0; s < count; ++s) {
      if (!in[s] || in[s].size_bytes() < signals[s].size()) in[s] = Buffer(engine.device(), signals[s].size());
      on->upload(in[s], signals[s].data(), signals[s].size());
    }
    engine.push(*on, std::span(in).first(count), std::ssize(signals[0]) / engine.sample_bytes());
  }

  void flush() {
    if (waiting[0].empty()) return;
    compute({waiting[0], waiting[1]});
    for (std::vector<std::byte>& own : waiting) own.clear();
  }

  /// Samples of host memory come before work of another stream.
  void hand_over(const Stream& to) {
    if (waiting[0].empty()) return;
    if (stream) stream.synchronize();  // its kernels may still read `in`
    compute({waiting[0], waiting[1]}, &to);
    to.synchronize();
    for (std::vector<std::byte>& own : waiting) own.clear();
  }

  void push(const Stream& to, std::span<const Buffer> signals, std::int64_t count) {
    engine.check(to, signals, count);
    hand_over(to);
    engine.push(to, signals, count);
  }

  template <class Number>
  std::vector<Number> read(AveragedSpectrum which) {
    (void)engine.parts_of(which);  // refuses what the signals do not have
    flush();
    if (!stream) stream = Stream(engine.device());
    std::vector<Number> numbers(static_cast<std::size_t>(engine.bins()));
    const std::size_t bytes = numbers.size() * sizeof(Number);
    if (!out || out.size_bytes() < bytes) out = Buffer(engine.device(), bytes);
    engine.read(stream, which, out);
    stream.download(out, numbers.data(), bytes);
    return numbers;
  }

  api::AveragerEngine engine;
  std::array<std::vector<std::byte>, 2> waiting;
  Stream stream;
  std::array<Buffer, 2> in;
  Buffer out;
};

template <class T>
SpectrumAverager<T>::SpectrumAverager(const Device& device, const SpectrumAveragerOptions& options) {
  api::require_device(device, "averaged spectra");
  impl_ = std::make_unique<Impl>(device, options);
}
template <class T>
SpectrumAverager<T>::~SpectrumAverager() = default;
template <class T>
SpectrumAverager<T>::SpectrumAverager(SpectrumAverager&&) noexcept = default;
template <class T>
SpectrumAverager<T>& SpectrumAverager<T>::operator=(SpectrumAverager&&) noexcept = default;

template <class T>
const SpectrumAveragerOptions& SpectrumAverager<T>::options() const {
  return impl_->engine.options();
}
template <class T>
std::int64_t SpectrumAverager<T>::sample_bytes() const {
  return impl_->engine.sample_bytes();
}
template <class T>
std::int64_t SpectrumAverager<T>::bins() const {
  return impl_->engine.bins();
}
template <class T>
std::int64_t SpectrumAverager<T>::segments() const {
  return impl_->engine.segments(impl_->waiting_samples());
}

namespace {

void require_native(const SpectrumAveragerOptions& options) {
  if (options.storage == Storage::native) return;
  throw Error::invalid_argument("samples of averaged spectra", "they are stored otherwise than numbers of their type",
                                "give their bytes: push_stored()");
}

}  // namespace

template <class T>
void SpectrumAverager<T>::push(std::span<const T> samples) {
  require_native(options());
  push_stored(std::as_bytes(samples));
}
template <class T>
void SpectrumAverager<T>::push(std::span<const T> first, std::span<const T> second) {
  require_native(options());
  push_stored(std::as_bytes(first), std::as_bytes(second));
}
template <class T>
void SpectrumAverager<T>::push_stored(std::span<const std::byte> samples) {
  impl_->push(std::array{samples});
}
template <class T>
void SpectrumAverager<T>::push_stored(std::span<const std::byte> first, std::span<const std::byte> second) {
  impl_->push(std::array{first, second});
}
template <class T>
void SpectrumAverager<T>::push(const Stream& stream, const Buffer& samples, std::int64_t count) {
  impl_->push(stream, std::array{samples}, count);
}
template <class T>
void SpectrumAverager<T>::push(const Stream& stream, const Buffer& first, const Buffer& second, std::int64_t count) {
  impl_->push(stream, std::array{first, second}, count);
}

template <class T>
std::vector<typename SpectrumAverager<T>::Real> SpectrumAverager<T>::power() {
  return impl_->template read<Real>(AveragedSpectrum::power);
}
template <class T>
std::vector<typename SpectrumAverager<T>::Real> SpectrumAverager<T>::peak() {
  return impl_->template read<Real>(AveragedSpectrum::peak);
}
template <class T>
std::vector<typename SpectrumAverager<T>::Real> SpectrumAverager<T>::second_power() {
  return impl_->template read<Real>(AveragedSpectrum::second_power);
}
template <class T>
std::vector<typename SpectrumAverager<T>::Bin> SpectrumAverager<T>::cross() {
  return impl_->template read<Bin>(AveragedSpectrum::cross);
}
template <class T>
std::vector<typename SpectrumAverager<T>::Real> SpectrumAverager<T>::coherence() {
  const std::vector<Bin> product = cross();
  std::vector<Real> result = power();
  const std::vector<Real> second = second_power();
  for (std::size_t k = 0; k < result.size(); ++k) {
    const Real size = std::abs(product[k]);  // its square may underflow
    result[k] = (size / result[k]) * (size / second[k]);
  }
  return result;
}
template <class T>
void SpectrumAverager<T>::read(const Stream& stream, AveragedSpectrum which, const Buffer& out) {
  (void)impl_->engine.parts_of(which);
  api::require_stream(stream);
  impl_->hand_over(stream);
  impl_->engine.read(stream, which, out);
}

template <class T>
void SpectrumAverager<T>::reset() {
  for (std::vector<std::byte>& own : impl_->waiting) own.clear();
  impl_->engine.reset();
}

template class SpectrumAverager<float>;
template class SpectrumAverager<double>;
template class SpectrumAverager<std::complex<float>>;
template class SpectrumAverager<std::complex<double>>;

}  // namespace papilio
