// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Interpolation: each point is the sum of the cells that its window touches, times the window. On CPUs a work-item
// computes some neighbouring points one after the other with vectors along the last axis; on GPUs one point, with a
// complex number for a vector.
#include <functional>

#include "core/number_theory.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/nufft/window.hpp"
#include "kernel/nufft/window_values.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {
namespace {

class InterpolateKernel {
 public:
  explicit InterpolateKernel(const NufftSpec& spec)
      : spec_(spec),
        b_(spec.name("interpolate"), spec.threads),
        element_(element_of(spec.precision)),
        vectors_(ceil_div(2 * spec.width, spec.lanes)),
        grid_(b_.input("in", {element_})),
        points_(b_, spec) {
    points_.declare_window();
    geometry_ = b_.input("geometry", {ScalarKind::i32});
    values_ = b_.output("out", {element_});
    for (int axis = first_axis(spec); axis < max_nufft_axes - 1; ++axis) {
      windows_[static_cast<std::size_t>(axis)] =
          b_.shared(axis == 0 ? "phi0" : "phi1", element_, std::int64_t{spec.threads} * spec.padded_width());
    }
    sums_ = b_.registers("sums", element_, std::int64_t{vectors_} * spec.lanes);
    if (spec.on_cpu()) row_ = b_.shared("row", element_, std::int64_t{vectors_} * spec.lanes);
  }

  Module build() {
    const Value batch = b_.scalar(Scalar::batch);
    const Value units = b_.scalar(Scalar::units);
    if (!spec_.on_cpu()) {
      b_.scalar(Scalar::repeat);
      const Value group = b_.let("group", cast(b_.group_id(), ScalarKind::i64));
      unit(group / units, group % units);
      return b_.finish();
    }
    for_units(b_, batch * units, [&](Value u) { unit(u / units, u % units); });
    return b_.finish();
  }

 private:
  /// Some points of one transform.
  void unit(Value transform, Value unit) {
    lengths_ = load_geometry(b_, geometry_, 0, "n");
    const Value count = b_.scalar(Scalar::in_plane);
    const Value base = b_.let("base", transform * b_.scalar(Scalar::in_distance) * 2);
    const Value out = b_.let("to", b_.scalar(Scalar::out_offset) + transform * b_.scalar(Scalar::out_distance));
    const Value first = b_.let("first", unit * points_of_group(spec_));
    if (!spec_.on_cpu()) {
      const Value p = b_.let("p", first + b_.thread_id());
      return b_.branch(p < count, [&] { point(p, base, out); });
    }
    const Value last = b_.let("last", min(first + points_of_group(spec_), count));
    b_.loop("p", first, last, {1, Unroll::none}, [&](Value p) { point(p, base, out); });
  }

  void point(Value p, Value base, Value out) {
    for (int axis = first_axis(spec_); axis < max_nufft_axes; ++axis)
      start_[static_cast<std::size_t>(axis)] = points_.start(p, axis);
    for (int axis = first_axis(spec_); axis < max_nufft_axes - 1; ++axis) keep_window(p, axis);
    const Value zero = b_.real(0, Type{element_, 1}.with_lanes(spec_.lanes));
    for (int v = 0; v < vectors_; ++v) b_.store(sums_, b_.constant(std::int64_t{v} * spec_.lanes), zero, spec_.lanes);
    if (spec_.on_cpu()) {
      const Value inside = start_[2] + vectors_ * spec_.lanes / 2 <= lengths_[2];
      b_.branch(
          inside, [&] { rows(base, &InterpolateKernel::add_row); },
          [&] { rows(base, &InterpolateKernel::add_wrapped_row); });
    } else {
      for (int v = 0; v < vectors_; ++v) cells_[static_cast<std::size_t>(v)] = b_.let("x", wrapped(2, b_.constant(v)));
      rows(base, &InterpolateKernel::add_cells);
    }
    const std::vector<Value> factors = twice(b_, points_.window(p, max_nufft_axes - 1));
    const Value number = points_.number(p);
    b_.store(values_, (out + number) * 2, sum(factors), 2);
  }

  Value slot(Value cell) { return b_.thread_id() * spec_.padded_width() + cell; }

  void keep_window(Value p, int axis) {
    int cells = 0;
    for (const Value values : points_.window(p, axis)) {
      b_.store(windows_[static_cast<std::size_t>(axis)], slot(b_.constant(cells)), values, spec_.lanes);
      cells += spec_.lanes;
    }
  }

  /// start + cell modulo the axis's length.
  Value wrapped(std::size_t axis, Value cell) {
    const Value at = b_.let("at", start_[axis] + cell);
    return select(at < lengths_[axis], at, at - lengths_[axis]);
  }

  using AddRow = void (InterpolateKernel::*)(Value row, Value weight);
  void rows(Value base, AddRow add) {
    along(0, nullptr, [&](Value z, Value by_z) {
      along(1, by_z, [&](Value y, Value by_y) {
        const Value line = z * lengths_[1] + y;
        (this->*add)(b_.let("row", base + line * lengths_[2] * 2), by_y);
      });
    });
  }

  void along(std::size_t axis, Value weight, const std::function<void(Value, Value)>& body) {
    if (windows_[axis] == nullptr) return body(b_.constant(0, i64), weight);
    b_.loop("i", b_.constant(0), b_.constant(spec_.width), {1, Unroll::none}, [&](Value i) {
      const Value phi = b_.load(windows_[axis], slot(i));
      body(b_.let("cell", cast(wrapped(axis, i), ScalarKind::i64)), weight ? b_.let("weight", weight * phi) : phi);
    });
  }

  void accumulate(int v, Value values, Value weight) {
    const Value at = b_.constant(std::int64_t{v} * spec_.lanes);
    const Value before = b_.load(sums_, at, spec_.lanes, spec_.lanes);
    // One axis has no weight: the sum is the row.
    b_.store(sums_, at, weight ? fma(values, broadcast(weight, spec_.lanes), before) : values, spec_.lanes);
  }

  void add_row(Value row, Value weight) {
    const Value start = b_.let("start", row + cast(start_[2], ScalarKind::i64) * 2);
    for (int v = 0; v < vectors_; ++v)
      accumulate(v, b_.load(grid_, start + std::int64_t{v} * spec_.lanes, spec_.lanes), weight);
  }

  /// A row that goes on at the grid's other end, cell by cell.
  void add_wrapped_row(Value row, Value weight) {
    b_.loop("x", b_.constant(0), b_.constant(std::int64_t{vectors_} * spec_.lanes / 2), {1, Unroll::none},
            [&](Value x) {
              const Value values = b_.load(grid_, row + cast(wrapped(2, x), ScalarKind::i64) * 2, 2, 2);
              b_.store(row_, x * 2, values, 2);
            });
    for (int v = 0; v < vectors_; ++v)
      accumulate(v, b_.load(row_, b_.constant(std::int64_t{v} * spec_.lanes), spec_.lanes, spec_.lanes), weight);
  }

  /// On GPUs.
  void add_cells(Value row, Value weight) {
    for (int v = 0; v < vectors_; ++v) {
      const Value at = row + cast(cells_[static_cast<std::size_t>(v)], ScalarKind::i64) * 2;
      accumulate(v, b_.load(grid_, at, 2, 2), weight);
    }
  }

  /// The sum of all cells times the window along the last axis, as two lanes.
  Value sum(const std::vector<Value>& factors) {
    Value total = nullptr;
    for (int v = 0; v < vectors_; ++v) {
      const Value cells = b_.load(sums_, b_.constant(std::int64_t{v} * spec_.lanes), spec_.lanes, spec_.lanes);
      const Value factor = factors[static_cast<std::size_t>(v)];
      total = b_.let("total", total ? fma(cells, factor, total) : cells * factor);
    }
    for (int lanes = spec_.lanes / 2; lanes >= 2; lanes /= 2) {
      std::vector<int> low;
      std::vector<int> high;
      for (int lane = 0; lane < lanes; ++lane) {
        low.push_back(lane);
        high.push_back(lanes + lane);
      }
      total = b_.let("total", shuffle({total}, low) + shuffle({total}, high));
    }
    return total;
  }

  const NufftSpec& spec_;
  Builder b_;
  ScalarKind element_;
  int vectors_;  ///< of a row
  const Buffer* grid_;
  NufftPoints points_;
  const Buffer* geometry_ = nullptr;
  const Buffer* values_ = nullptr;
  std::array<const Buffer*, max_nufft_axes> windows_{};  ///< values of each work-item's point along the outer axes
  const Buffer* sums_ = nullptr;
  const Buffer* row_ = nullptr;
  std::array<Value, max_nufft_axes> lengths_;
  std::array<Value, max_nufft_axes> start_;
  std::array<Value, max_window_width> cells_;  ///< GPUs: of the point, along the last axis
};

}  // namespace

Module build_interpolate(const NufftSpec& spec) {
  return spec.shares ? build_group_interpolate(spec) : InterpolateKernel(spec).build();
}

}  // namespace papilio::kernel
