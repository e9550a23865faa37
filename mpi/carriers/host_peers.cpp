// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "host_peers.hpp"

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <random>

#include "mpi/memory/shared_segment.hpp"

namespace papilio::mpi {
namespace {

/// Bytes of whole pages: each array begins on one.
std::size_t page_bytes(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  return (bytes + page - 1) / page * page;
}

/// Bytes of a segment with both arrays.
std::size_t segment_bytes(std::size_t first, std::size_t second) {
  return std::max<std::size_t>(page_bytes(first) + page_bytes(second), 1);
}

unsigned long long random_number() {
  std::random_device bits;  // of 32
  const unsigned long long high = bits();
  return high << 32 | bits();
}

/// The name of a segment. The destructor removes it, whether or not the ranks succeed.
struct SharedName {
  explicit SharedName(std::string name) : text(std::move(name)) {}
  SharedName(const SharedName&) = delete;
  SharedName& operator=(const SharedName&) = delete;
  ~SharedName() {
    if (made) remove_shared(text);
  }
  std::string text;
  bool made = false;
};

}  // namespace

HostPeers::HostPeers(Team& team, const Device& device, const Bytes& bytes) : team_(team) {
  const bool one_host = team.hosts() == 1;
  team.agree(attempt([&] {
    if (one_host && opencl::shares_host_memory(device)) return;
    throw Error::unsupported(
        "exchanges through the peer memory of " + device.info().id,
        one_host ? "the device does not compute in the host's memory" : "the ranks are on several hosts",
        "use another carrier");
  }));
  ranks_.resize(static_cast<std::size_t>(team.ranks()));
  share(device, bytes);
}

void HostPeers::share(const Device& device, const Bytes& bytes) {
  const bool one_process = team_.one_process();
  SegmentOffer local{one_process ? 0 : random_number(), {bytes[0], bytes[1]}, {}};
  SharedName name(shared_name(local.number));
  ArraysOfRank& mine = ranks_[static_cast<std::size_t>(team_.rank())];
  team_.agree(attempt([&] {
    local_[shared] = Region(device, bytes[shared], MessageMemory::host);
    if (!one_process) {
      mine.memory = create_shared(name.text, segment_bytes(bytes[0], bytes[1]));
      name.made = true;
    }
    for (std::size_t i = 0; i < shared && one_process; ++i) {
      local_[i] = Region(device, bytes[i], MessageMemory::host);
      local.addresses[i] = local_[i].host_address();
    }
  }));
  const std::optional<Failure> failure = attempt([&] {
    const std::vector<SegmentOffer> offers = gathered(team_, local);
    for (std::size_t i = 0; i < offers.size(); ++i) find(device, offers[i], ranks_[i]);
    for (std::size_t i = 0; i < shared && !one_process; ++i) {
      local_[i] = Region(device, std::shared_ptr<std::byte>(mine.memory, mine.arrays[i].address), bytes[i]);
    }
  });
  team_.agree(failure);  // all have it, or none needs it
}

void HostPeers::find(const Device& device, const SegmentOffer& offer, ArraysOfRank& rank) const {
  const bool one_process = team_.one_process();
  if (!one_process && !rank.memory) {
    rank.memory = open_shared(shared_name(offer.number), segment_bytes(offer.bytes[0], offer.bytes[1]));
  }
  for (std::size_t i = 0; i < shared; ++i) {
    PeerArray& array = rank.arrays[i];
    array.address = one_process ? offer.addresses[i] : rank.memory.get() + (i == 0 ? 0 : page_bytes(offer.bytes[0]));
    array.bytes = static_cast<std::size_t>(offer.bytes[i]);
    if (array.bytes > 0) array.buffer = opencl::wrap_host_memory(device, array.address, array.bytes);
  }
}

void HostPeers::barrier(const Stream& stream, std::optional<Failure>& failure) {
  const std::optional<Failure> late = attempt([&] { stream.synchronize(); });
  team_.agree(failure ? failure : late);
}

}  // namespace papilio::mpi
