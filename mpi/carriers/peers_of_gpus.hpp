// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The memory of ranks that are processes of one host, each with a GPU of CUDA: every process opens the others' work
// arrays, so that passes store in them, and the others' events, for which its stream waits (CUDA's IPC).
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "mpi/memory/cuda_driver.hpp"
#include "peer_memory.hpp"

namespace papilio::mpi {

class GpuPeers final : public PeerMemory {
 public:
  /// The place of messages for the user's output, which other processes do not have open, among a rank's arrays.
  static constexpr std::size_t landing = 3;
  /// Collective; throws on every rank or on none: Error(unsupported) where the driver or the system refuses, as between
  /// containers that do not share their processes' ids. The communicator must outlive this.
  GpuPeers(MPI_Comm comm, const Device& device, const Bytes& bytes, std::size_t landing_bytes = 0);
  GpuPeers(const GpuPeers&) = delete;
  GpuPeers& operator=(const GpuPeers&) = delete;
  /// Collective, because memory must not be freed while another process has it open.
  ~GpuPeers() override;

  [[nodiscard]] const Region& own(Place place) const override { return own_[WorkArrays::index(place)]; }
  [[nodiscard]] const PeerArray& of(int rank, Place place) const override {
    return ranks_[static_cast<std::size_t>(rank)].arrays[WorkArrays::index(place)];
  }
  [[nodiscard]] std::size_t other_bytes() const override { return own_[landing].held(); }
  /// An array by its number: the places' in their order, and `landing`.
  [[nodiscard]] const PeerArray& array(int rank, std::size_t number) const {
    return ranks_[static_cast<std::size_t>(rank)].arrays[number];
  }
  /// The number of this rank's place at an address; std::nullopt: it is none of them.
  [[nodiscard]] std::optional<std::size_t> array_at(const std::byte* address) const;
  void meet(const Stream& stream, std::optional<Failure>& failure) override;

 private:
  /// What a rank tells the others.
  struct Offer {
    std::array<unsigned long long, 4> bytes = {};
    std::array<CudaIpcHandle, 4> arrays = {};
    std::array<CudaIpcHandle, 2> events = {};
  };
  struct OfRank {
    std::array<PeerArray, 4> arrays;
    std::array<void*, 2> events = {};
  };
  using AllBytes = std::array<std::size_t, 4>;
  void start(const Device& device, const AllBytes& bytes);
  [[nodiscard]] Offer make_offer(const Device& device, const AllBytes& bytes);
  void open(const Offer& offer, int rank);
  void release() noexcept;
  [[nodiscard]] OfRank& mine() { return ranks_[static_cast<std::size_t>(rank_)]; }

  MPI_Comm comm_;
  int rank_ = 0;
  void* context_ = nullptr;
  std::array<Region, 4> own_;
  std::vector<OfRank> ranks_;
  /// Events alternate, because a rank may come to the next meeting while another still waits for the last one's.
  int meetings_ = 0;
};

/// True if all ranks are on one host and each has a GPU of CUDA. Collective.
bool have_gpus_of_one_host(MPI_Comm comm, const Device& device);

/// Throws Error(unsupported), which names two ranks with the same GPU, on every rank or on none: NCCL refuses that, but
/// not always on all of them. Collective.
void require_own_gpus(MPI_Comm comm, const Device& device);

}  // namespace papilio::mpi
