// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A kernel for a CPU that takes PoCL more than two seconds to compile is a defect. Its time follows the length of the
// text, 7 to 15 µs a byte where it is long (docs/performance.md), so the text is what is bounded, on any machine.
#include <gtest/gtest.h>

#include "core/device_caps.hpp"
#include "emit/dialect.hpp"
#include "kernel/kernel.hpp"
#include "plan/solver.hpp"

namespace papilio {
namespace {

constexpr std::size_t longest_text = 160'000;

void expect_short_texts(const Problem& problem) {
  const plan::PlanNode plan = plan::make_plan(problem, cpu_preset());
  for (const plan::Pass* pass : plan.passes()) {
    const std::string text = emit::emit(kernel::build_kernel(pass->kernel), emit::Dialect::opencl);
    EXPECT_LE(text.size(), longest_text) << problem.token() << ": " << pass->kernel.key();
  }
}

// The longest ones that a survey of 17,000 kernels found: two large primes, ragged columns, chirps on the way out,
// convolutions of four stages.
TEST(TextSize, KernelsOfACpuAreShort) {
  for (const std::int64_t n : {713, 961, 1922, 2001, 2003, 4078, 6859, 8191, 16381, 24230, 27813, 30030, 61504, 707281,
                               923521, 1668544, 1968128, 2888584, 3030543, 4021670}) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
        Problem problem = Problem::c2c(precision, n, n < 4096 ? 64 : 1);
        problem.placement = placement;
        expect_short_texts(problem.normalised());
      }
    }
  }
}

}  // namespace
}  // namespace papilio
