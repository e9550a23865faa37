// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between GPUs of several processes of one host, in turns: the sender's copy engines store them in the
// receiver's memory (copy_queue.hpp), which it has open (peers_of_gpus.hpp), in stream order, while passes run on the
// multiprocessors.
//
// At the beginning of an exchange a receiver tells each sender, in a small message of MPI, where the turns go, and
// which senders come before and after it, and records an event after which they may begin. Each message of a turn has
// an event of the sender's, for which the receiver's stream waits, and the stream of the sender that comes next. A
// process must not wait for an event that another has not recorded, so the next sender hears of the record by MPI, and
// the receiver by an agreement. Events are recorded again in the next exchange: a sender does so only when it has the
// receiver's next offer, which comes after an agreement of all ranks that every wait but the receivers' own is
// enqueued, and after those.
#pragma once

#include <mpi.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "copy_queue.hpp"
#include "mpi/program/chunks.hpp"
#include "mpi/ranks/communicator.hpp"
#include "peers_of_gpus.hpp"
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
  /// Where a receiver wants the messages of a sender: in one of its arrays.
  struct Offer {
    struct OfTurn {
      std::int64_t offset = 0;
      std::optional<SenderTurn> before;
      std::optional<SenderTurn> next;
    };
    std::size_t array = 0;
    std::array<OfTurn, max_chunks> turns = {};
  };
  static constexpr int offer_tag = 0;
  static constexpr int first_record_tag = 1;  ///< of whether a message's event has been recorded
  void start(const Device& device);
  void release() noexcept;
  void destroy_events(bool opened) noexcept;
  /// Events have numbers: each rank has one after which its arrays may be written, and one of each message that it
  /// sends.
  [[nodiscard]] std::size_t events_of_a_rank() const { return 1 + static_cast<std::size_t>(ranks_ * turns_); }
  [[nodiscard]] std::size_t free_event(int rank) const { return static_cast<std::size_t>(rank) * events_of_a_rank(); }
  [[nodiscard]] std::size_t sent_event(SenderTurn message, int receiver) const {
    return free_event(message.sender) + 1 + static_cast<std::size_t>(receiver * turns_ + message.turn);
  }
  /// This rank's, or another's, which is opened when it is first needed. Throws Error(unsupported).
  void* event(std::size_t number);
  void wait_for(std::size_t event_number, const Stream& stream);
  void record(std::size_t event_number, const Stream& stream);
  /// A small message of MPI; throws when it does not come within the limit.
  void hear(int peer, int tag, void* what, std::size_t bytes);
  void tell(int peer, int tag, const void* what, std::size_t bytes);
  const Offer& offer_of(int peer);
  [[nodiscard]] int record_tag(int turn, int receiver) const { return first_record_tag + receiver * turns_ + turn; }
  void push(const Message& message, const Event& ready, const std::byte* from);
  void enqueue(const Message& message, const Offer& offer, const Event& ready, const std::byte* from);
  void keep(const Message& message, const Event& ready, const std::byte* from);

  MPI_Comm comm_;
  Communicator messages_;  ///< apart, so that what a failed exchange leaves behind comes to no later one
  std::shared_ptr<GpuPeers> peers_;
  int turns_;
  int rank_ = 0;
  int ranks_ = 1;
  void* context_ = nullptr;
  bool aborted_ = false;
  bool late_ = false;                   ///< a rank has not come within the limit: there is no more waiting
  std::vector<CudaIpcHandle> handles_;  ///< by the events' numbers
  std::vector<void*> events_;
  std::optional<Pushes> pushes_;
  // Of the current exchange
  Stream stream_;
  std::byte* to_ = nullptr;
  bool lands_ = false;  ///< in an array of the peers instead of `to_`, which others cannot write
  std::vector<Message> receives_;
  std::unique_ptr<Offer[]> made_;            ///< by sender
  std::vector<MPI_Request> under_way_;       ///< of those offers, and of what the next senders are told
  std::vector<std::optional<Offer>> taken_;  ///< by receiver
  std::vector<Event> kept_;                  ///< by turn: what a rank sends to itself has arrived
};

}  // namespace papilio::mpi
