// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Conjugate pairs number by number: each work-item reads both numbers of a pair and computes one. For kernels whose
// butterflies do not have the elements of a DFT in their order.
#pragma once

#include "kernel/elements/elements.hpp"
#include "kernel/pairs/half_spectrum.hpp"
#include "kernel/work/group_parts.hpp"

namespace papilio::kernel {

/// c2r: Z[k], 0 <= k < m, of the half spectrum in memory.
Complex read_single_number(const GroupParts& parts, const AddressMap& half, Value k);

/// r2c: the numbers of the DFT that X[k], 0 <= k <= m, is made of. Z[m] is Z[0].
struct SingleSources {
  Value low = nullptr;
  Value high = nullptr;
};
SingleSources single_sources(const GroupParts& parts, Value k);
/// X[k] of them.
Complex single_number(const GroupParts& parts, Value k, const Partners& z);

}  // namespace papilio::kernel
