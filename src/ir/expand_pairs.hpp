// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// expand_pairs: a program that computes with f32x2 or f64x2 becomes one that computes with f32 or f64. Each such value
// becomes two, high and low, whose unevaluated sum it is, and each operation some ten of error-free transformations
// (Dekker, "A floating-point technique for extending the available precision", 1971; Knuth, TAOCP vol. 2, 4.2.2). They
// hold because the IR neither contracts nor reassociates. The pass comes first after the kernel is built, so that
// verify(), the interpreter and the dialects know of no pairs.
//
//   a + b      11 operations; the error is a few units of 2^-48 (2^-106) of |a| + |b|, also where they cancel
//   a * b       9
//   a * b + c  17; rounded like its parts, not once
//
// An fma of floats rounds where products are made exact and nowhere else, so that a device whose fma rounds twice
// computes the same bits with TwoProduct::split. Infinities become NaN.
//
// In memory, local memory and registers, a pair is two neighbouring floats, high first. Indices of such arrays count
// floats afterwards. Buffers with another storage type hold one number where they held one: it is widened when it is
// loaded, and the pair is rounded to it when it is stored. f64 is split and joined in f64, or as two integers of 32
// bits, some 20 and 35 operations, where the device has no f64. Both give the same bits, but for magnitudes below
// 2^-126, which integers make 0, and for what is not finite.
#pragma once

#include "ir/ir.hpp"

namespace papilio::ir {

/// How the exact product of two floats is computed. fma: two operations, where fma rounds once. split: 17, by
/// Veltkamp's splitting of the factors into halves; factors beyond 2^115 (f64: 2^996) overflow
/// and give NaN.
enum class TwoProduct : std::uint8_t { fma, split };

/// How numbers of f32x2 are stored as f64.
enum class DoubleAccess : std::uint8_t { native, integers };

struct PairRules {
  TwoProduct product = TwoProduct::fma;
  DoubleAccess doubles = DoubleAccess::native;
};

/// Returns a module without pairs as it is. Throws Error(internal) for what has no expansion: callbacks, comparisons
/// and bits of pairs.
Module expand_pairs(Module module, const PairRules& rules);

}  // namespace papilio::ir
