// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FramePieces: overlapping frames of a signal that comes in pieces of any sizes. Between pieces the device keeps the
// samples from the next frame's beginning on, less than a frame; frames that begin among them are read from there, with
// as many new samples behind them, and all others from the piece itself.
#pragma once

#include <array>
#include <cstdint>
#include <papilio/device.hpp>

namespace papilio::api {

inline constexpr std::int64_t max_piece_samples = std::int64_t{1} << 48;

/// Work on one state by several streams, which may end after their calls.
class StreamOrder {
 public:
  /// The work that follows waits for that before.
  void begin(const Stream& stream);
  void end(const Stream& stream) { done_ = stream.record(); }
  /// True between begin() and end(): work was enqueued in part, without an event to wait for.
  [[nodiscard]] bool interrupted() const { return !done_; }

 private:
  Stream last_;
  Event done_;
};

/// Frames that are read one after the other from a buffer.
struct PieceFrames {
  Buffer from;
  std::int64_t first = 0;     ///< sample of the buffer where the first frame begins
  std::int64_t position = 0;  ///< number in the signal of the buffer's first sample, modulo the period
  std::int64_t frames = 0;
  std::int64_t before = 0;  ///< frames of the piece before these
};

struct PieceShape {
  std::int64_t length = 0;  ///< of a frame, a multiple of the period
  std::int64_t hop = 0;     ///< at most the length
  std::int64_t zeros = 0;   ///< before the first sample, less than the length
  std::int64_t sample_bytes = 0;
  std::int64_t period = 1;  ///< of positions
};

class FramePieces {
 public:
  FramePieces(const Device& device, const PieceShape& shape) : device_(device), shape_(shape) {}

  /// The frames that so many samples complete.
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const;
  /// The frames that the piece completes: those that begin in earlier pieces, and the others.
  std::array<PieceFrames, 2> begin(const Stream& stream, const Buffer& samples, std::int64_t count);
  /// Keeps what later frames need, when the frames of begin() have been enqueued.
  void end(const Stream& stream, const Buffer& samples, std::int64_t count);
  /// Begins another signal; in other memory if work on this one is still under way.
  void reset(bool interrupted);

 private:
  static constexpr std::int64_t none = -1;

  /// Samples of a buffer from `first` on.
  struct Samples {
    const Buffer& buffer;
    std::int64_t first;
  };

  void copy(const Stream& stream, const Samples& from, const Samples& to, std::int64_t count) const;
  void clear(const Stream& stream);

  Device device_;
  PieceShape shape_;
  std::array<Buffer, 2> kept_;  ///< the first holds the samples, the other is written when they move
  /// Samples in kept_, from the next frame's beginning on; none: the signal has not begun
  std::int64_t held_ = none;
  std::int64_t phase_ = 0;      ///< number in the signal of the first of them, modulo the period
  std::int64_t completed_ = 0;  ///< frames of the piece
};

}  // namespace papilio::api
