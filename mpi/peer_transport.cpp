// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "peer_transport.hpp"

#include <fmt/format.h>

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
    for (int peer = 0; peer < team.ranks(); ++peer) pushes_.emplace_back(device);
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
  sent_.clear();
  Event free;
  const std::optional<Failure> failure = attempt([&] { free = stream.record(); });
  for (const Message& message : receives_) {
    board_.offer({exchange_, message.peer, team_.rank(), message.turn}, {to + message.offset, free});
  }
  if (failure) throw Error(failure->code, "an exchange through peer memory", failure->message);
}

void PeerTransport::send(std::span<const Message> messages, int turn, const std::byte* from) {
  if (aborted_) {
    throw Error::device_failed("an exchange through peer memory", "an earlier one has failed", "make another plan");
  }
  if (messages.empty()) return;
  const Event ready = stream_.record();
  for (const Message& message : messages) {
    const LocalBoard::Key key{exchange_, team_.rank(), message.peer, turn};
    const Offer offer = board_.take(key, team_.shared());
    const Stream& push = pushes_[static_cast<std::size_t>(message.peer)];
    push.wait(ready);
    if (offer.free) push.wait(offer.free);
    {
      const CurrentContext current(context_);
      const int status =
          cuda_driver().cuMemcpyDtoDAsync_v2(address_of(offer.place), address_of(from + message.offset),
                                             static_cast<std::size_t>(message.bytes), cuda::native_stream(push));
      if (status != cuda_success) {
        throw Error::device_failed(fmt::format("a copy to the memory of rank {}", message.peer),
                                   fmt::format("CUDA error {}", status));
      }
    }
    sent_.push_back(push.record());
    board_.arrived(key, sent_.back());
  }
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
  for (const Stream& push : pushes_) (void)attempt([&] { push.synchronize(); });
}

}  // namespace papilio::mpi
