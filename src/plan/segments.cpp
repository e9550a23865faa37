// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"
#include "plan/convolution.hpp"

namespace papilio::plan {
namespace {

// Large enough that launches and copies cost little compared with the work, small enough for any device.
constexpr std::int64_t usual_block = std::int64_t{1} << 18;
constexpr std::int64_t shortest_segment = 1024;
constexpr int candidates = 4;
constexpr std::int64_t longest = std::int64_t{1} << 27;  // the limit of transforms

/// The first candidate: a segment at least twice as long as the kernel, unless the block is shorter.
std::int64_t shortest_length(std::int64_t kernel, std::int64_t wanted) {
  if (kernel <= longest) {
    const std::int64_t shortest = std::max(shortest_segment, 2 * next_power_of_two(kernel));
    const std::int64_t length = std::min(shortest, next_power_of_two(wanted + kernel - 1));
    if (length + kernel - 1 <= longest) return length;
  }
  throw Error::unsupported(fmt::format("overlap-save with a kernel of {} points", kernel),
                           fmt::format("its segments need transforms of more than {}", longest),
                           "add up the results of several shorter kernels");
}

}  // namespace

Segments plan_segments(const ConvolutionProblem& like, std::int64_t block, const DeviceCaps& caps) {
  const std::int64_t kernel = like.kernel_lengths.front();
  const std::int64_t wanted =
      block > 0 ? std::min(block, longest) : std::max(usual_block, 2 * std::min(kernel, longest));
  std::int64_t length = shortest_length(kernel, wanted);
  Segments best;
  for (int i = 0; i < candidates && length + kernel - 1 <= longest; ++i, length *= 2) {
    const std::int64_t results = length - kernel + 1;
    if (i > 0 && results > wanted) break;
    Segments segments;
    segments.problem = like;
    segments.problem.mode = ConvolutionMode::valid;
    segments.problem.lengths = {length};
    segments.problem.kernels = 1;
    segments.problem.batch = ceil_div(wanted, results);
    segments.seconds =
        plan_convolution(segments.problem, caps).tree.seconds / static_cast<double>(results * segments.problem.batch);
    if (i == 0 || segments.seconds < best.seconds) best = segments;
  }
  return best;
}

}  // namespace papilio::plan
