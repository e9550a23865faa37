// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spreading on CPUs: a work-item adds up a tile in a work buffer, with vectors along the last axis, and copies it to
// the grid. Rows have margins, so that vectors may hang over the tile's ends; other axes are clipped.
#include "kernel/kernel_context.hpp"
#include "kernel/nufft/tile_walk.hpp"
#include "kernel/nufft/window_values.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {
namespace {

constexpr int chunk_points = 64;

class SpreadKernel {
 public:
  explicit SpreadKernel(const NufftSpec& spec)
      : spec_(spec),
        b_(spec.name("spread"), 1),
        element_(element_of(spec.precision)),
        strengths_(b_.input("in", {element_})),
        points_(b_, spec),
        bins_(b_.input("bins", {ScalarKind::i32})) {
    points_.declare_window();
    geometry_ = b_.input("geometry", {ScalarKind::i32});
    work_ = b_.work("work", element_);
    grid_ = b_.output("out", {element_});
    for (int axis = first_axis(spec); axis < max_nufft_axes - 1; ++axis)
      windows_[static_cast<std::size_t>(axis)] = b_.shared(axis == 0 ? "phi0" : "phi1", element_, spec.padded_width());
    strengths_of_chunk_ = b_.shared("strengths", element_, std::int64_t{2} * chunk_points);
    const PerAxis tile = tile_cells(spec);
    pitch_ = 2 * (tile[2] + 2 * spec.padded_width());
    plane_ = pitch_ * tile[1];
  }

  Module build() {
    const Value units = b_.scalar(Scalar::units);
    work_base_ = b_.let("base", cast(b_.group_id(), ScalarKind::i64) * tile_scalars(spec_));
    for_units(b_, b_.scalar(Scalar::batch) * units, [&](Value unit) {
      const Value transform = b_.let("transform", unit / units);
      const Value tile = b_.let("tile", cast(unit % units, ScalarKind::i32));
      const TileWalk walk(b_, spec_, geometry_, bins_, tile);
      const Value in = b_.let("from", b_.scalar(Scalar::in_offset) + transform * b_.scalar(Scalar::in_distance));
      clear(walk.tile());
      walk.runs([&](const PointRun& run) {
        b_.loop("chunk", run.begin, run.end, {chunk_points, Unroll::none}, [&](Value begin) {
          const Value count = b_.let("count", min(run.end - begin, b_.constant(chunk_points)));
          gather(begin, count, in);
          points_from(begin, count, [&](Value i, Value p) {
            const Value strength = b_.load(strengths_of_chunk_, i * 2, 2, 2);
            add(walk.tile(), run, p, strength);
          });
        });
      });
      copy(walk, transform * b_.scalar(Scalar::out_distance));
    });
    return b_.finish();
  }

 private:
  /// Index of the cell of the tile in the work buffer, i64.
  Value cell(Value z, Value y, Value x) {
    return work_base_ + z * plane_ + y * pitch_ + (x + spec_.padded_width()) * 2;
  }

  /// Rows of the tile in memory: those of the tile's own size, from one margin to the other.
  void clear(const GridTile& tile) {
    const Value zero = b_.real(0, Type{element_, 1}.with_lanes(spec_.lanes));
    rows(tile, [&](Value z, Value y) {
      const Value row = b_.let("row", cell(z, y, b_.constant(-spec_.padded_width(), i64)));
      b_.loop("x", b_.constant(0), b_.constant(pitch_), {spec_.lanes, Unroll::none},
              [&](Value x) { b_.store(work_, row + x, zero); });
    });
  }

  void rows(const GridTile& tile, const std::function<void(Value, Value)>& body) {
    b_.loop("z", b_.constant(0), tile.cells[0], {1, Unroll::none}, [&](Value z) {
      b_.loop("y", b_.constant(0), tile.cells[1], {1, Unroll::none},
              [&](Value y) { body(cast(z, ScalarKind::i64), cast(y, ScalarKind::i64)); });
    });
  }

  /// The strengths of some points. They lie in the user's order, and the processor waits for one of them as long as for
  /// several that do not depend on each other.
  void gather(Value begin, Value count, Value in) {
    points_from(begin, count, [&](Value i, Value p) {
      const Value number = points_.number(p);
      b_.store(strengths_of_chunk_, i * 2, b_.load(strengths_, (in + number) * 2, 2, 2), 2);
    });
  }

  /// Loops over the points of a chunk; `body` gets their places in the chunk and among all points.
  void points_from(Value begin, Value count, const std::function<void(Value, Value)>& body) {
    b_.loop("i", b_.constant(0), count, {1, Unroll::none},
            [&](Value i) { body(i, b_.let("point", cast(begin + i, ScalarKind::i64))); });
  }

  /// One point's part of the tile, where its window touches it.
  void add(const GridTile& tile, const PointRun& run, Value p, Value strength) {
    std::array<Value, max_nufft_axes> at;
    Value touches = nullptr;
    for (int axis = first_axis(spec_); axis < max_nufft_axes; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      const Value start = points_.start(p, axis);
      at[a] = b_.let("at", start + run.shift[a]);
      const Value inside = b_.constant(-spec_.width) < at[a] && at[a] < tile.cells[a];
      touches = touches ? touches && inside : inside;
    }
    b_.branch(touches, [&] {
      const std::vector<Value> factors = twice(b_, points_.window(p, max_nufft_axes - 1));
      for (int axis = first_axis(spec_); axis < max_nufft_axes - 1; ++axis) {
        int cells = 0;
        for (const Value values : points_.window(p, axis)) {
          b_.store(windows_[static_cast<std::size_t>(axis)], b_.constant(cells), values, spec_.lanes);
          cells += spec_.lanes;
        }
      }
      along(0, tile, at, strength, [&](Value z, Value by_z) {
        along(1, tile, at, by_z,
              [&](Value y, Value by_y) { add_row(cell(z, y, cast(at[2], ScalarKind::i64)), by_y, factors); });
      });
    });
  }

  /// Loops over the cells of an axis that the window and the tile share; `body` gets the cell and the weighted
  /// strength.
  void along(std::size_t axis, const GridTile& tile, const std::array<Value, max_nufft_axes>& at, Value strength,
             const std::function<void(Value, Value)>& body) {
    if (windows_[axis] == nullptr) return body(b_.constant(0, i64), strength);
    const Value begin = b_.let("begin", max(-at[axis], 0));
    const Value end = b_.let("end", min(tile.cells[axis] - at[axis], b_.constant(spec_.width)));
    b_.loop("i", begin, end, {1, Unroll::none}, [&](Value i) {
      const Value phi = b_.load(windows_[axis], i);
      const Value weighted = b_.let("weighted", strength * broadcast(phi, 2));
      body(b_.let("cell", cast(at[axis] + i, ScalarKind::i64)), weighted);
    });
  }

  void add_row(Value index, Value strength, const std::vector<Value>& factors) {
    const Value start = b_.let("start", index);
    const Value weights = b_.let("weights", repeated(b_, strength, spec_.lanes));
    for (int v = 0; v * spec_.lanes < 2 * spec_.width; ++v) {
      const Value at = start + std::int64_t{v} * spec_.lanes;
      const Value sum = b_.load(work_, at, spec_.lanes);
      b_.store(work_, at, fma(factors[static_cast<std::size_t>(v)], weights, sum));
    }
  }

  void copy(const TileWalk& walk, Value out) {
    const GridTile& tile = walk.tile();
    const Value count = b_.let("count", tile.cells[2] * 2);
    const Value whole = b_.let("whole", count / spec_.lanes * spec_.lanes);
    rows(tile, [&](Value z, Value y) {
      const Value from = b_.let("row", cell(z, y, b_.constant(0, i64)));
      const Value line = (tile.first[0] + z) * walk.grid()[1] + tile.first[1] + y;
      const Value to = b_.let("to", (out + line * walk.grid()[2] + tile.first[2]) * 2);
      const auto move = [&](Value begin, Value end, int lanes) {
        b_.loop("x", begin, end, {lanes, Unroll::none}, [&](Value x) {
          const Value values = b_.load(work_, from + x, lanes);
          b_.store(grid_, to + x, values);
        });
      };
      move(b_.constant(0), whole, spec_.lanes);
      move(whole, count, 1);
    });
  }

  const NufftSpec& spec_;
  Builder b_;
  ScalarKind element_;
  const Buffer* strengths_;
  NufftPoints points_;
  const Buffer* bins_;
  const Buffer* geometry_ = nullptr;
  const Buffer* work_ = nullptr;
  const Buffer* grid_ = nullptr;
  const Buffer* strengths_of_chunk_ = nullptr;
  std::array<const Buffer*, max_nufft_axes> windows_{};  ///< values of one point along the outer axes
  std::int64_t pitch_ = 0;                               ///< scalars of a row of the work buffer
  std::int64_t plane_ = 0;
  Value work_base_;
};

}  // namespace

Module build_spread(const NufftSpec& spec) {
  return spec.on_cpu() ? SpreadKernel(spec).build() : build_group_spread(spec);
}

}  // namespace papilio::kernel
