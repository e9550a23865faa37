// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/alternatives.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <papilio/error.hpp>
#include <set>
#include <string>
#include <utility>

#include "core/number_theory.hpp"
#include "plan/cpu_shapes.hpp"
#include "plan/fused_launches.hpp"
#include "plan/gpu_padding.hpp"
#include "plan/gpu_shapes.hpp"
#include "plan/kernels.hpp"
#include "plan/model/codelets.hpp"
#include "plan/plan.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "plan/solvers/pass_algorithms.hpp"

namespace papilio::plan {
namespace {

using ChosenPasses = std::vector<ChosenPass>;

std::optional<PlanNode> plan_of(const Problem& problem, const DeviceCaps& caps, const ChosenPasses& shapes) {
  try {
    return make_plan(problem, caps, {}, shapes);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return std::nullopt;
  }
}

/// Consecutive kernels that do one 1-D batch.
struct PassGroup {
  std::size_t first = 0;
  std::size_t count = 1;
};

void collect(const PlanNode& node, std::size_t& next, std::vector<PassGroup>& groups) {
  const auto is_pass = [](const PlanNode& child) { return child.pass && child.solver == "pass"; };
  if (node.pass || (!node.children.empty() && std::ranges::all_of(node.children, is_pass))) {
    const std::size_t count = node.passes().size();
    groups.push_back({next, count});
    next += count;
    return;
  }
  for (const PlanNode& child : node.children) collect(child, next, groups);
}

ChosenPasses of_lengths(std::initializer_list<std::int64_t> lengths, bool fused = false) {
  ChosenPasses shapes;
  for (const std::int64_t length : lengths) shapes.push_back({{}, false, length});
  shapes.front().fused = fused;
  return shapes;
}

/// One, two or three passes. Solvers refuse lengths that are too far apart.
void add_splits(std::int64_t points, const DeviceCaps& caps, std::vector<ChosenPasses>& splits) {
  splits.push_back(of_lengths({points}));
  for (const std::int64_t a : divisors(points)) {
    if (a < 2 || a == points) continue;
    for (const std::int64_t first : points_of_passes(a, caps.device_class)) {
      for (const std::int64_t second : points_of_passes(points / a, caps.device_class))
        splits.push_back(of_lengths({first, second}));
    }
    if (may_fuse(caps)) splits.push_back(of_lengths({a, points / a}, true));
    for (const std::int64_t b : divisors(points / a)) {
      const std::int64_t c = points / a / b;
      const auto [least, most] = std::minmax({a, b, c});
      if (least > 1 && most <= 16 * least) splits.push_back(of_lengths({a, b, c}));
    }
  }
}

/// One kernel that convolves.
void add_convolutions(std::int64_t length, const ChirpCounts& chirps, const DeviceCaps& caps,
                      std::vector<ChosenPasses>& splits) {
  if (is_prime(length)) splits.push_back(of_lengths({length - 1}));
  Batch1d lines;
  lines.length = length;
  lines.chirps = chirps;
  for (const std::int64_t points : convolution_lengths(lines, caps.device_class))
    splits.push_back(of_lengths({points}));
}

/// Ways to do the kernels of a group.
std::vector<ChosenPasses> splits_of(std::span<const Pass* const> group, const Problem& problem,
                                    const DeviceCaps& caps) {
  std::vector<ChosenPasses> splits;
  const KernelSpec& front = group.front()->kernel;
  if (group.size() == 1 && front.chirp.counts != ChirpCounts{}) {  // a chirp z-transform
    add_convolutions(front.length, front.chirp.counts, caps, splits);
    return splits;
  }
  const auto transforms = [](const Pass* pass) {
    const KernelSpec& spec = pass->kernel;
    const bool plain = spec.algorithm == Algorithm::stockham || spec.algorithm == Algorithm::rader ||
                       spec.algorithm == Algorithm::bluestein || spec.algorithm == Algorithm::prime_factor;
    return plain && !spec.several_axes() && spec.load == LoadOp::none && spec.store == StoreOp::none;
  };
  if (!std::ranges::all_of(group, transforms)) return splits;
  std::int64_t points = 1;
  for (const Pass* pass : group) points *= pass->kernel.length;
  add_splits(points, caps, splits);
  if (!has_codelets(points)) add_convolutions(points, {}, caps, splits);
  if (problem.kind == Kind::c2c) return splits;
  add_splits(2 * points, caps, splits);  // real transforms are done at half length, or not
  if (points % 2 == 0) add_splits(points / 2, caps, splits);
  return splits;
}

/// The first ones, without duplicates and without `plan` itself.
std::vector<PlanNode> distinct(std::vector<PlanNode> plans, const PlanNode& plan, int compute_units, std::size_t most) {
  std::set<std::string> seen = {shape_tokens(plan, compute_units)};
  std::vector<PlanNode> result;
  for (PlanNode& one : plans) {
    if (result.size() < most && seen.insert(shape_tokens(one, compute_units)).second) result.push_back(std::move(one));
  }
  return result;
}

/// In the order in which they should be tried.
std::vector<ShapedKernel> shapes_of(const KernelRequest& request, const DeviceCaps& caps, std::size_t most) {
  if (caps.device_class == DeviceClass::cpu) return cpu_shapes(request, caps, most);
  std::vector<ShapedKernel> shapes = gpu_shapes(request, caps);
  std::ranges::stable_sort(shapes, {}, &ShapedKernel::seconds);
  for (ShapedKernel& shape : shapes) choose_pad(shape.spec, caps);
  return shapes;
}

/// With one kernel's shape replaced; a fused launch that cannot have it becomes two.
std::optional<PlanNode> plan_with(const Problem& problem, const DeviceCaps& caps, ChosenPasses shapes,
                                  std::size_t kernel) {
  std::optional<PlanNode> plan = plan_of(problem, caps, shapes);
  if (plan) return plan;
  bool fused = std::exchange(shapes[kernel].fused, false);
  if (kernel > 0 && std::exchange(shapes[kernel - 1].fused, false)) fused = true;
  return fused ? plan_of(problem, caps, shapes) : std::nullopt;
}

}  // namespace

std::vector<ChosenPass> chosen_passes(const PlanNode& plan) {
  ChosenPasses shapes;
  for (const Pass* pass : plan.passes()) shapes.push_back({chosen_shape(pass->kernel), pass->fused.has_value()});
  return shapes;
}

std::vector<PlanNode> other_splits(const Problem& problem, const DeviceCaps& caps, const PlanNode& plan,
                                   std::size_t most) {
  const std::vector<const Pass*> passes = plan.passes();
  const ChosenPasses now = chosen_passes(plan);
  std::vector<PassGroup> groups;
  std::size_t next = 0;
  collect(plan, next, groups);
  std::vector<PlanNode> plans;
  for (const PassGroup& group : groups) {
    for (const ChosenPasses& split : splits_of(std::span(passes).subspan(group.first, group.count), problem, caps)) {
      ChosenPasses shapes(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(group.first));
      shapes.insert(shapes.end(), split.begin(), split.end());
      shapes.insert(shapes.end(), now.begin() + static_cast<std::ptrdiff_t>(group.first + group.count), now.end());
      if (std::optional<PlanNode> other = plan_of(problem, caps, shapes)) plans.push_back(*std::move(other));
    }
  }
  std::ranges::stable_sort(plans, {}, &PlanNode::seconds);
  return distinct(std::move(plans), plan, caps.compute_units, most);
}

std::vector<PlanNode> other_shapes(const Problem& problem, const DeviceCaps& caps, const PlanNode& plan,
                                   std::size_t kernel, std::size_t most) {
  const Pass& own = *plan.passes().at(kernel);
  if (own.kernel.algorithm == Algorithm::centre) return {};  // it has one shape
  const std::vector<ShapedKernel> shapes = shapes_of(request_of(own), caps, most);
  const bool cpu = caps.device_class == DeviceClass::cpu;  // those have few shapes, in a good order
  const std::size_t alike = cpu ? most : std::max<std::size_t>(3, most / 8);
  std::map<std::vector<int>, std::size_t> taken;
  std::vector<PlanNode> plans;
  ChosenPasses chosen = chosen_passes(plan);
  for (const ShapedKernel& shape : shapes) {
    if (plans.size() > most) break;  // one may be the plan's own
    if (taken[shape.spec.radices] == alike) continue;
    chosen[kernel].chosen = chosen_shape(shape.spec);
    std::optional<PlanNode> other = plan_with(problem, caps, chosen, kernel);
    if (!other) continue;
    ++taken[shape.spec.radices];
    plans.push_back(*std::move(other));
  }
  return distinct(std::move(plans), plan, caps.compute_units, most);
}

}  // namespace papilio::plan
