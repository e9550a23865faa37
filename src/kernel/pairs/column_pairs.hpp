// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/pairs/pairs.hpp"
#include "kernel/work/group_parts.hpp"

namespace papilio::kernel {

/// All pairs of the whole transforms of a tile, between half spectra and the exchange. `half`: where the half spectrum
/// of a column is.
std::vector<Pair> column_pairs(const GroupParts& parts, const AddressMapOf& half);

}  // namespace papilio::kernel
