// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan executed by the interpreter instead of a device, with every fault that it reports.
#pragma once

#include <string>
#include <vector>

#include "core/device_caps.hpp"
#include "core/roots.hpp"
#include "plan/plan_node.hpp"

namespace papilio::test {

struct InterpretedRun {
  std::vector<LongComplex> output;  ///< problem.output_elements(), the gaps included
  std::vector<std::string> faults;  ///< of verify() and interpret(), each with the kernel's key
};

/// Runs every pass on `input` (problem.input_elements()). Outputs and scratch are poisoned with NaN first.
InterpretedRun run_interpreted(const Problem& problem, const plan::PlanNode& plan,
                               const std::vector<LongComplex>& input);

/// Devices smaller than the presets of core/device_caps.hpp, so that short transforms already need passes.
DeviceCaps tiny_cpu_caps();  ///< vectors of 4 floats, 4 KiB
DeviceCaps tiny_gpu_caps();  ///< 64 work-items, 2 KiB

}  // namespace papilio::test
