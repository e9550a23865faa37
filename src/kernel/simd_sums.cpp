// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd_sums.hpp"

#include <algorithm>

#include "kernel/row_vectors.hpp"
#include "kernel/spec_tables.hpp"

namespace papilio::kernel {

namespace {

/// How often a tile calls SimdSums::add() for that side.
std::int64_t additions_of(const KernelSpec& spec, const Side& side) {
  if (spec.turns_blocks(side)) return (spec.work_length() + spec.block() - 1) / spec.block();
  if (spec.ragged(side)) return spec.work_length();
  const std::vector<Stage> stages = stages_of(spec);
  return (&side == &spec.in ? stages.front() : stages.back()).butterflies();
}

}  // namespace

SimdSums::SimdSums(Builder& b, const KernelSpec& spec, const Side& side, const SumBuffers& buffers)
    : b_(b), buffers_(buffers), lanes_(spec.shape.lanes), length_(spec.length), element_(element_of(spec.precision)) {
  if (!sums_columns(spec, side)) return;
  // Rounding of more than a few additions would not be far below the bounds that the sums are judged by.
  constexpr std::int64_t most_short = 32;
  additions_ = additions_of(spec, side);
  total_ = additions_ <= most_short ? element_ : ScalarKind::f64;
  totals_ = b.shared(&side == &spec.in ? "in_totals" : "out_totals", total_, std::int64_t{numbers} * lanes_);
}

void SimdSums::clear() const {
  if (none() || additions_ == 1) return;
  const Value zero = b_.real(0.0, Type{total_, 1}.with_lanes(lanes_));
  for (int i = 0; i < numbers; ++i) b_.store(totals_, b_.constant(std::int64_t{i} * lanes_), zero, lanes_);
}

Value SimdSums::total(int i) const {
  return b_.let("total", b_.load(totals_, b_.constant(std::int64_t{i} * lanes_), lanes_, lanes_));
}

void SimdSums::add_to_total(int i, Value value) const {
  const Value sum = cast(value, total_);
  b_.store(totals_, b_.constant(std::int64_t{i} * lanes_), additions_ == 1 ? sum : total(i) + sum, lanes_);
}

Complex SimdSums::weights(Value e) const {
  const Complex w{b_.load(buffers_.weights, e), b_.load(buffers_.weights, e + length_)};
  return broadcast(w, lanes_);
}

/// The three sums of a few elements. Those of products with real and with imaginary parts are apart, so that they need
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
    accumulate(4, z.re, w.im);
    accumulate(5, z.im, w.re);
    accumulate(2, z.re, z.re);
    accumulate(3, z.im, z.im);
  }
  return {b_.let("s", sums[0] - sums[1]), b_.let("s", sums[4] + sums[5]), b_.let("s", sums[2] + sums[3])};
}

void SimdSums::add(const std::vector<Summand>& elements) const {
  if (none() || elements.empty()) return;
  constexpr std::size_t together = 8;  // more of them would fill the registers, fewer would be added up more often
  std::vector<Value> total;
  for (std::size_t first = 0; first < elements.size(); first += together) {
    const std::size_t count = std::min(together, elements.size() - first);
    const std::vector<Value> sums = sums_of(std::span(elements).subspan(first, count));
    for (int i = 0; i < numbers; ++i) {
      if (first > 0) {
        total[i] = b_.let("s", total[i] + sums[i]);
      } else {
        total.push_back(sums[i]);
      }
    }
  }
  for (int i = 0; i < numbers; ++i) add_to_total(i, total[i]);
}

void SimdSums::add_from(Value fresh, const std::vector<Summand>& elements) const {
  if (none()) return;
  std::vector<Summand> counted;
  for (const auto& [e, z] : elements) counted.push_back({e, select_or_zero(fresh <= e, z)});
  add(counted);
}

void SimdSums::store(Value tile, double factor) const {
  if (none()) return;
  for (int i = 0; i < numbers; ++i) {
    Value result = total(i) * factor;
    if (i + 1 == numbers) result = result * factor;  // the square may be no number of this type
    result = b_.let("scaled", cast(result, element_));
    b_.store(buffers_.sums, b_.let("at", tile * numbers + i) * lanes_, result);
  }
}

}  // namespace papilio::kernel
