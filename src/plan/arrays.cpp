// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A problem, axis by axis: the transform of an array is the transform of its lines along each axis in turn. An axis that
// is not contiguous is met in stacks of neighbouring lines, so nothing is ever transposed. Neighbouring axes that fit a
// work-group are transformed together.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <papilio/error.hpp>
#include <span>

#include "core/layout.hpp"
#include "core/number_theory.hpp"
#include "core/trig_lengths.hpp"
#include "plan/arrays.hpp"
#include "plan/boxes.hpp"
#include "plan/solver.hpp"
#include "plan/solvers/solvers.hpp"

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
  std::optional<std::int64_t> filter = {};  ///< there is one, and this is its distance
};

Array array_of(Slot slot, const Side& side) {
  return {slot,        side.real,    side.lengths, *side.all_strides(), side.distance,
          side.offset, side.storage, side.parts,   {}};
}

/// Axes that one plan transforms, innermost first; several only together (core/joint.hpp).
using Axes = std::span<const std::size_t>;

/// All loops around the lines of a box along these axes, outermost first.
std::vector<Loop> loops_around(const Array& from, const Array& to, const Box& box, Axes axes, std::int64_t batch) {
  std::vector<Loop> loops;
  if (batch > 1) loops.push_back({batch, from.distance, to.distance, from.filter.value_or(0)});
  for (std::size_t i = 0; i < box.size(); ++i) {
    const bool own = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (own || box[i].size() == 1) continue;
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

/// Where a box begins, but for its own axes.
std::int64_t corner(const Array& array, const Box& box, Axes axes) {
  std::int64_t offset = array.offset;
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) offset += box[i].begin * array.strides[i];
  }
  return offset;
}

Lines lines_of(const Problem& problem, const Array& from, const Array& to, const Box& box, Axes axes) {
  const std::size_t axis = axes.front();
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
  if (axes.size() > 1) {
    for (std::size_t i = axes.size(); i-- > 0;) lines.joint.push_back(from.lengths[axes[i]]);
    lines.length = std::accumulate(lines.joint.begin(), lines.joint.end(), std::int64_t{1}, std::multiplies<>());
  }
  const std::int64_t in_stride = from.strides[axis];
  const std::int64_t out_stride = to.strides[axis];
  std::vector<Loop> loops = loops_around(from, to, box, axes, problem.batch);
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
  lines.in.operand.offset = corner(from, box, axes);
  lines.out.operand.offset = corner(to, box, axes);
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
  const auto place = [](End& end, const Array& array) {
    end.storage = array.storage;
    end.parts = array.parts;
  };
  place(lines.in, from);
  place(lines.out, to);
  const bool scratch = from.slot == Slot::scratch || to.slot == Slot::scratch;
  lines.in_place = from.slot == to.slot || (problem.placement == Placement::in_place && !scratch);
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

/// The axes lie in memory as one, the first of them innermost.
bool nested(const Array& array, Axes axes) {
  std::int64_t stride = array.strides[axes.front()];
  for (const std::size_t axis : axes) {
    if (array.strides[axis] != stride) return false;
    stride *= array.lengths[axis];
  }
  return true;
}

/// Plans the axes of a problem in the order of their passes.
class Planner {
 public:
  Planner(const Problem& problem, const DeviceCaps& caps, std::optional<std::int64_t> filter)
      : problem_(problem),
        caps_(caps),
        order_(order_of_axes(problem)),
        input_(array_of(Slot::input, input_side(problem))),
        output_(array_of(Slot::output, output_side(problem))),
        middle_(problem.kind == Kind::c2r ? input_ : output_),
        alone_(order_.size()) {
    require_transformed_zeros(problem, order_);
    input_.filter = filter;
    // Where the input or what the output skips has to stay as it is, or numbers would be rounded further than arithmetic
    // does it.
    const bool apart = (problem.kind == Kind::c2r && problem.placement == Placement::out_of_place) ||
                       middle_.storage != Storage::native || writes_what_is_skipped(problem, order_);
    if (order_.size() == 1 || !apart) return;
    middle_ = packed_array(middle_);
    kept_ = middle_.distance * problem.batch;
    if (middle_.real) kept_ = (kept_ + 1) / 2;
  }

  PlanNode plan() {
    PlanNode node;
    node.solver = "axes";
    for (std::size_t first = 0; first < order_.size();) {
      Step step = best_step(first);
      std::vector<std::size_t> axes(order_.begin() + first, order_.begin() + first + step.axes);
      std::sort(axes.begin(), axes.end());
      for (PlanNode& part : step.parts) {
        relocate(part, from(first).slot, to(first + step.axes - 1).slot, kept_);
        node.seconds += part.seconds;
        node.scratch_elements = std::max(node.scratch_elements, kept_ + part.scratch_elements);
        if (step.axes == order_.size() && step.parts.size() == 1) return part;
        part.notes.insert(part.notes.begin(), fmt::format("axis={}", fmt::join(axes, ",")));
        node.children.push_back(std::move(part));
      }
      first += step.axes;
    }
    return node;
  }

 private:
  /// Plans for so many of the axes, one a box.
  struct Step {
    std::size_t axes = 1;
    std::vector<PlanNode> parts;
    double seconds = 0;
  };

  [[nodiscard]] const Array& from(std::size_t i) const { return i == 0 ? input_ : middle_; }
  [[nodiscard]] const Array& to(std::size_t i) const { return i + 1 == order_.size() ? output_ : middle_; }

  [[nodiscard]] Lines lines(std::size_t first, std::size_t axes, const Box& box) const {
    const std::size_t last = first + axes - 1;
    Lines lines = lines_of(problem_, from(first), to(last), box, Axes(order_).subspan(first, axes));
    if (last + 1 == order_.size()) lines.scale = problem_.scale_factor();
    return lines;
  }

  const Step& alone(std::size_t i) {
    Step& step = alone_[i];
    if (!step.parts.empty()) return step;
    for (const Box& box : boxes_of(problem_, from(i).lengths, order_, i)) {
      step.parts.push_back(plan_lines(lines(i, 1, box), kept_, problem_, caps_));
      step.seconds += step.parts.back().seconds;
    }
    return step;
  }

  /// Several axes in one kernel, where the arrays and the device allow it.
  std::optional<PlanNode> together(std::size_t first, std::size_t axes) const {
    const Array& in = from(first);
    const Array& out = to(first + axes - 1);
    const Axes own = Axes(order_).subspan(first, axes);
    const bool pruned = !problem_.zero.empty() || !problem_.skip.empty();
    if (pruned || in.real || out.real || !nested(in, own) || !nested(out, own)) return std::nullopt;
    const Solver joint = joint_solver();
    const Lines all = lines(first, axes, boxes_of(problem_, in.lengths, order_, first).front());
    return joint.applicable(all, caps_) ? joint.plan(all, caps_) : std::nullopt;
  }

  /// As many of the next axes in one kernel as gains the most.
  Step best_step(std::size_t first) {
    Step best = alone(first);
    double separate = alone(first).seconds;
    double gain = 0;
    for (std::size_t axes = 2; first + axes <= order_.size(); ++axes) {
      std::optional<PlanNode> plan = together(first, axes);
      if (!plan) break;
      separate += alone(first + axes - 1).seconds;
      if (separate - plan->seconds <= gain) continue;
      gain = separate - plan->seconds;
      best = {axes, {std::move(*plan)}, 0};
    }
    return best;
  }

  const Problem& problem_;
  const DeviceCaps& caps_;
  std::vector<std::size_t> order_;
  Array input_;
  Array output_;
  Array middle_;           ///< between the axes: the output, or the half spectrum of a c2r
  std::int64_t kept_ = 0;  ///< elements of scratch that it takes
  std::vector<Step> alone_;  ///< of each axis, once it was asked for
};

}  // namespace

PlanNode make_plan(const Problem& problem, const DeviceCaps& caps) {
  problem.validate();
  return plan_arrays(problem.normalised(), caps, std::nullopt);
}

PlanNode plan_arrays(const Problem& p, const DeviceCaps& caps, std::optional<std::int64_t> filter) {
  if (p.precision == Precision::f64 && !caps.f64) {
    throw Error::unsupported("f64 on " + caps.name, "the device has no double precision", "use f32");
  }
  if ((p.in_storage == Storage::f64 || p.out_storage == Storage::f64) && !caps.f64) {
    throw Error::unsupported("numbers stored as f64 on " + caps.name, "the device has no double precision",
                             "store them as f32");
  }
  require_imaginable(p);
  return Planner(p, caps, filter).plan();
}

}  // namespace papilio::plan
