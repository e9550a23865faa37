// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/butterfly_pairs.hpp"

#include "kernel/elements/elements.hpp"
#include "kernel/elements/trig.hpp"

namespace papilio::kernel {
namespace {

/// Number of pairs that belong to the low butterfly; the others belong to the high one.
std::size_t low_share(std::size_t radix) { return (radix + 1) / 2; }

Complex choose(Builder& b, Value condition, Complex a, Complex c) {
  const Value re = b.let("re", select(condition, a.re, c.re));
  return {re, b.let("im", select(condition, a.im, c.im))};
}

/// Pairing::conjugates: a half spectrum in memory, and the two butterflies of a pair in registers.
class HalfSpectrum {
 public:
  HalfSpectrum(const GroupParts& parts, const Stage& stage, const AddressMap& half, const Butterfly& low)
      : g_(parts),
        radix_(static_cast<std::size_t>(stage.radix)),
        own_(low_share(radix_)),
        is_zero_(parts.b.let("is_zero", low.c == 0)),
        pairs_(parts, stage, half, low, is_zero_) {}

  void load(Butterfly& low, Butterfly& high) {
    const std::size_t r = radix_;
    std::vector<Partners> z;
    const PairSink keep = [&](const Pair&, const Partners& own) { z.push_back(own); };
    for (const std::vector<Pair>& pairs : {pairs_.of_low(low.c), pairs_.of_high(high.c), pairs_.middle()})
      pre_process(g_.b, pairs, read_half(g_), keep);
    for (std::size_t j = 0; j < own_; ++j) low.x.push_back(z[j].low);
    for (std::size_t j = own_; j < r; ++j)
      low.x.push_back(choose(g_.b, is_zero_, 2 * j == r ? z[r].low : z[r - j].high, z[own_ + r - 1 - j].high));
    for (std::size_t j = own_; j < r; ++j) high.x.push_back(z[j].low);
    for (std::size_t j = r - own_; j < r; ++j)
      high.x.push_back(choose(g_.b, is_zero_, 2 * j == r - 1 ? z[r].low : z[own_ + r - 1 - j].high, z[r - 1 - j].high));
  }

  void store(const Butterfly& low, const Butterfly& high) {
    const std::size_t r = radix_;
    const PairSource registers = [&](const Pair& pair) -> Partners {
      if (pair.kind == PairKind::middle) return {r % 2 == 0 ? low.x[r / 2] : high.x[r / 2], {}};
      const std::size_t i = pair.number;
      if (i < own_) return {low.x[i], choose(g_.b, is_zero_, low.x[(r - i) % r], high.x[r - 1 - i])};
      const std::size_t j = i - own_;
      return {high.x[j], choose(g_.b, is_zero_, high.x[r - 1 - j], low.x[r - 1 - j])};
    };
    const PairSink memory = write_half(g_);
    post_process(g_.b, pairs_.of_low(low.c), registers, memory);
    post_process(g_.b, pairs_.of_high(high.c), registers, memory);
    g_.b.branch(is_zero_, [&] { post_process(g_.b, pairs_.middle(), registers, memory); });
  }

 private:
  GroupParts g_;
  std::size_t radix_;
  std::size_t own_;  ///< pairs that belong to the low butterfly
  Value is_zero_;
  ButterflyPairs pairs_;
};

/// Pairing::quads: the signal of cosine and sine transforms, of which elements i and m-1-i are four numbers.
class QuadSignal {
 public:
  QuadSignal(const GroupParts& parts, const Stage& stage, const AddressMap& map)
      : g_(parts), map_(map), radix_(static_cast<std::size_t>(stage.radix)), count_(stage.butterflies()) {}

  void load(Butterfly& low, Butterfly& high) {
    low.x.resize(radix_);
    high.x.resize(radix_);
    load_share(low, high, low_share(radix_));
    load_share(high, low, radix_ - low_share(radix_));
  }
  void store(const Butterfly& low, const Butterfly& high) {
    store_share(low, high, low_share(radix_));
    store_share(high, low, radix_ - low_share(radix_));
  }

 private:
  [[nodiscard]] Value quad_of(const Butterfly& w, std::size_t j) const {
    return w.c + count_ * static_cast<std::int64_t>(j);
  }
  void load_share(Butterfly& own, Butterfly& other, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      const Mirrors z = mirrors_of(g_.b, g_.spec, g_.elements.load_quad(map_, quad_of(own, j)));
      own.x[j] = z.element;
      other.x[radix_ - 1 - j] = z.mirror;
    }
  }
  void store_share(const Butterfly& own, const Butterfly& other, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      const Mirrors z{own.x[j], other.x[radix_ - 1 - j]};
      g_.elements.store_quad(map_, quad_of(own, j), numbers_of(g_.b, g_.spec, z));
    }
  }

  GroupParts g_;
  AddressMap map_;
  std::size_t radix_;
  std::int64_t count_;
};

}  // namespace

std::vector<Pair> ButterflyPairs::of_low(Value c) const { return run(c, 0, low_share(radix_)); }

std::vector<Pair> ButterflyPairs::of_high(Value c) const { return run(c, low_share(radix_), radix_); }

std::vector<Pair> ButterflyPairs::middle() const {
  Pair pair;
  pair.kind = PairKind::middle;
  pair.number = radix_;
  pair.in_memory = [this] {
    const Value counted = active_ ? active_ && is_zero_ : is_zero_;
    return HalfPair{half_, {}, g_.b.constant(g_.spec.length / 2), {}, column_, counted};
  };
  return {pair};
}

std::vector<Pair> ButterflyPairs::run(Value c, std::size_t begin, std::size_t end) const {
  const Value mirror = g_.b.let("mirror", g_.spec.length - c);
  std::vector<Pair> all;
  for (std::size_t number = begin; number < end; ++number) {
    // Each address is one variable plus a constant, so the offsets of a butterfly become part of its instructions.
    const std::int64_t step = count_ * static_cast<std::int64_t>(number - begin);
    Pair& pair = all.emplace_back();
    pair.number = number;
    if (number == 0) pair.is_zero = is_zero_;
    pair.in_memory = [this, c, mirror, step] {
      return HalfPair{half_, {}, c + step, mirror + -step, column_, active_};
    };
    pair.twiddle = [this, c, step] {
      return g_.elements.table_entry(g_.context.table("fold_twiddles"), c + step, g_.spec.length / 2);
    };
  }
  return all;
}

void load_paired_butterflies(const GroupParts& parts, std::vector<Butterfly>& butterflies, const AddressMapOf& map_of) {
  const Stage& stage = parts.context.stages.front();
  for (std::size_t i = 0; i < butterflies.size(); i += 2) {
    Value valid;
    const AddressMap map = map_of(butterflies[i].column, &valid);
    pre_processes(parts.spec) ? HalfSpectrum(parts, stage, map, butterflies[i]).load(butterflies[i], butterflies[i + 1])
                              : QuadSignal(parts, stage, map).load(butterflies[i], butterflies[i + 1]);
  }
}

void store_paired_butterflies(const GroupParts& parts, const std::vector<Butterfly>& butterflies,
                              const AddressMapOf& map_of) {
  const Stage& stage = parts.context.stages.back();
  for (std::size_t i = 0; i < butterflies.size(); i += 2) {
    Value valid;
    const AddressMap map = map_of(butterflies[i].column, &valid);
    const auto store = [&] {
      post_processes(parts.spec)
          ? HalfSpectrum(parts, stage, map, butterflies[i]).store(butterflies[i], butterflies[i + 1])
          : QuadSignal(parts, stage, map).store(butterflies[i], butterflies[i + 1]);
    };
    parts.b.when(butterflies[i].active, [&] { parts.b.when(valid, store); });
  }
}

}  // namespace papilio::kernel
