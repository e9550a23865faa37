// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio source TOKEN: the kernels of a problem as the device's compiler gets them, or a program that runs them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <papilio/error.hpp>

#include "api/access.hpp"
#include "api/function.hpp"
#include "api/run/kernels.hpp"
#include "core/dialect.hpp"
#include "core/storage.hpp"
#include "emit/emit.hpp"
#include "plan/convolution.hpp"
#include "plan/plan.hpp"
#include "tools/c_source/module.hpp"
#include "tools/c_source/program.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/planned.hpp"
#include "tools/commands/source_function.hpp"
#include "verify/check/check_problem.hpp"

namespace papilio::tool {
namespace {

struct SourceArguments {
  std::string token;
  PlanTarget target;
  bool device_given = false;
  std::optional<std::string> dialect;
  bool json = false;
  bool program = false;
  bool function = false;
};

struct PrintedKernel {
  std::string name;
  std::string key;
  int threads = 1;
  std::vector<std::size_t> passes;  ///< from 1
  std::string text;
};

/// Each kernel once, in the order of the passes. A fused two-pass launch is one kernel.
std::vector<PrintedKernel> texts_of(const plan::PlanNode& tree, Dialect dialect, const emit::Target& target) {
  std::vector<PrintedKernel> texts;
  std::size_t number = 0;
  for (const plan::PassLaunch& launch : tree.launches()) {
    const Kernel kernel = launch.kernel();
    const std::string key = key_of(kernel);
    auto known = std::ranges::find(texts, key, &PrintedKernel::key);
    if (known == texts.end()) {
      Source source = api::source_of(kernel, dialect, target);
      texts.push_back({name_of(kernel), key, launch.pass->kernel.shape.threads, {}, std::move(source.bytes)});
      known = std::prev(texts.end());
    }
    known->passes.push_back(++number);
    if (launch.second != nullptr) known->passes.push_back(++number);
  }
  return texts;
}

void print_text(const Planned& planned, const std::vector<PrintedKernel>& texts) {
  fmt::print("// {} on {}\n", planned.token, planned.device);
  for (const PrintedKernel& text : texts) {
    fmt::print("\n// pass {} of {}: {}\n{}", fmt::join(text.passes, ", "), planned.tree.passes().size(), text.key,
               text.text);
  }
}

void print_json(const Planned& planned, const std::vector<PrintedKernel>& texts, Dialect dialect) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const PrintedKernel& text : texts) {
    kernels.push_back({{"name", text.name},
                       {"key", text.key},
                       {"passes", text.passes},
                       {"threads", text.threads},
                       {"text", text.text}});
  }
  const nlohmann::ordered_json root = {
      {"token", planned.token}, {"device", planned.device}, {"dialect", to_string(dialect)}, {"kernels", kernels}};
  fmt::print("{}\n", json_text(root));
}

bool is_nvidias(Dialect dialect) { return dialect == Dialect::cuda || dialect == Dialect::ptx; }

/// Throws Error(unsupported) where the plan's kernels are no text of the dialect.
void require_text(const Planned& planned, Dialect dialect) {
  if (encoding_of(dialect) == Encoding::binary) {
    throw Error::unsupported(fmt::format("printing {}", to_string(dialect)), "it is binary",
                             "ask for another --dialect");
  }
  const bool clusters = std::ranges::any_of(
      planned.tree.passes(), [](const plan::Pass* pass) { return pass->fused || pass->kernel.shape.cluster > 1; });
  if (clusters && !is_nvidias(dialect)) {
    throw Error::unsupported(fmt::format("{} for {}", to_string(dialect), planned.device),
                             "the plan has clusters or fused two-pass launches, which the dialect cannot express",
                             "ask for --dialect cuda or ptx, or plan for --caps gpu or webgpu");
  }
}

/// A language may be asked for whatever the device is: CUDA's for NVIDIA's GPUs, else OpenCL C. WGSL's limits are
/// WebGPU's.
void run_function(const SourceArguments& options) {
  const Problem problem = Problem::parse(options.token);
  const PlanTarget& target = options.target;
  const bool web = options.dialect == "wgsl";
  const bool preset = target.preset || !options.device_given || web;
  const DeviceCaps caps =
      preset ? caps_preset(target.preset.value_or(web ? "webgpu" : "gpu")) : api::unwrap(Device(target.device)).caps();
  const std::string_view usual = caps.architecture != 0 ? "cuda" : "opencl";
  const FunctionLanguage language = parse_function_language(options.dialect ? *options.dialect : usual);
  print_function(api::function_for(problem, caps, language, {target.shapes}), options.json);
}

std::string convolution_module(const Planned& planned) {
  const ConvolutionProblem problem = ConvolutionProblem::parse(planned.token).normalised();
  const plan::ConvolutionPlan plan = plan::plan_convolution(problem, planned.caps);
  const plan::PlanNode spectra = plan::make_plan(plan.kernel, planned.caps);
  return module_text(ConvolutionRequest{problem, plan, spectra, planned.caps, planned.device});
}

void run(const SourceArguments& options) {
  if (options.function) return run_function(options);
  const bool convolves = verify::is_convolution(options.token);
  if (options.program && convolves && options.dialect != "wgsl") {
    throw Error::unsupported("a program of " + options.token, "programs in C are of transforms",
                             "leave out --program, give --dialect wgsl, or give a transform: c2c:f32:4096");
  }
  std::optional<Dialect> wanted;
  if (options.dialect) wanted = parse_dialect(*options.dialect);
  const bool of_gpus = wanted && *wanted != Dialect::opencl;
  PlanTarget target = options.target;
  if (of_gpus && !target.preset && !options.device_given)  // "auto" may well be a processor
    target.preset = *wanted == Dialect::wgsl ? "webgpu" : "gpu";
  const Planned planned = make_planned(options.token, target);
  if (of_gpus && planned.caps.device_class == DeviceClass::cpu) {
    throw Error::unsupported(
        fmt::format("{} for {}", to_string(*wanted), planned.device),
        fmt::format("kernels for CPUs use vectors that {} lacks", *wanted == Dialect::wgsl ? "WGSL" : "CUDA"),
        "plan for a GPU: --caps gpu, h200 or webgpu");
  }
  const Dialect dialect = wanted.value_or(planned.dialect);
  require_text(planned, dialect);
  const std::vector<const plan::Pass*> passes = planned.tree.passes();
  if (dialect == Dialect::wgsl && !passes.empty() && is_pair(passes.front()->kernel.precision)) {
    throw Error::unsupported(options.token + " in WGSL", "compilers of browsers may contract and reassociate sums",
                             "give a problem in f32, or another --dialect");
  }
  if (options.program && convolves) return fmt::print("{}", convolution_module(planned));
  if (options.program) {
    const Problem problem = Problem::parse(planned.token).normalised();
    if (is_pair(problem.precision))
      throw Error::unsupported(options.token + " with --program", "programs of pairs are not written yet", "use f64");
    const ProgramRequest request{problem, planned.tree, planned.caps, dialect, planned.device};
    return fmt::print("{}", dialect == Dialect::wgsl ? module_text(request) : program_text(request));
  }
  const std::vector<PrintedKernel> texts = texts_of(planned.tree, dialect, emit::Target(planned.caps));
  options.json ? print_json(planned, texts, dialect) : print_text(planned, texts);
}

}  // namespace

void add_source(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("source", "Print the kernels of a problem");
  const auto options = std::make_shared<SourceArguments>();
  command->add_option("TOKEN", options->token, "The problem, e.g. c2c:f32:4096*512 or conv:f32:4096*512:kernel=129")
      ->required();
  command->add_option(
      "--dialect", options->dialect,
      "opencl, cuda (C++), ptx or wgsl (default: the device's, which is cuda for NVIDIA's GPUs). Without "
      "--device and --caps, cuda and ptx are planned for --caps gpu, wgsl for --caps webgpu");
  add_target_options(*command, options->target);
  CLI::Option* const json = command->add_flag("--json", options->json, "Print one JSON object");
  command
      ->add_flag("--program", options->program,
                 "Print one program in C with kernels, tables, launches and a check of its results: OpenCL (cc), CUDA "
                 "(nvcc), or PTX and CUDA's driver API (cc); with --dialect wgsl an ES module for WebGPU")
      ->excludes(json);
  command
      ->add_flag("--device-function", options->function,
                 "Print a function for kernels of your own, which transforms the numbers in the registers of one "
                 "work-group: --dialect opencl, cuda, glsl or wgsl. --json adds which element each register holds. "
                 "Without --device and --caps it is made for --caps gpu, in wgsl for --caps webgpu")
      ->excludes("--program")
      ->excludes("--general");
  command->callback([options, command] {
    options->device_given = command->count("--device") > 0;
    run(*options);
  });
}

}  // namespace papilio::tool
