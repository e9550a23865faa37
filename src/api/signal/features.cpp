// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <papilio/error.hpp>
#include <papilio/features.hpp>

#include "api/access.hpp"
#include "api/element_type.hpp"
#include "api/run/execution.hpp"
#include "api/run/memory_checks.hpp"
#include "api/signal/feature_engine.hpp"

namespace papilio {

template <class T>
struct SpectralFeatures<T>::Impl {
  api::FeatureEngine engine;

  void enqueue(const Stream& stream, const api::SignalArrays& arrays) const {
    api::require_stream(stream);
    const std::int64_t samples = arrays.samples;
    const std::int64_t batch = arrays.batch;
    const auto what = [&] { return fmt::format("{} signals of {} samples", batch, samples); };
    constexpr std::int64_t most = std::int64_t{1} << 48;  // numbers; no memory holds more
    const auto product_fits = [&](std::int64_t a, std::int64_t b) { return a == 0 || b <= most / a; };
    const std::int64_t frames = samples > most ? 0 : engine.shape().frames(samples);
    const std::int64_t widest = std::max(engine.shape().bands(), engine.shape().options().frames.length);
    if (batch < 1 || samples < 0)
      throw Error::invalid_argument("features of " + what(), "there is no such batch", "give at least one signal");
    if (!product_fits(samples, batch) || !product_fits(frames, batch) || !product_fits(frames * batch, widest)) {
      throw Error::invalid_argument("features of " + what(), "no memory holds as many numbers",
                                    "give shorter or fewer signals");
    }
    if (frames == 0) return;
    const std::int64_t number = engine.number_bytes();
    api::Memories memories;
    memories.in = api::memory_of(arrays.signals);
    memories.out = api::memory_of(arrays.results);
    api::check_memories(
        memories, {"features", batch * samples * number, batch * frames * engine.shape().size() * number, 0}, what, {});
    engine.require_padding(samples);
    engine.compute(stream, arrays);
  }

  [[nodiscard]] std::vector<T> compute(std::span<const T> signals, std::int64_t batch) const {
    const auto numbers = static_cast<std::int64_t>(signals.size());
    if (batch < 1 || numbers % batch != 0) {
      throw Error::invalid_argument(fmt::format("features of a batch of {}", batch),
                                    fmt::format("{} samples are not that many signals of one length", numbers),
                                    "give as many samples for each, one signal after the other");
    }
    const std::int64_t samples = numbers / batch;
    const std::int64_t frames = engine.shape().frames(samples);
    std::vector<T> features(static_cast<std::size_t>(batch * frames * engine.shape().size()));
    if (features.empty()) return features;
    const Device& device = engine.device();
    const Stream stream(device);
    const Buffer in(device, signals.size_bytes());
    const Buffer out(device, features.size() * sizeof(T));
    stream.upload(in, signals.data(), in.size_bytes());
    enqueue(stream, {in, out, samples, batch});
    stream.download(out, features.data(), out.size_bytes());
    return features;
  }
};

template <class T>
SpectralFeatures<T>::SpectralFeatures(const Device& device, const FeatureOptions& options) {
  api::require_device(device, "features");
  impl_ = std::shared_ptr<const Impl>(new Impl{{device, options, api::ElementType<T>::precision}});
}

template <class T>
const FeatureOptions& SpectralFeatures<T>::options() const {
  return api::made(impl_, "features").engine.shape().options();
}
template <class T>
std::int64_t SpectralFeatures<T>::size() const {
  return api::made(impl_, "features").engine.shape().size();
}
template <class T>
std::int64_t SpectralFeatures<T>::frames(std::int64_t samples) const {
  return api::made(impl_, "features").engine.shape().frames(samples);
}
template <class T>
std::vector<T> SpectralFeatures<T>::compute(std::span<const T> signals, std::int64_t batch) const {
  return api::made(impl_, "features").compute(signals, batch);
}
template <class T>
void SpectralFeatures<T>::compute(const Stream& stream, const Buffer& signals, const Buffer& features,
                                  std::int64_t samples, std::int64_t batch) const {
  api::made(impl_, "features").enqueue(stream, {signals, features, samples, batch});
}

template class SpectralFeatures<float>;
template class SpectralFeatures<double>;

}  // namespace papilio
