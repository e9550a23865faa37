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

Value BandSums::sum(Value k, const std::function<Value(Value column)>& load) {
  if (sum_ == nullptr) sum_ = b_.registers("sum", element_, 1);
  const auto range = [&](const char* name, std::int64_t at) { return b_.let(name, b_.load(ranges_, k * 2 + at)); };
  const Value column = range("column", 0);
  const Value begin = range("begin", 1);
  const Value end = range("end", 3);
  b_.store(sum_, b_.constant(0), b_.real(0, Type{element_, 1}));
  const Value before = b_.let("before", column - begin);
  b_.loop("i", begin, end, {columns_at_once, Unroll::none}, [&](Value i) { add_columns(before, i, end, load); });
  return b_.let("y", b_.load(sum_, b_.constant(0)));
}

void BandSums::add_columns(Value before, Value i, Value end, const std::function<Value(Value column)>& load) {
  std::vector<Value> weights;
  std::vector<Value> numbers;
  for (int n = 0; n < columns_at_once; ++n) {
    const Value own = n == 0 ? i : b_.let("next", min(i + n, end - 1));
    weights.push_back(b_.let("weight", b_.load(weights_, own)));
    numbers.push_back(b_.let("x", load(b_.let("column", before + own))));
  }
  for (int n = 0; n < columns_at_once; ++n) {
    const auto own = static_cast<std::size_t>(n);
    const Value so_far = b_.load(sum_, b_.constant(0));
    const Value next = b_.let("next", fma(numbers[own], weights[own], so_far));
    b_.store(sum_, b_.constant(0), n == 0 ? next : select(i + n < end, next, so_far));
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
    const Value log = mapped(OutputMap::log, {raised, b_.real(0, raised.type())});
    levels.push_back(b_.let("level", fma(log, factor, offset)));
  }
  return levels.size() == 1 ? levels[0] : b_.let("levels", concat(levels));
}

}  // namespace papilio::kernel
