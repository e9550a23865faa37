// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The transform of an array is the transform along each axis in turn. An axis that is not contiguous is read in tiles
// of neighbouring columns, so nothing is ever transposed in memory. Array solvers offer steps that do several axes in
// fewer passes.
#include "plan/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>

#include "core/storage.hpp"
#include "plan/array_solver.hpp"
#include "plan/centred.hpp"
#include "plan/fused_launches.hpp"
#include "plan/model/gpu_model.hpp"

namespace papilio::plan {
namespace {

// More than any memory, and small enough that the products of the cost model, 16 times this at most, fit 64 bits.
constexpr std::int64_t most_bytes = std::int64_t{1} << 56;

void require_size(const Problem& problem) {
  const std::int64_t most = most_bytes / problem.element_bytes();
  const std::int64_t elements = std::max(problem.input_elements(), problem.output_elements());
  if (elements > most) {
    throw Error::unsupported("problem " + problem.token(),
                             fmt::format("a buffer of {} elements is more than any device holds", elements),
                             "use a smaller batch or distance");
  }
  // More where inputs share memory and most results are skipped, as in convolutions of many channels.
  double points = static_cast<double>(problem.batch);
  for (const std::int64_t length : problem.lengths) points *= static_cast<double>(length);
  if (points > static_cast<double>(most)) {
    throw Error::unsupported("problem " + problem.token(),
                             fmt::format("{:.3g} points are more than any device computes", points),
                             "use a smaller batch");
  }
}

void require_double_precision(const Problem& problem, const DeviceCaps& caps) {
  if (caps.f64) return;
  if (part_of(problem.precision) == Precision::f64) {
    const bool pair = is_pair(problem.precision);
    throw Error::unsupported(fmt::format("{} on {}", to_string(Storage::native, problem.precision), caps.name),
                             "the device has no double precision", pair ? "use f32x2" : "use f32 or f32x2");
  }
  if (is_pair(problem.precision)) return;  // integers split and join them
  if (problem.in_storage == Storage::f64 || problem.out_storage == Storage::f64) {
    throw Error::unsupported("numbers stored as f64 on " + caps.name, "the device has no double precision",
                             "store them as f32, or compute in f32x2");
  }
}

void require_exact_floats(const Problem& problem, const DeviceCaps& caps) {
  if (!is_pair(problem.precision) || caps.exact_floats) return;
  throw Error::unsupported(fmt::format("{} on {}", to_string(Storage::native, problem.precision), caps.name),
                           "its compilers may contract and reassociate sums, which destroys the low parts",
                           "use f32, or another device");
}

/// True for problems so small that a program of their own would not repay its compilation, which takes as long as ten
/// thousand executions. The general one transforms one by one, so that many short transforms need their own.
bool repays_no_program(const Problem& problem) {
  constexpr double max_points = 4096;
  constexpr double max_transforms = 64;
  double points = static_cast<double>(problem.batch);
  for (const std::int64_t length : problem.lengths) points *= static_cast<double>(length);
  const auto few = [&](int axis) { return points <= max_transforms * static_cast<double>(problem.lengths[axis]); };
  return points <= max_points && std::ranges::all_of(problem.transformed_axes(), few);
}

/// The step whose kernels have the chosen shapes; the number of points of the first one tells them apart.
ArrayStep chosen_step(ArrayContext& context, std::size_t first) {
  for (const ArraySolver& solver : array_solvers()) {
    if (!solver.applicable(context, first)) continue;
    std::vector<ArrayStep> steps = solver.steps(context, first);
    if (!steps.empty()) return std::move(steps.front());
  }
  return context.alone(first);
}

/// The next axis alone, or the step that saves the most against its axes one by one.
ArrayStep best_step(ArrayContext& context, std::size_t first) {
  if (context.choice().made()) return chosen_step(context, first);
  const auto seconds_alone = [&](std::size_t axes) {
    double seconds = 0;
    for (std::size_t i = first; i < first + axes; ++i) seconds += context.alone(i).seconds;
    return seconds;
  };
  ArrayStep best = context.alone(first);
  double max_saved = 0;
  for (const ArraySolver& solver : array_solvers()) {
    if (!solver.applicable(context, first)) continue;
    for (ArrayStep& step : solver.steps(context, first)) {
      const double saved = seconds_alone(step.axes) - step.seconds;
      if (saved <= max_saved) continue;
      max_saved = saved;
      best = std::move(step);
    }
  }
  return best;
}

/// How often numbers on their way through this step are stored for another pass.
int roundings_of(const ArrayStep& step, bool last) {
  std::size_t passes = 0;  // none where all of the axis's transforms are pruned
  for (const ArrayPart& part : step.parts) passes = std::max(passes, part.node.passes().size());
  return static_cast<int>(passes) - (last && passes > 0 ? 1 : 0);
}

PlanNode plan_steps(const ArrayRequest& request) {
  ArrayContext context(request);
  const bool rounds = request.problem.scratch_storage != Storage::native;
  int roundings = 0;
  const std::size_t count = context.order().size();
  PlanNode node;
  node.solver = "axes";
  for (std::size_t first = 0; first < count;) {
    ArrayStep step = best_step(context, first);
    if (rounds) roundings += roundings_of(step, first + step.axes == count);
    for (const ArrayPart& part : step.parts) context.take(part.node.passes().size());
    for (ArrayPart& part : step.parts) {
      relocate(part.node, context.from(part.first).slot, context.to(part.first + part.axes - 1).slot, context.kept());
      node.seconds += part.node.seconds;
      node.scratch_elements = std::max(node.scratch_elements, context.kept() + part.node.scratch_elements);
      if (step.axes == count && step.parts.size() == 1) {
        part.node.roundings = roundings;
        return part.node;
      }
      const auto begin = context.order().begin() + static_cast<std::ptrdiff_t>(part.first);
      std::vector<std::size_t> axes(begin, begin + static_cast<std::ptrdiff_t>(part.axes));
      std::sort(axes.begin(), axes.end());
      part.node.notes.insert(part.node.notes.begin(), fmt::format("axis={}", fmt::join(axes, ",")));
      node.children.push_back(std::move(part.node));
    }
    first += step.axes;
  }
  node.roundings = roundings;
  return node;
}

PlanNode plan_with(ArrayRequest request, LaunchFusion fusion) {
  request.fusion = fusion;
  PlanNode plan = plan_steps(request);
  const Problem& problem = request.problem;
  fuse_passes(plan, {problem.placement == Placement::in_place, problem.scratch_storage}, request.caps, request.choice);
  return plan;
}

std::optional<PlanNode> find_chosen(const ArrayRequest& request, LaunchFusion fusion) {
  try {
    return plan_with(request, fusion);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return std::nullopt;
  }
}

/// The plan with the chosen shapes.
PlanNode plan_chosen(const ArrayRequest& request) {
  const std::span<const ChosenPass> chosen = request.choice.passes();
  std::optional<PlanNode> plan;
  if (std::ranges::any_of(chosen, &ChosenPass::fused)) plan = find_chosen(request, LaunchFusion::wanted);
  std::optional<PlanNode> other =
      plan ? find_chosen(request, LaunchFusion::ignored) : plan_with(request, LaunchFusion::ignored);
  if (!plan || (other && other->seconds < plan->seconds)) plan = std::move(other);
  const std::vector<const Pass*> passes = plan->passes();
  if (passes.size() != chosen.size()) {
    throw Error::unsupported("no plan for " + request.problem.token(),
                             fmt::format("{} shapes are given for {} kernels", chosen.size(), passes.size()),
                             "leave out the last ones");
  }
  for (std::size_t i = 0; i < passes.size(); ++i) {
    if (!chosen[i].fused || passes[i]->fused) continue;
    throw Error::unsupported(
        fmt::format("kernels {} and {} of {} in one launch", i + 1, i + 2, request.problem.token()),
        "passes can be fused if the second one reads what the first one writes, with the same threads and exchange, "
        "whole tiles, and no prefetch, clusters and callbacks",
        "write a comma for the plus sign");
  }
  return *std::move(plan);
}

}  // namespace

std::span<const ArraySolver> array_solvers() {
  static const std::array<ArraySolver, 2> list = {in_kernel_nd(), slabs()};
  return list;
}

PlanNode make_plan(const Problem& problem, const DeviceCaps& caps, const Callbacks& callbacks) {
  problem.validate();
  return plan_arrays(problem.normalised(), caps, std::nullopt, callbacks);
}

PlanNode make_plan(const Problem& problem, const DeviceCaps& caps, Programs programs) {
  problem.validate();
  const Problem normal = problem.normalised();
  const bool general = programs == Programs::general && problem.detrend == Detrend::none &&
                       !is_pair(problem.precision) && caps.device_class == DeviceClass::cpu &&
                       repays_no_program(normal);
  if (!general) return plan_arrays(normal, caps, std::nullopt);
  require_double_precision(normal, caps);
  require_size(normal);
  const Callbacks no_callbacks;
  const std::optional<FilterArray> no_filter;
  return plan_with(
      {.problem = normal, .caps = caps, .callbacks = no_callbacks, .filter = no_filter, .programs = programs},
      LaunchFusion::ignored);
}

PlanNode make_plan(const Problem& problem, const DeviceCaps& caps, const Callbacks& callbacks,
                   std::span<const ChosenPass> shapes) {
  problem.validate();
  std::optional<Refusal> refusal;
  return plan_arrays(problem.normalised(), caps, std::nullopt, callbacks, Choice(shapes, refusal));
}

namespace {

/// Sets the rules for pairs that the device asks of kernels.
void set_pair_rules(PlanNode& node, const DeviceCaps& caps) {
  if (node.pass) {
    KernelSpec& spec = node.pass->kernel;
    const bool doubles = spec.in.storage == Storage::f64 || spec.out.storage == Storage::f64;
    spec.splits_products = !caps.exact_fma;
    spec.splits_doubles = spec.precision == Precision::f32x2 && doubles && !caps.f64;
  }
  for (PlanNode& child : node.children) set_pair_rules(child, caps);
}

PlanNode best_plan(const ArrayRequest& request) {
  if (request.choice.made()) return plan_chosen(request);
  PlanNode plan = plan_with(request, LaunchFusion::ignored);
  if (request.problem.transformed_axes().size() < 2 || !may_fuse(request.caps)) return plan;
  PlanNode fused = plan_with(request, LaunchFusion::wanted);
  const double doubt = fused.passes().size() > plan.passes().size() ? gpu_model.doubts.more_passes : 1;
  return has_fused_launches(fused) && fused.seconds * doubt < plan.seconds ? fused : plan;
}

}  // namespace

PlanNode plan_arrays(const Problem& problem, const DeviceCaps& caps, const std::optional<FilterArray>& filter,
                     const Callbacks& callbacks, const Choice& choice) {
  require_double_precision(problem, caps);
  require_exact_floats(problem, caps);
  require_size(problem);
  if (problem.detrend != Detrend::none) {
    if (!callbacks.load.empty()) {
      throw Error::unsupported("problem " + problem.token(), "a load callback beside a mean that is subtracted",
                               "subtract the mean in a step before");
    }
    const Problem rest = behind_means(problem);
    return plan_centred(problem, caps, plan_arrays(rest, caps, filter, callbacks, choice.after(1)));
  }
  PlanNode plan = best_plan({problem, caps, callbacks, filter, LaunchFusion::ignored, choice});
  if (is_pair(problem.precision)) set_pair_rules(plan, caps);
  return plan;
}

}  // namespace papilio::plan
