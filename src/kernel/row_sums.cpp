// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/row_sums.hpp"

#include <bit>

#include "kernel/complex.hpp"
#include "kernel/lane_sums.hpp"

namespace papilio::kernel {
namespace {

/// Rounds whose sums are added in the kernel's type. The rounding of more would not be far below the bounds that the
/// sums are judged by.
constexpr std::int64_t most_rounds = 32;

/// Multiply-adds that follow each other.
constexpr std::int64_t longest_chain = 8;

}  // namespace

RowSums::RowSums(Builder& b, const KernelSpec& spec, const Side& side, const KernelContext& context)
    : b_(b),
      buffers_(&side == &spec.in ? context.input_sums : context.output_sums),
      memory_(&side == &spec.in ? context.input : context.output),
      batch_(context.batch),
      row_(row_vectors(spec, side)),
      functionals_(side.sums == Sums::complex ? 2 : 1),
      element_(element_of(spec.precision)) {
  if (row_.rounds() == 0) return;
  total_ = row_.rounds() <= most_rounds ? element_ : ScalarKind::f64;
  totals_ =
      b.shared(&side == &spec.in ? "in_totals" : "out_totals", total_, std::int64_t{functionals_ + 1} * row_.lanes);
}

Value RowSums::number(Value at) const { return b_.let("x", b_.load(memory_, base_ + at, row_.lanes)); }

Value RowSums::total(int i) const { return b_.let("total", b_.load(totals_, total_at(i), row_.lanes, row_.lanes)); }

Value RowSums::factors(std::int64_t at) const {
  const std::int64_t first = functionals_ * row_.weights() + row_.multiples();
  return b_.let("factors", b_.load(buffers_.weights, b_.constant(first + at), row_.lanes));
}

/// Adds the products of a vector of numbers; `factors` may be null.
void RowSums::add(LaneSums& sums, Value x, Value of_weights, Value factors) const {
  const auto accumulate = [&](int which, Value a, Value c) {
    Value& sum = sums[static_cast<std::size_t>(which)];
    sum = b_.let("s", sum == nullptr ? a * c : fma(a, c, sum));
  };
  for (int f = 0; f < functionals_; ++f) {
    const Value w = b_.load(buffers_.weights, of_weights + f * row_.weights(), row_.lanes);
    accumulate(f, x, w);
  }
  accumulate(functionals_, factors == nullptr ? x : b_.let("fx", x * factors), x);
}

RowSums::LaneSums RowSums::sums_of(Value first, Value of_weights, std::int64_t vectors) const {
  // Processors find other work while a short chain of multiply-adds waits, and adding several sums up takes longer than
  // that (64 points: 1.19 of the time without sums; with four sums 1.26). A longer chain is too long.
  const std::size_t chains = vectors <= longest_chain ? 1 : 4;
  std::vector<LaneSums> sums(chains, LaneSums(static_cast<std::size_t>(functionals_) + 1));
  for (std::int64_t i = 0; i < vectors; ++i) {
    const Value x = number(first + i * row_.lanes);
    add(sums[static_cast<std::size_t>(i) % sums.size()], x, of_weights + i * row_.lanes, {});
  }
  for (; sums.size() > 1; sums.resize(sums.size() / 2)) {
    for (std::size_t k = 0; k < sums.size() / 2; ++k) {
      for (std::size_t i = 0; i < sums[k].size(); ++i)
        sums[k][i] = b_.let("s", sums[k][i] + sums[k + sums.size() / 2][i]);
    }
  }
  return sums[0];
}

void RowSums::add_rounds() const {
  const Value zero = b_.real(0.0, Type{total_, 1}.with_lanes(row_.lanes));
  for (int i = 0; i <= functionals_; ++i) b_.store(totals_, total_at(i), zero, row_.lanes);
  const Value begin = b_.constant(row_.rounds_begin());
  b_.loop("r", b_.constant(0), b_.constant(row_.rounds()), {1, Unroll::none}, [&](Value r) {
    const Value e = b_.let("e", begin + r * (RowVectors::round * row_.lanes));
    const LaneSums sums = sums_of(e, row_.cyclic ? begin : e, RowVectors::round);
    for (int i = 0; i <= functionals_; ++i) {
      const Value sum = cast(sums[static_cast<std::size_t>(i)], total_);
      if (row_.cyclic && i < functionals_) {
        const Value multiple = b_.let("multiple", b_.load(buffers_.weights, r + functionals_ * row_.weights()));
        b_.store(totals_, total_at(i), fma(sum, broadcast(cast(multiple, total_), row_.lanes), total(i)), row_.lanes);
      } else {
        b_.store(totals_, total_at(i), total(i) + sum, row_.lanes);
      }
    }
  });
}

RowSums::LaneSums RowSums::plain_sums() const {
  const std::int64_t end = row_.rounds_end();
  const std::int64_t rest = row_.whole - end / row_.lanes;
  LaneSums result;
  if (rest > 0) result = sums_of(b_.constant(end), b_.constant(end - row_.omitted()), rest);
  if (totals_ == nullptr) return result;
  add_rounds();
  for (int i = 0; i <= functionals_; ++i) {
    const Value all = total(i);
    if (rest > 0) {
      Value& sum = result[static_cast<std::size_t>(i)];
      sum = b_.let("s", all + cast(sum, total_));
    } else {
      result.push_back(all);
    }
  }
  return result;
}

void RowSums::sum(Value base, Value row) {
  base_ = base;
  LaneSums sums(static_cast<std::size_t>(functionals_) + 1);
  const auto add_end = [&](std::int64_t e, std::int64_t of_weights, std::int64_t of_factors) {
    const Value x = number(b_.constant(e));
    add(sums, x, b_.constant(of_weights), factors(of_factors));
  };
  if (row_.before() > 0) add_end(0, 0, 0);
  if (row_.late) add_end(row_.late_begin(), row_.reals - row_.omitted(), row_.half ? row_.lanes : 0);
  if (row_.whole > row_.before()) {
    const LaneSums all = plain_sums();
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = sums[i] == nullptr ? all[i] : b_.let("s", all[i] + cast(sums[i], all[i]->type.kind));
  }
  while (!std::has_single_bit(sums.size())) sums.push_back(sums.back());
  const Value results = sums_of_lanes(sums);
  for (int i = 0; i <= functionals_; ++i) {
    const double scale = i == functionals_ && row_.half ? 2 : 1;
    b_.store(buffers_.sums, batch_ * i + row, cast(lane(results, i) * scale, element_));
  }
}

}  // namespace papilio::kernel
