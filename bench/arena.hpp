// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arena: the memory and the queue that all peers of one kind of device share, so that they work on the same bytes. A
// new backend (CUDA, with cuFFT as a peer) brings one more.
#pragma once

#include <cstddef>
#include <span>

namespace papilio::bench {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  virtual ~Arena() = default;

  /// Makes the input and the output hold `bytes` each. Plans made before are void. Throws Error(out_of_memory).
  virtual void resize(std::size_t bytes) = 0;
  virtual void upload(std::span<const std::byte> input) = 0;
  /// Fills the output with NaN, so that what a peer leaves unwritten is seen.
  virtual void poison() = 0;
  /// Returns when all that was enqueued has been done.
  virtual void finish() = 0;
  virtual void download(std::size_t offset, std::span<std::byte> to) = 0;
};

}  // namespace papilio::bench
