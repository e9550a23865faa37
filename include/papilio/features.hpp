// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Features of overlapping frames of a real signal: powers of bins, of mel filters, their logarithms, and cepstral
// coefficients, as speech recognisers take them. With X the spectra of papilio/stft.hpp,
//
//   P[f][k] = |X[f][k]|^2                                        of frame f and bin k
//   M[f][b] = sum_k W[b][k] P[f][k]                              of filter b; without filters M = P
//   L[f][b] = factor * log(max(M[f][b], floor)) + offset         unless the level is `power`: L = M
//   R[f][b] = max(L[f][b], max of L over the signal - range)     if there is a range
//   C[f][c] = s_c sum_b R[f][b] cos(pi/n (b + 1/2) c)            coefficient c of n filters: the orthonormal DCT-II
//
// The last one of these that the options ask for is the result: `frames` rows of `size()` numbers.
//
// Filter b is a triangle over three of n + 2 frequencies that are equally far apart in mels (Davis and Mermelstein,
// "Comparison of parametric representations for monosyllabic word recognition", IEEE Trans. Acoust. Speech Signal
// Process. 28 (1980) 357-366): 0 at the first and the last, 1 at the middle one. Slaney's mels (Auditory Toolbox, 1998)
// are those of librosa and Whisper, HTK's, 2595 log10(1 + f/700), those of torchaudio.
#pragma once

#include <cstdint>
#include <memory>
#include <papilio/stft.hpp>
#include <span>
#include <vector>

namespace papilio {

/// How mels follow from Hz.
enum class MelScale {
  slaney,  ///< 3 f / 200 up to 1000 Hz, then 15 + 27 ln(f/1000) / ln 6.4
  htk,     ///< 2595 log10(1 + f/700)
};

/// The height of the filters.
enum class MelNorm {
  area,  ///< 2 / width in Hz: the filters have equal areas (librosa's and torchaudio's norm="slaney")
  peak,  ///< 1
};

/// The logarithm L.
enum class FeatureLevel {
  power,    ///< none
  natural,  ///< ln
  log10,
  decibel,  ///< 10 log10
};

struct FeatureOptions {
  /// Length, hop, window, padding and scaling of the frames.
  StftOptions frames = {};
  double rate = 16000;  ///< of samples, in Hz
  /// Mel filters; 0: none, the bins are the features. Their borders must differ as doubles, and T must hold their
  /// heights.
  std::int64_t filters = 0;
  MelScale scale = MelScale::slaney;
  MelNorm norm = MelNorm::area;
  double low = 0;   ///< the lowest frequency of the filters, in Hz
  double high = 0;  ///< the highest; 0: rate/2
  FeatureLevel level = FeatureLevel::power;
  double floor = 1e-10;           ///< powers below it count as it; positive, a normal number of the precision
  double factor = 1;              ///< of the logarithm, not negative; 1 if the level is `power`
  double offset = 0;              ///< added to it; 0 if the level is `power`
  double range = 0;               ///< distance of the least level from the largest of the signal; 0: no limit
  std::int64_t coefficients = 0;  ///< cepstral ones, at most as many as there are filters, or bins; 0: none

  /// The features of OpenAI's Whisper, of a signal of 16 kHz in 80 or 128 filters: frames of 400 samples, a hop of 160,
  /// the signal reflected at its ends, (max(log10, max log10 - 8) + 4) / 4. Whisper leaves out the last frame.
  [[nodiscard]] static FeatureOptions whisper(std::int64_t filters = 80) {
    FeatureOptions options;
    options.frames = {.length = 400, .hop = 160, .padding = StftPadding::reflect};
    options.filters = filters;
    options.level = FeatureLevel::log10;
    options.factor = 0.25;
    options.offset = 1;
    options.range = 2;
    return options;
  }

  friend bool operator==(const FeatureOptions&, const FeatureOptions&) = default;
};

/// T is float or double. Immutable; any number of threads may use it. All functions throw Error.
///
/// Frames that are not full are left out, as torch, librosa and Whisper do. Features are computed in chunks of frames,
/// whose powers stay in a few MiB of the device's memory. The same input gives the same bits each time. A sample that
/// is NaN makes the features of its frames NaN; which level is the largest of such a signal is not specified. Powers
/// that T does not hold, of samples beyond some 1e18 / length for float, make features infinite or NaN.
template <class T>
class PAPILIO_API SpectralFeatures {
 public:
  SpectralFeatures() = default;
  /// Kernels are compiled at the first call.
  SpectralFeatures(const Device& device, const FeatureOptions& options);

  /// The options, with hop, window and highest frequency filled in.
  [[nodiscard]] const FeatureOptions& options() const;
  /// Numbers of a frame: coefficients, else filters, else bins.
  [[nodiscard]] std::int64_t size() const;
  /// The number of full frames of a signal of `samples` samples, 1 + floor((samples + padding - length) / hop), or 0.
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const;

  /// `batch` signals of the same length, one after the other; batch * frames * size() numbers. Signals and features
  /// must fit into the device's memory; longer ones are given in parts, without padding.
  [[nodiscard]] std::vector<T> compute(std::span<const T> signals, std::int64_t batch = 1) const;

  /// Enqueues the same on a stream of the device and returns at once. Buffers hold batch * samples and
  /// batch * frames(samples) * size() numbers of type T, and must not overlap; those that are too small are refused. On
  /// GPUs features without range and coefficients, of frames that one kernel transforms, but for the shortest ones, are
  /// one launch. Once the same call was made, it may be captured into a CUDA graph, which needs the SpectralFeatures as
  /// long as it lives. Others allocate work memory, which is released in stream order, and refuse a stream that is
  /// captured: a few MiB where frames go through in chunks, and as much as the features before a range or coefficients
  /// are computed.
  void compute(const Stream& stream, const Buffer& signals, const Buffer& features, std::int64_t samples,
               std::int64_t batch = 1) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

extern template class SpectralFeatures<float>;
extern template class SpectralFeatures<double>;

}  // namespace papilio
