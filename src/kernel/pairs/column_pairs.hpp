// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/group/group_parts.hpp"
#include "kernel/pairs/pairs.hpp"

namespace papilio::kernel {

/// All pairs of the whole transforms of a tile, between half spectra and the exchange. `half`: where the half spectrum
/// of a column is.
std::vector<Pair> column_pairs(const GroupParts& parts, const AddressMapOf& half);

}  // namespace papilio::kernel
