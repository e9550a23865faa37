// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peers_of_processes.hpp"

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <random>

#include "mpi/memory/shared_segment.hpp"
#include "mpi/ranks/agreement.hpp"
#include "mpi/ranks/host_ranks.hpp"

namespace papilio::mpi {
namespace {

/// Each array begins on a page.
std::size_t room_of(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  return (bytes + page - 1) / page * page;
}

/// Of a segment with both arrays.
std::size_t segment_bytes(std::size_t first, std::size_t second) {
  return std::max<std::size_t>(room_of(first) + room_of(second), 1);
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

bool can_share_memory(MPI_Comm comm, const Device& device) {
  if (MpiTeam(comm).ranks() == 1) return false;  // with whom?
  int own = on_one_host(comm) && opencl::shares_host_memory(device) ? 1 : 0;
  int all = 0;
  check_mpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return all == 1;
}

ProcessPeers::ProcessPeers(MPI_Comm comm, const Device& device, const Bytes& bytes)
    : comm_(comm), rank_(MpiTeam(comm).rank()) {
  const bool one_host = on_one_host(comm);
  const Segment own{random_number(), {bytes[0], bytes[1]}};
  SharedName name(shared_name(own.number));
  std::shared_ptr<std::byte> memory;
  agree(comm, attempt([&] {
          if (!one_host || !opencl::shares_host_memory(device)) {
            throw Error::unsupported(
                "exchanges through the peer memory of " + device.info().id,
                one_host ? "the device does not compute in the host's memory" : "the ranks are on several hosts",
                "use another carrier");
          }
          memory = create_shared(name.text, segment_bytes(bytes[0], bytes[1]));
          name.made = true;
        }));
  std::vector<Segment> segments(static_cast<std::size_t>(MpiTeam(comm).ranks()));
  const int size = static_cast<int>(sizeof(Segment));
  std::optional<Failure> failure = attempt([&] {
    check_mpi(MPI_Allgather(&own, size, MPI_BYTE, segments.data(), size, MPI_BYTE, comm), "MPI_Allgather");
    ranks_.resize(segments.size());
    ranks_[static_cast<std::size_t>(rank_)].memory = std::move(memory);
    for (std::size_t i = 0; i < segments.size(); ++i) find(device, segments[i], ranks_[i]);
    const OfRank& mine = ranks_[static_cast<std::size_t>(rank_)];
    own_[WorkArrays::index(Place::third)] = Region(device, bytes[WorkArrays::index(Place::third)], MessageMemory::host);
    for (std::size_t i = 0; i < own.bytes.size(); ++i) {
      own_[i] = Region(device, std::shared_ptr<std::byte>(mine.memory, mine.arrays[i].address), bytes[i]);
    }
  });
  agree(comm, failure);  // all have it, or none needs it
}

void ProcessPeers::find(const Device& device, const Segment& segment, OfRank& rank) const {
  if (!rank.memory)
    rank.memory = open_shared(shared_name(segment.number), segment_bytes(segment.bytes[0], segment.bytes[1]));
  for (std::size_t i = 0; i < segment.bytes.size(); ++i) {
    PeerArray& array = rank.arrays[i];
    array = {
        rank.memory.get() + (i == 0 ? 0 : room_of(segment.bytes[0])), static_cast<std::size_t>(segment.bytes[i]), {}};
    if (array.bytes > 0) array.buffer = opencl::wrap_host_memory(device, array.address, array.bytes);
  }
}

void ProcessPeers::meet(const Stream& stream, std::optional<Failure>& failure) {
  const std::optional<Failure> late = attempt([&] { stream.synchronize(); });
  agree(comm_, failure ? failure : late);
}

}  // namespace papilio::mpi
