// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The exact result of a convolution, in a wider type: by the sums of its definition if they are short, else by FFTW.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <papilio/convolution_problem.hpp>
#include <span>
#include <vector>

#include "verify/reference/fftw.hpp"

namespace papilio::verify {

/// A channel of a result, and how many there are of both sides.
struct ChannelOf {
  std::int64_t number = 0;
  std::int64_t in_channels = 1;
  std::int64_t out_channels = 1;
};

/// Independent of how Papilio pads, places and cuts: it computes the whole linear convolution, of which it takes the
/// wanted part, or which it wraps around for a circular one.
template <class Real>
class ConvolutionReference {
 public:
  /// Without a library it is always the sums.
  explicit ConvolutionReference(std::shared_ptr<const Fftw<Real>> library) : library_(std::move(library)) {}

  void prepare(const ConvolutionProblem& problem);
  /// Points of a transform that takes about as long as one signal's result, at least 1.
  [[nodiscard]] std::int64_t cost() const;
  /// The result of one signal and its kernel, numbers as the problem has them. Valid until the next call.
  template <class T>
  const std::vector<Real>& of(const T* signal, const T* kernel);
  /// One channel of a result: the sum over the channels of the signal. Both hold all of theirs, one after the other;
  /// kernels those of result 0 first.
  template <class T>
  std::vector<Real> channel(std::span<const T> signal, std::span<const T> kernels, const ChannelOf& wanted);

 private:
  [[nodiscard]] bool is_short() const;
  void add_sums(const std::vector<Real>& signal, const std::vector<Real>& kernel);
  void add_product(const std::vector<Real>& signal, const std::vector<Real>& kernel);
  void cut();

  std::shared_ptr<const Fftw<Real>> library_;
  ConvolutionProblem problem_;
  std::vector<std::int64_t> whole_;   ///< lengths of the linear convolution
  std::vector<std::int64_t> padded_;  ///< of FFTW's transforms, at least those
  std::optional<FftwTransform<Real>> there_;
  std::optional<FftwTransform<Real>> back_;
  std::vector<Real> linear_;  ///< pairs
  std::vector<Real> result_;
};

}  // namespace papilio::verify
