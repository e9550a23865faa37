// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Adds up the parts of a tile that several work-groups have spread, in the order of the parts.
#include "kernel/kernel_context.hpp"
#include "kernel/nufft/tile_walk.hpp"
#include "kernel/nufft/window_values.hpp"

namespace papilio::kernel {

Module build_merge(const NufftSpec& spec) {
  Builder b(spec.name("merge"), spec.threads);
  const ScalarKind element = element_of(spec.precision);
  const Buffer* const partials = b.input("in", {element});
  const Buffer* const geometry = b.input("geometry", {ScalarKind::i32});
  const Buffer* const tiles = b.input("tiles", {ScalarKind::i32});
  const Buffer* const grid = b.output("out", {element});
  const Buffer* const sum = b.registers("sum", element, 2);
  b.scalar(Scalar::batch);
  const Value in_distance = b.scalar(Scalar::in_distance);
  const Value out_distance = b.scalar(Scalar::out_distance);
  const Value out_offset = b.scalar(Scalar::out_offset);
  b.scalar(Scalar::repeat);
  const Value units = b.scalar(Scalar::units);
  const Value group = b.let("group", cast(b.group_id(), ScalarKind::i64));
  const Value transform = b.let("transform", group / units);
  const Value entry = b.let("entry", group % units * merge_tile_numbers);
  const TileWalk walk(b, spec, geometry, nullptr, b.let("tile", b.load(tiles, entry)));
  const PerAxis size = tile_cells(spec);
  const std::int64_t cells = size[0] * size[1] * size[2];
  const Value slot = cast(b.load(tiles, entry + 1), ScalarKind::i64);
  const Value parts = b.let("parts", cast(b.load(tiles, entry + 2), ScalarKind::i64));
  const Value from = b.let("from", (transform * in_distance + slot) * cells);
  const Value to = b.let("to", out_offset + transform * out_distance);
  b.loop("i", b.thread_id(), b.constant(cells), {spec.threads, Unroll::none}, [&](Value i) {
    walk.when_in_grid(i, [&](Value at) {
      const Value first = b.let("first", from + cast(i, ScalarKind::i64));
      b.store(sum, b.constant(0), b.load(partials, first * 2, 2, 2), 2);
      b.loop("part", b.constant(1, Type{ScalarKind::i64, 1}), parts, {1, Unroll::none}, [&](Value part) {
        const Value next = b.load(partials, (first + part * cells) * 2, 2, 2);
        b.store(sum, b.constant(0), b.load(sum, b.constant(0), 2, 2) + next, 2);
      });
      b.store(grid, (to + at) * 2, b.load(sum, b.constant(0), 2, 2), 2);
    });
  });
  return b.finish();
}

}  // namespace papilio::kernel
