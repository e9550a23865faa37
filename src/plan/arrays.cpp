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
#include "plan/arrays.hpp"
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
  std::optional<std::int64_t> filter;  ///< there is one, and this is its distance
};

Array array_of(Slot slot, const Side& side, bool real) {
  return {slot, real, side.lengths, *side.all_strides(), side.distance, {}};
}

/// A range of each axis.
using Box = std::vector<Range>;

/// All loops around the lines of a box along an axis, outermost first.
std::vector<Loop> loops_around(const Array& from, const Array& to, const Box& box, std::size_t axis,
                               std::int64_t batch) {
  std::vector<Loop> loops;
  if (batch > 1) loops.push_back({batch, from.distance, to.distance, from.filter.value_or(0)});
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (i == axis || box[i].size() == 1) continue;
    loops.push_back({box[i].size(), from.strides[i], to.strides[i], from.filter ? from.strides[i] : 0});
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
    loops.push_back({stack.count / part, stack.in * part, stack.out * part, stack.filter * part});
    stack.count = part;
  }
  return stack;
}

std::int64_t corner(const Array& array, const Box& box, std::size_t axis) {
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (i != axis) offset += box[i].begin * array.strides[i];
  }
  return offset;
}

Lines lines_of(const Problem& problem, const Array& from, const Array& to, const Box& box, std::size_t axis) {
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
  std::vector<Loop> loops = loops_around(from, to, box, axis, problem.batch);
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
      lines.in.filter_distance = loops[i].filter;
    } else {
      lines.loops.push_back(loops[i].count);
      lines.in.loops.push_back(loops[i].in);
      lines.out.loops.push_back(loops[i].out);
      lines.in.filter_loops.push_back(loops[i].filter);
    }
  }
  lines.in.operand.slot = Slot::input;
  lines.out.operand.slot = Slot::output;
  lines.in.operand.offset = corner(from, box, axis);
  lines.out.operand.offset = corner(to, box, axis);
  lines.in.filtered = from.filter.has_value();
  if (lines.in.filtered && stack.count > 1 && stack.filter != stack.in) {
    throw Error::internal("problem " + problem.token(), "arrays side by side that share a filter");
  }
  lines.in.hole = problem.zero_of(axis);
  lines.out.hole = problem.skip_of(axis);
  const auto form = [&](const Array& array, const Array& other) {
    if (trig) return Form::trig;
    if (array.real) return Form::real;
    return other.real ? Form::half : Form::complex;
  };
  lines.in.form = form(from, to);
  lines.out.form = form(to, from);
  lines.in_place = from.slot == to.slot || problem.placement == Placement::in_place;
  return lines;
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

/// What is left of an axis around a hole.
std::vector<Range> parts_beside(const Range& hole, std::int64_t length) {
  if (hole.empty()) return {{0, length}};
  std::vector<Range> parts;
  if (hole.begin > 0) parts.push_back({0, hole.begin});
  if (hole.end < length) parts.push_back({hole.end, length});
  return parts;
}

/// The lines along axis order[step] that are neither zero nor skipped: what is left of the other axes, whose zeros are in
/// the way until their own pass, and from then on what they skip. A hole within an axis leaves two boxes.
std::vector<Box> boxes_of(const Problem& problem, const Array& from, const std::vector<std::size_t>& order,
                          std::size_t step) {
  std::vector<Box> boxes = {{}};
  for (std::size_t i = 0; i < from.lengths.size(); ++i) {
    const bool own = i == order[step];
    const bool later = std::find(order.begin() + static_cast<std::ptrdiff_t>(step), order.end(), i) != order.end();
    const Range hole = own ? Range{} : later ? problem.zero_of(i) : problem.skip_of(i);
    std::vector<Box> finer;
    for (const Box& box : boxes) {
      for (const Range& part : parts_beside(hole, from.lengths[i])) {
        finer.push_back(box);
        finer.back().push_back(part);
      }
    }
    boxes = std::move(finer);
  }
  return boxes;
}

bool within(const Range& inner, const Range& outer) {
  return inner.empty() || (outer.begin <= inner.begin && inner.end <= outer.end);
}

/// Between the axes there are elements that the output skips.
bool writes_what_is_skipped(const Problem& problem, const std::vector<std::size_t>& order) {
  return std::any_of(order.begin() + 1, order.end(), [&](std::size_t axis) {
    // The halved axis of c2r, the last, counts numbers there and pairs of them here.
    if (problem.kind == Kind::c2r && axis == order.back()) return !problem.skip_of(axis).empty();
    return !within(problem.skip_of(axis), problem.zero_of(axis));
  });
}

void require_transformed_zeros(const Problem& problem, const std::vector<std::size_t>& order) {
  for (std::size_t i = 0; i < problem.zero.size(); ++i) {
    const bool transformed = std::find(order.begin(), order.end(), i) != order.end();
    if (transformed || within(problem.zero[i], problem.skip_of(i))) continue;
    throw Error::unsupported("problem " + problem.token(),
                             fmt::format("axis {} is not transformed, so its zeros would be copied to the output", i),
                             "skip the same range of the output as well, or clear it and leave the range out");
  }
}

/// Where a transform keeps what is between its axes when that may be neither in the input nor in the output.
Array packed_array(const Array& like) {
  Array array = like;
  array.slot = Slot::scratch;
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
  return plan_arrays(problem.normalised(), caps, std::nullopt);
}

PlanNode plan_arrays(const Problem& p, const DeviceCaps& caps, std::optional<std::int64_t> filter) {
  if (p.precision == Precision::f64 && !caps.f64) {
    throw Error::unsupported("f64 on " + caps.name, "the device has no double precision", "use f32");
  }
  require_imaginable(p);
  const std::vector<std::size_t> order = order_of_axes(p);
  const Array input = array_of(Slot::input, input_side(p), p.real_input());
  const Array output = array_of(Slot::output, output_side(p), p.real_output());
  const bool in_place = p.placement == Placement::in_place;
  require_transformed_zeros(p, order);
  // Between the axes: the output, unless it is real, or skips some of that.
  Array middle = output;
  std::int64_t kept = 0;
  if (order.size() > 1) {
    const bool skips = writes_what_is_skipped(p, order);
    if (p.kind == Kind::c2r) middle = input;
    if (skips || (p.kind == Kind::c2r && !in_place)) {
      middle = packed_array(middle);
      kept = middle.distance * p.batch;
    }
  }
  PlanNode node;
  node.solver = "axes";
  Array from = input;
  from.filter = filter;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool last = i + 1 == order.size();
    const Array& to = last ? output : middle;
    for (const Box& box : boxes_of(p, from, order, i)) {
      Lines lines = lines_of(p, from, to, box, order[i]);
      if (last) lines.scale = p.scale_factor();
      PlanNode part = plan_lines(lines, kept, p, caps);
      relocate(part, from.slot, to.slot, kept);
      node.seconds += part.seconds;
      node.scratch_elements = std::max(node.scratch_elements, kept + part.scratch_elements);
      part.notes.insert(part.notes.begin(), fmt::format("axis={}", order[i]));
      node.children.push_back(std::move(part));
    }
    from = to;
  }
  if (node.children.size() > 1) return node;
  PlanNode alone = std::move(node.children.front());
  alone.notes.erase(alone.notes.begin());
  return alone;
}

}  // namespace papilio::plan
