// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The passes of a plan, compiled for a device, and their launches in a row.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/describe.hpp"
#include "kernel/kernel.hpp"
#include "plan/plan_node.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// The memory of one execution, null where there is none.
struct Memories {
  const runtime::Memory* in = nullptr;
  const runtime::Memory* out = nullptr;
  const runtime::Memory* scratch = nullptr;
  const runtime::Memory* in_imaginary = nullptr;  ///< of planar sides in two buffers
  const runtime::Memory* out_imaginary = nullptr;
  const runtime::Memory* load_data = nullptr;  ///< of callbacks
  const runtime::Memory* store_data = nullptr;
  const runtime::Memory* filter = nullptr;
};

/// Elements of a plane on each side, where the planes are one behind the other in one buffer.
struct Planes {
  std::int64_t in = 0;
  std::int64_t out = 0;
};

class CompiledPasses {
 public:
  CompiledPasses() = default;
  /// Compiles, or loads from the cache, and uploads tables. `token` is what errors call it.
  CompiledPasses(runtime::Device& device, const plan::PlanNode& tree, const std::string& token);

  void enqueue(runtime::Stream& stream, const Memories& memories, const Planes& planes = {}) const;

 private:
  void compile(runtime::Device& device, const std::vector<const plan::Pass*>& passes);

  struct Step {
    plan::Operand source;
    plan::Operand target;
    kernel::KernelInterface face;
    LaunchShape shape;
    std::int64_t batch = 1;  ///< stacks
    std::shared_ptr<runtime::Program> program;
    std::vector<std::shared_ptr<runtime::Memory>> tables;
    std::vector<runtime::Argument> fixed;  ///< those of every launch: tables and scalars, but for planes
  };
  std::vector<Step> steps_;
};

}  // namespace papilio::api
