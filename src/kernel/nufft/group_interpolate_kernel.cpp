// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Interpolation on GPUs along three axes: neighbouring work-items share a point, one for each of its cells along the
// last axis, so that together they read rows of the grid. Each adds up its column of cells; the sums of a point's
// columns are added in their order. A work-group computes some points after one another, which are neighbours on the
// grid, too: their cells stay in the cache.
#include "kernel/kernel_context.hpp"
#include "kernel/nufft/window_values.hpp"

namespace papilio::kernel {
namespace {

/// Work-groups that a compute unit should hold. Without a limit the driver of an H200 gave 182 registers to a
/// work-item, so that two were resident, and they waited for their cells.
int resident_groups(const NufftSpec& spec) { return spec.precision == Precision::f32 ? 4 : 3; }

class GroupInterpolateKernel {
 public:
  explicit GroupInterpolateKernel(const NufftSpec& spec)
      : spec_(spec),
        b_(spec.name("interpolate"), spec.threads, resident_groups(spec)),
        element_(element_of(spec.precision)),
        at_once_(spec.threads / spec.width),
        grid_(b_.input("in", {element_})),
        points_(b_, spec) {
    points_.declare_window();
    geometry_ = b_.input("geometry", {ScalarKind::i32});
    values_ = b_.output("out", {element_});
    const std::int64_t cells = std::int64_t{at_once_ + 1} * spec.width;  // some work-items have no point
    windows_ = {b_.shared("phi0", element_, cells), b_.shared("phi1", element_, cells),
                b_.shared("phi2", element_, cells)};
    rows_ = b_.shared("rows", ScalarKind::i32, cells);
    columns_ = b_.shared("columns", element_, 2 * cells);
    sum_ = b_.registers("sum", element_, 2);
  }

  Module build() {
    b_.scalar(Scalar::batch);
    const Value distance = b_.scalar(Scalar::in_distance);
    const Value out_distance = b_.scalar(Scalar::out_distance);
    const Value out_offset = b_.scalar(Scalar::out_offset);
    b_.scalar(Scalar::repeat);
    const Value count = b_.scalar(Scalar::in_plane);
    const Value units = b_.let("units", cast(b_.scalar(Scalar::units), ScalarKind::i32));
    const Value transform = b_.let("transform", cast(b_.group_id() / units, ScalarKind::i64));
    lengths_ = load_geometry(b_, geometry_, 0, "n");
    base_ = b_.let("base", transform * distance);
    const Value out = b_.let("to", out_offset + transform * out_distance);
    const Value first = b_.let("first", cast(b_.group_id() % units, ScalarKind::i64) * points_of_group(spec_));
    own_ = b_.let("own", b_.thread_id() / spec_.width);
    column_ = b_.let("column", b_.thread_id() % spec_.width);
    b_.loop("k", b_.constant(0), b_.constant(points_of_group(spec_)), {at_once_, Unroll::none}, [&](Value k) {
      const Value begin = b_.let("begin", first + k);
      const Value p = b_.let("p", min(begin + own_, count - 1));
      keep_windows(p);
      b_.barrier();
      b_.branch(begin + own_ < count && own_ < at_once_, [&] { add_column(p); });
      b_.barrier();
      const Value q = b_.let("q", begin + b_.thread_id());
      b_.branch(b_.thread_id() < at_once_ && q < count, [&] { add_columns(q, out); });
    });
    return b_.finish();
  }

 private:
  /// In local memory, cell `i` of this work-item's point.
  Value slot(Value i) { return own_ * spec_.width + i; }

  /// The values of this work-item's cell of its point's windows, and the place of that row in its plane.
  void keep_windows(Value p) {
    const std::vector<Value> coefficients = points_.coefficients(column_);
    for (int axis = 0; axis < max_nufft_axes; ++axis)
      b_.store(windows_[static_cast<std::size_t>(axis)], slot(column_),
               points_.window_of(points_.offset(p, axis), coefficients));
    b_.store(rows_, slot(column_), wrapped(points_.start(p, 1), column_, 1) * lengths_[2]);
  }

  /// start + cell modulo the axis's length.
  Value wrapped(Value start, Value cell, std::size_t axis) {
    const Value at = b_.let("at", start + cell);
    return b_.let("cell", select(at < lengths_[axis], at, at - lengths_[axis]));
  }

  /// A row's place, and its value of the window along the middle axis.
  struct Row {
    Value place;
    Value factor;
  };

  /// Rows of this work-item's point, for all planes.
  std::vector<Row> rows() {
    std::vector<Row> rows;
    for (int j = 0; j < spec_.width; ++j) {
      const Value at = slot(b_.constant(j));
      const Value place = b_.load(rows_, at);
      rows.push_back({place, b_.load(windows_[1], at)});
    }
    return rows;
  }

  /// This work-item's cells of a plane times the window along the middle axis; `from` is the column's cell in row 0.
  Value plane(Value from, const std::vector<Row>& rows) {
    Value sum = nullptr;
    for (const Row& row : rows) {
      const Value cell = b_.load(grid_, from + cast(row.place, ScalarKind::i64) * 2, 2, 2);
      const Value factor = broadcast(row.factor, 2);
      sum = b_.let("sum", sum ? fma(cell, factor, sum) : cell * factor);
    }
    return sum;
  }

  /// The cells of this work-item's column times the windows along all axes.
  void add_column(Value p) {
    const Value start = points_.start(p, 0);
    const Value step = b_.let("step", cast(lengths_[1], ScalarKind::i64) * lengths_[2] * 2);
    const Value place = base_ + wrapped(points_.start(p, 2), column_, 2);
    const Value first = b_.let("first", place * 2);
    const std::vector<Row> all = rows();
    const Value zero = b_.constant(0);
    b_.store(sum_, zero, b_.real(0, Type{element_, 2}), 2);
    const auto add_plane = [&](Value i, Value from) {
      const Value phi = b_.load(windows_[0], slot(i));
      const Value sum = plane(from, all);
      b_.store(sum_, zero, fma(sum, broadcast(phi, 2), b_.load(sum_, zero, 2, 2)), 2);
    };
    if (spec_.precision == Precision::f32 && spec_.width <= 8) {
      const Value back = b_.let("back", step - step * lengths_[0]);
      Value from = b_.let("from", first + cast(start, ScalarKind::i64) * step);
      for (int i = 0; i < spec_.width; ++i) {
        add_plane(b_.constant(i), from);
        from = b_.let("from", from + select(start + (i + 1) == lengths_[0], back, step));
      }
    } else {
      b_.loop("i", zero, b_.constant(spec_.width), {1, Unroll::none}, [&](Value i) {
        add_plane(i, b_.let("from", first + cast(wrapped(start, i, 0), ScalarKind::i64) * step));
      });
    }
    const Value phi = b_.load(windows_[2], slot(column_));
    b_.store(columns_, slot(column_) * 2, b_.load(sum_, zero, 2, 2) * broadcast(phi, 2), 2);
  }

  /// The value at one of the points that the work-group has at once.
  void add_columns(Value q, Value out) {
    const Value from = b_.let("from", min(b_.thread_id(), b_.constant(at_once_ - 1)) * spec_.width * 2);
    Value total = nullptr;
    for (int i = 0; i < spec_.width; ++i) {
      const Value column = b_.load(columns_, from + 2 * i, 2, 2);
      total = total ? b_.let("total", total + column) : column;
    }
    const Value number = points_.number(q);
    b_.store(values_, (out + number) * 2, total, 2);
  }

  const NufftSpec& spec_;
  Builder b_;
  ScalarKind element_;
  int at_once_;  ///< points of a work-group
  const Buffer* grid_;
  NufftPoints points_;
  const Buffer* geometry_ = nullptr;
  const Buffer* values_ = nullptr;
  std::array<const Buffer*, max_nufft_axes> windows_{};  ///< value of each cell of the points at once
  const Buffer* rows_ = nullptr;                         ///< first cell of each row of a plane
  const Buffer* columns_ = nullptr;                      ///< sum of each column
  const Buffer* sum_ = nullptr;
  std::array<Value, max_nufft_axes> lengths_;
  Value base_;    ///< the grid's first cell
  Value own_;     ///< which of the points is this work-item's
  Value column_;  ///< and which of its columns
};

}  // namespace

Module build_group_interpolate(const NufftSpec& spec) { return GroupInterpolateKernel(spec).build(); }

}  // namespace papilio::kernel
