// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/judge_kernels.hpp"

#include <fmt/format.h>

#include <functional>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/plain_rule.hpp"

namespace papilio::kernel {
namespace {

/// The work-items of a work-group combine their values by halves; work-item 0 gets the result.
Value combined(Builder& b, Value own, int threads, const char* name,
               const std::function<Value(Value, Value)>& combine) {
  const Buffer* shared = b.shared(name, own.type().kind, threads);
  const Value id = b.thread_id();
  b.store(shared, id, own);
  for (int half = threads / 2; half > 0; half /= 2) {
    b.barrier();
    b.branch(id < half, [&] {
      const Value low = b.let("low", b.load(shared, id));
      const Value high = b.let("high", b.load(shared, id + half));
      b.store(shared, id, combine(low, high));
    });
  }
  b.barrier();
  return b.let("all", b.load(shared, b.constant(0)));
}

}  // namespace

Module build_totals(Precision precision, Sums kind, int threads) {
  const ScalarKind element = element_of(precision);
  const bool complex = kind == Sums::complex;
  Builder b(fmt::format("totals_{}_{}_{}", complex ? "complex" : "real", ir::to_string(element), threads), threads);
  const Buffer* sums = b.input("sums", {element, Storage::native, true});
  const Buffer* factors = complex ? b.input("factors", {element, Storage::native, true}) : nullptr;
  const Buffer* totals = b.output("totals", {element, Storage::native, true});
  const Value batch = b.scalar(Scalar::batch);
  const Value columns = b.scalar(Scalar::in_distance);
  // In f64, because there may be a million columns; chunks have the sums' type already.
  const ScalarKind total = complex ? ScalarKind::f64 : element;
  const Buffer* own = b.registers("own", total, 2);
  const auto number = [&](int i) { return b.let("own", b.load(own, b.constant(i))); };
  for (int i = 0; i < 2; ++i) b.store(own, b.constant(i), b.real(0.0, Type{total, 1}));
  const Value transform = b.let("transform", cast(b.group_id(), ScalarKind::i64));
  const Value all = b.let("all", batch * columns);
  b.loop("c", cast(b.thread_id(), ScalarKind::i64), columns, {threads, ir::Unroll::none}, [&](Value c) {
    const Value at = b.let("at", transform * columns + c);
    const auto load = [&](const Buffer* buffer, Value i) { return b.let("x", cast(b.load(buffer, i), total)); };
    Value functional = load(sums, at);
    if (complex) {
      const Value im = load(sums, all + at);
      const Value factor_re = load(factors, 2 * c);
      const Value factor_im = load(factors, 2 * c + 1);
      functional = b.let("product", fma(functional, factor_re, -b.let("p", im * factor_im)));
    }
    const Value squares = load(sums, all * (numbers_of(kind) - 1) + at);
    const Value before = number(0);
    const Value squares_before = number(1);
    b.store(own, b.constant(0), before + functional);
    b.store(own, b.constant(1), squares_before + squares);
  });
  const auto add = [](Value low, Value high) { return low + high; };
  for (int i = 0; i < 2; ++i) {
    const Value sum = combined(b, number(i), threads, i == 0 ? "functionals" : "squares", add);
    b.branch(b.thread_id() == 0, [&] { b.store(totals, i * batch + transform, cast(sum, element)); });
  }
  return b.finish();
}

Module build_judge(Precision precision, int threads) {
  const ScalarKind element = element_of(precision);
  Builder b(fmt::format("judge_{}_{}", ir::to_string(element), threads), threads);
  const ir::GlobalMemory memory{element, Storage::native, true};
  const Buffer* in = b.input("in", memory);
  const Buffer* out = b.input("out", memory);
  const Buffer* rule = b.input("rule", memory);
  const Buffer* flags = b.output("flags", memory);
  const Value batch = b.scalar(Scalar::batch);
  const Value first = b.let("first", cast(b.group_id(), ScalarKind::i64) * judged_together);
  const auto flag_of = [&](int round) {
    const Value i = b.let("transform", first + b.thread_id() + round * threads);
    const Value own = b.let("own", min(i, batch - 1));  // the last one once more
    const auto load = [&](const Buffer* sums, Value at) { return b.let("sum", b.load(sums, at)); };
    const Value x = load(in, own);
    const Value x_squares = load(in, batch + own);
    const Value y = load(out, own);
    const Value y_squares = load(out, batch + own);
    const Value breaks = breaks_rule(rule, b.constant(0), {x, x_squares}, {y, y_squares});
    return b.let("flag", select(breaks, b.real(1.0, {element, 1}), b.real(0.0, {element, 1})));
  };
  const auto either = [](Value flag, Value other) { return select(flag == 0.0, other, flag); };
  Value flag = flag_of(0);
  for (int round = 1; round < judged_together / threads; ++round) {
    const Value next = flag_of(round);
    flag = b.let("flag", either(flag, next));
  }
  const Value all = combined(b, flag, threads, "own_flags", either);
  b.branch(b.thread_id() == 0, [&] { b.store(flags, cast(b.group_id(), ScalarKind::i64), all); });
  return b.finish();
}

}  // namespace papilio::kernel
