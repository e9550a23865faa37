// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The time of a kernel that transforms factor by factor (Algorithm::prime_factor).
#pragma once

#include <vector>

#include "plan/model/gpu_memory.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::plan {

/// Butterflies of one pass through the exchange, or items between it and memory.
struct FactorRound {
  std::int64_t count;   ///< of a work-group
  double cycles;        ///< of a compute unit, per warp whose work-items do one each
  double instructions;  ///< of such a warp
  double points;        ///< numbers that a work-item handles one after the other
};

/// The work of a tile, which does not depend on the number of work-items.
std::vector<FactorRound> factor_rounds(const KernelSpec& spec, const std::vector<Factor>& factors);

double factor_estimate(const KernelSpec& spec, const DeviceCaps& caps, const Traffic& traffic,
                       const std::vector<FactorRound>& rounds);

/// Registers of a work-item with which compilers spill at most a number or two.
int factor_registers(const KernelSpec& spec, const std::vector<Factor>& factors, const DeviceCaps& caps);

/// Work-groups that a compute unit holds at once.
int factor_groups(const KernelSpec& spec, std::int64_t local_memory, int registers, const DeviceCaps& caps);

}  // namespace papilio::plan
