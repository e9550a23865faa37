// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Peer memory: passes store in the memory of other ranks (gpu_peers.hpp, host_peers.hpp). Where a program has exchanges
// all the same, in several chunks and of one axis, copy engines of GPUs push the messages (peer_copies.hpp); other
// devices send those of one axis by the team's own means.
#pragma once

#include "carrier.hpp"

namespace papilio::mpi {

extern const CarrierKind peer_carrier;

/// Collective. True if all ranks are on one host and each has a GPU of CUDA.
bool have_gpus_of_one_host(Team& team, const Device& device);

}  // namespace papilio::mpi
