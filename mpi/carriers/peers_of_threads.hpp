// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The memory of ranks that are threads of one process: GPUs of CUDA with access to each other's memory, whose streams
// wait for each other's events, or devices that compute in the host's memory, which wait for each other on the host.
#pragma once

#include <memory>
#include <vector>

#include "mpi/ranks/thread_team.hpp"
#include "peer_memory.hpp"

namespace papilio::mpi {

/// Where ranks find each other's arrays and events. A rank writes its own entries, and others read them after the ranks
/// have agreed.
struct PeerBoard {
  explicit PeerBoard(int ranks) : of_rank(static_cast<std::size_t>(ranks)) {}
  struct Entry {
    void* context = nullptr;
    std::array<PeerArray, 3> arrays;
    /// Two, because a rank may come to the next meeting while another still reads the event of the last one.
    std::array<Event, 2> events;
    int meetings = 0;
  };
  std::vector<Entry> of_rank;
};

class ThreadPeers final : public PeerMemory {
 public:
  /// Collective. Throws Error(unsupported) on every rank where devices cannot address each other's memory. Board and
  /// team must outlive this.
  ThreadPeers(PeerBoard& board, ThreadTeam& team, const Device& device, const Bytes& bytes);

  [[nodiscard]] const Region& own(Place place) const override { return own_[WorkArrays::index(place)]; }
  [[nodiscard]] const PeerArray& of(int rank, Place place) const override {
    return arrays_[static_cast<std::size_t>(rank)][WorkArrays::index(place)];
  }
  void meet(const Stream& stream, std::optional<Failure>& failure) override;

 private:
  void allocate(const Device& device, const Bytes& bytes);
  void find_others(const Device& device);

  PeerBoard& board_;
  ThreadTeam& team_;
  bool on_device_;
  std::array<Region, 3> own_;
  std::vector<std::array<PeerArray, 3>> arrays_;  ///< by rank
};

}  // namespace papilio::mpi
