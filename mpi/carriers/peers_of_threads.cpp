// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peers_of_threads.hpp"

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>

#include "mpi/memory/cuda_driver.hpp"
#include "mpi/memory/peer_access.hpp"

namespace papilio::mpi {

ThreadPeers::ThreadPeers(PeerBoard& board, ThreadTeam& team, const Device& device, const Bytes& bytes)
    : board_(board), team_(team), on_device_(device.info().backend == Backend::cuda) {
  team.agree(attempt([&] { allocate(device, bytes); }));
  std::optional<Failure> failure = attempt([&] { find_others(device); });
  team.agree(failure);  // from here on ranks may change their entries
}

void ThreadPeers::allocate(const Device& device, const Bytes& bytes) {
  PeerBoard::Entry& entry = board_.of_rank[static_cast<std::size_t>(team_.rank())];
  if (on_device_ && !cuda_driver().problem.empty()) {
    throw Error::unsupported("exchanges through peer memory", cuda_driver().problem);
  }
  if (!on_device_ && !opencl::shares_host_memory(device)) {
    throw Error::unsupported("exchanges through the peer memory of " + device.info().id,
                             "it is neither a GPU of CUDA nor a device that computes in the host's memory",
                             "use another link");
  }
  if (on_device_) entry.context = cuda::native_context(device);
  for (std::size_t i = 0; i < own_.size(); ++i) {
    own_[i] = Region(device, bytes[i], on_device_ ? MessageMemory::device : MessageMemory::host);
    entry.arrays[i] = {on_device_ ? own_[i].device_address() : own_[i].host_address(), bytes[i], {}};
  }
}

void ThreadPeers::find_others(const Device& device) {
  std::vector<void*> contexts;
  for (const PeerBoard::Entry& entry : board_.of_rank) {
    contexts.push_back(entry.context);
    arrays_.push_back(entry.arrays);
    if (on_device_) continue;
    for (PeerArray& array : arrays_.back()) {
      if (array.bytes > 0) array.buffer = opencl::wrap_host_memory(device, array.address, array.bytes);
    }
  }
  if (on_device_) enable_peer_access(device, contexts);
}

/// Streams wait for events that are recorded already: a wait for any other event would return at once.
void ThreadPeers::meet(const Stream& stream, std::optional<Failure>& failure) {
  PeerBoard::Entry& own = board_.of_rank[static_cast<std::size_t>(team_.rank())];
  const auto slot = static_cast<std::size_t>(own.meetings++ % 2);
  std::optional<Failure> late = attempt([&] {
    if (on_device_) {
      own.events[slot] = stream.record();
    } else {
      stream.synchronize();
    }
  });
  team_.agree(failure ? failure : late);
  if (!on_device_) return;
  failure = attempt([&] {  // there was none
    for (std::size_t rank = 0; rank < board_.of_rank.size(); ++rank) {
      if (static_cast<int>(rank) != team_.rank()) stream.wait(board_.of_rank[rank].events[slot]);
    }
  });
}

}  // namespace papilio::mpi
