// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Products of vectors of channels and matrices, one matrix for each mode: the middle of a spectral convolution. All
// sizes are arguments, so that problems of all sizes share programs.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

struct ChannelSpec {
  Precision precision = Precision::f32;
  int lanes = 2;    ///< numbers of a vector: those of the CPU; on GPUs 2, a complex number
  int threads = 1;  ///< work-items of a work-group; 1 on CPUs

  [[nodiscard]] bool on_cpu() const { return threads == 1; }
  [[nodiscard]] std::string name() const;
};

struct ChannelSizes {
  std::int64_t batch = 1;
  std::int64_t in = 1;   ///< channels
  std::int64_t out = 1;  ///< channels
  std::int64_t modes = 1;
};
/// Units of work of that product.
std::int64_t channel_units(const ChannelSpec& spec, const ChannelSizes& sizes);

/// y[b][o][k] = sum_i x[b][i][k] w[i][o][k], complex and packed; the sum is in ascending order. Buffers: x, w, y.
/// Scalars: batch; in_distance: channels of x; out_distance: channels of y; repeat: units that a work-group of a CPU
/// does, 1 on GPUs; in_plane: modes; units: channel_units().
Module build_channel_product(const ChannelSpec& spec);

}  // namespace papilio::kernel
