// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "copy_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <utility>

#include "mpi/memory/cuda_driver.hpp"
#include "mpi/ranks/wait_for_all.hpp"

namespace papilio::mpi {
PeerCopyQueue::PeerCopyQueue(const Device& device, int rank, int ranks)
    : device_(device),
      context_(context_of(device)),
      rank_(rank),
      ranks_(ranks),
      to_others_(device),
      to_itself_(device) {}

std::vector<Message> PeerCopyQueue::by_step(std::span<const Message> messages, bool received) const {
  std::vector<Message> ordered(messages.begin(), messages.end());
  const auto step = [&](const Message& message) {
    const int distance = received ? rank_ - message.peer : message.peer - rank_;
    return std::pair{message.chunk, (distance + ranks_) % ranks_};
  };
  std::ranges::stable_sort(ordered, {}, step);
  return ordered;
}

std::vector<Message> PeerCopyQueue::in_order(std::span<const Message> sends) const { return by_step(sends, false); }

std::vector<OrderedReceive> PeerCopyQueue::from_others(std::span<const Message> receives) const {
  std::vector<OrderedReceive> ordered;
  for (const Message& message : by_step(receives, true)) {
    if (message.peer == rank_) continue;
    if (!ordered.empty() && ordered.back().message.peer != message.peer) {
      ordered.back().next = SenderChunk{message.peer, message.chunk};
      const Message& last = ordered.back().message;
      ordered.push_back({message, SenderChunk{last.peer, last.chunk}, {}});
    } else {
      ordered.push_back({message, {}, {}});
    }
  }
  return ordered;
}

void PeerCopyQueue::copy(const Message& message, std::byte* to, const std::byte* from) const {
  const ContextScope current(context_);
  const cu::CUresult status =
      cuda_driver().cuMemcpyDtoDAsync_v2(cuda_address(to), cuda_address(from + message.offset),
                                         static_cast<std::size_t>(message.bytes), native_of(stream_to(message.peer)));
  if (status != cu::CUDA_SUCCESS) {
    throw Error::device_failed(fmt::format("a copy to the memory of rank {}", message.peer),
                               fmt::format("CUDA error {}", static_cast<int>(status)));
  }
}

void PeerCopyQueue::join(const Stream& stream) const {
  stream.wait(to_others_.record());
  stream.wait(to_itself_.record());
}

void PeerCopyQueue::drain() const noexcept { mpi::drain(device_, {to_others_, to_itself_}); }

}  // namespace papilio::mpi
