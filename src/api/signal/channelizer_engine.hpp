// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ChannelizerEngine: the frames of a polyphase filter bank, piece by piece. All frames are the batch of one plan, whose
// window holds the taps and whose arrays are a hop apart. Between pieces the device keeps the samples that the next
// frame needs, fewer than there are taps; frames that begin among them are read from there, with as many new samples
// behind them, and all others from the piece itself.
#pragma once

#include <array>
#include <cstdint>
#include <papilio/channelizer.hpp>
#include <papilio/convolution_problem.hpp>
#include <papilio/plan.hpp>

namespace papilio::api {

/// Options, checked, with all that they leave out.
ChannelizerOptions checked_channels(ChannelizerOptions options, Precision precision);

class ChannelizerEngine {
 public:
  ChannelizerEngine(const Device& device, const ChannelizerOptions& options, Precision precision, Field field);

  [[nodiscard]] const ChannelizerOptions& options() const { return options_; }
  [[nodiscard]] const Device& device() const { return plan_.device(); }
  [[nodiscard]] std::int64_t bins() const;
  [[nodiscard]] std::int64_t sample_bytes() const { return plan_.problem().input_element_bytes(); }
  [[nodiscard]] std::int64_t bin_bytes() const { return plan_.problem().output_element_bytes(); }
  /// The frames that so many samples complete.
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const;

  /// Returns the frames that the piece completes, if `waiting` samples come before it. Throws Error for what push()
  /// refuses.
  std::int64_t checked_frames(const Stream& stream, const Buffer& samples, std::int64_t count, const Buffer& out,
                              std::int64_t waiting = 0) const;
  /// Returns the frames that the piece completes.
  std::int64_t push(const Stream& stream, const Buffer& samples, std::int64_t count, const Buffer& out);
  void reset();

 private:
  static constexpr std::int64_t none = -1;

  /// Frames that are read one after the other from a buffer.
  struct PieceFrames {
    const Buffer& from;
    std::int64_t first = 0;     ///< element where the first frame begins
    std::int64_t position = 0;  ///< number in the signal of the buffer's first element, modulo the channels
    std::int64_t frames = 0;
    std::int64_t before = 0;  ///< frames of the output before these
  };
  void transform(const Stream& stream, const PieceFrames& run, const Buffer& out) const;
  void begin(const Stream& stream);
  void keep(const Stream& stream, const Buffer& samples, std::int64_t count, std::int64_t dropped);
  void copy(const Stream& stream, const Buffer& from, std::int64_t first, const Buffer& to, std::int64_t at,
            std::int64_t count) const;
  /// Zeros before the first sample of a signal, as many as the first frame has.
  [[nodiscard]] std::int64_t zeros() const { return length_ - options_.hop; }

  ChannelizerOptions options_;
  std::int64_t length_ = 0;  ///< of a frame: the taps, rounded up to a multiple of the channels
  Plan plan_;
  Stream last_;                 ///< of the last piece
  Event done_;                  ///< behind the last piece; none if its work could not be enqueued
  std::array<Buffer, 2> kept_;  ///< the first holds the samples, the other is written when they move
  /// Samples in kept_, from the next frame's beginning on; none: the signal has not begun
  std::int64_t held_ = none;
  std::int64_t phase_ = 0;  ///< number in the signal of the first of them, modulo the channels
};

}  // namespace papilio::api
