// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The ranks of `papilio scale`: threads with a device each.
#pragma once

#include <array>
#include <functional>
#include <papilio/device.hpp>
#include <papilio/mpi_options.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpi/ranks/thread_team.hpp"

namespace papilio::tool {

/// The carrier of messages, as the command names it.
enum class ScaleLink { automatic, nccl, peer, host };
constexpr std::array<std::pair<std::string_view, ScaleLink>, 4> scale_links{
    {{"auto", ScaleLink::automatic}, {"nccl", ScaleLink::nccl}, {"peer", ScaleLink::peer}, {"host", ScaleLink::host}}};
std::string_view name_of(ScaleLink link);

/// Automatic: for different devices of CUDA peer memory if all of them can address that of all others, else NCCL if it
/// is installed; else the host's memory.
ScaleLink link_for(ScaleLink wanted, const std::vector<Device>& devices);

/// A rank and how it exchanges.
struct ScaleRank {
  mpi::ThreadTeam& team;
  Device device;
  ScaleLink link;

  /// The carrier of exchanges in so many chunks; 0: chosen. Of peers that compute in the host's memory, several chunks
  /// go in messages.
  [[nodiscard]] mpi::Carrier carrier(int chunks) const;
};

/// One after the other: not every driver can start in two threads at once.
std::vector<Device> open_devices(const std::vector<std::string>& ids);
/// Runs `work` on every device at once.
void run_on_devices(const std::vector<Device>& devices, ScaleLink link, const std::function<void(ScaleRank&)>& work);

}  // namespace papilio::tool
