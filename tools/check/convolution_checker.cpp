// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/check/convolution_checker.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <utility>

#include "core/error_bound.hpp"

namespace papilio::tool {
namespace {

template <class T>
long double energy(const T* numbers, std::int64_t count) {
  long double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += static_cast<long double>(numbers[i]) * numbers[i];
  return sum;
}

}  // namespace

template <class T, class Real>
CheckResult ConvolutionExaminer<T, Real>::check(const ConvolutionProblem& problem, std::uint64_t seed) {
  convolution_ = Convolution(place_.device, problem);
  problem_ = problem;
  const std::int64_t width = problem.field == Field::real ? 1 : 2;
  numbers_in_ = width * problem.signal_elements();
  numbers_out_ = width * problem.output_elements();
  stored_in_ = {problem.in_storage, problem.precision};
  stored_out_ = {problem.out_storage, problem.precision};
  poison_in_ = stored_in_.rounded(poison<T>());
  poison_out_ = stored_out_.rounded(poison<T>());
  result_ = {};
  result_.transforms = problem.batch;
  engine_ = engine_for(seed, problem.token());
  make_numbers();
  filter_ = convolution_.filter(std::as_bytes(std::span(kernels_)));
  run(first_);
  for (int i = 1; i < executions; ++i) {
    run(again_);
    if (same_bits(first_.data(), again_.data(), first_.size())) continue;
    std::int64_t at = 0;
    while (at + 1 < numbers_out_ && same_bits(&first_[at], &again_[at], 1)) ++at;
    fault(fmt::format("execution {} differs from the first at {}", i + 1, place_of(at)));
  }
  check_written();
  check_input();
  if (problem.batch > 1) check_isolation();
  compare();
  filter_ = {};
  convolution_ = {};
  return std::move(result_);
}

template <class T, class Real>
void ConvolutionExaminer<T, Real>::make_numbers() {
  input_.assign(static_cast<std::size_t>(numbers_in_) + guard, poison_in_);
  for (std::int64_t i = 0; i < numbers_in_; ++i) input_[i] = stored_in_.random<T>(engine_);
  const std::int64_t width = problem_.field == Field::real ? 1 : 2;
  kernels_.resize(static_cast<std::size_t>(width * problem_.kernel_elements()));
  for (T& number : kernels_) number = uniform<T>(engine_);
}

/// One execution on poisoned memory.
template <class T, class Real>
void ConvolutionExaminer<T, Real>::run(std::vector<T>& to) {
  place_.in.upload(input_, stored_in_);
  to.assign(static_cast<std::size_t>(numbers_out_) + guard, poison_out_);
  place_.out.upload(to, stored_out_);
  place_.scratch.poison_all<T>(convolution_.scratch_bytes());
  convolution_.execute(place_.stream, filter_, place_.in.buffer(), place_.out.buffer(), place_.scratch.buffer());
  place_.out.download(to, stored_out_);
}

template <class T, class Real>
void ConvolutionExaminer<T, Real>::check_written() {
  for (std::int64_t i = 0; i < numbers_out_; ++i) {
    if (std::isfinite(first_[i])) continue;
    fault("not finite, or never written, at " + place_of(i));
    break;
  }
  for (std::size_t i = static_cast<std::size_t>(numbers_out_); i < first_.size(); ++i) {
    if (same_bits(&first_[i], &poison_out_, 1)) continue;
    return fault("written beyond the end of the results");
  }
}

template <class T, class Real>
void ConvolutionExaminer<T, Real>::check_input() {
  again_.resize(input_.size());
  place_.in.download(again_, stored_in_);
  if (!same_bits(again_.data(), input_.data(), input_.size())) fault("the input has changed");
}

/// A NaN in one signal, or another number where there is none, leaves the results of the others as they were.
template <class T, class Real>
void ConvolutionExaminer<T, Real>::check_isolation() {
  const std::int64_t ill = random_below(engine_, problem_.batch);
  const std::int64_t at = ill * signal() + random_below(engine_, signal());
  const T healthy = std::exchange(input_[at], poison_in_);
  run(again_);
  input_[at] = healthy;
  for (std::int64_t b = 0; b < problem_.batch; ++b) {
    const std::int64_t begin = b * result();
    if (b == ill || same_bits(&first_[begin], &again_[begin], static_cast<std::size_t>(result()))) continue;
    return fault(fmt::format("a NaN in signal {} changes result {}", ill, b));
  }
}

template <class T, class Real>
void ConvolutionExaminer<T, Real>::compare() {
  std::int64_t padded = 1;
  for (const std::int64_t length : convolution_.padded_lengths()) padded *= length;
  // Three transforms one after the other, of which each rounds what the one before gave.
  Errors errors({3 * error_bound(padded, problem_.precision), unit_roundoff(problem_.out_storage, problem_.precision),
                 least_roundoff(problem_.out_storage)});
  reference_.prepare(problem_);
  const std::int64_t kernel = static_cast<std::int64_t>(kernels_.size()) / problem_.kernels;
  const std::set<std::int64_t> chosen = sample(problem_.batch, most_points<T> / reference_.cost(), engine_);
  for (const std::int64_t b : chosen) {
    const T* const x = &input_[b * signal()];
    const T* const h = &kernels_[problem_.kernels == 1 ? 0 : b * kernel];
    const std::vector<Real>& exact = reference_.of(x, h);
    errors.add<T, Real>({.got = std::span<const T>(&first_[b * result()], static_cast<std::size_t>(result())),
                         .exact = exact.data(),
                         .scale = 1,
                         .width = problem_.field == Field::real ? 1 : 2,
                         .whole = Whole{energy(x, signal()) * energy(h, kernel), static_cast<std::size_t>(padded)}});
  }
  result_.compared = static_cast<std::int64_t>(chosen.size());
  result_.take(errors, problem_.out_storage, problem_.token());
}

template <class T, class Real>
std::string ConvolutionExaminer<T, Real>::place_of(std::int64_t number) const {
  const std::int64_t width = problem_.field == Field::real ? 1 : 2;
  return fmt::format("element {} of result {}", number % result() / width, number / result());
}

template class ConvolutionExaminer<float, long double>;
template class ConvolutionExaminer<double, Quad>;

}  // namespace papilio::tool
