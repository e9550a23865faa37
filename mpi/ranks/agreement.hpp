// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranks agree that none has failed before any of them waits for another. A rank that fails tells the others, and all of
// them throw the same Error, which names the rank; otherwise the others would wait forever.
#pragma once

#include <mpi.h>

#include <optional>

#include "failure.hpp"

namespace papilio::mpi {

/// Collective: returns on every rank if none has failed; otherwise throws on every rank the error of the lowest rank
/// that failed. Costs an MPI_Iallreduce of four bytes.
void agree(MPI_Comm comm, const std::optional<Failure>& failure);

/// The same, and waits for the other ranks so many seconds at most; 0: forever. Afterwards, and in all agreements on
/// that communicator from then on, throws Error(device_failed) without waiting for them.
void agree_within(MPI_Comm comm, const std::optional<Failure>& failure, double seconds);
/// A reduction that is given up after so many seconds; 0: never. Throws as agree_within() does.
int reduce_within(MPI_Comm comm, int local, MPI_Op operation, double seconds);
/// True if ranks of the communicator have not answered, so that nothing collective may be called any more.
bool is_lost(MPI_Comm comm);
/// PAPILIO_MPI_TIMEOUT: seconds that a rank waits for another within an execution; 600 without it, 0: forever.
double wait_limit();

}  // namespace papilio::mpi
