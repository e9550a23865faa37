// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/model/codelets.hpp"

#include <array>
#include <utility>

#include "core/number_theory.hpp"
#include "plan/model/gpu_model.hpp"

namespace papilio::plan {
namespace {

constexpr int max_radix_of = largest_looped_prime;
using Counts = std::array<double, max_radix_of + 1>;

/// `smaller` has the counts of all smaller radices.
double counted_operations(int radix, const Counts& smaller) {
  // Additions plus multiplications after fusion, as the codelet test prints them.
  static constexpr std::array<double, 17> known = {0,  0,  4,   14,  16,  36,  36,  78, 54,
                                                   98, 92, 170, 100, 220, 184, 170, 150};
  if (radix < static_cast<int>(known.size())) return known[radix];
  if (radix > largest_codelet_prime && is_prime(radix)) return (radix - 1.0) * (radix + 3.0);  // loops (ADR 111)
  if (is_prime(radix)) return 2.0 * radix * radix * 0.6 + 4.0 * radix;
  const auto r = static_cast<int>(prime_factors(radix).back());
  const int rest = radix / r;
  return rest * smaller[r] + r * smaller[rest] + 5.0 * (r - 1) * (rest - 1);
}

}  // namespace

double codelet_operations(int radix) {
  static const Counts table = [] {
    Counts counts{};
    for (int r = 2; r <= max_radix_of; ++r) counts[r] = counted_operations(r, counts);
    return counts;
  }();
  return table.at(static_cast<std::size_t>(radix));
}

bool has_codelets(std::int64_t n) {
  const std::vector<std::int64_t> factors = prime_factors(n);
  return factors.empty() || factors.back() <= largest_codelet_prime;
}

int largest_prime_of(Strategy strategy, const DeviceCaps& caps) {
  if (caps.device_class != DeviceClass::cpu) return largest_codelet_prime;
  return strategy == Strategy::columns ? largest_looped_prime : largest_cpu_codelet_prime;
}

bool codelets_suffice(std::int64_t n, Precision precision, const DeviceCaps& caps) {
  constexpr std::int64_t largest_prime_of_f64x2 = 19;
  const bool held = precision != Precision::f64x2 || n == 1 || prime_factors(n).back() <= largest_prime_of_f64x2;
  return caps.device_class == DeviceClass::gpu && caps.registers >= gpu_model.registers.every_radix &&
         has_codelets(n) && held;
}

}  // namespace papilio::plan
