// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spreading on GPUs: a work-group adds up a tile. Each work-item fetches a point; then all of them add these points one
// after the other. Along several axes each work-item has a line of the tile in registers. Registers have no index, so
// that a line is added to in blocks of cells, one of a few, whose place a tree of branches finds; the window's values
// stand in such a block of zeros. Along one axis the tile is in local memory, and cells belong to work-items by their
// coordinates modulo the window's width: a point touches one cell of each residue. It needs w work-items only, so that
// several copies of the tile take points in turns; the copies are added at the end. Where many points touch a tile,
// several work-groups share them.
#include <algorithm>
#include <vector>

#include "kernel/kernel_context.hpp"
#include "kernel/nufft/tile_walk.hpp"
#include "kernel/nufft/window_values.hpp"

namespace papilio::kernel {
namespace {

constexpr std::int64_t no_place = -(1 << 20);  // in no tile
/// Work-groups on a compute unit whose lines and blocks then fill its registers.
int many_groups(const NufftSpec& spec) { return spec.axes == 1 ? 0 : spec.precision == Precision::f32 ? 20 : 16; }

class GroupSpreadKernel {
 public:
  explicit GroupSpreadKernel(const NufftSpec& spec)
      : spec_(spec),
        b_(spec.name("spread"), spec.threads, many_groups(spec)),
        element_(element_of(spec.precision)),
        strengths_(b_.input("in", {element_})),
        points_(b_, spec),
        bins_(b_.input("bins", {ScalarKind::i32})),
        tile_(tile_cells(spec)),
        owning_(std::max(1, spec.axes - 1)),
        pitch_(spec.width | 1),
        vector_(spec.precision == Precision::f32 ? 4 : 2),
        block_(std::min<std::int64_t>(tile_[2], (spec.width + 2 * block_step - 2) / block_step * block_step)),
        copies_(std::clamp<std::int64_t>(spec.threads / spec.width, 1, spec.copies)) {
    points_.declare_window();
    geometry_ = b_.input("geometry", {ScalarKind::i32});
    tasks_ = b_.input("tasks", {ScalarKind::i32});
    partials_ = b_.output("partials", {element_});
    grid_ = b_.output("out", {element_});
    if (has_lines()) {
      sums_ = b_.registers("sums", element_, 2 * tile_[2]);
      // Neighbouring blocks begin in different banks.
      block_pitch_ = ((block_ / vector_ + 1) | 1) * vector_;
      blocks_ = b_.shared("blocks", element_, spec.threads * block_pitch_);
    } else {
      sums_ = b_.shared("sums", element_, 2 * copies_ * copy_pitch());
    }
    windows_ = b_.shared("windows", element_, owning_ * spec.threads * pitch_);
    numbers_ = b_.shared("numbers", element_, std::int64_t{2} * spec.threads);
    places_ = b_.shared("places", ScalarKind::i32, std::int64_t{spec.threads} * place_numbers());
  }

  Module build() {
    b_.scalar(Scalar::batch);
    b_.scalar(Scalar::repeat);
    const Value units = b_.let("units", cast(b_.scalar(Scalar::units), ScalarKind::i32));
    const Value transform = b_.let("transform", cast(b_.group_id() / units, ScalarKind::i64));
    const Value task = b_.let("task", cast(b_.group_id() % units, ScalarKind::i64) * spread_task_numbers);
    const auto number = [&](const char* name, std::int64_t i) { return b_.let(name, b_.load(tasks_, task + i)); };
    const TileWalk walk(b_, spec_, geometry_, bins_, number("tile", 0));
    const Value part = number("part", 1);
    const Value parts = number("parts", 2);
    const Value in = b_.let("from", b_.scalar(Scalar::in_offset) + transform * b_.scalar(Scalar::in_distance));
    begin_sums();
    walk.runs([&](const PointRun& run) {
      const Value all = b_.let("all", run.end - run.begin);
      const Value each = b_.let("each", all / parts);
      const Value more = b_.let("more", all % parts);  // the first parts have one point more
      const Value begin = b_.let("begin", run.begin + each * part + min(part, more));
      const Value end = b_.let("end", begin + each + select(part < more, b_.constant(1), b_.constant(0)));
      b_.loop("p", begin, end, {spec_.threads, Unroll::none}, [&](Value p) {
        const Value count = b_.let("count", min(end - p, b_.constant(spec_.threads)));
        b_.branch(b_.thread_id() < count,
                  [&] { fetch(run, b_.let("point", cast(p + b_.thread_id(), ScalarKind::i64)), in); });
        b_.barrier();
        b_.loop("q", copy_, count, {has_lines() ? 1 : copies_, Unroll::none},
                [&](Value q) { has_lines() ? add_to_line(q) : add_to_cell(q); });
        b_.barrier();
      });
    });
    const Value out = b_.let("to", b_.scalar(Scalar::out_offset) + transform * b_.scalar(Scalar::out_distance));
    b_.branch(
        parts == 1, [&] { copy(walk, out); },
        [&] { keep(transform * b_.scalar(Scalar::out_plane) + cast(number("slot", 3), ScalarKind::i64)); });
    return b_.finish();
  }

 private:
  /// A line's blocks begin at multiples of this number of cells.
  static constexpr std::int64_t block_step = 2;
  /// Numbers that tell where a point is, as one vector: its first cells along the owning axes, then its block, or its
  /// residue.
  [[nodiscard]] int place_numbers() const { return owning_ == 1 ? 2 : 4; }

  [[nodiscard]] bool has_lines() const { return spec_.axes > 1; }
  [[nodiscard]] std::int64_t copy_pitch() const { return tile_[2] + spec_.width; }
  Value zero(int lanes) { return b_.real(0, Type{element_, 1}.with_lanes(lanes)); }
  Value at(std::int64_t i) { return b_.constant(i); }

  /// `body` for numbers 0 .. count-1, shared out among the work-items.
  void over(std::int64_t count, const std::function<void(Value)>& body) {
    b_.loop("i", b_.thread_id(), b_.constant(count), {spec_.threads, Unroll::none}, body);
  }

  /// Clears the sums, and finds which of them are this work-item's: a line, or the cells of one residue in a copy.
  /// Work-items that are left over have a residue that no cell has.
  void begin_sums() {
    if (has_lines()) {
      copy_ = b_.constant(0);
      for (std::int64_t i = 0; i < tile_[2]; ++i) b_.store(sums_, at(2 * i), zero(2), 2);
      return;
    }
    const Value copy = b_.let("copy", b_.thread_id() / spec_.width);
    const Value taken = copy < copies_;
    copy_ = b_.let("taken", select(taken, copy, b_.constant(0)));
    own_ = b_.let("own", select(taken, b_.thread_id() % spec_.width, b_.constant(no_place)));
    over(copies_ * copy_pitch(), [&](Value i) { b_.store(sums_, i * 2, zero(2), 2); });
    b_.barrier();
  }

  /// This work-item's point of those that the work-group has at once into local memory.
  void fetch(const PointRun& run, Value point, Value in) {
    const Value own = b_.thread_id();
    const Value number = points_.number(point);
    std::vector<Value> offsets;
    std::vector<Value> starts;
    for (int axis = first_axis(spec_); axis < max_nufft_axes; ++axis) {
      offsets.push_back(points_.offset(point, axis));
      starts.push_back(b_.let("start", points_.start(point, axis) + run.shift[static_cast<std::size_t>(axis)]));
    }
    const Value strength = b_.load(strengths_, (in + number) * 2, 2, 2);
    const Value last = starts.back();
    // The multiple of the step below the start, where the line has such a block.
    const Value block = b_.let("block", min(max(last, 0), at(tile_[2] - block_)) / block_step);
    const Value within = b_.let("within", last - block * block_step);
    if (has_lines())
      each_vector([&](std::int64_t i, int lanes) { b_.store(blocks_, own * block_pitch_ + i, zero(lanes), lanes); });
    for (int cell = 0; cell < spec_.width; ++cell) {
      const std::vector<Value> coefficients = points_.coefficients(b_.constant(cell));
      for (int axis = 0; axis < owning_; ++axis)
        b_.store(windows_, window_slot(axis, own) + cell,
                 points_.window_of(offsets[static_cast<std::size_t>(axis)], coefficients));
      if (!has_lines()) continue;
      const Value place = b_.let("place", within + cell);
      const Value slot = select(place < 0, at(block_), max(min(place, at(block_)), 0));  // behind the block: nowhere
      b_.store(blocks_, own * block_pitch_ + slot, points_.window_of(offsets.back(), coefficients));
    }
    b_.store(numbers_, own * 2, strength, 2);
    std::vector<Value> places(starts.begin(), starts.begin() + owning_);
    if (has_lines()) {
      const Value touches = last > -std::int64_t{spec_.width} && last < tile_[2];
      places[0] = select(touches, places[0], at(-no_place));
      places.push_back(block);
    } else {
      // A multiple of the width from which any start in the bins that reach a tile may be subtracted.
      const std::int64_t enough = ((tile_[2] + bin_cells(spec_)[2]) / spec_.width + 2) * spec_.width;
      places.push_back((last + enough) % spec_.width);
    }
    places.resize(static_cast<std::size_t>(place_numbers()), at(0));
    b_.store(places_, own * place_numbers(), b_.concat(places), place_numbers());
  }

  /// `body` for the vectors of a block.
  void each_vector(const std::function<void(std::int64_t, int)>& body) const {
    for (std::int64_t i = 0; i < block_; i += vector_)
      body(i, static_cast<int>(std::min<std::int64_t>(vector_, block_ - i)));
  }

  /// The values of a point's window along an owning axis begin here.
  [[nodiscard]] Value window_slot(int axis, Value q) const { return (q + std::int64_t{axis} * spec_.threads) * pitch_; }

  /// A point's cells of this work-item's line.
  void add_to_line(Value q) {
    const Value place = b_.load(places_, q * place_numbers(), place_numbers(), place_numbers());
    const Value line = b_.thread_id();
    const Value coordinates[] = {line / tile_[1], line % tile_[1]};
    std::vector<Value> cells;
    Value inside = nullptr;
    for (int axis = 0; axis < owning_; ++axis) {
      const Value coordinate = owning_ == 1 ? line : coordinates[axis];
      const Value cell = b_.let("cell", coordinate - b_.lane(place, axis));
      const Value here = cell >= 0 && cell < spec_.width;
      inside = inside ? inside && here : here;
      cells.push_back(cell);
    }
    b_.branch(inside, [&] {
      Value weight = nullptr;
      for (int axis = 0; axis < owning_; ++axis) {
        const Value cell = max(min(cells[static_cast<std::size_t>(axis)], at(spec_.width - 1)), 0);
        const Value phi = b_.load(windows_, window_slot(axis, q) + cell);
        weight = weight ? b_.let("weight", weight * phi) : phi;
      }
      const Value strength = b_.load(numbers_, q * 2, 2, 2);
      const Value value = b_.let("value", strength * broadcast(weight, 2));
      std::vector<Value> phis;
      each_vector([&](std::int64_t i, int lanes) {
        const Value some = b_.load(blocks_, q * block_pitch_ + i, lanes, lanes);
        for (int lane = 0; lane < lanes; ++lane) phis.push_back(b_.lane(some, lane));
      });
      const Value block = b_.let("block", b_.lane(place, owning_));
      add_block(block, 0, (tile_[2] - block_) / block_step, [&](std::int64_t first) {
        for (std::int64_t i = 0; i < block_; ++i) {
          const Value sum = at(2 * (first + i));
          const Value phi = broadcast(phis[static_cast<std::size_t>(i)], 2);
          b_.store(sums_, sum, fma(value, phi, b_.load(sums_, sum, 2, 2)), 2);
        }
      });
    });
  }

  /// `body` with the first cell of that one of the blocks low .. high.
  void add_block(Value block, std::int64_t low, std::int64_t high, const std::function<void(std::int64_t)>& body) {
    if (low == high) return body(low * block_step);
    const std::int64_t middle = (low + high) / 2;
    b_.branch(
        block <= middle, [&] { add_block(block, low, middle, body); },
        [&] { add_block(block, middle + 1, high, body); });
  }

  /// A point's cell of this work-item's residue, with one axis.
  void add_to_cell(Value q) {
    const Value place = b_.load(places_, q * place_numbers(), place_numbers(), place_numbers());
    const Value ahead = b_.let("ahead", own_ - b_.lane(place, 1));
    const Value i = b_.let("i", select(ahead < 0, ahead + spec_.width, ahead));
    const Value cell = b_.let("cell", b_.lane(place, 0) + i);
    b_.branch(cell >= 0 && cell < tile_[2], [&] {
      const Value within = max(min(i, at(spec_.width - 1)), 0);
      const Value phi = b_.load(windows_, window_slot(0, q) + within);
      const Value strength = b_.load(numbers_, q * 2, 2, 2);
      const Value sum = b_.let("at", (copy_ * copy_pitch() + max(min(cell, at(tile_[2] - 1)), 0)) * 2);
      b_.store(sums_, sum, fma(strength, broadcast(phi, 2), b_.load(sums_, sum, 2, 2)), 2);
    });
  }

  /// The sum of a cell of this work-item's line; with one axis of a cell of the tile, all copies together.
  Value sum_at(Value i) {
    Value sum = b_.load(sums_, i * 2, 2, 2);
    for (std::int64_t copy = 1; !has_lines() && copy < copies_; ++copy)
      sum = b_.let("sum", sum + b_.load(sums_, (i + copy * copy_pitch()) * 2, 2, 2));
    return sum;
  }

  void copy(const TileWalk& walk, Value out) {
    const auto store = [&](Value to, Value i) { b_.store(grid_, (out + to) * 2, sum_at(i), 2); };
    if (!has_lines()) {
      return over(tile_[2], [&](Value i) { walk.when_in_grid(i, [&](Value to) { store(to, i); }); });
    }
    walk.when_in_grid(b_.thread_id() * tile_[2], [&](Value to) {
      const Value first = b_.let("first", to);
      for (std::int64_t i = 0; i < tile_[2]; ++i) b_.branch(i < walk.tile().cells[2], [&] { store(first + i, at(i)); });
    });
  }

  /// The whole tile as a part of the sum.
  void keep(Value slot) {
    const Value first = b_.let("partial", slot * (tile_[0] * tile_[1] * tile_[2]));
    const auto store = [&](Value to, Value i) { b_.store(partials_, to * 2, sum_at(i), 2); };
    if (!has_lines()) return over(tile_[2], [&](Value i) { store(first + cast(i, ScalarKind::i64), i); });
    const Value line = b_.let("line", first + cast(b_.thread_id(), ScalarKind::i64) * tile_[2]);
    for (std::int64_t i = 0; i < tile_[2]; ++i) store(line + i, at(i));
  }

  const NufftSpec& spec_;
  Builder b_;
  ScalarKind element_;
  const Buffer* strengths_;
  NufftPoints points_;
  const Buffer* bins_;
  PerAxis tile_;
  int owning_;                    ///< axes that tell a line, or a cell, from others: the first ones
  std::int64_t pitch_;            ///< from one point's window to the next
  int vector_;                    ///< numbers that one access to local memory moves
  std::int64_t block_;            ///< cells of a line that one point is added to
  std::int64_t block_pitch_ = 0;  ///< from one point's block to the next
  std::int64_t copies_;           ///< of the tile, with one axis
  Value copy_;                    ///< of this work-item
  Value own_;                     ///< its residue
  const Buffer* geometry_ = nullptr;
  const Buffer* tasks_ = nullptr;
  const Buffer* partials_ = nullptr;
  const Buffer* grid_ = nullptr;
  const Buffer* sums_ = nullptr;     ///< this work-item's line; with one axis the tile
  const Buffer* windows_ = nullptr;  ///< values of the points at once along each owning axis
  const Buffer* blocks_ = nullptr;   ///< values along a line
  const Buffer* numbers_ = nullptr;  ///< strengths
  const Buffer* places_ = nullptr;   ///< place_numbers() for each point, counted from the tile
};

}  // namespace

Module build_group_spread(const NufftSpec& spec) { return GroupSpreadKernel(spec).build(); }

}  // namespace papilio::kernel
