// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The passes of a plan, compiled for a device, and their launches in a row.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "api/describe.hpp"
#include "kernel/kernel.hpp"
#include "plan/plan_node.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// What the slots of a plan are in one execution.
struct Memories {
  const runtime::Memory* input = nullptr;
  const runtime::Memory* output = nullptr;
  const runtime::Memory* scratch = nullptr;  ///< null where the plan needs none
  const runtime::Memory* filter = nullptr;   ///< null where no pass is filtered
};

class CompiledPasses {
 public:
  CompiledPasses() = default;
  /// Compiles, or loads from the cache, and uploads tables.
  CompiledPasses(runtime::Device& device, const plan::PlanNode& tree);

  void enqueue(runtime::Stream& stream, const Memories& memories) const;

 private:
  struct Step {
    plan::Operand source;
    plan::Operand target;
    kernel::KernelInterface face;
    LaunchShape shape;
    std::int64_t batch = 1;  ///< stacks
    std::shared_ptr<runtime::Program> program;
    std::vector<std::shared_ptr<runtime::Memory>> tables;
  };
  std::vector<Step> steps_;
};

}  // namespace papilio::api
