// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/convolution_sum.hpp"

#include <vector>

namespace papilio::verify {
namespace {

class ElementSum {
 public:
  ElementSum(const ConvolutionProblem& problem, const double* signal, const double* kernel)
      : problem_(problem), signal_(signal), kernel_(kernel) {}

  std::complex<long double> at(std::int64_t result) {
    const std::vector<std::int64_t> lengths = problem_.output_lengths();
    place_.resize(lengths.size());
    for (std::size_t axis = lengths.size(); axis-- > 0; result /= lengths[axis])
      place_[axis] = result % lengths[axis] + first_of(axis);
    re_ = im_ = 0;
    add(0, 0, 0);
    return {re_, im_};
  }

 private:
  [[nodiscard]] bool turned() const { return problem_.operation == Operation::correlate; }
  [[nodiscard]] bool circular() const { return problem_.mode == ConvolutionMode::circular; }

  /// The element of the linear convolution at which the result begins.
  [[nodiscard]] std::int64_t first_of(std::size_t axis) const {
    const std::int64_t before = problem_.kernel_lengths[axis] - 1;
    if (problem_.mode == ConvolutionMode::same) return before / 2;
    return problem_.mode == ConvolutionMode::valid || (circular() && turned()) ? before : 0;
  }

  /// Adds the products of all elements of the kernel whose indices along the axes before are those of `h`; that of the
  /// signal is `x`.
  void add(std::size_t axis, std::int64_t x, std::int64_t h) {
    const std::int64_t points = problem_.lengths[axis];
    const std::int64_t taps = problem_.kernel_lengths[axis];
    std::int64_t i = place_[axis];
    if (circular()) i %= points;
    for (std::int64_t m = 0; m < taps; ++m, --i) {
      if (i < 0 && circular()) i += points;
      if (i < 0) return;
      if (i >= points) continue;
      const std::int64_t own = h * taps + (turned() ? taps - 1 - m : m);
      const std::int64_t from = x * points + i;
      axis + 1 < place_.size() ? add(axis + 1, from, own) : add_product(from, own);
    }
  }

  void add_product(std::int64_t x, std::int64_t h) {
    if (problem_.field == Field::real) {
      re_ += static_cast<long double>(signal_[x]) * kernel_[h];
      return;
    }
    const std::complex<long double> a(signal_[2 * x], signal_[2 * x + 1]);
    const long double im = turned() ? -kernel_[2 * h + 1] : kernel_[2 * h + 1];
    re_ += a.real() * kernel_[2 * h] - a.imag() * im;
    im_ += a.real() * im + a.imag() * kernel_[2 * h];
  }

  const ConvolutionProblem& problem_;
  const double* signal_;
  const double* kernel_;
  std::vector<std::int64_t> place_;  ///< of the result in the linear convolution
  long double re_ = 0;
  long double im_ = 0;
};

}  // namespace

std::complex<long double> convolution_sum(const ConvolutionProblem& problem, const double* signal, const double* kernel,
                                          std::int64_t result) {
  return ElementSum(problem, signal, kernel).at(result);
}

}  // namespace papilio::verify
