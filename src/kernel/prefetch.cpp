// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/prefetch.hpp"

#include "spec/array_axes.hpp"

namespace papilio::kernel {

void prefetch_tile(Builder& b, const KernelSpec& spec, const KernelContext& context) {
  const bool blocks = spec.in.strides.block > 0;
  const bool by_number = spec.in.form == Form::trig || spec.in.form == Form::half;
  const bool runs = (spec.packed(spec.in) || blocks) && !spec.paired_columns && !spec.in.pruned() &&
                    spec.in.layout == ComplexLayout::interleaved &&
                    (spec.in.form == Form::complex || spec.in.form == Form::pairs ||
                     (by_number && spec.pairs_conjugates() && spec.columns() == 1));
  if (spec.shape.prefetch_distance == 0 || !runs) return;
  constexpr std::int64_t line_bytes = 128;
  const std::int64_t line = line_bytes / size_of(*context.input);  // in scalars
  const std::int64_t tile = spec.shape.tile;
  const std::int64_t threads = spec.shape.threads;
  const bool whole = spec.columns() == 1;
  // Scalars that are neighbours.
  const std::int64_t own = spec.in.form == Form::half ? half_numbers(spec) : spec.length;
  const std::int64_t run = 2 * (blocks ? spec.length * tile : whole ? own : tile);
  const std::int64_t lines = (run + line - 1) / line;
  // Of a Bluestein's first pass the rows that the input has.
  const std::int64_t rows =
      spec.load == LoadOp::chirp ? (spec.chirp_length + spec.columns() - 1) / spec.columns() : spec.length;
  const std::int64_t total = (blocks ? 1 : whole ? tile : rows) * lines;
  // The work-groups of a cluster share them.
  const std::int64_t cluster = spec.shape.cluster;
  const std::int64_t together = threads * cluster;
  const Value item = cluster == 1 ? b.thread_id() : b.thread_id() + b.group_id() % cluster * threads;
  const Value group =
      b.let("later", cast(b.group_id() / cluster, ScalarKind::i64) + spec.shape.prefetch_distance / cluster);
  for (std::int64_t u = 0; u * together < total; ++u) {
    const Value index = b.let("index", item + u * together);
    const Value row = index / lines;
    GroupPlace place;
    if (whole) {
      place.stack = b.let("transform", group * tile + row);
      place.exists = place.stack < context.batch;
    } else {
      place = place_of_group(b, spec, context, group);
    }
    Value at = (blocks ? index : index % lines) * line;
    if (blocks) {
      at = place.tile * run + at;
    } else if (!whole) {
      const Value column = cast(place.tile * tile, ScalarKind::i32);
      at = at + 2 * (row * spec.columns() + column);
    }
    Value wanted = place.exists;
    if ((u + 1) * together > total) wanted = index < total && wanted;
    b.branch(wanted, [&] { b.prefetch(context.input, context.input_base(b, place.stack) + at); });
  }
}

}  // namespace papilio::kernel
