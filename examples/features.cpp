// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Features that speech recognisers take, of a chirp: logarithms of mel filters over short frames, and cepstral
// coefficients.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() try {
  std::vector<float> signal(32000);  // two seconds of 16 kHz, from 200 Hz to 6200 Hz
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double t = static_cast<double>(i) / 16000;
    signal[i] = static_cast<float>(std::sin(2 * std::numbers::pi * (200 + 1500 * t) * t));
  }

  const papilio::Device device("auto");
  const papilio::SpectralFeatures<float> whisper(device, papilio::FeatureOptions::whisper(80));
  const std::vector<float> mels = whisper.compute(signal);  // whisper.frames(32000) = 201 rows of whisper.size() = 80

  const papilio::FeatureOptions mfcc{.frames = {.length = 512, .hop = 160},
                                     .filters = 40,
                                     .scale = papilio::MelScale::htk,
                                     .level = papilio::FeatureLevel::decibel,
                                     .range = 80,
                                     .coefficients = 13};
  const std::vector<float> cepstra = papilio::SpectralFeatures<float>(device, mfcc).compute(signal);  // 201 rows of 13

  const papilio::Stream stream(device);
  const papilio::Buffer device_signal(device, signal.size() * sizeof(float));
  const papilio::Buffer device_mels(device, mels.size() * sizeof(float));
  stream.upload(device_signal, signal.data(), device_signal.size_bytes());
  whisper.compute(stream, device_signal, device_mels, 32000);  // returns at once
  std::vector<float> downloaded(mels.size());
  stream.download(device_mels, downloaded.data(), device_mels.size_bytes());

  // The strongest filter rises with the chirp, a filter or two at a time.
  int strongest[3];
  for (int i = 0; i < 3; ++i) {
    const float* const row = &mels[static_cast<std::size_t>(50 * (i + 1)) * 80];
    strongest[i] = 0;
    for (int b = 1; b < 80; ++b)
      if (row[b] > row[strongest[i]]) strongest[i] = b;
  }
  std::printf("%d frames of %d filters, the strongest %d, %d, %d after 0.5 s, 1 s, 1.5 s; %d frames of 13\n",
              static_cast<int>(whisper.frames(32000)), static_cast<int>(whisper.size()), strongest[0], strongest[1],
              strongest[2], static_cast<int>(cepstra.size() / 13));
  const bool right = strongest[0] < strongest[1] && strongest[1] < strongest[2] && downloaded == mels;
  return right && cepstra.size() == std::size_t{201} * 13 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
