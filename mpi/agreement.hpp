// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Agreement of all ranks before anything that waits for others. A rank that fails tells the others, and all of them
// throw the same Error, which names the rank; without it they would wait for ever.
#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <papilio/error.hpp>
#include <string>

namespace papilio::mpi {

/// What failed on this rank.
struct Failure {
  ErrorCode code = ErrorCode::internal;
  std::string message;
};

/// Runs something that may throw; what it threw.
std::optional<Failure> attempt(const std::function<void()>& work);

/// Collective: returns on every rank if none has failed; otherwise throws on every rank the error of the lowest one
/// that has. Costs an MPI_Allreduce of four bytes.
void agree(MPI_Comm comm, const std::optional<Failure>& failure);

/// Collective: throws on every rank unless all have the same text. The message shows the first difference from rank 0.
void agree_on(MPI_Comm comm, const std::string& what, const std::string& text);

/// Throws Error(device_failed) with MPI's own words for anything but MPI_SUCCESS.
void check_mpi(int status, const char* call);

}  // namespace papilio::mpi
