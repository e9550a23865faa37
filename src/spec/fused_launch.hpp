// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A fused: two passes over the same data in one launch, so that the second reads what the first has just written, while
// the second-level cache still has it.
//
// The data are units that the passes take one by one, images of a batch for instance: the second pass reads of a unit
// what the first wrote of the same. Work-groups of both take turns, those of the second pass `lag` units behind; they
// wait until all of the first have signalled that they are done with the unit.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "spec/kernel_spec.hpp"

namespace papilio {

struct FusedLaunch {
  KernelSpec first;
  KernelSpec second;
  std::int64_t first_groups = 1;  ///< work-groups of a unit
  std::int64_t second_groups = 1;
  std::int64_t lag = 1;

  [[nodiscard]] std::int64_t groups(std::int64_t units) const { return (first_groups + second_groups) * (units + lag); }
  /// As those of KernelSpec.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string key() const;
};

/// Counters of neighbouring units are so many bytes apart: a sector of memory.
inline constexpr std::int64_t counter_bytes = 32;

/// What a launch runs.
using Kernel = std::variant<KernelSpec, FusedLaunch>;
inline std::string name_of(const Kernel& kernel) {
  return std::visit([](const auto& own) { return own.name(); }, kernel);
}
inline std::string key_of(const Kernel& kernel) {
  return std::visit([](const auto& own) { return own.key(); }, kernel);
}

/// Both kernels are of one size, in work-items and in local memory's arrays, and neither meets others than those of its
/// own unit.
bool can_fuse(const KernelSpec& first, const KernelSpec& second);

}  // namespace papilio
