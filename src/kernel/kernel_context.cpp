// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/kernel_context.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "kernel/tables/spec_tables.hpp"

namespace papilio::kernel {
namespace {

/// How many neighbouring tiles of one strided batch are computed before the same tiles of the next one; 0: all of them.
/// Long convolutions share a chirp or a spectrum. While a whole transform is computed, the cache does not keep it;
/// while a part of a transform is computed, it keeps that part.
std::int64_t tiles_in_turn(const KernelSpec& spec) {
  constexpr std::int64_t kept_points = 1 << 19;
  constexpr std::int64_t part_points = 1 << 18;
  const bool table =
      spec.load == LoadOp::chirp || spec.store == StoreOp::chirp || spec.algorithm == Algorithm::convolution;
  if (!table || spec.points() < kept_points) return 0;
  const std::int64_t own = spec.length * spec.shape.tile / (spec.algorithm == Algorithm::convolution ? 1 : 2);
  std::int64_t turn = std::max<std::int64_t>(1, part_points / own);
  while (spec.tiles() % turn != 0) --turn;
  return turn;
}

/// The words of Storage::shared_exponent are integers.
ir::GlobalMemory memory_of(const Side& side, ScalarKind element, bool restrict_) {
  if (side.storage == Storage::shared_exponent) return {ScalarKind::i32, Storage::native, restrict_};
  return {element, side.storage, restrict_};
}

}  // namespace

GroupPlace place_of_group(Builder& b, const KernelSpec& spec, const KernelContext& context, Value group) {
  const std::int64_t tiles = spec.tiles();
  const std::int64_t turn = tiles_in_turn(spec);
  if (turn == 0) {
    const Value stack = b.let("transform", group / tiles);
    return {stack, group % tiles, stack < context.batch};
  }
  const Value number = b.let("group", cast(group, ScalarKind::i32));
  const Value groups = b.let("groups", cast(context.batch, ScalarKind::i32) * turn);
  const Value round = b.let("round", number / groups);
  const Value rest = b.let("rest", number - round * groups);
  // The minimum tells verify() how many tiles there are.
  const Value tile = min(round, tiles / turn - 1) * turn + rest % turn;
  return {b.let("transform", cast(rest / turn, ScalarKind::i64)), cast(tile, ScalarKind::i64), round < tiles / turn};
}

std::int64_t terms_of(const KernelSpec& spec) {
  return spec.in.folds() ? spec.in.ends.front().window.taps : spec.filter.sum.count;
}

bool is_looped_sum(const KernelSpec& spec) {
  // Taps of GPUs: their loads are under way together.
  const bool together = spec.in.folds() && spec.shape.strategy == Strategy::cooperative;
  const std::int64_t max_written_terms = together ? 16 : 4;
  return terms_of(spec) > max_written_terms;
}

KernelContext::KernelContext(Builder& b, const KernelSpec& spec)
    : element(element_of(spec.precision)),
      scalar{element, 1},
      stages(stages_of(spec)),
      input(b.input("in", memory_of(spec.in, element, !spec.in_place))),
      output(b.output("out",
                      memory_of(spec.out, element, !spec.in_place && spec.out.layout == ComplexLayout::interleaved))),
      spec_(spec) {
  // Planes may be parts of one buffer.
  if (spec.in.layout == ComplexLayout::planar) input_im = b.input("in_im", {element, spec.in.storage, !spec.in_place});
  if (spec.out.layout == ComplexLayout::planar) output_im = b.output("out_im", {element, spec.out.storage, false});
  if (!spec.in.callback.empty()) load_data = b.callback(Callback::load, spec.in.callback, element);
  if (!spec.out.callback.empty()) store_data = b.callback(Callback::store, spec.out.callback, element);
  if (spec.filter.present && spec.algorithm != Algorithm::filter && spec.in.form != Form::complex &&
      spec.in.form != Form::half) {
    throw Error::internal("a filter of numbers that are not complex", spec.key());
  }
  if (spec.filter.present) filter = b.input("filter", {element, Storage::native, true});
  if (is_looped_sum(spec)) sum = b.registers("sum", element, 2 * spec.shape.lanes);
  for (const auto& [name, table] : tables_of(spec)) tables_.push_back({name, {b.table(name, memory_of(table)), table}});
  phase = {roots("phase_twiddles"), roots("phase_roots")};
  pass = {roots("pass_twiddles"), roots("pass_roots")};
  batch = b.scalar(Scalar::batch);
  in_distance_ = b.scalar(Scalar::in_distance);
  out_distance_ = b.scalar(Scalar::out_distance);
  in_offset_ = b.scalar(Scalar::in_offset);
  out_offset_ = b.scalar(Scalar::out_offset);
  repeat = b.scalar(Scalar::repeat);
  if (input_im != nullptr) in_plane = b.scalar(Scalar::in_plane);
  if (output_im != nullptr) out_plane = b.scalar(Scalar::out_plane);
  if (has_position(spec)) in_position = b.scalar(Scalar::in_position);
}

std::int64_t KernelContext::unit_of(const Side& side) {
  const bool apart = side.layout == ComplexLayout::planar || side.map != OutputMap::none;
  return apart || side.storage == Storage::shared_exponent ? 1 : 2;
}

const RootTable& KernelContext::roots(std::string_view name) const {
  static const RootTable none;
  const auto found = std::ranges::find(tables_, name, &std::pair<std::string, RootTable>::first);
  return found == tables_.end() ? none : found->second;
}

Value KernelContext::base(Builder& b, const char* name, Value stack, const Origin& origin) const {
  Value offset = origin.offset;
  for (std::size_t i = spec_.loops.size(); i-- > 0;) {
    const Loop& loop = spec_.loops[i];
    const Value index = stack % loop.count;
    offset = offset + (origin.gap == nullptr ? index : beyond(index, loop.*origin.gap)) * (loop.*origin.step);
    stack = b.let("stack", stack / loop.count);
  }
  return b.let(name, (stack * origin.distance + offset) * origin.scalars);
}

Value KernelContext::input_base(Builder& b, Value stack) const {
  if (begin) return begin(stack);
  const std::int64_t scalars = holds_complex(spec_.in.form) ? input_unit() : 1;
  return base(b, "in_base", stack, {scalars, &Loop::in, &Loop::in_gap, in_distance_, in_offset_});
}

Value KernelContext::output_base(Builder& b, Value stack) const {
  const std::int64_t scalars = holds_complex(spec_.out.form) ? output_unit() : 1;
  return base(b, "out_base", stack, {scalars, &Loop::out, &Loop::out_gap, out_distance_, out_offset_});
}

Value KernelContext::filter_base(Builder& b, Value stack) const {
  const Value distance = b.constant(spec_.filter.distance, i64);
  return base(b, "filter_base", stack, {2, &Loop::filter, nullptr, distance, b.constant(0, i64)});
}

}  // namespace papilio::kernel
