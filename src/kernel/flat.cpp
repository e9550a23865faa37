// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/flat.hpp"

namespace papilio::kernel {

std::vector<Flat> flat_elements(Builder& b, const KernelSpec& spec, const Frame& frame, GroupExchange& exchange,
                                Value first) {
  const std::int64_t tile = spec.shape.tile;
  std::vector<Flat> all;
  const std::int64_t threads = spec.shape.threads;
  const std::int64_t total = spec.length * tile;
  // Transforms of this tile that the batch still has.
  const Value left =
      b.let("left", b.cast(b.min(b.sub(frame.batch, first), b.constant(tile, i64)), ScalarKind::i32));
  const bool aligned = threads % spec.length == 0;
  const Value own_column = aligned ? b.let("column", b.div(b.thread_id(), spec.length)) : nullptr;
  const Value own_e = aligned ? b.let("e", b.mod(b.thread_id(), spec.length)) : nullptr;
  const Value own_place = aligned ? b.let("at", exchange.raw_place(own_column, own_e)) : nullptr;
  const std::int64_t step = aligned ? threads / spec.length : 0;
  const bool linear =
      exchange.layout().pad() == 0 || step * exchange.layout().column_step() % exchange.layout().pad() == 0;
  const Value own_padded = aligned ? b.let("at", exchange.padded(own_place)) : nullptr;
  // Small arrays have more points than a group work-items, and mostly a multiple: then it is the column that is known.
  const bool slices = !spec.joint.empty() && !aligned && spec.length % threads == 0;
  const Value thread_place = slices ? exchange.place(b.constant(0), b.thread_id()) : nullptr;
  for (std::int64_t u = 0; u * threads < total; ++u) {
    Flat flat;
    Value column = nullptr;
    if (aligned) {
      column = b.add(own_column, u * step);
      flat.e = own_e;
      if ((u + 1) * threads > total) {
        flat.active = b.let("active", b.lt(column, b.constant(tile)));
        flat.at = exchange.place(b.min(column, b.constant(tile - 1)), own_e);
      } else {
        const std::int64_t apart = u * step * exchange.layout().column_step();
        flat.at = linear ? b.add(own_padded, exchange.layout().padded(apart))
                         : b.let("at", exchange.padded(b.add(own_place, apart)));
      }
    } else if (slices) {
      const std::int64_t at = u * threads;
      const std::int64_t raw = at / spec.length * exchange.layout().column_step() + at % spec.length;
      const std::int64_t pad = exchange.layout().pad();
      column = b.constant(at / spec.length);
      flat.e = b.let("e", b.add(b.thread_id(), at % spec.length));
      flat.at = pad == 0 || raw % pad == 0 ? b.add(thread_place, exchange.layout().padded(raw))
                                           : exchange.place(column, flat.e);
    } else {
      const Value index = own_index(b, threads, u, total, &flat.active);
      column = tile == 1 ? b.constant(0) : b.let("column", b.div(index, spec.length));
      flat.e = tile == 1 ? index : b.let("e", b.mod(index, spec.length));
      flat.at = exchange.place(column, flat.e);
    }
    flat.offset = column;
    if (slices && u * threads % spec.length != 0) {  // of the same transform as the last one
      flat.offset = all.back().offset;
      flat.valid = all.back().valid;
    } else if (tile > 1) {
      flat.valid = b.let("valid", b.lt(column, left));
      flat.offset = b.min(column, b.add(left, -1));
    }
    all.push_back(flat);
  }
  return all;
}

}  // namespace papilio::kernel
