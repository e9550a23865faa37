// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "codelet/convolution.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <tuple>

#include "evaluate.hpp"

namespace papilio::codelet {
namespace {

struct Case {
  int length;
  Wrap wrap;
  Style style;
};

class ConvolutionTest : public ::testing::TestWithParam<std::tuple<int, Wrap, Style>> {};

/// Input n is the bias; output n is the sum of the inputs.
CodeletProgram convolution_program(const Case& c, const ConvolutionKernel& h) {
  ExprDag dag(c.length + 1, c.style);
  RealVector x;
  for (int i = 0; i < c.length; ++i) x.push_back(dag.input(i));
  const bool is_cyclic = c.wrap == Wrap::cyclic;
  Convolved result = convolve(x, h, c.wrap, c.style, is_cyclic ? dag.input(c.length) : Real{});
  if (is_cyclic) result.y.push_back(result.sum);
  return lower(dag, c.length + 1, result.y);
}

TEST_P(ConvolutionTest, AgreesWithTheDefinition) {
  const auto [n, wrap, style] = GetParam();
  const std::vector<long double> x = testing::random_values(n + 1, 1);
  const ConvolutionKernel h = testing::random_values(n, 2);
  std::vector<long double> expected;
  for (int b = 0; b < n; ++b) {
    long double sum = wrap == Wrap::cyclic ? x[n] : 0;
    for (int a = 0; a < n; ++a) {
      const int q = b - a;
      sum += (q >= 0 ? h[q] : wrap == Wrap::cyclic ? h[n + q] : -h[n + q]) * x[a];
    }
    expected.push_back(sum);
  }
  if (wrap == Wrap::cyclic) {
    long double sum = 0;
    for (int a = 0; a < n; ++a) sum += x[a];
    expected.push_back(sum);
  }
  const CodeletProgram program = convolution_program({n, wrap, style}, h);
  EXPECT_LT(testing::distance(testing::evaluate(program, x), expected),
            static_cast<long double>(8 + 4 * n) * std::numeric_limits<long double>::epsilon());
}

INSTANTIATE_TEST_SUITE_P(Lengths, ConvolutionTest,
                         ::testing::Combine(::testing::Range(1, 31), ::testing::Values(Wrap::cyclic, Wrap::negacyclic),
                                            ::testing::Values(Style::separate, Style::fused, Style::exact)));

TEST(Convolution, AZeroKernelContributesNothing) {
  ExprDag dag(3, Style::fused);
  const RealVector x = {dag.input(0), dag.input(1), dag.input(2)};
  const Convolved result = convolve(x, {0, 0, 0}, Wrap::negacyclic, Style::fused);
  for (const Real& y : result.y) EXPECT_TRUE(y.is_zero());
}

TEST(Convolution, CyclicSixTakesTheFactorsOfItsModulus) {
  CodeletProgram program = convolution_program({6, Wrap::cyclic, Style::separate}, testing::random_values(6, 3));
  int muls = 0;
  for (const CodeletInstruction& in : program.instructions) muls += in.op == CodeletOp::mul ? 1 : 0;
  EXPECT_LE(muls, 14) << "36 by the definition";
}

}  // namespace
}  // namespace papilio::codelet
