// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The program of docs/layouts.md: columns, interleaved channels, a part of an image, a signal backwards, and planar
// numbers. Each result is compared with that of a packed copy.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <papilio/papilio.hpp>

namespace {

using Complex = std::complex<float>;
using Signal = std::vector<Complex>;

/// Numbers without a pattern.
float number(std::size_t i) { return static_cast<float>(i * 7919 % 1000) / 1000 - 0.5F; }

std::vector<float> numbers(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = number(i);
  return values;
}

Signal complex_numbers(std::size_t count) {
  Signal values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = Complex(number(2 * i), number(2 * i + 1));
  return values;
}

/// The largest difference, beside the largest number.
float difference(const Signal& got, const Signal& wanted) {
  float worst = 0, largest = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    worst = std::max(worst, std::abs(got[i] - wanted[i]));
    largest = std::max(largest, std::abs(wanted[i]));
  }
  return worst / largest;
}

float columns(const papilio::Device& device) {
  const Signal matrix = complex_numbers(64 * 100);
  // 100 columns of 64 numbers
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:64x100:axes=0"));
  Signal spectra(matrix.size());
  plan.execute(matrix, spectra);

  Signal column(64), got(64);
  for (std::size_t i = 0; i < 64; ++i) column[i] = matrix[i * 100 + 17], got[i] = spectra[i * 100 + 17];
  return difference(got, papilio::fft(column));
}

float stereo(const papilio::Device& device) {
  const std::vector<float> samples = numbers(48000 * 2);  // left, right, left, right, ...
  // r2c:f32:48000x2:axes=0:ostrides=1,24001
  papilio::Problem problem = papilio::Problem::r2c(papilio::Precision::f32, {48000, 2});
  problem.axes = {0};                // along time; the other axis is the channel
  problem.out_strides = {1, 24001};  // the left channel's spectrum, then the right one's
  const papilio::Plan plan(device, problem);
  Signal spectra(problem.output_elements());  // 2*24001
  plan.execute(samples, spectra);

  std::vector<float> right(48000);
  for (std::size_t i = 0; i < right.size(); ++i) right[i] = samples[2 * i + 1];
  return difference(Signal(spectra.begin() + 24001, spectra.end()), papilio::rfft(right));
}

float part_of_an_image(const papilio::Device& device) {
  const std::vector<float> image = numbers(480 * 640);
  // r2c:f32:64x48:istrides=640,1:ioffset=64200
  papilio::Problem problem = papilio::Problem::r2c(papilio::Precision::f32, {64, 48});
  problem.in_strides = {640, 1};        // the image has 640 pixels a row
  problem.in_offset = 100 * 640 + 200;  // from row 100, column 200 on
  const papilio::Plan plan(device, problem);
  Signal spectrum(problem.output_elements());  // 64*25
  plan.execute(std::span(image).first(problem.input_elements()), spectrum);

  std::vector<float> part;
  for (std::size_t row = 100; row < 164; ++row) {
    const auto begin = image.begin() + static_cast<std::ptrdiff_t>(row * 640 + 200);
    part.insert(part.end(), begin, begin + 48);
  }
  return difference(spectrum, papilio::rfft2(part, {64, 48}));
}

float backwards(const papilio::Device& device) {
  Signal signal = complex_numbers(1024);
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:1024:istrides=-1:ioffset=1023"));
  Signal spectrum(signal.size());
  plan.execute(signal, spectrum);

  std::reverse(signal.begin(), signal.end());
  return difference(spectrum, papilio::fft(signal));
}

float planar_on_the_host(const papilio::Device& device) {
  const Signal signal = complex_numbers(1000);
  std::vector<float> planes(2 * signal.size());
  for (std::size_t i = 0; i < signal.size(); ++i) {
    planes[i] = signal[i].real();
    planes[signal.size() + i] = signal[i].imag();
  }
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:1000:planar"));
  std::vector<float> result(2 * 1000);  // all real parts, then all imaginary parts
  plan.execute(planes, result);

  Signal spectrum(1000);
  for (std::size_t k = 0; k < 1000; ++k) spectrum[k] = Complex(result[k], result[1000 + k]);
  return difference(spectrum, papilio::fft(signal));
}

float planar_on_the_device(const papilio::Device& device) {
  const std::vector<float> real = numbers(4096), imaginary(4096);
  const std::size_t bytes = 4096 * sizeof(float);
  const papilio::Stream stream(device);
  const papilio::Buffer re(device, bytes), im(device, bytes);
  stream.upload(re, real.data(), bytes);
  stream.upload(im, imaginary.data(), bytes);

  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:4096:planar:inplace"));
  papilio::Operands operands;
  operands.in = operands.out = re;
  operands.in_imaginary = operands.out_imaginary = im;
  plan.execute(stream, operands);

  std::vector<float> spectrum_re(4096), spectrum_im(4096);
  stream.download(re, spectrum_re.data(), bytes);
  stream.download(im, spectrum_im.data(), bytes);
  const Signal half = papilio::rfft(real);
  Signal got;
  for (std::size_t k = 0; k < half.size(); ++k) got.emplace_back(spectrum_re[k], spectrum_im[k]);
  return difference(got, half);
}

}  // namespace

int main() try {
  const papilio::Device device("auto");
  struct {
    const char* name;
    float error;
  } const results[] = {
      {"columns", columns(device)},
      {"stereo", stereo(device)},
      {"part of an image", part_of_an_image(device)},
      {"backwards", backwards(device)},
      {"planar, on the host", planar_on_the_host(device)},
      {"planar, on the device", planar_on_the_device(device)},
  };
  int wrong = 0;
  for (const auto& result : results) {
    std::printf("%s: off by %.0e\n", result.name, static_cast<double>(result.error));
    if (!(result.error < 1e-6F)) ++wrong;
  }
  return wrong;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "layouts: %s\n", error.what());
  return static_cast<int>(error.code());
}
