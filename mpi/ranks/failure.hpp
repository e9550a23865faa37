// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Failure: what failed on a rank, as a value that can be sent to the other ranks.
#pragma once

#include <functional>
#include <optional>
#include <papilio/error.hpp>
#include <string>

namespace papilio::mpi {

struct Failure {
  ErrorCode code = ErrorCode::internal;
  std::string message;
};

/// Runs something that may throw, and returns what it threw.
std::optional<Failure> attempt(const std::function<void()>& work);

/// The error that all ranks throw when this one has failed.
Error error_of(int rank, const Failure& failure);

}  // namespace papilio::mpi
