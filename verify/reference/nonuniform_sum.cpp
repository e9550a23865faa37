// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/nonuniform_sum.hpp"

#include <cmath>

namespace papilio::verify {
namespace {

/// exp(±i k x) for the modes along one axis, in the problem's order.
std::vector<LongComplex> waves(const NufftProblem& problem, std::int64_t modes, long double x) {
  std::vector<LongComplex> result;
  const long double sign = problem.direction == Direction::forward ? -1 : 1;
  for (std::int64_t i = 0; i < modes; ++i) {
    const bool wraps = i >= (modes + 1) / 2;
    const std::int64_t k = problem.order == ModeOrder::increasing ? i - modes / 2 : wraps ? i - modes : i;
    const long double phase = static_cast<long double>(k) * x;
    result.emplace_back(std::cos(phase), sign * std::sin(phase));
  }
  return result;
}

/// exp(±i s.x) of point j and frequency k. Products are in two parts: the sum of both is exact.
LongComplex wave_between(const NufftProblem& problem, const Angles& points, std::size_t j, const Angles& frequencies,
                         std::size_t k) {
  LongComplex wave = 1;
  for (std::size_t axis = 0; axis < points.size(); ++axis) {
    const long double phase = points[axis][j] * frequencies[axis][k];
    const long double rest = std::fma(points[axis][j], frequencies[axis][k], -phase);
    wave *= LongComplex(std::cos(phase), std::sin(phase)) * LongComplex(std::cos(rest), std::sin(rest));
  }
  return problem.direction == Direction::forward ? std::conj(wave) : wave;
}

}  // namespace

std::vector<LongComplex> nonuniform_sum(const NufftProblem& problem, const Angles& points,
                                        const std::vector<LongComplex>& in, const Angles& frequencies) {
  const std::size_t count = points.front().size();
  const bool type3 = problem.type == NufftType::type3;
  const std::size_t modes = type3 ? frequencies.front().size() : static_cast<std::size_t>(problem.points_of_grid());
  const auto batch = static_cast<std::size_t>(problem.batch);
  const bool to_modes = problem.type != NufftType::type2;
  std::vector<LongComplex> out(batch * (to_modes ? modes : count));
  for (std::size_t j = 0; j < count; ++j) {
    std::vector<LongComplex> wave = {1};  // of the axes so far, as an array of modes
    if (type3) wave.clear();
    for (std::size_t k = 0; type3 && k < modes; ++k) wave.push_back(wave_between(problem, points, j, frequencies, k));
    for (std::size_t axis = 0; !type3 && axis < points.size(); ++axis) {
      std::vector<LongComplex> longer;
      const std::vector<LongComplex> along = waves(problem, problem.modes[axis], points[axis][j]);
      for (const LongComplex outer : wave) {
        for (const LongComplex inner : along) longer.push_back(outer * inner);
      }
      wave = std::move(longer);
    }
    for (std::size_t b = 0; b < batch; ++b) {
      for (std::size_t k = 0; k < modes; ++k) {
        if (to_modes) {
          out[b * modes + k] += in[b * count + j] * wave[k];
        } else {
          out[b * count + j] += in[b * modes + k] * wave[k];
        }
      }
    }
  }
  return out;
}

}  // namespace papilio::verify
