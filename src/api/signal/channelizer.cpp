// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Channelizers of host memory: samples wait on the host until they complete a frame.
#include <fmt/format.h>

#include <algorithm>
#include <papilio/channelizer.hpp>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/element_type.hpp"
#include "api/signal/channelizer_engine.hpp"

namespace papilio {

template <class T>
struct Channelizer<T>::Impl {
  Impl(const Device& device, const ChannelizerOptions& options)
      : engine(device, options, api::ElementType<T>::precision, api::ElementType<T>::field) {}

  /// Samples that are on the device at a time: no more than their frames leave room for, which are many of a short hop.
  [[nodiscard]] std::int64_t part_samples() const {
    constexpr std::int64_t max_samples = std::int64_t{1} << 21;
    constexpr std::int64_t max_results = std::int64_t{1} << 22;
    const std::int64_t frames = std::max<std::int64_t>(1, max_results / engine.bins());
    return std::min(max_samples, frames * engine.options().hop);
  }

  [[nodiscard]] std::int64_t samples_of(std::span<const std::byte> bytes) const {
    return std::ssize(bytes) / engine.sample_bytes();
  }
  [[nodiscard]] std::int64_t waiting_samples() const { return samples_of(waiting); }

  /// All samples, those that wait first.
  std::vector<Bin> push(std::span<const std::byte> samples) {
    std::vector<Bin> frames;
    const auto part = static_cast<std::size_t>(part_samples() * engine.sample_bytes());
    do {
      const std::span own = samples.first(std::min(samples.size(), part));
      samples = samples.subspan(own.size());
      if (waiting.empty() && engine.frames(samples_of(own)) > 0) {
        compute(own, frames);
        continue;
      }
      waiting.insert(waiting.end(), own.begin(), own.end());
      if (engine.frames(waiting_samples()) == 0 && waiting.size() < part) continue;
      compute(waiting, frames);
      waiting.clear();
    } while (!samples.empty());
    return frames;
  }

  /// Adds the frames that the samples complete.
  void compute(std::span<const std::byte> samples, std::vector<Bin>& frames) {
    if (!stream) stream = Stream(engine.device());
    const auto count = static_cast<std::size_t>(engine.frames(samples_of(samples)) * engine.bins());
    grow(in, samples.size());
    grow(out, std::max(sizeof(Bin), count * sizeof(Bin)));
    stream.upload(in, samples.data(), samples.size());
    engine.push(stream, in, samples_of(samples), out);
    if (count == 0) return stream.synchronize();  // the next piece may be uploaded by another stream
    frames.resize(frames.size() + count);
    stream.download(out, frames.data() + frames.size() - count, count * sizeof(Bin));
  }

  void grow(Buffer& buffer, std::size_t bytes) const {
    if (!buffer || buffer.size_bytes() < bytes) buffer = Buffer(engine.device(), bytes);
  }

  /// Samples of host memory come before those of device memory that are pushed later.
  void hand_over(const Stream& to) {
    if (waiting.empty()) return;
    grow(in, waiting.size());
    to.upload(in, waiting.data(), waiting.size());
    engine.push(to, in, waiting_samples(), {});
    to.synchronize();
    waiting.clear();
  }

  api::ChannelizerEngine engine;
  std::vector<std::byte> waiting;  ///< samples that complete no frame
  Stream stream;
  Buffer in;
  Buffer out;
};

template <class T>
Channelizer<T>::Channelizer(const Device& device, const ChannelizerOptions& options) {
  api::require_device(device, "a channelizer");
  impl_ = std::make_unique<Impl>(device, options);
}
template <class T>
Channelizer<T>::~Channelizer() = default;
template <class T>
Channelizer<T>::Channelizer(Channelizer&&) noexcept = default;
template <class T>
Channelizer<T>& Channelizer<T>::operator=(Channelizer&&) noexcept = default;

template <class T>
const ChannelizerOptions& Channelizer<T>::options() const {
  return impl_->engine.options();
}
template <class T>
std::int64_t Channelizer<T>::sample_bytes() const {
  return impl_->engine.sample_bytes();
}
template <class T>
std::int64_t Channelizer<T>::bins() const {
  return impl_->engine.bins();
}
template <class T>
std::int64_t Channelizer<T>::frames(std::int64_t samples) const {
  (void)impl_->engine.frames(samples);  // refuses counts that are none
  return impl_->engine.frames(samples + impl_->waiting_samples());
}

template <class T>
std::vector<typename Channelizer<T>::Bin> Channelizer<T>::push(std::span<const T> samples) {
  if (options().storage != Storage::native) {
    throw Error::invalid_argument("samples of a channelizer", "they are stored otherwise than numbers of its type",
                                  "give their bytes: push_stored()");
  }
  return impl_->push(std::as_bytes(samples));
}

template <class T>
std::vector<typename Channelizer<T>::Bin> Channelizer<T>::push_stored(std::span<const std::byte> samples) {
  const auto each = static_cast<std::size_t>(impl_->engine.sample_bytes());
  if (samples.size() % each != 0) {
    throw Error::invalid_argument(fmt::format("{} bytes of samples", samples.size()),
                                  fmt::format("a sample has {} bytes", each), "give whole samples");
  }
  return impl_->push(samples);
}

template <class T>
std::int64_t Channelizer<T>::push(const Stream& stream, const Buffer& samples, std::int64_t count, const Buffer& out) {
  (void)impl_->engine.checked_frames(stream, samples, count, out, impl_->waiting_samples());
  impl_->hand_over(stream);
  return impl_->engine.push(stream, samples, count, out);
}

template <class T>
void Channelizer<T>::reset() {
  impl_->waiting.clear();
  impl_->engine.reset();
}

template class Channelizer<float>;
template class Channelizer<double>;
template class Channelizer<std::complex<float>>;
template class Channelizer<std::complex<double>>;

}  // namespace papilio
