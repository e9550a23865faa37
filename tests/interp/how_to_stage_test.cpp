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
#include "kernel/kernel.hpp"
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

/// Transforms random numbers with a kernel of the pass and compares the spectra with those of `stage(i, x[i])`. Output
/// k is number (k + shift) % n of such a spectrum.
template <typename Stage>
void expect_spectra(const plan::Pass& pass, const ir::Module& module, std::int64_t shift, Stage stage) {
  std::mt19937_64 random(3);
  constexpr std::int64_t batch = 3;
  const std::int64_t n = pass.kernel.points();
  const std::vector<double> x = test::random_numbers(random, 2 * n * batch);
  test::Bytes in = test::stored(Precision::f64, x);
  test::Bytes out(in.size());
  const test::SummingPass run(pass, pass.kernel, in, out, {}, 1);
  EXPECT_EQ(ir::interpret(module, run.bindings, run.scalars, 0, run.tiles).faults, std::vector<std::string>{});
  for (std::int64_t t = 0; t < batch; ++t) {
    std::vector<std::complex<long double>> signal;
    for (std::int64_t i = 0; i < n; ++i)
      signal.push_back(stage(i, std::complex<long double>(x[2 * (t * n + i)], x[2 * (t * n + i) + 1])));
    const auto spectrum = host_fft<long double>(signal, Direction::forward);
    for (std::int64_t k = 0; k < n; ++k) {
      const std::complex<long double> wanted = spectrum[(k + shift) % n];
      EXPECT_NEAR(test::number_at(Precision::f64, out, 2 * (t * n + k)), static_cast<double>(wanted.real()), 1e-12);
      EXPECT_NEAR(test::number_at(Precision::f64, out, 2 * (t * n + k) + 1), static_cast<double>(wanted.imag()), 1e-12);
    }
  }
}

plan::Pass only_pass(const char* token, const DeviceCaps& caps) {
  const plan::PlanNode plan = plan::make_plan(Problem::parse(token).normalised(), caps);
  EXPECT_EQ(plan.passes().size(), 1U);
  return *plan.passes().front();
}

constexpr const char* whole_transforms[] = {"c2c:f64:64*3", "c2c:f64:60*3", "c2c:f64:1024*3"};

TEST(HowToStage, ARowOfTheTableMakesAKernelWithTheStage) {
  for (const char* token : whole_transforms) {
    SCOPED_TRACE(token);
    const plan::Pass pass = only_pass(token, gpu_preset());
    ASSERT_TRUE(shifting::side.applicable(pass.kernel) && shifting::side.possible(pass.kernel));
    const ir::Module module =
        kernel::build_cooperative_kernel(pass.kernel, shifting::side, kernel::output_side(pass.kernel));
    expect_spectra(pass, module, pass.kernel.points() / 2, [](std::int64_t, auto x) { return x; });
  }
}

TEST(HowToStage, AnOperationOnElementsIsDoneByKernelsForGpusAndForCpus) {
  for (const DeviceCaps& caps : {gpu_preset(), cpu_preset()}) {
    for (const char* token : whole_transforms) {
      SCOPED_TRACE(token);
      plan::Pass pass = only_pass(token, caps);
      const std::int64_t n = pass.kernel.points();
      pass.kernel.load = LoadOp::chirp;
      pass.kernel.chirp.length = n;
      const LongRoots roots(2 * n);
      expect_spectra(pass, kernel::build_kernel(pass.kernel), 0,
                     [&](std::int64_t i, auto x) { return x * roots(i * i % (2 * n)); });
    }
  }
}

}  // namespace
}  // namespace papilio
