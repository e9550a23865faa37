// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/rank.hpp"

#include <algorithm>
#include <array>
#include <papilio/error.hpp>

namespace papilio::tool {

std::string_view name_of(ScaleLink link) {
  constexpr std::array<std::string_view, 4> names = {"auto", "nccl", "peer", "host"};
  return names[static_cast<std::size_t>(link)];
}

ScaleLink link_for(ScaleLink wanted, const std::vector<std::string>& devices) {
  if (wanted != ScaleLink::automatic) return wanted;
  std::vector<std::string> sorted = devices;
  std::ranges::sort(sorted);
  const bool differ = std::ranges::adjacent_find(sorted) == sorted.end();
  const bool cuda = std::ranges::all_of(devices, [](const std::string& id) { return id.rfind("cuda:", 0) == 0; });
  return differ && cuda && mpi::nccl_library().problem.empty() ? ScaleLink::nccl : ScaleLink::host;
}

ScaleRank::ScaleRank(mpi::ThreadTeam& team, ScaleBoards& boards, Device device, ScaleLink link)
    : team_(team), boards_(boards), device_(std::move(device)), link_(link) {
  if (link == ScaleLink::nccl) {
    transport_ = std::make_unique<mpi::NcclTransport>(team, device_);
  } else if (link == ScaleLink::peer && device_.info().backend == Backend::cuda) {
    transport_ = std::make_unique<mpi::PeerTransport>(boards.messages, team, device_);
  } else {
    transport_ = std::make_unique<mpi::LocalTransport>(boards.messages, team);
  }
}

std::shared_ptr<mpi::PeerMemory> ScaleRank::make_peers(const mpi::Program& program) {
  return std::make_shared<mpi::ThreadPeers>(boards_.peers, team_, device_, mpi::arriving_bytes(program));
}

void run_on_devices(const std::vector<std::string>& devices, ScaleLink link,
                    const std::function<void(ScaleRank&)>& work) {
  ScaleBoards boards(static_cast<int>(devices.size()));
  // One after the other: not every driver can start in two threads at once.
  std::vector<Device> opened;
  for (const std::string& id : devices) opened.emplace_back(id);
  mpi::run_ranks(static_cast<int>(devices.size()), [&](mpi::ThreadTeam& team) {
    ScaleRank rank(team, boards, opened[static_cast<std::size_t>(team.rank())], link);
    work(rank);
    team.agree(std::nullopt);  // nobody ends the communicator while others use it
  });
}

}  // namespace papilio::tool
