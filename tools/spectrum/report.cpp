// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/presentable.hpp"

namespace papilio::tool {
namespace {

std::string plural(std::int64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Decimals that show a tenth of the resolution.
int decimals_for(double resolution) {
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(resolution))), 0, 9);
}

std::string method_line(const PowerSpectrum& spectrum) {
  if (spectrum.scaling == Scaling::gpu_fft) {
    return fmt::format("spectrum  gpu-fft's: {} samples padded to {}, a bin every {:.4g} Hz\n", spectrum.samples,
                       spectrum.length, spectrum.step);
  }
  return fmt::format("spectrum  {}{}, {} window, {} of {} samples, a bin every {:.4g} Hz, {}\n",
                     spectrum.result == SegmentResult::peak ? "largest " : "",
                     spectrum.scaling == Scaling::density ? "power spectral density" : "power spectrum",
                     spectrum.window, plural(spectrum.segments, "segment"), spectrum.length, spectrum.step,
                     spectrum.sides == Sides::one   ? "one-sided"
                     : spectrum.sides == Sides::two ? "two-sided"
                                                    : "a band");
}

std::string peak_table(const SpectrumReport& report) {
  const PowerSpectrum& spectrum = report.spectrum;
  if (report.peaks.empty()) {
    return "\nno dominant frequency: no bin rises above its neighbours and the threshold\n";
  }
  const bool preset = spectrum.scaling == Scaling::gpu_fft;
  const int decimals = preset ? 2 : decimals_for(spectrum.step);
  std::string table = fmt::format("\n{:>16}  {:>14}  {:>8}\n", "Hz", unit_of(spectrum.scaling), "dB");
  for (const SpectralPeak& peak : report.peaks) {
    table += fmt::format("{:>16}  {:>14}  {:>8}\n", fixed_text(peak.frequency, decimals),
                         preset ? fmt::format("{:.2f}", peak.power) : fmt::format("{:.4e}", peak.power),
                         fixed_text(decibels(peak.power), 2));
  }
  return table;
}

}  // namespace

std::string signal_line(const SignalInfo& signal, double rate, std::int64_t samples) {
  return fmt::format("signal    {}: {}; {:.12g} Hz, {}{}, {} ({:.3f} s)\n", presentable(signal.path), signal.format,
                     rate, signal.kind == SampleKind::complex ? "complex" : plural(signal.channels, "channel"),
                     signal.centre ? fmt::format(", centre {} Hz", *signal.centre) : "", plural(samples, "sample"),
                     static_cast<double>(samples) / rate);
}

std::string fixed_text(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  return text.find_first_not_of("-0.") == std::string::npos && text.front() == '-' ? text.substr(1) : text;
}

std::string seconds_text(double seconds) {
  if (seconds >= 1) {
    return fmt::format("{:.2f} s", seconds);
  }
  return seconds >= 1e-3 ? fmt::format("{:.2f} ms", seconds * 1e3) : fmt::format("{:.1f} µs", seconds * 1e6);
}

std::string frequency_text(double hz, double resolution, double span) {
  struct Unit {
    double scale;
    const char* name;
  };
  constexpr Unit units[] = {{1e9, "GHz"}, {1e6, "MHz"}, {1e3, "kHz"}};
  for (const Unit& unit : units) {
    if (std::abs(hz) >= unit.scale * (unit.scale < 1e6 ? 10 : 1)) {
      // 12.345 MHz: nobody reads more than five significant digits of the axis off a picture
      const double most = std::min(std::abs(hz), span);
      const int significant = 4 - static_cast<int>(std::floor(std::log10(most / unit.scale)));
      const int decimals = std::min(decimals_for(resolution / unit.scale), std::max(significant, 0));
      return fmt::format("{:.{}f} {}", hz / unit.scale, decimals, unit.name);
    }
  }
  return fixed_text(hz, std::min(decimals_for(resolution), 3)) + " Hz";
}

std::string as_text(const SpectrumReport& report) {
  const PowerSpectrum& spectrum = report.spectrum;
  std::string text = signal_line(report.signal, spectrum.sample_rate, spectrum.read) + method_line(spectrum);
  for (const std::vector<std::string>* notes : {&report.signal.notes, &spectrum.notes}) {
    for (const std::string& note : *notes) {
      text += fmt::format("note      {}\n", presentable(note));
    }
  }
  text += peak_table(report);
  text += fmt::format("\ndevice    {}  {} ({})\n", report.device.id, report.device.name, report.device.platform);
  const FftTiming& timing = spectrum.timing;
  const std::string copies =
      fmt::format(", upload {}, download {}", seconds_text(timing.upload), seconds_text(timing.download));
  text += fmt::format("times     set-up {}, kernels {}{}; in all {}\n", seconds_text(spectrum.set_up_seconds),
                      seconds_text(timing.kernels), timing.upload > 0 ? copies : " with copies",
                      seconds_text(report.total_seconds));
  for (const std::string& path : report.outputs) {
    text += fmt::format("written   {}\n", presentable(path));
  }
  return text;
}

std::string as_json(const SpectrumReport& report) {
  using nlohmann::ordered_json;
  const PowerSpectrum& spectrum = report.spectrum;
  ordered_json peaks = ordered_json::array();
  for (const SpectralPeak& peak : report.peaks) {
    const double db = decibels(peak.power);
    peaks.push_back(
        {{"hz", peak.frequency}, {"power", peak.power}, {"db", std::isfinite(db) ? ordered_json(db) : ordered_json()}});
  }
  std::vector<std::string> notes = report.signal.notes;
  notes.insert(notes.end(), spectrum.notes.begin(), spectrum.notes.end());
  const ordered_json root = {
      {"file", report.signal.path},
      {"format", report.signal.format},
      {"sample_rate", spectrum.sample_rate},
      {"complex", report.signal.kind == SampleKind::complex},
      {"center_hz", spectrum.centre ? ordered_json(*spectrum.centre) : ordered_json()},
      {"channels", report.signal.channels},
      {"samples_used", spectrum.samples},
      {"segment", spectrum.length},
      {"segments", spectrum.segments},
      {"window", spectrum.window},
      {"result", spectrum.result == SegmentResult::peak ? "peak" : "mean"},
      {"unit", unit_of(spectrum.scaling)},
      {"two_sided", spectrum.sides == Sides::two},
      {"bin_hz", spectrum.step},
      {"peaks", peaks},
      {"device", {{"id", report.device.id}, {"name", report.device.name}, {"platform", report.device.platform}}},
      {"seconds",
       {{"set_up", spectrum.set_up_seconds},
        {"upload", spectrum.timing.upload},
        {"kernels", spectrum.timing.kernels},
        {"download", spectrum.timing.download},
        {"total", report.total_seconds}}},
      {"outputs", report.outputs},
      {"notes", notes},
  };
  // A file name need not be UTF-8; JSON must be.
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace papilio::tool
