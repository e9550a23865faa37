// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Conjugate pairs of a half spectrum, and what is done with them. Enumerators deal pairs out to work-items. The drivers
// take the numbers of each pair from a source, process them (half_spectrum.hpp), and give the results to a sink. One of
// the two ends is the half spectrum in memory, X[k] and X[m-k]. The other one has Z[k] and Z[m-k], in the exchange, in
// registers, or in scratch memory.
#pragma once

#include <functional>
#include <vector>

#include "kernel/elements/address_map.hpp"
#include "kernel/pairs/half_spectrum.hpp"
#include "kernel/work/exchange_writes.hpp"
#include "kernel/work/group_parts.hpp"

namespace papilio::kernel {

/// Place of a pair in a half spectrum in memory.
struct HalfPair {
  AddressMap half;
  Value valid;  ///< false: memory has no such numbers; null: always true
  Value low;
  Value high;  ///< null: X[k] alone
  // For observers
  Value column = nullptr;   ///< of the tile
  Value counted = nullptr;  ///< false: there is no such pair, or another one has these numbers; null: always true
};

/// Part of a pair that is computed.
enum class PairKind {
  both,    ///< X[k] and X[m-k]
  zero,    ///< k is 0: X[0] and X[m] of Z[0] alone
  middle,  ///< k is m/2: X[k] of Z[k] alone
  low,     ///< X[k] of both
  last,    ///< X[m] of Z[0] and its partner
};

/// One pair of a work-item, or the part of it that is computed. The functions emit what they return.
struct Pair {
  PairKind kind = PairKind::both;
  std::size_t number = 0;  ///< of those of the work-item
  Value active;            ///< false: the work-item has no such pair; null: always true
  Value is_zero;           ///< PairKind::both: true if the pair is element 0, its own partner; null: it is not
  std::function<Complex()> twiddle;           ///< W_2m^k; half of it for PairKind::low in post-processing
  std::function<HalfPair()> in_memory;        ///< of X[k] and X[m-k]
  std::function<std::vector<Value>()> slots;  ///< of Z[k] and Z[m-k] in the exchange, or of Z[k] alone
};

// The drivers: for each pair the source, then the twiddle, then the sink.
using PairSource = std::function<Partners(const Pair&)>;
using PairSink = std::function<void(const Pair&, const Partners&)>;
/// c2r: from X to Z.
void pre_process(Builder& b, const std::vector<Pair>& pairs, const PairSource& half, const PairSink& whole);
/// r2c: from Z to X.
void post_process(Builder& b, const std::vector<Pair>& pairs, const PairSource& whole, const PairSink& half);

// Ends

/// The half spectrum in memory; it is written under the conditions of the pair.
PairSource read_half(const GroupParts& parts);
PairSink write_half(const GroupParts& parts);
/// The exchange.
PairSink to_exchange(ExchangeWrites& parcel);
std::vector<ExchangeSlots> slots_of(const std::vector<Pair>& pairs);
/// `received`: by number of the pair.
PairSource from_exchange(const std::vector<std::vector<Complex>>& received);

}  // namespace papilio::kernel
