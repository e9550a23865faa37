// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "rank_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace papilio::mpi::tool {
namespace {

int rank_on_host() {
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int rank = 0;
  MPI_Comm_rank(host, &rank);
  MPI_Comm_free(&host);
  return rank;
}

}  // namespace

Device open_device(const std::string& selector) {
  const int place = rank_on_host();
  if (selector != "auto" && selector != "cuda") return Device(selector);
  Device first(selector);
  if (place == 0 || first.info().backend != Backend::cuda) return first;
  std::vector<DeviceInfo> gpus = list_devices().devices;
  std::erase_if(gpus, [](const DeviceInfo& info) { return info.backend != Backend::cuda; });
  if (gpus.empty()) return first;
  return Device(gpus[static_cast<std::size_t>(place) % gpus.size()].id);
}

std::vector<std::string> devices_of_ranks(const Device& device) {
  constexpr std::size_t most = 256;
  std::array<char, most> local = {};
  std::array<char, MPI_MAX_PROCESSOR_NAME + 1> host = {};
  int length = 0;
  MPI_Get_processor_name(host.data(), &length);
  fmt::format_to_n(local.data(), most - 1, "{}: {}, {}", host.data(), device.info().id, device.info().name);
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<std::array<char, most>> all(rank == 0 ? static_cast<std::size_t>(ranks) : 1);
  MPI_Gather(local.data(), static_cast<int>(most), MPI_CHAR, all.data(), static_cast<int>(most), MPI_CHAR, 0,
             MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (const std::array<char, most>& text : all) texts.emplace_back(text.data());
  return texts;
}

void print_devices(const Device& device) {
  const std::vector<std::string> texts = devices_of_ranks(device);
  int local = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &local);
  if (local != 0) return;
  for (std::size_t rank = 0; rank < texts.size(); ++rank) fmt::print("rank {} on {}\n", rank, texts[rank]);
  std::fflush(stdout);
}

}  // namespace papilio::mpi::tool
