// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A CPU kernel that takes PoCL more than two seconds to compile is a defect. Compile time is proportional to the length
// of long texts, 7 to 15 µs per byte (docs/lab/pocl.md), so this test bounds the text, on any machine. GPU kernels
// take NVRTC 2 to 4 µs per byte, so their text may be longer; a loop over both DFTs would halve the text of
// convolutions but make them 10 to 20 % slower.
#include <gtest/gtest.h>

#include "core/device_caps.hpp"
#include "emit/emit.hpp"
#include "kernel/kernel.hpp"
#include "plan/plan.hpp"

namespace papilio {
namespace {

constexpr std::size_t longest_cpu_text = 160'000;
constexpr std::size_t longest_gpu_text = 210'000;

void expect_short_texts(const Problem& problem, const DeviceCaps& caps, Dialect dialect) {
  const std::size_t longest_text = caps.device_class == DeviceClass::cpu ? longest_cpu_text : longest_gpu_text;
  const plan::PlanNode plan = plan::make_plan(problem, caps);
  for (const plan::Pass* pass : plan.passes()) {
    const std::string text = emit::emit(kernel::build_kernel(pass->kernel), dialect).bytes;
    EXPECT_LE(text.size(), longest_text) << problem.token() << ": " << pass->kernel.key();
  }
}

// The longest kernels in a survey of 17,000: two large primes, ragged columns, chirps in the store, convolutions of
// four stages.
TEST(TextSize, KernelsOfACpuAreShort) {
  for (const std::int64_t n : {713,   961,   1922,  2001,   2003,   4078,    6859,    8191,    16381,   24230,
                               27813, 30030, 61504, 707281, 923521, 1668544, 1968128, 2888584, 3030543, 4021670}) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      for (const Placement placement : {Placement::out_of_place, Placement::in_place}) {
        Problem problem = Problem::c2c(precision, n, n < 4096 ? 64 : 1);
        problem.placement = placement;
        expect_short_texts(problem.normalised(), cpu_preset(), Dialect::opencl);
      }
    }
  }
}

// The longest kernels in a survey of 120 lengths and batches to 2^22: convolutions with many points per work-item,
// chirps in the load, large radices of very different sizes.
TEST(TextSize, KernelsOfAGpuAreShort) {
  for (const std::int64_t n : {251,  509,   1009,  1406,  2039,   2495,   3095,   3503,    5042,    5322,   5445,
                               6006, 12289, 13800, 15708, 131074, 720720, 914750, 1000003, 1018081, 1718854}) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      for (const std::int64_t batch : {std::int64_t{1}, (std::int64_t{1} << 26) / n})
        expect_short_texts(Problem::c2c(precision, n, batch).normalised(), h200_preset(), Dialect::cuda);
    }
  }
}

}  // namespace
}  // namespace papilio
