// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between GPUs of one process through peer memory: the sender's copy engines store them in the receiver's
// memory (copy_queue.hpp), in stream order, while passes run on the multiprocessors.
#pragma once

#include <optional>
#include <vector>

#include "copy_queue.hpp"
#include "threads.hpp"

namespace papilio::mpi {

class PeerTransport final : public Transport {
 public:
  /// Collective. Throws Error(unsupported) on every rank where a device cannot address another's memory. The board is
  /// for this and for the transports of the same plan on the other ranks.
  PeerTransport(LocalBoard& board, ThreadTeam& team, const Device& device);

  [[nodiscard]] MessageMemory memory() const override { return MessageMemory::device; }
  [[nodiscard]] bool stream_ordered() const override { return true; }
  void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) override;
  void send(std::span<const Message> messages, int turn, const std::byte* from) override;
  void wait(int turn) override;
  void finish() override;
  bool settled(const Stream& stream) override;
  void abort() noexcept override;

 private:
  Event push(const Message& message, const Offer& offer, const std::byte* from);

  LocalBoard& board_;
  const ThreadTeam& team_;
  void* context_ = nullptr;
  bool aborted_ = false;
  std::optional<Pushes> pushes_;
  // Of the current exchange
  Stream stream_;
  int exchange_ = 0;  ///< its number
  std::vector<Message> receives_;
};

}  // namespace papilio::mpi
