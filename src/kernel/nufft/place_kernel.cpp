// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels that place points on the fine grid of a GPU. They repeat the arithmetic of api::sorted_points(), operation by
// operation, so that both give the same bins and the same bits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <vector>

#include "kernel/kernel_context.hpp"
#include "kernel/nufft/sort_block.hpp"
#include "kernel/nufft/sort_kernels.hpp"
#include "kernel/nufft/window_values.hpp"

namespace papilio::kernel {
namespace {

constexpr Type real64{ScalarKind::f64, 1};

/// The digits of a factor in two parts; without lower ones it has at most 27.
struct FactorDigits {
  Value upper;
  Value lower;
};

class PlaceKernel {
 public:
  PlaceKernel(const NufftSpec& spec, const char* name)
      : spec_(spec),
        b_(spec.name(name), spec.threads),
        element_(element_of(spec.precision)),
        packed_numbers_(packed_numbers(spec.axes)),
        lanes_(std::min(packed_numbers_, spec.precision == Precision::f32 ? 4 : 2)) {}

  Module bins() {
    std::vector<const Buffer*> coordinates;
    for (int axis = 0; axis < spec_.axes; ++axis) coordinates.push_back(b_.input(fmt::format("x{}", axis), {element_}));
    load_grid();
    const Buffer* const bins = b_.output("bins", {ScalarKind::i32});
    const Buffer* const sums = b_.output("counts", {ScalarKind::i32});
    const Buffer* const packed = packed_numbers_ > 1 ? b_.output("packed", {element_}) : nullptr;
    BlockCounts digits(b_);
    digits.clear();
    const auto counts = load_geometry(b_, geometry_, max_nufft_axes, "bins");
    const PerAxis size = bin_cells(spec_);
    const Value block = b_.let("block", cast(b_.group_id(), ScalarKind::i64));
    each_point(block, [&](Value j) {
      std::vector<Value> point;
      for (const Buffer* const of_axis : coordinates) point.push_back(b_.load(of_axis, j));
      Value bin = b_.constant(0);
      Value fine;
      for (int axis = 0; axis < spec_.axes; ++axis) {
        const std::size_t a = of_three(axis);
        const PointPlace place = placed(axis, point[static_cast<std::size_t>(axis)], false);
        fine = fine ? fine && place.fine : place.fine;
        bin = b_.let("bin", bin * counts[a] + (place.start >> std::countr_zero(static_cast<std::uint64_t>(size[a]))));
      }
      bin = b_.let("bin", select(fine, bin, counts[0] * counts[1] * counts[2]));
      b_.store(bins, j, bin);
      digits.add(bin, nullptr);
      if (packed == nullptr) return;
      point.resize(static_cast<std::size_t>(packed_numbers_), point.back());
      for (int i = 0; i < packed_numbers_; i += lanes_)
        b_.store(packed, j * packed_numbers_ + i, concat({point.begin() + i, point.begin() + i + lanes_}), lanes_);
    });
    b_.barrier();
    digits.store_sums(sums, block, b_.scalar(Scalar::units));
    return b_.finish();
  }

  Module places() {
    const Buffer* const packed = b_.input("x", {element_});
    load_grid();
    const Buffer* const order = b_.input("order", {ScalarKind::i32});
    const Buffer* const starts = b_.output("starts", {ScalarKind::i32});
    const Buffer* const offsets = b_.output("offsets", {element_});
    const Buffer* const keys = b_.input("keys", {ScalarKind::i32});
    const Buffer* const firsts = b_.output("firsts", {ScalarKind::i32});
    const Value group = b_.let("group", cast(b_.group_id(), ScalarKind::i64));
    const Value searching = b_.let("searching", (b_.scalar(Scalar::units) + (spec_.threads - 1)) / spec_.threads);
    b_.branch(
        group < searching, [&] { search(keys, firsts, b_.let("bin", group * spec_.threads + b_.thread_id())); },
        [&] {
          place(group - searching, {packed, order, starts, offsets});
        });
    return b_.finish();
  }

 private:
  struct PlaceBuffers {
    const Buffer* packed;
    const Buffer* order;
    const Buffer* starts;
    const Buffer* offsets;
  };

  void place(Value block, const PlaceBuffers& to) {
    each_point(block, [&](Value p) {
      const Value j = b_.let("j", cast(b_.load(to.order, p), ScalarKind::i64));
      std::vector<Value> point;
      for (int i = 0; i < packed_numbers_; i += lanes_) {
        const Value some = b_.load(to.packed, j * packed_numbers_ + i, lanes_, lanes_);
        for (int l = 0; l < lanes_; ++l) point.push_back(lanes_ > 1 ? lane(some, l) : some);
      }
      for (int axis = 0; axis < spec_.axes; ++axis) {
        const PointPlace place = placed(axis, point[static_cast<std::size_t>(axis)], true);
        b_.store(to.starts, count_ * axis + p, place.start);
        b_.store(to.offsets, count_ * axis + p, cast(place.s, element_));
      }
    });
  }

  /// The first of the sorted keys that is at least `bin`, by halving.
  void search(const Buffer* keys, const Buffer* firsts, Value bin) {
    const Buffer* const ends = b_.registers("ends", ScalarKind::i64, 2);
    const Value low_place = b_.constant(0);
    const Value high_place = b_.constant(1);
    b_.branch(bin < b_.scalar(Scalar::units), [&] {
      b_.store(ends, low_place, b_.constant(0, i64));
      b_.store(ends, high_place, count_);
      b_.loop("step", b_.constant(0, i64), b_.scalar(Scalar::repeat), {1, Unroll::none}, [&](Value) {
        const Value low = b_.load(ends, low_place);
        const Value high = b_.load(ends, high_place);
        const Value middle = b_.let("middle", (low + high) / 2);
        const Value key = b_.load(keys, min(middle, count_ - 1));
        const Value before = b_.let("less", low < high && cast(key, ScalarKind::i64) < bin);
        b_.store(ends, low_place, select(before, middle + 1, low));
        b_.store(ends, high_place, select(before, high, middle));
      });
      const Value first = b_.load(ends, low_place);
      b_.store(firsts, bin, cast(first, ScalarKind::i32));
    });
  }

  /// api::WindowPlace, and whether the coordinate is one that this kernel can place.
  struct PointPlace {
    Value start;
    Value s;
    Value fine;
  };

  /// The index of one of the problem's axes among three.
  [[nodiscard]] std::size_t of_three(int axis) const {
    const int index = first_axis(spec_) + axis;
    return static_cast<std::size_t>(index);
  }

  void load_grid() {
    axes_ = b_.input("axes", {ScalarKind::f64});
    geometry_ = b_.input("geometry", {ScalarKind::i32});
    count_ = b_.scalar(Scalar::in_plane);
    grid_ = load_geometry(b_, geometry_, 0, "n");
  }

  void each_point(Value block, const std::function<void(Value)>& body) {
    const Value first = b_.let("first", block * sort_block);
    const Value end = b_.let("end", min(first + sort_block, count_));
    b_.loop("p", b_.let("begin", first + b_.thread_id()), end, {spec_.threads, Unroll::none}, body);
  }

  Value let(const char* name, Value value) { return b_.let(name, value); }
  Value real(double value) { return b_.real(value, real64); }

  /// Veltkamp's splitting: the upper digits of x.
  Value upper_half(Value x) {
    const Value large = let("large", x * 0x1.0000002p27);
    return let("upper", large - let("less", large - x));
  }

  /// a b - product, where `product` is a b rounded (Dekker, Numer. Math. 18 (1971)). Not every driver has a fused
  /// multiply-add of doubles.
  Value product_rest(Value a, const FactorDigits& b, Value product) {
    const Value upper = upper_half(a);
    const Value lower = let("lower", a - upper);
    const Value first = let("rest", upper * b.upper - product);
    if (!b.lower) return first + lower * b.upper;
    const Value second = let("rest", let("rest", first + upper * b.lower) + lower * b.upper);
    return second + lower * b.lower;
  }

  PointPlace placed(int axis, Value in_memory, bool with_offset) {
    const bool both = spec_.precision == Precision::f64 && with_offset;
    constexpr double no_overflow = 0x1p900;  // of the halves
    const auto number = [&](int i) {
      return b_.let("of_axis", b_.load(axes_, b_.constant(axis * place_axis_numbers + i)));
    };
    const Value coordinate = let("x", cast(in_memory, ScalarKind::f64));
    const Value center = number(0);
    const Value scale = number(1);
    const Value away = let("away", coordinate - center);
    const Value all_turns = let("turns", away * scale);
    const Value few = all_turns <= few_turns && all_turns >= -few_turns;
    const Value fine = let("fine", few && away <= no_overflow && away >= -no_overflow);
    const Value value = let("value", select(fine, away, real(0)));
    const Value turns = let("turns", select(fine, all_turns, real(0)));

    const Value cells_i = grid_[of_three(axis)];
    const Value cells = let("cells", cast(cells_i, ScalarKind::f64));
    constexpr double integers = 0x1.8p52;  // the sum is one, rounded to nearest
    const Value nearest = let("nearest", let("sum", turns + integers) - integers);
    const Value part = let("part", turns - nearest);
    const Value u = let("u", part * cells);
    const Value edge = let("edge", u - 0.5 * spec_.width);
    const Value truncated = let("start", cast(edge, ScalarKind::i32));
    const Value more = select(cast(truncated, ScalarKind::f64) < edge, b_.constant(1), b_.constant(0));
    const Value start = let("start", truncated + more);
    Value ahead = let("ahead", cast(start, ScalarKind::f64) - edge);
    if (both) {
      const Value back = let("back", value - coordinate);
      const Value rest = let("rest", (coordinate - (value - back)) - (center + back));
      const Value product = let("product", product_rest(value, {number(3), number(4)}, turns));
      const Value turns_rest = let("rest", product + value * number(2) + rest * scale);
      const Value of_cells = let("rest", product_rest(part, {cells, {}}, u));
      ahead = let("ahead", ahead - (turns_rest * cells + of_cells));
    }
    const Value wrapped = let("start", select(start < 0, start + cells_i, start));
    return {wrapped, let("s", 2.0 * ahead - 1.0), fine};
  }

  NufftSpec spec_;
  Builder b_;
  ScalarKind element_;
  int packed_numbers_;
  int lanes_;  ///< of an access to these, 16 bytes at most
  const Buffer* axes_ = nullptr;
  const Buffer* geometry_ = nullptr;
  Value count_;
  std::array<Value, max_nufft_axes> grid_;
};

}  // namespace

Module build_point_bins(const NufftSpec& spec) { return PlaceKernel(spec, "bins").bins(); }
Module build_point_places(const NufftSpec& spec) { return PlaceKernel(spec, "places").places(); }

}  // namespace papilio::kernel
