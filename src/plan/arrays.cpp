// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A problem, axis by axis: the transform of an array is the transform of its lines along each axis in turn. An axis that
// is not contiguous is met in stacks of neighbouring lines, so nothing is ever transposed.
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/layout.hpp"
#include "core/number_theory.hpp"
#include "core/trig_lengths.hpp"
#include "plan/solver.hpp"

namespace papilio::plan {
namespace {

/// A stack's columns are counted in 32 bits.
constexpr std::int64_t most_columns = std::int64_t{1} << 29;

// Beyond any memory, and far from where the products of the cost model, 16 times this at most, leave 64 bits.
constexpr std::int64_t most_bytes = std::int64_t{1} << 56;

void require_imaginable(const Problem& problem) {
  const std::int64_t elements = std::max(problem.input_elements(), problem.output_elements());
  if (elements > most_bytes / problem.element_bytes()) {
    throw Error::unsupported("problem " + problem.token(),
                             fmt::format("a buffer of {} elements is more than any device holds", elements),
                             "use a smaller batch or distance");
  }
}

/// The whole array in one memory.
struct Array {
  Slot slot = Slot::input;
  bool real = false;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> strides;
  std::int64_t distance = 0;
  std::int64_t offset = 0;
  Storage storage = Storage::native;
  Parts parts = Parts::interleaved;
};

Array array_of(Slot slot, const Side& side) {
  return {slot,        side.real,    side.lengths, *side.all_strides(), side.distance,
          side.offset, side.storage, side.parts};
}

/// All loops around the lines along an axis, outermost first.
std::vector<Loop> loops_around(const Array& from, const Array& to, std::size_t axis, std::int64_t batch) {
  std::vector<Loop> loops;
  if (batch > 1) loops.push_back({batch, from.distance, to.distance});
  for (std::size_t i = 0; i < from.lengths.size(); ++i) {
    if (i != axis && from.lengths[i] > 1) loops.push_back({from.lengths[i], from.strides[i], to.strides[i]});
  }
  std::stable_sort(loops.begin(), loops.end(),
                   [](const Loop& a, const Loop& b) { return std::max(a.in, a.out) > std::max(b.in, b.out); });
  merge_loops(loops);
  return loops;
}

/// The loop whose transforms lie closest together becomes the stack, where they are closer than elements.
Loop take_stack(std::vector<Loop>& loops, std::int64_t in_stride, std::int64_t out_stride, std::int64_t length) {
  if (loops.empty() || (loops.back().in >= in_stride && loops.back().out >= out_stride)) return {1, 1, 1};
  Loop stack = loops.back();
  loops.pop_back();
  if (stack.count > most_columns / length) {
    std::int64_t part = 1;
    for (const std::int64_t divisor : divisors(stack.count)) {
      if (divisor <= most_columns / length) part = std::max(part, divisor);
    }
    loops.push_back({stack.count / part, stack.in * part, stack.out * part});
    stack.count = part;
  }
  return stack;
}

Lines lines_of(const Problem& problem, const Array& from, const Array& to, std::size_t axis) {
  Lines lines;
  lines.precision = problem.precision;
  lines.direction = problem.direction;
  const bool trig = from.real && to.real;
  lines.length = from.real || to.real ? problem.lengths[axis] : from.lengths[axis];
  if (trig) {
    lines.trig = problem.kind;
    lines.extent = lines.length;
    lines.ortho = problem.scale == Scale::by_sqrt_n;
    lines.length = dft_length(problem.kind, lines.extent);
    if (problem.kind == Kind::dct3 || problem.kind == Kind::dst3) lines.direction = Direction::inverse;
  }
  const std::int64_t in_stride = from.strides[axis];
  const std::int64_t out_stride = to.strides[axis];
  std::vector<Loop> loops = loops_around(from, to, axis, problem.batch);
  const Loop stack = take_stack(loops, in_stride, out_stride, lines.length);
  lines.stack = stack.count;
  lines.in.walk = {in_stride, lines.stack > 1 ? stack.in : 1};
  lines.out.walk = {out_stride, lines.stack > 1 ? stack.out : 1};
  for (End* end : {&lines.in, &lines.out}) {
    if (end->walk == Walk{lines.stack, 1}) end->walk = Walk{};
  }
  for (std::size_t i = 0; i < loops.size(); ++i) {
    lines.batch *= loops[i].count;
    if (i == 0) {
      lines.in.operand.distance = loops[i].in;
      lines.out.operand.distance = loops[i].out;
    } else {
      lines.loops.push_back(loops[i].count);
      lines.in.loops.push_back(loops[i].in);
      lines.out.loops.push_back(loops[i].out);
    }
  }
  lines.in.operand.slot = Slot::input;
  lines.out.operand.slot = Slot::output;
  const auto form = [&](const Array& array, const Array& other) {
    if (trig) return Form::trig;
    if (array.real) return Form::real;
    return other.real ? Form::half : Form::complex;
  };
  lines.in.form = form(from, to);
  lines.out.form = form(to, from);
  const auto place = [](End& end, const Array& array) {
    end.operand.offset = array.offset;
    end.storage = array.storage;
    end.parts = array.parts;
  };
  place(lines.in, from);
  place(lines.out, to);
  const bool scratch = from.slot == Slot::scratch || to.slot == Slot::scratch;
  lines.in_place = from.slot == to.slot || (problem.placement == Placement::in_place && !scratch);
  return lines;
}

/// What a plan calls its input and output are `source` and `target` here; its scratch begins at `scratch`.
void relocate(PlanNode& node, Slot source, Slot target, std::int64_t scratch) {
  if (node.pass) {
    for (Operand* operand : {&node.pass->source, &node.pass->target}) {
      switch (operand->slot) {
        case Slot::input: operand->slot = source; break;
        case Slot::output: operand->slot = target; break;
        case Slot::scratch: operand->offset += scratch; break;
      }
    }
    // Two places in one buffer: no parameter may claim it for itself.
    node.pass->kernel.in_place |= node.pass->source.slot == node.pass->target.slot;
  }
  for (PlanNode& child : node.children) relocate(child, source, target, scratch);
}

/// The best way of one axis, beside `kept` elements of scratch that are taken.
PlanNode plan_lines(const Lines& lines, std::int64_t kept, const Problem& problem, const DeviceCaps& caps) {
  std::optional<PlanNode> best;
  std::int64_t too_large = 0;  // scratch of a plan that would do, were there a buffer for it
  for (const Solver& solver : solvers()) {
    if (!solver.applicable(lines, caps)) continue;
    std::optional<PlanNode> plan = solver.plan(lines, caps);
    if (!plan) continue;
    const std::int64_t scratch_bytes = (kept + plan->scratch_elements) * problem.element_bytes();
    if (scratch_bytes > caps.max_allocation) {
      too_large = scratch_bytes;
    } else if (!best || plan->seconds < best->seconds) {
      best = std::move(plan);
    }
  }
  if (!best && too_large > 0) {
    throw Error::unsupported(
        "no plan for " + problem.token(),
        fmt::format("it needs {} bytes of scratch, and {} has buffers of {} at most", too_large, caps.name,
                    caps.max_allocation),
        "transform a smaller batch at a time, or use another device");
  }
  if (!best) {
    throw Error::unsupported(
        "no plan for " + problem.token(),
        fmt::format("nothing fits {} bytes of local memory and {} work-items", caps.local_memory, caps.max_threads),
        "use another device");
  }
  return *best;
}

/// The axes in the order of their passes. A real side comes first or last; of the others the contiguous one is first.
std::vector<std::size_t> order_of_axes(const Problem& problem) {
  std::vector<std::size_t> order;
  const std::vector<int> axes = problem.transformed_axes();
  for (std::size_t i = axes.size(); i-- > 0;) {
    const bool halved = problem.halves() && i + 1 == axes.size();
    // Of one point a c2c transform is the identity; a real-to-real one may be a factor.
    const bool needed = halved || (problem.kind != Kind::c2c && !problem.halves());
    if (needed || problem.lengths[axes[i]] > 1) order.push_back(static_cast<std::size_t>(axes[i]));
  }
  if (order.empty()) order.push_back(static_cast<std::size_t>(axes.back()));
  if (problem.kind == Kind::c2r) std::rotate(order.begin(), order.begin() + 1, order.end());
  return order;
}

/// The same numbers in scratch.
Array packed_array(const Array& like) {
  Array array{.slot = Slot::scratch, .real = like.real, .lengths = like.lengths, .strides = like.strides};
  array.distance = 1;
  for (std::size_t i = array.lengths.size(); i-- > 0;) {
    array.strides[i] = array.distance;
    array.distance *= array.lengths[i];
  }
  return array;
}

}  // namespace

PlanNode make_plan(const Problem& problem, const DeviceCaps& caps) {
  problem.validate();
  const Problem p = problem.normalised();
  if (p.precision == Precision::f64 && !caps.f64) {
    throw Error::unsupported("f64 on " + caps.name, "the device has no double precision", "use f32");
  }
  if ((p.in_storage == Storage::f64 || p.out_storage == Storage::f64) && !caps.f64) {
    throw Error::unsupported("numbers stored as f64 on " + caps.name, "the device has no double precision",
                             "store them as f32");
  }
  require_imaginable(p);
  const std::vector<std::size_t> order = order_of_axes(p);
  const Array input = array_of(Slot::input, input_side(p));
  const Array output = array_of(Slot::output, output_side(p));
  // Between the axes: the output; c2r keeps its half spectrum instead, and leaves its input as it is. Memory where
  // numbers are rounded further than arithmetic does will not do.
  Array middle = p.kind == Kind::c2r ? input : output;
  std::int64_t kept = 0;
  const bool own = p.kind == Kind::c2r && p.placement == Placement::out_of_place;
  if (order.size() > 1 && (own || middle.storage != Storage::native)) {
    middle = packed_array(middle);
    kept = middle.real ? (middle.distance * p.batch + 1) / 2 : middle.distance * p.batch;
  }
  PlanNode node;
  node.solver = "axes";
  Array from = input;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool last = i + 1 == order.size();
    const Array& to = last ? output : middle;
    Lines lines = lines_of(p, from, to, order[i]);
    if (last) lines.scale = p.scale_factor();
    PlanNode part = plan_lines(lines, kept, p, caps);
    relocate(part, from.slot, to.slot, kept);
    node.seconds += part.seconds;
    node.scratch_elements = std::max(node.scratch_elements, kept + part.scratch_elements);
    if (order.size() == 1) return part;
    part.notes.insert(part.notes.begin(), fmt::format("axis={}", order[i]));
    node.children.push_back(std::move(part));
    from = to;
  }
  return node;
}

}  // namespace papilio::plan
