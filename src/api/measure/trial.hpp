// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Executes plans of one problem on the same device memory, times them and checks their results, for the tuner.
#pragma once

#include <cstddef>
#include <memory>
#include <papilio/device.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "api/run/compiled_passes.hpp"
#include "plan/plan_node.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

/// A plan that can be executed.
struct Trial {
  plan::PlanNode tree;
  CompiledPasses passes;
};

class TrialBench {
 public:
  /// Allocates input, output and, on GPUs, memory to keep the device busy with. The input is noise.
  TrialBench(const Device& device, const Problem& problem);
  /// A bench in other memory, with the same noise.
  [[nodiscard]] TrialBench elsewhere() const { return {device_, problem_, noise_}; }

  /// Compiles. Throws Error.
  [[nodiscard]] std::shared_ptr<Trial> make(plan::PlanNode tree) const;
  /// Keeps the results of this plan as the reference. Must be called before any plan is timed.
  void set_reference(const Trial& trial);
  /// True if the results differ from the reference's by no more than the errors of both may.
  [[nodiscard]] bool is_right(const Trial& trial);

  /// Finds how many executions make a sample of `seconds`, by this plan.
  void calibrate(const Trial& trial, double seconds);
  /// Seconds of one execution: the mean of those in a sample.
  [[nodiscard]] double sample(const Trial& trial);

 private:
  using Bytes = std::vector<std::byte>;
  TrialBench(const Device& device, const Problem& problem, std::shared_ptr<const Bytes> noise);
  void enqueue(const Trial& trial);
  void reserve_scratch(const Trial& trial);
  [[nodiscard]] Bytes results_of(const Trial& trial);
  [[nodiscard]] double time(const Trial& trial, int executions);

  Device device_;
  Problem problem_;
  std::size_t in_bytes_ = 0;
  std::size_t out_bytes_ = 0;
  std::shared_ptr<runtime::Stream> stream_;
  std::shared_ptr<runtime::Memory> in_;
  std::shared_ptr<runtime::Memory> out_;  ///< in place: in_
  std::shared_ptr<runtime::Memory> scratch_;
  std::shared_ptr<runtime::Memory> busy_from_;  ///< on GPUs, copied where launches take longer than kernels
  std::shared_ptr<runtime::Memory> busy_to_;
  std::shared_ptr<const Bytes> noise_;
  Bytes reference_;
  double reference_error_ = 0;  ///< by the rounding between passes
  int executions_ = 1;
  bool ahead_ = false;  ///< executions wait in the queue behind copies
};

}  // namespace papilio::api
