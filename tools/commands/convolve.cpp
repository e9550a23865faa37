// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio convolve SIGNAL KERNEL: a recording through a filter.
#include "tools/convolve/convolve.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/presentable.hpp"
#include "files/identity.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/signal_format.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/progress.hpp"

namespace papilio::tool {
namespace {

struct ConvolveArguments {
  ConvolveRequest request;
  std::string mode = "full";
  std::string precision = "f32";
  bool correlate = false;
  bool json = false;
};

void print_text(const ConvolveReport& report, const ConvolveRequest& request) {
  fmt::print("signal    {}: {} samples\n", presentable(report.signal.path), report.samples);
  fmt::print("kernel    {}: {} samples\n", presentable(files::name_of_input(request.kernel)), report.taps);
  fmt::print("block     {}: {} results\n", report.token, report.block);
  for (const std::vector<std::string>* notes : {&report.signal.notes, &report.notes}) {
    for (const std::string& note : *notes) fmt::print("note      {}\n", presentable(note));
  }
  fmt::print("device    {}  {} ({})\n", report.device.id, report.device.name, report.device.platform);
  const ConvolveTimes& s = report.seconds;
  fmt::print("times     set-up {:.6f} s, read {:.6f} s, compute {:.6f} s, write {:.6f} s; in all {:.6f} s\n", s.set_up,
             s.read, s.compute, s.write, s.total);
  fmt::print("written   {}: {} results\n", presentable(request.out.string()), report.results);
}

void print_json(const ConvolveReport& report, const ConvolveArguments& options) {
  const ConvolveTimes& s = report.seconds;
  std::vector<std::string> notes = report.signal.notes;
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  const nlohmann::ordered_json root = {
      {"signal", report.signal.path},
      {"kernel", files::name_of_input(options.request.kernel)},
      {"out", options.request.out.string()},
      {"operation", options.correlate ? "correlate" : "convolve"},
      {"mode", options.mode},
      {"samples", report.samples},
      {"taps", report.taps},
      {"results", report.results},
      {"block", report.block},
      {"token", report.token},
      {"device", {{"id", report.device.id}, {"name", report.device.name}, {"platform", report.device.platform}}},
      {"seconds",
       {{"set_up", s.set_up}, {"read", s.read}, {"compute", s.compute}, {"write", s.write}, {"total", s.total}}},
      {"notes", notes}};
  // A file name need not be UTF-8; JSON must be.
  fmt::print("{}\n", json_text(root));
}

void run(ConvolveArguments& options) {
  ConvolveRequest& request = options.request;
  request.operation = options.correlate ? Operation::correlate : Operation::convolve;
  request.precision = options.precision == "f64" ? Precision::f64 : Precision::f32;
  request.mode = options.mode == "same"    ? ConvolutionMode::same
                 : options.mode == "valid" ? ConvolutionMode::valid
                                           : ConvolutionMode::full;
  std::optional<ProgressBar> bar;
  const ConvolveReport report = convolve_file(request, [&](std::int64_t done, std::optional<std::int64_t> total) {
    if (!bar) bar.emplace(total);
    bar->update(done);
  });
  bar.reset();
  options.json ? print_json(report, options) : print_text(report, request);
}

}  // namespace

void add_convolve(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("convolve", "Filter a recording with a kernel from a file, or correlate them");
  const auto options = std::make_shared<ConvolveArguments>();
  ConvolveRequest& request = options->request;
  command->add_option("SIGNAL", request.signal, "WAV, FLAC, Ogg, AIFF …, raw I/Q, .csv or .npy, as spectrum reads it")
      ->required();
  command->add_option("KERNEL", request.kernel, "The filter, in a file of the same formats")->required();
  command->add_option("-o,--output", request.out, ".npy, .csv, .wav (floats), or .cf32 and .cf64 for complex results")
      ->required();
  command->add_option("--mode", options->mode, "Which results, as in SciPy")
      ->check(CLI::IsMember({"full", "same", "valid"}))
      ->capture_default_str();
  command->add_flag("--correlate", options->correlate,
                    "Correlate instead of convolving: the kernel is reversed and conjugated");
  command->add_option("--precision", options->precision, "Precision of the computation and of .npy files")
      ->check(CLI::IsMember({"f32", "f64"}))
      ->capture_default_str();
  command->add_option("--channel", request.channel, "Channel of the signal: a number from 1, mix or iq")
      ->capture_default_str();
  command->add_option("--kernel-channel", request.kernel_channel, "Channel of the kernel")->capture_default_str();
  command->add_option("--format", request.open.format, "Format of the signal, if its extension does not determine it")
      ->transform(signal_format());
  command->add_option("--kernel-format", request.kernel_open.format, "Format of the kernel")
      ->transform(signal_format());
  command->add_option("--columns", request.open.columns, columns_help);
  command->add_option("--kernel-columns", request.kernel_open.columns, "The same for the kernel");
  take_hertz(command->add_option("--rate", request.open.rate, "Sample rate of the signal; for files that have none"))
      ->check(within(1, 2147483647));
  command->add_option("--block", request.block, "Results computed at a time; 0: chosen for speed")
      ->check(whole(0, std::int64_t{1} << 26))
      ->capture_default_str();
  command->add_option("--device", request.device, device_help)->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
