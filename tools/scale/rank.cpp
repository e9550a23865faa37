// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/rank.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "mpi/carriers/nccl_library.hpp"
#include "mpi/memory/cuda_driver.hpp"
#include "mpi/memory/peer_access.hpp"

namespace papilio::tool {
namespace {

/// Peer memory is either that of GPUs or the host's.
void require_alike(const std::vector<Device>& devices) {
  const auto count = std::ranges::count_if(devices, mpi::is_of_cuda);
  if (count == 0 || count == std::ssize(devices)) return;
  throw Error::unsupported("--link peer between devices of CUDA and others", "neither can use the other's memory",
                           "use --link host");
}

}  // namespace

std::string_view name_of(ScaleLink link) {
  return std::ranges::find(scale_links, link, &std::pair<std::string_view, ScaleLink>::second)->first;
}

ScaleLink link_for(ScaleLink wanted, const std::vector<Device>& devices) {
  if (wanted != ScaleLink::automatic) return wanted;
  std::vector<std::string> ids;
  for (const Device& device : devices) ids.push_back(device.info().id);
  std::ranges::sort(ids);
  const bool differ = std::ranges::adjacent_find(ids) == ids.end();
  if (!differ || !std::ranges::all_of(devices, mpi::is_of_cuda)) return ScaleLink::host;
  if (mpi::can_access_peers(devices)) return ScaleLink::peer;
  return mpi::nccl_library().problem.empty() ? ScaleLink::nccl : ScaleLink::host;
}

mpi::Carrier ScaleRank::carrier(int chunks) const {
  if (link == ScaleLink::nccl) return mpi::Carrier::nccl;
  const bool stores = link == ScaleLink::peer && (chunks <= 1 || mpi::is_of_cuda(device));
  return stores ? mpi::Carrier::peer : mpi::Carrier::mpi_host;
}

std::vector<Device> open_devices(const std::vector<std::string>& ids) {
  std::vector<Device> opened;
  for (const std::string& id : ids) opened.emplace_back(id);
  return opened;
}

void run_on_devices(const std::vector<Device>& devices, ScaleLink link, const std::function<void(ScaleRank&)>& work) {
  if (link == ScaleLink::peer) require_alike(devices);
  mpi::run_ranks(static_cast<int>(devices.size()), [&](mpi::ThreadTeam& team) {
    ScaleRank rank{team, devices[static_cast<std::size_t>(team.rank())], link};
    work(rank);
  });
}

}  // namespace papilio::tool
