// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The radix-2 graphs of Cooley and Tukey (1965), in the two orders in which A. Holme draws them for GPU_FFT.
#pragma once

#include <span>

#include "lab/graph/flow_graph.hpp"

namespace papilio::tool {

enum class RadixTwo {
  time,       ///< decimation in time: twiddles before the butterflies, bit-reversed input
  frequency,  ///< decimation in frequency: twiddles after the butterflies, bit-reversed output
};
enum class WireOrder {
  classic,    ///< in place: a wire keeps its number
  practical,  ///< every pass works on groups of adjacent wires; the wires' numbers are rotated between passes
};

/// Makes the graph of 2^(sum of pass_bits) points, 2 to 4096; pass p does pass_bits[p] stages. A practical graph of
/// decimation in time has a rotation behind every pass, one of decimation in frequency before every pass; a single pass
/// has none. Throws Error(invalid_argument) for other lengths.
FlowGraph radix2_graph(RadixTwo algorithm, WireOrder order, std::span<const int> pass_bits);

}  // namespace papilio::tool
