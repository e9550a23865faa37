// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Polyphase filter banks: a signal is split into channels of equal width, all of which are filtered and decimated at
// once (Bellanger, Bonnerot and Coudreuse, "Digital filtering by polyphase network: application to sample-rate
// alteration and filter banks", IEEE Trans. Acoust. Speech Signal Process. 24 (1976) 109-114).
//
// With M channels, the hop D and the taps h of a low-pass filter, of a signal x whose samples before x[0] count as 0,
//
//   y[m][k] = sum_n h[n] z_k[(m+1) D - 1 - n],   z_k[s] = x[s] exp(-2*pi*i*k*s/M)       of frame m and channel k
//
// Channel k is the band around k/M of the sampling rate: shifted to frequency 0, filtered by h, and every D-th sample
// kept, the last one of D. In SciPy: lfilter(h, 1, x * exp(-2j*pi*k*arange(n)/M))[D-1::D]. Frame m needs the samples
// before (m+1) D, and no later ones. A complex signal has all M channels, those of negative frequencies last; a real
// one the channels 0 .. M/2, of which the others are the conjugates.
//
// D = M is critically sampled: channels have the sampling rate of their width, and alias at their edges. With D < M
// they are oversampled by M/D, any ratio. GNU Radio's pfb_channelizer counts phases from the first frame's last sample:
// its channel k is this one times exp(2*pi*i*k*(D-1)/M).
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/cxx20.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

namespace papilio {

/// A low-pass filter for M channels: channels * taps_per_channel taps of a sinc that is -6 dB at half the channels'
/// width, 1/(2M) of the sampling rate, times the symmetric Kaiser window of `beta`; their sum is 1. In SciPy:
/// firwin(taps_per_channel * channels, 1 / channels, window=("kaiser", beta)). A beta of 8 has a stop band of -80 dB;
/// the more taps, the steeper the edges of channels. Throws Error(invalid_argument) for fewer than 2 channels, fewer
/// than 1 tap for each, more than 2^27 together, and a beta that is not from 0 to 1000.
PAPILIO_API std::vector<double> channel_filter(std::int64_t channels, std::int64_t taps_per_channel = 8,
                                               double beta = 8);

struct ChannelizerOptions {
  std::int64_t channels = 0;  ///< M, any number from 2 to 2^27
  std::int64_t hop = 0;       ///< D, from 1 to M; 0: M
  /// h, any number of finite ones up to 2^27; empty: channel_filter(channels), of at most 2^24 channels
  std::vector<double> taps = {};
  /// How samples are stored. Integers stand for themselves: those of receivers that are centred at 127.5 leave this
  /// offset in channel 0.
  Storage storage = Storage::native;

  friend bool operator==(const ChannelizerOptions&, const ChannelizerOptions&) = default;
};

/// T is float, double or a complex of one: the type of the arithmetic, and of a signal's samples unless they are stored
/// otherwise. Takes a signal in pieces of any sizes and returns the frames that each completes: the bits are those of
/// one piece. Taps are summed as the transform reads its input: on every device a frame is one kernel if a transform of
/// M points is, which reads the samples and writes the channels; there is no array of filtered samples. One thread at a
/// time. All functions throw Error; after an error of the device call reset().
template <class T>
class PAPILIO_API Channelizer {
 public:
  /// The type of a sample's real part.
  using Real = decltype(std::real(T{}));
  using Bin = std::complex<Real>;  ///< a number of a channel

  /// Makes a plan, and compiles its kernels.
  Channelizer(const Device& device, const ChannelizerOptions& options);
  ~Channelizer();
  Channelizer(Channelizer&&) noexcept;
  Channelizer& operator=(Channelizer&&) noexcept;

  /// The options, with hop and taps filled in.
  [[nodiscard]] const ChannelizerOptions& options() const;
  /// Bytes of a sample as it is stored.
  [[nodiscard]] std::int64_t sample_bytes() const;
  /// Numbers of a frame: M, or M/2 + 1 of a real signal.
  [[nodiscard]] std::int64_t bins() const;
  /// The frames that the next `samples` samples complete.
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const;

  /// The next samples, any number. Returns the frames that they complete, one after the other: frames * bins() numbers.
  /// Samples that are stored otherwise than as T are given as bytes; those of a complex signal are pairs. The device
  /// gets parts of at most 2^21 samples, of which the frames have about 2^22 numbers.
  [[nodiscard]] std::vector<Bin> push(std::span<const T> samples);
  [[nodiscard]] std::vector<Bin> push_stored(std::span<const std::byte> samples);

  /// Enqueues the same for `count` samples in device memory, and returns the number of frames, which `out` must have
  /// room for. Frames are read from `samples` itself, except for those that begin in an earlier piece. The memory must
  /// not change before the work has run. Pieces on different streams wait for each other in the order of the calls,
  /// and a stream may end after its call.
  /// A stream that captures a CUDA graph is refused, and so are buffers that are too small or the same.
  std::int64_t push(const Stream& stream, const Buffer& samples, std::int64_t count, const Buffer& out);

  /// Begins another signal.
  void reset();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class Channelizer<float>;
extern template class Channelizer<double>;
extern template class Channelizer<std::complex<float>>;
extern template class Channelizer<std::complex<double>>;

}  // namespace papilio
