// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/local_memory.hpp"

#include <algorithm>
#include <variant>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "spec/cluster.hpp"
#include "spec/partial_sums.hpp"

namespace papilio {

std::int64_t local_bytes(const Kernel& kernel) {
  constexpr std::int64_t alignment = 64;  // of shared arrays
  std::int64_t exchange = 0;
  std::int64_t numbers = 0;
  std::int64_t scalar = 0;
  const auto add = [&](const KernelSpec& spec) {
    exchange = std::max(exchange, exchange_bytes(spec));
    numbers = std::max(numbers, partial_numbers(spec));
    scalar = real_bytes(spec.precision);
  };
  if (const auto* fused = std::get_if<FusedLaunch>(&kernel)) {
    add(fused->first);
    add(fused->second);
  } else {
    add(std::get<KernelSpec>(kernel));
  }
  if (numbers == 0) return exchange;
  return ceil_div(exchange, alignment) * alignment + numbers * scalar;
}

}  // namespace papilio
