// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short-time transforms of host memory, in parts, and the checks of both.
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/stft.hpp>

#include "api/access.hpp"
#include "api/element_type.hpp"
#include "api/run/execution.hpp"
#include "api/run/memory_checks.hpp"
#include "api/signal/stft_engine.hpp"

namespace papilio {
namespace {

using api::FrameWork;

constexpr std::size_t as_size(std::int64_t count) { return static_cast<std::size_t>(count); }

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
  api::StftEngine engine;

  [[nodiscard]] const api::StftShape& shape() const { return engine.shape(); }
  template <class Out>
  [[nodiscard]] std::vector<Out> analyse(std::span<const T> signals, std::int64_t batch, FrameWork work) const;
  [[nodiscard]] std::vector<T> synthesise(std::span<const Bin> spectra, std::int64_t samples, std::int64_t batch) const;
  void enqueue(const Stream& stream, FrameWork work, const api::SignalArrays& arrays) const;
};

/// All signals are one train, unless most of its frames were those between two signals and took longer than calls of
/// the device for each signal, or each frame is a part.
template <class T>
template <class Out>
std::vector<Out> Stft<T>::Impl::analyse(std::span<const T> signals, std::int64_t batch, FrameWork work) const {
  const std::int64_t samples = samples_of(signals.size(), batch);
  const std::int64_t wanted = shape().frames(samples);
  if (wanted == 0) return {};
  shape().require_padding(samples);
  const std::int64_t bins = shape().bins();
  const std::int64_t each = shape().hops(samples);
  constexpr std::int64_t points_of_calls = 8192;
  const std::int64_t between = each - wanted;
  const bool costly = between > wanted && between * shape().options().length > points_of_calls;
  const std::int64_t together = costly || engine.part_frames() == 1 ? 1 : batch;
  const std::int64_t all = (together - 1) * each + wanted;
  const std::int64_t part = std::min(all, engine.part_frames());
  const Stream stream(engine.device());
  const Buffer results(engine.device(), as_size(part * bins) * sizeof(Out));
  const Buffer padded(engine.device(), as_size(shape().covered(part)) * sizeof(T));
  Buffer in;
  const std::int64_t trains = batch / together;
  std::vector<Out> out(as_size(trains * all * bins));
  for (std::int64_t train = 0; train < trains; ++train) {
    const T* const own = signals.data() + train * together * samples;
    api::FramePiece piece{.samples = samples, .distance = each * shape().options().hop};
    for (; piece.first < all; piece.first += part) {
      piece.frames = std::min(part, all - piece.first);
      const api::SampleRange read = shape().read(piece);
      piece.held = read.begin;
      const std::size_t bytes = as_size(read.end - read.begin) * sizeof(T);
      if (!in || in.size_bytes() < bytes) in = Buffer(engine.device(), bytes);
      stream.upload(in, own + read.begin, bytes);
      engine.transform(stream, work, piece, {in, padded, results});
      stream.download(results, out.data() + (train * all + piece.first) * bins,
                      as_size(piece.frames * bins) * sizeof(Out));
    }
  }
  for (std::int64_t b = 1; b < together; ++b)
    std::copy_n(out.begin() + b * each * bins, wanted * bins, out.begin() + b * wanted * bins);
  out.resize(as_size(batch * wanted * bins));
  return out;
}

/// Short signals go through together, long ones in parts. Parts share the frames over their borders, which are
/// transformed for both: at most one in four.
template <class T>
std::vector<T> Stft<T>::Impl::synthesise(std::span<const Bin> spectra, std::int64_t samples, std::int64_t batch) const {
  shape().require_cover(samples);
  const std::int64_t hop = shape().options().hop;
  const std::int64_t length = shape().options().length;
  const std::int64_t bins = shape().bins();
  const std::int64_t all = shape().frames(samples);
  const std::int64_t part = std::min(all, std::max(engine.part_frames(), 4 * shape().overlap()));
  const std::int64_t together = std::clamp<std::int64_t>(engine.part_frames() / all, 1, batch);
  const Stream stream(engine.device());
  const Buffer in(engine.device(), as_size(part * together * bins) * sizeof(Bin));
  const Buffer frames(engine.device(), as_size(part * together * length) * sizeof(T));
  const Buffer results(engine.device(), as_size(together * std::min(samples, part * hop + length)) * sizeof(T));
  std::vector<T> out(as_size(batch * samples));
  for (std::int64_t b = 0; b < batch; b += together) {
    api::AddedPiece piece{.signals = std::min(together, batch - b)};
    for (; piece.begin < samples; piece.begin += piece.samples) {
      const std::int64_t position = piece.begin + shape().padding();
      piece.first = std::max<std::int64_t>(0, (position - length + hop) / hop);
      piece.frames = std::min(part, all - piece.first);
      const bool last = piece.first + piece.frames == all;
      piece.samples = last ? samples - piece.begin : (piece.first + piece.frames) * hop - position;
      const std::int64_t count = piece.signals * piece.frames;
      stream.upload(in, spectra.data() + (b * all + piece.first) * bins, as_size(count * bins) * sizeof(Bin));
      engine.plan(FrameWork::inverse, count).execute(stream, in, frames, {}, count);
      engine.overlap_add(stream, piece, frames, results);
      stream.download(results, out.data() + b * samples + piece.begin,
                      as_size(piece.signals * piece.samples) * sizeof(T));
    }
  }
  return out;
}

/// Checks the arrays, and enqueues the work if there is any.
template <class T>
void Stft<T>::Impl::enqueue(const Stream& stream, FrameWork work, const api::SignalArrays& arrays) const {
  api::require_stream(stream);
  const std::int64_t samples = arrays.samples;
  const std::int64_t batch = arrays.batch;
  const auto what = [&] { return fmt::format("{} signals of {} samples", batch, samples); };
  constexpr std::int64_t most = std::int64_t{1} << 48;  // numbers; no memory holds more
  const auto product_fits = [&](std::int64_t a, std::int64_t b) { return a == 0 || b <= most / a; };
  const std::int64_t frames = shape().frames(samples);
  if (batch < 1 || samples < 0 || !product_fits(samples, batch) || !product_fits(frames, batch) ||
      !product_fits(frames * batch, shape().options().length)) {
    throw Error::invalid_argument("stft of " + what(), "there is no such batch", "give at least one signal");
  }
  const bool inverse = work == FrameWork::inverse;
  if (samples == 0 || (frames == 0 && !inverse)) return;
  const std::int64_t signals = batch * samples * engine.sample_bytes();
  const std::int64_t results =
      frames * batch * shape().bins() * engine.result_bytes(inverse ? FrameWork::spectra : work);
  api::Memories memories;
  memories.in = api::memory_of(inverse ? arrays.results : arrays.signals);
  memories.out = api::memory_of(inverse ? arrays.signals : arrays.results);
  api::check_memories(memories, {"short-time transform", inverse ? results : signals, inverse ? signals : results, 0},
                      what, {});
  if (inverse) {
    shape().require_cover(samples);
    engine.inverse(stream, arrays);
  } else {
    shape().require_padding(samples);
    engine.forward(stream, work, arrays);
  }
}

template <class T>
Stft<T>::Stft(const Device& device, const StftOptions& options) {
  api::require_device(device, "stft");
  impl_ = std::shared_ptr<const Impl>(
      new Impl{{device, options, api::ElementType<T>::precision, api::ElementType<T>::field}});
}

namespace {

template <class Impl>
const Impl& made(const std::shared_ptr<const Impl>& impl) {
  return api::made(impl, "stft");
}

}  // namespace

template <class T>
const StftOptions& Stft<T>::options() const {
  return made(impl_).shape().options();
}
template <class T>
std::int64_t Stft<T>::bins() const {
  return made(impl_).shape().bins();
}
template <class T>
std::int64_t Stft<T>::frames(std::int64_t samples) const {
  return made(impl_).shape().frames(samples);
}
template <class T>
std::vector<typename Stft<T>::Bin> Stft<T>::forward(std::span<const T> signals, std::int64_t batch) const {
  return made(impl_).template analyse<Bin>(signals, batch, FrameWork::spectra);
}

template <class T>
std::vector<typename Stft<T>::Real> Stft<T>::power(std::span<const T> signals, std::int64_t batch) const {
  return made(impl_).template analyse<Real>(signals, batch, FrameWork::power);
}

template <class T>
std::vector<T> Stft<T>::inverse(std::span<const Bin> spectra, std::int64_t samples, std::int64_t batch) const {
  const Impl& impl = made(impl_);
  const auto numbers = static_cast<std::int64_t>(spectra.size());
  const bool fits = batch >= 1 && samples >= 0 && numbers % batch == 0 && numbers / batch % impl.shape().bins() == 0 &&
                    numbers / batch / impl.shape().bins() == impl.shape().frames(samples);  // products may overflow
  if (!fits) {
    throw Error::invalid_argument(fmt::format("istft of {} numbers", spectra.size()),
                                  fmt::format("{} signals of {} samples have {} frames of {} bins each", batch, samples,
                                              impl.shape().frames(samples), impl.shape().bins()),
                                  "give what stft made of signals of that length");
  }
  if (samples == 0) return {};
  return impl.synthesise(spectra, samples, batch);
}

template <class T>
void Stft<T>::forward(const Stream& stream, const Buffer& signals, const Buffer& spectra, std::int64_t samples,
                      std::int64_t batch) const {
  made(impl_).enqueue(stream, FrameWork::spectra, {signals, spectra, samples, batch});
}

template <class T>
void Stft<T>::power(const Stream& stream, const Buffer& signals, const Buffer& power, std::int64_t samples,
                    std::int64_t batch) const {
  made(impl_).enqueue(stream, FrameWork::power, {signals, power, samples, batch});
}

template <class T>
void Stft<T>::inverse(const Stream& stream, const Buffer& spectra, const Buffer& signals, std::int64_t samples,
                      std::int64_t batch) const {
  made(impl_).enqueue(stream, FrameWork::inverse, {signals, spectra, samples, batch});
}

template class Stft<float>;
template class Stft<double>;
template class Stft<std::complex<float>>;
template class Stft<std::complex<double>>;

}  // namespace papilio
