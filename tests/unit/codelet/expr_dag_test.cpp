// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "codelet/expr_dag.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "codelet/complex.hpp"

namespace papilio::codelet {
namespace {

using ExprKind = ExprDag::ExprKind;

class ExprDagTest : public ::testing::Test {
 protected:
  [[nodiscard]] const ExprDag::ExprNode& node(const Real& x) const { return dag.nodes()[x.node]; }

  ExprDag dag{4, Style::separate};
  Real a = dag.input(0), b = dag.input(1), c = dag.input(2), d = dag.input(3);
  Real zero;
};

TEST_F(ExprDagTest, InputsAreDistinctNodes) {
  EXPECT_EQ(dag.nodes().size(), 4U);
  EXPECT_FALSE(a == b);
  EXPECT_EQ(node(c).kind, ExprKind::input);
}

TEST_F(ExprDagTest, ZeroVanishes) {
  EXPECT_EQ(a + zero, a);
  EXPECT_EQ(zero + a, a);
  EXPECT_EQ(a - zero, a);
  EXPECT_EQ(zero - a, -a);
  EXPECT_TRUE((0 * a).is_zero());
  EXPECT_TRUE((3 * zero).is_zero());
  EXPECT_TRUE((a - a).is_zero());
  EXPECT_TRUE((a + -a).is_zero());
  EXPECT_EQ(-zero, zero);
  EXPECT_EQ(dag.nodes().size(), 4U);
}

TEST_F(ExprDagTest, OneAndMinusOneAreNoMultiplications) {
  EXPECT_EQ(1 * a, a);
  EXPECT_EQ(-1 * a, -a);
  EXPECT_EQ(-(-a), a);
  EXPECT_EQ(dag.nodes().size(), 4U);
}

TEST_F(ExprDagTest, EqualExpressionsAreOneNode) {
  EXPECT_EQ(a + b, b + a);
  EXPECT_EQ(dag.nodes().size(), 5U);
  EXPECT_EQ((a + b) + c, c + (b + a));
  EXPECT_EQ(dag.nodes().size(), 6U);
}

TEST_F(ExprDagTest, ADifferenceAndItsNegativeAreOneNode) {
  const Real forward = a - b;
  const Real backward = b - a;
  EXPECT_EQ(forward, -backward);
  EXPECT_EQ(dag.nodes().size(), 5U);
  EXPECT_FALSE(forward.negative) << "the orientation that was asked for first is the one that exists";
}

TEST_F(ExprDagTest, SignsFloatOut) {
  EXPECT_EQ(-a + -b, -(a + b));
  EXPECT_EQ(-a + b, b - a);
  EXPECT_EQ(a - -b, a + b);
  EXPECT_EQ(0.5L * -a, -(0.5L * a));
  for (const ExprDag::ExprNode& n : dag.nodes()) EXPECT_GE(n.constant, 0);
}

TEST_F(ExprDagTest, ConstantsOfEitherSignShareOneProduct) {
  EXPECT_EQ(-0.3L * a, -(0.3L * a));
  EXPECT_EQ(dag.nodes().size(), 5U);
}

TEST_F(ExprDagTest, ProductsOfConstantsFold) {
  const Real x = 0.5L * (0.25L * a);
  EXPECT_EQ(node(x).kind, ExprKind::mul);
  EXPECT_EQ(node(x).constant, 0.125L);
  EXPECT_EQ(node(x).a, a.node);
  EXPECT_EQ(2 * (0.5L * a), a);
  EXPECT_EQ(-2 * (0.5L * a), -a);
}

TEST_F(ExprDagTest, AValuePlusItselfIsAProduct) {
  EXPECT_EQ(a + a, 2 * a);
  EXPECT_EQ(-a - a, -(2 * a));
}

TEST_F(ExprDagTest, EqualConstantsDistribute) {
  EXPECT_EQ(0.3L * a + 0.3L * b, 0.3L * (a + b));
  EXPECT_EQ(0.3L * a - 0.3L * b, 0.3L * (a - b));
  EXPECT_EQ(-(0.3L * a) - 0.3L * b, -(0.3L * (a + b)));
}

TEST_F(ExprDagTest, DifferentConstantsStayInSeparateStyle) {
  const Real sum = 0.3L * a + 0.7L * b;
  EXPECT_EQ(node(sum).kind, ExprKind::add);
}

TEST_F(ExprDagTest, ConstantsThatDifferByRoundingAreOne) {
  const long double next = std::nextafter(0.3L, 1.0L);
  EXPECT_EQ(0.3L * a, next * a);
  EXPECT_EQ(std::nextafter(1.0L, 2.0L) * a, a);
  EXPECT_TRUE((std::numeric_limits<long double>::epsilon() * a).is_zero());
  EXPECT_FALSE(0.3L * a == (0.3L + 1e-12L) * a);
}

TEST_F(ExprDagTest, OperandsPrecedeTheirUsers) {
  const Real x = (0.3L * (a + b) - 0.7L * (c - d)) + 0.3L * (a - c);
  ASSERT_FALSE(x.is_zero());
  for (int i = 4; i < static_cast<int>(dag.nodes().size()); ++i) {
    EXPECT_LT(dag.nodes()[i].a, i);
    EXPECT_LT(dag.nodes()[i].b, i);
  }
}

TEST(FusedExprDag, TheLargerConstantFloatsOut) {
  ExprDag dag(2, Style::fused);
  const Real a = dag.input(0);
  const Real b = dag.input(1);
  const Real sum = 0.25L * a - 0.5L * b;
  EXPECT_EQ(sum, 0.5L * (0.5L * a - b));
  EXPECT_EQ(0.25L * b + 0.5L * a, 0.5L * (a + 0.5L * b));
}

TEST(FusedExprDag, QuotientsNeverExceedOne) {
  ExprDag dag(8, Style::fused);
  Real sum;
  for (int i = 0; i < 8; ++i) sum = sum + (0.1L + static_cast<long double>(i * 5 % 8) / 10) * dag.input(i);
  ASSERT_FALSE(sum.is_zero());
  for (const ExprDag::ExprNode& node : dag.nodes()) EXPECT_LE(node.constant, 1);
}

TEST(ComplexOfReals, TimesIIsAQuarterTurn) {
  ExprDag dag(2, Style::separate);
  const ComplexExpr z{dag.input(0), dag.input(1)};
  const ComplexExpr iz = times_i(z);
  EXPECT_EQ(iz.re, -z.im);
  EXPECT_EQ(iz.im, z.re);
  const ComplexExpr by_product = ComplexConstant{0, 1} * z;
  EXPECT_EQ(by_product.re, iz.re);
  EXPECT_EQ(by_product.im, iz.im);
  EXPECT_EQ(dag.nodes().size(), 2U) << "multiplying by i is free";
}

TEST(ComplexOfReals, AnEighthTurnTakesTwoMultiplications) {
  ExprDag dag(2, Style::separate);
  const ComplexExpr z{dag.input(0), dag.input(1)};
  const ComplexExpr turned = constant_of(root_of_unity(1, 8), root_in<QuadReal>(1, 8)) * z;
  EXPECT_EQ(turned.re, std::sqrt(0.5L) * (z.re + z.im));
  EXPECT_EQ(turned.im, std::sqrt(0.5L) * (z.im - z.re));
}

}  // namespace
}  // namespace papilio::codelet
