// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A problem, axis by axis: the transform of an array is the transform of its lines along each axis in turn. An axis
// that is not contiguous is met in stacks of neighbouring lines, so nothing is ever transposed but within a tile.
// Neighbouring axes that fit a work-group are transformed together.
#include "plan/arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/number_theory.hpp"
#include "plan/array_lines.hpp"
#include "plan/cost.hpp"
#include "plan/fused_launches.hpp"
#include "plan/kernels.hpp"
#include "plan/solver.hpp"
#include "plan/solvers/passes.hpp"
#include "plan/solvers/solvers.hpp"
#include "plan/tuned_shapes.hpp"

namespace papilio::plan {
namespace {

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
    throw Error::unsupported("no plan for " + problem.token(),
                             fmt::format("it needs {} bytes of scratch, and {} has buffers of {} at most", too_large,
                                         caps.name, caps.max_allocation),
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
  if (problem.kind == Kind::c2r) std::reverse(order.begin(), order.end());  // the real axis, last, with its neighbour
  return order;
}

bool is_pruned(const Problem& problem) { return !problem.zero.empty() || !problem.skip.empty(); }

/// A callback after its parameters, so that compilers name the user's own lines.
std::string text_of(const Callbacks& callbacks, const std::string& text, const char* name) {
  if (text.empty()) return {};
  std::string result;
  for (const auto& [macro, value] : callbacks.parameters) {
    result += fmt::format("#define {} ((papilio_real){})\n", macro, value);
  }
  result += fmt::format("#line 1 \"{}\"\n{}", name, text);
  for (const auto& [macro, value] : callbacks.parameters) result += fmt::format("\n#undef {}", macro);
  return result;
}

/// Plans the axes of a problem in the order of their passes.
class Planner {
 public:
  /// `for_fusion`: what is between the axes does not go to scratch for speed alone; there are no slabs, which gain as
  /// much as a fused and seldom both, nor all axes in one kernel.
  Planner(const Problem& problem, const DeviceCaps& caps, const Callbacks& callbacks,
          const std::optional<FilterArray>& filter, bool for_fusion)
      : problem_(problem),
        caps_(caps),
        order_(order_of_axes(problem)),
        input_(array_of(Slot::input, input_side(problem))),
        output_(array_of(Slot::output, output_side(problem))),
        middle_(problem.kind == Kind::c2r ? input_ : output_),
        for_fusion_(for_fusion),
        alone_(order_.size()) {
    input_.callback = text_of(callbacks, callbacks.load, "load callback");
    output_.callback = text_of(callbacks, callbacks.store, "store callback");
    require_transformed_zeros(problem, order_);
    input_.filter = filter;
    // Where the input or what the output skips has to stay as it is, or numbers would be rounded further than
    // arithmetic does it.
    const bool apart = (problem.kind == Kind::c2r && problem.placement == Placement::out_of_place) ||
                       middle_.storage != Storage::native || writes_what_is_skipped(problem, order_);
    if (order_.size() > 1 && (apart || (!for_fusion && slow_in_output()))) keep_middle_in_scratch();
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
  void keep_middle_in_scratch() {
    middle_ = packed_array(middle_);
    kept_ = middle_.distance * problem_.batch;
    if (middle_.real) kept_ = (kept_ + 1) / 2;
    alone_.assign(order_.size(), {});
  }

  /// The last of two axes would work in place in the output, and is faster elsewhere.
  bool slow_in_output() {
    if (order_.size() != 2 || problem_.kind != Kind::c2c || problem_.placement == Placement::in_place ||
        input_.filter || is_pruned(problem_) || caps_.device_class != DeviceClass::gpu) {
      return false;
    }
    const Step& last = alone(1);
    return last.parts.size() == 1 && last.parts.front().pass && slow_in_place(last.parts.front().pass->kernel) &&
           affords_scratch(lines(1, boxes_of(problem_, output_.lengths, order_, 1).front()), caps_);
  }

  /// Plans for so many of the axes, one a box.
  struct Step {
    std::size_t axes = 1;
    std::vector<PlanNode> parts;
    double seconds = 0;
  };

  [[nodiscard]] const Array& from(std::size_t i) const { return i == 0 ? input_ : middle_; }
  [[nodiscard]] const Array& to(std::size_t i) const { return i + 1 == order_.size() ? output_ : middle_; }

  [[nodiscard]] Lines lines(Axes axes, const Array& from, const Array& to, bool is_last, const Box& box) const {
    Lines lines = lines_of(problem_, from, to, box, axes);
    if (is_last) lines.scale = problem_.scale_factor();
    return lines;
  }

  /// Of the axis number i in their order.
  [[nodiscard]] Lines lines(std::size_t i, const Box& box) const {
    return lines(Axes(order_).subspan(i, 1), from(i), to(i), i + 1 == order_.size(), box);
  }

  const Step& alone(std::size_t i) {
    Step& step = alone_[i];
    if (!step.parts.empty()) return step;
    for (const Box& box : boxes_of(problem_, from(i).lengths, order_, i)) {
      step.parts.push_back(plan_lines(lines(i, box), kept_, problem_, caps_));
      step.seconds += step.parts.back().seconds;
    }
    return step;
  }

  /// Several axes in one kernel, where the arrays and the device allow it.
  std::optional<PlanNode> together(std::size_t first, std::size_t axes) const {
    const Array& in = from(first);
    const Array& out = to(first + axes - 1);
    if (for_fusion_ && axes == order_.size()) return std::nullopt;
    std::vector<std::size_t> own(order_.begin() + first, order_.begin() + first + axes);
    std::sort(own.rbegin(), own.rend());
    if (is_pruned(problem_) || (in.real && out.real) || !nested(in, own) || !nested(out, own)) return std::nullopt;
    const Solver joint = joint_solver();
    const Lines all =
        lines(own, in, out, first + axes == order_.size(), boxes_of(problem_, in.lengths, order_, first).front());
    return joint.applicable(all, caps_) ? joint.plan(all, caps_) : std::nullopt;
  }

  /// Axes that slabs are for: the three innermost ones, or the two of images; of c2r those of its images, which come
  /// last.
  [[nodiscard]] std::size_t slab_axes() const {
    return problem_.kind == Kind::c2r ? 2 : std::min<std::size_t>(order_.size(), 3);
  }

  /// The axes of a plane, innermost first.
  [[nodiscard]] std::vector<std::size_t> plane_axes() const {
    if (problem_.kind == Kind::c2r) return {order_[order_.size() - 1], order_[order_.size() - 2]};
    return {order_[0], order_[1]};
  }

  /// As if the slabs were an axis, of which a plane has `cut`.
  [[nodiscard]] static Array cut_up(Array array, Axes plane, std::int64_t cut) {
    const std::int64_t slab = array.lengths[plane[0]] * (array.lengths[plane[1]] / cut);
    array.lengths[plane[0]] = array.strides[plane[1]] = slab;
    array.lengths[plane[1]] = cut;
    return array;
  }

  /// The slabs of these planes in one kernel.
  [[nodiscard]] std::optional<PlanNode> slab_pass(Lines plane, std::int64_t cut, double limit) const {
    plane.joint.front() /= cut;
    plane.length /= cut;
    const bool real = plane.in.side.form != Form::complex || plane.out.side.form != Form::complex;
    if (real && !plane.can_fold(caps_)) return std::nullopt;
    if (real) plane = plane.folded();
    if (plane.length * element_bytes(plane.precision) > 2 * caps_.local_memory)
      return std::nullopt;  // parts exchanged in turn
    KernelRequest request{plane.spec(), plane.length, plane.batch};
    request.spec.outer = cut;
    const std::optional<ShapedKernel> kernel = shape_kernel(request, caps_, limit);
    if (!kernel) return std::nullopt;
    PlanNode node;
    node.solver = "slabs";
    if (real) node.notes.push_back("folded");
    node.seconds = kernel->seconds;
    node.pass = make_pass(kernel->spec, plane, plane.in, plane.out);
    return node;
  }

  /// What slabs leave, or what they begin with.
  [[nodiscard]] std::optional<PlanNode> across_pass(const Lines& across) const {
    const Solver solver = across.joint.empty() ? direct_solver() : joint_solver();
    std::optional<PlanNode> node = solver.applicable(across, caps_) ? solver.plan(across, caps_) : std::nullopt;
    const bool same = across.in_place || across.in.operand.slot == across.out.operand.slot;
    if (node && same && slow_in_place(node->pass->kernel)) node->seconds *= 1.1;
    return node;
  }

  /// The slab axes in two kernels: slabs of the planes, and what they leave of the middle axis, together with the outer
  /// one if there is one (spec/joint.hpp). `cut` is the number of slabs of a plane. Of c2r the other way round. `limit`
  /// is shape_kernel()'s.
  std::optional<PlanNode> slabs(std::int64_t cut, double limit) const {
    const std::vector<std::size_t> plane = plane_axes();
    const bool back = problem_.kind == Kind::c2r;
    const std::size_t at = back ? order_.size() - 2 : 1;  // of the middle axis in their order
    const Box whole = boxes_of(problem_, from(back ? at + 1 : 0).lengths, order_, back ? at + 1 : 0).front();
    Lines of_plane = back ? lines(plane, middle_, output_, true, whole) : lines(plane, input_, middle_, false, whole);
    std::optional<PlanNode> slab = slab_pass(std::move(of_plane), cut, limit);
    if (!slab || slab->seconds >= limit) return std::nullopt;
    const Array target = cut_up(middle_, plane, cut);
    const Array source = back ? cut_up(from(at), plane, cut) : target;
    const Box box = boxes_of(problem_, target.lengths, order_, at).front();
    Lines rest =
        lines(Axes(order_).subspan(at, slab_axes() - 1), source, target, !back && order_.size() == slab_axes(), box);
    if (!back) rest.in.operand.slot = Slot::output;
    std::optional<PlanNode> across = across_pass(rest);
    if (!across) return std::nullopt;
    PlanNode node;
    node.solver = slab_axes() == 2 ? "image" : "volume";
    node.seconds = slab->seconds + across->seconds;
    node.children = {std::move(*slab), std::move(*across)};
    if (back) std::swap(node.children[0], node.children[1]);
    return node;
  }

  /// Arrays that slabs can be of. In place they would need scratch for all of the array, which axis by axis needs none.
  [[nodiscard]] bool has_slabs() const {
    const auto plain = [](const Array& array) {
      return array.storage == Storage::native && array.layout == ComplexLayout::interleaved;
    };
    const bool back = problem_.kind == Kind::c2r;
    const Array& real = back ? output_ : input_;  // or the input of c2c
    if (for_fusion_ || caps_.device_class != DeviceClass::gpu || problem_.placement == Placement::in_place ||
        order_.size() < 2 || is_pruned(problem_) || !plain(input_) || !plain(output_) ||
        (input_.real && output_.real) || input_.filter || middle_.slot != (back ? Slot::scratch : Slot::output) ||
        (!back && !output_.callback.empty()) || (back && !input_.callback.empty())) {
      return false;
    }
    const std::vector<std::size_t> plane = plane_axes();
    // In the cache the columns of an image are met well enough.
    const bool cached = 2 * problem_.batch * output_.distance * problem_.element_bytes() < caps_.l2_memory;
    return !(slab_axes() == 2 && cached) && nested(real, plane) && nested(middle_, plane) &&
           (!back || nested(from(order_.size() - 2), plane)) && real.strides[plane[0]] == 1 &&
           middle_.strides[plane[0]] == 1 && has_codelets(problem_.lengths[plane[0]]) &&
           has_codelets(problem_.lengths[plane[1]]);
  }

  /// The best of them.
  std::optional<PlanNode> best_slabs() const {
    // A slab is worth it where it keeps a work-group busy, and the rest where it leaves room for some columns.
    constexpr std::int64_t least_slab = 2048;
    constexpr std::int64_t most_across = 4096;
    if (!has_slabs()) return std::nullopt;
    const std::vector<std::size_t> plane = plane_axes();
    const std::int64_t width = problem_.lengths[plane[0]];
    const std::int64_t rows = problem_.lengths[plane[1]];
    std::optional<PlanNode> best;
    for (const std::int64_t cut : divisors(rows)) {
      const std::int64_t outer = slab_axes() == 2 ? 1 : middle_.lengths[order_[2]];
      const bool sensible = cut > 1 && cut < rows && width * (rows / cut) >= least_slab && outer * cut <= most_across;
      if (!sensible) continue;
      std::optional<PlanNode> plan = slabs(cut, best ? best->seconds : no_limit);
      if (plan && (!best || plan->seconds < best->seconds)) best = std::move(plan);
    }
    return best;
  }

  /// As many of the next axes in one kernel as gains the most.
  Step best_step(std::size_t first) {
    if (slabs_last_) return {1, {std::move(*slabs_last_)}, 0};
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
    const bool back = problem_.kind == Kind::c2r;
    std::optional<PlanNode> cut = first == (back ? order_.size() - slab_axes() : 0) ? best_slabs() : std::nullopt;
    if (!cut) return best;
    separate = 0;
    for (std::size_t i = 0; i < slab_axes(); ++i) separate += alone(first + i).seconds;
    if (separate - cut->seconds <= gain) return best;
    if (!back) return {slab_axes(), {std::move(*cut)}, 0};
    slabs_last_ = std::move(cut->children[1]);
    return {1, {std::move(cut->children[0])}, 0};
  }

  const Problem& problem_;
  const DeviceCaps& caps_;
  std::vector<std::size_t> order_;
  Array input_;
  Array output_;
  Array middle_;           ///< between the axes: the output, or the half spectrum of a c2r
  std::int64_t kept_ = 0;  ///< elements of scratch that it takes
  bool for_fusion_ = false;
  std::vector<Step> alone_;             ///< of each axis, once it was asked for
  std::optional<PlanNode> slabs_last_;  ///< of c2r: what is left to do behind the first pass of its images
};

PlanNode plan_any(const Problem& p, const DeviceCaps& caps, const Callbacks& callbacks,
                  const std::optional<FilterArray>& filter) {
  if (p.precision == Precision::f64 && !caps.f64) {
    throw Error::unsupported("f64 on " + caps.name, "the device has no double precision", "use f32");
  }
  if ((p.in_storage == Storage::f64 || p.out_storage == Storage::f64) && !caps.f64) {
    throw Error::unsupported("numbers stored as f64 on " + caps.name, "the device has no double precision",
                             "store them as f32");
  }
  require_imaginable(p);
  PlanNode plan = Planner(p, caps, callbacks, filter, false).plan();
  const bool in_place = p.placement == Placement::in_place;
  fuse_passes(plan, in_place, caps);
  if (p.transformed_axes().size() < 2 || !may_fuse(caps)) return plan;
  PlanNode fused = Planner(p, caps, callbacks, filter, true).plan();
  fuse_passes(fused, in_place, caps);
  // Estimates of passes are kinder than those of slabs and of several axes together.
  constexpr double doubt = 1.15;
  const bool longer = fused.passes().size() > plan.passes().size();
  return has_fused_launches(fused) && fused.seconds * (longer ? doubt : 1) < plan.seconds ? fused : plan;
}

}  // namespace

PlanNode make_plan(const Problem& problem, const DeviceCaps& caps, const Callbacks& callbacks) {
  problem.validate();
  return plan_any(problem.normalised(), caps, callbacks, std::nullopt);
}

PlanNode plan_arrays(const Problem& problem, const DeviceCaps& caps, const std::optional<FilterArray>& filter,
                     const Callbacks& callbacks) {
  return plan_any(problem, caps, callbacks, filter);
}

}  // namespace papilio::plan
