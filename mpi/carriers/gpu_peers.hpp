// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The memory of ranks that have a GPU of CUDA each, on one host: passes store in the others' work arrays, and streams
// wait for each other's events. Ranks of one process use each other's addresses, with access between the devices;
// processes open each other's arrays (CUDA's IPC).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "mpi/memory/cuda_driver.hpp"
#include "peer_events.hpp"
#include "peer_memory.hpp"

namespace papilio::mpi {

class GpuPeers final : public PeerMemory {
 public:
  /// Collective; throws on every rank or on none: Error(unsupported) where the driver or the system refuses, as between
  /// containers that do not share their processes' ids. The team must outlive this. `landing_bytes` are for messages to
  /// the user's output, which other processes do not have open.
  GpuPeers(Team& team, const Device& device, const Bytes& bytes, std::size_t landing_bytes = 0);
  GpuPeers(const GpuPeers&) = delete;
  GpuPeers& operator=(const GpuPeers&) = delete;
  /// Collective, because memory must not be freed while another process has it open.
  ~GpuPeers() override;

  [[nodiscard]] const Region& local(WorkArray place) const override { return local_[WorkArrays::index(place)]; }
  [[nodiscard]] const PeerArray& of(int rank, WorkArray place) const override {
    return ranks_[static_cast<std::size_t>(rank)][WorkArrays::index(place)];
  }
  [[nodiscard]] std::size_t other_bytes() const override { return local_[landing].held(); }
  void barrier(const Stream& stream, std::optional<Failure>& failure) override;

  /// A name by which other ranks find memory of this rank that begins there; that of the landing array if they cannot.
  [[nodiscard]] std::uint64_t name_of(const std::byte* memory) const;
  /// The memory of a rank with that name, as this rank addresses it. Throws Error(internal) if none is open.
  [[nodiscard]] std::byte* find(int rank, std::uint64_t name) const;
  /// Messages of that name come here instead of where they are wanted; null: they do not.
  [[nodiscard]] const std::byte* landing_of(std::uint64_t name) const;

 private:
  static constexpr std::size_t landing = 3;
  static constexpr std::size_t arrays = 4;
  using PeerArrays = std::array<PeerArray, arrays>;
  /// One rank's arrays, as it tells the others of them.
  struct MemoryOffer {
    cu::CUcontext context = nullptr;
    std::array<std::byte*, arrays> addresses = {};
    std::array<unsigned long long, arrays> bytes = {};
    std::array<cu::CUipcMemHandle, arrays> handles = {};
  };
  void start(const Device& device, const std::array<std::size_t, arrays>& bytes);
  [[nodiscard]] MemoryOffer make_offer(const Device& device, const std::array<std::size_t, arrays>& bytes);
  void find_others(const Device& device, const std::vector<MemoryOffer>& offers);
  void open(const MemoryOffer& offer, int rank);
  void release() noexcept;

  Team& team_;
  cu::CUcontext context_ = nullptr;
  std::array<Region, arrays> local_;
  std::vector<PeerArrays> ranks_;
  std::unique_ptr<PeerEvents> events_;
  /// Events alternate, because a rank may come to the next meeting while another still waits for the last one's.
  int barriers_ = 0;
};

}  // namespace papilio::mpi
