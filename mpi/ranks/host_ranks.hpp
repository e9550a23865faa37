// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranks and the hosts that they run on. All are collective but the last.
#pragma once

#include <mpi.h>

namespace papilio::mpi {

/// Hosts whose ranks share memory. Counted once for a communicator and its duplicates.
int hosts_of(MPI_Comm comm);
/// Lets the communicator have that number: not collective.
void remember_hosts(MPI_Comm comm, int hosts);

}  // namespace papilio::mpi
