// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// GpuRanks: the ranks of the distributed engine, a thread for each GPU of a plan.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "mpi/ranks/thread_team.hpp"

namespace papilio::compat::cufft {

class GpuRanks {
 public:
  explicit GpuRanks(std::size_t ranks);
  /// Calls `work` once for each rank, each in a thread of its own, and returns when all have ended. What it throws, it
  /// throws on all ranks or by collective calls of the team alone; the first rank's exception is thrown again here.
  void run(const std::function<void(mpi::Team& team, std::size_t rank)>& work);

 private:
  mpi::ThreadRanks shared_;
  std::vector<std::unique_ptr<mpi::ThreadTeam>> teams_;
};

}  // namespace papilio::compat::cufft
