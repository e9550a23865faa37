// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A moving average in three ways: a one-liner, a batch with a filter made once, and a signal in pieces. Then a layer
// with channels.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() try {
  std::vector<float> signal(1000);
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double t = static_cast<double>(i);
    signal[i] = static_cast<float>(std::sin(t / 100) + 0.3 * std::sin(t * 2 * std::numbers::pi / 31));
  }
  const std::vector<float> kernel(31, 1.0F / 31);  // nothing is left of the second tone
  std::vector<float> signals;
  for (int i = 0; i < 8; ++i) signals.insert(signals.end(), signal.begin(), signal.end());

  const std::vector<float> pixels(3 * 32 * 32, 1);
  std::vector<float> kernels(2 * 3 * 3 * 3, 1.0F / 27);  // the first feature is the average of 3x3 pixels' channels
  std::fill(kernels.begin() + 27, kernels.end(), 0.0F);
  kernels[27 + 4] = 2;  // the second twice the first channel

  const std::vector<float> smooth =
      papilio::convolve(std::span<const float>(signal), std::span<const float>(kernel), papilio::ConvolutionMode::same);

  const papilio::Device device("auto");
  const papilio::Convolution convolution(device, papilio::ConvolutionProblem::parse("conv:f32:1000*8:kernel=31:same"));
  const papilio::Filter filter = convolution.filter(kernel);  // once
  std::vector<float> results(convolution.problem().output_elements());
  convolution.execute(filter, signals, results);  // often, from any thread

  papilio::OverlapSave<float> stream(device, std::span<const float>(kernel));
  stream.push(std::span<const float>(signal).first(300));
  stream.push(std::span<const float>(signal).subspan(300));
  stream.finish();
  std::vector<float> all(stream.available());  // 1000 + 31 - 1: before and behind the signal are zeros
  stream.pull(std::span<float>(all));

  // A layer: 3 channels to 2, pixels side by side (height, width, channel) on both sides; correlation, as such layers
  // mean it.
  const papilio::Convolution layer(device,
                                   papilio::ConvolutionProblem::parse(
                                       "corr:f32:32x32:kernel=3x3:same:channels=3x2:istrides=1,96,3:ostrides=1,64,2"));
  const papilio::Filter weights = layer.filter(kernels);  // [2][3][3][3]
  std::vector<float> features(layer.problem().output_elements());
  layer.execute(weights, pixels, features);

  float worst = 0;
  for (std::size_t i = 15; i < 985; ++i) {
    const float wanted =
        static_cast<float>(std::sin(static_cast<double>(i) / 100) * std::sin(31.0 / 200) / (31 * std::sin(1.0 / 200)));
    for (const float got : {smooth[i], results[7000 + i], all[i + 15]}) worst = std::max(worst, std::abs(got - wanted));
  }
  for (const auto& [at, right] : {std::pair{2 * 33, 1.0F}, {2 * 33 + 1, 2.0F}, {0, 4.0F / 9}, {1, 2.0F}}) {
    worst = std::max(worst, std::abs(features[static_cast<std::size_t>(at)] - right));
  }
  std::printf("the slow tone, a little smaller, is off by %.0e at most, and so is the layer\n",
              static_cast<double>(worst));
  return worst < 1e-5F && all.size() == 1030 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "convolution: %s\n", error.what());
  return static_cast<int>(error.code());
}
