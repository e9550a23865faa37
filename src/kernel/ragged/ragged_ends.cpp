// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/ragged/ragged_ends.hpp"

namespace papilio::kernel {

RaggedEnds::RaggedEnds(Builder& b, const RaggedSpec& spec, const KernelContext& context)
    : b_(b),
      spec_(spec),
      context_(context),
      numbers_(b.input("numbers", {context.element})),
      rows_(b.input("rows", {ScalarKind::i32})),
      fields_(b.let("fields", cast(b.scalar(Scalar::units), ScalarKind::i32))) {
  if (!spec.strided) return;
  const auto step = [&](Scalar stride, bool complex) { return b.let("step", b.scalar(stride) * (complex ? 2 : 1)); };
  in_step_ = step(Scalar::in_plane, spec.kind != Kind::r2c);
  out_step_ = step(Scalar::out_plane, spec.kind != Kind::c2r);
}

Value RaggedEnds::at(Value base, Value i, Value step, bool complex) {
  return b_.let("at", base + (spec_.strided ? i * step : complex ? 2 * i : i));
}

RaggedRow RaggedEnds::row(Value unit) {
  const Value number = b_.let("row", unit / fields_);
  const Value field = b_.let("field", cast(unit - number * fields_, ScalarKind::i64));
  const auto entry = [&](RaggedField which) {
    return b_.load(rows_, number * static_cast<int>(RaggedField::count) + static_cast<int>(which));
  };
  const auto base = [&](const char* name, RaggedField which, Value distance, Scalar offset, bool complex) {
    const Value at = b_.let("at", cast(entry(which), ScalarKind::i64) + field * distance + b_.scalar(offset));
    return b_.let(name, complex ? at * 2 : at);
  };
  RaggedRow row;
  row.points = b_.let("points", min(max(entry(RaggedField::points), 1), spec_.max_points()));
  row.results = b_.let("results", entry(RaggedField::results));
  const Value paired = b_.let("paired", entry(RaggedField::paired));
  row.paired = b_.let("whole", paired == 1);
  row.in = base("in_base", RaggedField::in, context_.in_distance(), Scalar::in_offset, spec_.kind != Kind::r2c);
  row.out = base("out_base", RaggedField::out, context_.out_distance(), Scalar::out_offset, spec_.kind != Kind::c2r);
  row.numbers = b_.let("numbers", entry(RaggedField::numbers));
  return row;
}

Complex RaggedEnds::number(const RaggedRow& row, Value i, int width) {
  const Value at = b_.let("at", cast(row.numbers + i, ScalarKind::i64) * 2);
  return load_complex(numbers_, at, width, 2);
}

Complex RaggedEnds::root(const RaggedRow& row, Value k, int width) {
  const Value first = spec_.convolves ? row.points + 1 : b_.constant(1);
  return number(row, first + k, width);
}

Complex RaggedEnds::spectrum(const RaggedRow& row, Value k, int width) {
  const Value roots = spec_.convolves ? row.points + 1 : b_.constant(1);
  const Value first = spec_.kind == Kind::c2c ? roots : roots + row.points + 1;
  return number(row, first + k, width);
}

Complex RaggedEnds::input(const RaggedRow& row, Value i, int width) {
  Complex x;
  switch (spec_.kind) {
    case Kind::r2c:
      x = real_input(row, i, width);
      break;
    case Kind::c2r:
      x = half_input(row, i, width);
      break;
    default:
      x = load_complex(context_.input, in_at(row, i), width, 2);
  }
  if (!spec_.convolves) return x;
  return x * number(row, i + 1, width);
}

Complex RaggedEnds::real_input(const RaggedRow& row, Value i, int width) {
  if (width > 1) return load_complex(context_.input, b_.let("at", row.in + 2 * i), width, 1);
  const Value first = b_.let("first", i * select(row.paired, b_.constant(2), b_.constant(1)));
  const Value re = b_.load(context_.input, in_at(row, first));
  const Value im = b_.load(context_.input, in_at(row, first + select(row.paired, b_.constant(1), b_.constant(0))));
  return {re, b_.let("im", select(row.paired, im, 0.0))};
}

/// c2r pre-processing. Single numbers may be those of odd lengths, whose second half are conjugates.
Complex RaggedEnds::half_input(const RaggedRow& row, Value k, int width) {
  const Value mirror = b_.let("mirror", row.points - k);
  if (width > 1) {
    const Complex low = load_complex(context_.input, in_at(row, k), width, 2);
    const Value from = in_at(row, mirror - (width - 1));
    const Complex high = reversed(load_complex(context_.input, from, width, 2));
    return pre_process(b_, {low, high}, root(row, k, width), nullptr).low;
  }
  const Value nearest = b_.let("nearest", select(row.paired, k, min(k, mirror)));
  const Complex low = load_complex(context_.input, in_at(row, nearest), 1, 2);
  const Value partner = b_.let("partner", select(row.paired, mirror, nearest));
  const Complex high = load_complex(context_.input, in_at(row, partner), 1, 2);
  const Value is_zero = b_.let("is_zero", k == 0);
  const Complex pair = pre_process(b_, {low, high}, root(row, k, 1), is_zero).low;
  const Value im = b_.let("im", select(is_zero, 0.0, select(mirror < k, -low.im, low.im)));
  return {b_.let("re", select(row.paired, pair.re, low.re)), b_.let("im", select(row.paired, pair.im, im))};
}

Complex RaggedEnds::result(const RaggedRow& row, Value k, Complex z) {
  const int width = z.re.type().lanes;
  if (spec_.convolves) z = z * number(row, k + 1, width);
  const Complex scale = broadcast(number(row, b_.constant(0), 1), width);
  return {b_.let("re", z.re * scale.re), b_.let("im", z.im * scale.re)};
}

void RaggedEnds::store(const RaggedRow& row, Value k, Complex z) {
  const int width = z.re.type().lanes;
  if (spec_.kind == Kind::c2c || width > 1) {
    const bool complex = spec_.kind == Kind::c2c;
    const Value to = complex ? out_at(row, k) : b_.let("at", row.out + 2 * k);
    return store_complex(context_.output, to, z, complex ? 2 : 1);
  }
  const Value first = b_.let("first", k * select(row.paired, b_.constant(2), b_.constant(1)));
  b_.store(context_.output, out_at(row, first), z.re);
  b_.when(row.paired, [&] { b_.store(context_.output, out_at(row, first + 1), z.im); });
}

void RaggedEnds::store_half(const RaggedRow& row, Value k, const Partners& z) {
  const int width = z.low.re.type().lanes;
  Complex x = post_process(b_, z, root(row, k, width)).low;
  if (width == 1) {
    const Value im = b_.let("im", select(k == 0, 0.0, z.low.im));
    x = {b_.let("re", select(row.paired, x.re, z.low.re)), b_.let("im", select(row.paired, x.im, im))};
  }
  store_complex(context_.output, out_at(row, k), x, 2);
}

}  // namespace papilio::kernel
