// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A flow graph as a picture.
//
// Every step, edge, exponent and twiddle of the graph is drawn, and nothing else. A number k on an edge, or beside the
// node where it ends, multiplies by W_n^k; edges without a number by 1; colours are the angles of the factors. Of
// butterflies of radix 5 and more only the colours tell the exponents: they are those of the DFT of that length. From
// 1024 points on the whole is drawn in hairlines without numbers, and below it a part of each pass with all of them:
// one DFT, or, where it has more than 64 points, one butterfly of each step.
#pragma once

#include <filesystem>

#include "lab/graph/flow_graph.hpp"

namespace papilio::tool {

/// Writes a .svg, .pdf or .png; the size follows from the graph. Throws Error(invalid_argument) for another extension,
/// Error(io) where the file cannot be written.
void draw_graph(const std::filesystem::path& path, const FlowGraph& graph);

}  // namespace papilio::tool
