// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One of the ranks of `papilio scale`: a thread, its device, and what carries messages to the other ranks.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <papilio/device.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpi/carriers/nccl.hpp"
#include "mpi/carriers/peers_of_threads.hpp"
#include "mpi/carriers/thread_copies.hpp"
#include "mpi/carriers/threads.hpp"

namespace papilio::tool {

/// What carries messages.
enum class ScaleLink { automatic, nccl, peer, host };
constexpr std::array<std::pair<std::string_view, ScaleLink>, 4> scale_links{
    {{"auto", ScaleLink::automatic}, {"nccl", ScaleLink::nccl}, {"peer", ScaleLink::peer}, {"host", ScaleLink::host}}};
std::string_view name_of(ScaleLink link);

/// Automatic: for different devices of CUDA peer memory if all of them can address that of all others, else NCCL if it
/// is installed; else the host's memory.
ScaleLink link_for(ScaleLink wanted, const std::vector<Device>& devices);

/// Where ranks find each other.
struct ScaleBoards {
  explicit ScaleBoards(int ranks) : peers(ranks) {}
  mpi::LocalBoard messages;
  mpi::PeerBoard peers;
};

class ScaleRank {
 public:
  /// Collective.
  ScaleRank(mpi::ThreadTeam& team, ScaleBoards& boards, Device device, ScaleLink link);

  [[nodiscard]] mpi::ThreadTeam& team() { return team_; }
  [[nodiscard]] const Device& device() const { return device_; }
  [[nodiscard]] mpi::Transport& transport() { return *transport_; }
  /// Collective: for a program that stores in the memory of other ranks.
  [[nodiscard]] std::shared_ptr<mpi::PeerMemory> make_peers(const mpi::Program& program);
  [[nodiscard]] ScaleLink link() const { return link_; }
  [[nodiscard]] bool on_device() const { return transport_->memory() == mpi::MessageMemory::device; }

 private:
  mpi::ThreadTeam& team_;
  ScaleBoards& boards_;
  Device device_;
  ScaleLink link_;
  std::unique_ptr<mpi::Transport> transport_;
};

/// One after the other: not every driver can start in two threads at once.
std::vector<Device> open_devices(const std::vector<std::string>& ids);
/// Runs `work` on every device at once.
void run_on_devices(const std::vector<Device>& devices, ScaleLink link, const std::function<void(ScaleRank&)>& work);

}  // namespace papilio::tool
