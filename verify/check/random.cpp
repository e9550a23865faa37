// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/random.hpp"

#include "verify/draw/draw_convolution.hpp"
#include "verify/draw/draw_problem.hpp"
#include "verify/draw/relative.hpp"
#include "verify/draw/simpler.hpp"

namespace papilio::verify {

CheckProblem random_problem(std::uint64_t seed, std::uint64_t index, const DrawnFor& device) {
  constexpr std::int64_t points = std::int64_t{1} << 15;
  SeededChoices choices(seed, index);
  if (choices.one_in(4, "convolution")) {
    return draw_convolution(choices, {.length = {4096, 128, 24}, .batch = 8, .points = points / 2, .f64 = device.f64});
  }
  const Problem problem =
      draw_problem(choices, {.length = {8192, 256, 48, 16}, .batch = 16, .points = points, .f64 = device.f64});
  problem.validate();
  return problem.normalised();
}

CheckProblem random_problem(std::uint64_t seed, std::uint64_t index, std::uint64_t alike, const DrawnFor& device) {
  CheckProblem first = random_problem(seed, index / alike, device);
  if (index % alike == 0) return first;
  constexpr std::uint64_t other_choices = 0x9e3779b97f4a7c15;  // than those of problem `index`
  SeededChoices choices(seed ^ other_choices, index);
  if (const auto* const convolution = std::get_if<ConvolutionProblem>(&first))
    return relative_of(*convolution, choices);
  return relative_of(std::get<Problem>(first), choices);
}

CheckProblem shrink(const CheckProblem& failing, const std::function<bool(const CheckProblem&)>& fails, int most) {
  const auto simplest = [&]<class Any>(const Any& problem) -> CheckProblem {
    return shrink<Any>(
        problem, [&](const Any& candidate) { return fails(candidate); }, most);
  };
  if (const auto* const convolution = std::get_if<ConvolutionProblem>(&failing)) return simplest(*convolution);
  return simplest(std::get<Problem>(failing));  // no others are drawn
}

}  // namespace papilio::verify
