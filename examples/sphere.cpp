// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Wave functions in a box: from plane waves in a sphere to space, where a potential acts on them, and back.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() try {
  constexpr std::int64_t n = 24;
  constexpr std::int64_t bands = 4;
  constexpr int radius = 6;
  std::vector<std::array<std::int32_t, 3>> triplets;  // gx, gy, gz
  for (int x = -radius; x <= radius; ++x) {
    for (int y = -radius; y <= radius; ++y) {
      for (int z = -radius; z <= radius; ++z) {
        if (x * x + y * y + z * z <= radius * radius) triplets.push_back({x, y, z});
      }
    }
  }

  const papilio::Device device("auto");
  papilio::SphereProblem problem;
  problem.box = {n, n, n};  // nx, ny, nz
  problem.triplets = triplets;
  problem.batch = bands;
  problem.scale = papilio::Scale::inverse_n;  // of forward
  const papilio::Sphere sphere(device, problem);

  // Each band is one plane wave: coefficient number 100 * band.
  std::vector<std::complex<double>> coefficients(bands * triplets.size());
  for (std::size_t band = 0; band < bands; ++band) coefficients[band * triplets.size() + 100 * band] = 1;
  std::vector<std::complex<double>> space(bands * n * n * n);
  sphere.backward(coefficients, std::span(space));

  // 2 cos(2 pi x / n) moves a plane wave to its neighbours in x.
  for (std::size_t i = 0; i < space.size(); ++i)
    space[i] *= 2 * std::cos(2 * std::numbers::pi * static_cast<double>(i % n) / static_cast<double>(n));
  sphere.forward(space, std::span(coefficients));

  double most = 0;
  for (std::size_t band = 0; band < bands; ++band) {
    const auto& wave = triplets[100 * band];
    for (std::size_t g = 0; g < triplets.size(); ++g) {
      const bool neighbour =
          std::abs(triplets[g][0] - wave[0]) == 1 && triplets[g][1] == wave[1] && triplets[g][2] == wave[2];
      most = std::max(most, std::abs(coefficients[band * triplets.size() + g] - (neighbour ? 1.0 : 0.0)));
    }
  }
  std::printf("%zu plane waves in a box of %lld^3: error %.1e\n", triplets.size(), static_cast<long long>(n), most);
  return most < 1e-12 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
