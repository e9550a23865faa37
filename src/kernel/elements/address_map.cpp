// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/address_map.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "kernel/kernel_context.hpp"
#include "spec/layout.hpp"

namespace papilio::kernel {
namespace {

/// A pair is one element to the kernel, and two to the user.
std::int64_t step_of(const Side& side, std::int64_t stack) {
  return (side.form == Form::pairs ? 2 : 1) * side.strides.step(stack);
}

}  // namespace

AddressMaps::AddressMaps(Builder& b, const KernelSpec& spec, const KernelContext& context)
    : b_(b),
      spec_(spec),
      context_(context),
      in_step_(step_of(spec.in, spec.interleaved)),
      out_step_(step_of(spec.out, spec.interleaved)) {
  const std::int64_t step = std::max(std::abs(in_step_), std::abs(out_step_));
  const std::int64_t column = std::max(std::abs(spec.in.strides.column), std::abs(spec.out.strides.column));
  const std::int64_t columns = spec.interleaved + std::max(spec.in.strides.gap.size(), spec.out.strides.gap.size());
  const std::int64_t farthest = 2 * (step * std::max(spec.points(), spec.trig.extent) + column * columns);
  wide_ = farthest > std::numeric_limits<std::int32_t>::max();
}

Value AddressMaps::wide(Value v) const { return wide_ ? cast(v, ScalarKind::i64) : v; }

/// AddressMap::turn of an input.
Value AddressMaps::turn_of(Value base) const {
  if (context_.in_position == nullptr) return nullptr;
  const std::int64_t unit = holds_complex(spec_.in.form) ? context_.input_unit() : 1;
  const Value place = b_.let("place", base / unit + context_.in_position);
  return b_.let("turn", cast(place % spec_.in.ends.front().length, ScalarKind::i32));
}

AddressMap AddressMaps::input_transform(Value base) {
  const Value zero = b_.constant(0);
  AddressMap map{base, zero, zero, 1, 1, wide(zero), in_step_};
  map.turn = turn_of(base);
  return map;
}

AddressMap AddressMaps::output_transform(Value base) {
  const Value zero = b_.constant(0);
  return {base, zero, zero, 1, 1, wide(zero), out_step_};
}

// Column c = q + stack*r of the input: its elements are r + columns/stack*j of transform q.
AddressMap AddressMaps::input_column(Value base, Value c) {
  const std::int64_t step = spec_.columns() / spec_.interleaved;
  if (const std::int64_t block = spec_.in.strides.block; block > 0) {
    const Value within = b_.let("within", c % block);
    const Value start = b_.let("start", wide(c - within) * spec_.length + wide(within));
    return {base, wide(c % spec_.interleaved), c / spec_.interleaved, step, step, start, block};
  }
  if (spec_.in.strides.interleaved_rows > 0) {
    const Value within = b_.let("within", c % spec_.inner);
    const Value start = b_.let("start", wide(c - within) * spec_.length + wide(within));
    return {base, wide(c % spec_.interleaved), c / spec_.interleaved, step, step, start, spec_.inner};
  }
  const Value first = c / spec_.interleaved;
  const Strides& strides = spec_.in.strides;
  const Value column = wide(beyond(c % spec_.interleaved, strides.gap)) * strides.column;
  const bool in_order = spec_.packed(spec_.in) && spec_.in.form != Form::pairs;
  const Value start = in_order ? wide(c) : b_.let("start", column + wide(first) * in_step_);
  AddressMap map{base, column, first, step, step, start, step * in_step_};
  map.turn = turn_of(base);
  return map;
}

// Output k of column c = q' + inner*p is number q' + inner*(length*p + k), and q' = q + stack*r.
AddressMap AddressMaps::output_column(Value base, Value c, Value p) {
  const std::int64_t step = spec_.inner / spec_.interleaved;
  const Value q = c % spec_.interleaved;
  const Value start = spread(c, p, spec_.inner, spec_.length);
  const Value first = start / spec_.interleaved;  // stack divides inner, so q stays what it is
  const Value column = wide(beyond(q, spec_.out.strides.gap)) * spec_.out.strides.column;
  if (spec_.out.strides.block > 0) {  // p is an element of the next pass's column q' + inner*k
    AddressMap map{base, column, first, 0, step, c % spec_.inner, spec_.inner};
    map.row = b_.let("row", wide(p) * spec_.out.strides.block);
    return map;
  }
  if (const std::int64_t turned = spec_.out.strides.interleaved_rows; turned > 0) {
    const std::int64_t rows = spec_.outer / turned;  // of the next pass; its element is p / rows
    const Value row = b_.let("row", p % rows * turned + p / rows);
    const Value at = wide(row) * (spec_.inner * spec_.length) + wide(c - p * spec_.inner);
    return {base, column, first, 0, step, b_.let("start", at), spec_.inner};
  }
  const bool in_order = spec_.packed(spec_.out) && spec_.out.form != Form::pairs;
  const Value at = in_order ? wide(start) : b_.let("start", column + wide(first) * out_step_);
  return {base, column, first, spec_.outer == 1 ? step : 0, step, at, step * out_step_};
}

AddressMap AddressMaps::filtered(AddressMap map, Value stack, Value c) {
  if (!spec_.filter.present) return map;
  map.filter = context_.filter_base(b_, stack);
  // Offsets in the filter are those in the input, which grow by in.column from one transform of a stack to the next.
  const std::int64_t behind =
      spec_.filter.column - (spec_.algorithm == Algorithm::filter ? 0 : spec_.in.strides.column);
  if (c == nullptr || behind == 0) return map;
  const Value number = cast(c % spec_.interleaved, ScalarKind::i64);
  map.filter = b_.let("filter_base", map.filter + number * (2 * behind));
  return map;
}

AddressMap AddressMaps::from(const AddressMap& map, Value e, std::int64_t below) {
  AddressMap moved = map;
  if (map.below > 0) moved.below = map.below + map.step * (below - 1);
  moved.first = map.first + e * map.step;
  if (map.row == nullptr) {
    moved.start = b_.let("i", map.start + wide(e) * map.stride);
    return moved;
  }
  moved.start = b_.let("i", map.start + e * map.stride);
  if (below * map.stride % spec_.out.strides.block != 0) return moved;
  moved.start = b_.let("i", offset_in_blocks(moved, b_.constant(0)));
  moved.stride = map.stride * spec_.outer;
  moved.row = nullptr;
  return moved;
}

Value AddressMaps::offset_in_blocks(const AddressMap& map, Value e) {
  const Value column = b_.let("column", map.start + e * map.stride);
  const Value within = b_.let("within", column % spec_.out.strides.block);
  return wide(column - within) * spec_.outer + (map.row + wide(within));
}

Value AddressMaps::logical(const AddressMap& map, Value e) { return map.first + e * map.step; }

Value AddressMaps::in_memory(const Side& side, Value number) const {
  if (!side.compact) return number;
  // Axis by axis, the innermost first. `before` elements of the axes so far are `behind` in memory.
  std::int64_t before = 1;
  std::int64_t behind = 1;
  for (const AxisHole& axis : side.axis_holes) {
    const std::int64_t inner = axis.inner / before * behind;
    const Value line = b_.let("line", number / inner);
    const Value index = b_.let("i", line % axis.length);
    const Value removed = select(index >= axis.range.end, b_.constant(axis.range.size()), b_.constant(0));
    number = b_.let("j", number - (removed + line / axis.length * axis.range.size()) * inner);
    before *= axis.length;
    behind *= axis.length - axis.range.size();
  }
  if (side.hole.empty()) return number;
  const Range hole{side.hole.begin / before * behind, side.hole.end / before * behind};
  return b_.let("j", select(number >= hole.end, number - hole.size(), number));
}

Value AddressMaps::place_of(const Side& side, const AddressMap& map, Value e) {
  if (!side.compact) return map.start + wide(e) * map.stride;
  const std::int64_t numbers = side.holes_cut_pairs ? 2 : 1;  // of an element
  const Value number = in_memory(side, b_.let("i", logical(map, e) * numbers));
  return map.column + wide(number) * ((&side == &spec_.in ? in_step_ : out_step_) / numbers);
}

Value AddressMaps::offset_of(const AddressMap& map, Value number) const {
  return map.column + wide(in_memory(spec_.in, number)) * in_step_;
}

Value AddressMaps::result_offset(const AddressMap& map, Value number) const {
  return map.column + wide(in_memory(spec_.out, number)) * out_step_;
}

}  // namespace papilio::kernel
