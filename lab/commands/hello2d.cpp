// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio hello2d: the picture and the three lines of GPU_FFT's hello_fft_2d, without its two mistakes: there the times
// of the first and the second FFT are exchanged, and the file's header has a wrong size.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "core/presentable.hpp"
#include "lab/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/image/png.hpp"

namespace papilio::tool {
namespace {

using Clock = std::chrono::steady_clock;
using Signals = std::vector<std::complex<float>>;

constexpr std::size_t side = 512;

struct Hello2dOptions {
  std::string out = "hello_fft_2d.png";
  std::string device = "auto";
  bool json = false;
};

struct Times {
  std::int64_t first = 0;
  std::int64_t second = 0;
};

std::int64_t microseconds_of(const Plan& plan, const Stream& stream, const Buffer& in, const Buffer& out) {
  const Clock::time_point start = Clock::now();
  plan.execute(stream, in, out);
  stream.synchronize();
  return std::llround(std::chrono::duration<double>(Clock::now() - start).count() * 1e6);
}

/// Rows, then columns.
Times transform(const Device& device, Signals& signals) {
  const Plan rows(device, Problem::parse("c2c:f32:512x512:inverse:axes=1"));
  const Plan columns(device, Problem::parse("c2c:f32:512x512:inverse:axes=0"));
  const Stream stream(device);
  const std::size_t bytes = signals.size() * sizeof(signals[0]);
  const Buffer in(device, bytes);
  const Buffer between(device, bytes);
  const Buffer out(device, bytes);
  stream.upload(in, signals.data(), bytes);
  microseconds_of(rows, stream, in, between);  // drivers finish their compilation at the first launch
  microseconds_of(columns, stream, between, out);
  Times times;
  times.first = microseconds_of(rows, stream, in, between);
  times.second = microseconds_of(columns, stream, between, out);
  stream.download(out, signals.data(), bytes);
  return times;
}

/// Row 0 at the bottom, where the original's file format has it.
RasterImage picture_of(const Signals& signals) {
  RasterImage image{.width = side, .height = side, .channels = 1, .depth = 8, .samples = {}};
  for (std::size_t y = side; y-- > 0;) {
    for (std::size_t x = 0; x < side; ++x) {
      const long grey = std::lround(128 + signals[y * side + x].real());
      image.samples.push_back(static_cast<std::uint16_t>(std::clamp(grey, 0L, 255L)));
    }
  }
  return image;
}

void run(const Hello2dOptions& options) {
  if (std::filesystem::path(options.out).extension() != ".png") {
    throw Error::invalid_argument(options.out.empty() ? "file name ''" : options.out, "the picture is written as PNG",
                                  "choose a name that ends in .png");
  }
  files::OutputFile file(options.out);
  Signals signals(side * side);
  signals[2 * side + 2] = 60;
  signals[(side - 2) * side + side - 2] = 60;
  const Device device(options.device);
  const Times times = transform(device, signals);
  write_png(std::move(file), picture_of(signals));
  if (!options.json) {
    fmt::print(
        "1st FFT   {:6} usecs\nTranspose {:6} usecs (none: the second FFT reads columns)\n2nd FFT   {:6} usecs\n"
        "written   {}\n",
        times.first, 0, times.second, presentable(options.out));
    return;
  }
  const DeviceInfo& info = device.info();
  const nlohmann::ordered_json root = {
      {"usecs", {{"first_fft", times.first}, {"transpose", 0}, {"second_fft", times.second}}},
      {"device", {{"id", info.id}, {"name", info.name}, {"platform", info.platform}}},
      {"out", options.out}};
  // A file name need not be UTF-8; JSON must be.
  fmt::print("{}\n", json_text(root));
}

}  // namespace

void add_hello2d(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("hello2d", "GPU_FFT's hello_fft_2d: a picture of diagonal stripes");
  const auto options = std::make_shared<Hello2dOptions>();
  command->add_option("-o,--output", options->out, "The PNG to write")->capture_default_str();
  command->add_option("--device", options->device, device_help)->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Draws the inverse transform of a spectrum of 512 x 512 points that is 60 at (2, 2) and (510, 510), as\n"
      "grey = 128 + re with row 0 at the bottom. Rows and columns are two plans, so that their times compare\n"
      "with those of the original, which transposes between them. One plan can do both: c2c:f32:512x512:inverse.\n"
      "Times are those of the device, without set-up and transfers.\n");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
