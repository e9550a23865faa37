// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The program of docs/pruning.md: transforms that read nothing where the input is zero, and write nothing where nobody
// wants the output.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <papilio/papilio.hpp>

namespace {

using Complex = std::complex<float>;
using Signal = std::vector<Complex>;

Signal waves(std::size_t count) {
  Signal signal(count);
  for (std::size_t i = 0; i < count; ++i) signal[i] = std::polar(1.0F, static_cast<float>(i * i % 97));
  return signal;
}

/// The largest difference between the first numbers of both, beside the largest of them.
float difference(const Signal& got, const Signal& wanted, std::size_t count) {
  float worst = 0, largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    worst = std::max(worst, std::abs(got[i] - wanted[i]));
    largest = std::max(largest, std::abs(wanted[i]));
  }
  return worst / largest;
}

float padded(const papilio::Device& device) {
  Signal signal = waves(1000);
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:4096:zero=[1000,4096)"));
  signal.resize(plan.problem().input_elements());  // 4096: zeros keep their place
  Signal spectrum(4096);
  plan.execute(signal, spectrum);

  const Signal wanted = papilio::fft(signal);  // resize() wrote zeros
  std::fill(signal.begin() + 1000, signal.end(), std::numeric_limits<float>::quiet_NaN());
  plan.execute(signal, spectrum);  // what is there is never read
  return difference(spectrum, wanted, 4096);
}

float low_frequencies(const papilio::Device& device) {
  const Signal signal = waves(65536);
  papilio::Problem problem = papilio::Problem::c2c(papilio::Precision::f32, 65536);
  problem.skip = {{100, 65536}};  // only bins 0 to 99 are written
  const papilio::Plan plan(device, problem);
  Signal spectrum(problem.output_elements());  // 65536: skipped elements stay as they are
  plan.execute(signal, spectrum);
  if (spectrum[100] != Complex()) return 1;
  return difference(spectrum, papilio::fft(signal), 100);
}

float padded_image(const papilio::Device& device) {
  const papilio::Problem whole = papilio::Problem::c2c(papilio::Precision::f32, {512, 512});
  papilio::Problem pruned = whole;
  pruned.zero = {{256, 512}, {256, 512}};  // an image of 256x256 in the corner
  const papilio::Estimate before = papilio::estimate(whole, device);
  const papilio::Estimate after = papilio::estimate(pruned, device);
  std::printf("bytes moved: %.0f %% of those without pruning\n",
              100.0 * static_cast<double>(after.read_bytes + after.written_bytes) /
                  static_cast<double>(before.read_bytes + before.written_bytes));

  Signal image = waves(512 * 512);
  Signal spectrum(image.size());
  papilio::Plan(device, pruned).execute(image, spectrum);
  for (std::size_t i = 0; i < image.size(); ++i) {
    if (i / 512 >= 256 || i % 512 >= 256) image[i] = 0;
  }
  return difference(spectrum, papilio::fft2(image, {512, 512}), spectrum.size());
}

float low_modes(const papilio::Device& device) {
  std::vector<float> image(256 * 256);
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<float>(i * i % 97);
  papilio::Problem problem = papilio::Problem::r2c(papilio::Precision::f32, {256, 256});
  problem.keep_modes({64, 33});
  Signal modes(problem.output_elements());  // 64x33: the array has no room for other frequencies
  papilio::Plan(device, problem).execute(image, modes);

  const Signal all = papilio::rfft2(image, {256, 256});  // 256x129
  Signal wanted;
  for (std::size_t row = 0; row < 64; ++row) {
    const auto from = all.begin() + static_cast<std::ptrdiff_t>((row < 32 ? row : row + 192) * 129);
    wanted.insert(wanted.end(), from, from + 33);
  }
  return difference(modes, wanted, modes.size());
}

}  // namespace

int main() try {
  const papilio::Device device("auto");
  const float errors[] = {padded(device), low_frequencies(device), padded_image(device), low_modes(device)};
  std::printf("off by %.0e, %.0e, %.0e, %.0e\n", static_cast<double>(errors[0]), static_cast<double>(errors[1]),
              static_cast<double>(errors[2]), static_cast<double>(errors[3]));
  return std::all_of(std::begin(errors), std::end(errors), [](float error) { return error < 1e-6F; }) ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "pruning: %s\n", error.what());
  return static_cast<int>(error.code());
}
