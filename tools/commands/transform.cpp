// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio transform TOKEN: the transforms of a file's samples into another file.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "bench/size_text.hpp"
#include "core/presentable.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/strict.hpp"
#include "tools/progress.hpp"
#include "tools/transform/out_of_core.hpp"
#include "tools/tune/interruption.hpp"

namespace papilio::tool {
namespace {

struct TransformArguments {
  TransformRequest request;
  bool pad = false;
  bool out_of_core = false;
  bool restart = false;
  std::string memory = "1GiB";
  bool json = false;
};

void print_text(const TransformReport& report, const TransformRequest& request) {
  fmt::print("problem   {}: {} elements{}\n", report.problem.token(), report.elements,
             report.padded > 0 ? fmt::format(" and {} zeros", report.padded) : "");
  if (report.pieces > 1) fmt::print("pieces    {} of {} transforms\n", report.pieces, report.piece_batch);
  for (const SweepReport& sweep : report.sweeps) fmt::print("sweep     {} blocks of {}\n", sweep.blocks, sweep.token);
  if (report.resumed) fmt::print("resumed   what an earlier process has done was kept\n");
  for (const std::string& note : report.notes) fmt::print("note      {}\n", presentable(note));
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
  nlohmann::ordered_json sweeps = nlohmann::ordered_json::array();
  for (const SweepReport& sweep : report.sweeps) sweeps.push_back({{"token", sweep.token}, {"blocks", sweep.blocks}});
  const nlohmann::ordered_json root = {
      {"token", report.problem.token()},
      {"in", request.in.string()},
      {"out", request.out.string()},
      {"elements", report.elements},
      {"padded", report.padded},
      {"batch", report.problem.batch},
      {"pieces", report.pieces},
      {"piece_batch", report.piece_batch},
      {"sweeps", sweeps},
      {"resumed", report.resumed},
      {"device", {{"id", report.device.id}, {"name", report.device.name}, {"platform", report.device.platform}}},
      {"seconds",
       {{"set_up", s.set_up},
        {"read", s.read},
        {"upload", s.upload},
        {"kernels", s.kernels},
        {"download", s.download},
        {"write", s.write},
        {"total", s.total}}},
      {"notes", report.notes}};
  // A file name need not be UTF-8; JSON must be.
  fmt::print("{}\n", json_text(root));
}

void run(TransformArguments& options) {
  TransformRequest& request = options.request;
  request.padding = options.pad ? PieceEnd::zeros : PieceEnd::none;
  if (options.out_of_core) {
    request.out_of_core = OutOfCore{
        bench::parse_size(options.memory),
        options.restart ? OutOfCore::Begin::anew : OutOfCore::Begin::where_it_was_left,
        Interruption::happened,
    };
  }
  std::optional<ProgressBar> bar;
  const auto progress = [&](std::int64_t done, std::int64_t total) {
    if (!bar) bar.emplace(total);
    bar->update(done);
  };
  // Without sweeps a signal must end the command at once: the unfinished file is removed, and nothing else is kept.
  std::optional<Interruption> interruption;
  if (request.out_of_core) interruption.emplace();
  const TransformReport report =
      request.out_of_core ? transform_out_of_core(request, progress) : transform_file(request, progress);
  bar.reset();
  if (report.stopped) {
    fmt::print(stderr, "papilio transform: stopped; the same command goes on from here\n");
    Interruption::hand_on();
  }
  options.json ? print_json(report, request) : print_text(report, request);
}

}  // namespace

void add_transform(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("transform", "Transform a file of samples");
  const auto options = std::make_shared<TransformArguments>();
  TransformRequest& request = options->request;
  command
      ->add_option("TOKEN", request.token,
                   "The problem, e.g. c2c:f32:1024 or r2c:f64:64x100:axes=0,1; without *BATCH the length of the file "
                   "determines the batch. Samples are converted to the token's precision")
      ->required();
  command
      ->add_option(
          "--in", request.in,
          ".npy (real or complex, any shape), raw complex .cf32 .cf64 .cs16 .cs8 .cu8, or raw real .f32 .f64 .i16 .i8")
      ->required();
  command
      ->add_option("-o,--output", request.out,
                   ".npy, float or complex, of the shape that NumPy's fftn, rfftn or irfftn gives; .cf32 or .cf64")
      ->required();
  command->add_flag("--pad", options->pad,
                    "Pad the last transform with zeros; without this option, samples left over are an error");
  command->add_option("--device", request.device, device_help)->capture_default_str();
  CLI::Option* const piece =
      command->add_option("--piece", request.piece_points, "Points processed at a time, but at least one transform")
          ->check(whole(1, std::int64_t{1} << 40))
          ->capture_default_str();
  CLI::Option* const out_of_core =
      command
          ->add_flag("--out-of-core", options->out_of_core,
                     "Transform arrays larger than memory in several sweeps over files beside the result; the same "
                     "command continues after an earlier one was stopped")
          ->excludes(piece);
  command->add_option("--memory", options->memory, "With --out-of-core: memory to use, of host and device together")
      ->needs(out_of_core)
      ->capture_default_str();
  command
      ->add_flag("--restart", options->restart, "With --out-of-core: begin again, whatever an earlier process has done")
      ->needs(out_of_core);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
