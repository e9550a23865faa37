// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/graph/flow_graph.hpp"

#include <numbers>

namespace papilio::tool {

std::vector<std::complex<double>> evaluate(const FlowGraph& graph, const std::vector<std::complex<double>>& x) {
  const auto n = static_cast<std::size_t>(graph.n);
  std::vector<std::complex<double>> roots(n);
  for (std::size_t k = 0; k < n; ++k) {
    roots[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  }
  std::vector<std::complex<double>> wires(n);
  for (std::size_t w = 0; w < n; ++w) wires[w] = x.at(static_cast<std::size_t>(graph.inputs[w]));
  for (const FlowStep& step : graph.steps) {
    std::vector<std::complex<double>> next(n);
    for (const Edge& edge : step.edges) {
      next.at(static_cast<std::size_t>(edge.to)) +=
          roots.at(static_cast<std::size_t>(edge.exponent)) * wires.at(static_cast<std::size_t>(edge.from));
    }
    for (std::size_t w = 0; w < step.twiddles.size(); ++w) {
      next[w] *= roots.at(static_cast<std::size_t>(step.twiddles[w]));
    }
    wires = std::move(next);
  }
  std::vector<std::complex<double>> result(n);
  for (std::size_t w = 0; w < n; ++w) result.at(static_cast<std::size_t>(graph.outputs[w])) = wires[w];
  return result;
}

}  // namespace papilio::tool
