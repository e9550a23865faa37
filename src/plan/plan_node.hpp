// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PlanNode: how a problem will be computed. A tree of decisions whose leaves are passes: one kernel launch each, in
// order. Values; nothing here knows how kernels are written or run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "spec/fused_launch.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// Memory that a pass reads or writes.
enum class Slot { input, output, scratch };

struct Operand {
  Slot slot = Slot::input;
  std::int64_t offset = 0;    ///< elements, complex or real as the kernel's form says, before the first stack
  std::int64_t distance = 0;  ///< elements from one run of the kernel's outermost loop to the next

  friend bool operator==(const Operand&, const Operand&) = default;
};

/// This pass and the next one are one launch (spec/fused_launch.hpp).
struct Handover {
  std::int64_t units = 1;
  std::int64_t lag = 1;
  std::int64_t counters = 0;  ///< elements of the scratch before them
};

/// One kernel over the whole batch: a launch, or half of one.
struct Pass {
  KernelSpec kernel;
  Operand source;
  Operand target;
  std::int64_t batch = 1;                        ///< stacks: all loops together
  std::int64_t read_bytes = 0;                   ///< of the whole batch
  std::int64_t written_bytes = 0;                ///< and written
  std::optional<Handover> fused = std::nullopt;  ///< none: a launch of its own, or of the pass before
};

/// A pass, or two that relay.
struct Launch {
  const Pass* pass = nullptr;
  const Pass* second = nullptr;
  [[nodiscard]] Kernel kernel() const;
};

struct PlanNode {
  std::string solver;              ///< "direct", "four-step", "rader", "bluestein", "pass" …
  std::vector<std::string> notes;  ///< "n=4096", "m=2048" …
  std::optional<Pass> pass;        ///< leaves
  std::vector<PlanNode> children;
  std::int64_t scratch_elements = 0;  ///< of the whole batch
  double seconds = 0;                 ///< the cost model's estimate; compares plans of one problem, promises nothing

  /// The leaves, in order of execution.
  [[nodiscard]] std::vector<const Pass*> passes() const;
  /// The same by launches.
  [[nodiscard]] std::vector<Launch> launches() const;
  /// An S-expression, two spaces a level, from level `depth` on. `annotate` may add fields to a leaf.
  [[nodiscard]] std::string to_string(const std::function<std::string(const Pass&)>& annotate = {},
                                      int depth = 0) const;
};

/// What the plan calls its input and output become `source` and `target`; its scratch begins at element `scratch` of
/// it.
void relocate(PlanNode& node, Slot source, Slot target, std::int64_t scratch);

std::string_view to_string(Slot slot);

}  // namespace papilio::plan
