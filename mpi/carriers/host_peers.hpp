// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The memory of ranks of one host whose devices compute in the host's memory: in one process that of the other ranks,
// between processes segments that they share.
#pragma once

#include <memory>
#include <vector>

#include "mpi/ranks/team.hpp"
#include "peer_memory.hpp"

namespace papilio::mpi {

class HostPeers final : public PeerMemory {
 public:
  /// Collective; throws on every rank or on none. The team must outlive this.
  HostPeers(Team& team, const Device& device, const Bytes& bytes);

  [[nodiscard]] const Region& local(WorkArray place) const override { return local_[WorkArrays::index(place)]; }
  [[nodiscard]] const PeerArray& of(int rank, WorkArray place) const override {
    return ranks_[static_cast<std::size_t>(rank)].arrays[WorkArrays::index(place)];
  }
  void barrier(const Stream& stream, std::optional<Failure>& failure) override;

 private:
  /// Arrays that others write to; the third is this rank's alone.
  static constexpr std::size_t shared = 2;
  /// One rank's arrays, as it tells the others of them.
  struct SegmentOffer {
    unsigned long long number = 0;  ///< of the segment's name
    std::array<unsigned long long, shared> bytes = {};
    std::array<std::byte*, shared> addresses = {};  ///< in one process
  };
  struct ArraysOfRank {
    std::shared_ptr<std::byte> memory;  ///< the segment with both arrays
    std::array<PeerArray, 3> arrays;
  };
  void share(const Device& device, const Bytes& bytes);
  void find(const Device& device, const SegmentOffer& offer, ArraysOfRank& rank) const;

  Team& team_;
  std::array<Region, 3> local_;
  std::vector<ArraysOfRank> ranks_;
};

}  // namespace papilio::mpi
