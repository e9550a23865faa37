// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The table of carriers.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "carrier.hpp"

namespace papilio::mpi {

using Carriers = std::span<const CarrierKind* const>;

/// All carriers, the preferred one first.
Carriers carriers();
const CarrierKind& kind_of(Carrier carrier, Carriers table = carriers());
/// Names of carriers, and "auto".
std::string_view name_of(Carrier carrier);
std::optional<Carrier> carrier_named(std::string_view name);
/// "a, b and c", without "auto".
std::string carrier_names();

/// Collective. The carriers that a request may have, the preferred one first; the same on all ranks.
std::vector<Carrier> carriers_for(Team& team, const Options& wanted, const Device& device, Carriers table = carriers());

}  // namespace papilio::mpi
