// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Peers around another peer, for ways of measuring that need nothing but its transform.
#pragma once

#include <memory>

#include "bench/host_arena.hpp"
#include "bench/peers/peer.hpp"

namespace papilio::bench {

/// A library of the device, end to end: copies the input of the host's arena to the library's arena, and the result
/// back.
std::unique_ptr<Peer> with_transfers(std::unique_ptr<Peer> inner, HostArena& host);

/// A library that is left out of every row; it is still named in reports.
std::unique_ptr<Peer> left_out(std::unique_ptr<Peer> inner);

}  // namespace papilio::bench
