// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between GPUs of one host: the sender's copy engines store them in the receiver's memory (copy_queue.hpp), in
// stream order, while passes run on the multiprocessors. Ranks are threads or processes (gpu_peers.hpp).
//
// At the beginning of an exchange a receiver tells each sender, in a small message, where the chunks go, and which
// senders come before and after it, and records an event after which they may begin. Each message of a chunk has an
// event of the sender's, for which the receiver's stream waits, and the stream of the sender that comes next. A rank
// must not wait for an event that another has not recorded, so the next sender hears of the record, and the receiver by
// an agreement. Events are recorded again in the next exchange: a sender does so only when it has the receiver's next
// offer, which comes after an agreement of all ranks that every wait but the receivers' own is enqueued, and after
// those.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "copy_queue.hpp"
#include "gpu_peers.hpp"
#include "mpi/program/chunks.hpp"
#include "transport.hpp"

namespace papilio::mpi {

class PeerCopies final : public Transport {
 public:
  /// Collective; throws on every rank or on none. Exchanges have so many chunks at most. The team must outlive this.
  PeerCopies(Team& team, const Device& device, std::shared_ptr<GpuPeers> peers, int chunks);
  PeerCopies(const PeerCopies&) = delete;
  PeerCopies& operator=(const PeerCopies&) = delete;
  /// Collective.
  ~PeerCopies() override;

  [[nodiscard]] MessageMemory memory() const override { return MessageMemory::device; }
  [[nodiscard]] bool stream_ordered() const override { return true; }
  void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) override;
  void send(std::span<const Message> messages, int chunk, const std::byte* from) override;
  void wait(int chunk) override;
  void finish() override;
  bool finished(const Stream& stream) override { return has_finished(context_, stream); }
  void abort() noexcept override;

 private:
  /// The place where a receiver wants the messages of a sender: in memory of that name.
  struct Offer {
    struct OfChunk {
      std::int64_t offset = 0;
      std::optional<SenderChunk> before;
      std::optional<SenderChunk> next;
    };
    std::uint64_t name = 0;
    std::array<OfChunk, max_chunks> chunks = {};
  };
  static constexpr int offer_tag = 0;
  static constexpr std::size_t free_event = 0;  ///< after it a rank's arrays may be written
  /// The sender's event of a message.
  [[nodiscard]] std::size_t sent_event(int chunk, int receiver) const {
    return 1 + static_cast<std::size_t>(receiver * chunks_ + chunk);
  }
  /// The tag of whether a message's event has been recorded.
  [[nodiscard]] int record_tag(int chunk, int receiver) const { return 1 + receiver * chunks_ + chunk; }
  const Offer& offer_of(int peer);
  void push(const Message& message, const Event& ready, const std::byte* from);
  void enqueue(const Message& message, const Offer& offer, const Event& ready, const std::byte* from);
  void keep(const Message& message, const Event& ready, const std::byte* from);

  Team& team_;
  std::shared_ptr<GpuPeers> peers_;
  int chunks_;
  int rank_;
  cu::CUcontext context_ = nullptr;
  bool aborted_ = false;
  std::unique_ptr<PeerEvents> events_;
  std::unique_ptr<Post> post_;
  std::optional<PeerCopyQueue> queue_;
  // The state of the current exchange
  Stream stream_;
  std::byte* to_ = nullptr;
  std::uint64_t name_ = 0;  ///< of the memory that messages come to
  std::vector<Message> receives_;
  std::vector<std::optional<Offer>> taken_;  ///< by receiver
  std::vector<Event> kept_;                  ///< by chunk: what a rank sends to itself has arrived
};

}  // namespace papilio::mpi
