// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio bench [TOKEN...]: Papilio and other libraries on the same data; bench/README.md says what is measured and
// how.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <papilio/device.hpp>
#include <papilio/error.hpp>

#include "bench/baseline.hpp"
#include "bench/counterparts.hpp"
#include "bench/installed.hpp"
#include "bench/problem_text.hpp"
#include "bench/report/data.hpp"
#include "bench/report/gpu_fft.hpp"
#include "bench/report/read_json.hpp"
#include "bench/report/text.hpp"
#include "bench/runners.hpp"
#include "bench/size_text.hpp"
#include "bench/suite.hpp"
#include "bench/traffic.hpp"
#include "tools/commands/bench_child.hpp"
#include "tools/commands/bench_output.hpp"
#include "tools/commands/bench_random.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/scale_command.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/progress.hpp"

namespace papilio::tool {
namespace {

using namespace bench;

struct BenchArguments {
  std::vector<std::string> tokens;
  std::vector<std::string> suites;
  BenchRandomOptions random;
  std::string device = "auto";
  std::optional<std::vector<std::string>> peers;
  std::string bytes;
  Settings settings;
  double min_milliseconds = 1e3 * Settings{}.min_seconds;
  bool no_check = false;
  bool no_plan_time = false;
  BenchOutputOptions output;
  MeasurementMode mode;  ///< of every problem, besides what its suite says
  bool energy = false;
  ScaleCommand over_devices;                  ///< in place of everything else, if it has devices
  std::function<void()> check_devices_alone;  ///< throws if other options are given with --devices
  std::vector<std::string> from;              ///< reports of earlier runs, in place of a run
  BenchChild child;
};

constexpr const char* bench_details =
    "Without a problem or a suite, a GPU runs powers-of-two, smooth and primes, a processor runs pocl.\n"
    "The batch of a problem without one is chosen so that its input has --bytes (512 MiB on a GPU, 16 MiB on a\n"
    "processor). By the device's clock, on data that are on the device; --sequential and --end-to-end measure by the\n"
    "host's clock. A library that is not installed is left out, and a note says why. The exit code is 10 if\n"
    "Papilio's result is wrong or missing for any problem, or if Papilio is slower than the baseline: by more\n"
    "than the tolerance and more than the interquartile ranges of both runs (the root of the sum of their\n"
    "squares).\n";

constexpr const char* command_line = "command-line";  // the suite of problems that belong to none

std::vector<Suite> problems_of(const BenchArguments& options, const Device& device,
                               const std::optional<RandomDraw>& draw) {
  const bool cpu = device.info().kind == DeviceKind::cpu;
  const std::int64_t bytes = parse_size(!options.bytes.empty() ? options.bytes : cpu ? "16MiB" : "512MiB");
  if (draw) return draw_suites(*draw, bytes, options.mode);
  std::vector<Suite> suites;
  if (!options.tokens.empty()) {
    Suite suite{command_line, "Problems of the command line", {}};
    for (const std::string& token : options.tokens) {
      for (Work& work : parse_problems(token, bytes))
        suite.problems.push_back(measured_in(std::move(work), options.mode));
    }
    suites.push_back(std::move(suite));
  }
  std::vector<std::string> names = options.suites;
  if (options.tokens.empty() && names.empty()) {
    names = cpu ? std::vector<std::string>{"pocl"} : std::vector<std::string>{"powers-of-two", "smooth", "primes"};
  }
  for (const std::string& name : names) suites.push_back(load_suite(name, bytes, options.mode));
  return suites;
}

std::size_t largest(const std::vector<Suite>& suites) {
  std::int64_t bytes = 0;
  for (const Suite& suite : suites) {
    for (const Work& problem : suite.problems) bytes = std::max(bytes, arena_bytes(problem));
  }
  return static_cast<std::size_t>(bytes);
}

std::size_t widest_label(const std::vector<Suite>& suites) {
  std::size_t width = 0;
  for (const Suite& suite : suites) {
    width = std::max(width, suite.name.size());  // above the means
    for (const Work& problem : suite.problems) width = std::max(width, label_of(problem).size());
  }
  return width;
}

std::int64_t count(const std::vector<Suite>& suites) {
  std::int64_t count = 0;
  for (const Suite& suite : suites) count += static_cast<std::int64_t>(suite.problems.size());
  return count;
}

void throw_if_unsound(const Report& report) {
  if (!report.papilio_is_sound()) {
    throw Error(ErrorCode::check_failed, "bench", "Papilio's result is wrong or missing for some problems",
                "see the reasons in the report");
  }
  if (const std::size_t slower = report.regressions(); slower > 0) {
    throw Error(ErrorCode::check_failed, "bench",
                fmt::format("{} of {} problems are slower than in the baseline '{}'", slower, report.rows.size(),
                            report.baseline->name),
                "see the list in the report");
  }
}

Error no_reference() {
  return Error::invalid_argument("--with-reference", "gpu-fft has published no figure for any of these problems",
                                 "ask for --suite gpu-fft");
}

bool any_problem(const std::vector<Suite>& suites, const std::function<bool(const Work&)>& has) {
  return std::any_of(suites.begin(), suites.end(), [&](const Suite& suite) {
    return std::any_of(suite.problems.begin(), suite.problems.end(), has);
  });
}

bool is_one_way(const Work& work) { return !work.mode().round_trip; }

/// Refuses options that make no sense for any problem, before the minutes that the run takes.
void require_sense(const BenchArguments& options, const std::vector<Suite>& suites) {
  if (options.random.problems > 0 && !(options.tokens.empty() && options.suites.empty())) {
    throw Error::invalid_argument("--random", "it draws the problems, and some are named",
                                  "leave out one or the other");
  }
  if (options.mode.sequential && !any_problem(suites, [](const Work& work) { return work.batch() > 1; })) {
    throw Error::invalid_argument("--sequential", "every problem is a single transform",
                                  "ask for batches: 4096*1,4,16");
  }
  if (options.peers && !options.peers->empty() && !any_problem(suites, is_one_way)) {
    const auto& names = *options.peers;
    if (std::none_of(names.begin(), names.end(), [](const auto& name) { return name.starts_with("papilio@"); })) {
      throw Error::invalid_argument("--peers with --round-trip", "other libraries are not measured on round trips",
                                    "leave out one of them");
    }
  }
  if (options.output.with_reference && !any_problem(suites, has_gpu_fft_figure)) throw no_reference();
}

void measure(const BenchArguments& options) {
  options.output.check(files::Paths(options.suites.begin(), options.suites.end()));
  const std::optional<RandomDraw> draw = options.random.draw();
  const Device device(options.device);
  const std::vector<Suite> suites = problems_of(options, device, draw);
  require_sense(options, suites);
  BenchOutputs outputs(options.output);
  const std::unique_ptr<DeviceArena> arena = make_device_arena(device);
  HostArena host;
  std::vector<std::string> usual;
  if (any_problem(suites, is_one_way)) usual = default_peers(device);  // other libraries are measured on nothing else
  if (any_problem(suites, std::mem_fn(&Work::is_nonuniform))) add_nonuniform_peers(device, usual);

  Report report;
  report.machine = describe_machine(device);
  report.settings = options.settings;
  report.random = draw;
  for (const Suite& suite : suites) report.titles[suite.name] = suite.title;
  if (!options.output.baseline.empty()) report.baseline = load_baseline(options.output.baseline, device.info().name);
  ProgressBar bar(count(suites));
  std::int64_t done = 0;
  std::string now;
  const bool calls = any_problem(suites, [](const Work& work) { return work.mode().sequential; });
  Runners runners(options.peers.value_or(usual), calls ? SingleCalls::yes : SingleCalls::no, {*arena, host});
  runners.set_up(options.settings,
                 [&](const std::string& what) { bar.update(done, fmt::format("{}: {}", now, what)); });
  report.notes = runners.notes();
  report.peers = runners.peers();
  if (options.energy) {
    try {
      std::shared_ptr<EnergyCounter> counter = make_energy_counter(device.info());
      report.energy = counter->source();
      runners.count_energy(std::move(counter));
    } catch (const Error& error) {
      report.notes.push_back(fmt::format("not available: {}", error.what()));
    }
  }
  runners.reserve(largest(suites));

  const TextReport text(report, options.output.style(), widest_label(suites));
  outputs.screen.write(text.opening(report));
  outputs.csv.write(csv_heading());
  for (const Suite& suite : suites) {
    for (const Work& problem : suite.problems) {
      now = problem.token();
      report.rows.push_back(runners.run(suite.name, problem));
      ++done;
      bar.clear();
      outputs.screen.write(text.line(report, report.rows.back()));
      outputs.csv.write(csv_lines(report, report.rows.back()));
    }
  }
  report.machine.load_after = load_average();
  outputs.screen.write(text.closing(report));
  if (options.output.with_reference) outputs.screen.write(beside_gpu_fft(report, options.output.style()));
  outputs.finish(options.output, {report});
  throw_if_unsound(report);
}

/// The reports of --from. Throws unless the options fit them.
std::vector<Report> earlier_reports(const BenchArguments& options) {
  if (!options.tokens.empty() || !options.suites.empty() || options.random.problems > 0 ||
      options.mode != MeasurementMode{} || options.energy) {
    throw Error::invalid_argument("--from", "nothing is measured, so there are no problems and no ways to measure them",
                                  "leave out one or the other");
  }
  options.output.check(files::Paths(options.from.begin(), options.from.end()));
  std::vector<Report> reports = read_reports(options.from);
  if (reports.size() > 1 && !(options.output.json.empty() && options.output.save_baseline.empty())) {
    throw Error::invalid_argument(options.output.json.empty() ? "--save-baseline" : "--json",
                                  "the files are of several devices, and it holds one alone",
                                  "name files of one device");
  }
  const auto has_figure = [](const Row& row) { return has_gpu_fft_figure(row.problem); };
  const auto has_figures = [&](const Report& report) { return std::ranges::any_of(report.rows, has_figure); };
  if (options.output.with_reference && std::ranges::none_of(reports, has_figures)) throw no_reference();
  return reports;
}

/// The reports of earlier runs in place of a run.
void show(const BenchArguments& options) {
  std::vector<Report> reports = earlier_reports(options);
  const std::vector<std::string> known = suite_names();
  BenchOutputs outputs(options.output);
  outputs.csv.write(csv_heading());
  for (Report& report : reports) {
    for (const std::string& name : report.suites()) {
      if (std::find(known.begin(), known.end(), name) != known.end()) report.titles[name] = load_suite(name, 1).title;
    }
    if (&report != &reports.front()) outputs.screen.write("\n");
    outputs.screen.write(whole_text(report, options.output.style()));
    if (options.output.with_reference) outputs.screen.write(beside_gpu_fft(report, options.output.style()));
    for (const Row& row : report.rows) outputs.csv.write(csv_lines(report, row));
  }
  outputs.finish(options.output, reports);
}

void run(BenchArguments& options) {
  if (run_child(options.child, options.device)) return;
  if (!options.from.empty()) {
    show(options);
    return;
  }
  if (!options.over_devices.devices.empty()) {
    options.check_devices_alone();
    options.over_devices.tokens = options.tokens;
    options.over_devices.json = options.output.json;
    run_scale(options.over_devices);
    return;
  }
  options.settings.min_seconds = 1e-3 * options.min_milliseconds;
  options.settings.check = !options.no_check;
  if (options.no_plan_time) options.settings.plan_runs = 0;
  if (options.energy) options.settings.energy_seconds = 0.5;
  measure(options);
}

std::string help_of_suites() {
  const std::vector<std::string> names = suite_names();
  if (names.empty()) return "Problems from a file";  // none came with the command
  return fmt::format("Problems from a file, or the suite of this name: {}", fmt::join(names, ", "));
}

void add_measuring_options(CLI::App& command, BenchArguments& options) {
  constexpr double hour = 3.6e6;
  command.add_option("--bytes", options.bytes, "Size of the input of problems without a batch: 512MiB, 64KiB …");
  command.add_option("--min-time", options.min_milliseconds, "Milliseconds that each sample lasts at least")
      ->check(within(0, hour))
      ->capture_default_str();
  command.add_option("--repetitions", options.settings.repetitions, "Samples of each library on each problem")
      ->check(whole(1, max_repetitions))
      ->capture_default_str();
  CLI::Option* const plan_runs = command
                                     .add_option("--plan-runs", options.settings.plan_runs,
                                                 "Processes in which the plan time of a problem is measured")
                                     ->check(whole(1, max_repetitions))
                                     ->capture_default_str();
  command.add_flag("--no-check", options.no_check, "Do not compare results with FFTW's");
  command.add_flag("--no-plan-time", options.no_plan_time, "Do not measure plan times")->excludes(plan_runs);
}

void add_modes(CLI::App& command, MeasurementMode& mode) {
  command.add_flag("--sequential", mode.sequential,
                   "Measure each batch against as many single calls as well, both by the host's clock");
  command.add_flag("--round-trip", mode.round_trip, "Measure the transform and its inverse, one after the other");
  command.add_flag("--end-to-end", mode.end_to_end, "Measure from host memory to host memory, by the host's clock");
}

void add_output_options(CLI::App& command, BenchArguments& options) {
  BenchOutputOptions& output = options.output;
  command.add_option("--json", output.json, "Write one JSON object to this file; - is stdout, in place of the text");
  command.add_option("--csv", output.csv, "Write a line for each library and problem to this file; - is stdout");
  command.add_option("--save-baseline", output.save_baseline, "Keep the results under this name, or in this file");
  CLI::Option* const baseline =
      command.add_option("--baseline", output.baseline, "Compare with the results kept under this name");
  command
      .add_option("--tolerance", options.settings.tolerance,
                  "Smallest relative increase of a time over the baseline that counts as slower")
      ->check(within(0, 1e6))
      ->needs(baseline)
      ->capture_default_str();
  command.add_option("--charts", output.charts, "Draw the results into this folder: index.html, and SVG files");
  CLI::Option* const archive = command.add_option(
      "--archive", output.archive, "Keep the report in this folder: dated Markdown and JSON, and latest.md");
  command.add_flag("--markdown", output.markdown, "Print Markdown");
  command.add_flag("--with-reference", output.with_reference,
                   "Print the figures that gpu-fft has published beside those here; see --suite gpu-fft");
  command
      .add_option(
          "--from", options.from,
          "Measure nothing: show the results in these files, which --json wrote; of several devices in one chart")
      ->allow_extra_args(false)
      ->excludes(archive);
}

/// One transform over several devices, which few of the other options are about.
void add_devices_options(CLI::App& command, BenchArguments& options) {
  std::vector<const CLI::Option*> others;
  for (CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (name != "TOKEN" && name != "--help" && name != "--json") others.push_back(option);
  }
  CLI::Option* const devices = add_devices_option(command, options.over_devices);
  devices->description("Transforms over these devices at once, as papilio scale takes them: cuda:0,cuda:1");
  devices->needs("TOKEN");
  // Not by excludes(), which --help would repeat at each of them.
  options.check_devices_alone = [others] {
    for (const CLI::Option* option : others) {
      if (option->count() == 0) continue;
      throw Error::invalid_argument(option->get_name() + " with --devices", "it is about one device",
                                    "leave out one of them");
    }
  };
  for (CLI::Option* option : add_scale_options(command, options.over_devices)) option->needs(devices);
}

}  // namespace

void add_bench(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("bench", "Benchmark transforms and convolutions against other libraries");
  command->footer(bench_details);
  const auto options = std::make_shared<BenchArguments>();
  command->add_option(
      "TOKEN", options->tokens,
      "Problems, e.g. c2c:f32:4096, or lengths: 1000, 2^20; also lists and ranges, as check takes them");
  command->add_option("--suite", options->suites, help_of_suites())->delimiter(',')->allow_extra_args(false);
  add_random_options(*command, options->random);
  command->add_option("--device", options->device, device_help)->capture_default_str();
  command
      ->add_option_function<std::vector<std::string>>(
          "--peers",
          [options](const std::vector<std::string>& names) {
            options->peers.emplace();
            for (const std::string& name : names) {
              if (name != "none") options->peers->push_back(name);
            }
          },
          fmt::format("none, or some of: {}", peer_names))
      ->delimiter(',')
      ->allow_extra_args(false);
  add_measuring_options(*command, *options);
  command->add_flag("--energy", options->energy,
                    "Measure energy too (NVML, RAPL); adds half a second to each measurement");
  add_modes(*command, options->mode);
  add_output_options(*command, *options);
  add_devices_options(*command, *options);
  add_child_options(*command, options->child);
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
