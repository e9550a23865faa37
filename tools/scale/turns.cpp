// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/turns.hpp"

#include <algorithm>

#include "mpi/program/program.hpp"

namespace papilio::tool {
namespace {

constexpr std::int64_t mebibytes = std::int64_t{1} << 20;

/// In several turns copy engines push messages through peer memory while passes run. NCCL's kernels take
/// multiprocessors from the passes.
struct MeasuredTurns {
  ScaleLink link;
  int most_devices;
  std::int64_t least_bytes;  ///< of a device's part of what is exchanged
  int turns;
};
constexpr MeasuredTurns measured[] = {
    {ScaleLink::peer, 2, 3072 * mebibytes, 8},  // 1024^3 in f32: 8.54 ms, 8.84 in 4 turns, 11.3 in 1
    {ScaleLink::peer, 2, 256 * mebibytes, 4},   // 512^3: 1.18 ms, 1.20 in 8 turns, 1.47 in 1
    {ScaleLink::peer, 2, 48 * mebibytes, 2},    // 256^3: 0.210 ms, 0.222 in 1 turn, 0.226 in 4
    {ScaleLink::peer, 4, 2048 * mebibytes, 8},  // on four H100s 1024^3: 7.02 ms, 7.13 in 4 turns, 7.92 in 1
    {ScaleLink::peer, 4, 1024 * mebibytes, 4},  // the same as bf16: 4.25 ms, 4.40 in 8 turns, 5.10 in 1
    {ScaleLink::nccl, 4, 128 * mebibytes, 4},   // 512^3: on two 1.65 ms, 1.79 in 1 turn; on four 1.17 and 1.24
};

}  // namespace

int turns_for(const ScaleLinks& links, const Problem& problem, const mpi::Schedule& schedule) {
  if (!links.of_gpus || schedule.method->of_matrix) return 1;
  // Copies before an exchange, where it cuts the axis of the pass, take longer in messages than in peer memory.
  if (mpi::make_storing_program(problem, schedule, 0).copied_bytes > 0) return 1;
  const std::int64_t elements = schedule.stages.front().exit.volume() * problem.batch;
  const std::int64_t bytes = elements * mpi::element_bytes_after(problem, schedule.stages.front().end) / links.devices;
  const auto* const row = std::ranges::find_if(measured, [&](const MeasuredTurns& choice) {
    return choice.link == links.link && links.devices <= choice.most_devices && bytes >= choice.least_bytes;
  });
  return row == std::end(measured) ? 1 : row->turns;
}

}  // namespace papilio::tool
