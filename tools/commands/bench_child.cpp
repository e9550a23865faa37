// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/bench_child.hpp"

#include <fmt/format.h>

#include "bench/module_trial.hpp"
#include "bench/plan_time.hpp"

namespace papilio::tool {

void add_child_options(CLI::App& command, BenchChild& child) {
  command.add_option("--plan-time-of", child.plan_time_of)->group("");
  command.add_option("--trial-of", child.trial_of)->expected(2)->group("");
}

bool run_child(const BenchChild& child, const std::string& device) {
  if (!child.plan_time_of.empty()) {
    const bench::PlanTime time = bench::time_plan_here(child.plan_time_of, device);
    fmt::print("{:.9f} {:.9f} {:.9f}\n", time.cold, time.disk, time.warm);
    return true;
  }
  if (child.trial_of.empty()) return false;
  bench::try_module_here({child.trial_of.front(), child.trial_of.back(), device});
  return true;
}

}  // namespace papilio::tool
