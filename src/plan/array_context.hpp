// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ArrayContext: an array problem as array solvers see it. The axes in the order of their passes, the memory before,
// between and after them, and the best plan of each axis alone.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/callbacks.hpp>
#include <papilio/problem.hpp>
#include <papilio/programs.hpp>
#include <vector>

#include "core/device_caps.hpp"
#include "plan/array_lines.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

/// Plans with and without a preference for launches that can be fused (fused_launches.hpp) are made and compared.
enum class LaunchFusion { ignored, wanted };

struct ArrayRequest {
  const Problem& problem;  ///< normalised
  const DeviceCaps& caps;
  const Callbacks& callbacks;
  const std::optional<FilterArray>& filter;
  /// Wanted: data between the axes goes to scratch only if it must, and neither slabs nor one kernel for all axes are
  /// considered, because these gain as much as a fused launch and are seldom possible together with it.
  LaunchFusion fusion = LaunchFusion::ignored;
  Choice choice = {};
  Programs programs = Programs::specialised;  ///< general: wherever the program fits
};

/// The plan of a part of a step: some axes in their order.
struct ArrayPart {
  PlanNode node;
  std::size_t first = 0;  ///< in the order of the axes
  std::size_t axes = 1;
};

/// The next axes in their order, transformed together or one after the other.
struct ArrayStep {
  std::size_t axes = 1;
  std::vector<ArrayPart> parts;  ///< in order; several for one axis where pruning leaves several boxes
  double seconds = 0;
};

class ArrayContext {
 public:
  explicit ArrayContext(const ArrayRequest& request);

  [[nodiscard]] const Problem& problem() const { return problem_; }
  [[nodiscard]] const DeviceCaps& caps() const { return caps_; }
  [[nodiscard]] LaunchFusion fusion() const { return fusion_; }
  /// Shapes of the kernels that are not planned yet.
  [[nodiscard]] const Choice& choice() const { return choice_; }
  /// Removes the shapes of the next kernels, which are planned now.
  void take(std::size_t kernels) { choice_ = choice_.after(kernels); }
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }
  [[nodiscard]] const Array& input() const { return input_; }
  [[nodiscard]] const Array& output() const { return output_; }
  /// Between the axes: the output, the half spectrum of a c2r, or scratch.
  [[nodiscard]] const Array& middle() const { return middle_; }
  /// Elements of scratch that the middle occupies.
  [[nodiscard]] std::int64_t kept() const { return kept_; }
  /// The arrays that axis number i in their order reads and writes.
  [[nodiscard]] const Array& from(std::size_t i) const { return i == 0 ? input_ : middle_; }
  [[nodiscard]] const Array& to(std::size_t i) const { return i + 1 == order_.size() ? output_ : middle_; }
  [[nodiscard]] bool is_pruned() const { return !problem_.zero.empty() || !problem_.skip.empty(); }
  [[nodiscard]] bool is_inverse_real() const { return problem_.kind == Kind::c2r; }

  /// The first box of the array for axis number i in their order.
  [[nodiscard]] RangeBox first_box(const Array& array, std::size_t i) const;
  /// The boxes of the transforms along the axes of a step.
  [[nodiscard]] std::vector<RangeBox> boxes(StepAxes step) const;
  /// Adds parts to the last step that write the zeros of transforms whose input is all zero.
  void add_zeros(ArrayStep& last) const;
  enum class Last { no, yes };
  /// The 1-D batch along these axes; the last one applies the scale.
  [[nodiscard]] Batch1d lines(AxisSpan axes, const Array& from, const Array& to, const RangeBox& box, Last last) const;

  /// The best plan of axis number i in their order, one part for each box. Throws Error(unsupported) when there is
  /// none.
  const ArrayStep& alone(std::size_t i);

 private:
  [[nodiscard]] Batch1d lines_of_axis(std::size_t i, const RangeBox& box) const;
  /// The best plan. Throws Error(unsupported) for shifts that overwrite what is still to be read.
  [[nodiscard]] PlanNode plan_of(const Batch1d& lines) const;
  [[nodiscard]] PlanNode plan_in_memory(const Batch1d& lines) const;
  [[nodiscard]] bool lacks_later_indices(const Array& array) const;
  bool slow_in_output();
  void keep_middle_in_scratch();

  const Problem& problem_;
  const DeviceCaps& caps_;
  LaunchFusion fusion_;
  Programs programs_;
  Choice choice_;
  std::vector<std::size_t> order_;
  Array input_;
  Array output_;
  Array middle_;
  std::int64_t kept_ = 0;
  std::vector<ArrayStep> alone_;
};

}  // namespace papilio::plan
