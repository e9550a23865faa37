// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/group/sides/group_tile.hpp"

#include "kernel/elements/elements.hpp"
#include "kernel/kernel_context.hpp"
#include "spec/array_axes.hpp"
#include "spec/layout.hpp"

namespace papilio::kernel {

void GroupTile::locate(Value number) {
  const Value group = b_.let("group", cast(number, ScalarKind::i64));
  if (spec_.columns() == 1) {
    first_ = b_.let("first", group * tile_);
    return;
  }
  const std::int64_t run = spec_.paired_columns ? tile_ / 2 : tile_;
  const GroupPlace place = place_of_group(b_, spec_, context_, group);
  stack_ = place.stack;
  first_column_ = b_.let("first_column", cast(place.tile * run, ScalarKind::i32));
  in_base_ = context_.input_base(b_, stack_);
  out_base_ = context_.output_base(b_, stack_);
  if (!spec_.paired_columns) return;
  const AddressMap half = spec_.in.form == Form::half ? elements_.filtered(elements_.input_transform(in_base_), stack_)
                                                      : elements_.output_transform(out_base_);
  paired_.emplace(parts_, first_column_, half);
}

ColumnRange GroupTile::range() const {
  if (spec_.columns() == 1) return {first_, context_.batch, context_.batch};
  const Value stack = b_.let("columns", stack_ * spec_.columns());
  return {b_.let("first", stack + first_column_), stack + spec_.columns(), context_.batch * spec_.columns()};
}

/// Transform number of a column of the tile, kept inside the batch; null valid: always inside.
Value GroupTile::transform_of(Value of_tile, Value* valid) {
  const Value transform = b_.let("transform", first_ + of_tile);
  *valid = nullptr;
  if (tile_ == 1) return transform;
  *valid = b_.let("valid", transform < context_.batch);
  return b_.let("transform", min(transform, context_.batch - 1));
}

Value GroupTile::column(Value of_tile, Value* valid) {
  if (paired_) return paired_->column(of_tile, valid);
  const Value column = b_.let("column", first_column_ + of_tile);
  *valid = nullptr;
  if (spec_.columns() % tile_ == 0) return column;
  *valid = b_.let("valid", column < spec_.columns());
  return b_.let("column", min(column, spec_.columns() - 1));
}

AddressMap GroupTile::input_column(Value c) {
  return elements_.filtered(elements_.input_column(in_base_, c), stack_, c);
}

AddressMap GroupTile::output_column(Value c, Value p) { return elements_.output_column(out_base_, c, p); }

AddressMap GroupTile::input(Value of_tile, Value* valid) {
  if (spec_.columns() == 1) {
    const Value transform = transform_of(of_tile, valid);
    return elements_.filtered(elements_.input_transform(context_.input_base(b_, transform)), transform);
  }
  const Value c = column(of_tile, valid);
  return is_slab(spec_) ? slab_input(c) : input_column(c);
}

Value GroupTile::in_plane(Value c) {
  const std::int64_t row = row_points(spec_);
  return b_.let("e", spread(c, row, spec_.outer));
}

/// The first number of slab p.
AddressMap GroupTile::slab_input(Value p) {
  return elements_.input_transform(
      slab_base(in_base_, p, is_slab_back(spec_) ? half_numbers(spec_) : row_points(spec_)));
}

AddressMap GroupTile::slab_output(Value p) {
  const std::int64_t slab = post_processes(spec_) ? half_numbers(spec_) : spec_.length;
  return elements_.output_transform(slab_base(out_base_, p, is_slab_back(spec_) ? row_points(spec_) : slab));
}

Value GroupTile::slab() { return is_slab(spec_) ? first_column_ : nullptr; }

/// Begin of slab p; neighbouring slabs begin `distance` elements apart.
Value GroupTile::slab_base(Value base, Value p, std::int64_t distance) {
  return b_.let("slab", base + cast(p, ScalarKind::i64) * (2 * distance));
}

AddressMap GroupTile::output(Value of_tile, Value* valid) {
  const ColumnTarget to = target(of_tile);
  *valid = to.valid;
  return to.map;
}

GroupTile::ColumnTarget GroupTile::target(Value of_tile) {
  ColumnTarget to;
  if (context_.local_row > 0) {
    to.map = elements_.output_transform(b_.let("row", of_tile * context_.local_row));
    return to;
  }
  if (spec_.columns() == 1) {
    to.map = elements_.output_transform(context_.output_base(b_, transform_of(of_tile, &to.valid)));
    return to;
  }
  const Value c = column(of_tile, &to.valid);
  to.p = pass_of(c);
  to.map = results(c, to.p);
  return to;
}

AddressMap GroupTile::results(Value c, Value p) { return is_slab(spec_) ? slab_output(p) : output_column(c, p); }

Value GroupTile::pass_of(Value c) { return spec_.outer == 1 ? b_.constant(0) : b_.let("p", c / spec_.inner); }

}  // namespace papilio::kernel
