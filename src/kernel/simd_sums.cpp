// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd_sums.hpp"

#include <algorithm>

#include "kernel/lane_sums.hpp"
#include "kernel/row_vectors.hpp"
#include "kernel/tables/spec_tables.hpp"

namespace papilio::kernel {

namespace {

/// How often a tile calls SimdSums::add() for that side.
std::int64_t additions_of(const KernelSpec& spec, const Side& side) {
  if (spec.ragged(side)) return spec.work_length();
  const std::vector<Stage> stages = stages_of(spec);
  return (&side == &spec.in ? stages.front() : stages.back()).butterflies();
}

/// Tiles that have weights or factors of their own.
std::int64_t own_tiles(const KernelSpec& spec, const Side& side) {
  return side.sums == Sums::real ? spec.tiles() : side.factors / spec.shape.lanes;
}

/// Numbers of the weights that all columns share.
std::int64_t shared_weights(const KernelSpec& spec, const Side& side) {
  return side.sums == Sums::real ? 0 : &side == &spec.out ? spec.length : 2 * spec.length;
}

/// Where the table ends, or goes on with counts.
std::int64_t weights_end(const KernelSpec& spec, const Side& side) {
  const std::int64_t elements = side.sums == Sums::real ? spec.tiles() * spec.shape.lanes * spec.length : side.factors;
  return shared_weights(spec, side) + 2 * elements;
}

}  // namespace

std::int64_t SimdSums::table_size(const KernelSpec& spec, const Side& side) {
  return weights_end(spec, side) + (side.counts ? own_tiles(spec, side) * spec.shape.lanes : 0);
}

SimdSums::SimdSums(Builder& b, const KernelSpec& spec, const Side& side, const SumBuffers& buffers)
    : b_(b),
      buffers_(buffers),
      lanes_(spec.shape.lanes),
      length_(spec.length),
      stack_columns_(spec.columns()),
      real_(side.sums == Sums::real),
      real_weights_(&side == &spec.out),
      element_(element_of(spec.precision)) {
  if (!sums_columns(spec, side)) return;
  tiles_ = own_tiles(spec, side);
  shared_ = shared_weights(spec, side);
  if (side.counts) counts_ = weights_end(spec, side);
  // Rounding of more than a few additions would not be far below the bounds that the sums are judged by.
  constexpr std::int64_t most_short = 32;
  additions_ = additions_of(spec, side);
  total_ = additions_ <= most_short ? element_ : ScalarKind::f64;
  totals_ = b.shared(&side == &spec.in ? "in_totals" : "out_totals", total_, std::int64_t{numbers()} * lanes_);
}

void SimdSums::begin(Value tile) {
  if (none()) return;
  const Value own = b_.let("own", cast(tile % tiles_, ScalarKind::i32));
  if (counts_ > 0) own_counts_ = b_.let("own_counts", own * lanes_ + counts_);
  own_ = b_.let("own_weights", own * (2 * lanes_ * (real_ ? length_ : 1)) + shared_);
  if (additions_ == 1) return;
  const Value zero = b_.real(0.0, Type{total_, 1}.with_lanes(lanes_));
  for (int i = 0; i < numbers(); ++i) b_.store(totals_, b_.constant(std::int64_t{i} * lanes_), zero, lanes_);
}

Value SimdSums::total(int i) const {
  return b_.let("total", b_.load(totals_, b_.constant(std::int64_t{i} * lanes_), lanes_, lanes_));
}

void SimdSums::add_to_total(int i, Value value) const {
  const Value sum = cast(value, total_);
  b_.store(totals_, b_.constant(std::int64_t{i} * lanes_), additions_ == 1 ? sum : total(i) + sum, lanes_);
}

Complex SimdSums::lane_weights(Value at) const {
  return {b_.load(buffers_.weights, at, lanes_), b_.load(buffers_.weights, at + lanes_, lanes_)};
}

Complex SimdSums::weights(Value e) const {
  if (real_) return lane_weights(b_.let("at", own_ + e * (2 * lanes_)));
  const Value re = b_.load(buffers_.weights, e);
  const Complex w{re, real_weights_ ? re : b_.load(buffers_.weights, e + length_)};
  return broadcast(w, lanes_);
}

/// The sums of a few elements. Those of products with real and with imaginary parts are apart, so that they need
/// not wait for each other.
std::vector<Value> SimdSums::sums_of(std::span<const Summand> elements) const {
  std::vector<Value> sums(6);
  const auto accumulate = [&](std::size_t which, Value a, Value c) {
    sums[which] = b_.let("s", sums[which] == nullptr ? a * c : fma(a, c, sums[which]));
  };
  for (const auto& [e, z] : elements) {
    const Complex w = weights(e);
    accumulate(0, z.re, w.re);
    accumulate(1, z.im, w.im);
    accumulate(2, z.re, z.re);
    accumulate(3, z.im, z.im);
    if (real_ || real_weights_) continue;
    accumulate(4, z.re, w.im);
    accumulate(5, z.im, w.re);
  }
  const Value squares = b_.let("s", sums[2] + sums[3]);
  if (real_) return {b_.let("s", sums[0] + sums[1]), squares};
  if (real_weights_) return {sums[0], sums[1], squares};
  return {b_.let("s", sums[0] - sums[1]), b_.let("s", sums[4] + sums[5]), squares};
}

void SimdSums::add(const std::vector<Summand>& elements) const {
  if (none() || elements.empty()) return;
  constexpr std::size_t together = 8;  // more of them would fill the registers, fewer would be added up more often
  std::vector<Value> total;
  for (std::size_t first = 0; first < elements.size(); first += together) {
    const std::size_t count = std::min(together, elements.size() - first);
    const std::vector<Value> sums = sums_of(std::span(elements).subspan(first, count));
    for (int i = 0; i < numbers(); ++i) {
      if (first > 0) {
        total[i] = b_.let("s", total[i] + sums[i]);
      } else {
        total.push_back(sums[i]);
      }
    }
  }
  for (int i = 0; i < numbers(); ++i) add_to_total(i, total[i]);
}

/// Without the lanes of the last tile that have no column and repeat the last one, whose numbers may be infinite.
Value SimdSums::of_columns(Value tile, Value lane_sums) const {
  if (stack_columns_ % lanes_ == 0) return lane_sums;
  std::vector<int> own;
  for (int l = 0; l < lanes_; ++l) own.push_back(l < stack_columns_ % lanes_ ? l : lanes_);
  const std::int64_t tiles = stack_columns_ / lanes_ + 1;
  const Value some = shuffle({lane_sums, constant_like(lane_sums, 0.0)}, own);
  return select(tile % tiles == tiles - 1, some, lane_sums);
}

void SimdSums::store(Value tile, double factor) const {
  if (none()) return;
  Value functional = total(0);
  if (!real_) {
    const Complex of_columns = lane_weights(own_);
    functional = fma(functional, cast(of_columns.re, total_), -(total(1) * cast(of_columns.im, total_)));
  }
  Value squares = total(numbers() - 1);
  if (counts_ > 0) squares = squares * cast(b_.load(buffers_.weights, own_counts_, lanes_), total_);
  functional = of_columns(tile, functional);
  squares = of_columns(tile, squares);
  const Value both =
      lanes_ == 1 ? concat(std::vector<Value>{functional, squares}) : sums_of_lanes({functional, squares});
  const Value at = b_.let("at", 2 * tile);
  b_.store(buffers_.sums, at, cast(lane(both, 0) * factor, element_));
  // The square of the factor may be no number of this type.
  b_.store(buffers_.sums, at + 1, cast(lane(both, 1) * factor * factor, element_));
}

}  // namespace papilio::kernel
