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

/// What a rank knows of commands that wait for other ranks' devices.
enum class Progress { done, working, failed };

class Team {
 public:
  virtual ~Team() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  /// Returns on every rank if none has failed; otherwise throws on every rank the error of the lowest rank that has.
  virtual void agree(const std::optional<Failure>& failure) = 0;
  /// Called again and again until no rank is working: `failed` as soon as any rank has failed, although commands of
  /// this one still wait for it. An agreement follows.
  virtual Progress watch(Progress own) { return own; }
  /// How many seconds to wait for another rank within an execution; 0: for ever. Throws for a wrong request.
  [[nodiscard]] virtual double wanted_limit() const { return 0; }
  /// From now on the ranks are in one execution, and waiting for one of them has this limit.
  virtual void begin_limit(double /*seconds*/) {}
  [[nodiscard]] virtual double limit() const { return 0; }
  /// Rank 0's bytes on every rank.
  virtual void broadcast(std::span<std::byte> bytes) = 0;
};

}  // namespace papilio::mpi
