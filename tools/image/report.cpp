// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/image/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/presentable.hpp"
#include "tools/spectrum/report.hpp"

namespace papilio::tool {
namespace {

using nlohmann::ordered_json;

double decibels_between(const PowerRange& range) { return 10 * std::log10(range.strongest / range.weakest); }

const char* name_of(FilterShape shape) {
  switch (shape) {
    case FilterShape::gaussian:
      return "gaussian";
    case FilterShape::butterworth:
      return "butterworth";
    case FilterShape::ideal:
      return "ideal";
  }
  return "";
}

std::string spectrum_text(const ImageSpectrum& spectrum, int white) {
  std::string text = fmt::format("spectrum  mean {:.6g} of {}, ", spectrum.mean, white);
  if (spectrum.range.strongest == 0) return text + "and nothing else: every pixel has the same level\n";
  text += fmt::format(
      "dynamic range {:.1f} dB; the lightest colour is the strongest frequency, the darkest {:g} dB below it\n",
      decibels_between(spectrum.range), spectrum.range_db);
  text += fmt::format("\n{:>12}  {:>12}  {:>10}  {:>10}  {:>10}  {:>7}\n", "right c/px", "down c/px", "period px",
                      "direction", "amplitude", "dB");
  for (const Wave& wave : spectrum.waves) {
    text += fmt::format("{:>12.6f}  {:>12}  {:>10.3f}  {:>9}°  {:>10.4g}  {:>7}\n", wave.fx, fixed_text(wave.fy, 6),
                        wave.period(), fixed_text(wave.direction(), 2), wave.amplitude, fixed_text(wave.decibels, 2));
  }
  return text + "\n";
}

std::string filter_text(const ImageFiltering& filtering) {
  const RadialFilter& filter = filtering.filter;
  std::string text = "filter    ";
  if (filter.lowpass) text += fmt::format("low-pass {:g} ", *filter.lowpass);
  if (filter.highpass) text += fmt::format("high-pass {:g} ", *filter.highpass);
  text += fmt::format("cycles/px, {}", name_of(filter.shape));
  if (filter.shape == FilterShape::butterworth) text += fmt::format(" of order {}", filter.order);
  if (filtering.offset != 0) text += fmt::format("; {:g} stands for 0", filtering.offset);
  text += fmt::format("; {} samples clipped\n", filtering.clipped);
  if (filtering.empty)
    text += "note      the picture has no frequency that passes this filter: every pixel has the same level\n";
  return text;
}

ordered_json spectrum_json(const ImageSpectrum& spectrum) {
  ordered_json waves = ordered_json::array();
  for (const Wave& wave : spectrum.waves) {
    waves.push_back({{"right", wave.fx},
                     {"down", wave.fy},
                     {"period", wave.period()},
                     {"direction", wave.direction()},
                     {"amplitude", wave.amplitude},
                     {"db", wave.decibels}});
  }
  const bool any = spectrum.range.strongest > 0;
  return {{"mean", spectrum.mean},
          {"dynamic_range_db", any ? ordered_json(decibels_between(spectrum.range)) : ordered_json()},
          {"picture_range_db", spectrum.range_db},
          {"frequencies", waves}};
}

ordered_json filter_json(const ImageFiltering& filtering) {
  const RadialFilter& filter = filtering.filter;
  const auto number = [](const std::optional<double>& value) { return value ? ordered_json(*value) : ordered_json(); };
  return {{"lowpass", number(filter.lowpass)},
          {"highpass", number(filter.highpass)},
          {"shape", name_of(filter.shape)},
          {"order", filter.shape == FilterShape::butterworth ? ordered_json(filter.order) : ordered_json()},
          {"offset", filtering.offset},
          {"clipped", filtering.clipped},
          {"empty", filtering.empty}};
}

}  // namespace

std::string as_text(const ImageReport& report) {
  const RasterImage& image = report.image;
  std::string text = fmt::format("image     {}: {} x {}, {} bits, {}; {} by {}\n", presentable(report.in), image.width,
                                 image.height, image.depth, image.kind(), report.channels, report.token);
  if (report.spectrum) text += spectrum_text(*report.spectrum, image.white());
  if (report.filtering) text += filter_text(*report.filtering);
  text += fmt::format("device    {}  {} ({})\n", report.device.id, report.device.name, report.device.platform);
  const ImageSeconds& s = report.seconds;
  text += fmt::format("times     read {}, set-up {}, upload {}, kernels {}, download {}, write {}; in all {}\n",
                      seconds_text(s.read), seconds_text(s.set_up), seconds_text(s.upload), seconds_text(s.kernels),
                      seconds_text(s.download), seconds_text(s.write), seconds_text(s.total));
  return text + fmt::format("written   {}", presentable(report.out));
}

std::string as_json(const ImageReport& report) {
  const RasterImage& image = report.image;
  const ImageSeconds& s = report.seconds;
  ordered_json root = {
      {"in", report.in},      {"out", report.out},    {"width", image.width},        {"height", image.height},
      {"depth", image.depth}, {"kind", image.kind()}, {"channels", report.channels}, {"token", report.token}};
  if (report.spectrum) root["spectrum"] = spectrum_json(*report.spectrum);
  if (report.filtering) root["filter"] = filter_json(*report.filtering);
  root["device"] = {{"id", report.device.id}, {"name", report.device.name}, {"platform", report.device.platform}};
  root["seconds"] = {{"read", s.read},         {"set_up", s.set_up}, {"upload", s.upload}, {"kernels", s.kernels},
                     {"download", s.download}, {"write", s.write},   {"total", s.total}};
  // A file name need not be UTF-8; JSON must be.
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace papilio::tool
