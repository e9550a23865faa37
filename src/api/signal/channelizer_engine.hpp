// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ChannelizerEngine: the frames of a polyphase filter bank, piece by piece. All frames are the batch of one plan, whose
// window holds the taps and whose arrays are a hop apart.
#pragma once

#include <cstdint>
#include <papilio/channelizer.hpp>
#include <papilio/convolution_problem.hpp>
#include <papilio/plan.hpp>

#include "api/signal/frame_pieces.hpp"

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
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const { return pieces_.frames(samples); }

  /// Returns the frames that the piece completes, if `waiting` samples come before it. Throws Error for what push()
  /// refuses.
  std::int64_t checked_frames(const Stream& stream, const Buffer& samples, std::int64_t count, const Buffer& out,
                              std::int64_t waiting = 0) const;
  /// Returns the frames that the piece completes.
  std::int64_t push(const Stream& stream, const Buffer& samples, std::int64_t count, const Buffer& out);
  /// Begins another signal.
  void reset() { pieces_.reset(order_.interrupted()); }

 private:
  void transform(const Stream& stream, const PieceFrames& run, const Buffer& out) const;

  ChannelizerOptions options_;
  Plan plan_;
  FramePieces pieces_;
  StreamOrder order_;
};

}  // namespace papilio::api
