// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/multi_gpu/gpu_ranks.hpp"

#include <exception>
#include <system_error>
#include <thread>

namespace papilio::compat::cufft {

GpuRanks::GpuRanks(std::size_t ranks) : shared_(static_cast<int>(ranks)) {
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    teams_.push_back(std::make_unique<mpi::ThreadTeam>(shared_, static_cast<int>(rank)));
  }
}

void GpuRanks::run(const std::function<void(mpi::Team& team, std::size_t rank)>& work) {
  std::vector<std::exception_ptr> thrown(teams_.size());
  const auto run_rank = [&](std::size_t rank) {
    try {
      work(*teams_[rank], rank);
    } catch (...) {
      thrown[rank] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(teams_.size());
  try {
    for (std::size_t rank = 1; rank < teams_.size(); ++rank) threads.emplace_back(run_rank, rank);
    run_rank(0);
  } catch (const std::system_error& error) {  // no more threads: those that run must not wait for the others
    thrown[0] = std::current_exception();
    shared_.leave(0, {ErrorCode::out_of_memory, error.what()});
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

}  // namespace papilio::compat::cufft
