// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/segments.hpp"

#include <algorithm>

#include "core/number_theory.hpp"
#include "plan/convolution.hpp"

namespace papilio::plan {
namespace {

// Large enough that launches and copies cost little compared with the work, small enough for any device.
constexpr std::int64_t usual_block = std::int64_t{1} << 18;
constexpr std::int64_t shortest_segment = 1024;
constexpr int candidates = 4;

}  // namespace

Segments plan_segments(const ConvolutionProblem& like, std::int64_t block, const DeviceCaps& caps) {
  const std::int64_t kernel = like.kernel_lengths.front();
  const std::int64_t wanted = block > 0 ? block : std::max(usual_block, 2 * kernel);
  const std::int64_t shortest = std::max(shortest_segment, 2 * next_power_of_two(kernel));
  std::int64_t length = std::min(shortest, next_power_of_two(wanted + kernel - 1));
  Segments best;
  for (int i = 0; i < candidates; ++i, length *= 2) {
    const std::int64_t results = length - kernel + 1;
    if (i > 0 && results > wanted) break;
    Segments segments;
    segments.problem = like;
    segments.problem.mode = ConvolutionMode::valid;
    segments.problem.lengths = {length};
    segments.problem.kernels = 1;
    segments.problem.batch = (wanted + results - 1) / results;
    segments.seconds =
        plan_convolution(segments.problem, caps).tree.seconds / static_cast<double>(results * segments.problem.batch);
    if (i == 0 || segments.seconds < best.seconds) best = segments;
  }
  return best;
}

}  // namespace papilio::plan
