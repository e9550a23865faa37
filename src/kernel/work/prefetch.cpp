// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/work/prefetch.hpp"

#include "core/number_theory.hpp"
#include "spec/array_axes.hpp"

namespace papilio::kernel {
namespace {

/// True if the input of a tile consists of contiguous runs.
bool has_runs(const KernelSpec& spec) {
  const bool by_number = spec.in.form == Form::trig || spec.in.form == Form::half;
  const bool known = spec.in.form == Form::complex || spec.in.form == Form::pairs ||
                     (by_number && pairs_conjugates(spec) && spec.columns() == 1);
  return known && (spec.packed(spec.in) || spec.in.strides.block > 0) && !spec.paired_columns && !spec.in.irregular() &&
         spec.in.layout == ComplexLayout::interleaved;
}

/// The input of a tile.
struct TileRuns {
  std::int64_t scalars;  ///< of a run, neighbours
  std::int64_t count;    ///< runs
};

TileRuns runs_of(const KernelSpec& spec, std::int64_t unit) {
  const std::int64_t tile = spec.shape.tile;
  if (spec.in.strides.block > 0) return {unit * spec.length * tile, 1};
  if (spec.in.form == Form::trig) return {spec.trig.extent, tile};
  if (spec.columns() == 1) return {unit * (spec.in.form == Form::half ? half_numbers(spec) : spec.length), tile};
  // A Bluestein's first pass reads the rows that the input has.
  const std::int64_t rows = spec.load == LoadOp::chirp ? ceil_div(spec.chirped().inputs, spec.columns()) : spec.length;
  return {unit * tile, rows};
}

}  // namespace

void prefetch_tile(Builder& b, const KernelSpec& spec, const KernelContext& context) {
  if (spec.shape.prefetch_distance == 0 || !has_runs(spec)) return;
  constexpr std::int64_t line_bytes = 128;
  const std::int64_t line = line_bytes / size_of(*context.input);  // in scalars
  const std::int64_t tile = spec.shape.tile;
  const bool blocks = spec.in.strides.block > 0;
  const bool whole = spec.columns() == 1;
  const TileRuns runs = runs_of(spec, context.input_unit());
  const std::int64_t lines = ceil_div(runs.scalars, line);
  const std::int64_t total = runs.count * lines;
  // The work-groups of a cluster share them.
  const std::int64_t cluster = spec.shape.cluster;
  const std::int64_t threads = spec.shape.threads;
  const std::int64_t together = threads * cluster;
  const Value item = cluster == 1 ? b.thread_id() : b.thread_id() + b.group_id() % cluster * threads;
  const Value group =
      b.let("later", cast(b.group_id() / cluster, ScalarKind::i64) + spec.shape.prefetch_distance / cluster);
  const auto place_of_run = [&](Value run) {
    if (!whole) return place_of_group(b, spec, context, group);
    GroupPlace place;
    place.stack = b.let("transform", group * tile + run);
    place.exists = place.stack < context.batch;
    return place;
  };
  for (std::int64_t u = 0; u * together < total; ++u) {
    const Value index = b.let("index", item + u * together);
    const Value run = index / lines;
    const GroupPlace place = place_of_run(run);
    Value at = (blocks ? index : index % lines) * line;
    if (blocks) {
      at = place.tile * runs.scalars + at;
    } else if (!whole) {
      const Value column = cast(place.tile * tile, ScalarKind::i32);
      at = at + context.input_unit() * (run * spec.columns() + column);
    }
    Value wanted = place.exists;
    if ((u + 1) * together > total) wanted = index < total && wanted;
    b.branch(wanted, [&] { b.prefetch(context.input, context.input_base(b, place.stack) + at); });
  }
}

}  // namespace papilio::kernel
