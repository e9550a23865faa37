// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PlanNode: how a problem will be computed. A tree of decisions whose leaves are passes, in order; each is one kernel
// launch or half of a fused one. Plain values, independent of how kernels are written or run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "core/error_bound.hpp"
#include "spec/fused_launch.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// Memory that a pass reads or writes.
enum class Slot { input, output, scratch };

struct Operand {
  Slot slot = Slot::input;
  std::int64_t offset = 0;    ///< elements before the first transform, complex or real as the kernel's form says
  std::int64_t distance = 0;  ///< elements between iterations of the kernel's outermost loop

  friend bool operator==(const Operand&, const Operand&) = default;
};

/// This pass and the next one form a fused two-pass launch (spec/fused_launch.hpp).
struct Handover {
  std::int64_t units = 1;
  std::int64_t lag = 1;
  std::int64_t counters = 0;  ///< elements of the scratch before the counters
  std::int64_t chunks = 1;    ///< units that a transform is cut into
};

/// Origin of the shape of a kernel.
enum class ShapeOrigin {
  model,   ///< the planner's estimates
  table,   ///< src/plan/tuned
  wisdom,  ///< measured on this machine, or imported
  chosen,  ///< by the caller
};

/// One kernel over the whole batch: a launch, or half of a fused one.
struct Pass {
  KernelSpec kernel;
  Operand source;
  Operand target;
  std::int64_t batch = 1;                        ///< strided batches in all loops together
  std::int64_t read_bytes = 0;                   ///< bytes that the whole batch reads
  std::int64_t written_bytes = 0;                ///< bytes that it writes
  std::optional<Handover> fused = std::nullopt;  ///< none: a launch of its own, or the second pass of a fused one
  ShapeOrigin origin = ShapeOrigin::model;
  Contour contour = {};  ///< of the tables of a chirp z-transform
};

/// A pass, or two fused passes.
struct PassLaunch {
  const Pass* pass = nullptr;
  const Pass* second = nullptr;
  [[nodiscard]] Kernel kernel() const;
};

struct PlanNode {
  std::string solver;              ///< "direct", "four-step", "rader", "bluestein", "pass" …
  std::vector<std::string> notes;  ///< "n=4096", "m=2048" …
  std::optional<Pass> pass;        ///< for leaves only
  std::vector<PlanNode> children;
  std::int64_t scratch_elements = 0;  ///< of the whole batch
  int roundings = 0;                  ///< of a whole plan: to Problem::scratch_storage, on the way to a result
  double seconds = 0;                 ///< the cost model's estimate; only comparable between plans of one problem

  /// The leaves, in order of execution.
  [[nodiscard]] std::vector<const Pass*> passes() const;
  /// The leaves, grouped by launch.
  [[nodiscard]] std::vector<PassLaunch> launches() const;
  /// An S-expression, indented by two spaces per level, starting at level `depth`. `annotate` may add fields to a leaf.
  /// Shape tokens are for a device with `compute_units`.
  [[nodiscard]] std::string to_string(const std::function<std::string(const Pass&)>& annotate = {}, int depth = 0,
                                      int compute_units = 1) const;
};

/// Replaces the plan's input and output by `source` and `target`, and moves its scratch to element `scratch` of the
/// scratch buffer.
void relocate(PlanNode& node, Slot source, Slot target, std::int64_t scratch);

std::string_view to_string(Slot slot);
std::string_view to_string(ShapeOrigin origin);

}  // namespace papilio::plan
