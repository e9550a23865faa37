// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transport: the messages of one exchange, in turns. All ranks call the same functions in the same order.
//
// Two kinds: most transports do what they are told and return when the host may go on. A stream-ordered one only
// enqueues commands on the device: what is sent is what the stream's earlier commands have written, and its later
// commands see what was received. Nobody waits but in settle().
#pragma once

#include <papilio/device.hpp>
#include <span>

#include "program.hpp"

namespace papilio::mpi {

/// Where messages begin and end.
enum class MessageMemory { host, device };

class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual MessageMemory memory() const { return MessageMemory::host; }
  [[nodiscard]] virtual bool stream_ordered() const { return false; }
  /// Before anything is sent: where messages are to go, relative to `to`. The stream computes what is sent, and uses
  /// what is received.
  virtual void expect(std::span<const Message> receives, std::byte* to, const Stream& stream) = 0;
  /// The messages of one turn, also if there are none; the memory stays as it is until finish().
  virtual void send(std::span<const Message> messages, int turn, const std::byte* from) = 0;
  /// Everything of that turn has been received.
  virtual void wait(int turn) = 0;
  /// Everything has been sent.
  virtual void finish() = 0;
  /// Returns when all commands of the stream have finished. Throws if the messages among them never will.
  virtual void settle(const Stream& stream) { stream.synchronize(); }
  /// Gives up everything that is under way, because messages of another rank will not come. No exchange can follow.
  virtual void abort() noexcept {}
};

}  // namespace papilio::mpi
