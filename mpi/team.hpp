// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Team: the ranks of a plan and their agreement, whatever they are: processes of an MPI communicator, or threads of one
// process. All members are called by all ranks in the same order.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "failure.hpp"

namespace papilio::mpi {

class Team {
 public:
  virtual ~Team() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  /// Returns on every rank if none has failed; otherwise throws on every rank the error of the lowest rank that has.
  virtual void agree(const std::optional<Failure>& failure) = 0;
  /// Rank 0's bytes on every rank.
  virtual void broadcast(std::span<std::byte> bytes) = 0;
};

}  // namespace papilio::mpi
