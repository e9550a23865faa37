// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/simd/simd_dft.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "kernel/tables/spec_tables.hpp"
#include "spec/layout.hpp"
#include "spec/side_access.hpp"

namespace papilio::kernel {
namespace {

/// Layout of the arrays between stages.
ScratchLayout lane_scratch_layout(const KernelSpec& spec) {
  if (spec.shape.strategy == Strategy::columns) return ScratchLayout::columns;
  const int lanes = spec.shape.lanes;
  for (const Stage& stage : stages_of(spec)) {
    const bool aligned =
        stage.butterflies() % lanes == 0 && (stage.first() ? stage.radix % lanes == 0 : stage.s % lanes == 0);
    if (!aligned) return ScratchLayout::planar;
  }
  return ScratchLayout::blocked;
}

}  // namespace

SimdDft::SimdDft(Builder& b, const KernelSpec& spec, const KernelContext& context)
    : b_(b),
      spec_(spec),
      context_(context),
      lanes_(spec.shape.lanes),
      columns_(spec.shape.strategy == Strategy::columns),
      real_input_(spec.in.form == Form::real && spec.algorithm == Algorithm::stockham && spec.load == LoadOp::none),
      prime_(b, spec, context) {
  const int arrays = scratch_arrays(spec) - (spec.paired_columns ? 2 : 0);  // those are PairedColumns'
  for (int i = 0; i < arrays; ++i) {
    const ScratchShape shape{spec.work_length(), lanes_, lane_scratch_layout(spec)};
    scratch_.emplace_back(b_, i == 0 ? "a" : "b", context_.element, shape);
  }
  std::int64_t turned = 0;
  for (const Stage& stage : context_.stages) {
    if (scattered(stage)) turned = std::max<std::int64_t>(turned, stage.radix);
  }
  if (turned > 0) turn_.emplace(b_, "turn", context_.element, ScratchShape{turned, lanes_, ScratchLayout::columns});
}

int SimdDft::together(const Stage& stage) const { return static_cast<int>(std::gcd<std::int64_t>(stage.s, lanes_)); }

bool SimdDft::scattered(const Stage& stage) const {
  return !stores_neighbours(spec_, stage) && !stage.first() && together(stage) == 1;
}

Complex SimdDft::table_entry(const Buffer* table, Value e, std::int64_t n, int width) const {
  const Complex w = load_planar(table, e, n, columns_ ? 1 : width);
  return columns_ ? broadcast(w, width) : w;
}

SimdDft::StageMemory SimdDft::transform(const SimdTile& tile, StageMemory source, std::optional<StageMemory> target,
                                        Direction direction) {
  const auto free = [&] { return source == &scratch_.front() ? &scratch_.back() : &scratch_.front(); };
  for (const Stage& stage : context_.stages) {
    const StageMemory own = target && stage.last() ? *target : free();
    emit_stage(stage, tile, source, own, direction);
    source = own;
  }
  return source;
}

template <typename Number>
Complex SimdDft::stage_twiddle(const Stage& stage, Value c, Value p, Number k) {
  const bool shared = stage.layout == StageLayout::interleaved_by_p;  // by all lanes
  const EntrySlot<Value> slot =
      stage.twiddle_slot(shared ? (stage.later == 1 ? p : b_.let("row", p / stage.later)) : c, k);
  const int width = shared ? 1 : lanes_;
  const Complex w{b_.load(context_.table("stage_twiddles"), slot.re, width),
                  b_.load(context_.table("stage_twiddles"), slot.im, width)};
  return shared ? broadcast(w, lanes_) : w;
}

/// Rows are prefetched in the last stage, whose inputs are in the cache: the first one waits for memory itself. The
/// first stage of whole transforms does not, since the previous tile has prefetched its inputs.
void SimdDft::prefetch(const Stage& stage, const SimdTile& tile, Value e) const {
  if (spec_.columns() == 1 ? stage.first() : stage.last()) tile.prefetch_next(e);
  if (stage.first()) tile.prefetch_output(e);
}

void SimdDft::emit_stage(const Stage& stage, const SimdTile& tile, StageMemory source, StageMemory target,
                         Direction direction) {
  const int step = columns_ ? 1 : lanes_;
  const std::int64_t count = stage.butterflies();
  b_.comment("radix " + std::to_string(stage.radix) + ", s = " + std::to_string(stage.s) +
             ", m = " + std::to_string(stage.m));
  b_.loop("c", b_.constant(0), b_.constant(count), step, [&](Value c) {
    // The last vector of a stage starts early rather than be shorter; it computes a few butterflies a second time.
    if (count % step != 0) c = b_.let("c", min(c, count - step));
    if (loops_over(spec_, stage)) return emit_prime(stage, tile, c, {source, target, direction});
    std::vector<Complex> x;
    for (int j = 0; j < stage.radix; ++j) x.push_back(input_of(stage, tile, source, c + j * count));
    for (int j = 0; j < stage.radix; ++j) prefetch(stage, tile, c + j * count);
    x = butterfly(direction, codelet::cpu_style(stage.radix), x);
    const Value p = stage.last() ? b_.constant(0) : b_.let("p", c / stage.s);
    for (int k = 1; k < stage.radix && stage.rows() > 1; ++k) {
      x[k] = multiply(x[k], stage_twiddle(stage, c, p, k), conjugate_for(direction));
    }
    store_outputs({stage, c, p, x}, tile, target);
  });
}

void SimdDft::emit_prime(const Stage& stage, const SimdTile& tile, Value c, const Ends& ends) {
  const Value p = stage.last() ? b_.constant(0) : b_.let("p", c / stage.s);
  const Value base = b_.let("base", stage.first_output(c, p));
  const auto input = [&](Value j) {
    const Value e = b_.let("e", c + j * stage.butterflies());
    prefetch(stage, tile, e);
    return input_of(stage, tile, ends.source, e);
  };
  const auto store = [&](Value k, Complex y) {
    std::int64_t number = 0;
    const bool is_first = is_constant(k, &number) && number == 0;
    if (stage.rows() > 1 && !is_first) y = multiply(y, stage_twiddle(stage, c, p, k), conjugate_for(ends.direction));
    store_output(tile, ends.target, base + k * stage.s, y);
  };
  prime_.emit({stage.radix, ends.direction, real_input_ && stage.first(), input, store});
}

void SimdDft::store_output(const SimdTile& tile, StageMemory target, Value e, Complex y) {
  if (target == global) {
    tile.store(e, y);
  } else {
    target->store(b_, e, y);
  }
}

/// Imaginary parts that are known to be 0 are constants, with which half of the first stage's butterfly vanishes.
Complex SimdDft::input_of(const Stage& stage, const SimdTile& tile, StageMemory source, Value e) const {
  if (!real_input_ || !stage.first()) return source == global ? tile.load(e, lanes_) : source->load(b_, e, lanes_);
  const Value x = source == global ? tile.load(e, lanes_).re : source->load_real(b_, e, lanes_);
  return {x, constant_like(x, 0.0)};
}

void SimdDft::store_outputs(const ButterflyVector& butterflies, const SimdTile& tile, StageMemory target) {
  const auto& [stage, c, p, x] = butterflies;
  const Value base = b_.let("base", stage.first_output(c, p));
  if (stores_neighbours(spec_, stage)) {
    for (int k = 0; k < stage.radix; ++k) store_output(tile, target, base + k * stage.s, x[k]);
  } else if (stage.first() && stage.radix % lanes_ == 0) {
    store_transposed(stage, *target, base, x);
  } else if (stage.first()) {
    store_interleaved(stage, *target, base, x);
  } else if (!scattered(stage)) {
    store_in_parts(stage, *target, c, x);
  } else {
    store_scattered(stage, *target, c, x);
  }
}

/// First stage, lane l is p + l: the outputs of a lane are neighbours. Blocks of lanes x lanes turn in registers.
void SimdDft::store_transposed(const Stage& stage, const Scratch& target, Value base, const std::vector<Complex>& x) {
  for (int k0 = 0; k0 < stage.radix; k0 += lanes_) {
    const std::vector<Complex> block = transpose(std::vector<Complex>(x.begin() + k0, x.begin() + k0 + lanes_));
    for (int l = 0; l < lanes_; ++l) target.store(b_, base + (stage.radix * l + k0), block[l]);
  }
}

/// First stage, lane l is p + l: all outputs of the vector are one line of memory, lane after lane.
void SimdDft::store_interleaved(const Stage& stage, const Scratch& target, Value base, const std::vector<Complex>& x) {
  const std::vector<Complex> line = lane_by_lane(x);
  for (int i = 0; i < stage.radix; ++i) target.store(b_, base + lanes_ * i, line[i]);
}

/// Some neighbouring lanes have the same p: their outputs are neighbours.
void SimdDft::store_in_parts(const Stage& stage, const Scratch& target, Value c, const std::vector<Complex>& x) {
  const int width = together(stage);
  for (int l = 0; l < lanes_; l += width) {
    const Value cl = l == 0 ? c : b_.let("c", c + l);
    const Value base = b_.let("base", stage.first_output(cl, b_.let("p", cl / stage.s)));
    for (int k = 0; k < stage.radix; ++k) target.store(b_, base + k * stage.s, lanes(x[k], l, width));
  }
}

/// Neighbouring lanes belong to different p: each lane has its own address. The vectors go through a small array, so
/// that the code for a lane stands here once: radix*lanes scalar stores in a row take PoCL up to seconds.
void SimdDft::store_scattered(const Stage& stage, const Scratch& target, Value c, const std::vector<Complex>& x) {
  for (int k = 0; k < stage.radix; ++k) turn_->store(b_, b_.constant(k), x[k]);
  const auto store_lane = [&](Value l) {
    const Value cl = b_.let("c", c + l);
    const Value pl = b_.let("p", cl / stage.s);
    const Value base = b_.let("base", stage.first_output(cl, pl));
    for (int k = 0; k < stage.radix; ++k) {
      target.store(b_, base + k * stage.s, turn_->load_lane(b_, b_.constant(k), l));
    }
  };
  b_.loop("lane", b_.constant(0), b_.constant(lanes_), {1, Unroll::none}, store_lane);
}

}  // namespace papilio::kernel
