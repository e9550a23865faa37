// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The PTX of kernels whose work-groups form clusters.
#include <gtest/gtest.h>

#include "interp/same_bits.hpp"
#include "plan/plan.hpp"
#include "spec/cluster.hpp"
#include "support/cluster_spec.hpp"

namespace papilio {
namespace {

TEST(PtxClusters, DoWhatTheirIrSays) {
  const KernelSpec kernels[] = {
      test::cluster_spec({4, 4}, 1, 2, 4),       test::cluster_spec({8, 4, 4}, 2, 4, 8),
      test::cluster_spec({8, 8, 8}, 1, 8, 16),   test::cluster_spec({3, 6, 5, 2, 3}, 2, 3, 20),
      test::cluster_spec({10, 10, 10}, 2, 5, 7), test::cluster_spec({6, 4, 4, 3}, 2, 2, 24, 4),
      test::cluster_spec({16, 16, 16}, 2, 4, 64)};
  for (KernelSpec kernel : kernels) {
    ASSERT_TRUE(can_cluster(kernel)) << kernel.key();
    expect_same(kernel);
    kernel.shape.exchange = ExchangeForm::interleaved;
    kernel.shape.twiddles = Twiddles::products;
    kernel.shape.prefetch_distance = 2 * kernel.shape.cluster;
    expect_same(kernel);
    kernel.shape.preload_twiddles = true;
    expect_same(kernel);
    kernel.precision = Precision::f64;
    kernel.direction = Direction::inverse;
    expect_same(kernel);
    if (HasFailure()) return;
  }
}

void expect_same_real(const KernelSpec& kernel) {
  ASSERT_TRUE(can_cluster(kernel)) << kernel.key();
  const Problem problem = test::real_problem(kernel).normalised();
  expect_same(problem, plan_of(kernel, problem));
}

TEST(PtxClusters, OfRealNumbersDoSoToo) {
  for (const bool forward : {true, false}) {
    KernelSpec axis = test::real_cluster(test::cluster_spec({2, 8, 4, 4}, 2, 2, 16), forward);
    KernelSpec image = test::real_cluster(test::cluster_spec({2, 8, 4, 4}, 2, 4, 32), forward, {16, 16});
    for (KernelSpec* kernel : {&axis, &image}) {
      kernel->shape.exchange = ExchangeForm::interleaved;
      expect_same_real(*kernel);
      kernel->precision = Precision::f64;
      kernel->shape.exchange = ExchangeForm::split;
      kernel->shape.twiddles = Twiddles::fused;
      kernel->shape.prefetch_distance = 2 * kernel->shape.cluster;
      expect_same_real(*kernel);
    }
  }
}

TEST(PtxClusters, OfArraysDoSoToo) {
  KernelSpec kernel = test::cluster_spec({3, 4, 2, 5, 4}, 3, 2, 24);
  kernel.axis_lengths = {3, 8, 20};
  ASSERT_TRUE(can_cluster(kernel)) << kernel.key();
  expect_same(kernel);
}

TEST(PtxClusters, OfPassesDoSoToo) {
  for (const char* token : {"c2c:f32:4096*2", "c2c:f32:4096:in=i16:out=f16"}) {
    const Problem problem = Problem::parse(token).normalised();
    plan::PlanNode plan = plan::make_plan(problem, test::narrow_gpu_caps());
    ASSERT_EQ(plan.children.size(), 2U) << plan.to_string();
    const KernelSpec kernels[] = {test::cluster_spec({4, 4, 4}, 2, 4, 32, 4),
                                  test::cluster_spec({8, 2, 4}, 2, 2, 32, 8)};
    for (std::size_t i = 0; i < 2; ++i) {
      KernelSpec& kernel = plan.children[i].pass->kernel;
      ASSERT_EQ(kernel.length, kernels[i].length) << plan.to_string();
      kernel.radices = kernels[i].radices;
      kernel.shape = kernels[i].shape;
      kernel.shape.exchange = i == 1 ? ExchangeForm::interleaved : ExchangeForm::split;
      ASSERT_TRUE(can_cluster(kernel)) << kernel.key();
    }
    expect_same(problem, plan);
  }
}

}  // namespace
}  // namespace papilio
