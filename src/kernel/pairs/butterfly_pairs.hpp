// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "kernel/pairs/pairs.hpp"
#include "kernel/work/group_parts.hpp"
#include "kernel/work/group_work.hpp"

namespace papilio::kernel {

/// Enumerator (Pairing::conjugates): the pairs of two butterflies of a stage, which a work-item has in registers.
/// Element j of butterfly c is number k = c + count*j of the half spectrum, of `count` butterflies. m-k is in the
/// pair's other butterfly, count-c; but butterflies 0 and count/2 are a pair, and each of them has both numbers of its
/// pairs.
class ButterflyPairs {
 public:
  /// `is_zero`: the low butterfly is number 0. The pairs refer to this object.
  ButterflyPairs(const GroupParts& parts, const Stage& stage, const AddressMap& half, const Butterfly& low,
                 Value is_zero)
      : g_(parts),
        half_(half),
        column_(low.column),
        active_(low.active),
        radix_(static_cast<std::size_t>(stage.radix)),
        count_(stage.butterflies()),
        is_zero_(is_zero) {}
  ButterflyPairs(const ButterflyPairs&) = delete;
  ButterflyPairs& operator=(const ButterflyPairs&) = delete;

  /// The pairs that belong to the low butterfly, c: those of the first half of its elements, rounded up.
  [[nodiscard]] std::vector<Pair> of_low(Value c) const;
  /// The other pairs, which belong to the high butterfly, c: those of the first half of its elements.
  [[nodiscard]] std::vector<Pair> of_high(Value c) const;
  /// X[m/2]; there is one if the low butterfly is number 0.
  [[nodiscard]] std::vector<Pair> middle() const;

 private:
  [[nodiscard]] std::vector<Pair> run(Value c, std::size_t begin, std::size_t end) const;

  GroupParts g_;
  AddressMap half_;
  Value column_;
  Value active_;
  std::size_t radix_;
  std::int64_t count_;
  Value is_zero_;
};

/// Two butterflies of one work-item whose elements are conjugate partners (spec/pairing.hpp), between memory and
/// registers. In `butterflies`, each low butterfly is followed by its partner.
void load_paired_butterflies(const GroupParts& parts, std::vector<Butterfly>& butterflies, const AddressMapOf& map_of);
void store_paired_butterflies(const GroupParts& parts, const std::vector<Butterfly>& butterflies,
                              const AddressMapOf& map_of);

}  // namespace papilio::kernel
