// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Carriers as commands and choices name them.
#pragma once

#include <array>
#include <optional>
#include <papilio/mpi_options.hpp>
#include <string_view>
#include <utility>

namespace papilio::mpi {

constexpr std::array<std::pair<std::string_view, Carrier>, 5> carrier_names{{{"auto", Carrier::automatic},
                                                                             {"mpi", Carrier::mpi_host},
                                                                             {"mpi-device", Carrier::mpi_device},
                                                                             {"nccl", Carrier::nccl},
                                                                             {"peer", Carrier::peer}}};

constexpr std::string_view name_of(Carrier carrier) {
  for (const auto& [name, named] : carrier_names) {
    if (named == carrier) return name;
  }
  return "unknown";
}

constexpr std::optional<Carrier> carrier_named(std::string_view text) {
  for (const auto& [name, named] : carrier_names) {
    if (name == text) return named;
  }
  return std::nullopt;
}

}  // namespace papilio::mpi
