// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How a launch's work is dealt to work-groups. Those of a CPU compute many units each: enough groups to keep the cores
// evenly busy, few enough that starting one costs nothing.
#pragma once

#include <algorithm>

#include "core/device_caps.hpp"
#include "core/number_theory.hpp"

namespace papilio::api {

struct LaunchShape {
  std::int64_t groups = 1;
  std::int64_t repeat = 1;  ///< units of a work-group, one after the other
};

/// Deals `units` to at most `max_groups` work-groups.
inline LaunchShape dealt(std::int64_t units, std::int64_t max_groups) {
  const std::int64_t repeat = ceil_div(units, std::max<std::int64_t>(1, max_groups));
  return {repeat == 0 ? 0 : ceil_div(units, repeat), repeat};
}

/// Work-groups of kernels that loop over their units, as those of CPUs do.
inline std::int64_t looping_groups(const DeviceCaps& caps) {
  constexpr std::int64_t groups_of_core = 16;
  return groups_of_core * caps.compute_units;
}

/// Deals `units` to as many work-groups, or to looping_groups() where the kernel `loops`.
inline LaunchShape dealt(std::int64_t units, bool loops, const DeviceCaps& caps) {
  return dealt(units, loops ? looping_groups(caps) : units);
}

}  // namespace papilio::api
