// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio image IN.png -o OUT.png: a picture's spectrum, or the picture filtered.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>

#include "files/identity.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/one_of.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/image/png.hpp"
#include "tools/image/report.hpp"
#include "tools/plot/image_plot.hpp"
#include "tools/plot/picture_name.hpp"

namespace papilio::tool {
namespace {

constexpr double peak_range_db = 40;
constexpr double corner = 0.7072;  // of the spectrum, in cycles a pixel, rounded up: fx = fy = 0.5

struct ImageOptions {
  std::string in;
  std::string out;
  std::optional<ImagePlane> plane;
  double range_db = 100;
  std::size_t waves = 5;
  RadialFilter filter;
  std::string device = "auto";
  bool json = false;
  std::optional<bool> axes;

  [[nodiscard]] bool draws_axes() const { return axes.value_or(!filters()); }
  [[nodiscard]] bool filters() const { return filter.lowpass || filter.highpass; }
};

using Clock = std::chrono::steady_clock;

double seconds_from(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Subtracts the mean of the plane and returns it.
double take_mean_off(std::span<float> plane) {
  const double mean = std::accumulate(plane.begin(), plane.end(), 0.0) / static_cast<double>(plane.size());
  for (float& level : plane) level = static_cast<float>(level - mean);
  return mean;
}

void add(ImageSeconds& seconds, const Timing& timing) {
  seconds.upload += timing.upload;
  seconds.kernels += timing.kernels;
  seconds.download += timing.download;
}

Problem problem_of(const RasterImage& image, Kind kind) {
  Problem problem;
  problem.kind = kind;
  problem.lengths = {image.height, image.width};
  if (kind == Kind::c2r) {
    problem.direction = Direction::inverse;
    problem.scale = Scale::inverse_n;
  }
  return problem.normalised();
}

/// The transforms of one size on one device.
class PictureTransforms {
 public:
  PictureTransforms(const Device& device, const RasterImage& image, ImageReport& report)
      : image_(image), seconds_(report.seconds) {
    const Clock::time_point start = Clock::now();
    forward_ = Plan(device, problem_of(image, Kind::r2c));
    if (report.filtering) inverse_ = Plan(device, problem_of(image, Kind::c2r));
    seconds_.set_up += seconds_from(start);
    report.token = forward_.problem().token();
  }

  PlaneSpectrum forward(std::vector<float> plane) {
    PlaneSpectrum spectrum{.width = image_.width, .height = image_.height, .mean = take_mean_off(plane), .values = {}};
    spectrum.values.resize(static_cast<std::size_t>(forward_.problem().output_elements()));
    add(seconds_, forward_.execute(std::span<const float>(plane), std::span(spectrum.values)));
    return spectrum;
  }
  /// Without the mean.
  std::vector<float> inverse(const PlaneSpectrum& spectrum) {
    std::vector<float> plane(static_cast<std::size_t>(image_.pixels()));
    add(seconds_, inverse_.execute(std::span<const std::complex<float>>(spectrum.values), std::span(plane)));
    return plane;
  }

 private:
  const RasterImage& image_;
  ImageSeconds& seconds_;
  Plan forward_;
  Plan inverse_;
};

ImagePlot figure_of(const ImageReport& report) {
  const RasterImage& image = report.image;
  return {std::filesystem::path(report.in).filename().string(),
          fmt::format("{}; {} x {} pixels", report.channels, image.width, image.height)};
}

void write_spectrum(files::OutputFile file, const RasterImage& image, PictureTransforms& transforms,
                    const ImageOptions& options, ImageReport& report) {
  const ImagePlane plane = options.plane.value_or(ImagePlane::luminance);
  report.channels = name_of(plane);
  const PlaneSpectrum spectrum = transforms.forward(plane_of(image, plane));
  report.spectrum = {.mean = spectrum.mean,
                     .range = power_range(spectrum),
                     .range_db = options.range_db,
                     .waves = strongest_waves(spectrum, options.waves, peak_range_db)};
  const double strongest = report.spectrum->range.strongest;
  const Clock::time_point writing = Clock::now();
  if (options.draws_axes()) {
    plot_plane_spectrum(std::move(file), spectrum, strongest, options.range_db, figure_of(report));
  } else {
    write_png(std::move(file), log_picture(spectrum, strongest, options.range_db));
  }
  report.seconds.write = seconds_from(writing);
}

/// Every channel but alpha, or the plane that was chosen, as grey.
RasterImage filtered_picture(RasterImage image, PictureTransforms& transforms, const ImageOptions& options,
                             ImageReport& report) {
  report.channels = options.plane ? std::string(name_of(*options.plane)) : "every channel";
  if (options.plane) {
    const std::vector<float> plane = plane_of(image, *options.plane);
    image.channels = 1;
    image.samples.resize(plane.size());
    set_channel(image, 0, plane);
  }
  ImageFiltering& filtering = *report.filtering;
  // The results of a high-pass filter lie around 0, so middle grey stands for 0.
  filtering.offset = options.filter.highpass ? (image.white() + 1) / 2 : 0;
  for (int channel = 0; channel < image.colours(); ++channel) {
    PlaneSpectrum spectrum = transforms.forward(channel_of(image, channel));
    apply(options.filter, image.height, image.width, spectrum.values);
    std::vector<float> levels = transforms.inverse(spectrum);
    const double added = options.filter.highpass ? filtering.offset : spectrum.mean;
    for (float& level : levels) level = static_cast<float>(level + added);
    filtering.clipped += set_channel(image, channel, levels);
    const auto [least, most] = std::ranges::minmax(levels);
    filtering.empty = filtering.empty && std::round(least) == std::round(most);
  }
  return image;
}

void write_filtered(files::OutputFile file, RasterImage image, PictureTransforms& transforms,
                    const ImageOptions& options, ImageReport& report) {
  const RasterImage result = filtered_picture(std::move(image), transforms, options, report);
  const Clock::time_point writing = Clock::now();
  if (options.draws_axes()) {
    plot_image(std::move(file), result, figure_of(report));
  } else {
    write_png(std::move(file), result);
  }
  report.seconds.write = seconds_from(writing);
}

/// Checked before any work, so that a wrong name does not cost a long transform.
void check_output(const ImageOptions& options) {
  const std::string shown = options.out.empty() ? "file name ''" : options.out;
  if (!options.draws_axes() && std::filesystem::path(options.out).extension() != ".png") {
    throw Error::invalid_argument(shown, "a picture without axes is written as PNG", "choose a name that ends in .png");
  }
  if (!names_picture(options.out)) {
    throw Error::invalid_argument(shown, "the extension names no picture format", "choose .png, .svg or .pdf");
  }
}

/// Refuses options that would have no effect.
void check_filter(const CLI::App& command, const ImageOptions& options) {
  if (command.count("--order") > 0 && options.filter.shape != FilterShape::butterworth) {
    throw Error::invalid_argument("--order", "only butterworth has one", "add --filter-shape butterworth");
  }
  if (command.count("--filter-shape") > 0 && !options.filters()) {
    throw Error::invalid_argument("--filter-shape", "there is no filter", "add --lowpass or --highpass");
  }
  const auto& [low, high] = std::pair(options.filter.lowpass, options.filter.highpass);
  if (low && high && *low <= *high) {
    throw Error::invalid_argument(fmt::format("--lowpass {} and --highpass {}", *low, *high),
                                  "no frequency is below the one and above the other", "give --lowpass the larger one");
  }
}

void run(const ImageOptions& options) {
  check_output(options);
  const Clock::time_point start = Clock::now();
  ImageReport report;
  report.in = options.in;
  report.out = options.out;
  files::require_distinct({options.in}, {options.out});
  files::OutputFile file(options.out);
  RasterImage image = read_png(options.in);
  report.seconds.read = seconds_from(start);
  report.image = {image.width, image.height, image.channels, image.depth, {}};
  if (options.plane) require_plane(image, *options.plane);
  if (options.filters()) report.filtering = ImageFiltering{.filter = options.filter};

  const Clock::time_point opening = Clock::now();
  const Device device(options.device);
  report.seconds.set_up = seconds_from(opening);
  report.device = device.info();
  PictureTransforms transforms(device, report.image, report);
  if (options.filters()) {
    write_filtered(std::move(file), std::move(image), transforms, options, report);
  } else {
    write_spectrum(std::move(file), image, transforms, options, report);
  }
  report.seconds.total = seconds_from(start);
  fmt::print("{}\n", options.json ? as_json(report) : as_text(report));
}

void add_filter_options(CLI::App& command, ImageOptions& options) {
  const CLI::Validator cutoffs = within(1e-9, corner);
  command
      .add_option("--lowpass", options.filter.lowpass,
                  "Write the picture without frequencies above this one, in cycles per pixel: 0.5 is the Nyquist "
                  "frequency of rows and columns, 0.1 a period of 10 pixels. All colours are filtered, alpha is kept")
      ->check(cutoffs);
  command
      .add_option("--highpass", options.filter.highpass,
                  "Write the picture without frequencies below this one; middle grey stands for 0. With --lowpass: a "
                  "band-pass filter")
      ->check(cutoffs);
  command
      .add_option(
          "--filter-shape", options.filter.shape,
          "gaussian (default) and butterworth halve the amplitude at the cut-off; ideal cuts off sharply, and rings")
      ->transform(one_of({name("gaussian", FilterShape::gaussian), name("butterworth", FilterShape::butterworth),
                          name("ideal", FilterShape::ideal)}));
  for (const char* const of_spectra : {"--range", "--peaks"}) {
    for (const char* const filter : {"--lowpass", "--highpass"}) {
      command.get_option(of_spectra)->excludes(command.get_option(filter));
    }
  }
  command.add_option("--order", options.filter.order, "Order of the butterworth filter: 1 is soft, 10 almost ideal")
      ->check(whole(1, 100))
      ->capture_default_str();
}

}  // namespace

void add_image(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("image", "Show the spectrum of a picture, or filter it");
  const auto options = std::make_shared<ImageOptions>();
  command->add_option("IN", options->in, "A PNG of any kind, up to 2^27 pixels")->required();
  command
      ->add_option(
          "-o,--output", options->out,
          "The file to write: a .png, .svg or .pdf with axes, or a .png without. 0 dB is the strongest frequency apart "
          "from the mean, which has its colour")
      ->required();
  CLI::Option* const axes = command->add_flag_callback(
      "--axes", [options] { options->axes = true; },
      "Draw a figure with axes: cycles per pixel around a spectrum (the default there), columns and rows around a "
      "filtered picture");
  command
      ->add_flag_callback(
          "--no-axes", [options] { options->axes = false; },
          "Write a spectrum as a grey PNG with one pixel for each frequency: 255 (1 + dB/RANGE), frequency 0 in the "
          "middle")
      ->excludes(axes);
  command->add_option("--range", options->range_db, "Decibels from the lightest colour to the darkest")
      ->check(within(1, 300))
      ->capture_default_str();
  command
      ->add_option("--channel", options->plane,
                   "What to transform (default: luminance, 0.299 R + 0.587 G + 0.114 B of the stored values). Filters "
                   "process all colours, or one that is named, which they write as grey")
      ->transform(
          one_of({name("luminance", ImagePlane::luminance), name("red", ImagePlane::red),
                  name("green", ImagePlane::green), name("blue", ImagePlane::blue), name("alpha", ImagePlane::alpha)}));
  command->add_option("--peaks", options->waves, "How many of the strongest frequencies to report")
      ->check(whole(0, 1000))
      ->capture_default_str();
  add_filter_options(*command, *options);
  command->add_option("--device", options->device, device_help)->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Filters are circular: each edge of the picture continues at the opposite edge. Values are filtered as\n"
      "they are stored; the colour profile is not copied.\n");
  command->callback([command, options] {
    check_filter(*command, *options);
    run(*options);
  });
}

}  // namespace papilio::tool
