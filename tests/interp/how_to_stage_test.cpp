// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// docs/how-to/add-a-kernel-stage.md, followed with a stage that exists only here: the sign of every odd element of the
// input changes, so that the spectrum is shifted by half its length.
#include <gtest/gtest.h>

#include <complex>
#include <random>

#include "core/roots.hpp"
#include "interp/summing_pass.hpp"
#include "kernel/group/sides/sides.hpp"
#include "kernel/kernels.hpp"

namespace papilio {
namespace {

// What sides/input_sides.cpp holds: a function and a row.
namespace shifting {

bool applicable(const KernelSpec& spec) { return kernel::is_whole_stockham(spec) && spec.load == LoadOp::none; }
bool possible(const KernelSpec& spec) { return spec.in.form == Form::complex && !spec.shape.staged; }

std::vector<kernel::Butterfly> load(kernel::GroupKernel& group) {
  std::vector<kernel::Butterfly> butterflies = kernel::input_side(group.parts.spec).load(group);
  const std::int64_t step = group.work.stages().front().butterflies();
  for (kernel::Butterfly& w : butterflies) {
    for (std::size_t j = 0; j < w.x.size(); ++j) {
      const ir::Value odd = (w.c + static_cast<std::int64_t>(j) * step) % 2 == 1;
      w.x[j] = {select(odd, -w.x[j].re, w.x[j].re), select(odd, -w.x[j].im, w.x[j].im)};
    }
  }
  return butterflies;
}

constexpr kernel::InputSide side = {"shifted by half the spectrum", applicable, possible, load};

}  // namespace shifting

TEST(HowToStage, ARowOfTheTableMakesAKernelWithTheStage) {
  std::mt19937_64 random(3);
  for (const char* token : {"c2c:f64:64*5", "c2c:f64:60*7", "c2c:f64:1024*3"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token).normalised();
    const plan::PlanNode plan = plan::make_plan(problem, gpu_preset());
    const plan::Pass& pass = *plan.passes().front();
    ASSERT_EQ(plan.passes().size(), 1U);
    ASSERT_TRUE(shifting::side.applicable(pass.kernel) && shifting::side.possible(pass.kernel));
    const ir::Module module =
        kernel::build_cooperative_kernel(pass.kernel, shifting::side, kernel::output_side(pass.kernel));

    const std::vector<double> x = test::random_numbers(random, 2 * problem.points() * problem.batch);
    test::Bytes in = test::stored(Precision::f64, x);
    test::Bytes out(in.size());
    const test::SummingPass run(pass, pass.kernel, in, out, {}, 1);
    EXPECT_EQ(ir::interpret(module, run.bindings, run.scalars, 0, run.tiles).faults, std::vector<std::string>{});
    const auto n = static_cast<std::size_t>(problem.points());
    for (std::size_t t = 0; t < static_cast<std::size_t>(problem.batch); ++t) {
      std::vector<std::complex<long double>> signal;
      for (std::size_t i = 0; i < n; ++i) signal.emplace_back(x[2 * (t * n + i)], x[2 * (t * n + i) + 1]);
      const auto spectrum = host_fft<long double>(signal, Direction::forward);
      for (std::size_t k = 0; k < n; ++k) {
        const std::complex<long double> wanted = spectrum[(k + n / 2) % n];
        const std::size_t at = 2 * (t * n + k);
        EXPECT_NEAR(test::number_at(Precision::f64, out, at), static_cast<double>(wanted.real()), 1e-12);
        EXPECT_NEAR(test::number_at(Precision::f64, out, at + 1), static_cast<double>(wanted.imag()), 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace papilio
