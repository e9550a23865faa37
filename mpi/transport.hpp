// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transport: the messages of one exchange, in turns. All ranks call the same functions in the same order.
#pragma once

#include <mpi.h>

#include <memory>
#include <span>
#include <vector>

#include "program.hpp"

namespace papilio::mpi {

class Transport {
 public:
  virtual ~Transport() = default;
  /// Before anything is sent: where messages are to go, relative to `to`.
  virtual void expect(std::span<const Message> receives, std::byte* to) = 0;
  /// The messages of one turn; the memory stays as it is until finish().
  virtual void send(std::span<const Message> messages, const std::byte* from) = 0;
  /// Returns when everything of that turn has been received.
  virtual void wait(int turn) = 0;
  /// Returns when everything has been sent.
  virtual void finish() = 0;
};

/// Host memory; messages to the rank itself are copies.
class MpiTransport final : public Transport {
 public:
  explicit MpiTransport(MPI_Comm comm);
  void expect(std::span<const Message> receives, std::byte* to) override;
  void send(std::span<const Message> messages, const std::byte* from) override;
  void wait(int turn) override;
  void finish() override;

 private:
  MPI_Comm comm_;
  int rank_ = 0;
  std::byte* to_ = nullptr;
  std::vector<Message> kept_;                       ///< from this rank to itself
  std::vector<std::vector<MPI_Request>> receives_;  ///< by turn
  std::vector<MPI_Request> sends_;
};

}  // namespace papilio::mpi
