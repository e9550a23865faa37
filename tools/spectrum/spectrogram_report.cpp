// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/spectrogram_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/presentable.hpp"
#include "tools/signal/npy.hpp"
#include "tools/spectrum/report.hpp"

namespace papilio::tool {
namespace {

struct Strongest {
  double time = 0;
  double frequency = 0;
  double power = 0;
};

Strongest strongest_of(const Spectrogram& spectrogram) {
  const auto at = std::max_element(spectrogram.power.begin(), spectrogram.power.end());
  const auto index = static_cast<std::size_t>(at - spectrogram.power.begin());
  return {spectrogram.time(index / spectrogram.bins), spectrogram.frequency(index % spectrogram.bins),
          static_cast<double>(*at)};
}

std::string strongest_line(const Spectrogram& spectrogram) {
  const Strongest strongest = strongest_of(spectrogram);
  if (!(strongest.power > 0)) return "strongest nothing: every power is 0\n";
  return fmt::format("strongest {} dB re 1 unit²/Hz at {:.3f} s, {}\n", fixed_text(decibels(strongest.power), 1),
                     strongest.time, frequency_text(strongest.frequency, spectrogram.step, spectrogram.sample_rate));
}

}  // namespace

std::string bins_text(const Spectrogram& spectrogram) {
  if (spectrogram.middles.empty()) return fmt::format("a bin every {:.4g} Hz", spectrogram.step);
  return fmt::format("{} mel filters", spectrogram.bins);
}

std::string as_text(const SpectrogramReport& report) {
  const Spectrogram& spectrogram = report.spectrogram;
  std::string text = signal_line(report.signal, spectrogram.sample_rate, spectrogram.read);
  text += fmt::format("frames    {} of {} samples, one every {}; {} window; {}\n", spectrogram.frames,
                      spectrogram.length, spectrogram.hop, spectrogram.window, bins_text(spectrogram));
  text += fmt::format("columns   {}, one every {} of {} {}\n", spectrogram.columns(),
                      seconds_text(spectrogram.column_seconds()), spectrogram.bins,
                      spectrogram.middles.empty() ? "bins" : "filters");
  text += strongest_line(spectrogram);
  for (const std::vector<std::string>* notes : {&report.signal.notes, &spectrogram.notes}) {
    for (const std::string& note : *notes) text += fmt::format("note      {}\n", presentable(note));
  }
  text += fmt::format("device    {}  {} ({})\n", report.device.id, report.device.name, report.device.platform);
  text += fmt::format("time      {} in all\n", seconds_text(report.total_seconds));
  for (const std::string& path : report.outputs) text += fmt::format("written   {}\n", presentable(path));
  return text;
}

std::string as_json(const SpectrogramReport& report) {
  using nlohmann::ordered_json;
  const Spectrogram& spectrogram = report.spectrogram;
  const Strongest strongest = strongest_of(spectrogram);
  std::vector<std::string> notes = report.signal.notes;
  notes.insert(notes.end(), spectrogram.notes.begin(), spectrogram.notes.end());
  const ordered_json root = {
      {"file", report.signal.path},
      {"format", report.signal.format},
      {"sample_rate", spectrogram.sample_rate},
      {"complex", report.signal.kind == SampleKind::complex},
      {"center_hz", spectrogram.centre ? ordered_json(*spectrogram.centre) : ordered_json()},
      {"channels", report.signal.channels},
      {"samples_used", spectrogram.samples},
      {"segment", spectrogram.length},
      {"hop", spectrogram.hop},
      {"frames", spectrogram.frames},
      {"window", spectrogram.window},
      {"unit", unit_of(Scaling::density)},
      {"two_sided", spectrogram.sides == Sides::two},
      {"columns", spectrogram.columns()},
      {"frames_per_column", spectrogram.frames_per_column},
      {"first_column_seconds", spectrogram.time(0)},
      {"column_seconds", spectrogram.column_seconds()},
      {"bins", spectrogram.bins},
      {"first_bin_hz", spectrogram.frequency(0)},
      {"bin_hz", spectrogram.middles.empty() ? ordered_json(spectrogram.step) : ordered_json()},
      {"filters_hz", spectrogram.middles.empty() ? ordered_json() : ordered_json(spectrogram.middles)},
      {"strongest", {{"seconds", strongest.time}, {"hz", strongest.frequency}, {"power", strongest.power}}},
      {"device", {{"id", report.device.id}, {"name", report.device.name}, {"platform", report.device.platform}}},
      {"seconds", {{"total", report.total_seconds}}},
      {"outputs", report.outputs},
      {"notes", notes},
  };
  // A file name need not be UTF-8; JSON must be.
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

void write_table(files::OutputFile file, const Spectrogram& spectrogram) {
  const std::size_t columns = spectrogram.columns();
  if (file.path().extension() == ".npy") {
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(columns),
                                             static_cast<std::int64_t>(spectrogram.bins)};
    NpyWriter writer(std::move(file), NpyType::f32, shape);
    writer.write(std::span<const float>(spectrogram.power));
    writer.close();
    return;
  }
  std::string line = "seconds \\ hz";
  for (std::size_t k = 0; k < spectrogram.bins; ++k) line += fmt::format(",{}", spectrogram.frequency(k));
  file.write(line + "\n");
  for (std::size_t column = 0; column < columns; ++column) {
    line = fmt::format("{}", spectrogram.time(column));
    for (std::size_t k = 0; k < spectrogram.bins; ++k) {
      line += fmt::format(",{}", spectrogram.power[column * spectrogram.bins + k]);
    }
    file.write(line + "\n");
  }
  file.commit();
}

}  // namespace papilio::tool
