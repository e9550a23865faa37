// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short-time transforms on Vulkan, which need no compiler of GLSL.
#include <cmath>

#include "device/vulkan/fixture.hpp"

namespace papilio::test {
namespace {

void expect_reconstruction(const Stft<float>& stft) {
  std::vector<float> signal(500);
  for (std::size_t i = 0; i < signal.size(); ++i)
    signal[i] = static_cast<float>(std::sin(0.01 * static_cast<double>(i * i % 997)));
  const std::vector<std::complex<float>> spectra = stft.forward(signal);
  const std::vector<float> power = stft.power(signal);
  ASSERT_EQ(power.size(), spectra.size());
  for (std::size_t i = 0; i < power.size(); ++i) EXPECT_NEAR(power[i], std::norm(spectra[i]), 1e-3) << i;
  const std::vector<float> back = stft.inverse(spectra, 500);
  ASSERT_EQ(back.size(), signal.size());
  for (std::size_t i = 0; i < signal.size(); ++i) EXPECT_NEAR(back[i], signal[i], 1e-5) << i;
}

class NoGlslangStft : public OnVulkan {};

TEST_F(NoGlslangStft, GivesTheSignalBack) {
  expect_reconstruction(Stft<float>(Device(id_), {.length = 64, .hop = 16}));
  expect_reconstruction(Stft<float>(Device(id_), {.length = 62, .hop = 16, .padding = StftPadding::reflect}));
}

}  // namespace
}  // namespace papilio::test
