// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/table.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "tools/signal/npy.hpp"

namespace papilio::tool {

bool is_table(const std::filesystem::path& path) { return path.extension() == ".csv" || path.extension() == ".npy"; }

void write_table(files::OutputFile file, const PowerSpectrum& spectrum) {
  if (file.path().extension() == ".npy") {
    const auto rows = static_cast<std::int64_t>(spectrum.power.size());
    NpyWriter writer(std::move(file), NpyType::f64, std::vector<std::int64_t>{rows, 2});
    for (std::size_t i = 0; i < spectrum.power.size(); ++i) {
      writer.write(std::array{spectrum.frequency(i), spectrum.power[i]});
    }
    writer.close();
    return;
  }
  file.write(fmt::format("frequency_hz,power ({})\n", unit_of(spectrum.scaling)));
  for (std::size_t i = 0; i < spectrum.power.size(); ++i) {
    file.write(fmt::format("{},{}\n", spectrum.frequency(i), spectrum.power[i]));
  }
  file.commit();
}

}  // namespace papilio::tool
