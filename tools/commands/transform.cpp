// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio transform TOKEN: the transforms of a file's samples into another file.
#include "tools/transform/transform.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/presentable.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/strict.hpp"
#include "tools/progress.hpp"

namespace papilio::tool {
namespace {

struct CommandOptions {
  TransformRequest request;
  bool pad = false;
  bool json = false;
};

void print_text(const TransformReport& report, const TransformRequest& request) {
  fmt::print("problem   {}: {} elements{}\n", report.problem.token(), report.elements,
             report.padded > 0 ? fmt::format(" and {} zeros", report.padded) : "");
  if (report.pieces > 1) fmt::print("pieces    {} of {} transforms\n", report.pieces, report.piece_batch);
  fmt::print("device    {}  {} ({})\n", report.device.id, report.device.name, report.device.platform);
  const TransformTimes& s = report.seconds;
  fmt::print(
      "times     set-up {:.6f} s, read {:.6f} s, upload {:.6f} s, kernels {:.6f} s, download {:.6f} s, write {:.6f} s; "
      "in all {:.6f} s\n",
      s.set_up, s.read, s.upload, s.kernels, s.download, s.write, s.total);
  fmt::print("written   {}\n", presentable(request.out.string()));
}

void print_json(const TransformReport& report, const TransformRequest& request) {
  const TransformTimes& s = report.seconds;
  const nlohmann::ordered_json root = {
      {"token", report.problem.token()},
      {"in", request.in.string()},
      {"out", request.out.string()},
      {"elements", report.elements},
      {"padded", report.padded},
      {"batch", report.problem.batch},
      {"pieces", report.pieces},
      {"piece_batch", report.piece_batch},
      {"device", {{"id", report.device.id}, {"name", report.device.name}, {"platform", report.device.platform}}},
      {"seconds",
       {{"set_up", s.set_up},
        {"read", s.read},
        {"upload", s.upload},
        {"kernels", s.kernels},
        {"download", s.download},
        {"write", s.write},
        {"total", s.total}}}};
  // A file name need not be UTF-8; JSON must be.
  fmt::print("{}\n", root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void run(CommandOptions& options) {
  TransformRequest& request = options.request;
  request.padding = options.pad ? Padding::zeros : Padding::none;
  std::optional<ProgressBar> bar(std::in_place, std::nullopt);
  const TransformReport report = transform_file(request, [&](std::int64_t elements) { bar->update(elements); });
  bar.reset();
  options.json ? print_json(report, request) : print_text(report, request);
}

}  // namespace

void add_transform(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("transform", "Transform a file of samples");
  const auto options = std::make_shared<CommandOptions>();
  TransformRequest& request = options->request;
  command
      ->add_option("TOKEN", request.token,
                   "The problem, e.g. c2c:f32:1024 or r2c:f64:64x100:axes=0,1; without *BATCH the length of the file "
                   "determines the batch. Samples are converted to the token's precision")
      ->required();
  command->add_option("--in", request.in, ".npy (real or complex, any shape), or raw complex .cf32 .cf64 .cs16 .cu8")
      ->required();
  command
      ->add_option("--out", request.out,
                   ".npy, float or complex, of the shape that NumPy's fftn, rfftn or irfftn gives; .cf32 or .cf64")
      ->required();
  command->add_flag("--pad", options->pad,
                    "Pad the last transform with zeros; without this option, samples left over are an error");
  command->add_option("--device", request.device, device_help)->capture_default_str();
  command->add_option("--piece", request.piece_points, "Points processed at a time, but at least one transform")
      ->check(whole(1, std::int64_t{1} << 40))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
