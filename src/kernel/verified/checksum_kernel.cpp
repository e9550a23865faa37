// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/verified/checksum_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/number_theory.hpp"
#include "kernel/kernel_context.hpp"

namespace papilio::kernel {
namespace {

/// Enough chunks for every core or multiprocessor, and few enough that the sums are short beside the data.
constexpr std::int64_t max_reals_of_chunk = 8192;
/// Independent sums, so that one addition need not wait for the one before.
constexpr int unroll = 4;

class ChecksumKernel {
 public:
  explicit ChecksumKernel(const ChecksumSpec& spec)
      : spec_(spec),
        b_(spec.name(), spec.threads),
        element_(element_of(spec.precision)),
        sum_(element_of(spec.sums)),
        parts_(spec.threads == 1 ? unroll : 1),
        lanes_(spec.lanes),
        x_(b_.input("in", {element_, Storage::native, true})),
        w_(b_.input("weights", {element_, Storage::native, true})),
        m_(spec.multiplied ? b_.input("multiples", {element_, Storage::native, true}) : nullptr),
        sums_(b_.output("out", {sum_, Storage::native, true})),
        batch_(b_.scalar(Scalar::batch)),
        distance_(b_.scalar(Scalar::in_distance)),
        offset_(b_.scalar(Scalar::in_offset)),
        repeat_(b_.scalar(Scalar::repeat)),
        totals_(spec.threads == 1 ? b_.shared("totals", sum_, 2 * std::int64_t{parts_} * lanes_)  // as vectors
                                  : b_.registers("totals", sum_, 2)) {}

  Module build() {
    if (spec_.threads > 1) {
      emit_chunk(b_.let("tile", cast(b_.group_id(), ScalarKind::i64)));
    } else {
      const Value begin = b_.let("begin", cast(b_.group_id(), ScalarKind::i64) * repeat_);
      const Value end = b_.let("end", min(begin + repeat_, batch_ * spec_.chunks()));
      b_.loop("tile", begin, end, {1, Unroll::none}, [&](Value tile) { emit_chunk(tile); });
    }
    return b_.finish();
  }

 private:
  void emit_chunk(Value tile) {
    const Value transform = b_.let("transform", tile / spec_.chunks());
    const Value first = b_.let("first", tile % spec_.chunks() * spec_.chunk());
    const Value count = b_.let("count", min(b_.constant(spec_.chunk(), i64), spec_.reals - first));
    const Value base = b_.let("base", offset_ + transform * distance_ + first);
    clear();
    if (spec_.threads > 1) {
      const Value id = b_.let("id", cast(b_.thread_id(), ScalarKind::i64));
      b_.loop("i", id, count, {spec_.threads, Unroll::none}, [&](Value i) { add(base + i, first + i, 0, 1); });
      reduce(tile, id);
      return;
    }
    const std::int64_t step = std::int64_t{parts_} * lanes_;
    const Value whole = b_.let("whole", count / step * step);
    b_.loop("i", b_.constant(0, i64), whole, {step, Unroll::none}, [&](Value i) {
      for (int part = 0; part < parts_; ++part) {
        const std::int64_t ahead = std::int64_t{part} * lanes_;
        add(base + i + ahead, first + i + ahead, part, lanes_);
      }
    });
    b_.loop("rest", whole, count, {1, Unroll::none}, [&](Value i) { add(base + i, first + i, 0, 1); });
    for (int which = 0; which < 2; ++which) store(tile, which, total(which));
  }

  void clear() {
    for (int slot = 0; slot < 2 * parts_; ++slot)
      b_.store(totals_, b_.constant(std::int64_t{slot} * lanes_), b_.real(0.0, Type{sum_, 1}.with_lanes(lanes_)),
               lanes_);
  }

  /// Adds `width` numbers to the two sums of that part.
  void add(Value at, Value of_weights, int part, int width) {
    const Value x = b_.let("x", cast(b_.load(x_, at, width), sum_));
    const Value w = b_.let("w", cast(b_.load(w_, of_weights, width), sum_));
    const Value scaled = m_ == nullptr ? x : b_.let("mx", x * cast(b_.load(m_, of_weights, width), sum_));
    accumulate(2 * part, x, w, width);
    accumulate(2 * part + 1, scaled, scaled, width);
  }

  void accumulate(int slot, Value a, Value b, int width) {
    const Value at = b_.constant(std::int64_t{slot} * lanes_);
    const Value before = b_.let("before", b_.load(totals_, at, width, lanes_));
    b_.store(totals_, at, fma(a, b, before), lanes_);
  }

  /// Sum 0 or 1 of this work-item, by halves.
  Value total(int which) {
    std::vector<Value> values;
    for (std::int64_t slot = which; slot < 2 * parts_; slot += 2) {
      for (int lane = 0; lane < lanes_; ++lane)
        values.push_back(b_.let("part", b_.load(totals_, b_.constant(slot * lanes_ + lane))));
    }
    while (values.size() > 1) {
      const std::size_t half = values.size() / 2;
      for (std::size_t i = 0; i < half; ++i) values[i] = b_.let("part", values[i] + values[i + half]);
      values.resize(half);
    }
    return values.front();
  }

  /// i64. The squares of all chunks follow the functionals.
  Value place(Value tile, Value which) { return b_.let("at", which * (batch_ * spec_.chunks()) + tile); }

  void store(Value tile, int which, Value value) { b_.store(sums_, place(tile, b_.constant(which, i64)), value); }

  /// The sums of all work-items, by halves.
  void reduce(Value tile, Value id) {
    const Buffer* shared = b_.shared("partial", sum_, 2 * std::int64_t{spec_.threads});
    for (int which = 0; which < 2; ++which) b_.store(shared, id + which * std::int64_t{spec_.threads}, total(which));
    for (std::int64_t half = spec_.threads / 2; half > 0; half /= 2) {
      b_.barrier();
      b_.branch(id < half, [&] {
        for (int which = 0; which < 2; ++which) {
          const Value at = b_.let("at", id + which * std::int64_t{spec_.threads});
          const Value low = b_.let("low", b_.load(shared, at));
          const Value high = b_.let("high", b_.load(shared, at + half));
          b_.store(shared, at, low + high);
        }
      });
    }
    b_.barrier();
    b_.branch(id < 2, [&] {
      const Value sum = b_.let("sum", b_.load(shared, id * std::int64_t{spec_.threads}));
      b_.store(sums_, place(tile, id), sum);
    });
  }

  const ChecksumSpec& spec_;
  Builder b_;
  ScalarKind element_;
  ScalarKind sum_;
  int parts_;
  int lanes_;
  const Buffer* x_;
  const Buffer* w_;
  const Buffer* m_;
  const Buffer* sums_;
  Value batch_, distance_, offset_, repeat_;
  const Buffer* totals_;
};

}  // namespace

std::int64_t ChecksumSpec::chunks() const { return ceil_div(reals, max_reals_of_chunk); }

std::int64_t ChecksumSpec::chunk() const { return std::min(reals, max_reals_of_chunk); }

std::string ChecksumSpec::name() const {
  return fmt::format("checksum_{}_{}_{}{}_v{}_t{}", precision == Precision::f32 ? "f32" : "f64",
                     sums == Precision::f32 ? "f32" : "f64", reals, multiplied ? "_m" : "", lanes, threads);
}

Module build_checksum(const ChecksumSpec& spec) { return ChecksumKernel(spec).build(); }

}  // namespace papilio::kernel
