// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Between the user's modes and those of the fine grid's transform: another order, and the window's correction.
#include "kernel/kernel_context.hpp"
#include "kernel/nufft/window_values.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {
namespace {

class CorrectKernel {
 public:
  CorrectKernel(const NufftSpec& spec, CorrectTo direction)
      : spec_(spec),
        direction_(direction),
        b_(spec.name(direction == CorrectTo::user ? "correct" : "precorrect"), spec.threads),
        element_(element_of(spec.precision)),
        in_(b_.input("in", {element_})),
        corrections_(b_.input("corrections", {element_})),
        geometry_(b_.input("geometry", {ScalarKind::i32})),
        out_(b_.output("out", {element_})) {}

  Module build() {
    const Value units = b_.scalar(Scalar::units);
    for_units(b_, b_.scalar(Scalar::batch) * units, [&](Value u) {
      chunk(b_.let("transform", u / units), b_.let("unit", cast(u % units, ScalarKind::i32)));
    });
    return b_.finish();
  }

 private:
  /// Up to correct_chunk elements of one row.
  void chunk(Value transform, Value unit) {
    const auto lengths = load_geometry(b_, geometry_, 0, "n");
    const auto negative = load_geometry(b_, geometry_, max_nufft_axes, "negative");
    const Value chunks = b_.let("chunks", (lengths[2] + (correct_chunk - 1)) / correct_chunk);
    const Value line = b_.let("line", unit / chunks);
    const Value place[] = {b_.let("z", line / lengths[1]), b_.let("y", line % lengths[1])};
    const Value first = b_.let("first", unit % chunks * correct_chunk);
    const Value last = b_.let("last", min(first + correct_chunk, lengths[2]));
    const Value outer = b_.load(corrections_, place[0]);
    const Value inner = b_.load(corrections_, lengths[0] + place[1]);
    factor_ = b_.let("factor", outer * inner);
    table_ = b_.let("table", lengths[0] + lengths[1]);
    const Value modes = b_.let("modes", cast(lengths[0] * lengths[1], ScalarKind::i64) * lengths[2] * transform);
    const auto row = [&](Value z, Value y) { return modes + (cast(z, ScalarKind::i64) * lengths[1] + y) * lengths[2]; };
    user_ = b_.let("user", row(place[0], place[1]));
    grid_ = b_.let("grid", row(moved(place[0], lengths[0], negative[0]), moved(place[1], lengths[1], negative[1])));
    if (!spec_.on_cpu()) {
      return b_.loop("x", first + b_.thread_id(), last, {spec_.threads, Unroll::none},
                     [&](Value x) { move(x, moved(x, lengths[2], negative[2]), 2); });
    }
    run(first, min(last, negative[2]), lengths[2] - negative[2]);
    run(max(first, negative[2]), last, -negative[2]);
  }

  /// The index among the grid's modes, whose negative frequencies come last.
  Value moved(Value i, Value length, Value negative) {
    return b_.let("mode", select(i < negative, i + length, i) - negative);
  }

  /// Elements begin .. end-1 of the user's row, whose modes are `shift` further on.
  void run(Value begin, Value end, Value shift) {
    const std::int64_t step = spec_.lanes / 2;
    const Value count = b_.let("count", max(end - begin, 0));
    const Value whole = b_.let("whole", begin + count / step * step);
    b_.loop("x", b_.let("begin", begin), whole, {step, Unroll::none},
            [&](Value x) { move(x, x + shift, spec_.lanes); });
    b_.loop("rest", whole, b_.let("end", end), {1, Unroll::none}, [&](Value x) { move(x, x + shift, 2); });
  }

  void move(Value x, Value mode, int lanes) {
    const Value user = b_.let(
        "at", (b_.scalar(direction_ == CorrectTo::user ? Scalar::out_offset : Scalar::in_offset) + user_ + x) * 2);
    const Value grid = b_.let("at", (grid_ + mode) * 2);
    const Value correction = b_.load(corrections_, table_ + x * 2, lanes);
    const Value values = b_.load(in_, direction_ == CorrectTo::user ? grid : user, lanes, 2);
    b_.store(out_, direction_ == CorrectTo::user ? user : grid, values * (correction * broadcast(factor_, lanes)), 2);
  }

  const NufftSpec& spec_;
  CorrectTo direction_;
  Builder b_;
  ScalarKind element_;
  const Buffer* in_;
  const Buffer* corrections_;
  const Buffer* geometry_;
  const Buffer* out_;
  Value factor_;  ///< of the row
  Value table_;   ///< where the corrections of the last axis begin
  Value user_;    ///< begin of the row among the user's elements, and among the grid's modes
  Value grid_;
};

}  // namespace

Module build_correct(const NufftSpec& spec, CorrectTo direction) { return CorrectKernel(spec, direction).build(); }

}  // namespace papilio::kernel
