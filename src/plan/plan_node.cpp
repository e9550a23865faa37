// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/plan_node.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/ends.hpp"
#include "core/token_reader.hpp"
#include "spec/general_kernel.hpp"
#include "spec/shape_token.hpp"

namespace papilio::plan {
namespace {

constexpr std::array<Named<Slot>, 3> slot_names{
    {{"input", Slot::input}, {"output", Slot::output}, {"scratch", Slot::scratch}}};

constexpr std::array<Named<ShapeOrigin>, 4> origin_names{{{"model", ShapeOrigin::model},
                                                          {"table", ShapeOrigin::table},
                                                          {"wisdom", ShapeOrigin::wisdom},
                                                          {"chosen", ShapeOrigin::chosen}}};

void collect(const PlanNode& node, std::vector<const Pass*>& out) {
  if (node.pass) out.push_back(&*node.pass);
  for (const PlanNode& child : node.children) collect(child, out);
}

/// " window=hann isigns": `side` is i or o.
std::string text_of(const AxisEnd& end, const char* side) {
  std::string text;
  if (end.window.kind != WindowFunction::none) text += " window=" + window_text(end.window) + folding_text(end.window);
  if (end.alternates) text += fmt::format(" {}signs", side);
  if (end.rotation != 0) text += fmt::format(" {}shift={}", side, end.rotation);
  return text;
}

std::string describe(const Pass& pass, int compute_units) {
  const KernelSpec& k = pass.kernel;
  std::string text = fmt::format(" length={} shape={}", k.length, shape_token(chosen_shape(k), compute_units));
  if (k.several_axes()) text += fmt::format(" axes={}", fmt::join(k.axis_lengths, "x"));
  if (k.inner > 1 || k.outer > 1) text += fmt::format(" inner={} outer={}", k.inner, k.outer);
  if (k.in.strides.block > 0) text += " reads=blocks";
  if (k.in.strides.interleaved_rows > 0) text += " reads=rows in turn";
  if (k.out.strides.interleaved_rows > 0)
    text += fmt::format(" writes=rows in turn of {}", k.out.strides.interleaved_rows);
  if (k.out.strides.block > 0) text += fmt::format(" writes=blocks of {}", k.out.strides.block);
  if (!k.in.hole.empty()) text += fmt::format(" zero=[{},{})", k.in.hole.begin, k.in.hole.end);
  if (!k.out.hole.empty()) text += fmt::format(" skip=[{},{})", k.out.hole.begin, k.out.hole.end);
  for (const AxisEnd& end : k.in.ends) text += text_of(end, "i");
  for (const AxisEnd& end : k.out.ends) text += text_of(end, "o");
  if (k.out.map != OutputMap::none) text += fmt::format(" map={}", name_of(map_names, k.out.map));
  if (k.in.compact) text += " icompact";
  if (k.out.compact) text += " ocompact";
  text += fmt::format(" {}->{}", to_string(pass.source.slot), to_string(pass.target.slot));
  if (pass.fused) text += fmt::format(" fused={}", pass.fused->lag);
  if (pass.fused && pass.fused->chunks > 1) text += fmt::format(" chunks={}", pass.fused->chunks);
  return text;
}

void print(const PlanNode& node, int depth, const std::function<std::string(const Pass&)>& describe, std::string& out) {
  out += fmt::format("{:{}}({}", "", 2 * depth, node.solver);
  for (const std::string& note : node.notes) out += " " + note;
  if (node.pass) out += describe(*node.pass);
  for (const PlanNode& child : node.children) {
    out += "\n";
    print(child, depth + 1, describe, out);
  }
  out += ")";
}

}  // namespace

std::string_view to_string(Slot slot) { return name_of(slot_names, slot); }
std::string_view to_string(ShapeOrigin origin) { return name_of(origin_names, origin); }

void relocate(PlanNode& node, Slot source, Slot target, std::int64_t scratch) {
  if (node.pass) {
    for (Operand* operand : {&node.pass->source, &node.pass->target}) {
      switch (operand->slot) {
        case Slot::input:
          operand->slot = source;
          break;
        case Slot::output:
          operand->slot = target;
          break;
        case Slot::scratch:
          operand->offset += scratch;
          break;
      }
    }
    if (node.pass->fused) node.pass->fused->counters += scratch;
    // Input and output are in one buffer, so neither parameter may be `restrict`.
    node.pass->kernel.in_place |= node.pass->source.slot == node.pass->target.slot;
  }
  for (PlanNode& child : node.children) relocate(child, source, target, scratch);
}

std::vector<const Pass*> PlanNode::passes() const {
  std::vector<const Pass*> result;
  collect(*this, result);
  return result;
}

std::vector<PassLaunch> PlanNode::launches() const {
  std::vector<PassLaunch> result;
  const std::vector<const Pass*> all = passes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    result.push_back({all[i], nullptr});
    if (all[i]->fused) result.back().second = all.at(++i);
  }
  return result;
}

Kernel PassLaunch::kernel() const {
  if (pass->kernel.algorithm == Algorithm::general) return general_program(pass->kernel);
  if (second == nullptr) return pass->kernel;
  const Handover& fused = *pass->fused;
  FusedLaunch launch{.first = pass->kernel,
                     .second = second->kernel,
                     .first_groups = pass->kernel.groups(pass->batch) / fused.units,
                     .second_groups = second->kernel.groups(second->batch) / fused.units,
                     .lag = fused.lag,
                     .chunks = fused.chunks};
  if (fused.chunks > 1) {
    launch.first_run = pass->kernel.inner / fused.chunks / pass->kernel.shape.tile;
    launch.second_run = pass->kernel.inner / fused.chunks / second->kernel.shape.tile;
  }
  return launch;
}

std::string PlanNode::to_string(const std::function<std::string(const Pass&)>& annotate, int depth,
                                int compute_units) const {
  const auto describe_pass = [&](const Pass& own) {
    return describe(own, compute_units) + (annotate ? annotate(own) : std::string());
  };
  std::string out;
  print(*this, depth, describe_pass, out);
  return out;
}

}  // namespace papilio::plan
