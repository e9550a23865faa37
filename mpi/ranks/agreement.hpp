// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ranks agree that none has failed before any of them waits for another. A rank that fails tells the others, and all of
// them throw the same Error, which names the rank; otherwise the others would wait forever.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>

#include "team.hpp"

namespace papilio::mpi {

/// Collective: returns on every rank if none has failed; otherwise throws on every rank the error of the lowest rank
/// that failed. Costs an MPI_Iallreduce of four bytes.
void agree(MPI_Comm comm, const std::optional<Failure>& failure);

/// The same, and waits for the other ranks so many seconds at most; 0: forever. Afterwards, and in all agreements on
/// that communicator from then on, throws Error(device_failed) without waiting for them.
void agree_within(MPI_Comm comm, const std::optional<Failure>& failure, double seconds);
/// True if ranks of the communicator have not answered, so that nothing collective may be called any more.
bool is_lost(MPI_Comm comm);
/// PAPILIO_MPI_TIMEOUT: seconds that a rank waits for another within an execution; 600 without it, 0: forever.
double wait_limit();

/// Collective: throws on every rank unless all pass the same text. The message shows the first difference from rank 0.
void agree_on(MPI_Comm comm, const std::string& what, const std::string& text);

/// Collective: the text of `root`, on every rank.
std::string broadcast(MPI_Comm comm, const std::string& text, int root = 0);
/// Collective: the largest value of all ranks, on every rank.
double largest(MPI_Comm comm, double value);

/// Throws Error(device_failed) with MPI's own words for anything but MPI_SUCCESS.
void check_mpi(int status, const char* call);

/// The ranks of a communicator, which must outlive this.
class MpiTeam final : public Team {
 public:
  explicit MpiTeam(MPI_Comm comm);
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  void agree(const std::optional<Failure>& failure) override { agree_within(comm_, failure, limit_); }
  Progress watch(Progress own) override;
  [[nodiscard]] double wanted_limit() const override { return wait_limit(); }
  void begin_limit(double seconds) override { limit_ = seconds; }
  [[nodiscard]] double limit() const override { return limit_; }
  void broadcast(std::span<std::byte> bytes) override;

 private:
  MPI_Comm comm_;
  int rank_ = 0;
  int ranks_ = 1;
  double limit_ = 0;  ///< seconds; 0: none
};

}  // namespace papilio::mpi
