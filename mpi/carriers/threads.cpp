// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "threads.hpp"

#include <cstring>

#include "mpi/ranks/thread_team.hpp"
#include "none.hpp"

namespace papilio::mpi {
namespace {

/// A receiver tells where a message goes, and its sender that it is there.
int place_tag(int chunk) { return 2 * chunk; }
int arrival_tag(int chunk) { return 2 * chunk + 1; }

}  // namespace

void ThreadCopies::expect(std::span<const Message> receives, std::byte* to, const Stream& /*stream*/) {
  receives_.assign(receives.begin(), receives.end());
  for (const Message& message : receives_) {
    std::byte* const place = to + message.offset;
    post_->tell(message.peer, place_tag(message.chunk), std::as_bytes(std::span(&place, 1)));
  }
}

void ThreadCopies::send(std::span<const Message> messages, int /*chunk*/, const std::byte* from) {
  for (const Message& message : messages) {
    std::byte* place = nullptr;
    post_->hear(message.peer, place_tag(message.chunk), std::as_writable_bytes(std::span(&place, 1)));
    std::memcpy(place, from + message.offset, static_cast<std::size_t>(message.bytes));
    post_->tell(message.peer, arrival_tag(message.chunk), {});
  }
}

void ThreadCopies::wait(int chunk) {
  for (const Message& message : receives_) {
    if (message.chunk == chunk) post_->hear(message.peer, arrival_tag(chunk), {});
  }
}

std::unique_ptr<Transport> ThreadTeam::messages(MessageMemory memory) {
  if (memory == MessageMemory::device) return std::make_unique<NoMessages>(MessageMemory::device);
  return std::make_unique<ThreadCopies>(make_post());
}

}  // namespace papilio::mpi
