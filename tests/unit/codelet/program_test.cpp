// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "codelet/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <random>
#include <set>

#include "codelet/dft.hpp"
#include "evaluate.hpp"

namespace papilio::codelet {
namespace {

int count(const CodeletProgram& program, CodeletOp op) {
  const auto has_op = [op](const CodeletInstruction& in) { return in.op == op; };
  return static_cast<int>(std::count_if(program.instructions.begin(), program.instructions.end(), has_op));
}

/// A random linear expression graph: all sign patterns, shared nodes, outputs of either sign.
struct RandomGraph {
  explicit RandomGraph(unsigned seed, Style style) : dag(inputs, style) {
    std::mt19937 generator(seed);
    std::vector<Real> values;
    for (int i = 0; i < inputs; ++i) values.push_back(dag.input(i));
    const auto pick = [&] {
      const Real value = values[generator() % values.size()];
      return generator() % 2 == 0 ? value : -value;
    };
    for (int i = 0; i < 60; ++i) {
      const long double constant = static_cast<long double>(1 + generator() % 7) / 8;
      const Real next = generator() % 3 == 0 ? constant * pick() : pick() + pick();
      if (!next.is_zero()) values.push_back(next);
    }
    for (int i = 0; i < 8; ++i) {
      const Real value = values[values.size() - 1 - i];
      outputs.push_back(generator() % 2 == 0 ? value : -value);
    }
  }

  /// The outputs, computed from the graph itself.
  [[nodiscard]] std::vector<long double> values_of_outputs(std::vector<long double> x) const {
    for (std::size_t i = inputs; i < dag.nodes().size(); ++i) {
      const ExprDag::ExprNode& node = dag.nodes()[i];
      if (node.kind == ExprDag::ExprKind::mul) x.push_back(node.constant * x[node.a]);
      if (node.kind == ExprDag::ExprKind::add) x.push_back(x[node.a] + x[node.b]);
      if (node.kind == ExprDag::ExprKind::sub) x.push_back(x[node.a] - x[node.b]);
    }
    std::vector<long double> result;
    for (const Real& output : outputs) result.push_back(output.negative ? -x[output.node] : x[output.node]);
    return result;
  }

  static constexpr int inputs = 6;
  ExprDag dag;
  std::vector<Real> outputs;
};

TEST(CodeletProgram, EveryPassPreservesTheValuesOfRandomGraphs) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const RandomGraph graph(seed, seed % 2 == 0 ? Style::separate : Style::fused);
    const std::vector<long double> x = testing::random_values(RandomGraph::inputs, seed);
    const std::vector<long double> expected = graph.values_of_outputs(x);
    long double scale = 1;
    for (const long double value : expected) scale = std::max(scale, std::fabs(value));
    const CodeletProgram lowered = lower(graph.dag, RandomGraph::inputs, graph.outputs);
    const CodeletProgram fused = fuse(lowered);
    const CodeletProgram scheduled = schedule(fused);
    EXPECT_LT(testing::distance(testing::evaluate(lowered, x), expected), 1e-15L * scale) << "seed " << seed;
    EXPECT_LT(testing::distance(testing::evaluate(fused, x), expected), 1e-15L * scale) << "seed " << seed;
    EXPECT_EQ(testing::evaluate(scheduled, x), testing::evaluate(fused, x)) << "seed " << seed;
    EXPECT_LE(fused.instructions.size(), lowered.instructions.size()) << "seed " << seed;
    EXPECT_LE(max_live(scheduled), max_live(fused)) << "seed " << seed;
  }
}

TEST(Lower, OmitsWhatNoOutputNeeds) {
  ExprDag dag(2, Style::separate);
  const Real sum = dag.input(0) + dag.input(1);
  const Real unused = 0.3L * sum;
  ASSERT_FALSE(unused.is_zero());
  EXPECT_EQ(lower(dag, 2, {sum}).instructions.size(), 1U);
}

TEST(Lower, TurnsADifferenceAroundForANegativeOutput) {
  ExprDag dag(2, Style::separate);
  const CodeletProgram program = lower(dag, 2, {-(dag.input(0) - dag.input(1))});
  ASSERT_EQ(program.instructions.size(), 1U);
  EXPECT_EQ(program.instructions[0].op, CodeletOp::sub);
  EXPECT_EQ(program.instructions[0].a, 1);
  EXPECT_EQ(program.instructions[0].b, 0);
}

TEST(Lower, AnInnerDifferenceAbsorbsTheSignOfANegativeSum) {
  ExprDag dag(3, Style::separate);
  const Real first = dag.input(0) - dag.input(1);
  const CodeletProgram program = lower(dag, 3, {-(first + dag.input(2))});
  EXPECT_EQ(program.instructions.size(), 2U);
  EXPECT_EQ(count(program, CodeletOp::neg), 0);
}

TEST(Lower, NegatesWhenNothingAbsorbsTheSign) {
  ExprDag dag(2, Style::separate);
  const Real sum = dag.input(0) + dag.input(1);
  EXPECT_EQ(count(lower(dag, 2, {-sum}), CodeletOp::neg), 1);
  EXPECT_EQ(testing::evaluate(lower(dag, 2, {sum, -sum}), std::vector<long double>{2, 3}),
            (std::vector<long double>{5, -5}));
}

TEST(Lower, PassesInputsThrough) {
  ExprDag dag(2, Style::separate);
  const CodeletProgram program = lower(dag, 2, {dag.input(1), dag.input(0)});
  EXPECT_TRUE(program.instructions.empty());
  EXPECT_EQ(program.outputs, (std::vector<int>{1, 0}));
}

TEST(Lower, RefusesAConstantOutput) {
  ExprDag dag(1, Style::separate);
  EXPECT_THROW(lower(dag, 1, {Real{}}), Error);
}

TEST(Fuse, AMulOfTwoAdditionsBecomesTwoFmas) {
  const CodeletProgram program{
      2, {{CodeletOp::mul, 0, -1, 0.5L}, {CodeletOp::add, 2, 1, 0}, {CodeletOp::sub, 1, 2, 0}}, {3, 4}};
  const CodeletProgram fused = fuse(program);
  ASSERT_EQ(fused.instructions.size(), 2U);
  EXPECT_EQ(fused.instructions[0].op, CodeletOp::fma);
  EXPECT_EQ(fused.instructions[1].op, CodeletOp::fnma);
  EXPECT_EQ(testing::evaluate(fused, std::vector<long double>{3, 7}), (std::vector<long double>{8.5L, 5.5L}));
}

TEST(Fuse, AMinuendBecomesFms) {
  const CodeletProgram fused = fuse({2, {{CodeletOp::mul, 0, -1, 0.5L}, {CodeletOp::sub, 2, 1, 0}}, {3}});
  ASSERT_EQ(fused.instructions.size(), 1U);
  EXPECT_EQ(fused.instructions[0].op, CodeletOp::fms);
}

TEST(Fuse, AnAdditionTakesOneOfTwoProducts) {
  const CodeletProgram fused =
      fuse({2, {{CodeletOp::mul, 0, -1, 0.5L}, {CodeletOp::mul, 1, -1, 0.25L}, {CodeletOp::add, 2, 3, 0}}, {4}});
  EXPECT_EQ(count(fused, CodeletOp::mul), 1);
  EXPECT_EQ(count(fused, CodeletOp::fma), 1);
}

TEST(Fuse, KeepsAMulThatIsAnOutputOrFeedsAnother) {
  const CodeletProgram output{2, {{CodeletOp::mul, 0, -1, 0.5L}, {CodeletOp::add, 2, 1, 0}}, {2, 3}};
  EXPECT_EQ(count(fuse(output), CodeletOp::fma), 0);
  const CodeletProgram chained{
      2, {{CodeletOp::mul, 0, -1, 0.5L}, {CodeletOp::mul, 2, -1, 0.3L}, {CodeletOp::add, 2, 1, 0}}, {3, 4}};
  EXPECT_EQ(count(fuse(chained), CodeletOp::fma), 0);
}

TEST(Fuse, NegativeConstantsTurnIntoTheOtherForm) {
  const CodeletProgram fused = fuse({2, {{CodeletOp::mul, 0, -1, -0.5L}, {CodeletOp::add, 1, 2, 0}}, {3}});
  ASSERT_EQ(fused.instructions.size(), 1U);
  EXPECT_EQ(fused.instructions[0].op, CodeletOp::fnma);
  EXPECT_EQ(fused.instructions[0].constant, 0.5L);
}

TEST(MaxLive, CountsInputsFromTheStartAndOutputsToTheEnd) {
  const CodeletProgram butterfly{2, {{CodeletOp::add, 0, 1, 0}, {CodeletOp::sub, 0, 1, 0}}, {2, 3}};
  EXPECT_EQ(max_live(butterfly), 3);
  const CodeletProgram chain{3, {{CodeletOp::add, 0, 1, 0}, {CodeletOp::add, 3, 2, 0}}, {4}};
  EXPECT_EQ(max_live(chain), 3);
  const CodeletProgram square{1, {{CodeletOp::add, 0, 0, 0}}, {1}};
  EXPECT_EQ(max_live(square), 1);
}

TEST(MaxLive, AgreesWithLifetimesOfEveryValue) {
  for (const int radix : {7, 9, 12, 16, 30}) {
    DftOptions options;
    const CodeletProgram program = dft_program(radix, options);
    const int end = static_cast<int>(program.instructions.size());
    std::vector<int> last(program.inputs + end, -1);
    for (int i = 0; i < end; ++i) {
      last[program.instructions[i].a] = i;
      if (operand_count(program.instructions[i].op) == 2) last[program.instructions[i].b] = i;
    }
    for (const int output : program.outputs) last[output] = end;
    int most = program.inputs;
    for (int time = 0; time < end; ++time) {  // just after instruction `time`
      int live = 0;
      for (int v = 0; v <= program.inputs + time; ++v) live += last[v] > time ? 1 : 0;
      most = std::max(most, live);
    }
    EXPECT_EQ(max_live(program), most) << radix;
  }
}

TEST(Schedule, IsAPermutation) {
  const CodeletProgram shuffled{
      4,
      {{CodeletOp::add, 0, 1, 0}, {CodeletOp::add, 2, 3, 0}, {CodeletOp::sub, 0, 1, 0}, {CodeletOp::sub, 2, 3, 0}},
      {4, 5, 6, 7}};
  const CodeletProgram scheduled = schedule(shuffled);
  EXPECT_EQ(max_live(shuffled), 6);
  EXPECT_EQ(max_live(scheduled), 5);
  EXPECT_EQ(scheduled.instructions.size(), 4U);
  EXPECT_EQ(std::set<int>(scheduled.outputs.begin(), scheduled.outputs.end()).size(), 4U);
  const std::vector<long double> x = {1, 2, 4, 8};
  EXPECT_EQ(testing::evaluate(scheduled, x), testing::evaluate(shuffled, x));
}

}  // namespace
}  // namespace papilio::codelet
