// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A real transform of even length as a complex one of half the length, h, by any other solver, and a pass whose DFT has
// one point: it has the conjugate pairs (kernel/pairs/paired_tile.hpp). For lengths with large primes beyond one
// kernel, whose passes have no pairs: those of a convolution would need columns with numbers k and h-k, and a pass with
// large primes has its results in another order.
#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/gpu_model.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"
#include "plan/solvers/wide_convolution.hpp"

namespace papilio::plan {
namespace {

/// The solvers of the complex transform. On a CPU, a convolution in one kernel has no use for half the length: it
/// stays in its cache.
std::vector<Solver> solvers_of(const DeviceCaps& caps) {
  if (caps.device_class == DeviceClass::cpu) return {four_step_solver(), long_bluestein_solver()};
  return {rader_solver(),     prime_factor_solver(),   bluestein_solver(),
          four_step_solver(), long_bluestein_solver(), long_rader_solver()};
}

std::optional<PlanNode> complex_plan(const Batch1d& points, const DeviceCaps& caps) {
  std::optional<PlanNode> best;
  for (const Solver& solver : solvers_of(caps)) {
    if (!solver.applicable(points, caps)) continue;
    std::optional<PlanNode> plan = solver.plan(points, caps);
    if (plan && (!best || plan->seconds < best->seconds)) best = std::move(plan);
  }
  return best;
}

/// The pass with the pairs, from one end to the other.
std::optional<PlanNode> pairs_plan(const Batch1d& half, const End& from, const End& to, const Choice& choice,
                                   const DeviceCaps& caps) {
  const bool forward = from.side.form == Form::complex;
  KernelRequest request;
  request.batch = half.batch;
  request.choice = choice;
  request.spec.precision = half.precision;
  request.spec.direction = half.direction;
  (forward ? request.spec.inner : request.spec.outer) = half.length;
  connect(request.spec, half, from, to);
  const std::optional<ShapedKernel> shaped = shape_kernel(request, caps);
  if (!shaped) return std::nullopt;
  PlanNode leaf;
  leaf.solver = "pass";
  leaf.seconds = shaped->seconds;
  leaf.pass = make_pass(shaped->spec, half, from, to);
  return leaf;
}

std::optional<PlanNode> make(const Batch1d& wanted, const DeviceCaps& caps) {
  const bool wide = computed_in_f64(wanted, caps);
  const Batch1d half = (wide ? in_f64(wanted) : wanted).halved();
  const bool to_real = half.trig == Kind::dct3 || half.trig == Kind::dst3;
  const bool forward = half.in.side.form == Form::trig ? !to_real : half.out.side.form == Form::half;
  const End between = scratch_end(half, half.length, 0);
  // The complex transform is planned between buffers of its own, so its scratch begins behind its other end.
  Batch1d points = half;
  points.in_place = false;
  End& end = forward ? points.out : points.in;
  end = between;
  end.operand.slot = forward ? Slot::output : Slot::input;
  if (!forward) points.choice = half.choice.after(1);
  std::optional<PlanNode> complex = complex_plan(points, caps);
  if (!complex) return std::nullopt;
  relocate(*complex, forward ? Slot::input : Slot::scratch, forward ? Slot::scratch : Slot::output, half.elements());
  const Choice choice = forward ? half.choice.after(complex->passes().size()) : half.choice;
  std::optional<PlanNode> pairs =
      pairs_plan(half, forward ? between : half.in, forward ? half.out : between, choice, caps);
  if (!pairs) return std::nullopt;
  PlanNode node;
  node.solver = "half-length";
  if (wide) node.notes.emplace_back("in-f64");
  node.seconds = complex->seconds + pairs->seconds;
  node.scratch_elements = half.elements() + complex->scratch_elements;
  node.children.push_back(*std::move(complex));
  node.children.insert(forward ? node.children.end() : node.children.begin(), *std::move(pairs));
  return node;
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  const bool cpu = caps.device_class == DeviceClass::cpu;
  return passes_pair(lines, caps) &&
         !codelets_suffice(lines.length, lines.precision, caps)  // other passes have the pairs
         && (cpu ? long_bluestein_solver().applicable(lines, caps) : lines.length >= gpu_model.search.min_half_length);
}

}  // namespace

Solver half_length_solver() { return {"half-length", applicable, make}; }

}  // namespace papilio::plan
