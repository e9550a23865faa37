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

/// The number of weight w[i][o][k] in memory, and how many numbers the weights take there. On GPUs they are packed. On
/// CPUs those that a unit of work reads lie in one piece: rows of the weights are powers of two apart where the
/// channels are, and would displace each other in a cache.
struct WeightAt {
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::int64_t mode = 0;
};
std::int64_t place_of_weight(const ChannelSpec& spec, const ChannelSizes& sizes, const WeightAt& weight);
std::int64_t weight_places(const ChannelSpec& spec, const ChannelSizes& sizes);

/// y[b][o][k] = sum_i x[b][i][k] w[i][o][k], complex; the sum is in ascending order. x and y are packed, w is as
/// place_of_weight() has it; places that no weight has may hold anything that is finite. Buffers: x, w, y.
/// Scalars: batch; in_distance: channels of x; out_distance: channels of y; repeat: units that a work-group of a CPU
/// does, 1 on GPUs; in_plane: modes; units: channel_units().
Module build_channel_product(const ChannelSpec& spec);

}  // namespace papilio::kernel
