// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <complex>
#include <numeric>

#include "lab/graph/drawing.hpp"
#include "lab/graph/layout.hpp"
#include "lab/graph/radix2.hpp"
#include "lab/graph/stockham.hpp"
#include "unit/tools/support.hpp"

namespace papilio::tool {
namespace {

using testing::ElementsAre, testing::HasSubstr, testing::StartsWith;

using Complexes = std::vector<std::complex<double>>;

Complexes dft(const Complexes& x) {
  const std::size_t n = x.size();
  Complexes roots(n);
  for (std::size_t k = 0; k < n; ++k)
    roots[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  Complexes result(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = 0; j < n; ++j) result[k] += x[j] * roots[j * k % n];
  }
  return result;
}

void expect_dft(const FlowGraph& graph) {
  Complexes x(static_cast<std::size_t>(graph.n));
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = {std::sin(1 + 3.7 * static_cast<double>(i)), std::cos(0.3 * static_cast<double>(i * i % 977))};
  const Complexes got = evaluate(graph, x);
  const Complexes exact = dft(x);
  double difference = 0;
  double norm = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    difference += std::norm(got[k] - exact[k]);
    norm += std::norm(exact[k]);
  }
  EXPECT_LT(std::sqrt(difference / norm), 1e-12) << graph.title;
}

TEST(Radix2Graph, EveryOneIsTheDft) {
  const std::vector<std::vector<int>> all = {{1}, {2}, {3}, {1, 1}, {2, 3}, {4, 4}, {5, 4}, {4, 4, 4}, {3, 1, 2}, {9}};
  for (const std::vector<int>& bits : all) {
    for (const RadixTwo algorithm : {RadixTwo::time, RadixTwo::frequency}) {
      for (const WireOrder order : {WireOrder::classic, WireOrder::practical})
        expect_dft(radix2_graph(algorithm, order, bits));
    }
  }
}

TEST(Radix2Graph, EightPointsInTimeAreTheTextbooks) {
  const std::vector<int> bits = {3};
  const FlowGraph graph = radix2_graph(RadixTwo::time, WireOrder::classic, bits);
  EXPECT_THAT(graph.inputs, ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
  EXPECT_THAT(graph.outputs, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  ASSERT_EQ(graph.steps.size(), 3U);
  const std::vector<Edge>& last = graph.steps[2].edges;
  ASSERT_EQ(last.size(), 16U);
  EXPECT_EQ(last[2], (Edge{1, 1, 0}));
  EXPECT_EQ(last[3], (Edge{5, 1, 1}));
  EXPECT_EQ(last[14], (Edge{3, 7, 0}));
  EXPECT_EQ(last[15], (Edge{7, 7, 7}));
}

TEST(Radix2Graph, EightPointsInFrequencyAreTheTextbooks) {
  const std::vector<int> bits = {3};
  const FlowGraph graph = radix2_graph(RadixTwo::frequency, WireOrder::classic, bits);
  EXPECT_THAT(graph.inputs, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(graph.outputs, ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
  const std::vector<Edge>& first = graph.steps[0].edges;
  EXPECT_EQ(first[6], (Edge{3, 3, 0}));
  EXPECT_EQ(first[7], (Edge{7, 3, 0}));
  EXPECT_EQ(first[14], (Edge{3, 7, 3}));
  EXPECT_EQ(first[15], (Edge{7, 7, 7}));
}

TEST(Radix2Graph, Practical256HasTwoRotationsByFourBits) {
  const std::vector<int> bits = {4, 4};
  for (const RadixTwo algorithm : {RadixTwo::time, RadixTwo::frequency}) {
    const FlowGraph graph = radix2_graph(algorithm, WireOrder::practical, bits);
    std::vector<int> rotations;
    for (const FlowStep& step : graph.steps) {
      if (step.kind == StepKind::rotation) rotations.push_back(step.rotated_bits);
    }
    EXPECT_THAT(rotations, ElementsAre(4, 4));
    for (const GraphPass& pass : graph.passes) {
      const std::vector<FlowGraph> parts = components_of(graph, pass);
      ASSERT_EQ(parts.size(), 16U);
      for (std::size_t i = 0; i < parts.size(); ++i) {  // neighbours, in place
        EXPECT_EQ(parts[i].n, 16);
        EXPECT_EQ(parts[i].inputs.front(), static_cast<int>(16 * i));
        EXPECT_EQ(parts[i].inputs.back(), static_cast<int>(16 * i + 15));
        EXPECT_EQ(parts[i].inputs, parts[i].outputs);
      }
    }
  }
}

TEST(Radix2Graph, RefusesOtherLengths) {
  for (const std::vector<int>& bits : {std::vector<int>{}, {0}, {13}, {4, 4, 5}, {3, -1}}) {
    EXPECT_EQ(failure_of([&] { (void)radix2_graph(RadixTwo::time, WireOrder::classic, bits); }).code,
              ErrorCode::invalid_argument);
  }
}

TEST(StockhamGraph, EveryOneIsTheDft) {
  for (const bool time : {false, true}) {
    const auto of = [&](const std::vector<std::vector<int>>& radices) {
      std::vector<StockhamPass> passes;
      for (const std::vector<int>& pass : radices) passes.push_back({pass, time});
      expect_dft(stockham_graph(passes));
    };
    of({{2}});
    of({{8}});
    of({{4, 8, 2}});
    of({{3, 5, 2}});
    of({{8}, {8}});
    of({{4, 4}, {2, 8}, {6}});
    of({{16, 16, 16}});
  }
}

TEST(Components, AreTheDftsOfAPass) {
  const FlowGraph graph = stockham_graph({{{4, 4}}, {{8, 4}}});
  EXPECT_EQ(components_of(graph, graph.passes[0]).size(), 32U);
  EXPECT_EQ(components_of(graph, graph.passes[1]).size(), 16U);
  std::size_t edges = 0;
  for (const FlowGraph& part : components_of(graph, graph.passes[1])) {
    for (const FlowStep& step : part.steps) edges += step.edges.size();
  }
  EXPECT_EQ(edges, 512U * (8 + 4));
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(DrawGraph, DrawsEveryEdgeOnce) {
  const TemporaryFolder folder;
  const std::vector<int> bits = {3};
  const FlowGraph graph = radix2_graph(RadixTwo::time, WireOrder::classic, bits);
  draw_graph(folder.file("x.svg"), graph);
  const std::string svg = content_of(folder.file("x.svg"));
  std::map<std::string, int> lines;  // "M x y L x y" of strokes
  for (std::size_t at = svg.find("fill:none"); at != std::string::npos; at = svg.find("fill:none", at + 1)) {
    const std::size_t from = svg.find(" d=\"", at) + 4;
    const std::string path = svg.substr(from, svg.find('"', from) - from);
    if (path.find('C') != std::string::npos) continue;  // borders and the legend
    for (std::size_t line = path.find('M'); line != std::string::npos; line = path.find('M', line + 1))
      ++lines[path.substr(line, path.find('M', line + 1) - line)];
  }
  std::size_t edges = 0;
  for (const FlowStep& step : graph.steps) edges += step.edges.size();
  EXPECT_EQ(lines.size(), edges);
  for (const auto& [line, times] : lines) EXPECT_EQ(times, 1) << line;
}

TEST(DrawGraph, WritesAllFormatsOfShortAndLongGraphs) {
  const TemporaryFolder folder;
  const std::vector<int> shortest = {1};
  const std::vector<int> longest = {4, 3, 3};
  for (const std::vector<int>& bits : {shortest, longest}) {
    const FlowGraph graph = radix2_graph(RadixTwo::frequency, WireOrder::practical, bits);
    draw_graph(folder.file("x.svg"), graph);
    EXPECT_THAT(content_of(folder.file("x.svg")), HasSubstr("</svg>"));
    draw_graph(folder.file("x.pdf"), graph);
    EXPECT_THAT(content_of(folder.file("x.pdf")), StartsWith("%PDF"));
    draw_graph(folder.file("x.png"), graph);
    EXPECT_THAT(content_of(folder.file("x.png")), StartsWith("\x89PNG"));
  }
  EXPECT_GT(count(content_of(folder.file("x.svg")), "M "), std::size_t{2 * 10 * 1024});
}

TEST(DrawGraph, RefusesWhatItCannotWrite) {
  const TemporaryFolder folder;
  const std::vector<int> bits = {2};
  const FlowGraph graph = radix2_graph(RadixTwo::time, WireOrder::classic, bits);
  EXPECT_EQ(failure_of([&] { draw_graph(folder.file("x.gif"), graph); }).code, ErrorCode::invalid_argument);
  EXPECT_EQ(failure_of([&] { draw_graph(folder.file("no/x.svg"), graph); }).code, ErrorCode::io);
}

}  // namespace
}  // namespace papilio::tool
