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
/// that failed. Costs an MPI_Allreduce of four bytes.
void agree(MPI_Comm comm, const std::optional<Failure>& failure);

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
  void agree(const std::optional<Failure>& failure) override { mpi::agree(comm_, failure); }
  void broadcast(std::span<std::byte> bytes) override;

 private:
  MPI_Comm comm_;
  int rank_ = 0;
  int ranks_ = 1;
};

}  // namespace papilio::mpi
