// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one-liners of convolutions.
#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/overlap_save.hpp>
#include <papilio/papilio.hpp>

#include "api/access.hpp"
#include "api/element_type.hpp"
#include "api/signal/recent.hpp"
#include "plan/convolution.hpp"
#include "plan/segments.hpp"
#include "runtime/device.hpp"

namespace papilio {
namespace {

// Shorter signals are one transform: comparing with segments would take longer than it could save.
constexpr std::int64_t shortest_in_segments = std::int64_t{1} << 19;

std::int64_t length(const ConvolutionProblem& problem) { return problem.lengths.front(); }
std::int64_t kernel_length(const ConvolutionProblem& problem) { return problem.kernel_lengths.front(); }

/// Segments are cheaper than one transform of everything, or that would be too long.
bool goes_in_segments(const ConvolutionProblem& problem, const DeviceCaps& caps) {
  const std::int64_t kernel = kernel_length(problem);
  const std::int64_t shortest = std::max(shortest_in_segments, 16 * kernel);
  if (problem.mode == ConvolutionMode::circular || length(problem) < shortest) return false;
  const double whole = static_cast<double>(length(problem) + kernel - 1);
  try {
    return plan::plan_segments(problem, 0, caps).seconds * whole < plan::plan_convolution(problem, caps).tree.seconds;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return true;
  }
}

/// How a problem is computed: by one convolution of the whole signal, or by convolutions of blocks of segments.
class Way {
 public:
  Way() = default;
  Way(const Device& device, const ConvolutionProblem& problem) : problem_(problem) {
    const DeviceCaps& caps = api::unwrap(device).caps();
    in_segments_ = goes_in_segments(problem, caps);
    convolution_ = Convolution(device, in_segments_ ? plan::plan_segments(problem, 0, caps).problem : problem);
  }

  [[nodiscard]] const ConvolutionProblem& problem() const { return problem_; }
  [[nodiscard]] const Convolution& convolution() const { return convolution_; }
  [[nodiscard]] const Device& device() const { return convolution_.device(); }
  [[nodiscard]] bool in_segments() const { return in_segments_; }
  [[nodiscard]] explicit operator bool() const { return static_cast<bool>(convolution_); }

 private:
  ConvolutionProblem problem_;
  Convolution convolution_;
  bool in_segments_ = false;
};

template <class T>
std::vector<T> in_segments(const Way& way, std::span<const T> a, std::span<const T> b) {
  const ConvolutionProblem& problem = way.problem();
  OverlapSave<T> stream(way.convolution(), b);
  stream.push(a);
  stream.finish();
  std::int64_t first = 0;
  if (problem.mode == ConvolutionMode::same) first = (kernel_length(problem) - 1) / 2;
  if (problem.mode == ConvolutionMode::valid) first = kernel_length(problem) - 1;
  std::vector<T> before(static_cast<std::size_t>(first));
  stream.pull(before);
  std::vector<T> result(static_cast<std::size_t>(problem.output_lengths().front()));
  stream.pull(result);
  return result;
}

template <class T>
std::vector<T> at_once(const Way& way, std::span<const T> a, std::span<const T> b) {
  std::vector<T> result(static_cast<std::size_t>(way.problem().output_elements()));
  way.convolution().execute(way.convolution().filter(b), a, result);
  return result;
}

template <class T>
std::vector<T> compute(std::span<const T> a, std::span<const T> b, Operation operation, ConvolutionMode mode) {
  if (a.empty() || b.empty()) {
    throw Error::invalid_argument(operation == Operation::convolve ? "convolve" : "correlate",
                                  a.empty() ? "the signal has no elements" : "the kernel has no elements",
                                  "give one at least");
  }
  ConvolutionProblem problem;
  problem.operation = operation;
  problem.precision = api::ElementType<T>::precision;
  problem.field = api::ElementType<T>::field;
  problem.mode = mode;
  problem.lengths = {static_cast<std::int64_t>(a.size())};
  problem.kernel_lengths = {static_cast<std::int64_t>(b.size())};
  std::vector<T> result;
  api::Recent<Way, ConvolutionProblem>::of_process().use(
      problem, [&](const Way& way) { result = way.in_segments() ? in_segments(way, a, b) : at_once(way, a, b); });
  return result;
}

}  // namespace

std::vector<float> convolve(std::span<const float> a, std::span<const float> b, ConvolutionMode mode) {
  return compute<float>(a, b, Operation::convolve, mode);
}
std::vector<double> convolve(std::span<const double> a, std::span<const double> b, ConvolutionMode mode) {
  return compute<double>(a, b, Operation::convolve, mode);
}
std::vector<std::complex<float>> convolve(std::span<const std::complex<float>> a,
                                          std::span<const std::complex<float>> b, ConvolutionMode mode) {
  return compute<std::complex<float>>(a, b, Operation::convolve, mode);
}
std::vector<std::complex<double>> convolve(std::span<const std::complex<double>> a,
                                           std::span<const std::complex<double>> b, ConvolutionMode mode) {
  return compute<std::complex<double>>(a, b, Operation::convolve, mode);
}
std::vector<float> correlate(std::span<const float> a, std::span<const float> b, ConvolutionMode mode) {
  return compute<float>(a, b, Operation::correlate, mode);
}
std::vector<double> correlate(std::span<const double> a, std::span<const double> b, ConvolutionMode mode) {
  return compute<double>(a, b, Operation::correlate, mode);
}
std::vector<std::complex<float>> correlate(std::span<const std::complex<float>> a,
                                           std::span<const std::complex<float>> b, ConvolutionMode mode) {
  return compute<std::complex<float>>(a, b, Operation::correlate, mode);
}
std::vector<std::complex<double>> correlate(std::span<const std::complex<double>> a,
                                            std::span<const std::complex<double>> b, ConvolutionMode mode) {
  return compute<std::complex<double>>(a, b, Operation::correlate, mode);
}

}  // namespace papilio
