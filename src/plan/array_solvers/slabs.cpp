// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The three innermost axes, or the two of a 2-D array, in two kernels for GPUs: slabs of planes that fit a work-group,
// then what the slabs leave of the middle axis, together with the outer axis if there is one (spec/array_axes.hpp). A
// c2r does the two in reverse.
#include <algorithm>
#include <optional>

#include "core/ends.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "plan/array_solver.hpp"
#include "plan/kernels.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/gpu_model.hpp"
#include "plan/solvers/solvers.hpp"
#include "plan/tuned/tuned_shapes.hpp"

namespace papilio::plan {
namespace {

constexpr const auto& search = gpu_model.search;

/// Number of axes that the two kernels transform; for a c2r the last ones in order.
std::size_t axes_of(const ArrayContext& context) {
  return context.is_inverse_real() ? 2 : std::min<std::size_t>(context.order().size(), 3);
}

/// Number of the first of these axes in their order.
std::size_t first_of(const ArrayContext& context) { return context.is_inverse_real() ? context.order().size() - 2 : 0; }

/// The axes of a plane, innermost first.
std::vector<std::size_t> plane_axes(const ArrayContext& context) {
  const std::vector<std::size_t>& order = context.order();
  if (context.is_inverse_real()) return {order[order.size() - 1], order[order.size() - 2]};
  return {order[0], order[1]};
}

/// The array with the slabs as one more axis, of length `cut`.
Array cut_up(Array array, AxisSpan plane, std::int64_t cut) {
  const std::int64_t slab = array.lengths[plane[0]] * (array.lengths[plane[1]] / cut);
  array.lengths[plane[0]] = array.strides[plane[1]] = slab;
  array.lengths[plane[1]] = cut;
  return array;
}

/// The slabs of these planes in one kernel.
std::optional<PlanNode> slab_pass(Batch1d plane, std::int64_t cut, const DeviceCaps& caps, double limit) {
  plane.axis_lengths.front() /= cut;
  plane.length /= cut;
  const bool real = plane.in.side.form != Form::complex || plane.out.side.form != Form::complex;
  if (real && !plane.can_halve()) return std::nullopt;
  if (real) plane = plane.halved();
  // A half-size exchange holds twice as much.
  if (plane.length * element_bytes(plane.precision) > 2 * caps.local_memory) return std::nullopt;
  KernelRequest request{plane.spec(), plane.length, plane.batch, plane.choice};
  request.spec.outer = cut;
  const std::optional<ShapedKernel> kernel = shape_kernel(request, caps, limit);
  if (!kernel) return std::nullopt;
  PlanNode node;
  node.solver = "slabs";
  if (real) node.notes.push_back("half-length");
  node.seconds = kernel->seconds;
  node.pass = make_pass(kernel->spec, plane, plane.in, plane.out);
  return node;
}

/// The pass across slabs: after them, or for a c2r before them.
std::optional<PlanNode> across_pass(const Batch1d& across, const DeviceCaps& caps) {
  const Solver solver = across.axis_lengths.empty() ? direct_solver() : in_kernel_nd_solver();
  std::optional<PlanNode> node = solver.applicable(across, caps) ? solver.plan(across, caps) : std::nullopt;
  const bool same = across.in_place || across.in.operand.slot == across.out.operand.slot;
  if (node && same && slow_in_place(node->pass->kernel, caps)) node->seconds *= gpu_model.doubts.slow_across;
  return node;
}

struct TwoPasses {
  PlanNode slab;
  PlanNode across;
  [[nodiscard]] double seconds() const { return slab.seconds + across.seconds; }
};

/// `cut`: the number of slabs of a plane. `limit`: as for shape_kernel().
std::optional<TwoPasses> cut_into(const ArrayContext& context, std::int64_t cut, double limit) {
  using Last = ArrayContext::Last;
  const std::vector<std::size_t> plane = plane_axes(context);
  const std::vector<std::size_t>& order = context.order();
  const bool back = context.is_inverse_real();
  const std::size_t at = back ? order.size() - 2 : 1;  // of the middle axis in their order
  const std::size_t of_slab = back ? at + 1 : 0;
  const RangeBox whole = context.first_box(context.from(of_slab), of_slab);
  Batch1d of_plane = back ? context.lines(plane, context.middle(), context.output(), whole, Last::yes)
                          : context.lines(plane, context.input(), context.middle(), whole, Last::no);
  of_plane.choice = context.choice().after(back ? 1 : 0);
  std::optional<PlanNode> slab = slab_pass(of_plane, cut, context.caps(), limit);
  if (!slab || slab->seconds >= limit) return std::nullopt;
  const Array target = cut_up(context.middle(), plane, cut);
  const Array source = back ? cut_up(context.from(at), plane, cut) : target;
  const RangeBox box = context.first_box(target, at);
  const std::size_t axes = axes_of(context);
  const Last last = !back && order.size() == axes ? Last::yes : Last::no;
  Batch1d rest = context.lines(AxisSpan(order).subspan(at, axes - 1), source, target, box, last);
  if (!back) rest.in.operand.slot = Slot::output;
  rest.choice = context.choice().after(back ? 0 : 1);
  std::optional<PlanNode> across = across_pass(rest, context.caps());
  if (!across) return std::nullopt;
  return TwoPasses{std::move(*slab), std::move(*across)};
}

std::optional<TwoPasses> best_cut(const ArrayContext& context) {
  const std::vector<std::size_t> plane = plane_axes(context);
  const std::int64_t width = context.problem().lengths[plane[0]];
  const std::int64_t rows = context.problem().lengths[plane[1]];
  const std::int64_t outer = axes_of(context) == 2 ? 1 : context.middle().lengths[context.order()[2]];
  std::optional<TwoPasses> best;
  for (const std::int64_t cut : divisors(rows)) {
    const bool sensible =
        cut > 1 && cut < rows && width * (rows / cut) >= search.min_slab && outer * cut <= search.max_across;
    if (!sensible) continue;
    std::optional<TwoPasses> passes = cut_into(context, cut, best ? best->seconds() : no_limit);
    if (passes && (!best || passes->seconds() < best->seconds())) best = std::move(passes);
  }
  return best;
}

std::vector<ArrayStep> steps(const ArrayContext& context, std::size_t first) {
  std::optional<TwoPasses> passes = best_cut(context);
  if (!passes) return {};
  const double seconds = passes->seconds();
  if (context.is_inverse_real()) {
    return {{2, {{std::move(passes->across), first, 1}, {std::move(passes->slab), first + 1, 1}}, seconds}};
  }
  const std::size_t axes = axes_of(context);
  PlanNode node;
  node.solver = axes == 2 ? "plane" : "volume";
  node.seconds = seconds;
  node.children = {std::move(passes->slab), std::move(passes->across)};
  return {{axes, {{std::move(node), first, axes}}, seconds}};
}

bool is_plain(const Array& array) {
  return array.storage == Storage::native && array.layout == ComplexLayout::interleaved;
}

/// True if both kernels can access the arrays: whole planes of native complex numbers, or of real ones on one side. The
/// first kernel writes to the output, or for a c2r to scratch.
bool sides_fit(const ArrayContext& context) {
  const Array& input = context.input();
  const Array& output = context.output();
  const bool back = context.is_inverse_real();
  return is_plain(input) && is_plain(output) && is_plain(context.middle()) && !(input.real && output.real) &&
         !input.filter && context.middle().slot == (back ? Slot::scratch : Slot::output) &&
         (back ? input.callback : output.callback).empty();
}

/// Rows and columns of planes lie in memory as the two kernels need them.
bool planes_nest(const ArrayContext& context) {
  const std::vector<std::size_t> plane = plane_axes(context);
  const bool back = context.is_inverse_real();
  const Array& real = back ? context.output() : context.input();  // or the input of c2c
  return nested(real, plane) && nested(context.middle(), plane) &&
         (!back || nested(context.from(context.order().size() - 2), plane)) && real.strides[plane[0]] == 1 &&
         context.middle().strides[plane[0]] == 1;
}

/// In the second-level cache the columns of a 2-D array are fast enough.
bool is_fast_anyway(const ArrayContext& context) {
  const Problem& problem = context.problem();
  // The distance of a single array may be any number.
  const double bytes = 2.0 * static_cast<double>(problem.batch) * static_cast<double>(context.output().distance) *
                       static_cast<double>(problem.element_bytes());
  return axes_of(context) == 2 && bytes < static_cast<double>(context.caps().l2_memory);
}

bool applicable(const ArrayContext& context, std::size_t first) {
  const Problem& problem = context.problem();
  if (context.order().size() < 2 || first != first_of(context)) return false;
  const std::vector<std::size_t> plane = plane_axes(context);
  return context.fusion() == LaunchFusion::ignored &&
         context.caps().device_class == DeviceClass::gpu
         // In place they would need scratch for all of the array, which axis by axis needs none.
         && problem.placement == Placement::out_of_place && !context.is_pruned() && !has_ends(problem) &&
         sides_fit(context) && !is_fast_anyway(context) && planes_nest(context) &&
         has_codelets(problem.lengths[plane[0]]) && has_codelets(problem.lengths[plane[1]]);
}

}  // namespace

ArraySolver slabs() { return {"slabs", applicable, steps}; }

}  // namespace papilio::plan
