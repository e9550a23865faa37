// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peer_transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <utility>

#include "cuda_driver.hpp"
#include "peer_access.hpp"

namespace papilio::mpi {
namespace {

unsigned long long address_of(const std::byte* place) { return reinterpret_cast<unsigned long long>(place); }

}  // namespace

PeerTransport::PeerTransport(LocalBoard& board, ThreadTeam& team, const Device& device) : board_(board), team_(team) {
  team.agree(attempt([&] {
    if (!cuda_driver().problem.empty())
      throw Error::unsupported("exchanges through peer memory", cuda_driver().problem);
    context_ = cuda::native_context(device);
    pushes_ = Pushes{Stream(device), Stream(device)};
  }));
  // Offers before the first exchange: each rank's context, for all others.
  for (int peer = 0; peer < team.ranks(); ++peer) {
    board.offer({0, peer, team.rank(), 0}, {static_cast<std::byte*>(context_)});
  }
  std::vector<void*> contexts;
  for (int peer = 0; peer < team.ranks(); ++peer) {
    contexts.push_back(board.take({0, team.rank(), peer, 0}, team.shared()).place);
  }
  team.agree(attempt([&] { enable_peer_access(device, contexts); }));
}

std::vector<Message> PeerTransport::in_order(std::span<const Message> messages, bool received) const {
  std::vector<Message> ordered(messages.begin(), messages.end());
  const auto step = [&](const Message& message) {
    const int distance = received ? team_.rank() - message.peer : message.peer - team_.rank();
    return std::pair{message.turn, (distance + team_.ranks()) % team_.ranks()};
  };
  std::ranges::stable_sort(ordered, {}, step);
  return ordered;
}

/// Whatever fails, the other ranks find the offers: they wait for them.
void PeerTransport::expect(std::span<const Message> receives, std::byte* to, const Stream& stream) {
  ++exchange_;
  stream_ = stream;
  receives_ = in_order(receives, true);
  sent_.clear();
  Event free;
  const std::optional<Failure> failure = attempt([&] { free = stream.record(); });
  const auto from_others = [&](const Message& message) { return message.peer != team_.rank(); };
  const auto last = std::ranges::find_if(receives_.rbegin(), receives_.rend(), from_others);
  std::optional<std::pair<int, int>> before;
  for (const Message& message : receives_) {
    Offer offer{to + message.offset, free};
    if (from_others(message)) {
      offer.after = std::exchange(before, std::pair{message.peer, message.turn});
      offer.is_followed = &message != &*last;
    }
    board_.offer({exchange_, message.peer, team_.rank(), message.turn}, offer);
  }
  if (failure) throw Error(failure->code, "an exchange through peer memory", failure->message);
}

void PeerTransport::send(std::span<const Message> messages, int turn, const std::byte* from) {
  if (aborted_) {
    throw Error::device_failed("an exchange through peer memory", "an earlier one has failed", "make another plan");
  }
  std::optional<Failure> failure;
  for (const Message& message : in_order(messages, false)) {
    const LocalBoard::Key key{exchange_, team_.rank(), message.peer, turn};
    const Offer offer = board_.take(key, team_.shared());
    Event arrival;
    if (!failure) failure = attempt([&] { arrival = push(message, offer, from); });
    // Also after a failure, because the next sender waits for this.
    if (offer.is_followed) board_.link_is_free(key, arrival);
    board_.arrived(key, arrival);
  }
  if (failure) throw Error(failure->code, "an exchange through peer memory", failure->message);
}

/// Waiting on the host for another rank's event ends: each message waits only for one of an earlier step or turn.
Event PeerTransport::push(const Message& message, const Offer& offer, const std::byte* from) {
  const Stream& link = message.peer == team_.rank() ? pushes_->to_itself : pushes_->to_others;
  link.wait(stream_.record());
  if (offer.free) link.wait(offer.free);
  if (offer.after) {
    const auto [sender, turn] = *offer.after;
    const Event before = board_.wait_for_link({exchange_, sender, message.peer, turn}, team_.shared());
    if (before) link.wait(before);
  }
  const CurrentContext current(context_);
  const int status =
      cuda_driver().cuMemcpyDtoDAsync_v2(address_of(offer.place), address_of(from + message.offset),
                                         static_cast<std::size_t>(message.bytes), cuda::native_stream(link));
  if (status != cuda_success) {
    throw Error::device_failed(fmt::format("a copy to the memory of rank {}", message.peer),
                               fmt::format("CUDA error {}", status));
  }
  sent_.push_back(link.record());
  return sent_.back();
}

void PeerTransport::wait(int turn) {
  for (const Message& message : receives_) {
    if (message.turn != turn) continue;
    const Event arrival = board_.receive({exchange_, message.peer, team_.rank(), turn}, team_.shared());
    if (arrival) stream_.wait(arrival);
  }
}

void PeerTransport::finish() {
  for (const Event& event : sent_) stream_.wait(event);
}

bool PeerTransport::settled(const Stream& stream) { return has_finished(context_, stream); }

/// The copies that are enqueued still store in other ranks' memory.
void PeerTransport::abort() noexcept {
  aborted_ = true;
  if (!pushes_) return;
  (void)attempt([&] { pushes_->to_others.synchronize(); });
  (void)attempt([&] { pushes_->to_itself.synchronize(); });
}

}  // namespace papilio::mpi
