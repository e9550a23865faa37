// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What docs/migrating.md shows: code for cuFFT, FFTW, VkFFT, clFFT and GPU_FFT, as it is with Papilio. Everything is
// run on the device "auto" but the part for CUDA's own pointers and streams, which is only compiled.
#include <cmath>
#include <cstdio>
#include <papilio/cuda.hpp>
#include <papilio/papilio.hpp>

namespace migrating {

using Signal = std::vector<std::complex<float>>;

/// `data` is device memory of 512 signals of 4096 points, `cuda_stream` a cudaStream_t.
void from_cufft(void* data, void* cuda_stream) {
  const papilio::Device device = papilio::cuda::wrap_device(0);
  papilio::Problem problem = papilio::Problem::c2c(papilio::Precision::f32, 4096, 512);
  problem.placement = papilio::Placement::in_place;
  const papilio::Plan forward(device, problem);
  problem.direction = papilio::Direction::inverse;
  const papilio::Plan inverse(device, problem);  // shares kernels and tables where they are the same

  const papilio::Stream stream = papilio::cuda::wrap_stream(device, cuda_stream);
  forward.execute(stream, data, data);
  inverse.execute(stream, data, data);
}

/// 8 images of 30 x 40 pixels inside arrays of 32 x 64.
papilio::Problem embedded() {
  // cufftPlanMany(&plan, 2, n, inembed, 1, 32 * 64, onembed, 1, 30 * 40, CUFFT_C2C, 8), n = {30, 40}, inembed = {32,
  // 64}
  papilio::Problem problem = papilio::Problem::c2c(papilio::Precision::f32, {30, 40}, 8);
  problem.in_strides = {64, 1};  // istride * inembed[1], istride
  problem.in_distance = 32 * 64;
  return problem;
}

double from_fftw(const papilio::Device& device) {
  std::vector<double> samples(1000);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = std::cos(2 * std::acos(-1.0) * 50 * double(i) / 1000);
  const papilio::Plan forward(device, papilio::Problem::r2c(papilio::Precision::f64, 1000));
  const papilio::Plan inverse(device, papilio::Problem::c2r(papilio::Precision::f64, 1000));  // unscaled, as FFTW's
  std::vector<std::complex<double>> spectrum(501);
  std::vector<double> again(1000);
  forward.execute(samples, spectrum);  // any arrays, from any thread
  inverse.execute(spectrum, again);    // the spectrum is kept
  double worst = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) worst = std::max(worst, std::abs(again[i] / 1000 - samples[i]));
  return worst;
}

double from_clfft(const papilio::Device& device) {
  papilio::Problem problem = papilio::Problem::c2c(papilio::Precision::f32, {64, 128});  // clFFT's lengths: {128, 64}
  problem.direction = papilio::Direction::inverse;
  problem.scale = papilio::Scale::inverse_n;  // clFFT's default of CLFFT_BACKWARD
  const papilio::Plan plan(device, problem);
  Signal spectrum(64 * 128, 1);
  Signal impulse(64 * 128);
  plan.execute(spectrum, impulse);
  return std::abs(impulse[0] - 1.0F) + std::abs(impulse[1]);
}

double from_gpu_fft(const papilio::Device& device) {
  const int log2_n = 12;
  const int jobs = 4;
  const papilio::Plan plan(device, papilio::Problem::c2c(papilio::Precision::f32, 1 << log2_n, jobs));
  Signal in(jobs << log2_n);
  Signal out(in.size());
  for (int j = 0; j < jobs; ++j) in[std::size_t(j) << log2_n] = 1;  // fft->in + j * fft->step
  plan.execute(in, out);
  double worst = 0;
  for (const std::complex<float> bin : out) worst = std::max<double>(worst, std::abs(bin - 1.0F));
  return worst;
}

}  // namespace migrating

int main() try {
  const papilio::Device device("auto");
  const papilio::Problem problem = migrating::embedded();
  const bool embedded = problem.input_elements() == 7 * 32 * 64 + 29 * 64 + 40 && problem.output_elements() == 8 * 1200;
  const double errors[] = {migrating::from_fftw(device), migrating::from_clfft(device),
                           migrating::from_gpu_fft(device)};
  std::printf("errors: %.0e %.0e %.0e\n", errors[0], errors[1], errors[2]);
  return embedded && errors[0] < 1e-14 && errors[1] < 1e-6 && errors[2] < 1e-6 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "migrating: %s\n", error.what());
  return static_cast<int>(error.code());
}
