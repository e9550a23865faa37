// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Who sends what when an array goes from one distribution to another: the elements that the sender has before and the
// receiver after. Nothing less can be sent: each element that moves goes once, straight to its new owner.
#pragma once

#include <cstdint>
#include <papilio/mpi_distribution.hpp>
#include <vector>

namespace papilio::mpi {

struct BoxBlock {
  int peer = 0;
  Box box;  ///< never empty
  friend bool operator==(const BoxBlock&, const BoxBlock&) = default;
};

/// Blocks that `rank` has in `from` and its peers have in `to`, by peer; the rank itself included.
std::vector<BoxBlock> blocks_sent(const Distribution& from, const Distribution& to, int rank);
/// Blocks that `rank` has in `to` and its peers have in `from`.
std::vector<BoxBlock> blocks_received(const Distribution& from, const Distribution& to, int rank);

/// Elements and messages that a rank exchanges with others.
struct Volume {
  std::int64_t sent = 0;  ///< elements
  std::int64_t received = 0;
  int messages = 0;  ///< sent and received
};
Volume volume_exchanged(const Distribution& from, const Distribution& to, int rank);

}  // namespace papilio::mpi
