// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spreading on GPUs: a work-group adds up a tile in local memory. Cells belong to work-items by their coordinates
// modulo the window's width: a point touches one cell of each residue, so all work-items have one cell of each point
// (or as many as others), and none waits for another between two points.
#include <algorithm>

#include "kernel/kernel_context.hpp"
#include "kernel/nufft/tile_walk.hpp"
#include "kernel/nufft/window_values.hpp"

namespace papilio::kernel {
namespace {

constexpr int points_at_once = 16;  // whose windows are in local memory

class GroupSpreadKernel {
 public:
  explicit GroupSpreadKernel(const NufftSpec& spec)
      : spec_(spec),
        b_(spec.name("spread"), spec.threads),
        element_(element_of(spec.precision)),
        strengths_(b_.input("in", {element_})),
        points_(b_, spec),
        bins_(b_.input("bins", {ScalarKind::i32})),
        tile_(tile_cells(spec)) {
    points_.declare_window();
    geometry_ = b_.input("geometry", {ScalarKind::i32});
    grid_ = b_.output("out", {element_});
    cells_ = tile_[0] * tile_[1] * tile_[2];
    sums_ = b_.shared("sums", element_, 2 * cells_);
    windows_ = b_.shared("windows", element_, std::int64_t{points_at_once} * spec.axes * spec.width);
    numbers_ = b_.shared("numbers", element_, 2 * points_at_once);
    starts_ = b_.shared("at", ScalarKind::i32, std::int64_t{points_at_once} * spec.axes);
  }

  Module build() {
    b_.scalar(Scalar::batch);
    b_.scalar(Scalar::repeat);
    const Value units = b_.scalar(Scalar::units);
    const Value group = b_.let("group", cast(b_.group_id(), ScalarKind::i64));
    const Value transform = b_.let("transform", group / units);
    const TileWalk walk(b_, spec_, geometry_, bins_, b_.let("tile", cast(group % units, ScalarKind::i32)));
    const Value in = b_.let("from", b_.scalar(Scalar::in_offset) + transform * b_.scalar(Scalar::in_distance));
    const Value zero = b_.real(0, Type{element_, 2});
    over(cells_, [&](Value i) { b_.store(sums_, i * 2, zero, 2); });
    b_.barrier();
    walk.runs([&](const PointRun& run) {
      b_.loop("p", run.begin, run.end, {points_at_once, Unroll::none}, [&](Value p) {
        const Value count = b_.let("count", min(run.end - p, b_.constant(points_at_once)));
        fetch(run, p, count, in);
        b_.barrier();
        b_.loop("q", b_.constant(0), count, {1, Unroll::none}, [&](Value q) { add(q); });
        b_.barrier();
      });
    });
    copy(walk, transform * b_.scalar(Scalar::out_distance));
    return b_.finish();
  }

 private:
  /// `body` for numbers 0 .. count-1, shared out among the work-items.
  void over(std::int64_t count, const std::function<void(Value)>& body) {
    b_.loop("i", b_.thread_id(), b_.constant(count), {spec_.threads, Unroll::none}, body);
  }

  /// Windows, strengths and places of some points into local memory.
  void fetch(const PointRun& run, Value p, Value count, Value in) {
    const int values = spec_.axes * spec_.width;
    over(std::int64_t{points_at_once} * values, [&](Value i) {
      const Value q = b_.let("q", i / values);
      b_.branch(q < count, [&] {
        const Value point = b_.let("point", cast(p + q, ScalarKind::i64));
        for (int axis = 0; axis < spec_.axes; ++axis) {
          const Value cell = b_.let("cell", i % values - axis * spec_.width);
          b_.branch(cell >= 0 && cell < spec_.width, [&] {
            const Value phi = points_.window_at(point, first_axis(spec_) + axis, cell);
            b_.store(windows_, i, phi);
          });
        }
      });
    });
    over(points_at_once, [&](Value q) {
      b_.branch(q < count, [&] {
        const Value point = b_.let("point", cast(p + q, ScalarKind::i64));
        const Value number = points_.number(point);
        const Value strength = b_.load(strengths_, (in + number) * 2, 2, 2);
        b_.store(numbers_, q * 2, strength, 2);
        for (int axis = 0; axis < spec_.axes; ++axis) {
          const Value start = points_.start(point, first_axis(spec_) + axis);
          const auto a = static_cast<std::size_t>(first_axis(spec_) + axis);
          b_.store(starts_, q * spec_.axes + axis, start + run.shift[a]);
        }
      });
    });
  }

  /// This work-item's cells of one point in local memory.
  void add(Value q) {
    std::int64_t residues = 1;
    for (int axis = 0; axis < spec_.axes; ++axis) residues *= spec_.width;
    const Value strength = b_.load(numbers_, q * 2, 2, 2);
    std::vector<Value> starts;
    for (int axis = 0; axis < spec_.axes; ++axis) starts.push_back(b_.load(starts_, q * spec_.axes + axis));
    over(residues, [&](Value residue) {
      Value inside = nullptr;
      Value weight = nullptr;
      Value cell = b_.constant(0);
      std::int64_t rest = residues;
      std::vector<Value> places;
      for (int axis = 0; axis < spec_.axes; ++axis) {
        rest /= spec_.width;
        const Value own = residue / rest % spec_.width;
        const Value i = b_.let("i", (own + enough(axis) - starts[static_cast<std::size_t>(axis)]) % spec_.width);
        const Value place = b_.let("place", starts[static_cast<std::size_t>(axis)] + i);
        const Value here = place >= 0 && place < size(axis);
        inside = inside ? inside && here : here;
        places.push_back(place);
        const Value phi = b_.load(windows_, (q * spec_.axes + axis) * spec_.width + i);
        weight = weight ? weight * phi : phi;
        cell = cell * size(axis) + place;
      }
      b_.branch(inside, [&] {
        const Value at = b_.let("at", max(min(cell, b_.constant(cells_ - 1)), 0) * 2);
        const Value before = b_.load(sums_, at, 2, 2);
        b_.store(sums_, at, fma(strength, broadcast(b_.let("weight", weight), 2), before), 2);
      });
    });
  }

  [[nodiscard]] std::int64_t size(int axis) const { return tile_[static_cast<std::size_t>(first_axis(spec_) + axis)]; }
  /// A multiple of the width from which any start in the bins that reach a tile may be subtracted.
  [[nodiscard]] std::int64_t enough(int axis) const {
    const auto a = static_cast<std::size_t>(first_axis(spec_) + axis);
    return ((tile_[a] + bin_cells(spec_)[a]) / spec_.width + 2) * spec_.width;
  }

  void copy(const TileWalk& walk, Value out) {
    over(cells_, [&](Value i) {
      const Value place[] = {b_.let("z", i / (tile_[1] * tile_[2])), b_.let("y", i / tile_[2] % tile_[1]),
                             b_.let("x", i % tile_[2])};
      const auto& cells = walk.tile().cells;
      b_.branch(place[0] < cells[0] && place[1] < cells[1] && place[2] < cells[2], [&] {
        const auto& first = walk.tile().first;
        const auto& grid = walk.grid();
        const Value line = cast(first[0] + place[0], ScalarKind::i64) * grid[1] + first[1] + place[1];
        const Value values = b_.load(sums_, i * 2, 2, 2);
        b_.store(grid_, (out + line * grid[2] + first[2] + place[2]) * 2, values, 2);
      });
    });
  }

  const NufftSpec& spec_;
  Builder b_;
  ScalarKind element_;
  const Buffer* strengths_;
  NufftPoints points_;
  const Buffer* bins_;
  PerAxis tile_;
  std::int64_t cells_ = 0;
  const Buffer* geometry_ = nullptr;
  const Buffer* grid_ = nullptr;
  const Buffer* sums_ = nullptr;     ///< the tile
  const Buffer* windows_ = nullptr;  ///< of some points: value of each cell along each axis
  const Buffer* numbers_ = nullptr;  ///< their strengths
  const Buffer* starts_ = nullptr;   ///< and first cells, counted from the tile's
};

}  // namespace

Module build_group_spread(const NufftSpec& spec) { return GroupSpreadKernel(spec).build(); }

}  // namespace papilio::kernel
