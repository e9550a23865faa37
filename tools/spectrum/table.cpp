// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/table.hpp"

#include <fmt/format.h>

#include <array>

#include "tools/signal/npy.hpp"

namespace papilio::tool {

bool is_table(const std::filesystem::path& path) { return path.extension() == ".csv" || path.extension() == ".npy"; }

void write_table(const std::filesystem::path& path, const Spectrum& spectrum) {
  if (path.extension() == ".npy") {
    NpyWriter writer(path, NpyType::f64, 2);
    for (std::size_t i = 0; i < spectrum.power.size(); ++i) {
      writer.write(std::array{spectrum.frequency(i), spectrum.power[i]});
    }
    writer.close();
    return;
  }
  OutputFile file(path);
  file.write(fmt::format("frequency_hz,power ({})\n", unit_of(spectrum.scaling)));
  for (std::size_t i = 0; i < spectrum.power.size(); ++i) {
    file.write(fmt::format("{},{}\n", spectrum.frequency(i), spectrum.power[i]));
  }
  file.close();
}

}  // namespace papilio::tool
