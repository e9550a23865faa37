// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A transform of 2m real numbers as one of m complex numbers z[i] = x[2i] + i*x[2i+1]: with W = W_2m,
//
//   X[k] = E + W^k O,  X[m-k] = conj(E - W^k O),  E = (Z[k] + conj Z[m-k])/2,  O = (Z[k] - conj Z[m-k])/2i
//
// and the way back without the halves (Press et al., "Numerical Recipes", 12.3). Z[m] is Z[0]; a middle k = m/2 is its
// own partner: X[k] = conj Z[k].
#pragma once

#include <functional>
#include <vector>

#include "kernel/elements.hpp"
#include "kernel/group_exchange.hpp"

namespace papilio::kernel {

/// X[k] and X[m-k] from Z[k] and Z[m-k].
struct Partners {
  Complex low;
  Complex high;
};
Partners unfold(Builder& b, Partners z, Complex w);
/// Z[k] and Z[m-k] from X[k] and X[m-k]. `is_zero`, that k is 0: imaginary parts are then ignored.
Partners fold(Builder& b, Partners x, Complex w, Value is_zero);

/// (n - k) mod n of 0 <= k < n.
Value mirror_of(Builder& b, Value k, std::int64_t n);
/// (a + conj c)/2: of numbers that mirror each other, what a real signal has there.
Complex mean_with_conjugate(Builder& b, Complex a, Complex c);

/// Pairs k < pairs_of(m); the middle, where m is even, is beside them.
inline std::int64_t pairs_of(std::int64_t m) { return m == 1 ? 1 : (m % 2 == 0 ? m / 2 : (m + 1) / 2); }

/// Where a column of the tile is in global memory; *valid is null where it always exists.
using AddressMapOf = std::function<AddressMap(Value column, Value* valid)>;

/// Folding by the work-items of a group, through their exchange.
class GroupFold {
 public:
  GroupFold(Builder& b, const KernelSpec& spec, const KernelContext& context, GroupExchange& exchange,
            Elements& elements, AddressMapOf reach);

  /// Reads the half side: what goes where in the exchange.
  void load(std::vector<Places>& to, std::vector<std::vector<Complex>>& values);
  /// What the half side needs of the exchange, and its way to memory.
  std::vector<Places> wanted();
  void store(const std::vector<std::vector<Complex>>& received);

 private:
  /// A pair, or a middle, of one work-item.
  struct Item {
    bool middle = false;
    Value active = nullptr;
    Value column = nullptr;
    Value k = nullptr;
  };
  std::vector<Item> items();
  Item item(std::int64_t u, std::int64_t count, bool middle);
  Complex twiddle(Value k);
  Value partner(Value k, Value is_zero);

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  GroupExchange& exchange_;
  Elements& elements_;
  AddressMapOf map_;
  std::int64_t m_;
};

}  // namespace papilio::kernel
