// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/convolution_reference.hpp"

#include <algorithm>

#include "core/number_theory.hpp"

namespace papilio::verify {
namespace {

using Lengths = std::vector<std::int64_t>;

// Products of a sum that take about as long as transforms of 2^9 points, which a kernel and a signal of half that have.
constexpr std::int64_t most_products = std::int64_t{1} << 16;

/// Where element `number` of an array lies in another whose lengths are at least as large, `by` further on each axis.
std::int64_t moved(std::int64_t number, const Lengths& from, const Lengths& to, const Lengths& by) {
  std::int64_t at = 0;
  std::int64_t stride = 1;
  for (std::size_t axis = from.size(); axis-- > 0;) {
    at += stride * (number % from[axis] + by[axis]);
    number /= from[axis];
    stride *= to[axis];
  }
  return at;
}

/// Elements as pairs; of a kernel that correlates the conjugates, back to front, which makes a convolution of it.
template <class Real, class T>
std::vector<Real> pairs_of(const T* numbers, std::int64_t elements, bool real, bool turned) {
  std::vector<Real> pairs(static_cast<std::size_t>(2 * elements));
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t to = 2 * (turned ? elements - 1 - i : i);
    pairs[to] = numbers[real ? i : 2 * i];
    if (!real) pairs[to + 1] = turned ? -numbers[2 * i + 1] : numbers[2 * i + 1];
  }
  return pairs;
}

}  // namespace

template <class Real>
void ConvolutionReference<Real>::prepare(const ConvolutionProblem& problem) {
  Lengths whole;
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    whole.push_back(problem.lengths[axis] + problem.kernel_lengths[axis] - 1);
  }
  problem_ = problem;
  if (whole == whole_) return;
  there_.reset();  // first: there may not be room for both
  back_.reset();
  whole_ = whole;
  padded_ = whole;
  for (std::int64_t& length : padded_) {
    while (!is_smooth(length)) ++length;
  }
}

template <class Real>
bool ConvolutionReference<Real>::is_short() const {
  if (!library_) return true;
  std::int64_t products = 0;
  const bool fits = !__builtin_mul_overflow(product(problem_.lengths), product(problem_.kernel_lengths), &products);
  return fits && products <= most_products;
}

template <class Real>
std::int64_t ConvolutionReference<Real>::cost() const {
  if (!is_short()) return 3 * product(padded_);
  return std::max<std::int64_t>(1, product(problem_.lengths) * product(problem_.kernel_lengths) / 64);
}

template <class Real>
template <class T>
const std::vector<Real>& ConvolutionReference<Real>::of(const T* signal, const T* kernel) {
  const bool real = problem_.field == Field::real;
  const bool turned = problem_.operation == Operation::correlate;
  linear_.assign(static_cast<std::size_t>(2 * product(whole_)), 0);
  const std::vector<Real> x = pairs_of<Real>(signal, product(problem_.lengths), real, false);
  const std::vector<Real> h = pairs_of<Real>(kernel, product(problem_.kernel_lengths), real, turned);
  is_short() ? add_sums(x, h) : add_product(x, h);
  cut();
  return result_;
}

template <class Real>
template <class T>
std::vector<Real> ConvolutionReference<Real>::channel(std::span<const T> signal, std::span<const T> kernels,
                                                      const ChannelOf& wanted) {
  const std::size_t points = signal.size() / static_cast<std::size_t>(wanted.in_channels);
  const std::size_t taps = kernels.size() / static_cast<std::size_t>(wanted.in_channels * wanted.out_channels);
  std::vector<Real> sum;
  for (std::int64_t i = 0; i < wanted.in_channels; ++i) {
    const auto kernel = static_cast<std::size_t>(wanted.number * wanted.in_channels + i);
    const std::vector<Real>& part = of(&signal[static_cast<std::size_t>(i) * points], &kernels[kernel * taps]);
    sum.resize(part.size());
    for (std::size_t k = 0; k < part.size(); ++k) sum[k] += part[k];
  }
  return sum;
}

template <class Real>
void ConvolutionReference<Real>::add_sums(const std::vector<Real>& signal, const std::vector<Real>& kernel) {
  const Lengths none(whole_.size(), 0);
  std::vector<std::int64_t> steps;  // from the place of kernel element 0, for any element of the signal
  for (std::int64_t j = 0; j < product(problem_.kernel_lengths); ++j) {
    steps.push_back(2 * moved(j, problem_.kernel_lengths, whole_, none));
  }
  const bool real = problem_.field == Field::real;
  for (std::int64_t i = 0; i < product(problem_.lengths); ++i) {
    const std::int64_t begin = 2 * moved(i, problem_.lengths, whole_, none);
    const Real re = signal[2 * i];
    for (std::size_t j = 0; real && j < steps.size(); ++j) linear_[begin + steps[j]] += re * kernel[2 * j];
    if (real) continue;
    const Real im = signal[2 * i + 1];
    for (std::size_t j = 0; j < steps.size(); ++j) {
      Real* const to = &linear_[begin + steps[j]];
      to[0] += re * kernel[2 * j] - im * kernel[2 * j + 1];
      to[1] += re * kernel[2 * j + 1] + im * kernel[2 * j];
    }
  }
}

template <class Real>
void ConvolutionReference<Real>::add_product(const std::vector<Real>& signal, const std::vector<Real>& kernel) {
  if (!there_) {
    there_.emplace(library_, DftShape{Kind::c2c, padded_, Direction::forward, false});
    back_.emplace(library_, DftShape{Kind::c2c, padded_, Direction::inverse, false});
  }
  const std::int64_t points = product(padded_);
  const Lengths none(whole_.size(), 0);
  const auto transform = [&](const std::vector<Real>& pairs, const Lengths& lengths) {
    std::fill_n(there_->input(), 2 * points, Real{0});
    for (std::int64_t i = 0; i < product(lengths); ++i) {
      Real* const to = there_->input() + 2 * moved(i, lengths, padded_, none);
      to[0] = pairs[2 * i];
      to[1] = pairs[2 * i + 1];
    }
    there_->run();
  };
  transform(signal, problem_.lengths);
  std::copy_n(there_->output(), 2 * points, back_->input());
  transform(kernel, problem_.kernel_lengths);
  for (std::int64_t k = 0; k < points; ++k) {
    Real* const to = back_->input() + 2 * k;
    const Real* const by = there_->output() + 2 * k;
    const Real re = to[0] * by[0] - to[1] * by[1];
    to[1] = (to[0] * by[1] + to[1] * by[0]) / static_cast<Real>(points);
    to[0] = re / static_cast<Real>(points);
  }
  back_->run();
  for (std::int64_t i = 0; i < product(whole_); ++i) {
    const Real* const from = back_->output() + 2 * moved(i, whole_, padded_, none);
    linear_[2 * i] = from[0];
    linear_[2 * i + 1] = from[1];
  }
}

/// The part that is wanted; or all of it, modulo the lengths.
template <class Real>
void ConvolutionReference<Real>::cut() {
  const std::int64_t width = problem_.field == Field::real ? 1 : 2;
  const Lengths out = problem_.output_lengths();
  const bool circular = problem_.mode == ConvolutionMode::circular;
  result_.assign(static_cast<std::size_t>(width * product(out)), 0);
  for (std::int64_t i = 0; i < product(whole_); ++i) {
    std::int64_t rest = i;
    std::int64_t at = 0;
    std::int64_t stride = 1;
    bool wanted = true;
    for (std::size_t axis = out.size(); axis-- > 0;) {
      const std::int64_t kernel = problem_.kernel_lengths[axis];
      const std::int64_t index = rest % whole_[axis];
      rest /= whole_[axis];
      std::int64_t first = 0;
      if (problem_.mode == ConvolutionMode::same) first = (kernel - 1) / 2;
      if (problem_.mode == ConvolutionMode::valid) first = kernel - 1;
      // Element 0 of a correlation's linear result is that of k = -(K-1).
      if (circular && problem_.operation == Operation::correlate) first = kernel - 1;
      const std::int64_t n = out[axis];
      const std::int64_t place = circular ? ((index - first) % n + n) % n : index - first;
      wanted = wanted && place >= 0 && place < n;
      at += stride * place;
      stride *= n;
    }
    for (std::int64_t part = 0; wanted && part < width; ++part) result_[width * at + part] += linear_[2 * i + part];
  }
}

template class ConvolutionReference<long double>;
template const std::vector<long double>& ConvolutionReference<long double>::of(const float*, const float*);
template const std::vector<long double>& ConvolutionReference<long double>::of(const double*, const double*);
template std::vector<long double> ConvolutionReference<long double>::channel(std::span<const float>,
                                                                             std::span<const float>, const ChannelOf&);
template std::vector<long double> ConvolutionReference<long double>::channel(std::span<const double>,
                                                                             std::span<const double>, const ChannelOf&);
#if LDBL_MANT_DIG < 113
template class ConvolutionReference<QuadReal>;
template std::vector<QuadReal> ConvolutionReference<QuadReal>::channel(std::span<const double>, std::span<const double>,
                                                                       const ChannelOf&);
#endif

}  // namespace papilio::verify
