// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a rank's copy engines push into the memory of other ranks' GPUs, in one order of all ranks.
//
// In step s of a chunk each rank sends to the rank s places after it, so each receives from one sender at a time.
// Copies that meet at a receiver slow each other to half the speed of the links (four H100s: 388 GB/s in this order,
// 200 to 240 GB/s without), so a copy starts when the receiver has the one of the step before. Waiting for that one
// ends: it is of an earlier step or chunk, and so waits only for earlier ones itself.
#pragma once

#include <optional>
#include <papilio/device.hpp>
#include <span>
#include <vector>

#include "mpi/memory/cuda_driver.hpp"
#include "mpi/program/message.hpp"

namespace papilio::mpi {

/// Names one message among all that a rank receives in an exchange.
struct SenderChunk {
  int sender = 0;
  int chunk = 0;
};

/// A message from another rank, and its neighbours in the order in which they are received; none if the same rank sends
/// them, which keeps the order by itself.
struct OrderedReceive {
  Message message;
  std::optional<SenderChunk> before;  ///< must have arrived before this one starts
  std::optional<SenderChunk> next;    ///< starts when this one has arrived
};

class PeerCopyQueue {
 public:
  PeerCopyQueue(const Device& device, int rank, int ranks);

  /// The order in which to send them.
  [[nodiscard]] std::vector<Message> in_order(std::span<const Message> sends) const;
  /// The messages from others, in their order.
  [[nodiscard]] std::vector<OrderedReceive> from_others(std::span<const Message> receives) const;

  /// The stream of what goes to a rank.
  [[nodiscard]] const Stream& stream_to(int peer) const { return peer == rank_ ? to_itself_ : to_others_; }
  /// Stores what is sent `to` a place in the receiver's memory. Throws Error(device_failed).
  void copy(const Message& message, std::byte* to, const std::byte* from) const;
  /// Later commands of the stream wait until everything has been copied.
  void join(const Stream& stream) const;
  /// Waits for all copies, whatever has failed; not forever, because they may wait for a device that has failed.
  void drain() const noexcept;

 private:
  [[nodiscard]] std::vector<Message> by_step(std::span<const Message> messages, bool received) const;

  Device device_;
  cu::CUcontext context_;
  int rank_;
  int ranks_;
  Stream to_others_;
  Stream to_itself_;  ///< needs no link
};

}  // namespace papilio::mpi
