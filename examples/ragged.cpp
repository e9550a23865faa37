// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Rings of a reduced Gaussian grid: their zonal spectra by one plan, a filter, and the rings again.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() try {
  // The octahedral grid O24: rings of 20, 24, ... points to the equator, and back. Two fields.
  const papilio::RaggedProblem rings = papilio::RaggedProblem::parse("r2c:f32:ragged=20..112/4,112..20/4*2");
  papilio::RaggedProblem back = rings.inverse();
  back.scale = papilio::Scale::inverse_n;  // of each ring

  const papilio::Device device("auto");
  const papilio::RaggedPlan analysis(device, rings);
  const papilio::RaggedPlan synthesis(device, back);

  // Zonal waves 3 and 9 on each ring.
  std::vector<float> fields;
  for (std::int64_t field = 0; field < rings.batch; ++field) {
    for (const std::int64_t points : rings.lengths) {
      for (std::int64_t j = 0; j < points; ++j) {
        const double longitude = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(points);
        fields.push_back(static_cast<float>(std::cos(3 * longitude) + 0.5 * std::cos(9 * longitude)));
      }
    }
  }
  std::vector<std::complex<float>> spectra(static_cast<std::size_t>(rings.all_elements(false)));
  analysis.execute(fields, std::span(spectra));

  const std::vector<std::int64_t> first = rings.offsets(false);  // of each ring's spectrum
  for (std::int64_t field = 0; field < rings.batch; ++field) {
    for (const std::int64_t ring : first)
      spectra[static_cast<std::size_t>(field * rings.distance(false) + ring + 9)] = 0;
  }
  synthesis.execute(spectra, std::span(fields));

  double most = 0;
  std::size_t at = 0;
  for (std::int64_t field = 0; field < rings.batch; ++field) {
    for (const std::int64_t points : rings.lengths) {
      for (std::int64_t j = 0; j < points; ++j) {
        const double longitude = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(points);
        most = std::max(most, std::abs(fields[at++] - std::cos(3 * longitude)));
      }
    }
  }
  std::printf("%zu rings in %d launches, wave 9 removed: error %.1e\n", rings.lengths.size(), analysis.launches(),
              most);
  return most < 1e-5 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
