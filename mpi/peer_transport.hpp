// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between GPUs of one process through peer memory: the sender's copy engines store them in the receiver's
// memory, in stream order, while passes run on the multiprocessors.
//
// All ranks keep one order: in step s of a turn each sends to the rank s places after it, so each receives from one
// sender at a time. Copies that meet at a receiver slow each other to half the speed of the links (four H100s: 388 GB/s
// in this order, 200 to 240 GB/s without), so a copy starts when the receiver has the one of the step before.
#pragma once

#include <optional>
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
  /// Messages of one turn, or of all, in the order in which a rank sends or receives them.
  [[nodiscard]] std::vector<Message> in_order(std::span<const Message> messages, bool received) const;
  Event push(const Message& message, const Offer& offer, const std::byte* from);

  LocalBoard& board_;
  const ThreadTeam& team_;
  void* context_ = nullptr;
  bool aborted_ = false;
  struct Pushes {
    Stream to_others;
    Stream to_itself;  ///< which needs no link
  };
  std::optional<Pushes> pushes_;
  Stream stream_;  ///< of the current exchange
  int exchange_ = 0;
  std::vector<Message> receives_;  ///< not waited for yet
  std::vector<Event> sent_;        ///< reached when what was sent may be overwritten
};

}  // namespace papilio::mpi
