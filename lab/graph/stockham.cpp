// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/graph/stockham.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

/// A pass of `length` points, as column c = q + inner*p sees it: element j at q + inner*(p + outer*j).
struct StockhamColumns {
  int length = 1;
  int inner = 1;
  int outer = 1;
  [[nodiscard]] int wire(int q, int p, int j) const { return q + inner * (p + outer * j); }
  /// Where the pass leaves result k.
  [[nodiscard]] int result(int q, int p, int k) const { return q + inner * (length * p + k); }
};

/// A stage of a pass: `s` the product of the earlier radices, `m` of the later ones.
struct StockhamStage {
  int radix = 2;
  int s = 1;
  int m = 1;
  bool time = false;
};

class StockhamMaker {
 public:
  explicit StockhamMaker(int n) {
    graph_.n = n;
    graph_.inputs.resize(static_cast<std::size_t>(n));
    std::iota(graph_.inputs.begin(), graph_.inputs.end(), 0);
    graph_.outputs = graph_.inputs;
  }

  void add_pass(const StockhamPass& pass, const StockhamColumns& columns) {
    const std::size_t first = graph_.steps.size();
    int s = 1;
    for (const int radix : pass.radices) {
      const StockhamStage stage{radix, s, columns.length / (s * radix), pass.decimation_in_time};
      graph_.steps.push_back(step_of(stage, columns));
      s *= radix;
    }
    graph_.passes.push_back({first, graph_.steps.size() - 1, columns.length, fmt::format("DFT-{}", columns.length)});
  }

  FlowGraph finish(std::string title) {
    graph_.title = std::move(title);
    return std::move(graph_);
  }

 private:
  FlowStep step_of(const StockhamStage& stage, const StockhamColumns& columns) const {
    FlowStep step;
    step.radix = stage.radix;
    step.twiddles.assign(static_cast<std::size_t>(graph_.n), 0);
    for (int column = 0; column < columns.inner * columns.outer; ++column) {
      for (int c = 0; c < stage.s * stage.m; ++c) add_butterfly(stage, columns, column, c, step);
    }
    std::ranges::stable_sort(step.edges, {}, &Edge::to);
    if (std::ranges::all_of(step.twiddles, [](int exponent) { return exponent == 0; })) step.twiddles.clear();
    return step;
  }

  void add_butterfly(const StockhamStage& stage, const StockhamColumns& columns, int column, int c,
                     FlowStep& step) const {
    const int n = graph_.n;
    const int q = column % columns.inner;
    const int p = column / columns.inner;
    const int own_q = c % stage.s;
    const int own_p = c / stage.s;
    const auto exponent = [n](std::int64_t times, int root) { return static_cast<int>(n / root * times % n); };
    for (int k = 0; k < stage.radix; ++k) {
      const int element = own_q + stage.s * (stage.radix * own_p + k);
      const bool last = stage.m == 1;
      const int to = last ? columns.result(q, p, element) : columns.wire(q, p, element);
      for (int j = 0; j < stage.radix; ++j) {
        const int from = columns.wire(q, p, own_q + stage.s * (own_p + stage.m * j));
        int of_edge = exponent(std::int64_t{j} * k, stage.radix);
        if (stage.time) of_edge += exponent(std::int64_t{own_q} * j, stage.radix * stage.s);
        step.edges.push_back({from, to, of_edge % n});
      }
      int& twiddle = step.twiddles[static_cast<std::size_t>(to)];
      if (!stage.time) twiddle += exponent(std::int64_t{own_p} * k, stage.radix * stage.m);
      if (last) twiddle += exponent(std::int64_t{p} * element, columns.length * columns.outer);
      twiddle %= n;
    }
  }

  FlowGraph graph_;
};

}  // namespace

FlowGraph stockham_graph(const std::vector<StockhamPass>& passes) {
  constexpr std::int64_t most = 4096;
  std::int64_t n = 1;
  std::vector<std::string> names;
  for (const StockhamPass& pass : passes) {
    for (const int radix : pass.radices) n = std::min(n * radix, most * 2);
    names.push_back(fmt::format("{}", fmt::join(pass.radices, "x")));
  }
  if (n < 2 || n > most) {
    throw Error::invalid_argument(fmt::format("a graph of radices {}", fmt::join(names, ", ")),
                                  "graphs have 2 to 4096 points", "choose a shorter transform");
  }
  StockhamMaker maker(static_cast<int>(n));
  int inner = 1;
  for (const StockhamPass& pass : passes) {
    const int length = std::accumulate(pass.radices.begin(), pass.radices.end(), 1, std::multiplies<>());
    maker.add_pass(pass, {length, inner, static_cast<int>(n) / (inner * length)});
    inner *= length;
  }
  return maker.finish(fmt::format("{} points, Stockham, radices {}", n, fmt::join(names, ", ")));
}

}  // namespace papilio::tool
