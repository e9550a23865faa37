// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd_sums.hpp"

#include <algorithm>

#include "kernel/can_sum.hpp"
#include "kernel/spec_tables.hpp"

namespace papilio::kernel {

bool can_sum(const KernelSpec& spec, const Side& side) {
  const bool whole = spec.algorithm == Algorithm::stockham && spec.points() == spec.length && !spec.radices.empty();
  const bool plain = spec.load == LoadOp::plain && spec.store == StoreOp::plain && !spec.filtered &&
                     side.storage == Storage::native && side.layout == ComplexLayout::interleaved &&
                     side.callback.empty() && !side.pruned();
  if (!whole || !plain || spec.several_axes() || spec.in.form != Form::complex || spec.out.form != Form::complex)
    return false;
  switch (spec.shape.strategy) {
    case Strategy::cooperative:
      return false;
    case Strategy::columns:  // beyond the last whole vector, columns are computed twice
      return spec.columns() == 1 || spec.columns() % spec.shape.lanes == 0;
    case Strategy::butterflies:
      return !spec.ragged(side);
  }
  return false;
}

namespace {

/// How often a tile calls SimdSums::add() for that side.
std::int64_t additions_of(const KernelSpec& spec, const Side& side) {
  if (spec.turns_blocks(side)) return (spec.work_length() + spec.block() - 1) / spec.block();
  if (spec.ragged(side)) return spec.work_length();
  const std::vector<Stage> stages = stages_of(spec);
  const Stage& stage = &side == &spec.in ? stages.front() : stages.back();
  if (spec.shape.strategy == Strategy::columns) return stage.butterflies();
  // Of the input at most, where several vectors are added together.
  return ((&side == &spec.in ? spec.length : stage.butterflies()) + spec.shape.lanes - 1) / spec.shape.lanes;
}

/// The sums of neighbouring lanes, of one vector or of two.
Value sums_of_neighbours(const std::vector<Value>& vectors) {
  const int all = static_cast<int>(vectors.size()) * vectors[0]->type.lanes;
  std::vector<int> even;
  std::vector<int> odd;
  for (int l = 0; l < all; l += 2) {
    even.push_back(l);
    odd.push_back(l + 1);
  }
  const Value last = vectors.back();
  const bool two = vectors.size() == 2;
  const Value left = two ? shuffle({vectors[0], last}, even) : shuffle({last}, even);
  const Value right = two ? shuffle({vectors[0], last}, odd) : shuffle({last}, odd);
  return left.builder().let("part", left + right);
}

/// The sum of the lanes of each vector, as one vector. The number of vectors is a power of two, at most their lanes.
Value sums_of_lanes(std::vector<Value> vectors) {
  const int sums = static_cast<int>(vectors.size());
  while (vectors.size() > 1) {
    std::vector<Value> next;
    for (std::size_t i = 0; i < vectors.size(); i += 2)
      next.push_back(sums_of_neighbours({vectors[i], vectors[i + 1]}));
    vectors = next;
  }
  Value result = vectors[0];
  while (result->type.lanes > sums) result = sums_of_neighbours({result});
  return result;
}

}  // namespace

SimdSums::SimdSums(Builder& b, const KernelSpec& spec, const Side& side, const SumBuffers& buffers)
    : b_(b),
      buffers_(buffers),
      columns_(spec.shape.strategy == Strategy::columns),
      complex_(side.sums == Sums::complex),
      lanes_(spec.shape.lanes),
      numbers_(complex_ ? 3 : 2),
      length_(spec.length),
      element_(element_of(spec.precision)) {
  if (side.sums == Sums::none) return;
  // Rounding of more than a few additions would not be far below the bounds that the sums are judged by.
  constexpr std::int64_t most_short = 32;
  additions_ = additions_of(spec, side);
  total_ = additions_ <= most_short ? element_ : ScalarKind::f64;
  totals_ = b.shared(&side == &spec.in ? "in_totals" : "out_totals", total_, std::int64_t{numbers_} * lanes_);
}

void SimdSums::clear() const {
  if (none() || additions_ == 1) return;
  const Value zero = b_.real(0.0, Type{total_, 1}.with_lanes(lanes_));
  for (int i = 0; i < numbers_; ++i) b_.store(totals_, b_.constant(std::int64_t{i} * lanes_), zero, lanes_);
}

Value SimdSums::total(int i) const {
  return b_.let("total", b_.load(totals_, b_.constant(std::int64_t{i} * lanes_), lanes_, lanes_));
}

void SimdSums::add_to_total(int i, Value value) const {
  const Value sum = cast(value, total_);
  b_.store(totals_, b_.constant(std::int64_t{i} * lanes_), additions_ == 1 ? sum : total(i) + sum, lanes_);
}

Complex SimdSums::weights(Value e) const {
  const int width = columns_ ? 1 : lanes_;
  const Complex w{b_.load(buffers_.weights, e, width), b_.load(buffers_.weights, e + length_, width)};
  return columns_ ? broadcast(w, lanes_) : w;
}

/// The three sums of a few elements. Those of products with real and with imaginary parts are apart, so that they need
/// not wait for each other.
std::vector<Value> SimdSums::sums_of(std::span<const Summand> elements) const {
  std::vector<Value> sums(complex_ ? 6 : 4);
  const auto accumulate = [&](std::size_t which, Value a, Value c) {
    sums[which] = b_.let("s", sums[which] == nullptr ? a * c : fma(a, c, sums[which]));
  };
  for (const auto& [e, z] : elements) {
    const Complex w = weights(e);
    accumulate(0, z.re, w.re);
    accumulate(1, z.im, w.im);
    if (complex_) {
      accumulate(4, z.re, w.im);
      accumulate(5, z.im, w.re);
    }
    accumulate(2, z.re, z.re);
    accumulate(3, z.im, z.im);
  }
  std::vector<Value> result = {b_.let("s", sums[0] - sums[1]), b_.let("s", sums[2] + sums[3])};
  if (complex_) result.insert(result.begin() + 1, b_.let("s", sums[4] + sums[5]));
  return result;
}

void SimdSums::add(const std::vector<Summand>& elements) const {
  if (none()) return;
  // Along butterflies longer sums keep the next transform waiting (128 points: 60%, and 25% to 33% for four elements);
  // columns come one after the other, and more sums are only more work (100 points: 39%, and 48% for four).
  const std::size_t together = columns_ ? 8 : 4;
  std::vector<Value> total;
  for (std::size_t first = 0; first < elements.size(); first += together) {
    const std::size_t count = std::min(together, elements.size() - first);
    const std::vector<Value> sums = sums_of(std::span(elements).subspan(first, count));
    for (int i = 0; i < numbers_; ++i) {
      if (first > 0) {
        total[i] = b_.let("s", total[i] + sums[i]);
      } else {
        total.push_back(sums[i]);
      }
    }
  }
  for (int i = 0; i < numbers_; ++i) add_to_total(i, total[i]);
}

void SimdSums::add_from(Value fresh, const std::vector<Summand>& elements) const {
  if (none()) return;
  std::vector<Summand> counted;
  for (const auto& [e, z] : elements) counted.push_back({e, select_or_zero(fresh <= e, z)});
  add(counted);
}

void SimdSums::store(Value tile, double factor) const {
  if (none()) return;
  std::vector<Value> results;
  for (int i = 0; i < numbers_; ++i) {
    const double scale = i + 1 == numbers_ ? factor * factor : factor;
    results.push_back(b_.let("scaled", cast(total(i) * scale, element_)));
    if (columns_) b_.store(buffers_.sums, b_.let("at", tile * numbers_ + i) * lanes_, results.back());
  }
  if (columns_) return;
  if (complex_) results.push_back(results.back());
  const Value at = b_.let("at", tile * numbers_);
  if (static_cast<int>(results.size()) > lanes_) {
    for (int i = 0; i < numbers_; ++i) b_.store(buffers_.sums, at + i, sums_of_lanes({results[i]}));
    return;
  }
  const Value sums = sums_of_lanes(results);
  for (int i = 0; i < numbers_; ++i) b_.store(buffers_.sums, at + i, lane(sums, i));
}

}  // namespace papilio::kernel
