// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Executes a plan with the interpreter instead of a device, and collects all faults that it reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/device_caps.hpp"
#include "plan/convolution.hpp"
#include "plan/plan_node.hpp"
#include "support/arrays.hpp"
#include "support/interpreter.hpp"

namespace papilio::test {

struct InterpretedRun {
  Numbers output;                   ///< the whole buffer, buffer_numbers(problem, End::output)
  std::vector<std::byte> bytes;     ///< the same as it lies in memory
  std::vector<std::string> faults;  ///< from verify() and interpret(), with the kernel's key; also a changed input
};

/// Executes work-groups [0, groups) of a kernel and returns its faults.
using Runner = std::function<std::vector<std::string>(const ir::Module& module, std::span<const ir::Binding> buffers,
                                                      std::span<const std::int64_t> scalars, std::int64_t groups)>;
/// The default Runner: the interpreter of src/ir.
std::vector<std::string> interpret_groups(const ir::Module& module, std::span<const ir::Binding> buffers,
                                          std::span<const std::int64_t> scalars, std::int64_t groups);

/// Runs all passes on `input`, which has buffer_numbers(problem, End::input) numbers. Outputs and scratch are filled
/// with NaN first.
InterpretedRun run_interpreted(const Problem& problem, const plan::PlanNode& plan, const Numbers& input,
                               const Runner& runner = interpret_groups);

/// The same for a convolution: `signal` (numbers_of(problem, End::input) numbers) and `kernel` are buffers of numbers
/// of its precision. The plan's own transform makes the filter.
InterpretedRun run_interpreted(const ConvolutionProblem& problem, const plan::ConvolutionPlan& plan,
                               const Numbers& signal, const Numbers& kernel, const DeviceCaps& caps,
                               const Runner& runner = interpret_groups);

/// Devices smaller than the presets of core/device_caps.hpp, so that short transforms already need passes.
DeviceCaps tiny_cpu_caps();  ///< vectors of 4 floats, 4 KiB
DeviceCaps tiny_gpu_caps();  ///< 64 work-items, 2 KiB

/// A GPU whose work-groups hold 256 complex numbers; not in every_device().
DeviceCaps narrow_gpu_caps();

/// The presets and the tiny devices, which together cover every kind of kernel.
std::vector<DeviceCaps> every_device();

}  // namespace papilio::test
