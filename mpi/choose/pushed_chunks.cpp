// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "pushed_chunks.hpp"

#include <algorithm>
#include <iterator>

namespace papilio::mpi {
namespace {

constexpr std::int64_t mebibytes = std::int64_t{1} << 20;

/// In several chunks copy engines push messages through peer memory while passes run.
struct MeasuredChunks {
  int max_ranks;
  std::int64_t min_bytes;  ///< of a rank's part of what is exchanged
  int chunks;
};
constexpr MeasuredChunks measured[] = {
    {2, 3072 * mebibytes, 8},  // 1024^3 in f32: 8.54 ms, 8.84 in 4 chunks, 11.3 in 1
    {2, 256 * mebibytes, 4},   // 512^3: 1.18 ms, 1.20 in 8 chunks, 1.47 in 1
    {2, 48 * mebibytes, 2},    // 256^3: 0.210 ms, 0.222 in 1 chunk, 0.226 in 4
    {4, 2048 * mebibytes, 8},  // on four H100s 1024^3: 7.02 ms, 7.13 in 4 chunks, 7.92 in 1
    {4, 1024 * mebibytes, 4},  // the same as bf16: 4.25 ms, 4.40 in 8 chunks, 5.10 in 1
};

}  // namespace

int pushed_chunks(const Problem& problem, const Schedule& schedule) {
  if (schedule.method->storing_program == nullptr || schedule.stages.size() == 1) return 1;
  // Copies before an exchange, where it cuts the axis of the pass, take longer in messages than in peer memory.
  if (make_storing_program(problem, schedule, 0).copied_bytes > 0) return 1;
  const ScheduleStage& first = schedule.stages.front();
  const int ranks = first.exit.ranks();
  const std::int64_t bytes = first.exit.volume() * problem.batch * element_bytes_after(problem, first.end) / ranks;
  const auto* const row = std::ranges::find_if(measured, [&](const MeasuredChunks& configuration) {
    return ranks <= configuration.max_ranks && bytes >= configuration.min_bytes;
  });
  return row == std::end(measured) ? 1 : row->chunks;
}

}  // namespace papilio::mpi
