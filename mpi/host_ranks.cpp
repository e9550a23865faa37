// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "host_ranks.hpp"

#include "agreement.hpp"

namespace papilio::mpi {

bool on_one_host(MPI_Comm comm) { return hosts_of(comm) == 1; }

int hosts_of(MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host), "MPI_Comm_split_type");
  int first = MpiTeam(host).rank() == 0 ? 1 : 0;
  check_mpi(MPI_Comm_free(&host), "MPI_Comm_free");
  int hosts = 0;
  check_mpi(MPI_Allreduce(&first, &hosts, 1, MPI_INT, MPI_SUM, comm), "MPI_Allreduce");
  return hosts;
}

}  // namespace papilio::mpi
