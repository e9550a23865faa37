// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/nonuniform_sum.hpp"

#include <array>
#include <cmath>

namespace papilio::verify {
namespace {

/// The mode at place `i` of an axis.
std::int64_t mode_at(const NufftProblem& problem, std::int64_t i, std::int64_t modes) {
  const bool wraps = i >= (modes + 1) / 2;
  return problem.order == ModeOrder::increasing ? i - modes / 2 : wraps ? i - modes : i;
}

/// exp(±i k x) for the modes along one axis, in the problem's order.
std::vector<LongComplex> waves(const NufftProblem& problem, std::int64_t modes, long double x) {
  std::vector<LongComplex> result;
  const long double sign = problem.direction == Direction::forward ? -1 : 1;
  for (std::int64_t i = 0; i < modes; ++i) {
    const long double phase = static_cast<long double>(mode_at(problem, i, modes)) * x;
    result.emplace_back(std::cos(phase), sign * std::sin(phase));
  }
  return result;
}

/// Coordinates of a point, or a frequency.
using Vector = std::array<long double, 3>;

Vector vector_at(const Angles& coordinates, std::size_t j) {
  Vector result{};
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis) result[axis] = coordinates[axis][j];
  return result;
}

Vector mode_vector(const NufftProblem& problem, std::int64_t i) {
  Vector result{};
  for (std::size_t axis = problem.modes.size(); axis-- > 0; i /= problem.modes[axis])
    result[axis] = static_cast<long double>(mode_at(problem, i % problem.modes[axis], problem.modes[axis]));
  return result;
}

/// exp(±i s.x). Products are in two parts: the sum of both is exact.
LongComplex wave_between(const NufftProblem& problem, const Vector& x, const Vector& s) {
  LongComplex wave = 1;
  for (int axis = 0; axis < problem.dimensions(); ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const long double phase = x[a] * s[a];
    const long double rest = std::fma(x[a], s[a], -phase);
    wave *= LongComplex(std::cos(phase), std::sin(phase));
    if (rest != 0) wave *= LongComplex(std::cos(rest), std::sin(rest));
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
    for (std::size_t k = 0; type3 && k < modes; ++k)
      wave.push_back(wave_between(problem, vector_at(points, j), vector_at(frequencies, k)));
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

std::vector<LongComplex> some_nonuniform_sums(const NufftProblem& problem, const Angles& points,
                                              const std::vector<LongComplex>& in, const Angles& frequencies,
                                              const std::vector<std::int64_t>& chosen) {
  const auto frequency = [&](std::int64_t k) {
    return problem.type == NufftType::type3 ? vector_at(frequencies, static_cast<std::size_t>(k))
                                            : mode_vector(problem, k);
  };
  const bool to_points = problem.type == NufftType::type2;
  std::vector<Vector> from;
  for (std::size_t j = 0; j < in.size(); ++j)
    from.push_back(to_points ? frequency(static_cast<std::int64_t>(j)) : vector_at(points, j));
  std::vector<LongComplex> sums;
  for (const std::int64_t k : chosen) {
    const Vector to = to_points ? vector_at(points, static_cast<std::size_t>(k)) : frequency(k);
    LongComplex sum = 0;
    for (std::size_t j = 0; j < in.size(); ++j) sum += in[j] * wave_between(problem, from[j], to);
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace papilio::verify
