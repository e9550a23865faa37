// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/rank.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "mpi/memory/peer_access.hpp"

namespace papilio::tool {
namespace {

bool is_of_cuda(const Device& device) { return device.info().backend == Backend::cuda; }

/// Peer memory is either that of GPUs or the host's.
void require_alike(const std::vector<Device>& devices) {
  const auto count = std::ranges::count_if(devices, is_of_cuda);
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
  if (!differ || !std::ranges::all_of(devices, is_of_cuda)) return ScaleLink::host;
  if (mpi::can_access_peers(devices)) return ScaleLink::peer;
  return mpi::nccl_library().problem.empty() ? ScaleLink::nccl : ScaleLink::host;
}

ScaleRank::ScaleRank(mpi::ThreadTeam& team, ScaleBoards& boards, Device device, ScaleLink link)
    : team_(team), boards_(boards), device_(std::move(device)), link_(link) {
  if (link == ScaleLink::nccl) {
    transport_ = std::make_unique<mpi::NcclTransport>(team, device_);
  } else if (link == ScaleLink::peer && is_of_cuda(device_)) {
    transport_ = std::make_unique<mpi::PeerTransport>(boards.messages, team, device_);
  } else {
    transport_ = std::make_unique<mpi::LocalTransport>(boards.messages, team);
  }
}

std::shared_ptr<mpi::PeerMemory> ScaleRank::make_peers(const mpi::Program& program) {
  return std::make_shared<mpi::ThreadPeers>(boards_.peers, team_, device_, mpi::arriving_bytes(program));
}

std::vector<Device> open_devices(const std::vector<std::string>& ids) {
  std::vector<Device> opened;
  for (const std::string& id : ids) opened.emplace_back(id);
  return opened;
}

void run_on_devices(const std::vector<Device>& devices, ScaleLink link, const std::function<void(ScaleRank&)>& work) {
  if (link == ScaleLink::peer) require_alike(devices);
  ScaleBoards boards(static_cast<int>(devices.size()));
  mpi::run_ranks(static_cast<int>(devices.size()), [&](mpi::ThreadTeam& team) {
    ScaleRank rank(team, boards, devices[static_cast<std::size_t>(team.rank())], link);
    work(rank);
    team.agree(std::nullopt);  // nobody ends the communicator while others use it
  });
}

}  // namespace papilio::tool
