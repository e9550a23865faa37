// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Figures of a plan, from its description.
#pragma once

#include <cstdint>
#include <papilio/device.hpp>

#include "bench/work.hpp"

namespace papilio::bench {

struct PlanFacts {
  int launches = 0;
  std::int64_t bytes = 0;  ///< of device memory read and written, all passes
  std::int64_t scratch_bytes = 0;
};

/// Makes the plan again, without compiling. Throws Error(unsupported) as Plan does.
PlanFacts plan_facts(const Device& device, const Work& work);

}  // namespace papilio::bench
