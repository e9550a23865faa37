// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Peer memory: passes store in the memory of other ranks (gpu_peers.hpp, host_peers.hpp). Where a program has exchanges
// all the same, in several chunks and of one axis, copy engines of GPUs push the messages (peer_copies.hpp); other
// devices send those of one axis by the team's means.
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>

#include "carrier.hpp"
#include "gpu_peers.hpp"
#include "host_peers.hpp"
#include "mpi/memory/cuda_driver.hpp"
#include "mpi/program/program.hpp"
#include "peer_copies.hpp"

namespace papilio::mpi {
namespace {

bool has_exchanges(const Program& program) {
  return std::ranges::any_of(program.steps,
                             [](const Step& step) { return std::holds_alternative<ExchangeStep>(step); });
}

/// Bytes of the work arrays, which other ranks may write.
PeerMemory::Bytes arriving_bytes(const Program& program) {
  PeerMemory::Bytes bytes = {};
  for (const WorkArray place : all_work_arrays) {
    bytes[WorkArrays::index(place)] = static_cast<std::size_t>(program.work.bytes(place));
  }
  return bytes;
}

/// Bytes of the user's output that messages come to.
std::size_t landing_bytes(const Program& program) {
  std::int64_t bytes = 0;
  for (const Step& step : program.steps) {
    const auto* exchange = std::get_if<ExchangeStep>(&step);
    if (exchange == nullptr || exchange->target != WorkArray::output) continue;
    for (const Message& message : exchange->receives) bytes = std::max(bytes, message.offset + message.bytes);
  }
  return static_cast<std::size_t>(bytes);
}

std::optional<std::string> peer_unavailable(Team& team, const Device& device, int chunks) {
  if (team.ranks() == 1) return "there is one rank";
  if (team.hosts() > 1) return "the ranks are on several hosts";
  if (all_ranks(team, is_of_cuda(device))) return std::nullopt;
  if (!all_ranks(team, opencl::shares_host_memory(device))) return "a device cannot use the memory of others";
  if (chunks > 1) return "there are no copy engines to carry several chunks";
  return std::nullopt;
}

Carriage make_on_hosts(const CarrierOf& of) {
  of.team.agree(attempt([&] {
    if (of.chunks == 1) return;
    throw Error::invalid_argument(fmt::format("{} chunks through peer memory", of.chunks),
                                  "there are no messages to cut, and no copy engines to carry them",
                                  "leave the chunks out, or use another carrier");
  }));
  Carriage carriage{of.team.messages(MessageMemory::host)};
  if (!has_exchanges(of.program)) {
    carriage.peers = std::make_shared<HostPeers>(of.team, of.device, arriving_bytes(of.program));
  }
  return carriage;
}

/// Ranks with devices of both kinds cannot share, and each kind says so.
Carriage make_peer(const CarrierOf& of) {
  if (!any_rank(of.team, is_of_cuda(of.device))) return make_on_hosts(of);
  auto peers = std::make_shared<GpuPeers>(of.team, of.device, arriving_bytes(of.program), landing_bytes(of.program));
  std::unique_ptr<Transport> transport;
  if (any_rank(of.team, has_exchanges(of.program))) {
    transport = std::make_unique<PeerCopies>(of.team, of.device, peers, of.chunks);
  } else {
    transport = of.team.messages(MessageMemory::device);
  }
  return {std::move(transport), std::move(peers)};
}

}  // namespace

extern const CarrierKind peer_carrier{"peer", Carrier::peer, "peer memory", peer_unavailable, make_peer};

}  // namespace papilio::mpi
