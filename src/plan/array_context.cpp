// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/array_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/ends.hpp"
#include "core/multiplier.hpp"
#include "core/pair_rules.hpp"
#include "core/storage.hpp"
#include "plan/boxes.hpp"
#include "plan/solver.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"
#include "plan/tuned/tuned_shapes.hpp"

namespace papilio::plan {
namespace {

/// The axes in the order of their passes. A real side comes first or last; of the others the contiguous one is first.
std::vector<std::size_t> order_of_axes(const Problem& problem) {
  std::vector<std::size_t> order;
  const std::vector<int> axes = problem.transformed_axes();
  for (std::size_t i = axes.size(); i-- > 0;) {
    const bool halved = problem.halves() && i + 1 == axes.size();
    // A c2c transform of one point is the identity; a real-to-real one may be a factor.
    const bool needed = halved || (problem.kind != Kind::c2c && !problem.halves());
    if (needed || problem.lengths[axes[i]] > 1) order.push_back(static_cast<std::size_t>(axes[i]));
  }
  if (order.empty()) order.push_back(static_cast<std::size_t>(axes.back()));
  if (problem.kind == Kind::c2r) std::reverse(order.begin(), order.end());  // the real axis, last, with its neighbour
  return order;
}

/// Puts a callback after its parameters, so that compiler messages name the user's own lines.
std::string text_of(const Callbacks& callbacks, const std::string& text, const char* name) {
  if (text.empty()) return {};
  std::string result;
  for (const auto& [macro, value] : callbacks.parameters) {
    // The emitters define PAPILIO_PARAMETER: GLSL's literals of double precision are others than C's.
    result += fmt::format("#define {} PAPILIO_PARAMETER({:#}, {:#}lf)\n", macro, value, value);
  }
  result += fmt::format("#line 1 \"{}\"\n{}", name, text);
  for (const auto& [macro, value] : callbacks.parameters) result += fmt::format("\n#undef {}", macro);
  return result;
}

}  // namespace

ArrayContext::ArrayContext(const ArrayRequest& request)
    : problem_(request.problem),
      caps_(request.caps),
      fusion_(request.fusion),
      programs_(request.programs),
      choice_(request.choice),
      order_(order_of_axes(problem_)),
      input_(input_array(problem_)),
      output_(output_array(problem_)),
      middle_(is_inverse_real() ? input_ : output_),
      alone_(order_.size()) {
  if (!request.callbacks.load.empty() || !request.callbacks.store.empty())
    require_floats(problem_.precision, "problem " + problem_.token(), "callbacks");
  input_.callback = text_of(request.callbacks, request.callbacks.load, "load callback");
  output_.callback = text_of(request.callbacks, request.callbacks.store, "store callback");
  if (problem_.out_map != OutputMap::none && !output_.callback.empty()) {
    throw Error::unsupported("problem " + problem_.token(), "a store callback beside a map of the output",
                             "let the callback compute the map, or leave it out");
  }
  input_.filter = request.filter;
  // True if the input, or skipped elements of the output, must not change, or if storing intermediate numbers there
  // would round them more than arithmetic does.
  const Storage stored = stored_between_passes(problem_.scratch_storage);
  const bool fits = may_share(middle_.storage, stored, caps_) &&
                    (stored != Storage::shared_exponent || middle_.layout == ComplexLayout::interleaved);
  const bool apart = (is_inverse_real() && problem_.placement == Placement::out_of_place) || !fits ||
                     writes_what_is_skipped(problem_, order_) || rotates(problem_) ||
                     problem_.out_map != OutputMap::none || lacks_later_indices(middle_);
  middle_.storage = stored;
  if (order_.size() > 1 && (apart || (fusion_ == LaunchFusion::ignored && slow_in_output()))) keep_middle_in_scratch();
}

/// True if an array between the axes has no place for indices along axes that are not transformed yet, although they
/// may also be zeros.
bool ArrayContext::lacks_later_indices(const Array& array) const {
  return std::any_of(order_.begin() + 1, order_.end(),
                     [&](std::size_t axis) { return !array.removed_of(axis).empty(); });
}

void ArrayContext::keep_middle_in_scratch() {
  middle_ = packed_array(middle_);
  middle_.storage = stored_between_passes(problem_.scratch_storage);
  kept_ = middle_.distance * problem_.batch;
  if (middle_.real) kept_ = (kept_ + 1) / 2;
  alone_.assign(order_.size(), {});
}

/// True if the last of two axes would work in place in the output and is faster from scratch.
bool ArrayContext::slow_in_output() {
  if (order_.size() != 2 || problem_.kind != Kind::c2c || problem_.placement == Placement::in_place || input_.filter ||
      is_pruned() || caps_.device_class != DeviceClass::gpu) {
    return false;
  }
  Batch1d last = lines_of_axis(1, first_box(output_, 1));
  const auto is_slow = [&](const PlanNode& plan) {
    return plan.pass && slow_in_place(plan.pass->kernel, caps_) && affords_scratch(last, caps_);
  };
  if (!choice_.made()) return alone(1).parts.size() == 1 && is_slow(alone(1).parts.front().node);
  last.choice = choice_.last();
  const std::optional<PlanNode> plan = find_plan(last, kept_, problem_, caps_).plan;
  return plan && is_slow(*plan);
}

RangeBox ArrayContext::first_box(const Array& array, std::size_t i) const {
  return boxes_of(problem_, array.lengths, order_, {i}).front();
}

std::vector<RangeBox> ArrayContext::boxes(StepAxes step) const {
  const Array& array = from(step.first);
  const std::vector<RangeBox> all = boxes_of(problem_, array.lengths, order_, step);
  return array.filter ? without_gaps(all) : all;
}

Batch1d ArrayContext::lines(AxisSpan axes, const Array& from, const Array& to, const RangeBox& box, Last last) const {
  Batch1d lines = lines_of(problem_, from, to, box, axes);
  lines.choice = choice_;
  if (last == Last::yes) lines.scale = multiplier_of(problem_) * sign_of_shifts(problem_);
  return lines;
}

Batch1d ArrayContext::lines_of_axis(std::size_t i, const RangeBox& box) const {
  return lines(AxisSpan(order_).subspan(i, 1), from(i), to(i), box, i + 1 == order_.size() ? Last::yes : Last::no);
}

PlanNode ArrayContext::plan_of(const Batch1d& lines) const {
  PlanNode plan = plan_in_memory(lines);
  const bool rotates = lines.in.side.rotated() || lines.out.side.rotated();
  if (rotates && lines.in_place && plan.passes().size() > 1) {
    throw Error::unsupported(
        "problem " + problem_.token(),
        fmt::format("an axis of {} points is shifted; its odd length takes several passes beside other axes",
                    lines.length),
        "shift this axis before or after the transform");
  }
  return plan;
}

PlanNode ArrayContext::plan_in_memory(const Batch1d& lines) const {
  const Solver general = general_solver();
  if (programs_ == Programs::general && general.applicable(lines, caps_)) {
    if (std::optional<PlanNode> plan = general.plan(lines, caps_)) return *std::move(plan);
  }
  return best_plan(lines, kept_, problem_, caps_);
}

void ArrayContext::add_zeros(ArrayStep& last) const {
  for (const RangeBox& box : zero_boxes(problem_, output_.lengths, order_)) {
    const Batch1d lines = zero_lines(problem_, from(order_.size() - 1), output_, box);
    PlanNode node = plan_of(lines);
    node.solver = "zeros";
    last.seconds += node.seconds;
    last.parts.push_back({std::move(node), order_.size() - 1, 1});
  }
}

const ArrayStep& ArrayContext::alone(std::size_t i) {
  ArrayStep& step = alone_[i];
  if (!step.parts.empty()) return step;
  Choice choice = choice_;
  for (const RangeBox& box : boxes({i})) {
    Batch1d lines = lines_of_axis(i, box);
    lines.choice = choice;
    step.parts.push_back({plan_of(lines), i, 1});
    choice = choice.after(step.parts.back().node.passes().size());
    step.seconds += step.parts.back().node.seconds;
  }
  if (i + 1 == order_.size()) add_zeros(step);
  return step;
}

}  // namespace papilio::plan
