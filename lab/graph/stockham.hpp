// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The graph of kernels that work as Stockham's FFT does, such as those of Papilio's plans. spec/kernel_spec.hpp has the
// formula of a pass, tools/tables/twiddles.hpp that of a stage.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/graph/flow_graph.hpp"

namespace papilio::tool {

struct StockhamPass {
  std::vector<int> radices;         ///< their product is the length of the pass
  bool decimation_in_time = false;  ///< the twiddles between its stages are of their inputs
};

/// Makes the graph of as many points as the product of all radices, 2 to 4096. Inputs and outputs are in natural order.
/// Throws Error(invalid_argument) for other lengths.
FlowGraph stockham_graph(const std::vector<StockhamPass>& passes);

}  // namespace papilio::tool
