// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranks and the hosts that they run on. All are collective.
#pragma once

#include <mpi.h>

namespace papilio::mpi {

/// True if all ranks are on one host.
bool on_one_host(MPI_Comm comm);
/// Hosts whose ranks share memory.
int hosts_of(MPI_Comm comm);

}  // namespace papilio::mpi
