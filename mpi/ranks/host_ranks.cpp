// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "host_ranks.hpp"

#include <cstdint>

#include "mpi_calls.hpp"

namespace papilio::mpi {

namespace {

/// The key of the attribute that says on how many hosts the ranks of a communicator are. Duplicates have it too.
int hosts_key() {
  static const int key = make_attribute_key(MPI_COMM_DUP_FN);
  return key;
}

/// A pointer that is a number: MPI copies nothing else.
void* as_attribute(int hosts) { return reinterpret_cast<void*>(static_cast<std::intptr_t>(hosts)); }

int count_hosts(MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host), "MPI_Comm_split_type");
  int rank = 0;
  check_mpi(MPI_Comm_rank(host, &rank), "MPI_Comm_rank");
  const int first = rank == 0 ? 1 : 0;
  check_mpi(MPI_Comm_free(&host), "MPI_Comm_free");
  int hosts = 0;
  check_mpi(MPI_Allreduce(&first, &hosts, 1, MPI_INT, MPI_SUM, comm), "MPI_Allreduce");
  return hosts;
}

}  // namespace

int hosts_of(MPI_Comm comm) {
  void* attribute = nullptr;
  int found = 0;
  check_mpi(MPI_Comm_get_attr(comm, hosts_key(), static_cast<void*>(&attribute), &found), "MPI_Comm_get_attr");
  if (found != 0) return static_cast<int>(reinterpret_cast<std::intptr_t>(attribute));
  const int hosts = count_hosts(comm);
  remember_hosts(comm, hosts);
  return hosts;
}

void remember_hosts(MPI_Comm comm, int hosts) {
  check_mpi(MPI_Comm_set_attr(comm, hosts_key(), as_attribute(hosts)), "MPI_Comm_set_attr");
}

}  // namespace papilio::mpi
