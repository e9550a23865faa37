// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one-liners beside fft() and ifft(): images, real signals, cosine transforms, as NumPy and SciPy have them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

namespace {

float farthest(const std::vector<float>& a, const std::vector<float>& b) {
  float worst = 0;
  for (std::size_t i = 0; i < b.size(); ++i) worst = std::max(worst, std::abs(a.at(i) - b[i]));
  return worst;
}

}  // namespace

int main() try {
  std::vector<float> image(45 * 60);  // 45 rows of 60 pixels
  std::vector<float> flat(image.size());
  for (std::size_t i = 0; i < image.size(); ++i) {
    flat[i] = std::sin(2 * std::numbers::pi_v<float> * static_cast<float>(i % 60) / 12);
    image[i] = flat[i] + 100;
  }
  std::vector<std::complex<float>> half = papilio::rfft2(image, {45, 60});  // 45 rows of 60/2 + 1
  half[0] = 0;                                                              // the mean
  const std::vector<float> without_mean = papilio::irfft2(half, {45, 60});  // the shape of the image

  const std::vector<float> signal(flat.begin(), flat.begin() + 60);
  const std::vector<std::complex<float>> spectrum = papilio::rfft(signal);  // 31 elements
  const std::vector<float> same = papilio::irfft(spectrum, 60);             // 60 again

  const std::vector<float> cosines = papilio::dct(signal, 2, papilio::Norm::ortho);  // type 2, orthonormal
  const std::vector<float> again = papilio::idct(cosines, 2, papilio::Norm::ortho);

  const float worst = std::max({farthest(without_mean, flat), farthest(same, signal), farthest(again, signal)});
  std::printf("off by %.0e at most\n", worst);
  return worst < 1e-4F ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "numpy_family: %s\n", error.what());
  return static_cast<int>(error.code());
}
