// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio pack TOKEN…: the compiled kernels of problems in one file, for containers and clusters.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <papilio/convolution.hpp>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <papilio/ragged.hpp>
#include <random>
#include <string>
#include <system_error>
#include <vector>

#include "api/access.hpp"
#include "api/kernel_pack.hpp"
#include "api/measure/wisdom.hpp"
#include "api/run/compilation_watch.hpp"
#include "core/presentable.hpp"
#include "files/output_file.hpp"
#include "runtime/environment.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/planned.hpp"
#include "tools/doctor/system.hpp"
#include "tools/progress.hpp"
#include "verify/check/check_problem.hpp"

namespace papilio::tool {
namespace {

namespace fs = std::filesystem;

struct PackArguments {
  std::vector<std::string> tokens;
  std::string output;
  PlanTarget target;
};

/// Makes a folder for temporary files, of this user alone.
fs::path make_folder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  const char* const variable = runtime::environment_variable("TMPDIR");
  const auto fail = [&](const fs::path& folder) {
    throw Error::io("pack",
                    fmt::format("no folder for temporary files: {}: {}", presentable(folder.string()), error.message()),
                    "set TMPDIR to a folder that can be written to");
  };
  if (error) fail(variable != nullptr ? fs::path(variable) : parent);
  fs::path folder = parent / fmt::format("papilio-pack-{:08x}", std::random_device()());
  if (!fs::create_directory(folder, error)) {
    if (!error) error = std::make_error_code(std::errc::file_exists);
    fail(folder);
  }
  fs::permissions(folder, fs::perms::owner_all);
  return folder;
}

/// Empty caches for the time of the command, so that they have these problems' kernels and nothing else. Devices must
/// be opened afterwards: PoCL reads its variable once.
class EmptyCaches {
 public:
  EmptyCaches() : folder_(make_folder()) {
    api::on_slow_compilation(nullptr);  // it would say that this folder keeps the kernels
    fs::create_directory(folder_ / "pocl");
    set_environment("PAPILIO_CACHE_DIR", (folder_ / "papilio").string());
    set_environment("POCL_CACHE_DIR", (folder_ / "pocl").string());
    for (const char* variable : {"PAPILIO_CACHE", "PAPILIO_CACHE_READONLY", "PAPILIO_KERNEL_PACK"})
      set_environment(variable, "");
    set_environment("PAPILIO_CACHE_LIMIT", std::to_string(std::numeric_limits<std::int64_t>::max()));  // all stay
    set_environment("POCL_KERNEL_CACHE", "1");
  }
  ~EmptyCaches() {
    std::error_code error;
    fs::remove_all(folder_, error);
  }
  EmptyCaches(const EmptyCaches&) = delete;
  EmptyCaches& operator=(const EmptyCaches&) = delete;

 private:
  fs::path folder_;
};

/// Throws the error of a token that does not parse, or whose kernels cannot be planned without a device.
void require_problem(const std::string& token, const PlanTarget& target) {
  const verify::CheckProblem problem = verify::parse_any(token);
  const bool planned = std::holds_alternative<Problem>(problem) || std::holds_alternative<ConvolutionProblem>(problem);
  if (!target.preset || planned) return;
  throw Error::unsupported("problem " + token, "--caps packs neither non-uniform transforms nor ragged batches",
                           "leave --caps out where the device is, and pack it there");
}

/// Compiles what plans of this token need, those of one-line functions too. Adds the wisdom that they follow.
void compile(const Device& device, const std::string& token, std::vector<plan::TunedPlan>& wisdom) {
  const verify::CheckProblem any = verify::parse_any(token);
  if (const auto* const convolution = std::get_if<ConvolutionProblem>(&any))
    return (void)Convolution(device, *convolution);
  if (const auto* const ragged = std::get_if<RaggedProblem>(&any)) return (void)RaggedPlan(device, *ragged);
  if (const auto* const nufft = std::get_if<verify::PlacedNufft>(&any))
    return (void)verify::nufft_at(device, *nufft, verify::placed_points(*nufft, 1));
  const Problem& problem = std::get<Problem>(any);
  for (const Programs programs : {Programs::specialised, Programs::general}) (void)Plan(device, problem, programs);
  const auto line = api::Wisdom::of_process().find(wisdom_identity(device), problem.normalised().token());
  if (line) wisdom.push_back(*line);
}

template <typename Compile>
void for_each_token(const PackArguments& options, const Compile& compile) {
  ProgressBar bar(static_cast<std::int64_t>(options.tokens.size()));
  for (std::size_t i = 0; i < options.tokens.size(); ++i) {
    bar.update(static_cast<std::int64_t>(i), options.tokens[i]);
    compile(options.tokens[i]);
  }
  bar.clear();
}

struct Packed {
  std::string bytes;
  std::string device;
};

Packed pack_for_device(const PackArguments& options) {
  const Device device(options.target.device);
  warn_of_wisdom();
  std::vector<plan::TunedPlan> wisdom;
  for_each_token(options, [&](const std::string& token) { compile(device, token, wisdom); });
  return {api::kernel_pack(device, wisdom), device.info().id};
}

/// The device need not be here: no driver is asked.
Packed pack_for_preset(const PackArguments& options) {
  const DeviceCaps caps = caps_preset(*options.target.preset);
  for_each_token(options,
                 [&](const std::string& token) { api::store_shipped(caps, make_planned(token, options.target).tree); });
  return {api::shipped_pack(caps), fmt::format("every sm_{}", caps.architecture)};
}

void run(const PackArguments& options) {
  for (const std::string& token : options.tokens)
    require_problem(token, options.target);  // before minutes of compiling
  files::OutputFile file(options.output);
  const EmptyCaches caches;
  const Packed packed = options.target.preset ? pack_for_preset(options) : pack_for_device(options);
  file.write(packed.bytes);
  file.commit();
  fmt::print("written   {}: kernels of {} {} for {}, {} bytes\n", presentable(options.output), options.tokens.size(),
             options.tokens.size() == 1 ? "problem" : "problems", packed.device, packed.bytes.size());
}

}  // namespace

void add_pack(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("pack", "Write the compiled kernels of problems into one file");
  const auto options = std::make_shared<PackArguments>();
  command->add_option("TOKEN", options->tokens, "Problems, e.g. c2c:f32:4096*512 or conv:f32:4096*512:kernel=129")
      ->required();
  command->add_option("-o,--output", options->output, "File to write, such as kernels.pack")->required();
  CLI::Option* const device =
      command->add_option("--device", options->target.device, device_help)->capture_default_str();
  command
      ->add_option("--caps", options->target.preset,
                   "Pack for this kind of NVIDIA GPU, which need not be present: h200. Needs NVIDIA's ptxas; not for "
                   "non-uniform transforms and ragged batches")
      ->excludes(device);
  command->footer(
      "Programs find the kernels with PAPILIO_KERNEL_PACK=FILE, after their own cache. The file serves this version\n"
      "of Papilio, this device and this driver; with --caps every GPU of that architecture and every driver that is "
      "as\n"
      "new as ptxas. Others leave it alone. It also has the wisdom of the problems, and the program that small\n"
      "transforms of one-line functions share, if one of the problems is small and the device is here.\n");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
