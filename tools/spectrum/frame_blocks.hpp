// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FrameBlocks: a signal of any length, with padding, in blocks of whole frames. Holds one block, never the signal,
// unless that is asked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

enum class FramePadding { reflect, zeros, none };

struct FrameCut {
  std::size_t length = 0;  ///< of a frame
  std::size_t hop = 0;
  FramePadding padding = FramePadding::reflect;  ///< length/2 samples at each end
};

class FrameBlocks {
 public:
  enum class BlockExtent { bounded, whole };
  /// `signal` has one channel of real samples and outlives this. BlockExtent::whole makes one block of it.
  FrameBlocks(SignalReader& signal, const FrameCut& cut, BlockExtent extent);

  /// Samples of the next frames, which are all in them; empty at the end. Frames that are not full are left out. Throws
  /// Error(io) for samples that f32 does not have, Error(invalid_argument) for a signal that is too short for its
  /// reflection.
  std::span<const float> next();
  /// Samples that have been read.
  [[nodiscard]] std::int64_t samples() const { return samples_; }

 private:
  void fill();
  void pad_begin(std::span<const double> first);
  void pad_end();
  [[nodiscard]] std::size_t around() const { return cut_.padding == FramePadding::none ? 0 : cut_.length / 2; }

  SignalReader& signal_;
  FrameCut cut_;
  BlockExtent extent_;
  std::vector<double> values_;  ///< that were read last
  std::vector<float> held_;
  std::vector<float> tail_;  ///< the last samples, as many as are reflected, and one
  std::size_t done_ = 0;     ///< samples from the beginning of `held_` to the next frame
  std::int64_t samples_ = 0;
  bool ended_ = false;
};

}  // namespace papilio::tool
