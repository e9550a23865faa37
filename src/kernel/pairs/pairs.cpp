// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/pairs/pairs.hpp"

#include "kernel/elements/elements.hpp"

namespace papilio::kernel {
namespace {

Partners pre_processed(Builder& b, const Pair& pair, const Partners& x) {
  switch (pair.kind) {
    case PairKind::zero:
      return {pre_process_zero(b, x), {}};
    case PairKind::middle:
      return {pre_process_middle(x.low), {}};
    case PairKind::low:
      return {pre_process_low(b, x, pair.twiddle()), {}};
    case PairKind::both:
    case PairKind::last:
      break;
  }
  return pre_process(b, x, pair.twiddle(), pair.is_zero);
}

Partners post_processed(Builder& b, const Pair& pair, const Partners& z) {
  switch (pair.kind) {
    case PairKind::zero:
      return post_process_zero(b, z.low);
    case PairKind::middle:
      return {post_process_middle(z.low), {}};
    case PairKind::low:
      return {post_process_low(b, z, pair.twiddle()), {}};
    case PairKind::last:
      return {post_process_last(b, z), {}};
    case PairKind::both:
      break;
  }
  return post_process(b, z, pair.twiddle());
}

}  // namespace

void pre_process(Builder& b, const std::vector<Pair>& pairs, const PairSource& half, const PairSink& whole) {
  for (const Pair& pair : pairs) whole(pair, pre_processed(b, pair, half(pair)));
}

void post_process(Builder& b, const std::vector<Pair>& pairs, const PairSource& whole, const PairSink& half) {
  for (const Pair& pair : pairs) half(pair, post_processed(b, pair, whole(pair)));
}

PairSource read_half(const GroupParts& parts) {
  return [parts](const Pair& pair) {
    const HalfPair at = pair.in_memory();
    Partners x;
    x.low = parts.elements.load_half(at.half, at.low);
    if (at.high) x.high = parts.elements.load_half(at.half, at.high);
    parts.observer.on_pair(pair, at, x);
    return x;
  };
}

PairSink write_half(const GroupParts& parts) {
  return [parts](const Pair& pair, const Partners& x) {
    const HalfPair at = pair.in_memory();
    parts.b.when(pair.active, [&] {
      parts.b.when(at.valid, [&] {
        parts.elements.store_half(at.half, at.low, x.low);
        if (at.high) parts.elements.store_half(at.half, at.high, x.high);
        parts.observer.on_pair(pair, at, x);
      });
    });
  };
}

PairSink to_exchange(ExchangeWrites& parcel) {
  return [&](const Pair& pair, const Partners& z) { parcel.add({pair.active, pair.slots()}, {z.low, z.high}); };
}

std::vector<ExchangeSlots> slots_of(const std::vector<Pair>& pairs) {
  std::vector<ExchangeSlots> from;
  for (const Pair& pair : pairs) from.push_back({pair.active, pair.slots()});
  return from;
}

PairSource from_exchange(const std::vector<std::vector<Complex>>& received) {
  return [&](const Pair& pair) {
    const std::vector<Complex>& z = received[pair.number];
    return Partners{z.front(), z.back()};
  };
}

}  // namespace papilio::kernel
