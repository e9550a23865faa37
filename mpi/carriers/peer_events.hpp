// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Events of a rank's GPU for which the streams of other ranks wait, by rank and number: in one process the events
// themselves, between processes those that CUDA's IPC opens.
#pragma once

#include <memory>
#include <papilio/device.hpp>

#include "mpi/ranks/team.hpp"

namespace papilio::mpi {

class PeerEvents {
 public:
  virtual ~PeerEvents() = default;
  /// Records this rank's event: it is reached when the stream's commands so far have finished. Throws
  /// Error(device_failed).
  virtual void record(std::size_t number, const Stream& stream) = 0;
  /// Lets later commands of the stream wait for what was recorded last. The caller knows that it has been recorded: a
  /// wait for any other event would return at once. Throws Error(device_failed), or Error(unsupported) where it cannot
  /// be opened.
  virtual void wait(int rank, std::size_t number, const Stream& stream) = 0;
};

/// Events 0 .. count-1 of each rank. Collective, as is the destructor; throws on every rank or on none.
std::unique_ptr<PeerEvents> make_peer_events(Team& team, const Device& device, std::size_t count);

/// Throws Error(unsupported) unless the device is CUDA's and its driver can be used.
void require_cuda(const Device& device);

}  // namespace papilio::mpi
