// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Arena: the memory and the queue that all peers of one kind of device share, so that they work on the same bytes and
// are timed by the same clock.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace papilio::bench {

enum class Part { input, output };

/// device: from the start of the first execution to the end of the last, on the device. host: from before the first
/// call until the thread knows that the last has ended.
enum class TimingSide { device, host };

/// Seconds of some executions.
struct Took {
  double seconds = 0;                     ///< by the arena's clock
  std::optional<double> calling_seconds;  ///< of the calling thread, if all were in the queue before the first began
};

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  virtual ~Arena() = default;

  /// The size of the input and of the output, each.
  [[nodiscard]] virtual std::size_t capacity() const = 0;
  /// Makes both hold at least `bytes`; never shrinks. When it grows, what they held is lost and plans made before are
  /// void. Throws Error(out_of_memory); both are then empty.
  virtual void reserve(std::size_t bytes) = 0;
  /// Blocking, ordered after what was enqueued before.
  virtual void write(Part part, std::size_t offset, std::span<const std::byte> from) = 0;
  virtual void read(Part part, std::size_t offset, std::span<std::byte> to) = 0;
  /// Enqueues a copy of the first `bytes` of the input to the output: the upper limit for the speed of a transform.
  virtual void copy(std::size_t bytes) = 0;
  /// Returns when all enqueued commands have finished.
  virtual void finish() = 0;
  /// The clock that time() reads from here on; arenas of the host have only the host's clock.
  virtual void set_clock(TimingSide /*clock*/) {}
  /// Times `count` executions that `enqueue` starts, from before the first to the end of the last. May do some of them
  /// twice; in place, they then transform earlier results.
  virtual Took time(const std::function<void()>& enqueue, std::size_t count) = 0;
};

}  // namespace papilio::bench
