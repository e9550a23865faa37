// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/graph/radix2.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

int reverse_bits(int value, int bits) {
  int reversed = 0;
  for (int i = 0; i < bits; ++i) reversed |= (value >> i & 1) << (bits - 1 - i);
  return reversed;
}

/// To the right, within `bits` bits.
int rotate(int value, int by, int bits) {
  by %= bits;
  return (value >> by | value << (bits - by)) & ((1 << bits) - 1);
}

class Radix2Maker {
 public:
  Radix2Maker(RadixTwo algorithm, WireOrder order, std::span<const int> pass_bits)
      : algorithm_(algorithm),
        order_(order),
        pass_bits_(pass_bits),
        bits_(std::reduce(pass_bits.begin(), pass_bits.end())) {
    graph_.n = 1 << bits_;
  }

  FlowGraph make() {
    const bool time = algorithm_ == RadixTwo::time;
    const bool rotates = order_ == WireOrder::practical && pass_bits_.size() > 1;
    name_ends();
    int done = 0;
    for (const int stages : pass_bits_) {
      if (rotates && !time) add_rotation(bits_ - stages);
      const std::size_t first = graph_.steps.size();
      for (int i = 0; i < stages; ++i, ++done) add_stage(time ? done : bits_ - 1 - done);
      graph_.passes.push_back({first, graph_.steps.size() - 1, 1 << stages, fmt::format("FFT-{}", 1 << stages)});
      if (rotates && time) add_rotation(stages);
    }
    graph_.title = fmt::format("{} points, decimation in {}, {}{}", graph_.n, time ? "time" : "frequency",
                               order_ == WireOrder::classic ? "classic" : "practical",
                               pass_bits_.size() > 1 ? fmt::format(", {}", fmt::join(pass_bits_, "+")) : "");
    return std::move(graph_);
  }

 private:
  void name_ends() {
    std::vector<int> natural(static_cast<std::size_t>(graph_.n));
    std::iota(natural.begin(), natural.end(), 0);
    std::vector<int> reversed;
    for (const int w : natural) reversed.push_back(reverse_bits(w, bits_));
    graph_.inputs = algorithm_ == RadixTwo::time ? reversed : natural;
    graph_.outputs = algorithm_ == RadixTwo::time ? natural : reversed;
  }

  void add_rotation(int by) {
    FlowStep step;
    step.kind = StepKind::rotation;
    step.rotated_bits = by;
    for (int to = 0; to < graph_.n; ++to) step.edges.push_back({rotate(to, bits_ - by, bits_), to, 0});
    graph_.steps.push_back(std::move(step));
    rotated_ = (rotated_ + by) % bits_;
  }

  /// The stage whose butterflies join wires that are 2^bit apart in classic order.
  void add_stage(int bit) {
    const int half = 1 << bit;
    const int step_of_exponent = graph_.n / (2 * half);
    FlowStep step;
    for (int index = 0; index < graph_.n; ++index) {
      const bool lower = (index & half) != 0;
      const int from_a = rotate(index & ~half, rotated_, bits_);
      const int from_b = rotate(index | half, rotated_, bits_);
      const int to = rotate(index, rotated_, bits_);
      const int twiddle = (index & (half - 1)) * step_of_exponent;
      const int minus = graph_.n / 2;  // W^(n/2) = -1
      const bool time = algorithm_ == RadixTwo::time;
      const int of_a = time || !lower ? 0 : twiddle;
      const int of_b = (time || lower ? twiddle : 0) + (lower ? minus : 0);
      step.edges.push_back({from_a, to, of_a});
      step.edges.push_back({from_b, to, of_b % graph_.n});
    }
    std::ranges::stable_sort(step.edges, {}, &Edge::to);
    graph_.steps.push_back(std::move(step));
  }

  RadixTwo algorithm_;
  WireOrder order_;
  std::span<const int> pass_bits_;
  int bits_;
  int rotated_ = 0;  ///< wire = rotate(classic number, rotated_)
  FlowGraph graph_;
};

}  // namespace

FlowGraph radix2_graph(RadixTwo algorithm, WireOrder order, std::span<const int> pass_bits) {
  constexpr int max_bits = 12;
  const int bits = std::reduce(pass_bits.begin(), pass_bits.end());
  if (bits < 1 || bits > max_bits || std::ranges::any_of(pass_bits, [](int own) { return own < 1; })) {
    throw Error::invalid_argument(fmt::format("a graph of passes {}", fmt::join(pass_bits, "+")),
                                  "graphs have 2 to 4096 points, and passes at least one stage",
                                  "choose exponents that sum to 1 … 12");
  }
  return Radix2Maker(algorithm, order, pass_bits).make();
}

}  // namespace papilio::tool
