// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/butterfly_pairs.hpp"

#include "kernel/real_fold.hpp"
#include "kernel/trig.hpp"

namespace papilio::kernel {
namespace {

/// first + step*j, from one variable by constants: the offsets of a butterfly are then part of its instructions.
Value at(Builder& b, Value first, std::int64_t step, int j) { return b.add(first, step * j); }

/// Elements of the low butterfly whose pairs are counted by it; the others are counted by the high one.
int low_share(int radix) { return (radix + 1) / 2; }

}  // namespace

Value ButterflyPairs::mirror(const Stage& stage, Pairing pairing, Value low) {
  const std::int64_t count = stage.butterflies();
  if (pairing == Pairing::quads) return b_.let("c", b_.sub(b_.constant(count - 1), low));
  // The minimum tells verify() that there is no butterfly `count`.
  const Value other = b_.min(b_.sub(b_.constant(count), low), b_.constant(count - 1));
  return b_.let("c", b_.select(b_.eq(low, b_.constant(0)), b_.constant(count / 2), other));
}

Complex ButterflyPairs::select(Value condition, Complex a, Complex c) {
  return {b_.let("re", b_.select(condition, a.re, c.re)), b_.let("im", b_.select(condition, a.im, c.im))};
}

// Element c + count*j is k; the butterfly of m-k is the pair's other one, unless c is 0: then both are in one.

void ButterflyPairs::load_folded(const Stage& stage, const Reach& reach, ButterflyPair& pair) {
  const std::int64_t count = stage.butterflies();
  const int r = stage.radix;
  const std::int64_t m = spec_.length;
  const Value is_zero = b_.let("is_zero", b_.eq(pair.low, b_.constant(0)));
  const auto partners = [&](Value c, int pairs, Value first_is_zero) {
    std::vector<Partners> all;
    const Value mirrored = b_.let("mirror", b_.sub(b_.constant(m), c));
    for (int j = 0; j < pairs; ++j) {
      const Value k = at(b_, c, count, j);
      const Partners x{elements_.load_half(reach, k), elements_.load_half(reach, at(b_, mirrored, -count, j))};
      all.push_back(fold(b_, x, twiddle(k), j == 0 ? first_is_zero : nullptr));
    }
    return all;
  };
  const int own = low_share(r);
  const std::vector<Partners> low = partners(pair.low, own, is_zero);
  const std::vector<Partners> high = partners(pair.high, r - own, nullptr);
  const Complex middle = scale(b_, conjugate(b_, elements_.load_half(reach, b_.constant(m / 2))), 2.0);
  for (int j = 0; j < own; ++j) pair.low_x.push_back(low[j].low);
  for (int j = own; j < r; ++j) {
    pair.low_x.push_back(select(is_zero, 2 * j == r ? middle : low[r - j].high, high[r - 1 - j].high));
  }
  for (int j = 0; j < r - own; ++j) pair.high_x.push_back(high[j].low);
  for (int j = r - own; j < r; ++j) {
    pair.high_x.push_back(select(is_zero, 2 * j == r - 1 ? middle : high[r - 1 - j].high, low[r - 1 - j].high));
  }
}

void ButterflyPairs::store_unfolded(const Stage& stage, const Reach& reach, const ButterflyPair& pair) {
  const std::int64_t count = stage.butterflies();
  const int r = stage.radix;
  const std::int64_t m = spec_.length;
  const Value is_zero = b_.let("is_zero", b_.eq(pair.low, b_.constant(0)));
  const auto store = [&](Value c, Value mirrored, int j, Complex low, Complex high) {
    const Value k = at(b_, c, count, j);
    const Partners x = unfold(b_, {low, high}, twiddle(k));
    elements_.store_half(reach, k, x.low);
    elements_.store_half(reach, at(b_, mirrored, -count, j), x.high);
  };
  const Value low_mirror = b_.let("mirror", b_.sub(b_.constant(m), pair.low));
  for (int j = 0; j < low_share(r); ++j) {
    store(pair.low, low_mirror, j, pair.low_x[j], select(is_zero, pair.low_x[(r - j) % r], pair.high_x[r - 1 - j]));
  }
  const Value high_mirror = b_.let("mirror", b_.sub(b_.constant(m), pair.high));
  for (int j = 0; j < r - low_share(r); ++j) {
    store(pair.high, high_mirror, j, pair.high_x[j], select(is_zero, pair.high_x[r - 1 - j], pair.low_x[r - 1 - j]));
  }
  const Complex middle = r % 2 == 0 ? pair.low_x[r / 2] : pair.high_x[r / 2];
  b_.branch(is_zero, [&] { elements_.store_half(reach, b_.constant(m / 2), conjugate(b_, middle)); });
}

void ButterflyPairs::load_quads(const Stage& stage, const Reach& reach, ButterflyPair& pair) {
  const int r = stage.radix;
  const int own = low_share(r);
  pair.low_x.resize(r);
  pair.high_x.resize(r);
  for (int j = 0; j < r; ++j) {
    const bool low = j < own;
    const int i = low ? j : j - own;
    const Value e = at(b_, low ? pair.low : pair.high, stage.butterflies(), i);
    const Mirrors z = mirrors_of(b_, spec_, elements_.load_quad(reach, e));
    (low ? pair.low_x : pair.high_x)[i] = z.element;
    (low ? pair.high_x : pair.low_x)[r - 1 - i] = z.mirror;
  }
}

void ButterflyPairs::store_quads(const Stage& stage, const Reach& reach, const ButterflyPair& pair) {
  const int r = stage.radix;
  const int own = low_share(r);
  for (int j = 0; j < r; ++j) {
    const bool low = j < own;
    const int i = low ? j : j - own;
    const Mirrors z{(low ? pair.low_x : pair.high_x)[i], (low ? pair.high_x : pair.low_x)[r - 1 - i]};
    const Value e = at(b_, low ? pair.low : pair.high, stage.butterflies(), i);
    elements_.store_quad(reach, e, numbers_of(b_, spec_, z));
  }
}

}  // namespace papilio::kernel
