// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/verified/check_kernels.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/verified/quick_rule.hpp"

namespace papilio::kernel {
namespace {

/// The work-items of a work-group add up their values by halves; work-item 0 gets the sums.
std::vector<Value> sums_of_group(Builder& b, std::vector<Value> own, int threads) {
  std::vector<const Buffer*> shared;
  const Value id = b.thread_id();
  for (std::size_t i = 0; i < own.size(); ++i) {
    shared.push_back(b.shared(fmt::format("sums{}", i), own[i].type().kind, threads));
    b.store(shared[i], id, own[i]);
  }
  for (int half = threads / 2; half > 0; half /= 2) {
    b.barrier();
    b.branch(id < half, [&] {
      for (const Buffer* array : shared) {
        const Value low = b.let("low", b.load(array, id));
        const Value high = b.let("high", b.load(array, id + half));
        b.store(array, id, low + high);
      }
    });
  }
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = b.let("all", b.load(shared[i], id));
  return own;
}

std::string name_of(const AddedColumns& added) {
  return fmt::format("{}_{}_{}", added.kind == Sums::complex ? "complex" : "real",
                     ir::to_string(element_of(added.precision)), ir::to_string(element_of(added.total)));
}

/// The columns of a side, and their buffers.
struct BoundColumns {
  AddedColumns added;
  const Buffer* sums = nullptr;
  const Buffer* factors = nullptr;
};

BoundColumns bind(Builder& b, const AddedColumns& added, const std::string& prefix) {
  const ir::GlobalMemory memory{element_of(added.precision), Storage::native, true};
  BoundColumns result{added, b.input(prefix + "sums", memory), nullptr};
  if (added.kind == Sums::complex) result.factors = b.input(prefix + "factors", memory);
  return result;
}

/// Columns [begin, end) of a transform, of which there are `columns`.
struct ColumnRun {
  Value transform;
  Value begin;
  Value end;
  Value columns;
};

/// The parts of the functional and of the squares of a run that a work-item adds up.
std::vector<Value> add_up(Builder& b, const BoundColumns& bound, const ColumnRun& run, const std::string& name,
                          int threads) {
  const ScalarKind total = element_of(bound.added.total);
  const Buffer* own = b.registers(name, total, 2);
  const auto number = [&](int i) { return b.let("own", b.load(own, b.constant(i))); };
  for (int i = 0; i < 2; ++i) b.store(own, b.constant(i), b.real(0.0, Type{total, 1}));
  const Value all = b.let("all", b.scalar(Scalar::batch) * run.columns);
  const Value first = b.let("first", run.begin + b.thread_id());
  b.loop("c", first, run.end, {threads, ir::Unroll::none}, [&](Value c) {
    const Value at = b.let("at", run.transform * run.columns + c);
    const auto load = [&](const Buffer* buffer, Value i) { return b.let("x", cast(b.load(buffer, i), total)); };
    Value functional = load(bound.sums, at);
    if (bound.added.kind == Sums::complex) {
      const Value im = load(bound.sums, all + at);
      const Value factor_re = load(bound.factors, 2 * c);
      const Value factor_im = load(bound.factors, 2 * c + 1);
      functional = b.let("product", fma(functional, factor_re, -b.let("p", im * factor_im)));
    }
    const Value squares = load(bound.sums, all * (numbers_of(bound.added.kind) - 1) + at);
    const Value before = number(0);
    const Value squares_before = number(1);
    b.store(own, b.constant(0), before + functional);
    b.store(own, b.constant(1), squares_before + squares);
  });
  return {number(0), number(1)};
}

}  // namespace

Module build_parts(const AddedColumns& added, int threads) {
  const ScalarKind element = element_of(added.precision);
  Builder b(fmt::format("parts_{}_{}", name_of(added), threads), threads);
  const BoundColumns bound = bind(b, added, "");
  const Buffer* parts = b.output("parts", {element, Storage::native, true});
  const Value batch = b.scalar(Scalar::batch);
  const Value columns = b.scalar(Scalar::in_distance);
  const Value count = b.scalar(Scalar::out_distance);
  const Value number = b.let("number", cast(b.group_id(), ScalarKind::i64));
  const Value transform = b.let("transform", number / count);
  const Value length = b.let("length", (columns + count - 1) / count);
  const Value begin = b.let("begin", number % count * length);
  const Value end = b.let("end", min(begin + length, columns));
  const std::vector<Value> own = add_up(b, bound, {transform, begin, end, columns}, "own", threads);
  const std::vector<Value> sums = sums_of_group(b, own, threads);
  b.branch(b.thread_id() == 0, [&] {
    b.store(parts, number, cast(sums[0], element));
    b.store(parts, batch * count + number, cast(sums[1], element));
  });
  return b.finish();
}

Module build_check_of_columns(const AddedColumns& in, const AddedColumns& out, int threads) {
  const ScalarKind element = element_of(in.precision);
  Builder b(fmt::format("check_{}_{}_{}", name_of(in), name_of(out), threads), threads);
  const ir::GlobalMemory memory{element, Storage::native, true};
  const BoundColumns bound_in = bind(b, in, "in_");
  const Buffer* in_totals = b.output("in_totals", memory);
  const BoundColumns bound_out = bind(b, out, "out_");
  const Buffer* out_totals = b.output("out_totals", memory);
  const Buffer* rule = b.input("rule", memory);
  const Buffer* flag = b.output("flag", memory);
  const Value batch = b.scalar(Scalar::batch);
  const Value in_columns = b.scalar(Scalar::in_distance);
  const Value out_columns = b.scalar(Scalar::out_distance);
  const Value transform = b.let("transform", cast(b.group_id(), ScalarKind::i64));
  const Value zero = b.let("zero", b.constant(0, Type{ScalarKind::i64, 1}));
  std::vector<Value> own = add_up(b, bound_in, {transform, zero, in_columns, in_columns}, "own_in", threads);
  const std::vector<Value> own_out =
      add_up(b, bound_out, {transform, zero, out_columns, out_columns}, "own_out", threads);
  own.insert(own.end(), own_out.begin(), own_out.end());
  std::vector<Value> totals = sums_of_group(b, own, threads);
  for (Value& each : totals) each = b.let("total", cast(each, element));
  const Value breaks = breaks_rule(rule, b.constant(0), {totals[0], totals[1]}, {totals[2], totals[3]});
  b.branch(b.thread_id() == 0, [&] {
    b.store(in_totals, transform, totals[0]);
    b.store(in_totals, batch + transform, totals[1]);
    b.store(out_totals, transform, totals[2]);
    b.store(out_totals, batch + transform, totals[3]);
  });
  b.branch(breaks && b.thread_id() == 0, [&] { b.store(flag, b.constant(0), b.real(1.0, {element, 1})); });
  return b.finish();
}

Module build_check(Precision precision, int threads) {
  const ScalarKind element = element_of(precision);
  Builder b(fmt::format("check_{}_{}", ir::to_string(element), threads), threads);
  const ir::GlobalMemory memory{element, Storage::native, true};
  const Buffer* in = b.input("in", memory);
  const Buffer* out = b.input("out", memory);
  const Buffer* rule = b.input("rule", memory);
  const Buffer* flag = b.output("flag", memory);
  const Value batch = b.scalar(Scalar::batch);
  const Value first = b.let("first", cast(b.group_id(), ScalarKind::i64) * checked_together);
  for (int round = 0; round < checked_together / threads; ++round) {
    const Value i = b.let("transform", first + b.thread_id() + round * threads);
    const Value own = b.let("own", min(i, batch - 1));  // the last one once more
    const auto load = [&](const Buffer* sums, Value at) { return b.let("sum", b.load(sums, at)); };
    const Value x = load(in, own);
    const Value x_squares = load(in, batch + own);
    const Value y = load(out, own);
    const Value y_squares = load(out, batch + own);
    const Value breaks = breaks_rule(rule, b.constant(0), {x, x_squares}, {y, y_squares});
    b.branch(breaks, [&] { b.store(flag, b.constant(0), b.real(1.0, {element, 1})); });
  }
  return b.finish();
}

}  // namespace papilio::kernel
