// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/convolution_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/error_bound.hpp"
#include "core/number_theory.hpp"

namespace papilio::verify {
namespace {

template <class T>
long double energy(const T* numbers, std::int64_t count) {
  long double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += static_cast<long double>(numbers[i]) * numbers[i];
  return sum;
}

/// Energy of the kernel of a circular convolution: the whole one wrapped around to the signal's lengths. Where the
/// numbers that meet there are alike, it has more than they have.
template <class T>
long double energy_of_kernel(const T* kernel, const ConvolutionProblem& problem) {
  const std::int64_t count = product(problem.kernel_lengths);
  const std::int64_t width = problem.field == Field::real ? 1 : 2;
  if (problem.mode != ConvolutionMode::circular) return energy(kernel, count * width);
  std::vector<long double> wrapped(static_cast<std::size_t>(product(problem.lengths) * width));
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t rest = i;
    std::int64_t at = 0;
    std::int64_t stride = width;
    for (std::size_t axis = problem.lengths.size(); axis-- > 0; stride *= problem.lengths[axis]) {
      at += stride * (rest % problem.kernel_lengths[axis] % problem.lengths[axis]);
      rest /= problem.kernel_lengths[axis];
    }
    for (std::int64_t part = 0; part < width; ++part)
      wrapped[static_cast<std::size_t>(at + part)] += static_cast<long double>(kernel[i * width + part]);
  }
  return energy(wrapped.data(), static_cast<std::int64_t>(wrapped.size()));
}

}  // namespace

template <class T, class Real>
CheckResult ConvolutionExaminer<T, Real>::check(const ConvolutionProblem& problem, const CheckInputs& inputs) {
  convolution_ = Convolution(place_.device, problem);
  problem_ = convolution_.problem();
  groups_ = ConvolutionGroups(problem_);
  stored_in_ = {problem_.in_storage, problem_.precision};
  stored_out_ = {problem_.out_storage, problem_.precision};
  poison_in_ = stored_in_.rounded(poison<T>());
  poison_out_ = stored_out_.rounded(poison<T>());
  result_ = {};
  result_.transforms = groups_.count();
  engine_ = engine_for(inputs.seed, problem_.token());
  make_numbers(inputs.distribution);
  filter_ = convolution_.filter(std::as_bytes(std::span(kernels_)));
  run(first_);
  for (int i = 1; i < executions; ++i) {
    run(again_);
    if (same_bits(first_.data(), again_.data(), first_.size())) continue;
    std::size_t at = 0;
    while (at + 1 < first_.size() && same_bits(&first_[at], &again_[at], 1)) ++at;
    fault(fmt::format("execution {} differs from the first at {}", i + 1,
                      groups_.results.place_of(static_cast<std::int64_t>(at))));
  }
  check_written();
  check_gaps();
  if (!place_.scratch.template guarded<T>(convolution_.scratch_bytes())) fault("written behind the scratch");
  if (!in_place()) check_input();
  if (groups_.count() > 1) check_isolation();
  compare();
  filter_ = {};
  convolution_ = {};
  return std::move(result_);
}

template <class T, class Real>
std::size_t ConvolutionExaminer<T, Real>::room(const SideLayout& side) const {
  const std::int64_t both = std::max(groups_.signals.numbers(), groups_.results.numbers());
  return static_cast<std::size_t>(in_place() ? both : side.numbers()) + guard;
}

template <class T, class Real>
void ConvolutionExaminer<T, Real>::make_numbers(Inputs distribution) {
  input_.assign(room(groups_.signals), poison_in_);
  InputNumbers<T> numbers(stored_in_, distribution, engine_);
  for (std::int64_t g = 0; g < groups_.count(); ++g) {
    numbers.begin(groups_.signals.elements(), groups_.signals.width(), false);
    groups_.signals.for_each_number(g, [&](std::int64_t i) { input_[i] = numbers.next(); });
  }
  kernels_.assign(static_cast<std::size_t>(groups_.kernels.numbers()), poison<T>());
  for (std::int64_t k = 0; k < groups_.kernels.transforms(); ++k) {
    groups_.kernels.for_each_number(k, [&](std::int64_t i) { kernels_[i] = uniform<T>(engine_); });
  }
}

/// One execution on poisoned memory.
template <class T, class Real>
void ConvolutionExaminer<T, Real>::run(std::vector<T>& to) {
  place_.in.upload(input_, stored_in_);
  CheckMemory& target = in_place() ? place_.in : place_.out;
  to.assign(room(groups_.results), poison_out_);
  if (!in_place()) target.upload(to, stored_out_);
  place_.scratch.poison_all<T>(convolution_.scratch_bytes());
  convolution_.execute(place_.stream, filter_, place_.in.buffer(), target.buffer(), place_.scratch.buffer());
  target.download(to, stored_out_);
}

template <class T, class Real>
void ConvolutionExaminer<T, Real>::check_written() {
  std::int64_t wrong = -1;
  for (std::int64_t g = 0; g < groups_.count() && wrong < 0; ++g) {
    groups_.results.for_each_number(g, [&](std::int64_t i) {
      if (wrong < 0 && !std::isfinite(first_[i])) wrong = i;
    });
  }
  if (wrong >= 0) fault("not finite, or never written, at " + groups_.results.place_of(wrong));
}

/// Elements that belong to no result are unchanged; in place, so are the signals.
template <class T, class Real>
void ConvolutionExaminer<T, Real>::check_gaps() {
  std::vector<bool> owned(first_.size());
  if (groups_.results.has_gaps()) {
    for (std::int64_t g = 0; g < groups_.count(); ++g) {
      groups_.results.for_each_number(g, [&](std::int64_t i) { owned[static_cast<std::size_t>(i)] = true; });
    }
  } else {
    std::fill_n(owned.begin(), groups_.results.numbers(), true);
  }
  for (std::size_t i = 0; i < first_.size(); ++i) {
    if (owned[i] || same_bits(&first_[i], in_place() ? &input_[i] : &poison_out_, 1)) continue;
    return fault(fmt::format("written outside the results at element {} of the output",
                             static_cast<std::int64_t>(i) / groups_.results.width()));
  }
}

template <class T, class Real>
void ConvolutionExaminer<T, Real>::check_input() {
  again_.resize(input_.size());
  place_.in.download(again_, stored_in_);
  if (!same_bits(again_.data(), input_.data(), input_.size())) fault("the input has changed");
}

/// A NaN in one signal must not change the results of other signals, except for those that share the number. Where NaN
/// cannot be stored, another number is used.
template <class T, class Real>
void ConvolutionExaminer<T, Real>::check_isolation() {
  const SideLayout& signals = groups_.signals;
  const std::int64_t ill = random_below(engine_, groups_.count());
  const std::int64_t element = random_below(engine_, signals.elements() * signals.width());
  const std::int64_t at =
      signals.number_of(ill, element / signals.width()) + element % signals.width() * signals.part();
  const T healthy = std::exchange(input_[at], poison_in_);
  run(again_);
  input_[at] = healthy;
  const std::vector<bool> ills = signals.has_shared() ? signals.transforms_with(at) : std::vector<bool>{};
  for (std::int64_t g = 0; g < groups_.count(); ++g) {
    if (g == ill || (!ills.empty() && ills[static_cast<std::size_t>(g)])) continue;
    const std::vector<T> before = numbers_of(groups_.results, g, first_);
    const std::vector<T> now = numbers_of(groups_.results, g, again_);
    if (same_bits(before.data(), now.data(), now.size())) continue;
    return fault(fmt::format("a NaN in signal {} changes result {}", ill, g));
  }
}

template <class T, class Real>
void ConvolutionExaminer<T, Real>::compare() {
  std::int64_t padded = 1;
  for (const std::int64_t length : convolution_.padded_lengths()) padded *= length;
  Errors errors({convolution_bound(padded, problem_.in_channels, problem_.precision),
                 unit_roundoff(problem_.out_storage, problem_.precision), least_roundoff(problem_.out_storage)});
  reference_.prepare(groups_.one);
  const std::int64_t in = problem_.in_channels;
  const std::int64_t out = problem_.out_channels;
  const std::int64_t cost = std::max<std::int64_t>(1, reference_.cost() * in * out);
  const std::set<std::int64_t> chosen = sample(groups_.count(), most_points<T> / cost, engine_);
  for (const std::int64_t g : chosen) {
    const std::vector<T> x = numbers_of(groups_.signals, g, input_);
    const std::vector<T> h = numbers_of(groups_.kernels, groups_.kernels_of(g), kernels_);
    const std::vector<T> y = numbers_of(groups_.results, g, first_);
    const auto signal = static_cast<std::int64_t>(x.size()) / in;
    const auto kernel = static_cast<std::int64_t>(h.size()) / (in * out);
    const std::size_t result = y.size() / static_cast<std::size_t>(out);
    for (std::int64_t o = 0; o < out; ++o) {
      const std::vector<Real> exact = reference_.template channel<T>(x, h, {o, in, out});
      long double norm = 0;
      for (std::int64_t i = 0; i < in; ++i) {
        norm += energy(&x[i * signal], signal) * energy_of_kernel(&h[(o * in + i) * kernel], groups_.one);
      }
      errors.add<T, Real>({.got = std::span(y).subspan(static_cast<std::size_t>(o) * result, result),
                           .exact = exact.data(),
                           .scale = 1,
                           .width = groups_.results.width(),
                           .whole = WholeResult{norm, static_cast<std::size_t>(padded)}});
    }
  }
  result_.compared = static_cast<std::int64_t>(chosen.size());
  result_.take(errors, problem_.out_storage, problem_.token());
}

template class ConvolutionExaminer<float, long double>;
template class ConvolutionExaminer<double, long double>;
#if LDBL_MANT_DIG < 113
template class ConvolutionExaminer<double, QuadReal>;
#endif

}  // namespace papilio::verify
