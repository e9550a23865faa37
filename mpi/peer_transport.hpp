// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between GPUs of one process through peer memory: the sender's copy engines store them in the receiver's
// memory, in stream order, while passes run on the multiprocessors.
#pragma once

#include <vector>

#include "local_transport.hpp"

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
  LocalBoard& board_;
  const ThreadTeam& team_;
  void* context_ = nullptr;
  bool aborted_ = false;
  std::vector<Stream> pushes_;  ///< by receiver, so that the links to several work at once
  Stream stream_;               ///< of the current exchange
  int exchange_ = 0;
  std::vector<Message> receives_;  ///< not waited for yet
  std::vector<Event> sent_;        ///< reached when what was sent may be overwritten
};

}  // namespace papilio::mpi
