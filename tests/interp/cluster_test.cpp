// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Cluster kernels (spec/cluster.hpp): whole transforms, and passes before and after others.
#include "spec/cluster.hpp"

#include <gtest/gtest.h>

#include <papilio/problem.hpp>
#include <vector>

#include "plan/plan.hpp"
#include "support/cluster_spec.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

struct ClusterCase {
  std::vector<int> radices;
  int cut;
  int cluster;
  int threads;
  int tile = 1;
  ExchangeForm exchange = ExchangeForm::interleaved;
  Twiddles twiddles = Twiddles::read;
};

KernelSpec spec_of(const ClusterCase& wanted) {
  KernelSpec spec = test::cluster_spec(wanted.radices, wanted.cut, wanted.cluster, wanted.threads, wanted.tile);
  spec.shape.exchange = wanted.exchange;
  spec.shape.twiddles = wanted.twiddles;
  return spec;
}

void expect_correct(const ClusterCase& wanted, Precision precision, Direction direction,
                    const std::vector<std::int64_t>& axis_lengths = {}) {
  KernelSpec kernel = spec_of(wanted);
  kernel.axis_lengths = axis_lengths;
  kernel.precision = precision;
  kernel.direction = direction;
  ASSERT_TRUE(can_cluster(kernel)) << kernel.key();
  Problem problem = Problem::c2c(precision, kernel.length, 2 * wanted.tile + 1, direction);
  if (!axis_lengths.empty()) problem.lengths = axis_lengths;
  problem = problem.normalised();
  expect_interpreted(problem, plan_of(kernel, problem));
}

TEST(Cluster, WholeTransforms) {
  const ClusterCase cases[] = {
      {{4, 4}, 1, 2, 4},
      {{4, 4}, 1, 4, 4},
      {{8, 4, 4}, 2, 4, 8},
      {{8, 8, 8}, 1, 8, 16, 1, ExchangeForm::split},
      {{16, 4, 8, 2}, 2, 2, 64, 1, ExchangeForm::interleaved, Twiddles::fused},
      {{16, 16, 16}, 2, 4, 64, 1, ExchangeForm::interleaved, Twiddles::products},
      {{3, 6, 5, 2, 3}, 2, 3, 20},
      {{10, 10, 10}, 2, 5, 7, 1, ExchangeForm::interleaved, Twiddles::fused},
      {{4, 4, 8}, 2, 2, 16, 2},
      {{6, 4, 4, 3}, 2, 2, 24, 4, ExchangeForm::split},
  };
  for (const ClusterCase& wanted : cases) {
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
      expect_correct(wanted, Precision::f32, direction);
      if (HasFailure()) return;
    }
    expect_correct(wanted, Precision::f64, Direction::forward);
  }
}

/// Three transforms with gaps between them, forward and inverse.
void expect_correct_real(const ClusterCase& wanted, Precision precision, bool forward,
                         const std::vector<std::int64_t>& axis_lengths = {}) {
  KernelSpec kernel = test::real_cluster(spec_of(wanted), forward, axis_lengths);
  kernel.precision = precision;
  ASSERT_TRUE(can_cluster(kernel)) << kernel.key();
  Problem problem = test::real_problem(kernel);
  if (axis_lengths.empty()) {
    problem.in_distance = 2 * kernel.length + 4;
    problem.out_distance = 2 * kernel.length + 2;
  }
  problem = problem.normalised();
  expect_interpreted(problem, plan_of(kernel, problem));
}

void expect_all_correct_real(const std::vector<ClusterCase>& cases, bool forward) {
  for (const ClusterCase& wanted : cases) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      expect_correct_real(wanted, precision, forward);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Cluster, RealNumbers) {
  const std::vector<ClusterCase> forward = {
      {{4, 4}, 1, 2, 4},
      {{8, 4}, 1, 4, 4},
      {{2, 8, 4, 4}, 2, 4, 16},
      {{16, 8, 8}, 1, 2, 32, 1, ExchangeForm::split},
      {{4, 8, 8, 2}, 2, 2, 32, 1, ExchangeForm::interleaved, Twiddles::products},
      {{16, 16, 16}, 2, 8, 64, 1, ExchangeForm::interleaved, Twiddles::products},
      {{3, 12, 5, 6}, 2, 3, 20},
      {{5, 8, 4, 9}, 2, 4, 25, 1, ExchangeForm::split, Twiddles::fused},
      {{12, 10}, 1, 2, 7},
  };
  expect_all_correct_real(forward, true);
  const std::vector<ClusterCase> inverse = {
      {{4, 4}, 1, 2, 4},
      {{4, 8}, 1, 4, 4},
      {{2, 8, 4, 4}, 2, 4, 16},
      {{16, 8, 8}, 1, 2, 32, 1, ExchangeForm::split},
      {{5, 4, 8, 3}, 2, 4, 25, 1, ExchangeForm::interleaved, Twiddles::products},
      {{16, 16, 16}, 2, 8, 64, 1, ExchangeForm::interleaved, Twiddles::products},
      {{3, 6, 5, 2, 6}, 2, 3, 20},
      {{10, 12}, 1, 2, 7},
  };
  expect_all_correct_real(inverse, false);
}

TEST(Cluster, ImagesOfRealNumbers) {
  for (const Precision precision : {Precision::f32, Precision::f64}) {
    for (const bool forward : {true, false}) {
      expect_correct_real({{4, 2, 4}, 1, 2, 8}, precision, forward, {4, 8});
      expect_correct_real({{16, 16}, 1, 4, 16}, precision, forward, {16, 16});
      expect_correct_real({{4, 8, 4, 4}, 2, 4, 32}, precision, forward, {32, 16});
      expect_correct_real({{16, 4, 4}, 1, 8, 16, 1, ExchangeForm::split}, precision, forward, {16, 16});
      expect_correct_real({{3, 4, 5, 4}, 2, 2, 20, 1, ExchangeForm::interleaved, Twiddles::products}, precision,
                          forward, {12, 20});
      expect_correct_real({{2, 8, 4, 3, 2}, 2, 4, 7}, precision, forward, {16, 24});
      if (HasFailure()) return;
    }
  }
}

TEST(Cluster, Arrays) {
  for (const Precision precision : {Precision::f32, Precision::f64}) {
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
      expect_correct({{4, 8, 4, 4}, 2, 4, 32}, precision, direction, {32, 16});
      expect_correct({{8, 16}, 1, 8, 16, 1, ExchangeForm::split}, precision, direction, {8, 16});
      expect_correct({{3, 6, 5, 2}, 2, 2, 20}, precision, direction, {18, 10});
      expect_correct({{4, 2, 8, 4, 2}, 3, 4, 32}, precision, direction, {8, 8, 8});
      expect_correct({{3, 4, 2, 5, 4}, 3, 2, 24}, precision, direction, {3, 8, 20});
      expect_correct({{2, 3, 4, 4, 2}, 3, 4, 16}, precision, direction, {2, 3, 4, 8});
    }
  }
}

/// The plan of `token`, two passes, with its kernels as cluster kernels: one case per kernel; a case without radices
/// leaves its kernel unchanged.
void expect_correct_passes(const char* token, const std::vector<ClusterCase>& cases, bool in_blocks) {
  SCOPED_TRACE(token);
  const Problem problem = Problem::parse(token).normalised();
  plan::PlanNode plan = plan::make_plan(problem, test::narrow_gpu_caps());
  ASSERT_EQ(plan.children.size(), cases.size()) << plan.to_string();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    KernelSpec& kernel = plan.children[i].pass->kernel;
    if (cases[i].radices.empty()) continue;
    kernel.radices = cases[i].radices;
    kernel.shape = spec_of(cases[i]).shape;
    ASSERT_EQ(kernel.work_length(), kernel.length) << plan.to_string();
    ASSERT_TRUE(can_cluster(kernel)) << kernel.key();
  }
  if (in_blocks) put_blocks(plan);
  expect_interpreted(problem, plan);
}

TEST(Cluster, Passes) {
  const ClusterCase other = {};
  const ClusterCase first = {{4, 4, 4}, 2, 4, 32, 4};
  const ClusterCase last = {{8, 2, 4}, 2, 2, 32, 8, ExchangeForm::interleaved, Twiddles::fused};
  for (const bool in_blocks : {false, true}) {
    expect_correct_passes("c2c:f32:4096", {first, other}, in_blocks);
    expect_correct_passes("c2c:f32:4096*2:inplace", {other, last}, in_blocks);
    expect_correct_passes("c2c:f32:4096*2:inverse:scale=1/n", {first, last}, in_blocks);
    expect_correct_passes("c2c:f32:4096*2", {last, first}, in_blocks);
    expect_correct_passes("c2c:f32:4096x3:axes=0", {first, last}, in_blocks);
    expect_correct_passes("c2c:f32:4096:in=i16:out=f16", {first, last}, in_blocks);
  }
}

}  // namespace
}  // namespace papilio
