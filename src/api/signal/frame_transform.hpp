// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FrameTransform: the spectra, or their power, of overlapping windowed frames of one signal.
//
// A load callback knows the address of a number and not the frame that it is read for, which differ where frames
// overlap. So frames 0, q, 2q, … are the batch of one plan, frames 1, q+1, … that of the next, and so on, with
// q = ceil(length / hop): frames of one plan do not overlap, and the address says the place within the frame. All plans
// read the same copy of the signal and write to the same spectra.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <papilio/plan.hpp>
#include <papilio/stft.hpp>
#include <span>
#include <vector>

namespace papilio::api {

enum class FrameResult { spectrum, power };

struct Frames {
  std::int64_t length = 1;
  std::int64_t hop = 1;
  std::vector<double> window;  ///< scaled
};

template <class T>
class FrameTransform {
 public:
  using Real = typename Stft<T>::Real;
  using Bin = typename Stft<T>::Bin;

  /// Compiles. Throws Error.
  FrameTransform(const Device& device, Frames frames, FrameResult result);

  /// in: at least (frames-1)*hop + length samples. out: frames * bins numbers, of the type of the result.
  void execute(std::span<const T> in, std::int64_t frames, std::span<Bin> out) const;
  void execute(std::span<const T> in, std::int64_t frames, std::span<Real> out) const;

  [[nodiscard]] StftWindowing windowing() const {
    return phases_.empty() ? StftWindowing::on_host : StftWindowing::in_kernel;
  }
  [[nodiscard]] std::int64_t bins() const;

 private:
  [[nodiscard]] std::int64_t phase_count() const { return (frames_.length + frames_.hop - 1) / frames_.hop; }
  [[nodiscard]] Problem problem(std::int64_t batch) const;
  void plan_phases();
  /// One part, of `count` frames at most.
  template <class Out>
  void execute_phases(std::span<const T> in, std::int64_t count, std::span<Out> out) const;
  void execute_on_host(std::span<const T> in, std::int64_t count, std::span<Bin> out) const;

  Device device_;
  Frames frames_;
  FrameResult result_;
  std::int64_t part_ = 1;     ///< frames that are transformed at a time
  std::vector<Plan> phases_;  ///< empty: frames are windowed on the host
  std::vector<Real> window_;
  std::optional<Plan> plan_;  ///< of frames that lie one after the other
};

extern template class FrameTransform<float>;
extern template class FrameTransform<double>;
extern template class FrameTransform<std::complex<float>>;
extern template class FrameTransform<std::complex<double>>;

}  // namespace papilio::api
