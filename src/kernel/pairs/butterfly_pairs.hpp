// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/group_parts.hpp"
#include "kernel/group_work.hpp"
#include "kernel/pairs/pairs.hpp"

namespace papilio::kernel {

/// Two butterflies of one work-item whose elements are conjugate partners (spec/pairing.hpp), between memory and
/// registers. In `works`, each low butterfly is followed by its partner.
void load_paired_butterflies(const GroupParts& parts, std::vector<Work>& works, const AddressMapOf& map_of);
void store_paired_butterflies(const GroupParts& parts, const std::vector<Work>& works, const AddressMapOf& map_of);

}  // namespace papilio::kernel
