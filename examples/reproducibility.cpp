// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The program of docs/reproducibility.md: the same bits from the same plan, and from another plan with the same shapes.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <papilio/papilio.hpp>
#include <thread>

namespace {

using Signal = std::vector<std::complex<float>>;

Signal noise(std::size_t count) {
  Signal signal(count);
  for (std::size_t i = 0; i < count; ++i) signal[i] = std::polar(1.0F, static_cast<float>(i * i % 997));
  return signal;
}

bool same_bits(const std::complex<float>* a, const std::complex<float>* b, std::size_t count) {
  return std::memcmp(a, b, count * sizeof(*a)) == 0;
}

bool again_and_in_threads(const papilio::Device& device) {
  const Signal signal = noise(1000);
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:1000"));
  Signal first(1000), second(1000), third(1000);
  plan.execute(signal, first);
  std::thread other([&] { plan.execute(signal, second); });
  plan.execute(signal, third);
  other.join();
  return same_bits(first.data(), second.data(), 1000) && same_bits(first.data(), third.data(), 1000);
}

bool wherever_in_the_batch(const papilio::Device& device) {
  const Signal signal = noise(1000);
  Signal batch = noise(16 * 1000);
  std::copy(signal.begin(), signal.end(), batch.begin() + 5 * 1000);
  std::copy(signal.begin(), signal.end(), batch.begin() + 15 * 1000);
  Signal spectra(batch.size());
  papilio::Plan(device, papilio::Problem::parse("c2c:f32:1000*16")).execute(batch, spectra);
  return same_bits(&spectra[5 * 1000], &spectra[15 * 1000], 1000);
}

bool in_another_batch(const papilio::Device& device) {
  const Signal signal = noise(480 * 64);
  const papilio::Problem many = papilio::Problem::parse("c2c:f32:480x64:axes=0");
  const papilio::Shapes shapes = papilio::shapes_of(device, many);
  const papilio::Plan plan(device, many, shapes);  // keep shapes.tokens with your results

  // 24 of the 64 columns: the same radices, the same bits
  const char* const token = "c2c:f32:480x24:axes=0:istrides=64,1:ostrides=64,1";
  const papilio::Problem few = papilio::Problem::parse(token);
  const papilio::Plan same(device, few, shapes);
  Signal all(signal.size()), some(signal.size());
  plan.execute(signal, all);
  same.execute(std::span(signal).first(few.input_elements()), std::span(some).first(few.output_elements()));
  bool equal = true;
  for (std::size_t row = 0; row < 480; ++row) equal = equal && same_bits(&all[row * 64], &some[row * 64], 24);
  return equal;
}

}  // namespace

int main() try {
  const papilio::Device device("auto");
  const bool results[] = {again_and_in_threads(device), wherever_in_the_batch(device), in_another_batch(device)};
  std::printf("the same bits: %d of 3\n", static_cast<int>(std::count(std::begin(results), std::end(results), true)));
  return std::count(std::begin(results), std::end(results), true) == 3 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "reproducibility: %s\n", error.what());
  return static_cast<int>(error.code());
}
