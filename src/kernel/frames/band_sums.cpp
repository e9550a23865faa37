// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/frames/band_sums.hpp"

#include "kernel/elements/output_map.hpp"

namespace papilio::kernel {
namespace {

/// Columns that a work-item reads at once, so that it does not wait for each.
constexpr int columns_at_once = 4;

}  // namespace

BandSums::BandSums(Builder& b, ScalarKind element, BandsStep step)
    : b_(b),
      element_(element),
      weights_(b.input("weights", {element})),
      ranges_(b.input("ranges", {ScalarKind::i32})),
      numbers_(step == BandsStep::sums ? nullptr : b.input("numbers", {element})) {}

std::vector<Value> BandSums::sums(Value k, int count, const LoadColumns& load) {
  if (sums_ == nullptr) sums_ = b_.registers("sums", element_, count);
  count_ = static_cast<std::size_t>(count);
  const auto range = [&](const char* name, std::int64_t at) { return b_.let(name, b_.load(ranges_, k * 2 + at)); };
  const Value column = range("column", 0);
  const Value begin = range("begin", 1);
  const Value end = range("end", 3);
  for (int r = 0; r < count; ++r) b_.store(sums_, b_.constant(r), b_.real(0, Type{element_, 1}));
  const Value before = b_.let("before", column - begin);
  const Value whole = b_.let("whole", end - max(end - begin, 0) % columns_at_once);
  const auto columns = [&](Value from, Value to, int step) {
    b_.loop("i", from, to, {step, Unroll::none}, [&](Value i) { add_columns(before, i, step, load); });
  };
  columns(begin, whole, columns_at_once);
  columns(whole, end, 1);
  std::vector<Value> sums;
  for (std::size_t r = 0; r < count_; ++r) sums.push_back(b_.let("y", so_far(r)));
  return sums;
}

void BandSums::add_columns(Value before, Value i, int columns, const LoadColumns& load) {
  std::vector<Value> weights;
  for (int n = 0; n < columns; ++n) weights.push_back(b_.let("weight", b_.load(weights_, i + n)));
  const std::vector<Value> numbers = load(b_.let("column", before + i), columns);
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    const std::size_t sum = at / weights.size();
    const Value next = b_.let("next", fma(numbers[at], weights[at % weights.size()], so_far(sum)));
    b_.store(sums_, b_.constant(static_cast<int>(sum)), next);
  }
}

Value BandSums::level(Value sums) {
  const Value floor = number(0);
  const Value factor = number(1);
  const Value offset = number(2);
  std::vector<Value> levels;
  for (int l = 0; l < sums.type().lanes; ++l) {  // comparisons have no vectors
    const Value power = b_.let("power", lane(sums, l));
    const Value raised = b_.let("raised", select(power < floor, floor, power));
    levels.push_back(b_.let("level", fma(logarithm(raised), factor, offset)));
  }
  return levels.size() == 1 ? levels[0] : b_.let("levels", concat(levels));
}

}  // namespace papilio::kernel
