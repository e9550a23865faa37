// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Post: small messages between ranks beside the exchanges. Those from one rank to another with one tag come in the
// order in which they were told.
#pragma once

#include <cstddef>
#include <span>

namespace papilio::mpi {

class Post {
 public:
  virtual ~Post() = default;
  /// Returns at once; the bytes are copied.
  virtual void tell(int peer, int tag, std::span<const std::byte> what) = 0;
  /// Waits for a message of as many bytes. Throws Error(device_failed) when it does not come within Team::limit(), and
  /// when the rank has left.
  virtual void hear(int peer, int tag, std::span<std::byte> what) = 0;
  /// Returns when everything that was told has left.
  virtual void finish() {}
};

}  // namespace papilio::mpi
