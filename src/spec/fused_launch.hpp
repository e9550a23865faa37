// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fused two-pass launch: two passes over the same data in one launch, so that the second pass reads what the first has
// just written while it is still in the L2 cache.
//
// The data are divided into units, for instance the 2-D arrays of a batch: the second pass reads from a unit what the
// first pass wrote to it. Work-groups of both passes alternate in the launch, with those of the second pass `lag` units
// behind; they wait until all work-groups of the first pass have signalled that the unit is complete.
//
// A transform that is too long for the cache may be several units: chunks of neighbouring columns q (kernel_spec.hpp).
// A later pass and the next one touch only elements of the columns that they read, so chunks do not depend on each
// other.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "spec/kernel_spec.hpp"

namespace papilio {

struct FusedLaunch {
  KernelSpec first;
  KernelSpec second;
  std::int64_t first_groups = 1;  ///< work-groups per unit
  std::int64_t second_groups = 1;
  std::int64_t lag = 1;
  std::int64_t chunks = 1;  ///< units that a transform is cut into
  /// With several chunks: neighbouring work-groups of a row of columns that are in the same chunk.
  std::int64_t first_run = 1;
  std::int64_t second_run = 1;

  [[nodiscard]] std::int64_t groups(std::int64_t units) const { return (first_groups + second_groups) * (units + lag); }
  /// Like KernelSpec::name() and KernelSpec::key().
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string key() const;
};

/// Distance in bytes between the counters of neighbouring units: one memory sector.
inline constexpr std::int64_t counter_bytes = 32;

/// The kernel of one launch.
using Kernel = std::variant<KernelSpec, FusedLaunch>;
inline std::string name_of(const Kernel& kernel) {
  return std::visit([](const auto& own) { return own.name(); }, kernel);
}
inline std::string key_of(const Kernel& kernel) {
  return std::visit([](const auto& own) { return own.key(); }, kernel);
}

/// True if both kernels have the same work-group size and exchange form, and neither depends on data or work-groups
/// outside its own unit.
bool can_fuse(const KernelSpec& first, const KernelSpec& second);

}  // namespace papilio
