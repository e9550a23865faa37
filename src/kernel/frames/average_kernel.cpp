// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <array>
#include <vector>

#include "kernel/exact_sum.hpp"
#include "kernel/frames/average_kernels.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/quotient.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {

namespace {

/// Blocks that a work-item reads at once, so that it does not wait for each.
constexpr std::int64_t blocks_at_once = 4;
/// Bins of a work-group of a CPU.
constexpr std::int64_t cpu_bins = 512;

class BlocksKernel {
 public:
  BlocksKernel(const FrameSpec& spec, SegmentRows rows)
      : spec_(spec),
        rows_(rows),
        b_(blocks_name(spec, rows), spec.threads),
        element_(element_of(spec.precision)),
        in_(b_.input("in", {element_})),
        second_(rows == SegmentRows::pairs ? b_.input("second", {element_}) : nullptr),
        held_(b_.input("held", {element_})),
        blocks_(b_.output("blocks", {element_})),
        sums_(b_.registers("sums", element_, rows_of(rows) * spec.lanes)) {}

  Module build() {
    bins_ = b_.scalar(Scalar::in_distance);
    const Value chunks = b_.scalar(Scalar::in_plane);
    for_units(b_, b_.scalar(Scalar::units), [&](Value unit) {
      block_ = b_.let("block", unit / chunks);
      const Value begin = b_.let("begin", block_ * block_segments - b_.scalar(Scalar::in_offset));
      first_ = b_.let("first", max(begin, 0));
      end_ = b_.let("end", min(begin + block_segments, b_.scalar(Scalar::batch)));
      const Value k = b_.let("k", (unit - block_ * chunks) * bins_chunk(spec_));
      if (!spec_.on_cpu()) {
        const Value own = b_.let("own", k + b_.thread_id());
        return b_.when(own < bins_, [&] { sum(own, 1); });
      }
      const Value last = b_.let("last", min(k + bins_chunk(spec_), bins_));
      const Value whole = b_.let("whole", k + (last - k) / spec_.lanes * spec_.lanes);
      b_.loop("k", k, whole, {spec_.lanes, Unroll::none}, [&](Value own) { sum(own, spec_.lanes); });
      b_.loop("rest", whole, last, {1, Unroll::none}, [&](Value own) { sum(own, 1); });
    });
    return b_.finish();
  }

 private:
  Value sum_of(std::int64_t row, int lanes) { return b_.load(sums_, b_.constant(row * lanes), lanes, lanes); }
  void set(std::int64_t row, Value value, int lanes) { b_.store(sums_, b_.constant(row * lanes), value, lanes); }

  void sum(Value k, int lanes) {
    const std::int64_t rows = rows_of(rows_);
    const auto begin = [&](const std::function<Value(std::int64_t)>& number) {
      for (std::int64_t row = 0; row < rows; ++row) set(row, number(row), lanes);
    };
    b_.branch(
        block_ < 1, [&] { begin([&](std::int64_t row) { return b_.load(held_, bins_ * row + k, lanes); }); },
        [&] { begin([&](std::int64_t) {
                return b_.real(0, Type{element_, 1}.with_lanes(lanes));
              }); });
    b_.loop("segment", first_, end_, {1, Unroll::none}, [&](Value segment) {
      const Value at = b_.let("at", segment * bins_ + k);
      if (rows_ == SegmentRows::powers) return add_powers(b_.let("power", b_.load(in_, at, lanes)), lanes);
      add_products(spectrum(in_, at, lanes), spectrum(second_, at, lanes), lanes);
    });
    for (std::int64_t row = 0; row < rows; ++row)
      b_.store(blocks_, (block_ * rows + row) * bins_ + k, sum_of(row, lanes));
  }

  void add_powers(Value power, int lanes) {
    set(0, sum_of(0, lanes) + power, lanes);
    const Value most = b_.let("most", sum_of(1, lanes));
    std::vector<Value> larger;
    for (int l = 0; l < lanes; ++l) {  // comparisons have no vectors
      const Value own = lane(power, l);
      const Value before = lane(most, l);
      larger.push_back(b_.let("larger", select(before < own, own, before)));
    }
    set(1, lanes == 1 ? larger[0] : concat(larger), lanes);
  }

  struct SpectrumParts {
    Value re;
    Value im;
  };

  SpectrumParts spectrum(const Buffer* from, Value at, int lanes) {
    if (lanes == 1) {
      const Value z = b_.let("z", b_.load(from, at * 2, 2, 2));
      return {lane(z, 0), lane(z, 1)};
    }
    const Value low = b_.let("low", b_.load(from, at * 2, lanes));
    const Value high = b_.let("high", b_.load(from, at * 2 + lanes, lanes));
    std::vector<int> even;
    for (int l = 0; l < lanes; ++l) even.push_back(2 * l);
    std::vector<int> odd;
    for (int l = 0; l < lanes; ++l) odd.push_back(2 * l + 1);
    return {b_.let("re", b_.shuffle({low, high}, even)), b_.let("im", b_.shuffle({low, high}, odd))};
  }

  void add_products(const SpectrumParts& x, const SpectrumParts& y, int lanes) {
    const std::array<Value, 4> products = {fma(x.re, x.re, x.im * x.im), fma(y.re, y.re, y.im * y.im),
                                           fma(x.re, y.re, x.im * y.im), fma(x.re, y.im, -(x.im * y.re))};
    for (std::size_t row = 0; row < products.size(); ++row) {
      const auto own = static_cast<std::int64_t>(row);
      set(own, sum_of(own, lanes) + products[row], lanes);
    }
  }

  const FrameSpec& spec_;
  SegmentRows rows_;
  Builder b_;
  ScalarKind element_;
  const Buffer* in_;
  const Buffer* second_;
  const Buffer* held_;
  const Buffer* blocks_;
  const Buffer* sums_;
  Value bins_;
  Value block_;
  Value first_;  ///< segment of the block
  Value end_;
};

/// Calls body(number) for numbers of each unit, below Scalar::batch or the scalar that is given.
void for_numbers(Builder& b, const FrameSpec& spec, Value count, const std::function<void(Value)>& body) {
  for_units(b, b.scalar(Scalar::units), [&](Value unit) {
    const Value first = b.let("first", unit * bins_chunk(spec));
    if (!spec.on_cpu()) {
      const Value own = b.let("own", first + b.thread_id());
      return b.when(own < count, [&] { body(own); });
    }
    b.loop("own", first, b.let("last", min(first + bins_chunk(spec), count)), {1, Unroll::none}, body);
  });
}

}  // namespace

std::int64_t bins_chunk(const FrameSpec& spec) { return spec.on_cpu() ? cpu_bins : spec.threads; }

std::string blocks_name(const FrameSpec& spec, SegmentRows rows) {
  return spec.name(rows == SegmentRows::powers ? "blocks_of_powers" : "blocks_of_pairs");
}

Module build_blocks(const FrameSpec& spec, SegmentRows rows) { return BlocksKernel(spec, rows).build(); }

/// Zeros that are added leave a normalised sum as it is, so that the bits do not depend on the chunks.
Module build_totals(const FrameSpec& spec) {
  Builder b(spec.name("totals"), spec.threads);
  const ScalarKind element = element_of(spec.precision);
  const Buffer* const blocks = b.input("blocks", {element});
  const Buffer* const totals = b.work("totals", element);
  const Buffer* const held = b.output("held", {element});
  const Buffer* const pair = b.registers("pair", element, 2);
  const Value columns = b.scalar(Scalar::in_distance);
  const Value complete = b.scalar(Scalar::batch);
  const Value all = b.let("all", complete + b.scalar(Scalar::in_plane));
  const Value zero = b.real(0, Type{element, 1});
  const auto number = [&](int at) { return b.let("number", b.load(pair, b.constant(at))); };
  const auto for_blocks = [&](Value column, Value end, const std::function<void(Value)>& use) {
    b.loop("block", b.constant(0, i64), end, {blocks_at_once, Unroll::none}, [&](Value first) {
      std::vector<Value> values;
      for (std::int64_t i = 0; i < blocks_at_once; ++i) {
        const Value at = i == 0 ? first : b.let("at", min(first + i, end - 1));
        values.push_back(b.let("value", b.load(blocks, at * columns + column)));
      }
      for (std::int64_t i = 0; i < blocks_at_once; ++i) {
        const Value own = values[static_cast<std::size_t>(i)];
        use(i == 0 ? own : b.let("value", select(first + i < end, own, zero)));
      }
    });
  };
  for_numbers(b, spec, columns, [&](Value column) {
    b.store(pair, b.constant(0), b.load(totals, column));
    b.branch(
        column < b.scalar(Scalar::out_distance),
        [&] {
          b.store(pair, b.constant(1), b.load(totals, columns + column));
          for_blocks(column, complete, [&](Value value) {
            const SumParts sum = normalised(added({number(0), number(1)}, value));
            b.store(pair, b.constant(0), sum.high);
            b.store(pair, b.constant(1), sum.low);
          });
          b.store(totals, columns + column, number(1));
          b.branch(
              complete < all, [&] { b.store(held, column, b.load(blocks, complete * columns + column)); },
              [&] { b.store(held, column, zero); });
        },
        [&] {
          for_blocks(column, all, [&](Value value) {
            const Value most = number(0);
            b.store(pair, b.constant(0), select(most < value, value, most));
          });
          b.store(held, column, zero);
        });
    b.store(totals, column, number(0));
  });
  return b.finish();
}

Module build_means(const FrameSpec& spec) {
  Builder b(spec.name("means"), spec.threads);
  const ScalarKind element = element_of(spec.precision);
  const Buffer* const totals = b.input("totals", {element});
  const Buffer* const held = b.input("held", {element});
  const Buffer* const factors = b.input("factors", {element});
  const Buffer* const out = b.output("out", {element});
  const Value columns = b.scalar(Scalar::in_distance);
  const auto number = [&](Scalar scalar) { return cast(cast(b.scalar(scalar), ScalarKind::i32), element); };
  const Value low = b.let("low", number(Scalar::out_offset));
  const Value high = b.let("high", number(Scalar::in_position));
  const Value segments = b.let("segments", fma(high, b.real(0x1p30, high.type()), low));
  for_numbers(b, spec, b.scalar(Scalar::batch), [&](Value own) {
    const Value bin = b.let("bin", own / spec.parts);
    const Value part = b.let("part", own - bin * spec.parts);
    const Value column = b.let("column", b.scalar(Scalar::in_offset) + part * b.scalar(Scalar::in_plane) + bin);
    const Value rest = b.load(totals, columns + column) + b.load(held, column);
    const Value sum = b.let("sum", b.load(totals, column) + rest);
    b.store(out, own, quotient(b.let("y", sum * b.load(factors, bin)), segments));
  });
  return b.finish();
}

}  // namespace papilio::kernel
