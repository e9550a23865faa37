// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Draws the steps of a flow graph at the places of a layout: edges, nodes, numbers.
#pragma once

#include "lab/graph/flow_graph.hpp"
#include "lab/graph/layout.hpp"
#include "tools/plot/surface.hpp"

namespace papilio::tool {

/// n: the n of the exponents' W_n, which is not graph.n if the graph is a part of another.
void draw_wires(const Surface& surface, const FlowGraph& graph, const GraphLayout& layout, int n);

/// A rectangle with round corners as the current path.
void round_rectangle(const Surface& surface, const Rectangle& place, double radius);

}  // namespace papilio::tool
