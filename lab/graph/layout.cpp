// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/graph/layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace papilio::tool {
namespace {

/// A wire belongs to at most one DFT of a pass; this is the first wire of that DFT.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

/// Wires of one component at one column, in order, and their rows.
using PassRows = std::map<int, int>;

double channel(double linear) {
  const double value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return std::clamp(value, 0.0, 1.0);
}

/// B. Ottosson, "A perceptual color space for image processing", 2020.
Colour oklch(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(hue);
  const double b = chroma * std::sin(hue);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

double GraphLayout::font() const { return roomy() ? 10 : std::min(9.0, 0.68 * row); }

double GraphLayout::line() const { return roomy() ? 1.1 : labelled() ? 0.5 : 0.22; }

double row_for(int n) {
  if (n <= 16) return 36;
  if (n <= 32) return 26;
  if (n <= 64) return 17;
  if (n <= 128) return 12;
  if (n <= 256) return 9;
  if (n <= 512) return 6;
  return std::max(2400.0 / n, 0.8);
}

GraphLayout layout_of(const FlowGraph& graph, double left, double top, double row) {
  GraphLayout layout;
  layout.row = row;
  layout.top = top;
  const double between = row >= 14 ? 30 : 14;  // passes
  double x = left;
  for (std::size_t i = 0; i < graph.steps.size(); ++i) {
    const FlowStep& step = graph.steps[i];
    const bool begins = std::ranges::any_of(graph.passes, [&](const GraphPass& pass) { return pass.first == i; });
    if (i > 0 && (begins || step.kind == StepKind::rotation)) x += between;
    layout.enter.push_back(x);
    int span = 0;
    for (const Edge& edge : step.edges) span = std::max(span, std::abs(edge.to - edge.from));
    x += std::clamp(34 + 0.24 * row * span, row >= 14 ? 84.0 : 46.0, 340.0);
    layout.leave.push_back(x);
    if (!step.twiddles.empty() && layout.labelled()) x += row >= 14 ? 34 : 3.2 * layout.font();
  }
  layout.enter.push_back(x);
  return layout;
}

std::vector<FlowGraph> components_of(const FlowGraph& graph, const GraphPass& pass) {
  const auto n = static_cast<std::size_t>(graph.n);
  const std::size_t columns = pass.last - pass.first + 2;
  Groups groups(n * columns);  // node: column * n + wire
  for (std::size_t i = 0; i + 1 < columns; ++i) {
    for (const Edge& edge : graph.steps[pass.first + i].edges) {
      groups.join(i * n + static_cast<std::size_t>(edge.from), (i + 1) * n + static_cast<std::size_t>(edge.to));
    }
  }
  std::map<std::size_t, std::vector<PassRows>> members;
  for (std::size_t node = 0; node < n * columns; ++node) {
    std::vector<PassRows>& rows = members[groups.find(node)];
    rows.resize(columns);
    PassRows& column = rows[node / n];
    column.emplace(static_cast<int>(node % n), static_cast<int>(column.size()));
  }
  std::map<std::size_t, std::size_t> index;
  std::vector<FlowGraph> components;
  for (const auto& [root, rows] : members) {
    index.emplace(root, components.size());
    FlowGraph& part = components.emplace_back();
    part.n = static_cast<int>(rows.front().size());
    part.steps.resize(columns - 1);
    part.passes = {{0, columns - 2, pass.points, pass.label}};
    for (const auto& [wire, row] : rows.front()) part.inputs.push_back(wire);
    for (const auto& [wire, row] : rows.back()) part.outputs.push_back(wire);
  }
  for (std::size_t i = 0; i + 1 < columns; ++i) {
    const FlowStep& whole = graph.steps[pass.first + i];
    for (const Edge& edge : whole.edges) {
      const std::size_t root = groups.find(i * n + static_cast<std::size_t>(edge.from));
      const std::vector<PassRows>& rows = members[root];
      FlowStep& step = components[index[root]].steps[i];
      step.radix = whole.radix;
      step.edges.push_back({rows[i].at(edge.from), rows[i + 1].at(edge.to), edge.exponent});
      if (whole.twiddles.empty()) continue;
      step.twiddles.resize(rows.front().size());
      step.twiddles[static_cast<std::size_t>(rows[i + 1].at(edge.to))] =
          whole.twiddles[static_cast<std::size_t>(edge.to)];
    }
  }
  return components;
}

Colour colour_of(int exponent, int n) {
  if (exponent == 0) return {0.27, 0.32, 0.40};
  const double turn = static_cast<double>(exponent) / n;
  return oklch(0.62, 0.15, 2 * std::numbers::pi * (turn - 0.43));
}

}  // namespace papilio::tool
