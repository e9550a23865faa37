// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between GPUs of several processes of one host, in turns: the sender's copy engines store them in the
// receiver's memory, which it has open (gpu_peers.hpp), in stream order, while passes run on the multiprocessors.
//
// At the beginning of an exchange a receiver tells each sender, in a small message of MPI, where the turns go, and
// records an event after which they may. Each message of a turn has an event of the sender's, for which the receiver's
// stream waits. Events are recorded again in the next exchange: a sender does so only when it has the receiver's next
// offer, which comes after the waits of the last one.
#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

#include "choice.hpp"
#include "gpu_peers.hpp"
#include "transport.hpp"

namespace papilio::mpi {

class PushTransport final : public Transport {
 public:
  /// Collective; throws on every rank or on none. Exchanges have so many turns at most. The communicator must outlive
  /// this.
  PushTransport(MPI_Comm comm, const Device& device, std::shared_ptr<GpuPeers> peers, int turns);
  PushTransport(const PushTransport&) = delete;
  PushTransport& operator=(const PushTransport&) = delete;
  ~PushTransport() override;

  [[nodiscard]] MessageMemory memory() const override { return MessageMemory::device; }
  [[nodiscard]] bool stream_ordered() const override { return true; }
  void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) override;
  void send(std::span<const Message> messages, int turn, const std::byte* from) override;
  void wait(int turn) override;
  void finish() override;
  bool settled(const Stream& stream) override { return has_finished(context_, stream); }
  void abort() noexcept override;

 private:
  /// Where a receiver wants the messages of a sender: in one of its arrays, by turn.
  struct Offer {
    std::size_t array = 0;
    std::array<std::int64_t, most_turns> offsets = {};
  };
  void start(const Device& device);
  void release() noexcept;
  [[nodiscard]] std::size_t event_of(int peer, int turn) const {
    return static_cast<std::size_t>(peer) * static_cast<std::size_t>(turns_) + static_cast<std::size_t>(turn);
  }
  const Offer& offer_of(int peer);
  void push(const Message& message, std::byte* to, const std::byte* from);
  void keep(const Message& message, const std::byte* from);

  MPI_Comm comm_;
  std::shared_ptr<GpuPeers> peers_;
  int turns_;
  int rank_ = 0;
  int ranks_ = 1;
  void* context_ = nullptr;
  bool aborted_ = false;
  std::vector<void*> free_;     ///< by rank: when its arrays may be written; this rank's own is recorded here
  std::vector<void*> sent_;     ///< by receiver and turn: recorded here
  std::vector<void*> arrived_;  ///< by sender and turn: recorded there
  std::vector<Stream> pushes_;  ///< by receiver, so that the links to several work at once
  // Of the current exchange
  Stream stream_;
  std::byte* to_ = nullptr;
  bool lands_ = false;  ///< in an array of the peers instead of `to_`, which others cannot write
  std::vector<Message> receives_;
  std::vector<Offer> made_;                  ///< by sender
  std::vector<MPI_Request> under_way_;       ///< of those offers
  std::vector<std::optional<Offer>> taken_;  ///< by receiver
  std::vector<Event> done_;                  ///< reached when what was sent may be overwritten
  std::vector<Event> kept_;                  ///< by turn: what a rank sends to itself has arrived
};

}  // namespace papilio::mpi
