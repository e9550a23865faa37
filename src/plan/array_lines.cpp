// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/array_lines.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/chirps.hpp"
#include "core/compact.hpp"
#include "core/ends.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "core/trig_lengths.hpp"

namespace papilio::plan {
namespace {

/// The columns of a strided batch are counted in 32 bits.
constexpr std::int64_t max_columns = std::int64_t{1} << 29;

/// The gap of a loop over the box's indices along an axis, as the array has it: a shorter one, or none, where the array
/// has no place for the indices.
Range gap_in(const Array& array, const IndexSpan& span, std::size_t axis) {
  if (span.gap.empty()) return {};
  const auto place = [&](std::int64_t i) { return compact_index(i, array.removed_of(axis)); };
  const std::int64_t begin = span.gap.begin - span.range.begin;  // in iterations
  const std::int64_t jump = place(span.gap.end) - place(span.gap.begin - 1) - 1;
  return jump == 0 ? Range{} : Range{begin, begin + jump};
}

/// All loops around the transforms of a box along these axes, outermost first.
std::vector<Loop> loops_around(const Array& from, const Array& to, const RangeBox& box, AxisSpan axes,
                               std::int64_t batch) {
  std::vector<Loop> loops;
  if (batch > 1) loops.push_back({batch, from.distance, to.distance, from.filter ? from.filter->distance : 0});
  for (std::size_t i = 0; i < box.size(); ++i) {
    const bool own = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (own || box[i].count() == 1) continue;
    loops.push_back({box[i].count(), from.strides[i], to.strides[i], from.filter ? from.filter->strides[i] : 0,
                     gap_in(from, box[i], i), gap_in(to, box[i], i)});
  }
  const auto step = [](const Loop& loop) { return std::max(std::abs(loop.in), std::abs(loop.out)); };
  std::stable_sort(loops.begin(), loops.end(), [&](const Loop& a, const Loop& b) { return step(a) > step(b); });
  merge_loops(loops);
  return loops;
}

/// Turns the loop whose transforms are closest together into the strided batch, if they are closer together than
/// elements. Transforms that read the same input, such as the channels of a result, are close together only in the
/// output.
Loop take_stack(std::vector<Loop>& loops, std::int64_t in_stride, std::int64_t out_stride, std::int64_t length) {
  const auto closer = [&](const Loop& loop) {
    return (loop.in != 0 && std::abs(loop.in) < std::abs(in_stride)) || std::abs(loop.out) < std::abs(out_stride);
  };
  if (loops.empty() || !closer(loops.back())) return {1, 1, 1};
  if (loops.back().count > max_columns / length && loops.back().has_gap()) return {1, 1, 1};
  Loop stack = loops.back();
  loops.pop_back();
  if (stack.count > max_columns / length) {
    std::int64_t part = 1;
    for (const std::int64_t divisor : divisors(stack.count)) {
      if (divisor <= max_columns / length) part = std::max(part, divisor);
    }
    loops.push_back({stack.count / part, stack.in * part, stack.out * part, stack.filter * part});
    stack.count = part;
  }
  return stack;
}

/// Offset of the first element of a box, ignoring its ranges along `axes`.
std::int64_t corner(const Array& array, const RangeBox& box, AxisSpan axes) {
  std::int64_t offset = array.offset;
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) {
      offset += compact_index(box[i].range.begin, array.removed_of(i)) * array.strides[i];
    }
  }
  return offset;
}

/// The kind of transform along these axes, and its lengths.
void set_lengths(const Problem& problem, const Array& from, const Array& to, AxisSpan axes, Batch1d& lines) {
  const bool real = from.real || to.real;
  const auto length_of = [&](std::size_t axis) { return real ? problem.lengths[axis] : from.lengths[axis]; };
  lines.length = length_of(axes.front());
  if (from.real && to.real) {
    lines.trig = problem.kind;
    lines.extent = lines.length;
    lines.ortho = problem.scale == Scale::inverse_sqrt_n;
    lines.length = dft_length(problem.kind, lines.extent);
    if (problem.kind == Kind::dct3 || problem.kind == Kind::dst3) lines.direction = Direction::inverse;
  }
  if (axes.size() == 1) return;
  for (std::size_t i = axes.size(); i-- > 0;) lines.axis_lengths.push_back(length_of(axes[i]));
  lines.length = product(lines.axis_lengths);
}

Form form_of(const Array& array, const Array& other) {
  if (array.real) return other.real ? Form::trig : Form::real;
  return other.real ? Form::half : Form::complex;
}

/// One end of the lines, as its array says.
End end_of(const Array& array, const Array& other, const RangeBox& box, AxisSpan axes) {
  End end;
  end.operand.offset = corner(array, box, axes);
  end.side.form = form_of(array, other);
  end.side.storage = array.storage;
  end.side.layout = array.layout;
  end.side.map = array.map;
  end.side.callback = array.callback;
  return end;
}

/// Sets the holes of a side along these axes of its array. `ranges`: of the problem, one per axis of the array.
void set_holes(const std::vector<Range>& ranges, const Array& array, AxisSpan axes, Side& side) {
  if (ranges.empty()) return;
  side.compact = std::ranges::any_of(axes, [&](std::size_t axis) { return !array.removed_of(axis).empty(); });
  std::int64_t inner = 1;
  for (const std::size_t axis : axes) {
    const Range& range = ranges[axis];
    if (axis == axes.back()) {
      side.hole = {range.begin * inner, range.end * inner};
    } else if (!range.empty()) {
      side.axis_holes.push_back({range, inner, array.lengths[axis]});
    }
    inner *= array.lengths[axis];
  }
}

/// Sets the windows and shifts along these axes. Shifts of even lengths change signs on the other side.
void set_ends(const Problem& problem, const Array& array, AxisSpan axes, bool input, Side& side) {
  std::int64_t inner = 1;
  for (const std::size_t axis : axes) {
    AxisEnd end;
    end.inner = inner;
    end.length = array.lengths[axis];
    inner *= end.length;
    const std::int64_t n = problem.lengths[axis];
    const bool even = n % 2 == 0;
    const bool local = input ? is_in_shift(problem, axis) : is_out_shift(problem, axis);
    const bool other = input ? is_out_shift(problem, axis) : is_in_shift(problem, axis);
    if (local && !even) end.rotation = n / 2;
    end.alternates = other && even;
    if (input && problem.window.kind != WindowFunction::none && window_axis(problem) == static_cast<int>(axis)) {
      end.window = problem.window;
      end.window.axis = -1;
    }
    if (end.has_factor() || end.rotation != 0) side.ends.push_back(end);
  }
}

/// Adds the loops around the strided batches, outermost first.
void add_loops(const std::vector<Loop>& loops, Batch1d& lines) {
  // The steps of the outermost loop are arguments of kernels, and have no gap.
  const bool first_is_outermost = !loops.empty() && !loops.front().has_gap();
  for (std::size_t i = 0; i < loops.size(); ++i) {
    lines.batch *= loops[i].count;
    if (i == 0 && first_is_outermost) {
      lines.in.operand.distance = loops[i].in;
      lines.out.operand.distance = loops[i].out;
      lines.in.filter_distance = loops[i].filter;
    } else {
      lines.loops.push_back(loops[i].count);
      lines.in.loops.push_back({loops[i].in, loops[i].in_gap});
      lines.out.loops.push_back({loops[i].out, loops[i].out_gap});
      lines.in.filter_loops.push_back(loops[i].filter);
    }
  }
}

Array array_of(Slot slot, const ArraySide& side, const std::vector<std::int64_t>& indices) {
  std::vector<std::int64_t> strides = *side.all_strides();
  // The stride of an axis of one element is never used, and may be any number.
  for (std::size_t i = strides.size(); i-- > 0 && !side.strides.empty();) {
    if (side.lengths[i] == 1) strides[i] = i + 1 == strides.size() ? 1 : strides[i + 1] * side.lengths[i + 1];
  }
  Array array;
  array.slot = slot;
  array.real = side.real;
  array.lengths = indices;
  array.strides = std::move(strides);
  array.distance = side.distance;
  array.offset = side.offset;
  array.storage = side.storage;
  array.layout = side.layout;
  return array;
}

}  // namespace

Array input_array(const Problem& problem) {
  Array array = array_of(Slot::input, input_side(problem), input_indices(problem));
  if (problem.in_packing == Packing::compact) array.removed = problem.zero;
  return array;
}

Array output_array(const Problem& problem) {
  Array array = array_of(Slot::output, output_side(problem), output_indices(problem));
  array.real = problem.real_results();
  array.map = problem.out_map;
  if (problem.out_packing == Packing::compact) array.removed = problem.skip;
  return array;
}

Array packed_array(const Array& like) {
  Array array;
  array.slot = Slot::scratch;
  array.real = like.real;
  array.lengths = like.lengths;
  array.strides = like.strides;
  array.distance = 1;
  for (std::size_t i = array.lengths.size(); i-- > 0;) {
    array.strides[i] = array.distance;
    array.distance *= array.lengths[i];
  }
  return array;
}

bool nested(const Array& array, AxisSpan axes) {
  std::int64_t stride = array.strides[axes.front()];
  for (const std::size_t axis : axes) {
    if (array.strides[axis] != stride) return false;
    stride *= array.lengths[axis] - array.removed_of(axis).size();
  }
  return true;
}

Batch1d lines_of(const Problem& problem, const Array& from, const Array& to, const RangeBox& box, AxisSpan axes) {
  const std::size_t axis = axes.front();
  Batch1d lines;
  lines.precision = problem.precision;
  lines.direction = problem.direction;
  lines.scratch_storage = stored_between_passes(problem.scratch_storage);
  set_lengths(problem, from, to, axes, lines);
  lines.in = end_of(from, to, box, axes);
  lines.out = end_of(to, from, box, axes);
  lines.in.operand.slot = Slot::input;
  lines.out.operand.slot = Slot::output;
  if (problem.has_contour()) {
    lines.contour = problem.contour;
    lines.chirps = chirp_counts(problem);
  } else {
    set_holes(problem.zero, from, axes, lines.in.side);
    set_holes(problem.skip, to, axes, lines.out.side);
    set_ends(problem, from, axes, true, lines.in.side);
    set_ends(problem, to, axes, false, lines.out.side);
  }
  std::vector<Loop> loops = loops_around(from, to, box, axes, problem.batch);
  const Loop stack = take_stack(loops, from.strides[axis], to.strides[axis], lines.length);
  lines.interleaved = stack.count;
  const auto strides = [&](std::int64_t element, std::int64_t column, const Range& gap) {
    Strides own{element, lines.interleaved > 1 ? column : 1};
    own.gap = gap;
    return own == Strides{lines.interleaved, 1} ? Strides{} : own;
  };
  lines.in.side.strides = strides(from.strides[axis], stack.in, stack.in_gap);
  lines.out.side.strides = strides(to.strides[axis], stack.out, stack.out_gap);
  if (from.filter) {
    lines.in.filtered = true;
    lines.in.filter_column = lines.interleaved > 1 ? stack.filter : 1;
    lines.in.sum = from.filter->sum;
  }
  add_loops(loops, lines);
  const bool scratch = from.slot == Slot::scratch || to.slot == Slot::scratch;
  lines.in_place = from.slot == to.slot || (problem.placement == Placement::in_place && !scratch);
  return lines;
}

Batch1d copied_lines(const Problem& problem, const Array& to, std::size_t axis) {
  Problem plain;
  plain.kind = problem.kind;
  plain.precision = problem.precision;
  plain.lengths = problem.lengths;
  plain.batch = problem.batch;
  plain.zero = problem.zero;
  const Array from = input_array(problem);
  RangeBox box;
  for (std::size_t i = 0; i < from.lengths.size(); ++i) {
    const Range zeros = i == axis ? Range{} : problem.zero_of(i);
    const std::int64_t n = from.lengths[i];
    box.push_back(zeros.empty() || zeros.begin > 0 ? IndexSpan{{0, zeros.end == n ? zeros.begin : n}}
                                                   : IndexSpan{{zeros.end, n}});
    if (!zeros.empty() && zeros.begin > 0 && zeros.end < n) box.back().gap = zeros;
  }
  Array whole = to;
  whole.real = false;  // the numbers are not those of a real-to-real transform
  Batch1d lines = lines_of(plain, from, whole, box, AxisSpan(&axis, 1));
  lines.out.side.form = from.real ? Form::real : Form::complex;
  return lines;
}

Batch1d zero_lines(const Problem& problem, const Array& bound, const Array& output, RangeBox box) {
  // One more axis, of one element, is transformed.
  Problem one;
  one.precision = problem.precision;
  one.placement = problem.placement;
  one.lengths.assign(box.size() + 1, 1);
  one.zero.assign(box.size() + 1, {});
  one.zero.back() = {0, 1};
  one.batch = problem.batch;
  Array to = output;
  to.lengths.push_back(1);
  if (!to.removed.empty()) to.removed.emplace_back();
  to.strides.push_back(std::numeric_limits<std::int64_t>::max());  // so that the closest loop becomes a strided batch
  box.push_back({{0, 1}});
  Array from;
  from.lengths = to.lengths;
  from.strides.assign(to.strides.size(), 0);
  from.slot = bound.slot;
  from.storage = bound.storage;
  const std::size_t axis = box.size() - 1;
  Batch1d lines = lines_of(one, from, to, box, AxisSpan(&axis, 1));
  lines.in.side.form = Form::complex;
  lines.in.side.strides = {0, 0};
  lines.out.side.strides.element = Strides::of_packed;
  return lines;
}

}  // namespace papilio::plan
