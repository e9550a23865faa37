// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A length beyond one work-group, or too long for its cache, as a few passes over global memory. D. H. Bailey, "FFTs in
// external or hierarchical memory", J. Supercomputing 4 (1990).
#include <algorithm>

#include "core/storage.hpp"
#include "plan/fused_launches.hpp"
#include "plan/gpu_factors.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/cpu_model.hpp"
#include "plan/model/gpu_model.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"
#include "plan/tuned/tuned_shapes.hpp"

namespace papilio::plan {
namespace {

/// Target of each pass.
struct Stops {
  std::vector<End> ends;  ///< one per pass
  std::int64_t scratch_elements = 0;
};

/// True if the last pass should read scratch instead of the output: blocks are laid out differently from results, and
/// some shapes are slow in place.
bool wants_scratch(const KernelSpec& last, const Batch1d& lines, const DeviceCaps& caps) {
  return last.in.strides.block > 0 || (slow_in_place(last, caps) && affords_scratch(lines, caps));
}

/// Passes write to output and scratch alternately, and the last pass writes the output. Only the last pass reads and
/// writes the same elements in every tile, so only it may work in place. Working in place keeps an odd number of
/// in-place passes from overwriting the input too early, and may save two out-of-place passes the scratch.
Stops turns(const Batch1d& lines, std::size_t passes, bool saves_scratch) {
  Stops stops;
  End output = lines.out;
  output.side.storage = lines.scratch_storage;
  const bool last_in_place = lines.in_place ? passes % 2 == 1 : passes == 2 && saves_scratch;
  stops.ends.assign(passes, output);
  stops.ends.back() = lines.out;
  const auto in_scratch = [&](std::size_t i) { return stops.ends[i].operand.slot == Slot::scratch; };
  for (std::size_t i = passes - 1; i-- > 0;) {
    const bool same = i + 2 == passes && last_in_place;
    if (!same && !in_scratch(i + 1)) stops.ends[i] = scratch_end(lines, lines.length, 0);
    if (in_scratch(i)) stops.scratch_elements = lines.elements();
  }
  return stops;
}

/// The output cannot hold packed complex numbers as passes store them, so passes write to the two halves of the scratch
/// alternately.
Stops apart(const Batch1d& lines, std::size_t passes) {
  Stops stops;
  stops.ends.assign(passes, lines.out);
  stops.scratch_elements = lines.elements() * (passes > 2 ? 2 : 1);
  for (std::size_t i = 0; i + 1 < passes; ++i) {
    stops.ends[i] = scratch_end(lines, lines.length, i % 2 == 0 ? 0 : lines.elements());
  }
  return stops;
}

PlanNode node_of(const Split& split, const Batch1d& lines, const Stops& stops) {
  PlanNode node;
  node.solver = "four-step";
  node.seconds = split.seconds;
  node.scratch_elements = stops.scratch_elements;
  node.children = chain(split.kernels, lines, stops.ends);
  return node;
}

std::optional<PlanNode> passes_of(const Batch1d& lines, const DeviceCaps& caps) {
  const std::optional<Split> split = split_into_passes({lines, lines.length, LoadOp::none, StoreOp::none, {}}, caps);
  if (!split) return std::nullopt;
  const std::size_t passes = split->kernels.size();
  PlanNode node = node_of(*split, lines,
                          lines.out.holds(lines.scratch_storage, caps)
                              ? turns(lines, passes, !wants_scratch(split->kernels.back(), lines, caps))
                              : apart(lines, passes));
  if (caps.device_class == DeviceClass::cpu) {
    if (lines.in_place) node.seconds *= cpu_model.time.scratch;
    if (!has_codelets(lines.length)) node.seconds *= cpu_model.time.passes_of_primes;
  }
  return node;
}

/// Two passes in a fused launch. The second one works in place in the output if that can hold the intermediate data.
std::optional<PlanNode> best_pair(const Batch1d& lines, const DeviceCaps& caps) {
  std::optional<PlanNode> best;
  if (!may_fuse(caps) || lines.in_place || !has_codelets(lines.length)) return best;
  const Stops stops = lines.out.holds(lines.scratch_storage, caps) ? turns(lines, 2, true) : apart(lines, 2);
  for (const Split& split : even_splits({lines, lines.length, LoadOp::none, StoreOp::none, {}}, caps)) {
    PlanNode node = node_of(split, lines, stops);
    for (PlanNode& leaf : node.children) leaf.seconds = split.seconds / 2;
    fuse_passes(node, {false, lines.scratch_storage}, caps, lines.choice);
    if (has_fused_launches(node) && (!best || node.seconds < best->seconds)) best = std::move(node);
  }
  return best;
}

/// Three passes, the last two of them in a fused launch, chunk by chunk.
std::optional<PlanNode> best_in_chunks(const Batch1d& lines, const DeviceCaps& caps) {
  std::optional<PlanNode> best;
  if (!may_fuse(caps) || !lines.out.holds(lines.scratch_storage, caps) || !has_codelets(lines.length)) return best;
  Stops stops;
  stops.ends.assign(3, lines.out);
  stops.ends[0].side.storage = stops.ends[1].side.storage = lines.scratch_storage;
  if (lines.in_place) {
    stops.ends.front() = scratch_end(lines, lines.length, 0);
    stops.scratch_elements = lines.elements();
  }
  for (const Split& split : turned_splits({lines, lines.length, LoadOp::none, StoreOp::none, {}}, caps)) {
    PlanNode node = node_of(split, lines, stops);
    for (std::size_t i = 0; i < 3; ++i) node.children[i].seconds = split.each[i];
    fuse_passes(node, {lines.in_place, lines.scratch_storage}, caps, lines.choice);
    if (has_fused_launches(node) && (!best || node.seconds < best->seconds)) best = std::move(node);
  }
  return best;
}

std::optional<PlanNode> make(const Batch1d& lines, const DeviceCaps& caps) {
  std::optional<PlanNode> plan = passes_of(lines, caps);
  const bool fuses =
      std::ranges::any_of(lines.choice.passes(), [](const ChosenPass& chosen) { return chosen.fused; });  // as chosen
  for (const auto& fused_plan : {best_pair, best_in_chunks}) {
    std::optional<PlanNode> fused = fused_plan(lines, caps);
    if (fused && (!plan || fuses || fused->seconds < plan->seconds)) plan = std::move(fused);
  }
  if (!passes_pair(lines, caps)) return plan;
  std::optional<PlanNode> half = passes_of(lines.halved(), caps);
  if (half) half->notes.push_back("half-length");
  const double doubt = caps.device_class == DeviceClass::gpu ? gpu_model.doubts.unpaired : 1.0;
  return half && (!plan || half->seconds < doubt * plan->seconds) ? half : plan;
}

/// CPUs keep the large primes of a length whole in a pass. Shorter lengths are convolutions in one kernel, some of them
/// in f64, which passes do not have.
bool splits_primes(const Batch1d& lines, const DeviceCaps& caps) {
  return caps.device_class == DeviceClass::cpu && lines.length > cpu_model.search.wide_convolutions.longest;
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  // On a GPU, whatever fits a work-group well is faster in one kernel, and the search for passes takes milliseconds.
  const bool gpu = caps.device_class == DeviceClass::gpu;
  // A real transform takes half of the points; but with only a few transforms, passes keep more of the device busy.
  const bool half = lines.can_halve() && lines.interleaved * lines.batch >= caps.compute_units;
  const std::int64_t length = half ? lines.length / 2 : lines.length;
  // A tile of a strided batch has at least two columns. With large primes, one kernel takes longer, so four must fit.
  const bool smooth = has_codelets(lines.length);
  const std::int64_t held = length * (lines.interleaved == 1 ? 1 : smooth ? 2 : 4);
  const bool fits = held * element_bytes(lines.precision) * 2 <= caps.local_memory;
  return lines.length >= 16                                          // shorter ones fit every device
         && !(gpu && fits && length <= gpu_model.search.one_kernel)  // one kernel suffices
         && (smooth || transforms_by_factors(lines.length, caps) || splits_primes(lines, caps));
}

}  // namespace

Solver four_step_solver() { return {"four-step", applicable, make}; }

}  // namespace papilio::plan
