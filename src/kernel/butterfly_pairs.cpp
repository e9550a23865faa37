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

void ButterflyPairs::load(const Stage& stage, std::vector<Work>& works, const AddressMapOf& map_of) {
  for (std::size_t i = 0; i < works.size(); i += 2) {
    Value valid = nullptr;
    const AddressMap reach = map_of(works[i].column, &valid);
    spec_.folds_before() ? load_folded(stage, reach, works[i], works[i + 1])
                         : load_quads(stage, reach, works[i], works[i + 1]);
  }
}

void ButterflyPairs::store(const Stage& stage, const std::vector<Work>& works, const AddressMapOf& map_of) {
  for (std::size_t i = 0; i < works.size(); i += 2) {
    Value valid = nullptr;
    const AddressMap reach = map_of(works[i].column, &valid);
    b_.when(works[i].active, [&] {
      b_.when(valid, [&] {
        spec_.folds_after() ? store_unfolded(stage, reach, works[i], works[i + 1])
                            : store_quads(stage, reach, works[i], works[i + 1]);
      });
    });
  }
}

Complex ButterflyPairs::select(Value condition, Complex a, Complex c) {
  return {b_.let("re", b_.select(condition, a.re, c.re)), b_.let("im", b_.select(condition, a.im, c.im))};
}

// Element c + count*j is k; the butterfly of m-k is the pair's other one, unless c is 0: then both are in one.

void ButterflyPairs::load_folded(const Stage& stage, const AddressMap& reach, Work& low, Work& high) {
  const std::int64_t count = stage.butterflies();
  const int r = stage.radix;
  const std::int64_t m = spec_.length;
  const Value is_zero = b_.let("is_zero", b_.eq(low.c, b_.constant(0)));
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
  const std::vector<Partners> of_low = partners(low.c, own, is_zero);
  const std::vector<Partners> of_high = partners(high.c, r - own, nullptr);
  const Complex middle = scale(b_, conjugate(b_, elements_.load_half(reach, b_.constant(m / 2))), 2.0);
  for (int j = 0; j < own; ++j) low.x.push_back(of_low[j].low);
  for (int j = own; j < r; ++j) {
    low.x.push_back(select(is_zero, 2 * j == r ? middle : of_low[r - j].high, of_high[r - 1 - j].high));
  }
  for (int j = 0; j < r - own; ++j) high.x.push_back(of_high[j].low);
  for (int j = r - own; j < r; ++j) {
    high.x.push_back(select(is_zero, 2 * j == r - 1 ? middle : of_high[r - 1 - j].high, of_low[r - 1 - j].high));
  }
}

void ButterflyPairs::store_unfolded(const Stage& stage, const AddressMap& reach, const Work& low, const Work& high) {
  const std::int64_t count = stage.butterflies();
  const int r = stage.radix;
  const std::int64_t m = spec_.length;
  const Value is_zero = b_.let("is_zero", b_.eq(low.c, b_.constant(0)));
  const auto store_partners = [&](Value c, Value mirrored, int j, Partners z) {
    const Value k = at(b_, c, count, j);
    const Partners x = unfold(b_, z, twiddle(k));
    elements_.store_half(reach, k, x.low);
    elements_.store_half(reach, at(b_, mirrored, -count, j), x.high);
  };
  const Value low_mirror = b_.let("mirror", b_.sub(b_.constant(m), low.c));
  for (int j = 0; j < low_share(r); ++j) {
    store_partners(low.c, low_mirror, j, {low.x[j], select(is_zero, low.x[(r - j) % r], high.x[r - 1 - j])});
  }
  const Value high_mirror = b_.let("mirror", b_.sub(b_.constant(m), high.c));
  for (int j = 0; j < r - low_share(r); ++j) {
    store_partners(high.c, high_mirror, j, {high.x[j], select(is_zero, high.x[r - 1 - j], low.x[r - 1 - j])});
  }
  const Complex middle = r % 2 == 0 ? low.x[r / 2] : high.x[r / 2];
  b_.branch(is_zero, [&] { elements_.store_half(reach, b_.constant(m / 2), conjugate(b_, middle)); });
}

void ButterflyPairs::load_quads(const Stage& stage, const AddressMap& reach, Work& low, Work& high) {
  const int r = stage.radix;
  low.x.resize(r);
  high.x.resize(r);
  const auto load_share = [&](Work& own, Work& other, int count) {
    for (int j = 0; j < count; ++j) {
      const Mirrors z = mirrors_of(b_, spec_, elements_.load_quad(reach, at(b_, own.c, stage.butterflies(), j)));
      own.x[j] = z.element;
      other.x[r - 1 - j] = z.mirror;
    }
  };
  load_share(low, high, low_share(r));
  load_share(high, low, r - low_share(r));
}

void ButterflyPairs::store_quads(const Stage& stage, const AddressMap& reach, const Work& low, const Work& high) {
  const int r = stage.radix;
  const auto store_share = [&](const Work& own, const Work& other, int count) {
    for (int j = 0; j < count; ++j) {
      const Mirrors z{own.x[j], other.x[r - 1 - j]};
      elements_.store_quad(reach, at(b_, own.c, stage.butterflies(), j), numbers_of(b_, spec_, z));
    }
  };
  store_share(low, high, low_share(r));
  store_share(high, low, r - low_share(r));
}

}  // namespace papilio::kernel
