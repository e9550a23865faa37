// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which shapes a kernel and a device permit. The planner's own search obeys these rules; shapes that a user or a tuner
// chose are checked.
#pragma once

#include <optional>
#include <string>

#include "core/device_caps.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::plan {

/// CPUs, Strategy::columns: the tile that belongs to so many lanes. Conjugate-paired columns come with their partners.
inline int columns_tile(const KernelSpec& spec, int lanes) { return spec.paired_columns ? 2 * lanes : lanes; }

constexpr int widest_vector = 8;  ///< complex numbers; OpenCL's vectors have 16 numbers

/// CPUs: kernels that can have Shape::pairs_in_f64. Those with callbacks go without, whatever their shape says.
bool has_pairs_in_f64(const KernelSpec& spec, const DeviceCaps& caps);

struct Misfit {
  std::string why;
  std::string remedy;
};

/// Why this kernel cannot have its radices and shape on the device; nullopt if it can. The product of the radices must
/// fit the length.
std::optional<Misfit> misfit_of(const KernelSpec& spec, const DeviceCaps& caps);

}  // namespace papilio::plan
