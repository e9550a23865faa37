// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The memory of ranks that are processes of one host, whose devices compute in the host's memory.
#pragma once

#include <mpi.h>

#include <vector>

#include "peer_memory.hpp"

namespace papilio::mpi {

/// Collective: true if there are several ranks, all on one host, and all have such devices.
bool can_share_memory(MPI_Comm comm, const Device& device);

class ProcessPeers final : public PeerMemory {
 public:
  /// Collective; throws on every rank or on none. The communicator must outlive this.
  ProcessPeers(MPI_Comm comm, const Device& device, const Bytes& bytes);

  [[nodiscard]] const Region& own(Place place) const override { return own_[WorkArrays::index(place)]; }
  [[nodiscard]] const PeerArray& of(int rank, Place place) const override {
    return ranks_[static_cast<std::size_t>(rank)].arrays[WorkArrays::index(place)];
  }
  void meet(const Stream& stream, std::optional<Failure>& failure) override;

 private:
  /// What a rank tells the others.
  struct Segment {
    unsigned long long number = 0;  ///< of its name
    std::array<unsigned long long, 2> bytes = {};
  };
  struct OfRank {
    std::shared_ptr<std::byte> memory;  ///< both arrays
    std::array<PeerArray, 3> arrays;
  };
  void find(const Device& device, const Segment& segment, OfRank& rank) const;

  MPI_Comm comm_;
  int rank_ = 0;
  std::array<Region, 3> own_;  ///< the third for this process alone
  std::vector<OfRank> ranks_;
};

}  // namespace papilio::mpi
