// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "communicator.hpp"

#include <papilio/error.hpp>
#include <utility>

#include "agreement.hpp"
#include "mpi_calls.hpp"

namespace papilio::mpi {

Communicator::Communicator(MPI_Comm comm) {
  if (!mpi_is_running()) throw Error::invalid_argument("an mpi plan", "MPI is not running", "call MPI_Init first");
  if (comm == MPI_COMM_NULL) throw Error::invalid_argument("an mpi plan", "the communicator is MPI_COMM_NULL");
  int two_groups = 0;
  check_mpi(MPI_Comm_test_inter(comm, &two_groups), "MPI_Comm_test_inter");
  if (two_groups != 0) {
    throw Error::invalid_argument("an mpi plan", "the communicator is one of two groups",
                                  "merge it with MPI_Intercomm_merge");
  }
  check_mpi(MPI_Comm_dup(comm, &comm_), "MPI_Comm_dup");
  check_mpi(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check_mpi(MPI_Comm_rank(comm_, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm_, &ranks_), "MPI_Comm_size");
}

Communicator::Communicator(Communicator&& other) noexcept
    : comm_(std::exchange(other.comm_, MPI_COMM_NULL)), rank_(other.rank_), ranks_(other.ranks_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  std::swap(comm_, other.comm_);
  std::swap(rank_, other.rank_);
  std::swap(ranks_, other.ranks_);
  return *this;
}

Communicator::~Communicator() {
  // A lost one has operations under way that will not end.
  if (comm_ != MPI_COMM_NULL && mpi_is_running() && !is_lost(comm_)) MPI_Comm_free(&comm_);
}

}  // namespace papilio::mpi
