// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What failed on a rank, as a value that can be told to the others.
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

/// Runs something that may throw; what it threw.
std::optional<Failure> attempt(const std::function<void()>& work);

/// What all ranks throw when this one has failed.
Error error_of(int rank, const Failure& failure);

}  // namespace papilio::mpi
