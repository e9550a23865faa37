// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where the parts of a flow graph lie, and how much of it can be written at that size.
#pragma once

#include <vector>

#include "lab/graph/flow_graph.hpp"
#include "tools/plot/surface.hpp"

namespace papilio::tool {

/// Wires in rows, columns of nodes between steps. Lengths in points.
struct GraphLayout {
  double row = 30;            ///< distance of neighbouring wires
  double top = 0;             ///< y of the first row
  std::vector<double> enter;  ///< x of the nodes at the left of each step, one more for those behind the last
  std::vector<double> leave;  ///< x of the nodes at the right of each step; between leave[i] and enter[i+1] is room for
                              ///< the step's twiddles

  [[nodiscard]] double y(int wire) const { return top + row * wire; }
  /// Numbers on edges, in boxes.
  [[nodiscard]] bool roomy() const { return row >= 14; }
  /// Numbers beside nodes; otherwise hairlines only.
  [[nodiscard]] bool labelled() const { return row >= 6; }
  /// Size of the numbers' font.
  [[nodiscard]] double font() const;
  [[nodiscard]] double line() const;
};

/// Distance of the rows of n wires: less for longer transforms.
double row_for(int n);

/// A layout that begins at (left, top).
GraphLayout layout_of(const FlowGraph& graph, double left, double top, double row);

/// The parts of a pass that no edge connects, one for each DFT of its `points`: each as a graph of its own, whose
/// inputs and outputs are numbers of wires of the whole graph. The exponents stay those of W_n of the whole graph; the
/// part's own n is its number of points.
std::vector<FlowGraph> components_of(const FlowGraph& graph, const GraphPass& pass);

/// Slate for a factor of 1, otherwise a hue by the angle of W_n^exponent, all of equal lightness (OKLCH).
Colour colour_of(int exponent, int n);

}  // namespace papilio::tool
