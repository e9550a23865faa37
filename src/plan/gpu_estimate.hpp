// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The time of one GPU kernel of a given shape, before it is compiled: good to some ten per cent on an H200.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/kernels.hpp"

namespace papilio::plan {

inline constexpr int sector_bytes = 32;  ///< the least that memory moves

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Seconds.
double cycle_of(const KernelSpec& spec);

/// Memory's part, which radices, tile and cluster decide; where a transform folds, work-items as well: it is least
/// where there are too many for pairs of butterflies (spec/pairing.hpp).
struct Traffic {
  double seconds = 0;  ///< of one group while others use memory as well
  double groups = 0;   ///< that one compute unit is given
};
Traffic traffic_of(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps);

/// A lower bound of estimated_seconds(), of groups that compute so long.
double least_seconds(const Traffic& traffic, double compute = 0);

/// What shapes share that differ in their work-items alone.
struct TileLoad {
  struct Stage {
    int radix = 1;
    std::int64_t butterflies = 0;  ///< of a work-group
    double instructions = 0;       ///< of a warp that does one for each work-item
    double accesses = 0;
  };
  std::vector<Stage> stages;
  int barriers = 0;               ///< between stages
  std::int64_t local_memory = 0;  ///< bytes of the exchange
};
TileLoad tile_load(const KernelSpec& spec);

/// What a work-group of a shape does.
struct GroupLoad {
  int points = 0;           ///< complex values that a work-item holds at once
  double instructions = 0;  ///< of one work-group, counted in warps
  double accesses = 0;      ///< of local memory and caches, by a warp each
  int barriers = 0;
  std::int64_t local_memory = 0;
  double compute = 0;  ///< seconds of one work-group that has the compute unit to itself
};

/// `conflicts`: how often an access of local memory is repeated (bank_conflicts()).
GroupLoad group_load(const TileLoad& tile, const KernelSpec& spec, const DeviceCaps& caps, double conflicts = 1);

/// Registers of a work-item: the fewest with which compilers were seen not to spill, and those that they take if they
/// may. With the latter more loads are in flight, which pays for the groups that then do not fit.
int least_registers(const KernelSpec& spec, int points);
int liked_registers(const KernelSpec& spec, int points);

/// Work-items that registers are taken for. A compute unit has its registers in four parts, and each warp has those of
/// one part: the parts' shares of a work-group are rounded up. So of clusters, whose work-items want many; what others
/// take was fitted without.
std::int64_t allocated_threads(const KernelSpec& spec, const DeviceCaps& caps);

/// Work-groups that a compute unit holds at once when each work-item has so many registers.
int resident_groups(const KernelSpec& spec, const GroupLoad& load, int registers, const DeviceCaps& caps);

/// How many times as long memory takes where a pass gathers or scatters its elements (Rader's permutations): of each
/// sector that moves it wants one number. Measured with 1023 transforms of 65537 points; not so in the second-level
/// cache.
double permutation_cost(const KernelSpec& spec);

/// The share of its speed that memory keeps where rows of a stack begin anywhere in a sector, as half spectra of an
/// image do: a tile then shares a sector with its neighbour in most rows, and one that is written by two has to be
/// merged. Measured with images of 256 to 4096 rows and columns; in place the sectors were read before.
double ragged_rows_efficiency(const KernelSpec& spec);

/// Of a kernel in a fused (spec/fused_launch.hpp), where the second-level cache stands for half of what memory would
/// move.
double fused_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps,
                     double conflicts = 1);

/// Beyond `limit` a lower bound will do.
double estimated_seconds(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic, const GroupLoad& load,
                         double limit = no_limit);

}  // namespace papilio::plan
