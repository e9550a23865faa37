// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/convolution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>
#include <string_view>

#include "core/convolution_layout.hpp"
#include "core/number_theory.hpp"
#include "plan/convolution_parts.hpp"
#include "plan/model/cpu_model.hpp"
#include "plan/plan.hpp"
#include "plan/solvers/convolution_length.hpp"
#include "plan/whole_convolution.hpp"

namespace papilio::plan {
namespace {

using Lengths = std::vector<std::int64_t>;

/// The element of the linear convolution, which has L+K-1, at which the result begins.
std::int64_t first_of(const ConvolutionProblem& problem, std::size_t axis) {
  const std::int64_t before = problem.kernel_lengths[axis] - 1;
  switch (problem.mode) {
    case ConvolutionMode::same:
      return before / 2;
    case ConvolutionMode::valid:
      return before;
    case ConvolutionMode::full:
    case ConvolutionMode::circular:
      break;
  }
  return 0;
}

/// The shortest transform that holds the signal and whose wrapped-around elements fall outside the result.
std::int64_t min_length(const ConvolutionProblem& problem, std::size_t axis) {
  const std::int64_t signal = problem.lengths[axis];
  const std::int64_t first = first_of(problem, axis);
  const std::int64_t whole = signal + problem.kernel_lengths[axis] - 1;
  return std::max({signal, whole - first, first + problem.output_lengths()[axis]});
}

/// Seconds of both transforms along one axis, as if it were the only one.
double seconds_along(const ConvolutionProblem& problem, const DeviceCaps& caps, std::size_t axis, std::int64_t padded) {
  const bool last = static_cast<int>(axis) == problem.convolved_axes().back();
  const std::int64_t others = product(problem.lengths) / problem.lengths[axis] * problem.batch;
  ConvolutionProblem line;
  line.precision = problem.precision;
  line.field = last ? problem.field : Field::complex;
  line.mode = problem.mode;
  line.in_storage = problem.in_storage;
  line.out_storage = problem.out_storage;
  line.lengths = {problem.lengths[axis]};
  line.kernel_lengths = {problem.kernel_lengths[axis]};
  const auto of = [&](std::int64_t channels) {
    ConvolutionProblem lines = line;
    if (__builtin_mul_overflow(others, channels, &lines.batch)) lines.batch = others;
    return lines;
  };
  try {
    const Problem there = transform_there(of(problem.in_channels), {padded});
    const ConvolutionProblem results = of(problem.out_channels);
    const Problem back = transform_back(results, {padded}, transform_there(results, {padded}));
    const FilterArray filter{0, {1}, {problem.in_channels, 0, 0, 0}};
    return plan_arrays(there, caps, std::nullopt).seconds + plan_arrays(back, caps, filter).seconds;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return std::numeric_limits<double>::infinity();
  }
}

std::int64_t cheapest_length(const ConvolutionProblem& problem, const DeviceCaps& caps, std::size_t axis) {
  if (problem.mode == ConvolutionMode::circular) return problem.lengths[axis];
  std::int64_t best = 0;
  double least = 0;
  for (const std::int64_t padded : padded_lengths(min_length(problem, axis), caps.device_class)) {
    const double seconds = seconds_along(problem, caps, axis, padded);
    if (best != 0 && seconds >= least) continue;
    best = padded;
    least = seconds;
  }
  return best;
}

/// True if one kernel can do it. Callbacks are not written into such a kernel, and in place a work-group would
/// overwrite what another one still has to read.
bool fits_one_kernel(const ConvolutionProblem& problem, const Callbacks& callbacks) {
  return problem.convolved_axes().size() == 1 && !problem.has_channels() &&
         problem.placement == Placement::out_of_place && callbacks.load.empty() && callbacks.store.empty();
}

/// Uses one kernel if that takes less time. It computes real signals as complex ones with zero imaginary parts, so that
/// signals stay independent of one another.
void improve_by_one_kernel(const ConvolutionProblem& problem, const DeviceCaps& caps, ConvolutionPlan& plan) {
  ConvolutionProblem complex = problem;
  complex.field = Field::complex;
  const auto axis = static_cast<std::size_t>(problem.convolved_axes().front());
  const bool circular = problem.mode == ConvolutionMode::circular;
  for (const std::int64_t length :
       circular ? Lengths{problem.lengths[axis]} : padded_lengths(min_length(problem, axis), caps.device_class)) {
    const Lengths padded = {length};
    const Problem there = transform_there(complex, padded);
    const Problem kernel = transform_of_kernels(complex, padded);
    std::optional<PlanNode> whole =
        plan_whole_convolution(there, transform_back(complex, padded, there), filter_of(complex, there, kernel),
                               problem.field == Field::real ? Form::real : Form::complex, caps);
    const double gain = problem.field == Field::real ? cpu_model.time.real_as_complex : 1;
    if (!whole || whole->seconds >= gain * plan.tree.seconds) continue;
    plan.placed.padded = padded;
    plan.kernel = kernel;
    plan.tree = *std::move(whole);
  }
}

/// Lets the children of a plan work on spectra of so many elements, in scratch, and adds up what they take.
void take_steps(std::int64_t spectra, PlanNode& node) {
  for (PlanNode& child : node.children) {
    const bool first = &child == &node.children.front();
    const bool last = &child == &node.children.back();
    relocate(child, first ? Slot::input : Slot::scratch, last ? Slot::output : Slot::scratch, spectra);
    node.seconds += child.seconds;
    node.scratch_elements = std::max(node.scratch_elements, spectra + child.scratch_elements);
  }
}

/// Uses one kernel for all that is done along one axis, between the transforms along the others, if that takes less
/// time: then the spectra pass through memory one time less. The axis is the one that takes the least time. `tree` is
/// that of two transforms.
void improve_by_joint_axis(const ConvolutionProblem& problem, const FilterArray& filter, const DeviceCaps& caps,
                           const Callbacks& callbacks, ConvolutionPlan& plan) {
  const Lengths& padded = plan.placed.padded;
  const std::vector<std::string> notes = plan.tree.notes;
  std::vector<int> axes = problem.convolved_axes();
  if (problem.field == Field::real) axes.pop_back();  // half spectra begin and end there
  for (const int axis : axes) {
    const JointTransforms parts = joint_transforms(problem, padded, axis);
    std::optional<PlanNode> joint =
        plan_whole_convolution(parts.middle_there, parts.middle_back, filter, Form::complex, caps);
    if (!joint) continue;
    PlanNode node;
    node.solver = "convolution";
    node.notes = notes;
    node.children = {plan_arrays(parts.first, caps, std::nullopt, {callbacks.load, {}, callbacks.parameters}),
                     *std::move(joint),
                     plan_arrays(parts.last, caps, std::nullopt, {{}, callbacks.store, callbacks.parameters})};
    take_steps(parts.elements, node);
    if (node.seconds < plan.tree.seconds) plan.tree = std::move(node);
  }
}

/// Checks the sizes of the padded transforms, which are problems that the user has not specified.
void require_countable(const ConvolutionProblem& problem) {
  constexpr std::int64_t padding = 8;  // bounds the factor of any padding and of the two planes of a spectrum
  std::int64_t points = padding;
  bool fits = true;
  const auto times = [&](std::int64_t factor) { fits = fits && !__builtin_mul_overflow(points, factor, &points); };
  for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    const bool padded = problem.mode != ConvolutionMode::circular && is_convolved(problem, axis);
    times(padded ? min_length(problem, axis) : problem.lengths[axis]);
  }
  times(std::max(problem.in_channels, problem.out_channels));
  times(std::max(problem.batch, problem.kernels));
  if (fits) return;
  throw Error::unsupported("problem " + problem.token(), "its padded transforms have more elements than fit 64 bits",
                           "take the signal in parts, or a smaller batch");
}

/// As PlacedKernels has it.
ConvolutionProblem without_products(const ConvolutionProblem& problem) {
  ConvolutionProblem result = problem;
  result.axes = problem.convolved_axes();
  std::erase_if(result.axes, [&](int axis) { return problem.kernel_lengths[static_cast<std::size_t>(axis)] == 1; });
  if (!result.axes.empty()) return result.axes.size() == problem.lengths.size() ? problem : result;
  result.axes = {static_cast<int>(problem.lengths.size())};
  result.lengths.push_back(1);
  result.kernel_lengths.push_back(1);
  for (ArrayLayout* side : {&result.in, &result.out, &result.kernel}) {
    if (!side->strides.empty()) side->strides.push_back(1);
  }
  return result;
}

/// The lengths of all axes that the problem convolves, of those `placed` transforms and of products.
Lengths lengths_of(const ConvolutionProblem& problem, const PlacedKernels& placed) {
  Lengths result;
  for (const int axis : problem.convolved_axes()) {
    const std::vector<int> transformed = placed.problem.convolved_axes();
    const auto found = std::ranges::find(transformed, axis);
    result.push_back(found == transformed.end() ? problem.lengths[static_cast<std::size_t>(axis)]
                                                : placed.padded[static_cast<std::size_t>(found - transformed.begin())]);
  }
  return result;
}

ConvolutionPlan plan_transforms(const ConvolutionProblem& problem, const DeviceCaps& caps, const Callbacks& callbacks) {
  ConvolutionPlan plan;
  Lengths& padded = plan.placed.padded;
  plan.placed.problem = problem;
  for (const int axis : problem.convolved_axes()) {
    padded.push_back(cheapest_length(problem, caps, static_cast<std::size_t>(axis)));
    plan.placed.first.push_back(first_of(problem, static_cast<std::size_t>(axis)));
  }
  const Problem there = transform_there(problem, padded);
  const Problem back = transform_back(problem, padded, there);
  plan.kernel = transform_of_kernels(problem, padded);
  PlanNode& node = plan.tree;
  node.solver = "convolution";
  node.notes.push_back(fmt::format("padded={}", fmt::join(padded, "x")));
  node.children.push_back(plan_arrays(there, caps, std::nullopt, {callbacks.load, {}, callbacks.parameters}));
  const FilterArray filter = filter_of(problem, there, plan.kernel);
  node.children.push_back(plan_arrays(back, caps, filter, {{}, callbacks.store, callbacks.parameters}));
  take_steps(there.output_elements(), node);
  const auto scratch_bytes = [&] { return plan.tree.scratch_elements * plan.kernel.element_bytes(); };
  const auto fits = [&] { return scratch_bytes() <= caps.max_allocation; };
  if (!fits()) node.seconds = std::numeric_limits<double>::infinity();
  if (padded.size() > 1 && !problem.has_channels()) improve_by_joint_axis(problem, filter, caps, callbacks, plan);
  if (fits_one_kernel(problem, callbacks)) improve_by_one_kernel(problem, caps, plan);
  if (!fits()) {
    throw Error::unsupported(
        "no plan for " + problem.token(),
        fmt::format("spectra of {} points take {} bytes of scratch, and {} has buffers of {} at most",
                    fmt::join(padded, "x"), scratch_bytes(), caps.name, caps.max_allocation),
        "convolve a smaller batch at a time, or use another device");
  }
  return plan;
}

}  // namespace

void rethrow_for(const std::string& token) {
  try {
    throw;
  } catch (const Error& error) {
    if (std::string_view(error.what()).find(token) != std::string_view::npos) throw;
    throw Error(error.code(), "problem " + token, error.what());
  }
}

ConvolutionPlan plan_convolution(const ConvolutionProblem& given, const DeviceCaps& caps, const Callbacks& callbacks) {
  given.validate();
  const ConvolutionProblem problem = given.normalised();
  require_countable(problem);
  try {
    ConvolutionPlan plan = plan_transforms(without_products(problem), caps, callbacks);
    plan.padded = lengths_of(problem, plan.placed);
    return plan;
  } catch (const Error&) {
    rethrow_for(problem.token());
  }
}

}  // namespace papilio::plan
