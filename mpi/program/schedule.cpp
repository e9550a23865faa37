// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "schedule.hpp"

#include <algorithm>

namespace papilio::mpi {
namespace {

constexpr int sampled_ranks = 64;

/// Seconds of an exchange of which a rank has volume(rank) elements. Of many ranks, evenly spread ones are looked at.
template <typename VolumeOf>
double seconds_of_busiest(int ranks, std::int64_t element_bytes, const RankLink& link, const VolumeOf& volume_of_rank) {
  double most = 0;
  const int count = std::min(ranks, sampled_ranks);
  for (int i = 0; i < count; ++i) {
    const Volume volume = volume_of_rank(static_cast<int>(std::int64_t{i} * ranks / count));
    const double bytes = static_cast<double>(std::max(volume.sent, volume.received) * element_bytes);
    most = std::max(most, bytes / link.bytes_per_second + volume.messages * link.latency);
  }
  return most;
}

}  // namespace

Distribution with_lengths(const Distribution& distribution, const std::vector<std::int64_t>& lengths) {
  Distribution result = distribution;
  result.lengths = lengths;
  for (Box& box : result.boxes) {
    if (box.empty()) continue;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      if (lengths[a] != distribution.lengths[a]) box.end[a] = lengths[a];
    }
  }
  return result;
}

Distribution with_canonical_empty_boxes(Distribution distribution) {
  const std::vector<std::int64_t> zeros(distribution.lengths.size(), 0);
  for (Box& box : distribution.boxes) {
    if (box.empty()) box = {zeros, zeros};
  }
  return distribution;
}

std::vector<std::int64_t> lengths_after(const Problem& problem, std::size_t axes) {
  const std::size_t all = problem.transformed_axes().size();
  if (problem.kind == Kind::c2r) return axes == all ? problem.output_lengths() : problem.input_lengths();
  return axes == 0 ? problem.input_lengths() : problem.output_lengths();
}

std::int64_t element_bytes_after(const Problem& problem, std::size_t axes) {
  if (axes == 0) return problem.input_element_bytes();
  if (axes == problem.transformed_axes().size()) return problem.output_element_bytes();
  const bool real = problem.real_input() && problem.real_output();
  return real ? problem.scratch_element_bytes() / 2 : problem.scratch_element_bytes();
}

const Distribution& inside(const ScheduleStage& stage, const Problem& problem, std::size_t axes) {
  // Only the first pass of r2c and the last one of c2r change lengths.
  return lengths_after(problem, axes) == stage.entry.lengths ? stage.entry : stage.exit;
}

double exchange_seconds(const Distribution& before, const Distribution& next, std::int64_t element_bytes,
                        const RankLink& link) {
  return seconds_of_busiest(before.ranks(), element_bytes, link,
                            [&](int rank) { return volume_exchanged(before, next, rank); });
}

double exchange_seconds(const Schedule& schedule, std::size_t stage, std::int64_t element_bytes, const RankLink& link) {
  return seconds_of_busiest(schedule.stages[stage].exit.ranks(), element_bytes, link,
                            [&](int rank) { return schedule.method->volume_after(schedule, stage, rank); });
}

bool same_within_stages(const Schedule& one, const Schedule& other) {
  const auto same_axes = [&](const ScheduleStage& stage) {
    const auto first = static_cast<std::ptrdiff_t>(stage.first);
    const auto end = static_cast<std::ptrdiff_t>(stage.end);
    return std::is_permutation(one.axes.begin() + first, one.axes.begin() + end, other.axes.begin() + first);
  };
  return one.method == other.method && one.stages == other.stages && std::ranges::all_of(one.stages, same_axes);
}

}  // namespace papilio::mpi
