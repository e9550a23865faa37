// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of ragged batches for CPUs: a work-item transforms one after the other, in vectors along the butterflies.
#include <functional>

#include "kernel/ragged/ragged_ends.hpp"
#include "kernel/simd/simd_dft.hpp"
#include "kernel/units.hpp"

namespace papilio::kernel {
namespace {

class RaggedSimd {
 public:
  explicit RaggedSimd(const RaggedSpec& spec)
      : spec_(spec),
        b_(spec.name(), 1),
        lanes_(spec.dft.shape.lanes),
        length_(spec.dft.length),
        context_(b_, spec.dft),
        ends_(b_, spec, context_),
        dft_(b_, spec.dft, context_) {
    if (spec.kind == Kind::r2c) {
      const ScratchShape shape{spec.max_points() + lanes_, lanes_, ScratchLayout::planar};
      halves_.emplace(b_, "z", context_.element, shape);
    }
  }

  Module build() {
    for_units(b_, context_.batch, [&](Value unit) { emit(b_.let("transform", cast(unit, ScalarKind::i32))); });
    return b_.finish();
  }

 private:
  void emit(Value unit) {
    const RaggedRow row = ends_.row(unit);
    load(row);
    const SimdTile tile(b_, spec_.dft, context_);
    if (!spec_.convolves) {
      store(row, *dft_.transform(tile, &dft_.source(), {}, spec_.dft.direction));
      return;
    }
    // One DFT in a loop of two rounds, as in SimdKernel: DFT^-1(y) = swapped(DFT(swapped(y))).
    b_.loop("round", b_.constant(0), b_.constant(2), {1, Unroll::none}, [&](Value round) {
      const SimdDft::StageMemory place = dft_.transform(tile, &dft_.source(), {}, Direction::forward);
      b_.branch(
          round == 0, [&] { multiply_spectrum(row, *place); }, [&] { store(row, *place); });
    });
  }

  static Complex swapped(Complex z) { return {z.im, z.re}; }
  Value clamped(Value e, int width) { return b_.let("e", min(e, length_ - width)); }

  /// Calls body(i, width) for i < count: in vectors where the row has whole ones, then one by one.
  void for_elements(const RaggedRow& row, Value count, const std::function<void(Value, int)>& body) {
    const Value zero = b_.constant(0);
    if (spec_.strided) return b_.loop("i", zero, count, {1, Unroll::none}, [&](Value i) { body(i, 1); });
    const Value whole = b_.let("whole", select(row.paired, count / lanes_ * lanes_, zero));
    b_.loop("i", zero, whole, {lanes_, Unroll::none}, [&](Value i) { body(i, lanes_); });
    b_.loop("i", whole, count, {1, Unroll::none}, [&](Value i) { body(i, 1); });
  }

  void load(const RaggedRow& row) {
    const Scratch& source = dft_.source();
    if (spec_.convolves) {
      b_.comment("zeros behind the input");
      const Value zero = b_.real(0.0, context_.scalar.with_lanes(lanes_));
      b_.loop("e", b_.let("end", row.points / lanes_ * lanes_), b_.constant(length_), {lanes_, Unroll::none},
              [&](Value e) {
                source.store(b_, clamped(e, lanes_), {zero, zero});
              });
    }
    b_.comment("input");
    const auto put = [&](Value i, int width) {
      const Complex x = ends_.input(row, i, width);
      source.store(b_, clamped(i, width), x);
    };
    for_elements(row, row.points, put);
    if (spec_.kind == Kind::c2r) put(b_.constant(0), 1);  // whose imaginary parts count as 0
  }

  void multiply_spectrum(const RaggedRow& row, const Scratch& forward) {
    b_.comment("times the spectrum of the chirp");
    b_.loop("e", b_.constant(0), b_.constant(length_), {lanes_, Unroll::none}, [&](Value i) {
      const Value e = clamped(i, lanes_);
      const Complex x = forward.load(b_, e, lanes_);
      dft_.source().store(b_, e, swapped(x * ends_.spectrum(row, e, lanes_)));
    });
  }

  Complex result(const RaggedRow& row, const Scratch& results, Value k, int width) {
    const Complex z = results.load(b_, clamped(k, width), width);
    return ends_.result(row, k, spec_.convolves ? swapped(z) : z);
  }

  void store(const RaggedRow& row, const Scratch& results) {
    b_.comment("results");
    if (spec_.kind != Kind::r2c) {
      return for_elements(row, row.points,
                          [&](Value k, int width) { ends_.store(row, k, result(row, results, k, width)); });
    }
    for_elements(row, row.points, [&](Value k, int width) { put_half(k, result(row, results, k, width)); });
    put_half(row.points, half(b_.constant(0), 1));
    b_.comment("half a spectrum");
    for_elements(row, row.results, [&](Value k, int width) {
      const Complex low = half(k, width);
      const Complex high = half(b_.let("mirror", max(row.points - k - (width - 1), 0)), width);
      ends_.store_half(row, k, {low, width > 1 ? reversed(high) : high});
    });
  }

  Value in_halves(Value k, int width) { return b_.let("k", min(k, spec_.max_points() + lanes_ - width)); }
  void put_half(Value k, Complex z) { halves_->store(b_, in_halves(k, z.re.type().lanes), z); }
  Complex half(Value k, int width) { return halves_->load(b_, in_halves(k, width), width); }

  const RaggedSpec& spec_;
  Builder b_;
  int lanes_;
  std::int64_t length_;
  KernelContext context_;
  RaggedEnds ends_;
  SimdDft dft_;
  std::optional<Scratch> halves_;  ///< r2c: the results of the DFT, the first one once more at the end
};

}  // namespace

Module build_ragged_simd_kernel(const RaggedSpec& spec) { return RaggedSimd(spec).build(); }

}  // namespace papilio::kernel
