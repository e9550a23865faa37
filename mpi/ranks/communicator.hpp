// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Communicator: a duplicate of the caller's communicator, so that its messages are not received by other code and its
// errors are returned instead of ending the program.
#pragma once

#include <mpi.h>

namespace papilio::mpi {

class Communicator {
 public:
  Communicator() = default;
  /// Collective. Throws Error(invalid_argument) before MPI_Init, after MPI_Finalize, for MPI_COMM_NULL and for
  /// intercommunicators.
  explicit Communicator(MPI_Comm comm);
  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  /// Collective; does nothing after MPI_Finalize.
  ~Communicator();

  /// It is not freed: the other ranks do not answer.
  void abandon() { comm_ = MPI_COMM_NULL; }
  [[nodiscard]] MPI_Comm get() const { return comm_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 0;
};

}  // namespace papilio::mpi
