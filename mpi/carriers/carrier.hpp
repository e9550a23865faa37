// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// CarrierKind: what carries messages between ranks, or lets passes store in the memory of other ranks. Each is a file
// and a row of the table in carriers.cpp; docs/how-to/add-a-carrier.md adds one.
#pragma once

#include <memory>
#include <optional>
#include <papilio/mpi_options.hpp>
#include <string>
#include <string_view>

#include "mpi/ranks/team.hpp"
#include "peer_memory.hpp"
#include "transport.hpp"

namespace papilio::mpi {

struct Program;

/// The task of a carrier: to serve a rank's device and its program, whose exchanges were wanted in so many chunks.
struct CarrierOf {
  Team& team;
  const Device& device;
  const Program& program;
  int chunks = 1;
};

/// The transport of a program's executions, and the memory that its passes store in; none for programs that
/// send everything.
struct Carriage {
  std::unique_ptr<Transport> transport;
  std::shared_ptr<PeerMemory> peers = {};
};

struct CarrierKind {
  std::string_view name;  ///< in commands and configurations: "nccl"
  Carrier value;
  std::string_view words;  ///< in a sentence: "NCCL"
  /// Collective. Why automatic plans of so many chunks (0: any) do without it; nullopt: they may have it.
  std::optional<std::string> (*unavailable)(Team& team, const Device& device, int chunks);
  /// Collective; throws on every rank or on none: Error(unsupported) with the remedy where it cannot be had.
  Carriage (*make)(const CarrierOf& of);
};

}  // namespace papilio::mpi
