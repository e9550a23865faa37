// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The passes of a plan, compiled for a device, and their launches.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/run/batch.hpp"
#include "api/run/kernels.hpp"
#include "api/run/planned_launch.hpp"
#include "plan/plan_node.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// The memory of a side's sums, which the passes make.
struct SumMemory {
  const runtime::Memory* weights = nullptr;
  const runtime::Memory* sums = nullptr;
  const runtime::Memory* flag = nullptr;  ///< of the output, where the kernel checks
};

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
  SumMemory input_sums;
  SumMemory output_sums;
};

/// Elements of a plane on each side, where the planes are one after the other in one buffer.
struct Planes {
  std::int64_t in = 0;
  std::int64_t out = 0;
};

class CompiledPasses {
 public:
  CompiledPasses() = default;
  /// The problem of the passes, and the bytes that they take. `token` names it in errors.
  struct Workload {
    std::string token;
    Precision precision = Precision::f32;
    std::int64_t largest_bytes = 0;          ///< of input, output, scratch and spectra
    std::int64_t scratch_element_bytes = 0;  ///< of PlanNode::scratch_elements
  };
  /// Compiles, or loads from the cache, and uploads tables. Throws Error(unsupported) for buffers that are larger than
  /// the device can bind or address.
  CompiledPasses(runtime::Device& device, const plan::PlanNode& tree, const Workload& work);

  void enqueue(runtime::Stream& stream, const Memories& memories, const Planes& planes = {},
               const Batch& batch = {}) const;

 private:
  void compile(runtime::Device& device, const std::vector<plan::PassLaunch>& launches, const Workload& work);

  struct CompiledLaunch {
    PlannedLaunch planned;
    std::vector<std::vector<std::shared_ptr<runtime::Memory>>> tables;  ///< of each part
    std::shared_ptr<runtime::Program> program;
  };
  [[nodiscard]] LaunchShape shape_of(const LaunchPart& part, const Batch& batch) const;
  void require_launches(const Batch& batch) const;

  int compute_units_ = 1;
  std::vector<CompiledLaunch> launches_;
  std::int64_t largest_bytes_ = 0;  ///< of the batch as planned
  std::int64_t max_bytes_ = 0;      ///< that the kernels reach of a buffer; 0: all
};

}  // namespace papilio::api
