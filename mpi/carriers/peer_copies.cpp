// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peer_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <utility>

namespace papilio::mpi {
namespace {

constexpr char recorded = 1;
constexpr char not_recorded = 0;

template <typename Value>
std::span<const std::byte> bytes_of(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

[[noreturn]] void report(const Failure& failure) {
  throw Error(failure.code, "an exchange through peer memory", failure.message);
}

}  // namespace

PeerCopies::PeerCopies(Team& team, const Device& device, std::shared_ptr<GpuPeers> peers, int chunks)
    : team_(team), peers_(std::move(peers)), chunks_(chunks), rank_(team.rank()) {
  team.agree(attempt([&] {
    require_cuda(device);
    context_ = context_of(device);
    queue_.emplace(device, rank_, team.ranks());
  }));
  events_ = make_peer_events(team, device, sent_event(0, team.ranks()));
  post_ = team.make_post();
}

/// Copies end before the memory that they write is closed.
PeerCopies::~PeerCopies() { queue_->drain(); }

/// Whatever fails, the senders get the offers: they wait for them.
void PeerCopies::expect(std::span<const Message> receives, std::byte* to, const Stream& stream) {
  if (aborted_) return;  // send() tells
  stream_ = stream;
  to_ = to;
  name_ = peers_->name_of(to);
  receives_.assign(receives.begin(), receives.end());
  kept_.assign(static_cast<std::size_t>(chunks_), {});
  taken_.assign(static_cast<std::size_t>(team_.ranks()), {});
  std::vector<std::optional<Offer>> made(taken_.size());
  for (const OrderedReceive& receive : queue_->from_others(receives)) {
    std::optional<Offer>& offer = made[static_cast<std::size_t>(receive.message.peer)];
    if (!offer) offer.emplace().name = name_;
    offer->chunks[static_cast<std::size_t>(receive.message.chunk)] = {receive.message.offset, receive.before,
                                                                      receive.next};
  }
  const std::optional<Failure> failure = attempt([&] { events_->record(free_event, stream); });
  for (std::size_t peer = 0; peer < made.size(); ++peer) {
    if (made[peer]) post_->tell(static_cast<int>(peer), offer_tag, bytes_of(*made[peer]));
  }
  if (failure) report(*failure);
}

const PeerCopies::Offer& PeerCopies::offer_of(int peer) {
  std::optional<Offer>& offer = taken_[static_cast<std::size_t>(peer)];
  if (offer) return *offer;
  Offer heard;
  post_->hear(peer, offer_tag, std::as_writable_bytes(std::span(&heard, 1)));
  return offer.emplace(heard);
}

/// Whatever fails, the next sender is told: it waits for that.
void PeerCopies::push(const Message& message, const Event& ready, const std::byte* from) {
  const Offer& offer = offer_of(message.peer);
  const std::optional<SenderChunk> next = offer.chunks[static_cast<std::size_t>(message.chunk)].next;
  const std::optional<Failure> failure = attempt([&] { enqueue(message, offer, ready, from); });
  if (next) {
    post_->tell(next->sender, record_tag(message.chunk, message.peer), bytes_of(failure ? not_recorded : recorded));
  }
  if (failure) throw Error(failure->code, failure->message);
}

void PeerCopies::enqueue(const Message& message, const Offer& offer, const Event& ready, const std::byte* from) {
  const Stream& stream = queue_->stream_to(message.peer);
  const Offer::OfChunk& place = offer.chunks[static_cast<std::size_t>(message.chunk)];
  char before = not_recorded;
  if (place.before) {
    post_->hear(place.before->sender, record_tag(place.before->chunk, message.peer),
                std::as_writable_bytes(std::span(&before, 1)));
  }
  stream.wait(ready);
  events_->wait(message.peer, free_event, stream);
  if (before == recorded) {
    events_->wait(place.before->sender, sent_event(place.before->chunk, message.peer), stream);
  }
  queue_->copy(message, peers_->find(message.peer, offer.name) + place.offset, from);
  events_->record(sent_event(message.chunk, message.peer), stream);
}

/// Copies a message of the rank to itself.
void PeerCopies::keep(const Message& message, const Event& ready, const std::byte* from) {
  const auto there = std::ranges::find_if(
      receives_, [&](const Message& other) { return other.peer == rank_ && other.chunk == message.chunk; });
  if (there == receives_.end()) return;
  const Stream& stream = queue_->stream_to(rank_);
  stream.wait(ready);
  queue_->copy(message, to_ + there->offset, from);
  kept_[static_cast<std::size_t>(message.chunk)] = stream.record();
}

/// All offers are taken, whatever fails, so that none is left for a later exchange.
void PeerCopies::send(std::span<const Message> messages, int /*chunk*/, const std::byte* from) {
  if (aborted_) {
    throw Error::device_failed("an exchange through peer memory", "an earlier one has failed", "make another plan");
  }
  if (messages.empty()) return;
  Event ready;
  std::optional<Failure> failure = attempt([&] { ready = stream_.record(); });
  for (const Message& message : queue_->in_order(messages)) {
    std::optional<Failure> of_message =
        attempt([&] { message.peer == rank_ ? keep(message, ready, from) : push(message, ready, from); });
    if (!failure) failure = std::move(of_message);
  }
  if (failure) report(*failure);
}

/// All ranks have agreed that everything of this exchange is enqueued, so the events that it waits for are recorded.
void PeerCopies::wait(int chunk) {
  const std::byte* const landed = peers_->landing_of(name_);
  for (const Message& message : receives_) {
    if (message.chunk != chunk) continue;
    if (message.peer == rank_) {
      const Event& kept = kept_[static_cast<std::size_t>(chunk)];
      if (kept) stream_.wait(kept);
      continue;
    }
    events_->wait(message.peer, sent_event(chunk, rank_), stream_);
    if (landed == nullptr) continue;
    const ContextScope current(context_);
    const int status =
        cuda_driver().cuMemcpyDtoDAsync_v2(cuda_address(to_ + message.offset), cuda_address(landed + message.offset),
                                           static_cast<std::size_t>(message.bytes), native_of(stream_));
    if (status != cu::CUDA_SUCCESS) {
      throw Error::device_failed("a copy on the device", fmt::format("CUDA error {}", static_cast<int>(status)));
    }
  }
}

void PeerCopies::finish() {
  queue_->join(stream_);
  post_->finish();
}

/// The copies that are enqueued still store in other ranks' memory.
void PeerCopies::abort() noexcept {
  aborted_ = true;
  queue_->drain();
}

}  // namespace papilio::mpi
