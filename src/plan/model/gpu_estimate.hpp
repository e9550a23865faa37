// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The time of one GPU kernel of a given shape, before it is compiled: good to some ten per cent on an H200.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/model/gpu_memory.hpp"

namespace papilio::plan {

/// True for short whole transforms along one axis, of signals that neither are filtered nor have ranges left out, as
/// those of convolutions. Their costs were fitted apart.
bool is_short(const KernelSpec& spec);

/// Seconds.
double cycle_of(const KernelSpec& spec, const DeviceCaps& caps);

/// Instructions of warps that a compute unit begins in a cycle, relative to the one that the model was fitted on.
double warp_rate(const DeviceCaps& caps);

/// A lower bound of estimated_seconds() for work-groups that compute so many seconds.
double min_seconds(const Traffic& traffic, double compute = 0);

/// The part of a work-group's work that does not depend on the number of work-items.
struct TileLoad {
  struct StageLoad {
    int radix = 1;
    std::int64_t butterflies = 0;  ///< of a work-group
    double instructions = 0;       ///< of a warp whose work-items do one butterfly each
    double accesses = 0;
  };
  std::vector<StageLoad> stages;
  int barriers = 0;               ///< between stages
  std::int64_t local_memory = 0;  ///< bytes of the exchange
};
TileLoad tile_load(const KernelSpec& spec);

/// The work of a work-group with a given number of work-items.
struct GroupLoad {
  int points = 0;           ///< complex values that a work-item holds at once
  double instructions = 0;  ///< of the work-group's warps together
  double serial = 0;        ///< instructions of the busiest warp
  double accesses = 0;      ///< of local memory and caches, likewise
  int barriers = 0;
  std::int64_t local_memory = 0;
  double compute = 0;  ///< seconds of one work-group that has the compute unit to itself
};

/// `conflicts`: how often an access of local memory is repeated (bank_conflicts()).
GroupLoad group_load(const TileLoad& tile, const KernelSpec& spec, const DeviceCaps& caps, double conflicts = 1);

/// Registers of a work-item: the fewest without spills, and those that compilers use if they are not limited. The
/// latter keep more loads in flight, which gains more than the work-groups that no longer fit would.
int min_registers(const KernelSpec& spec, int points, const DeviceCaps& caps);
int liked_registers(const KernelSpec& spec, int points, const DeviceCaps& caps);

/// Number of work-items for which registers are allocated. The warps of a work-group with clusters are distributed over
/// the parts of a compute unit, so their number is rounded up to a multiple of the parts.
std::int64_t allocated_threads(const KernelSpec& spec, const DeviceCaps& caps);

/// Work-groups of so many work-items for which a compute unit has registers. Each of its parts has a quarter of them
/// and holds whole warps, so three warps a work-group, of 96 registers a work-item, leave room for 6 and not for 7.
std::int64_t groups_by_registers(std::int64_t threads, int registers, const DeviceCaps& caps);

/// Work-groups that a compute unit holds at once when each work-item has so many registers.
int resident_groups(const KernelSpec& spec, const GroupLoad& load, int registers, const DeviceCaps& caps);

/// The time of a kernel in a fused launch (spec/fused_launch.hpp), where the L2 cache serves half of the memory
/// accesses.
double fused_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps,
                     double conflicts = 1);

/// If the time exceeds `limit`, the result may be a lower bound.
double estimated_seconds(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic, const GroupLoad& load,
                         double limit = no_limit);

}  // namespace papilio::plan
