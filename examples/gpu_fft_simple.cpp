// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The example `simple` of the Rust crate gpu-fft, by the functions of the same names: 15 Hz, 200 samples a second, 5 s.
#include <cmath>
#include <cstdio>
#include <papilio/error.hpp>
#include <papilio/gpu_fft.hpp>

int main() try {
  namespace gpu_fft = papilio::gpu_fft;
  const std::vector<float> input = gpu_fft::sine_wave(15, 200, 5);  // 1000 samples
  const gpu_fft::PaddedSpectrum spectrum = gpu_fft::fft(input);     // padded to 1024 bins
  const std::vector<double> power = gpu_fft::one_sided_psd(spectrum.bins);
  const std::vector<double> hertz = gpu_fft::one_sided_frequencies(spectrum.bins.size(), 200);
  for (const gpu_fft::Peak& peak : gpu_fft::find_dominant_frequencies(power, hertz, 100)) {
    std::printf("Frequency: %.2f Hz, Power: %.2f\n", peak.frequency, peak.power);
  }
  const std::vector<float> output = gpu_fft::ifft(spectrum);  // 1000 samples again

  const auto [real, imaginary] = gpu_fft::fft_split(input);  // the same bins in two vectors, as the crate has them
  const std::vector<float> both = gpu_fft::ifft(real, imaginary, gpu_fft::Halves::both);  // 1024 parts of each

  double worst = 0;
  for (std::size_t i = 0; i < input.size(); ++i) {
    worst = std::max<double>(worst, std::max(std::abs(output[i] - input[i]), std::abs(both[i] - input[i])));
  }
  const double bound = 5 * std::log2(1024) * 1.1920929e-7;
  std::printf("there and back: off by %.1e at most, %.1e are allowed\n", worst, bound);
  return worst <= bound ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "gpu_fft_simple: %s\n", error.what());
  return static_cast<int>(error.code());
}
