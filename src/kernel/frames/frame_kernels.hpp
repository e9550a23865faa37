// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The kernels of short-time transforms, beside the transform of the frames: the signal with its padding, and the signal
// from overlapping frames. All sizes are arguments, so that transforms of all lengths share programs.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

struct FrameSpec {
  Precision precision = Precision::f32;
  int parts = 1;    ///< real numbers of a sample: 1, or 2 of complex signals
  int lanes = 1;    ///< numbers of a vector on CPUs, at least `parts`; GPUs have no vectors
  int threads = 1;  ///< work-items of a work-group; 1 on CPUs

  [[nodiscard]] bool on_cpu() const { return threads == 1; }
  [[nodiscard]] std::string name(const char* kernel) const;
};

/// The samples before and after a signal.
enum class Surround {
  zeros,
  reflected,  ///< of the signal about its first and last sample, as many behind it as before it; zeros further behind
};

/// Samples that a work-group of the padding kernel writes at a time.
inline constexpr std::int64_t pad_chunk = 2048;
/// Padded signals, one after the other. Position p is sample p % out_distance - in_plane of signal p / out_distance.
/// Buffers: samples, padded. Scalars: batch: samples to write; in_distance: samples of a signal; out_distance: from one
/// padded signal to the next; in_offset: number of the first sample in memory, counted through all signals; out_offset:
/// position of the first sample to write; repeat: units that a work-group of a CPU does, 1 on GPUs; in_plane: samples
/// before a signal; units: chunks of pad_chunk samples.
Module build_pad(const FrameSpec& spec, Surround surround);

/// Numbers that a work-group of the overlap-add kernel computes at a time.
std::int64_t overlap_add_chunk(const FrameSpec& spec);
/// Sums of the frames over each sample, times the window, divided by the sum of the window's squares. Frames are added
/// in ascending order. The window's largest factor should be about 1, so that no square vanishes. Complex signals count
/// as real ones of twice the lengths, with each factor of the window twice. Buffers: frames, window, inverses, signals.
/// Inverse r of a hop is that of the sum of the squares of factors r, r + h …; those from the length on, of a longer
/// hop, are not read. Scalars: batch: signals; in_distance:
/// frames in memory of each; out_distance: numbers of a signal to compute; out_offset: distance of the first of them
/// from the first frame's beginning; repeat as above; in_plane: numbers of a frame; out_plane: from one frame to the
/// next; units: chunks of a signal.
Module build_overlap_add(const FrameSpec& spec);

}  // namespace papilio::kernel
