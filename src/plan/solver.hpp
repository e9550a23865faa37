// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Solver: one way to transform lines; one file each in solvers/.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/device_caps.hpp"
#include "plan/batch1d.hpp"

namespace papilio::plan {

struct Solver {
  std::string_view name;
  /// False when plan() cannot succeed: one commented expression.
  bool (*applicable)(const Batch1d& lines, const DeviceCaps& caps);
  /// Nullopt where the details (memory, vector shapes) do not work out after all.
  std::optional<PlanNode> (*plan)(const Batch1d& lines, const DeviceCaps& caps);
};

/// Every solver, tried in this order; the cheapest plan wins.
std::span<const Solver> solvers();

/// The cheapest plan of these solvers, if there is one. `kept` elements of scratch are in use already.
struct FoundPlan {
  std::optional<PlanNode> plan;
  std::int64_t too_large = 0;  ///< bytes of scratch of a plan that no buffer of the device holds
};
FoundPlan find_plan(const Batch1d& lines, std::int64_t kept, const Problem& problem, const DeviceCaps& caps,
                    std::span<const Solver> among = solvers());

/// The cheapest plan of these solvers, where `kept` elements of scratch are taken already. Throws Error(unsupported)
/// naming the device's limit when no solver can.
PlanNode best_plan(const Batch1d& lines, std::int64_t kept, const Problem& problem, const DeviceCaps& caps,
                   std::span<const Solver> among = solvers());

}  // namespace papilio::plan
