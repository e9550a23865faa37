// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Peers around another peer, for the ways of measuring that need no more of it than its transform.
#pragma once

#include <memory>

#include "bench/host_arena.hpp"
#include "bench/peers/peer.hpp"

namespace papilio::bench {

/// A library of the device, end to end: the input of the host's arena goes to its own arena, the result comes back.
std::unique_ptr<Peer> with_transfers(std::unique_ptr<Peer> inner, HostArena& host);

/// A library that is left out of every row; it is still named in reports.
std::unique_ptr<Peer> left_out(std::unique_ptr<Peer> inner);

}  // namespace papilio::bench
