// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/spectrum_placement.hpp"

#include <algorithm>

#include "core/convolution_layout.hpp"
#include "core/roots.hpp"

namespace papilio::api {
namespace {

using Lengths = std::vector<std::int64_t>;

/// Dimensions before the axes: the kernel, and the channels, if the problem has any.
std::size_t outer_dimensions(const ConvolutionProblem& problem) { return problem.has_channels() ? 3 : 1; }

/// A whole spectrum, of which a real problem knows half.
class WholeSpectrum {
 public:
  WholeSpectrum(const ConvolutionProblem& problem, const SpectrumAt& at)
      : real_(problem.field == Field::real), at_(at), lengths_(spectrum_lengths(problem)) {
    for (const int axis : problem.convolved_axes())
      convolved_.push_back(outer_dimensions(problem) + static_cast<std::size_t>(axis));
    lengths_[convolved_.back()] = problem.lengths[static_cast<std::size_t>(problem.convolved_axes().back())];
    opposite_.resize(lengths_.size());
  }

  LongComplex operator()(std::span<const std::int64_t> index) {
    const std::int64_t k = index[convolved_.back()];
    const std::int64_t n = lengths_[convolved_.back()];
    if (!real_ || (k > 0 && 2 * k < n)) return at_(index);
    std::ranges::copy(index, opposite_.begin());
    for (const std::size_t d : convolved_) opposite_[d] = index[d] == 0 ? 0 : lengths_[d] - index[d];
    if (std::ranges::equal(index, opposite_)) return at_(index).real();
    const LongComplex conjugate = std::conj(at_(opposite_));
    return 2 * k > n ? conjugate : (at_(index) + conjugate) / 2.0L;
  }

 private:
  bool real_;
  const SpectrumAt& at_;
  Lengths lengths_;
  std::vector<std::size_t> convolved_;
  Lengths opposite_;
};

}  // namespace

Lengths spectrum_lengths(const ConvolutionProblem& problem) {
  Lengths lengths = {problem.kernels};
  if (problem.has_channels()) lengths.insert(lengths.end(), {problem.out_channels, problem.in_channels});
  lengths.insert(lengths.end(), problem.kernel_lengths.begin(), problem.kernel_lengths.end());
  const std::size_t halved = outer_dimensions(problem) + static_cast<std::size_t>(problem.convolved_axes().back());
  if (problem.field == Field::real) lengths[halved] = lengths[halved] / 2 + 1;
  return lengths;
}

bool has_known_spectra(const ConvolutionProblem& problem) {
  return problem.mode == ConvolutionMode::circular && std::ranges::all_of(problem.convolved_axes(), [&](int axis) {
           const auto i = static_cast<std::size_t>(axis);
           return problem.kernel_lengths[i] == problem.lengths[i];
         });
}

template <class T>
std::vector<std::complex<T>> placed_spectra(const ConvolutionProblem& problem, const Problem& transform,
                                            const SpectrumAt& at) {
  WholeSpectrum spectrum(problem, at);
  long double points = 1;
  for (const int axis : problem.convolved_axes())
    points *= static_cast<long double>(problem.lengths[static_cast<std::size_t>(axis)]);
  // The transform's array may have more axes, of length 1, than the problem.
  Lengths lengths = transform.output_lengths();
  Lengths strides = transform.output_strides();
  lengths.insert(lengths.begin(), problem.kernels);
  strides.insert(strides.begin(), transform.out_distance);
  const bool correlate = problem.operation == Operation::correlate;
  const std::size_t dimensions = outer_dimensions(problem) + problem.lengths.size();
  std::vector<std::complex<T>> placed(static_cast<std::size_t>(transform.output_elements()));
  Lengths index(lengths.size());
  std::int64_t place = 0;
  while (true) {
    LongComplex value = spectrum(std::span(index).first(dimensions)) / points;
    if (correlate) value = std::conj(value);
    placed[static_cast<std::size_t>(place)] = {static_cast<T>(value.real()), static_cast<T>(value.imag())};
    std::size_t d = lengths.size();
    while (d > 0 && index[d - 1] + 1 == lengths[d - 1]) {
      --d;
      place -= index[d] * strides[d];
      index[d] = 0;
    }
    if (d == 0) return placed;
    ++index[d - 1];
    place += strides[d - 1];
  }
}

template std::vector<std::complex<float>> placed_spectra(const ConvolutionProblem&, const Problem&, const SpectrumAt&);
template std::vector<std::complex<double>> placed_spectra(const ConvolutionProblem&, const Problem&, const SpectrumAt&);

}  // namespace papilio::api
