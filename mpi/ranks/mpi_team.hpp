// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The ranks of an MPI communicator as a team.
#pragma once

#include <mpi.h>

#include "team.hpp"

namespace papilio::mpi {

class MpiTeam final : public Team {
 public:
  /// The communicator must outlive this.
  explicit MpiTeam(MPI_Comm comm);
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  void agree(const std::optional<Failure>& failure) override;
  Progress watch(Progress local) override;
  /// PAPILIO_MPI_TIMEOUT.
  [[nodiscard]] double wanted_limit() const override;
  void begin_limit(double seconds) override { limit_ = seconds; }
  [[nodiscard]] double limit() const override { return limit_; }
  void broadcast(std::span<std::byte> bytes) override;
  void gather(std::span<const std::byte> local, std::span<std::byte> all) override;
  [[nodiscard]] int hosts() override;
  [[nodiscard]] std::string host_name() const override;
  [[nodiscard]] bool one_process() const override { return false; }
  std::unique_ptr<Post> make_post() override;
  /// Messages by MPI (carriers/mpi.cpp).
  std::unique_ptr<Transport> messages(MessageMemory memory) override;
  /// True if the MPI library reports that it accepts CUDA device memory.
  [[nodiscard]] bool sends_device_memory() const override;
  void wait_at_end() noexcept override;

  [[nodiscard]] MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_;
  int rank_ = 0;
  int ranks_ = 1;
  double limit_ = 0;  ///< seconds; 0: none
};

}  // namespace papilio::mpi
