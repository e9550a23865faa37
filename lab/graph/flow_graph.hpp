// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FlowGraph: an FFT of n points as n wires that pass through steps, from left to right.
//
// Before the first step wire w holds x[inputs[w]]; after the last one it holds X[outputs[w]]. A step gives wire e.to
// the sum of W_n^(e.exponent) times what wire e.from held, over all edges e of the step that lead there, and then
// multiplies wire w by W_n^twiddles[w]. W_n = exp(-2 pi i / n): forward, unscaled.
#pragma once

#include <complex>
#include <string>
#include <vector>

namespace papilio::tool {

struct Edge {
  int from = 0;
  int to = 0;
  int exponent = 0;  ///< 0 <= exponent < n
  friend bool operator==(const Edge&, const Edge&) = default;
};

enum class StepKind {
  butterflies,  ///< DFTs of `radix` points; every wire belongs to one of them
  rotation,     ///< a permutation of the wires: one edge a wire, all exponents 0
};

struct FlowStep {
  StepKind kind = StepKind::butterflies;
  int radix = 2;              ///< of butterflies
  std::vector<Edge> edges;    ///< ordered by `to`
  std::vector<int> twiddles;  ///< exponents of W_n, one a wire; empty: none
  int rotated_bits = 0;       ///< of a rotation: bits that the wire's number is rotated by, to the right
};

/// Steps that one launch or one codelet does: from memory to memory.
struct GraphPass {
  std::size_t first = 0;  ///< step
  std::size_t last = 0;   ///< step, the last one included
  int points = 0;         ///< of each DFT that it computes
  std::string label;      ///< "FFT-16"
};

struct FlowGraph {
  int n = 0;
  std::string title;
  std::vector<int> inputs;
  std::vector<int> outputs;
  std::vector<FlowStep> steps;
  std::vector<GraphPass> passes;
};

/// X from x, by the steps of the graph.
std::vector<std::complex<double>> evaluate(const FlowGraph& graph, const std::vector<std::complex<double>>& x);

}  // namespace papilio::tool
