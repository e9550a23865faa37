// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/elements/axis_ends.hpp"

#include <papilio/error.hpp>

#include "kernel/kernel_context.hpp"
#include "kernel/tables/spec_tables.hpp"

namespace papilio::kernel {
/// The sign of the number at index i.
Value AxisEnds::sign(Value i) const {
  const Value plus = b_.real(1.0, context_.scalar);
  return b_.let("sign", select(i % 2 == 1, -plus, plus));
}

/// The factor at index i of an axis.
Value AxisEnds::factor(const Side& side, std::size_t end, Value i) const {
  const AxisEnd& axis = side.ends[end];
  if (axis.window.kind == WindowFunction::none) return sign(i);
  const Value weight = b_.let("w", b_.load(context_.table(window_table(end)), i));
  return axis.alternates ? b_.let("w", weight * sign(i)) : weight;
}

/// Factors of both parts of a number at neighbouring indices of the only axis.
Complex AxisEnds::neighbours(const Side& side, std::size_t end, Value i, int lanes, Numbers numbers) const {
  const AxisEnd& axis = side.ends[end];
  const bool pairs = numbers == Numbers::pairs;
  Complex w;
  if (axis.window.kind != WindowFunction::none) {
    const ir::Buffer* const window = context_.table(window_table(end));
    const auto alone = [&] { return b_.let("w", b_.load(window, i, lanes)); };
    const int alignment = lanes == 1 && !side.folds() ? 2 : 1;  // pairs begin at even numbers, unless frames do not
    w = pairs ? kernel::load_complex(window, i, lanes, alignment) : Complex{alone(), nullptr};
  }
  if (!axis.alternates) return pairs ? w : Complex{w.re, w.re};
  const Value first = sign(i);
  const Value second = b_.let("sign", -first);
  std::vector<Value> parts;
  for (int l = 0; l < lanes; ++l) parts.push_back(l % 2 == 0 || pairs ? first : second);
  const Value re = lanes == 1 ? first : b_.let("sign", concat(parts));
  const Value im = pairs ? broadcast(second, lanes) : re;
  if (!w.re) return {re, im};
  w.re = b_.let("w", w.re * re);
  return {w.re, pairs ? b_.let("w", w.im * im) : w.re};
}

Complex AxisEnds::factors(const Side& side, std::size_t end, Value number, int lanes, Numbers numbers) const {
  if (!spec_.several_axes() && spec_.interleaved == 1) return neighbours(side, end, number, lanes, numbers);
  const AxisEnd& axis = side.ends[end];
  const auto one = [&](Value own) {
    return factor(side, end, spec_.several_axes() ? b_.let("i", own / axis.inner % axis.length) : own);
  };
  const bool same = spec_.interleaved > 1;  // of the same number of several transforms
  const int step = numbers == Numbers::pairs ? 2 : 1;
  const auto all = [&](int part) {
    std::vector<Value> parts;
    for (int l = 0; l < (same ? 1 : lanes); ++l) parts.push_back(one(b_.let("number", number + (l * step + part))));
    return b_.let("w", same ? broadcast(parts[0], lanes) : concat(parts));
  };
  const Value re = all(0);
  return {re, numbers == Numbers::pairs ? all(1) : re};
}

Complex AxisEnds::times_factors(const Side& side, Complex x, Value number, Numbers numbers) const {
  if (!side.has_factors()) return x;
  if (number == nullptr)
    throw Error::internal("a number without its index, which its window or shift needs", spec_.key());
  for (std::size_t end = 0; end < side.ends.size(); ++end) {
    if (!side.ends[end].has_factor()) continue;
    const Complex w = factors(side, end, number, x.re->type.lanes, numbers);
    x.re = b_.let("x", x.re * w.re);
    if (numbers != Numbers::real) x.im = b_.let("x", x.im * w.im);
  }
  return x;
}

Value AxisEnds::place(const Side& side, Value number) const {
  for (const AxisEnd& end : side.ends) {
    if (end.rotation == 0) continue;
    const std::int64_t inner = side.form == Form::pairs ? end.inner / 2 : end.inner;
    const Value i = b_.let("i", number / inner % end.length);
    const Value step =
        select(i >= end.length - end.rotation, b_.constant(end.rotation - end.length), b_.constant(end.rotation));
    number = b_.let("j", number + step * inner);
  }
  return number;
}

}  // namespace papilio::kernel
