// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan from a token: transforms of 1000 points that stand 1024 points apart, many times.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

namespace {

/// Signal b is a wave of frequency 10 + b.
std::vector<std::complex<float>> waves(const papilio::Problem& problem) {
  std::vector<std::complex<float>> signals(static_cast<std::size_t>(problem.input_elements()));
  for (std::int64_t b = 0; b < problem.batch; ++b) {
    for (std::int64_t i = 0; i < problem.points(); ++i) {
      const double turns = static_cast<double>((10 + b) * i % problem.points()) / static_cast<double>(problem.points());
      const double angle = 2 * std::numbers::pi * turns;
      signals[b * problem.in_distance + i] =
          std::complex<float>(std::complex<double>(std::cos(angle), std::sin(angle)));
    }
  }
  return signals;
}

}  // namespace

int main() try {
  const papilio::Device device("auto");
  // 16 transforms of 1000 points in single precision; the next input begins 1024 elements after the last, and the
  // results are packed.
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:1000*16:idist=1024"));
  std::printf("%s\n%s\n", device.info().name.c_str(), plan.describe().c_str());

  const papilio::Problem& problem = plan.problem();
  const std::vector<std::complex<float>> signals = waves(problem);      // (16 - 1)*1024 + 1000 elements
  std::vector<std::complex<float>> spectra(problem.output_elements());  // 16*1000 elements
  const papilio::Timing timing = plan.execute(signals, spectra);        // again and again, from any thread
  std::printf("the kernels took %.0f us\n", timing.kernels * 1e6);

  papilio::Problem same = papilio::Problem::c2c(papilio::Precision::f32, 1000, 16);
  same.in_distance = 1024;

  int wrong = same.token() == problem.token() ? 0 : 1;
  for (std::int64_t b = 0; b < problem.batch; ++b) {
    const float magnitude = std::abs(spectra[b * problem.out_distance + 10 + b]);
    if (std::abs(magnitude - 1000) > 0.01F) ++wrong;
  }
  std::printf("%d of 16 spectra have no peak of 1000 where it belongs\n", wrong);
  return wrong == 0 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "plan_and_batch: %s\n", error.what());
  return static_cast<int>(error.code());
}
