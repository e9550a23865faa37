// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "thread_copies.hpp"

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "mpi/memory/cuda_driver.hpp"
#include "mpi/memory/peer_access.hpp"

namespace papilio::mpi {

PeerTransport::PeerTransport(LocalBoard& board, ThreadTeam& team, const Device& device) : board_(board), team_(team) {
  team.agree(attempt([&] {
    if (!cuda_driver().problem.empty())
      throw Error::unsupported("exchanges through peer memory", cuda_driver().problem);
    context_ = cuda::native_context(device);
    pushes_.emplace(device, team_.rank(), team_.ranks());
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

/// Whatever fails, the other ranks find the offers: they wait for them.
void PeerTransport::expect(std::span<const Message> receives, std::byte* to, const Stream& stream) {
  ++exchange_;
  stream_ = stream;
  receives_.assign(receives.begin(), receives.end());
  Event free;
  const std::optional<Failure> failure = attempt([&] { free = stream.record(); });
  const auto offer = [&](const Message& message, std::optional<SenderTurn> before, bool is_followed) {
    board_.offer({exchange_, message.peer, team_.rank(), message.turn},
                 {to + message.offset, free, before, is_followed});
  };
  for (const Message& message : receives_) {
    if (message.peer == team_.rank()) offer(message, {}, false);
  }
  for (const OrderedReceive& receive : pushes_->from_others(receives)) {
    offer(receive.message, receive.before, receive.next.has_value());
  }
  if (failure) throw Error(failure->code, "an exchange through peer memory", failure->message);
}

void PeerTransport::send(std::span<const Message> messages, int turn, const std::byte* from) {
  if (aborted_) {
    throw Error::device_failed("an exchange through peer memory", "an earlier one has failed", "make another plan");
  }
  std::optional<Failure> failure;
  for (const Message& message : pushes_->in_order(messages)) {
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

Event PeerTransport::push(const Message& message, const Offer& offer, const std::byte* from) {
  const Stream& link = pushes_->stream_to(message.peer);
  link.wait(stream_.record());
  if (offer.free) link.wait(offer.free);
  if (offer.before) {
    const LocalBoard::Key before{exchange_, offer.before->sender, message.peer, offer.before->turn};
    const Event arrival = board_.wait_for_link(before, team_.shared());
    if (arrival) link.wait(arrival);
  }
  pushes_->copy(message, offer.place, from);
  return link.record();
}

void PeerTransport::wait(int turn) {
  for (const Message& message : receives_) {
    if (message.turn != turn) continue;
    const Event arrival = board_.receive({exchange_, message.peer, team_.rank(), turn}, team_.shared());
    if (arrival) stream_.wait(arrival);
  }
}

void PeerTransport::finish() { pushes_->join(stream_); }

bool PeerTransport::settled(const Stream& stream) { return has_finished(context_, stream); }

/// The copies that are enqueued still store in other ranks' memory.
void PeerTransport::abort() noexcept {
  aborted_ = true;
  if (pushes_) pushes_->quiesce();
}

}  // namespace papilio::mpi
