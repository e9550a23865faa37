// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A work-item of a GPU computes numbers as far apart as a work-group is large. On CPUs it computes a vector of
// neighbouring ones for each of four rows, so that weights are read once for four sums, which do not wait for each
// other.
#include <algorithm>
#include <array>
#include <vector>

#include "kernel/frames/band_sums.hpp"
#include "kernel/frames/stepped_quotient.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {
namespace {

constexpr std::int64_t chunk_rows = 16;
constexpr int max_rows = 4;
/// Numbers that a work-item of a GPU computes.
constexpr int numbers_per_item = 4;

class BandsKernel {
 public:
  BandsKernel(const FrameSpec& spec, BandsStep step)
      : spec_(spec),
        step_(step),
        rows_(spec.on_cpu() ? max_rows : 1),
        b_(bands_name(spec, step), spec.threads),
        element_(element_of(spec.precision)),
        in_(b_.input("in", {element_})),
        matrix_(b_, element_, step),
        peaks_(step == BandsStep::limited ? b_.input("peaks", {element_}) : nullptr),
        out_(b_.output("out", {element_})),
        sums_(spec.on_cpu() ? b_.registers("sums", element_, std::int64_t{rows_} * spec.lanes) : nullptr),
        at_(spec.on_cpu() ? nullptr : b_.registers("at", ScalarKind::i64, 2)) {}

  Module build() {
    count_ = b_.scalar(Scalar::batch);
    const Value bands = b_.scalar(Scalar::out_distance);
    for_units(b_, b_.scalar(Scalar::units), [&](Value unit) {
      if (!spec_.on_cpu()) return numbers(unit * (std::int64_t{numbers_per_item} * spec_.threads), bands);
      const Value first = b_.let("first", unit * chunk_rows);
      const Value end = b_.let("end", min(first + chunk_rows, count_));
      b_.loop("row", first, end, {rows_, Unroll::none}, [&](Value row) {
        for (int r = 0; r < rows_; ++r) {
          const Value own = b_.let("own", min(row + r, count_ - 1));
          place(r, own, of_signal(own));
        }
        const Value blocks = b_.let("blocks", (bands + (spec_.lanes - 1)) / spec_.lanes);
        b_.loop("block", b_.constant(0, i64), blocks, {1, Unroll::none}, [&](Value k) { block(k); });
      });
    });
    return b_.finish();
  }

 private:
  struct RowPlace {
    Value from;
    Value to;
    Value wanted;  ///< false between two signals
    Value least;   ///< of limited numbers
  };

  struct SignalFrame {
    Value signal;
    Value frame;
  };

  /// Returns the signal and the frame of a row of this launch.
  SignalFrame of_signal(Value row) {
    const Value at = b_.let("at", b_.scalar(Scalar::in_offset) + row);
    const Value signal = b_.let("signal", at / b_.scalar(Scalar::in_plane));
    return {signal, b_.let("frame", at - signal * b_.scalar(Scalar::in_plane))};
  }

  /// On GPUs: every threads-th number from `first` plus the work-item's number on. Only a row of another signal takes
  /// another division.
  void numbers(Value first, Value bands) {
    const Value index = b_.let("index", first + b_.thread_id());
    SteppedQuotient rows(b_, index, spec_.threads, bands);
    keep(of_signal(rows.quotient()));
    for (int i = 0; i < numbers_per_item; ++i) {
      if (i > 0) {
        const Value frame = b_.let("frame", b_.load(at_, b_.constant(1)) + rows.advance());
        b_.branch(
            frame < b_.scalar(Scalar::in_plane), [&] { b_.store(at_, b_.constant(1), frame); },
            [&] { keep(of_signal(rows.quotient())); });
      }
      const Value row = rows.quotient();
      b_.when(row < count_, [&] {
        place(0, row, {b_.let("signal", b_.load(at_, b_.constant(0))), b_.let("frame", b_.load(at_, b_.constant(1)))});
        block(rows.remainder());
      });
    }
  }

  void keep(const SignalFrame& at) {
    b_.store(at_, b_.constant(0), at.signal);
    b_.store(at_, b_.constant(1), at.frame);
  }

  void place(int r, Value row, const SignalFrame& at) {
    const Value wanted = b_.scalar(Scalar::out_plane);
    RowPlace& own = places_[static_cast<std::size_t>(r)];
    own.from = b_.let("from", row * b_.scalar(Scalar::in_distance));
    own.to = b_.let("to", (at.signal * wanted + at.frame) * b_.scalar(Scalar::out_distance));
    own.wanted = b_.let("wanted", at.frame < wanted);
    if (peaks_ == nullptr) return;
    const Value peak = b_.let("peak", b_.load(peaks_, at.signal));
    own.least = b_.let("least", peak - matrix_.number(0));
  }

  Value sum(int r) { return b_.load(sums_, b_.constant(std::int64_t{r} * spec_.lanes), spec_.lanes, spec_.lanes); }
  void set_sum(int r, Value value) { b_.store(sums_, b_.constant(std::int64_t{r} * spec_.lanes), value, spec_.lanes); }

  /// Row k of the matrix, or block k on CPUs.
  void block(Value k) {
    const int lanes = spec_.lanes;
    if (!spec_.on_cpu()) {
      const auto numbers = [&](Value first, int columns) {
        const Value at = b_.let("at", places_[0].from + cast(first, ScalarKind::i64));
        std::vector<Value> x;
        for (int n = 0; n < columns; ++n) x.push_back(raised(places_[0], b_.let("x", b_.load(in_, at + n))));
        return x;
      };
      return store(places_[0], k, matrix_.sums(k, 1, numbers)[0]);
    }
    const auto range = [&](const char* name, std::int64_t at) {
      return b_.let(name, cast(b_.let(name, b_.load(matrix_.ranges(), k * 2 + at)), ScalarKind::i64));
    };
    const Value column = range("column", 0);
    const Value begin = range("begin", 1);
    const Value end = range("end", 3);
    for (int r = 0; r < rows_; ++r) set_sum(r, b_.real(0, Type{element_, 1}.with_lanes(lanes)));
    b_.loop("i", begin, end, {1, Unroll::none}, [&](Value i) {
      const Value weight = b_.let("weight", b_.load(matrix_.weights(), i * lanes, lanes, lanes));
      for (int r = 0; r < rows_; ++r) {
        const RowPlace& own = places_[static_cast<std::size_t>(r)];
        const Value x = raised(own, b_.let("x", b_.load(in_, own.from + column + (i - begin))));
        set_sum(r, fma(lanes == 1 ? x : b_.let("x", broadcast(x, lanes)), weight, sum(r)));
      }
    });
    for (int r = 0; r < rows_; ++r) store(places_[static_cast<std::size_t>(r)], k, b_.let("y", sum(r)));
  }

  Value raised(const RowPlace& own, Value x) {
    return peaks_ == nullptr ? x : b_.let("x", select(x < own.least, own.least, x));
  }

  void store(const RowPlace& own, Value k, Value y) {
    const int lanes = spec_.lanes;
    if (step_ == BandsStep::levels) y = matrix_.level(y);
    b_.when(own.wanted, [&] {
      if (lanes == 1) return b_.store(out_, own.to + k, y);
      const Value bands = b_.scalar(Scalar::out_distance);
      b_.branch((k + 1) * lanes <= bands, [&] { b_.store(out_, own.to + k * lanes, y); },
                [&] {
                  for (int l = 0; l < lanes; ++l)
                    b_.branch(k * lanes + l < bands, [&] { b_.store(out_, own.to + k * lanes + l, lane(y, l)); });
                });
    });
  }

  const FrameSpec& spec_;
  BandsStep step_;
  int rows_;  ///< computed together
  Builder b_;
  ScalarKind element_;
  const Buffer* in_;
  BandSums matrix_;
  const Buffer* peaks_;
  const Buffer* out_;
  const Buffer* sums_;  ///< CPUs
  const Buffer* at_;    ///< GPUs: the signal and the frame of the row
  Value count_;
  std::array<RowPlace, max_rows> places_;
};

}  // namespace

std::string bands_name(const FrameSpec& spec, BandsStep step) {
  constexpr std::array<const char*, 3> names = {"sums", "levels", "limited"};
  return spec.name(names[static_cast<std::size_t>(step)]);
}

std::int64_t bands_chunk(const FrameSpec& spec) {
  return spec.on_cpu() ? chunk_rows : std::int64_t{numbers_per_item} * spec.threads;
}

Module build_bands(const FrameSpec& spec, BandsStep step) { return BandsKernel(spec, step).build(); }

Module build_peaks(const FrameSpec& spec) {
  Builder b(spec.name("peaks"), spec.threads);
  const ScalarKind element = element_of(spec.precision);
  const Buffer* const in = b.input("in", {element});
  const Buffer* const out = b.output("out", {element});
  const Buffer* const peak = b.registers("peak", element, 1);
  const Value units = b.scalar(Scalar::units);
  for_units(b, b.scalar(Scalar::batch) * units, [&](Value unit) {
    const Value signal = b.let("signal", unit / units);
    const Value w = b.let("w", (unit - signal * units) * spec.threads + b.thread_id());
    const Value count = b.scalar(Scalar::in_distance);
    const Value results = b.scalar(Scalar::out_distance);
    b.branch(w < results, [&] {
      const auto number = [&](Value k) {
        const Value at = b.let("at", w * b.scalar(Scalar::in_plane) + k * b.scalar(Scalar::out_plane));
        return b.let("x", b.load(in, signal * count + min(at, count - 1)));
      };
      b.store(peak, b.constant(0), number(b.constant(0, i64)));
      b.loop("k", b.constant(1, i64), b.scalar(Scalar::in_offset), {1, Unroll::none}, [&](Value k) {
        const Value x = number(k);
        const Value most = b.let("most", b.load(peak, b.constant(0)));
        b.store(peak, b.constant(0), select(most < x, x, most));
      });
      b.store(out, signal * results + w, b.load(peak, b.constant(0)));
    });
  });
  return b.finish();
}

}  // namespace papilio::kernel
