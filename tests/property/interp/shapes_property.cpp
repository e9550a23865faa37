// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// GPU plans with randomly changed kernel shapes.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <random>

#include "core/number_theory.hpp"
#include "plan/plan.hpp"
#include "spec/cluster.hpp"
#include "spec/exchange.hpp"
#include "support/convolutions.hpp"
#include "support/draw_convolution.hpp"
#include "support/draw_problem.hpp"
#include "support/interpreted_plan.hpp"

namespace papilio {
namespace {

using test::Numbers;

/// Derived from a seed, so that RapidCheck shrinks the problem only, not the shapes.
class Shapes {
 public:
  explicit Shapes(unsigned seed) : random_(seed) {}
  virtual ~Shapes() = default;

  /// False if no kernel of the plan can have another shape.
  bool put(plan::PlanNode& plan) {
    bool any = plan.pass && reshape(plan.pass->kernel);
    for (plan::PlanNode& child : plan.children) any = put(child) || any;
    return any;
  }

 protected:
  virtual bool reshape(KernelSpec& kernel) = 0;

  int number(std::int64_t lo, std::int64_t hi) {
    return static_cast<int>(std::uniform_int_distribution(lo, hi)(random_));
  }

 private:
  std::mt19937 random_;
};

/// Everything that the plan's work-items, tiles and radices leave open: the source of twiddles, the exchange and the
/// prefetch.
class Groups : public Shapes {
 public:
  using Shapes::Shapes;

 private:
  bool reshape(KernelSpec& kernel) override {
    Shape& shape = kernel.shape;
    if (shape.strategy != Strategy::cooperative) return false;
    shape.twiddles = static_cast<Twiddles>(number(0, 2));
    shape.prefetch_distance = number(0, 20);
    shape.preload_twiddles = kernel.algorithm == Algorithm::stockham && number(0, 2) == 0;
    if (shape.cluster > 1 || !Exchange(kernel).exists()) return true;
    constexpr int pads[] = {0, 8, 16, 32, 64};
    shape.pad = pads[number(0, 4)];
    if (shape.exchange != ExchangeForm::half_size && number(0, 1) > 0) shape.exchange = ExchangeForm::interleaved;
    shape.digit_reversed = may_reverse(kernel) && number(0, 1) > 0;
    shape.pad_by_stage = !shape.digit_reversed && number(0, 2) == 0 && !kernel.several_axes() && kernel.columns() == 1;
    return true;
  }
};

/// Replaces kernels of a plan by cluster kernels (spec/cluster.hpp) where possible.
class Clusters : public Shapes {
 public:
  using Shapes::Shapes;

 private:
  bool reshape(KernelSpec& kernel) override {
    if (kernel.shape.strategy != Strategy::cooperative || !may_cluster(kernel)) return false;
    constexpr int attempts = 30;
    for (int i = 0; i < attempts; ++i) {
      KernelSpec drawn = kernel;
      drawn.radices = radices_of(drawn);
      if (drawn.work_length() != drawn.length || drawn.radices.size() < 2) continue;
      drawn.shape = shape_for(drawn);
      if (!can_cluster(drawn)) continue;
      kernel = std::move(drawn);
      return true;
    }
    return false;
  }

  std::vector<int> radices_of(const KernelSpec& kernel) {
    std::vector<int> radices;
    for (std::int64_t axis : kernel.several_axes() ? kernel.axis_lengths : std::vector{kernel.length}) {
      while (axis > 1) {
        std::vector<std::int64_t> fitting = divisors(axis);
        std::erase_if(fitting, [](std::int64_t radix) { return radix == 1 || radix > 32; });
        if (fitting.empty()) return {};
        radices.push_back(static_cast<int>(fitting[static_cast<std::size_t>(number(0, std::ssize(fitting) - 1))]));
        axis /= radices.back();
      }
    }
    return radices;
  }

  Shape shape_for(const KernelSpec& kernel) {
    Shape shape;
    shape.threads = number(1, number(0, 1) == 0 ? 16 : 150);
    shape.cluster = number(2, 10);
    shape.cluster_stage = number(1, std::ssize(kernel.radices) - 1);
    shape.prefetch_distance = number(0, 40);
    shape.exchange = number(0, 2) > 0 ? ExchangeForm::interleaved : ExchangeForm::split;
    shape.twiddles = static_cast<Twiddles>(number(0, 2));
    if (kernel.in.strides.block > 0) {
      shape.tile = kernel.shape.tile;
    } else if (!kernel.several_axes()) {
      shape.tile = number(1, kernel.columns() == 1 ? 5 : std::min<std::int64_t>(kernel.columns(), 9));
    }
    return shape;
  }
};

/// Empty if there is nothing to change.
std::vector<std::string> faults_of(const Problem& problem, const DeviceCaps& caps, Shapes& shapes) {
  plan::PlanNode plan = plan::make_plan(problem, caps);
  if (!shapes.put(plan)) return {};
  const Numbers input = test::random_input(problem, 1);
  test::InterpretedRun run = test::run_interpreted(problem, plan, input);
  const auto wrong = test::faults_of_output(problem, input, run.output, plan.roundings);
  run.faults.insert(run.faults.end(), wrong.begin(), wrong.end());
  return run.faults;
}

std::vector<std::string> faults_of(const ConvolutionProblem& problem, const DeviceCaps& caps, Shapes& shapes) {
  plan::ConvolutionPlan plan = plan::plan_convolution(problem, caps);
  if (!shapes.put(plan.tree)) return {};
  const Numbers signal = test::random_signals(problem, 1);
  const Numbers kernel = test::random_kernels(problem, 2);
  test::InterpretedRun run = test::run_interpreted(problem, plan, signal, kernel, caps);
  const auto wrong = test::faults_of_convolution(problem, plan.padded, signal, kernel, run.output);
  run.faults.insert(run.faults.end(), wrong.begin(), wrong.end());
  return run.faults;
}

template <typename Kind, typename Draw>
void expect_right(const Draw& draw) {
  test::TimeBox time(1.2);
  const auto property = [&] {
    if (!time.open()) return;
    const auto problem = draw();
    const DeviceCaps caps =
        *rc::gen::element(test::narrow_gpu_caps(), test::tiny_gpu_caps(), gpu_preset()).as("device");
    const auto seed = *rc::gen::inRange<unsigned>(0, 1 << 16).as("seed of the shapes");
    std::vector<std::string> faults;
    try {
      Kind shapes(seed);
      faults = faults_of(problem, caps, shapes);
    } catch (const Error& error) {
      faults = {error.what()};
    }
    if (faults.empty()) return;
    time.failed();
    RC_FAIL(fmt::format("{} on {}, shapes of {}: {}", problem.token(), caps.name, seed, fmt::join(faults, "; ")));
  };
  bool right = true;
  while (right && time.open()) right = rc::check(property);
  EXPECT_TRUE(right);
}

Problem any_problem() {
  Problem problem = test::draw_problem({{3000, 60, 16, 6}, 5});
  problem.validate();
  return problem.normalised();
}

ConvolutionProblem any_convolution() { return test::draw_convolution({400, 20, 8}, 4); }

TEST(GroupsProperty, AnyProblemIsRight) { expect_right<Groups>(any_problem); }
TEST(GroupsProperty, AnyConvolutionIsRight) { expect_right<Groups>(any_convolution); }
TEST(ClustersProperty, AnyProblemIsRight) { expect_right<Clusters>(any_problem); }
TEST(ClustersProperty, AnyConvolutionIsRight) { expect_right<Clusters>(any_convolution); }

}  // namespace
}  // namespace papilio
