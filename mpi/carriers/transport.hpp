// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transport: the messages of one exchange, in chunks. All ranks call the same functions in the same order.
//
// There are two kinds. Most transports act at once: a call returns when the host may go on. A stream-ordered one only
// enqueues commands on the device: it sends what earlier commands of the stream have written, and later commands see
// what was received. Nothing waits for the device.
#pragma once

#include <papilio/device.hpp>
#include <span>

#include "mpi/memory/region.hpp"
#include "mpi/program/message.hpp"

namespace papilio::mpi {

class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual MessageMemory memory() const { return MessageMemory::host; }
  [[nodiscard]] virtual bool stream_ordered() const { return false; }
  /// Called before anything is sent: says where messages are to go, relative to `to`. The stream computes what is sent
  /// and uses what is received.
  virtual void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) = 0;
  /// Sends the messages of one chunk; called even if there are none. The memory must not change until finish().
  virtual void send(std::span<const Message> messages, int chunk, const std::byte* from) = 0;
  /// Returns when everything of that chunk has been received.
  virtual void wait(int chunk) = 0;
  /// Returns when everything has been sent.
  virtual void finish() = 0;
  /// True if all commands of the stream have finished; one that is not stream-ordered may wait for them. Throws if the
  /// messages among them never will.
  virtual bool finished(const Stream& stream) {
    stream.synchronize();
    return true;
  }
  /// Gives up everything that is under way, because messages of another rank will not come. No exchange can follow.
  virtual void abort() noexcept {}
};

}  // namespace papilio::mpi
