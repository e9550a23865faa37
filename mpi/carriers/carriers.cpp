// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "carriers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>

namespace papilio::mpi {

// Rows, each in the file of its carrier.
extern const CarrierKind peer_carrier, nccl_carrier, mpi_device_carrier, mpi_host_carrier;

namespace {

constexpr std::array<const CarrierKind*, 4> table_of_carriers = {&peer_carrier, &nccl_carrier, &mpi_device_carrier,
                                                                 &mpi_host_carrier};

}  // namespace

Carriers carriers() { return table_of_carriers; }

const CarrierKind& kind_of(Carrier carrier, Carriers table) {
  const auto kind = std::ranges::find_if(table, [&](const CarrierKind* row) { return row->value == carrier; });
  if (kind != table.end()) return **kind;
  throw Error::invalid_argument(fmt::format("carrier {}", static_cast<int>(carrier)), "there is none of this value",
                                "use one of " + carrier_names());
}

std::string_view name_of(Carrier carrier) { return carrier == Carrier::automatic ? "auto" : kind_of(carrier).name; }

std::optional<Carrier> carrier_named(std::string_view name) {
  if (name == name_of(Carrier::automatic)) return Carrier::automatic;
  for (const CarrierKind* const kind : carriers()) {
    if (kind->name == name) return kind->value;
  }
  return std::nullopt;
}

std::string carrier_names() {
  std::string text;
  for (std::size_t i = carriers().size(); i-- > 0;) {
    text += (text.empty() ? "" : i == 0 ? " and " : ", ") + std::string(carriers()[i]->name);
  }
  return text;
}

std::vector<Carrier> carriers_for(Team& team, const Options& wanted, const Device& device, Carriers table) {
  if (wanted.carrier != Carrier::automatic) return {wanted.carrier};
  std::vector<Carrier> found;
  for (const CarrierKind* const kind : table) {
    if (!kind->unavailable(team, device, wanted.chunks)) found.push_back(kind->value);
  }
  return found;
}

}  // namespace papilio::mpi
