// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages by MPI, from host memory or, with a library that takes it (CUDA-aware MPI), from device memory.
#pragma once

#include <mpi.h>

#include <vector>

#include "transport.hpp"

namespace papilio::mpi {

class MpiTransport final : public Transport {
 public:
  explicit MpiTransport(MPI_Comm comm, MessageMemory memory = MessageMemory::host);
  [[nodiscard]] MessageMemory memory() const override { return memory_; }
  void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) override;
  void send(std::span<const Message> messages, int chunk, const std::byte* from) override;
  void wait(int chunk) override;
  void finish() override;
  void abort() noexcept override;

 private:
  /// On the host, messages to the rank itself are plain copies; on the device they go through MPI, which copies there.
  [[nodiscard]] bool is_copied(const Message& message) const {
    return message.peer == rank_ && memory_ == MessageMemory::host;
  }

  MPI_Comm comm_;
  MessageMemory memory_;
  int rank_ = 0;
  std::byte* to_ = nullptr;
  std::vector<Message> kept_;                       ///< from this rank to itself
  std::vector<std::vector<MPI_Request>> receives_;  ///< by chunk
  std::vector<MPI_Request> sends_;
};

}  // namespace papilio::mpi
