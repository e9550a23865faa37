// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "local_transport.hpp"

#include <chrono>
#include <cstring>

namespace papilio::mpi {

/// Checks from time to time whether a rank has left, because nobody tells the board.
template <typename Condition>
void LocalBoard::wait_until(std::unique_lock<std::mutex>& lock, const ThreadRanks& ranks, Condition condition) {
  while (!changed_.wait_for(lock, std::chrono::milliseconds(20), condition)) ranks.check();
}

void LocalBoard::offer(const Key& key, const Offer& offer) {
  const std::lock_guard lock(mutex_);
  offers_[key] = offer;
  changed_.notify_all();
}

Offer LocalBoard::take(const Key& key, const ThreadRanks& ranks) {
  std::unique_lock lock(mutex_);
  wait_until(lock, ranks, [&] { return offers_.contains(key); });
  return offers_.extract(key).mapped();
}

void LocalBoard::arrived(const Key& key, const Event& event) {
  const std::lock_guard lock(mutex_);
  arrivals_[key] = event;
  changed_.notify_all();
}

Event LocalBoard::receive(const Key& key, const ThreadRanks& ranks) {
  std::unique_lock lock(mutex_);
  wait_until(lock, ranks, [&] { return arrivals_.contains(key); });
  return arrivals_.extract(key).mapped();
}

void LocalBoard::link_is_free(const Key& key, const Event& event) {
  const std::lock_guard lock(mutex_);
  links_[key] = event;
  changed_.notify_all();
}

Event LocalBoard::wait_for_link(const Key& key, const ThreadRanks& ranks) {
  std::unique_lock lock(mutex_);
  wait_until(lock, ranks, [&] { return links_.contains(key); });
  return links_.extract(key).mapped();
}

void LocalTransport::expect(std::span<const Message> receives, std::byte* to, const Stream& /*stream*/) {
  ++exchange_;
  to_ = to;
  receives_.assign(receives.begin(), receives.end());
  for (const Message& message : receives_) {
    board_.offer({exchange_, message.peer, team_.rank(), message.turn}, {to + message.offset});
  }
}

void LocalTransport::send(std::span<const Message> messages, int /*turn*/, const std::byte* from) {
  for (const Message& message : messages) {
    const LocalBoard::Key key{exchange_, team_.rank(), message.peer, message.turn};
    std::byte* const place = board_.take(key, team_.shared()).place;
    std::memcpy(place, from + message.offset, static_cast<std::size_t>(message.bytes));
    board_.arrived(key);
  }
}

void LocalTransport::wait(int turn) {
  for (const Message& message : receives_) {
    if (message.turn != turn) continue;
    (void)board_.receive({exchange_, message.peer, team_.rank(), turn}, team_.shared());
  }
}

}  // namespace papilio::mpi
