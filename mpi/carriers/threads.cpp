// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "threads.hpp"

#include <chrono>
#include <cstring>

namespace papilio::mpi {

template <typename Notes>
void LocalBoard::put(Notes& notes, const Key& key, const typename Notes::mapped_type& note) {
  const std::lock_guard lock(mutex_);
  notes[key] = note;
  ++notes_;
  changed_.notify_all();
}

/// Checks from time to time whether a rank has left, because the board is not notified.
template <typename Notes>
typename Notes::mapped_type LocalBoard::take_off(Notes& notes, const Key& key, const ThreadRanks& ranks) {
  std::unique_lock lock(mutex_);
  const Looking looking(ranks.ranks());
  for (bool more = true; more && !notes.contains(key) && !ranks.has_left();) {
    const std::uint64_t put = notes_;
    lock.unlock();
    more = looking.until([&] { return notes_ != put || ranks.has_left(); });
    lock.lock();
  }
  while (!changed_.wait_for(lock, std::chrono::milliseconds(20), [&] { return notes.contains(key); })) ranks.check();
  return notes.extract(key).mapped();
}

void LocalBoard::offer(const Key& key, const Offer& offer) { put(offers_, key, offer); }
Offer LocalBoard::take(const Key& key, const ThreadRanks& ranks) { return take_off(offers_, key, ranks); }

void LocalBoard::arrived(const Key& key, const Event& event) { put(arrivals_, key, event); }
Event LocalBoard::receive(const Key& key, const ThreadRanks& ranks) { return take_off(arrivals_, key, ranks); }

void LocalBoard::link_is_free(const Key& key, const Event& event) { put(links_, key, event); }
Event LocalBoard::wait_for_link(const Key& key, const ThreadRanks& ranks) { return take_off(links_, key, ranks); }

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
