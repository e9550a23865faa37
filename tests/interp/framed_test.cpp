// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels that read frames from signals, in the interpreter and as PTX: the bits of the plan's kernel on a padded copy,
// and of the kernel of bands on its powers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "interp/summing_pass.hpp"
#include "ir/verify.hpp"
#include "kernel/frames/framed_kernel.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio::test {
namespace {

using kernel::BandsStep;
using kernel::FramedSpec;
using kernel::Surround;

struct FramedSignals {
  const char* kind;  ///< r2c:f32
  std::int64_t length;
  std::int64_t hop;
  std::int64_t before;  ///< samples of padding
  std::int64_t samples;
  std::int64_t batch = 2;
};

std::vector<double> weights_of(std::int64_t count) {
  std::vector<double> weights;
  for (std::int64_t i = 0; i < count; ++i) weights.push_back(1.0 + static_cast<double>(i % 7));
  return weights;
}

class FramedKernels : public testing::TestWithParam<Surround> {
 protected:
  /// All frames that begin in a padded signal.
  static std::int64_t frames_of(const FramedSignals& s) { return 1 + (s.samples + 2 * s.before - 1) / s.hop; }

  static plan::Pass pass_of(const FramedSignals& s, const char* options) {
    const std::string token =
        fmt::format("{}:{}*{}:idist={}:window=hann{}", s.kind, s.length, frames_of(s) * s.batch, s.hop, options);
    const plan::PlanNode plan = plan::make_plan(Problem::parse(token).normalised(), gpu_preset());
    EXPECT_EQ(plan.passes().size(), 1U) << token;
    return *plan.passes().front();
  }

  /// The numbers of each frame, one frame after the other.
  static std::vector<double> copied(const FramedSignals& s, const std::vector<double>& signals, std::int64_t parts) {
    std::vector<double> frames;
    for (std::int64_t f = 0; f < frames_of(s) * s.batch; ++f) {
      for (std::int64_t j = 0; j < s.length; ++j) {
        std::int64_t t = f % frames_of(s) * s.hop + j - s.before;
        if (GetParam() == Surround::reflected && t < s.samples + s.before)
          t = t < 0 ? -t : t >= s.samples ? 2 * (s.samples - 1) - t : t;
        for (std::int64_t part = 0; part < parts; ++part) {
          const std::int64_t at = (f / frames_of(s) * s.samples + t) * parts + part;
          frames.push_back(t < 0 || t >= s.samples ? 0 : signals[static_cast<std::size_t>(at)]);
        }
      }
    }
    return frames;
  }

  static void expect_run(const ir::Module& module, const std::vector<ir::Binding>& bindings,
                         const std::vector<std::int64_t>& scalars, std::int64_t groups) {
    ASSERT_EQ(ir::verify(module), std::vector<std::string>{});
    ASSERT_EQ(run_as_ptx_too(module, bindings, scalars, groups), std::vector<std::string>{});
  }

  /// The plan's kernel on copies of the frames, and the kernel that reads the signals, have the same results.
  void expect_frames(const FramedSignals& s, const char* options = "") {
    SCOPED_TRACE(fmt::format("{}:{} hop {} before {} samples {}", s.kind, s.length, s.hop, s.before, s.samples));
    plan::Pass pass = pass_of(s, options);
    std::optional<KernelSpec> frames = kernel::framed_transform(pass.kernel);
    ASSERT_TRUE(frames) << pass.kernel.key();
    if (s.samples % 2 != 0 || s.before % 2 != 0) frames->aligned_pairs = false;
    const Precision precision = pass.kernel.precision;
    const std::int64_t parts = holds_complex(pass.kernel.in.form) ? 2 : 1;
    const std::int64_t all = frames_of(s) * s.batch;
    std::mt19937_64 random(3);
    const std::vector<double> signals = random_numbers(random, s.samples * s.batch * parts);
    pass.batch = all;
    pass.source = {.distance = s.length};
    const std::int64_t own = *options == 0 ? 2 : 1;
    const std::int64_t bins = parts == 2 ? s.length : s.length / 2 + 1;
    const Bytes nothing =
        stored(precision, std::vector<double>(static_cast<std::size_t>(all * bins * own), std::nan("")));
    Bytes in = stored(precision, copied(s, signals, parts));
    Bytes expected = nothing;
    const SummingPass whole(pass, pass.kernel, in, expected, {}, 1);
    ASSERT_EQ(ir::interpret(kernel::build_kernel(pass.kernel), whole.bindings, whole.scalars, 0, whole.tiles).faults,
              std::vector<std::string>{});
    Bytes from = stored(precision, signals);
    Bytes got = nothing;
    SummingPass framed(pass, *frames, from, got, {}, 1);
    expect_run(kernel::build_framed({*frames, GetParam(), {}}), framed.bindings,
               {all, s.hop, pass.target.distance, 0, 0, 1, s.before, frames_of(s), s.samples}, framed.tiles);
    EXPECT_EQ(got, expected);
    if (own == 1) expect_bands(s, {*frames, GetParam(), {}}, expected);
  }

  /// The same of bands: sums of three bins each, and their levels.
  static void expect_bands(const FramedSignals& s, FramedSpec spec, Bytes& powers) {
    const Precision precision = spec.frames.precision;
    kernel::widen(spec, s.hop, gpu_preset());
    const std::int64_t bins = s.length / 2 + 1;
    const std::int64_t bands = bins - 2;
    const std::int64_t all = frames_of(s) * s.batch;
    std::vector<std::int32_t> ranges;
    for (std::int32_t k = 0; k <= bands; ++k) ranges.insert(ranges.end(), {k, 3 * k});
    Bytes weights = stored(precision, weights_of(3 * bands));
    Bytes numbers = stored(precision, {0.5, 3, 1});
    const ir::Binding range_binding{reinterpret_cast<std::byte*>(ranges.data()), std::ssize(ranges)};
    for (const BandsStep step : {BandsStep::sums, BandsStep::levels}) {
      SCOPED_TRACE(static_cast<int>(step));
      std::vector<ir::Binding> matrix = {binding(weights, precision), range_binding};
      if (step == BandsStep::levels) matrix.push_back(binding(numbers, precision));
      Bytes expected = stored(precision, std::vector<double>(static_cast<std::size_t>(all * bands), std::nan("")));
      Bytes got = expected;
      const kernel::FrameSpec own{.precision = precision, .threads = 32};
      std::vector<ir::Binding> buffers = {binding(powers, precision)};
      buffers.insert(buffers.end(), matrix.begin(), matrix.end());
      buffers.push_back(binding(expected, precision));
      const std::int64_t units = (all * bands + kernel::bands_chunk(own) - 1) / kernel::bands_chunk(own);
      const std::vector<std::int64_t> scalars = {all, bins, bands, 0, 1, all, all, units};
      ASSERT_EQ(ir::interpret(kernel::build_bands(own, step), buffers, scalars, 0, units).faults,
                std::vector<std::string>{});
      plan::Pass pass = pass_of(s, ":omap=power");
      pass.batch = all;
      std::mt19937_64 random(3);
      Bytes signals = stored(precision, random_numbers(random, s.samples * s.batch));
      SummingPass framed(pass, spec.frames, signals, got, {}, 1);
      framed.bindings.insert(framed.bindings.end(), matrix.begin(), matrix.end());
      spec.bands = step;
      expect_run(kernel::build_framed(spec), framed.bindings,
                 {all, s.hop, bands, 0, 0, 1, s.before, frames_of(s), s.samples}, framed.tiles);
      EXPECT_EQ(got, expected);
    }
  }
};

TEST_P(FramedKernels, HaveTheBitsOfPaddedCopies) {
  expect_frames({"r2c:f32", 400, 160, 200, 3000});
  expect_frames({"r2c:f32", 256, 64, 128, 801, 3});  // signals begin at odd samples
  expect_frames({"r2c:f64", 128, 50, 64, 700, 1});
  expect_frames({"r2c:f32", 135, 31, 67, 500});  // an odd length
  expect_frames({"c2c:f32", 128, 37, 64, 500});
  expect_frames({"c2c:f64", 100, 100, 0, 512, 3});  // no overlap, no padding
  expect_frames({"r2c:f32", 400, 161, 200, 650, 1});
  expect_frames({"r2c:f32", 2048, 512, 1024, 1025});  // no frame lies inside
}

TEST_P(FramedKernels, HaveTheBandsOfTheirPowers) {
  expect_frames({"r2c:f32", 400, 160, 200, 1200}, ":omap=power");
  expect_frames({"r2c:f32", 512, 128, 256, 601}, ":omap=power");
  expect_frames({"r2c:f64", 200, 80, 100, 500}, ":omap=power");
  expect_frames({"r2c:f32", 135, 31, 67, 200}, ":omap=power");
  expect_frames({"r2c:f32", 4096, 2048, 2048, 5000, 1}, ":omap=power");
}

/// Whisper's features of 64 signals of 30 s.
TEST(FramedKernel, MovesLittleMoreThanSignalsAndMels) {
  constexpr std::int64_t frames = 64 * 3001;
  const Problem problem = Problem::parse("r2c:f32:400*5242:idist=160:window=hann:omap=power").normalised();
  for (const DeviceCaps& caps : {h200_preset(), gpu_preset()}) {
    const plan::PlanNode plan = plan::make_plan(problem, caps);
    FramedSpec spec{*kernel::framed_transform(plan.passes().front()->kernel), Surround::reflected, BandsStep::levels};
    kernel::widen(spec, 160, caps);
    for (const std::int64_t mels : {80, 128}) {
      const std::int64_t ends = 4 * (std::int64_t{64} * 480000 + frames * mels);
      EXPECT_LE(static_cast<double>(spec.bytes(frames, 160, mels)), 1.3 * static_cast<double>(ends)) << spec.name();
    }
    EXPECT_LE(spec.local_bytes(), 32 * 1024);
  }
}

INSTANTIATE_TEST_SUITE_P(Interp, FramedKernels, testing::Values(Surround::zeros, Surround::reflected));

}  // namespace
}  // namespace papilio::test
