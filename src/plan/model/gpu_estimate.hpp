// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The time of one GPU kernel of a given shape, before it is compiled: good to some ten per cent on an H200.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/model/gpu_memory.hpp"

namespace papilio::plan {

/// Seconds.
double cycle_of(const KernelSpec& spec);

/// A lower bound of estimated_seconds() for work-groups that compute so many seconds.
double least_seconds(const Traffic& traffic, double compute = 0);

/// What all shapes share that differ only in their work-items.
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

/// What a work-group of a shape does.
struct GroupLoad {
  int points = 0;           ///< complex values that a work-item holds at once
  double instructions = 0;  ///< of the work-group's warps together
  double accesses = 0;      ///< of local memory and caches, likewise
  int barriers = 0;
  std::int64_t local_memory = 0;
  double compute = 0;  ///< seconds of one work-group that has the compute unit to itself
};

/// `conflicts`: how often an access of local memory is repeated (bank_conflicts()).
GroupLoad group_load(const TileLoad& tile, const KernelSpec& spec, const DeviceCaps& caps, double conflicts = 1);

/// Registers of a work-item: the fewest with which compilers did not spill, and those that they take if they may. With
/// the latter more loads are in flight, which is worth the work-groups that then do not fit.
int least_registers(const KernelSpec& spec, int points);
int liked_registers(const KernelSpec& spec, int points);

/// As many registers are allocated as so many work-items need. The parts of a compute unit share the warps of a
/// work-group, so its warps are rounded up to a multiple of the parts; for kernels without clusters the fit is without.
std::int64_t allocated_threads(const KernelSpec& spec, const DeviceCaps& caps);

/// Work-groups that a compute unit holds at once when each work-item has so many registers.
int resident_groups(const KernelSpec& spec, const GroupLoad& load, int registers, const DeviceCaps& caps);

/// A kernel in a fused launch (spec/fused_launch.hpp), where the L2 cache stands for half of what memory would move.
double fused_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps,
                     double conflicts = 1);

/// Beyond `limit` a lower bound will do.
double estimated_seconds(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic, const GroupLoad& load,
                         double limit = no_limit);

}  // namespace papilio::plan
