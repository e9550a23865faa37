// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The README's plan, on host memory and on the device's.
#include <cstdio>
#include <papilio/papilio.hpp>

int main() try {
  const std::vector<std::complex<float>> in(std::size_t{4096} * 512, 1.0F);
  std::vector<std::complex<float>> out(in.size());

  const papilio::Device device("auto");  // the first GPU, else a CPU
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:4096*512"));
  plan.execute(in, out);  // host memory: vectors, arrays, spans

  const papilio::Stream stream(device);
  const papilio::Buffer device_input(device, in.size() * sizeof(in[0]));
  const papilio::Buffer device_output(device, out.size() * sizeof(out[0]));
  stream.upload(device_input, in.data(), in.size() * sizeof(in[0]));
  plan.execute(stream, device_input, device_output);  // returns at once
  std::vector<std::complex<float>> again(out.size());
  stream.download(device_output, again.data(), again.size() * sizeof(again[0]));

  std::printf("every spectrum has its mean times 4096 in bin 0: %.0f\n", static_cast<double>(out[0].real()));
  return out == again && out[0] == 4096.0F && out[4096] == 4096.0F ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "readme: %s\n", error.what());
  return static_cast<int>(error.code());
}
