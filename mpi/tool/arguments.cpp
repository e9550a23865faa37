// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "mpi/carriers/carriers.hpp"
#include "mpi/choose/request.hpp"

namespace papilio::mpi::tool {

Options options_of(const CommandArguments& arguments) {
  Options options;
  options.chunks = arguments.chunks;
  options.carrier = carrier_named(arguments.carrier).value();
  options.effort = static_cast<Effort>(std::ranges::find(effort_names, arguments.effort) - effort_names.begin());
  options.axis_order = AxisOrder::parse(arguments.axis_order);
  options.choice = arguments.choice;
  return options;
}

FirstRanks::FirstRanks(int count) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank < count ? 0 : MPI_UNDEFINED, rank, &comm_);
}

FirstRanks::~FirstRanks() {
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
}

void wait_quietly() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace papilio::mpi::tool
