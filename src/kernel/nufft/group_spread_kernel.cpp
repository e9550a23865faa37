// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spreading on GPUs: a work-group adds up a tile in local memory. Lines of cells along the last axis belong to
// work-items by their coordinates modulo the window's width: a point touches one line of each residue, w cells of it,
// and none waits for another between two points. With one axis there are no lines, and cells belong to work-items in
// this way. A point of one or two axes needs w work-items only, so that several copies of the tile take points in
// turns; the copies are added at the end. Where many points touch a tile, several work-groups share them.
#include <algorithm>
#include <vector>

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
        tile_(tile_cells(spec)),
        line_(has_lines() ? tile_[2] + 1 : tile_[2]),
        owning_(std::max(1, spec.axes - 1)) {
    points_.declare_window();
    geometry_ = b_.input("geometry", {ScalarKind::i32});
    tasks_ = b_.input("tasks", {ScalarKind::i32});
    partials_ = b_.output("partials", {element_});
    grid_ = b_.output("out", {element_});
    // Lines of one residue after the other lie in different banks.
    constexpr std::int64_t banks = 16;
    plane_ = tile_[1] * line_;
    if (spec.axes == 3) plane_ += (spec.width + banks - plane_ % banks) % banks;
    cells_ = tile_[0] * plane_ + (spec.axes == 3 ? 0 : spec.width);
    for (int axis = 0; axis < owning_; ++axis) lines_of_point_ *= spec.width;
    copies_ = spec.axes == 3 ? 1 : std::clamp<std::int64_t>(spec.threads / lines_of_point_, 1, spec.copies);
    sums_ = b_.shared("sums", element_, 2 * copies_ * cells_);
    windows_ = b_.shared("windows", element_, std::int64_t{points_at_once} * spec.axes * spec.width);
    numbers_ = b_.shared("numbers", element_, 2 * points_at_once);
    starts_ = b_.shared("at", ScalarKind::i32, std::int64_t{points_at_once} * spec.axes);
    phases_ = b_.shared("phases", ScalarKind::i32, std::int64_t{points_at_once} * owning_);
  }

  Module build() {
    b_.scalar(Scalar::batch);
    b_.scalar(Scalar::repeat);
    const Value units = b_.scalar(Scalar::units);
    const Value group = b_.let("group", cast(b_.group_id(), ScalarKind::i64));
    const Value transform = b_.let("transform", group / units);
    const Value task = b_.let("task", group % units * spread_task_numbers);
    const auto number = [&](const char* name, std::int64_t i) { return b_.let(name, b_.load(tasks_, task + i)); };
    const TileWalk walk(b_, spec_, geometry_, bins_, number("tile", 0));
    const Value part = number("part", 1);
    const Value parts = number("parts", 2);
    const Value in = b_.let("from", b_.scalar(Scalar::in_offset) + transform * b_.scalar(Scalar::in_distance));
    const Value zero = b_.real(0, Type{element_, 2});
    over(copies_ * cells_, [&](Value i) { b_.store(sums_, i * 2, zero, 2); });
    own_residues();
    b_.barrier();
    walk.runs([&](const PointRun& run) {
      const Value all = b_.let("all", run.end - run.begin);
      const Value each = b_.let("each", all / parts);
      const Value more = b_.let("more", all % parts);  // the first parts have one point more
      const Value begin = b_.let("begin", run.begin + each * part + min(part, more));
      const Value end = b_.let("end", begin + each + select(part < more, b_.constant(1), b_.constant(0)));
      b_.loop("p", begin, end, {points_at_once, Unroll::none}, [&](Value p) {
        const Value count = b_.let("count", min(end - p, b_.constant(points_at_once)));
        fetch(run, p, count, in);
        b_.barrier();
        b_.loop("q", copy_, count, {copies_, Unroll::none}, [&](Value q) { add(q); });
        b_.barrier();
      });
    });
    const Value out = b_.let("to", b_.scalar(Scalar::out_offset) + transform * b_.scalar(Scalar::out_distance));
    b_.branch(
        parts == 1, [&] { copy(walk, out); },
        [&] {
          const Value slots = b_.scalar(Scalar::out_plane);
          keep(transform * slots + cast(number("slot", 3), ScalarKind::i64));
        });
    return b_.finish();
  }

 private:
  /// `body` for numbers 0 .. count-1, shared out among the work-items.
  void over(std::int64_t count, const std::function<void(Value)>& body) {
    b_.loop("i", b_.thread_id(), b_.constant(count), {spec_.threads, Unroll::none}, body);
  }

  /// The copy of this work-item, and the residues of its lines along the owning axes, once for all points. Work-items
  /// that are left over have a residue that no line has.
  void own_residues() {
    const std::int64_t all = lines_of_point_;
    if (copies_ > 1) {
      const Value copy = b_.let("copy", b_.thread_id() / all);
      const Value taken = copy < copies_;
      copy_ = b_.let("taken", select(taken, copy, b_.constant(0)));
      residues_.push_back({b_.let("own", select(taken, b_.thread_id() % all, b_.constant(spec_.width)))});
      return;
    }
    copy_ = b_.constant(0);
    for (std::int64_t first = 0; first < all; first += spec_.threads) {
      const Value residue = b_.let("residue", b_.thread_id() + first);
      std::vector<Value> own;
      std::int64_t rest = all;
      for (int axis = 0; axis < owning_; ++axis) {
        rest /= spec_.width;
        own.push_back(b_.let("own", axis == 0 ? residue / rest : residue / rest % spec_.width));
      }
      residues_.push_back(std::move(own));
    }
  }

  /// Windows, strengths and places of some points into local memory.
  void fetch(const PointRun& run, Value p, Value count, Value in) {
    for (int axis = 0; axis < spec_.axes; ++axis) {
      over(std::int64_t{points_at_once} * spec_.width, [&](Value i) {
        const Value q = b_.let("q", i / spec_.width);
        b_.branch(q < count, [&] {
          const Value point = b_.let("point", cast(p + q, ScalarKind::i64));
          const Value phi = points_.window_at(point, first_axis(spec_) + axis, b_.let("cell", i % spec_.width));
          b_.store(windows_, i + std::int64_t{axis} * points_at_once * spec_.width, phi);
        });
      });
    }
    over(points_at_once, [&](Value q) {
      b_.branch(q < count, [&] {
        const Value point = b_.let("point", cast(p + q, ScalarKind::i64));
        const Value number = points_.number(point);
        const Value strength = b_.load(strengths_, (in + number) * 2, 2, 2);
        b_.store(numbers_, q * 2, strength, 2);
        for (int axis = 0; axis < spec_.axes; ++axis) {
          const auto a = static_cast<std::size_t>(first_axis(spec_) + axis);
          const Value start = b_.let("start", points_.start(point, first_axis(spec_) + axis) + run.shift[a]);
          b_.store(starts_, q * spec_.axes + axis, start);
          if (axis < owning_) b_.store(phases_, q * owning_ + axis, (start + enough(axis)) % spec_.width);
        }
      });
    });
  }

  /// The value of a point's window at a cell along an axis.
  Value phi(Value q, int axis, Value cell) {
    return b_.load(windows_, (q + std::int64_t{axis} * points_at_once) * spec_.width + cell);
  }

  /// This work-item's cells of one point in local memory.
  void add(Value q) {
    std::vector<Value> starts;
    Value touches = nullptr;
    for (int axis = 0; axis < spec_.axes; ++axis) {
      const Value start = b_.let("start", b_.load(starts_, q * spec_.axes + axis));
      const Value here = start > -std::int64_t{spec_.width} && start < size(axis);
      touches = touches ? touches && here : here;
      starts.push_back(start);
    }
    b_.when(touches, [&] {
      for (const std::vector<Value>& own : residues_) add_own(q, starts, own);
    });
  }

  /// The cells, or lines of cells, of these residues.
  void add_own(Value q, const std::vector<Value>& starts, const std::vector<Value>& own) {
    Value inside = nullptr;
    Value weight = nullptr;
    Value cell = copies_ > 1 ? b_.let("first", copy_ * cells_) : b_.constant(0);
    for (int axis = 0; axis < owning_; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      const Value ahead = b_.let("ahead", own[a] - b_.load(phases_, q * owning_ + axis));
      const Value i = b_.let("i", select(ahead < 0, ahead + spec_.width, ahead));
      const Value place = b_.let("place", starts[a] + i);
      Value here = place >= 0 && place < size(axis);
      if (axis == 0) here = here && own[0] < spec_.width;  // else no residue
      inside = inside ? inside && here : here;
      const Value factor = phi(q, axis, b_.let("within", max(min(i, b_.constant(spec_.width - 1)), 0)));
      weight = weight ? weight * factor : factor;
      cell = cell + place * (axis + 1 < spec_.axes ? (axis + 2 < spec_.axes ? plane_ : line_) : 1);
    }
    b_.when(inside, [&] {
      const Value strength = b_.load(numbers_, q * 2, 2, 2);
      const Value factor = broadcast(b_.let("weight", weight), 2);
      if (has_lines()) return add_line(q, starts.back(), cell, b_.let("value", strength * factor));
      const Value at = b_.let("at", max(min(cell, b_.constant(copies_ * cells_ - 1)), 0) * 2);
      b_.store(sums_, at, fma(strength, factor, b_.load(sums_, at, 2, 2)), 2);
    });
  }

  /// A point's cells along the last axis, of the line that begins at `cell`. All work-items of a copy take the same
  /// branch.
  void add_line(Value q, Value start, Value cell, Value strength) {
    const int last = spec_.axes - 1;
    const auto sum = [&](int i, Value before) {
      return fma(strength, broadcast(phi(q, last, b_.constant(i)), 2), before);
    };
    const int width = spec_.width;
    const std::int64_t end = copies_ * cells_;
    b_.branch(
        start >= 0 && start <= size(last) - width,
        [&] {
          const Value at = b_.let("at", max(min(cell + start, b_.constant(end - width)), 0) * 2);
          std::vector<Value> before;
          for (int i = 0; i < width; ++i) before.push_back(b_.let("before", b_.load(sums_, at + 2 * i, 2, 2)));
          for (int i = 0; i < width; ++i) b_.store(sums_, at + 2 * i, sum(i, before[static_cast<std::size_t>(i)]), 2);
        },
        [&] {
          for (int i = 0; i < width; ++i) {
            const Value place = b_.let("place", start + i);
            b_.when(place >= 0 && place < size(last), [&] {
              const Value at = b_.let("at", max(min(cell + place, b_.constant(end - 1)), 0) * 2);
              b_.store(sums_, at, sum(i, b_.load(sums_, at, 2, 2)), 2);
            });
          }
        });
  }

  [[nodiscard]] bool has_lines() const { return spec_.axes > 1; }
  [[nodiscard]] std::int64_t size(int axis) const { return tile_[static_cast<std::size_t>(first_axis(spec_) + axis)]; }
  /// A multiple of the width from which any start in the bins that reach a tile may be subtracted.
  [[nodiscard]] std::int64_t enough(int axis) const {
    const auto a = static_cast<std::size_t>(first_axis(spec_) + axis);
    return ((tile_[a] + bin_cells(spec_)[a]) / spec_.width + 2) * spec_.width;
  }

  /// Cell `i` of the tile, all copies together.
  Value sum_at(Value i) {
    const Value at =
        b_.let("at", (i / (tile_[1] * tile_[2]) * plane_ + i / tile_[2] % tile_[1] * line_ + i % tile_[2]) * 2);
    Value sum = b_.load(sums_, at, 2, 2);
    for (std::int64_t copy = 1; copy < copies_; ++copy)
      sum = b_.let("sum", sum + b_.load(sums_, at + 2 * copy * cells_, 2, 2));
    return sum;
  }

  void copy(const TileWalk& walk, Value out) {
    over(tile_[0] * tile_[1] * tile_[2],
         [&](Value i) { walk.when_in_grid(i, [&](Value at) { b_.store(grid_, (out + at) * 2, sum_at(i), 2); }); });
  }

  /// The whole tile as a part of the sum.
  void keep(Value slot) {
    const std::int64_t cells = tile_[0] * tile_[1] * tile_[2];
    const Value to = b_.let("partial", slot * cells);
    over(cells, [&](Value i) { b_.store(partials_, (to + cast(i, ScalarKind::i64)) * 2, sum_at(i), 2); });
  }

  const NufftSpec& spec_;
  Builder b_;
  ScalarKind element_;
  const Buffer* strengths_;
  NufftPoints points_;
  const Buffer* bins_;
  PerAxis tile_;
  std::int64_t line_;                ///< from one line of the tile to the next, in cells
  std::int64_t plane_ = 0;           ///< from one plane to the next
  std::int64_t cells_ = 0;           ///< of a copy in local memory
  std::int64_t lines_of_point_ = 1;  ///< that a point touches; without lines cells
  std::int64_t copies_ = 1;
  int owning_;                                ///< axes whose residues belong to work-items, the first ones
  Value copy_;                                ///< of this work-item
  std::vector<std::vector<Value>> residues_;  ///< along these axes
  const Buffer* geometry_ = nullptr;
  const Buffer* tasks_ = nullptr;
  const Buffer* partials_ = nullptr;
  const Buffer* grid_ = nullptr;
  const Buffer* sums_ = nullptr;     ///< the tile
  const Buffer* windows_ = nullptr;  ///< of some points: value of each cell along each axis
  const Buffer* numbers_ = nullptr;  ///< their strengths
  const Buffer* starts_ = nullptr;   ///< and first cells, counted from the tile's
  const Buffer* phases_ = nullptr;   ///< the residues of these along the owning axes
};

}  // namespace

Module build_group_spread(const NufftSpec& spec) { return GroupSpreadKernel(spec).build(); }

}  // namespace papilio::kernel
