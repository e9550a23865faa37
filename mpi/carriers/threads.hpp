// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between threads of one process through host memory: the sender copies straight into the receiver's memory.
// For devices that NCCL does not support.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "copy_queue.hpp"
#include "mpi/ranks/thread_team.hpp"
#include "transport.hpp"

namespace papilio::mpi {

/// Where a message goes, and when its receiver has finished with what was there; empty: already.
struct Offer {
  std::byte* place = nullptr;
  Event free = {};
  std::optional<SenderTurn> before = {};  ///< the message that must have arrived before this one starts
  bool is_followed = false;               ///< another message starts after this one
};

/// Where ranks find each other's memory; all ranks share one.
class LocalBoard {
 public:
  struct Key {
    int exchange;  ///< its number in the order of all exchanges
    int from;
    int to;
    int turn;
    // NOLINTNEXTLINE(modernize-use-nullptr): the defaulted operator's 0
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  void offer(const Key& key, const Offer& offer);
  /// Waits for the offer and takes it off the board.
  Offer take(const Key& key, const ThreadRanks& ranks);
  /// The message is there when the event is reached; empty: now.
  void arrived(const Key& key, const Event& event = {});
  /// Waits until that has been said of the message, and returns its event.
  Event receive(const Key& key, const ThreadRanks& ranks);
  /// The same for the sender of the message that follows.
  void link_is_free(const Key& key, const Event& event);
  Event wait_for_link(const Key& key, const ThreadRanks& ranks);

 private:
  template <typename Notes>
  void put(Notes& notes, const Key& key, const typename Notes::mapped_type& note);
  template <typename Notes>
  typename Notes::mapped_type take_off(Notes& notes, const Key& key, const ThreadRanks& ranks);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<std::uint64_t> notes_ = 0;  ///< put so far
  std::map<Key, Offer> offers_;
  std::map<Key, Event> arrivals_;
  std::map<Key, Event> links_;
};

class LocalTransport final : public Transport {
 public:
  LocalTransport(LocalBoard& board, const ThreadTeam& team) : board_(board), team_(team) {}
  void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) override;
  void send(std::span<const Message> messages, int turn, const std::byte* from) override;
  void wait(int turn) override;
  void finish() override {}

 private:
  LocalBoard& board_;
  const ThreadTeam& team_;
  std::vector<Message> receives_;
  std::byte* to_ = nullptr;
  int exchange_ = 0;
};

}  // namespace papilio::mpi
