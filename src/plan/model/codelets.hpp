// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which radices have codelets, and what they compute.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>

#include "core/device_caps.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// Real operations of the codelet of this radix (fused multiply-adds count once), complex twiddles not included.
double codelet_operations(int radix);

/// Largest prime that has a codelet of its own; lengths with larger prime factors need Rader or Bluestein.
inline constexpr int largest_codelet_prime = 31;
bool has_codelets(std::int64_t n);

/// The same on CPUs, where convolutions of these primes have larger errors in f64 (ADR 105) and take longer in f32,
/// which they compute in f64 (ADR 162).
inline constexpr int largest_cpu_codelet_prime = 67;
/// Columns of CPUs compute larger primes too, in loops (ADR 111). Beyond this convolutions are always faster.
inline constexpr int largest_looped_prime = 199;
/// The largest prime radix of a kernel of this strategy.
int largest_prime_of(Strategy strategy, const DeviceCaps& caps);

/// True if n has codelets and convolution algorithms need not be tried: a GPU with enough registers for every radix is
/// faster without them. A work-item has too few for the largest primes in f64x2.
bool codelets_suffice(std::int64_t n, Precision precision, const DeviceCaps& caps);

}  // namespace papilio::plan
