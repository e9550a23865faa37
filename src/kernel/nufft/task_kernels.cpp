// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/nufft/task_kernels.hpp"

#include "kernel/nufft/group_sums.hpp"
#include "kernel/nufft/tile_walk.hpp"
#include "kernel/nufft/window_values.hpp"

namespace papilio::kernel {
namespace {

constexpr std::size_t index_of(TaskSummary number) { return static_cast<std::size_t>(number); }

/// Both kernels that know how many parts a tile has.
class TaskKernel {
 public:
  explicit TaskKernel(const char* name)
      : b_(name, task_chunk),
        visits_(b_.input("visits", {ScalarKind::i64})),
        chunks_(b_.input("chunks", {ScalarKind::i64})) {}

  Module totals() {
    const Buffer* const totals = b_.output("totals", {ScalarKind::i32});
    const std::vector<ItemSums> sums = count_parts();
    b_.branch(item_ == 0, [&] {
      for (std::size_t i = 0; i < sums.size(); ++i)
        b_.store(totals, wide(b_.group_id()) * task_total_numbers + static_cast<std::int64_t>(i), sums[i].all);
    });
    return b_.finish();
  }

  Module tables() {
    totals_ = b_.input("totals", {ScalarKind::i32});
    const Buffer* const tasks = b_.output("tasks", {ScalarKind::i32});
    const Buffer* const split = b_.output("split", {ScalarKind::i32});
    const Buffer* const summary = b_.output("summary", {ScalarKind::i32});
    const std::vector<ItemSums> sums = count_parts();
    const std::vector<Value> before = earlier_chunks();
    const auto first = [&](TaskSummary number) {
      return b_.let("first", before[index_of(number)] + sums[index_of(number)].before);
    };
    const Value slot = first(TaskSummary::partials);
    const Value row = wide(first(TaskSummary::split_tiles)) * merge_tile_numbers;
    b_.branch(parts_ > 1, [&] {
      b_.store(split, row, cast(tile_, ScalarKind::i32));
      b_.store(split, row + 1, slot);
      b_.store(split, row + 2, parts_);
    });
    write_tasks(tasks, sums[index_of(TaskSummary::tasks)], before[index_of(TaskSummary::tasks)], slot);
    b_.branch(item_ == 0 && wide(b_.group_id()) == chunk_count() - 1, [&] {
      for (std::size_t i = 0; i < sums.size(); ++i)
        b_.store(summary, b_.constant(static_cast<std::int64_t>(i)), before[i] + sums[i].all);
    });
    return b_.finish();
  }

 private:
  Value chunk_count() { return (b_.scalar(Scalar::units) + (task_chunk - 1)) / task_chunk; }

  /// The parts of this work-item's tile; returns the sums over the chunk, in the order of TaskSummary.
  std::vector<ItemSums> count_parts() {
    item_ = b_.thread_id();
    sums_ = b_.shared("sums", ScalarKind::i32, 2 * task_total_numbers * task_chunk);
    const Buffer* const wide_sums = b_.shared("visited", ScalarKind::i64, std::int64_t{2} * task_chunk);
    const Buffer* const sum = b_.registers("sum", ScalarKind::i64, 1);
    const Value zero = b_.constant(0);
    b_.store(sum, zero, b_.constant(0, i64));
    b_.loop("chunk", wide(item_), b_.let("chunks", chunk_count()), {task_chunk, Unroll::none}, [&](Value chunk) {
      const Value visited = b_.load(chunks_, chunk);
      b_.store(sum, zero, b_.load(sum, zero) + visited);
    });
    const Value all = group_sums(b_, wide_sums, task_chunk, {b_.load(sum, zero)}).front().all;
    const Value points = b_.let("points", max((all + (max_more_parts - 1)) / max_more_parts, min_points_of_part));
    const Value tiles = b_.scalar(Scalar::units);
    tile_ = b_.let("tile", wide(b_.group_id()) * task_chunk + item_);
    const Value visited = b_.load(visits_, min(tile_, tiles - 1));
    const Value parts = b_.let("parts", cast(max(visited / points, 1), ScalarKind::i32));
    parts_ = b_.let("parts", select(tile_ < tiles, parts, 0));
    const Value shared = b_.let("shared", select(parts_ > 1, parts_, 0));
    const Value one = b_.let("one", select(parts_ > 1, b_.constant(1), b_.constant(0)));
    return group_sums(b_, sums_, task_chunk, {parts_, shared, one});
  }

  /// Totals of the chunks before this one.
  std::vector<Value> earlier_chunks() {
    const Buffer* const own = b_.registers("own", ScalarKind::i32, task_total_numbers);
    for (int i = 0; i < task_total_numbers; ++i) b_.store(own, b_.constant(i), b_.constant(0));
    b_.loop("chunk", item_, b_.group_id(), {task_chunk, Unroll::none}, [&](Value chunk) {
      for (int i = 0; i < task_total_numbers; ++i) {
        const Value total = b_.load(totals_, wide(chunk) * task_total_numbers + i);
        b_.store(own, b_.constant(i), b_.load(own, b_.constant(i)) + total);
      }
    });
    std::vector<Value> numbers;
    for (int i = 0; i < task_total_numbers; ++i) numbers.push_back(b_.load(own, b_.constant(i)));
    std::vector<Value> before;
    for (const ItemSums& sum : group_sums(b_, sums_, task_chunk, numbers)) before.push_back(sum.all);
    return before;
  }

  /// All work-items write the tasks of all tiles of the chunk: one tile may have most of them.
  void write_tasks(const Buffer* tasks, const ItemSums& own, Value before, Value slot) {
    const Buffer* const firsts = b_.shared("firsts", ScalarKind::i32, task_chunk);
    const Buffer* const parts = b_.shared("parts", ScalarKind::i32, task_chunk);
    const Buffer* const slots = b_.shared("slots", ScalarKind::i32, task_chunk);
    b_.store(firsts, item_, own.before);
    b_.store(parts, item_, parts_);
    b_.store(slots, item_, slot);
    b_.barrier();
    const Value first_tile = b_.let("tile", b_.group_id() * task_chunk);
    b_.loop("task", item_, own.all, {task_chunk, Unroll::none}, [&](Value task) {
      Value tile = b_.constant(0);
      for (int half = task_chunk / 2; half > 0; half /= 2) {
        const Value first = b_.load(firsts, tile + half);
        tile = b_.let("tile", select(first <= task, tile + half, tile));
      }
      const Value part = b_.let("part", task - b_.load(firsts, tile));
      const Value count = b_.load(parts, tile);
      const Value place = b_.let("slot", b_.load(slots, tile) + part);
      const Value to = b_.let("to", wide(before + task) * spread_task_numbers);
      b_.store(tasks, to, concat({first_tile + tile, part, count, select(count > 1, place, 0)}), spread_task_numbers);
    });
  }

  Builder b_;
  const Buffer* visits_;
  const Buffer* chunks_;
  const Buffer* totals_ = nullptr;
  const Buffer* sums_ = nullptr;
  Value item_;
  Value tile_;
  Value parts_;  ///< of the tile; 0 where there is none
};

}  // namespace

Module build_tile_visits(const NufftSpec& spec) {
  Builder b(spec.name("visits"), task_chunk);
  const Buffer* const bins = b.input("bins", {ScalarKind::i32});
  const Buffer* const geometry = b.input("geometry", {ScalarKind::i32});
  const Buffer* const visits = b.output("visits", {ScalarKind::i64});
  const Buffer* const chunks = b.output("chunks", {ScalarKind::i64});
  const Buffer* const summary = b.output("summary", {ScalarKind::i32});
  const Buffer* const sums = b.shared("sums", ScalarKind::i64, std::int64_t{2} * task_chunk);
  const Buffer* const points = b.registers("points", ScalarKind::i64, 1);
  const Value zero = b.constant(0);
  const Value tiles = b.scalar(Scalar::units);
  const Value item = b.thread_id();
  const Value tile = b.let("tile", wide(b.group_id()) * task_chunk + item);
  const TileWalk walk(b, spec, geometry, bins, b.let("tile", cast(min(tile, tiles - 1), ScalarKind::i32)));
  b.store(points, zero, b.constant(0, i64));
  walk.runs([&](const PointRun& run) {
    const Value before = b.load(points, zero);
    b.store(points, zero, before + wide(run.end - run.begin));
  });
  const Value visited = b.load(points, zero);
  const Value own = b.let("own", select(tile < tiles, visited, 0));
  b.branch(tile < tiles, [&] { b.store(visits, tile, own); });
  const Value all = group_sums(b, sums, task_chunk, {own}).front().all;
  b.branch(item == 0, [&] { b.store(chunks, b.group_id(), all); });
  b.branch(item == 0 && b.group_id() == 0, [&] {
    const auto counts = load_geometry(b, geometry, max_nufft_axes, "bins");
    const Value placed = b.load(bins, counts[0] * counts[1] * counts[2]);
    b.store(summary, b.constant(static_cast<std::int64_t>(TaskSummary::placed)), placed);
  });
  return b.finish();
}

Module build_task_totals() { return TaskKernel("nufft_task_totals").totals(); }
Module build_tasks() { return TaskKernel("nufft_tasks").tables(); }

}  // namespace papilio::kernel
