// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio bench [TOKEN...]: Papilio and other libraries on the same data; bench/README.md says what is measured and
// how.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <papilio/device.hpp>
#include <papilio/error.hpp>

#include "bench/baseline.hpp"
#include "bench/charts/page.hpp"
#include "bench/installed.hpp"
#include "bench/problem_text.hpp"
#include "bench/report/data.hpp"
#include "bench/report/read_json.hpp"
#include "bench/report/text.hpp"
#include "bench/runner.hpp"
#include "bench/size_text.hpp"
#include "bench/suite.hpp"
#include "bench/traffic.hpp"
#include "files/identity.hpp"
#include "files/output_file.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/within.hpp"
#include "tools/progress.hpp"

namespace papilio::tool {
namespace {

using namespace bench;

struct CommandOptions {
  std::vector<std::string> tokens;
  std::vector<std::string> suites;
  std::string device = "auto";
  std::optional<std::vector<std::string>> peers;
  std::string bytes;
  Settings settings;
  double min_milliseconds = 1e3 * Settings{}.min_seconds;
  bool no_check = false;
  bool no_plan_time = false;
  std::string json;
  std::string csv;
  std::string charts;
  std::string baseline;
  std::string save_baseline;
  bool energy = false;
  bool markdown = false;
  std::vector<std::string> from;  ///< reports of earlier runs, in place of a run
  /// Set in the child processes that measure plan times, where all other options but the device are ignored.
  std::string plan_time_of;
};

constexpr const char* details =
    "Without a problem or a suite, a GPU runs powers-of-two, smooth and primes, a processor runs pocl.\n"
    "The batch of a problem without one is chosen so that its input has --bytes (512 MiB on a GPU, 16 MiB on a\n"
    "processor). A library that is not installed is left out, and a note says why. The exit code is 10 if\n"
    "Papilio's result is wrong or missing for any problem, or if Papilio is slower than the baseline: by more\n"
    "than the tolerance and more than the interquartile ranges of both runs (the root of the sum of their\n"
    "squares).\n";

constexpr const char* command_line = "command-line";  // the suite of problems that belong to none

std::vector<Suite> problems_of(const CommandOptions& options, const Device& device) {
  const bool cpu = device.info().kind == DeviceKind::cpu;
  const std::int64_t bytes = parse_size(!options.bytes.empty() ? options.bytes : cpu ? "16MiB" : "512MiB");
  std::vector<Suite> suites;
  if (!options.tokens.empty()) {
    Suite suite{command_line, "Problems of the command line", {}};
    for (const std::string& token : options.tokens) {
      for (Work& work : parse_problems(token, bytes)) suite.problems.push_back(std::move(work));
    }
    suites.push_back(std::move(suite));
  }
  std::vector<std::string> names = options.suites;
  if (options.tokens.empty() && names.empty()) {
    names = cpu ? std::vector<std::string>{"pocl"} : std::vector<std::string>{"powers-of-two", "smooth", "primes"};
  }
  for (const std::string& name : names) suites.push_back(load_suite(name, bytes));
  return suites;
}

/// Where results go: a file, standard output for "-", in place of the text, or nowhere.
class Output {
 public:
  explicit Output(const std::string& path) : is_stdout_(path == "-") {
    if (!path.empty() && !is_stdout_) file_.emplace(path);  // before the minutes that the run takes
  }
  [[nodiscard]] bool is_stdout() const { return is_stdout_; }

  /// Flushes, so that the output can be watched. A file gets its name only in commit().
  void write(const std::string& text) {
    if (is_stdout_) {
      fmt::print("{}", text);
      std::fflush(stdout);
    } else if (file_) {
      file_->write(text);
      file_->flush();
    }
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  bool is_stdout_;
  std::optional<files::OutputFile> file_;
};

/// The available peers; what is missing goes to the notes.
std::vector<OpenPeer> available(std::vector<OpenPeer> peers, std::vector<std::string>& notes) {
  std::vector<OpenPeer> found;
  for (OpenPeer& one : peers) {
    if (one.peer) {
      found.push_back(std::move(one));
    } else {
      notes.push_back(fmt::format("not available: {}", one.why_not));
    }
  }
  return found;
}

std::size_t largest(const std::vector<Suite>& suites) {
  std::int64_t bytes = 0;
  for (const Suite& suite : suites) {
    for (const Work& problem : suite.problems) {
      bytes = std::max(bytes, arena_bytes(problem));
    }
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

/// No text is printed if CSV or JSON goes to standard output.
void require_one_output(const CommandOptions& options) {
  const bool json = options.json == "-";
  const bool csv = options.csv == "-";
  if (json && csv) {
    throw Error::invalid_argument("--json - and --csv -", "both would go to standard output",
                                  "name a file for one of them");
  }
  if ((json || csv) && options.markdown) {
    throw Error::invalid_argument(json ? "--markdown and --json -" : "--markdown and --csv -",
                                  "the data take the text's place on standard output", "name a file for the data");
  }
}

/// Outputs must differ from each other and from files that are read, except that the baseline may be replaced, because
/// it has been read by then.
void require_own_files(const CommandOptions& options) {
  const auto file = [](const std::string& path) { return path == "-" ? std::string() : path; };
  const auto of_baseline = [](const std::string& name) { return name.empty() ? name : baseline_file(name); };
  files::Paths inputs(options.suites.begin(), options.suites.end());
  const std::string saved = of_baseline(options.save_baseline);
  files::require_distinct(inputs, {file(options.json), file(options.csv), saved});
  files::require_distinct({of_baseline(options.baseline)}, {file(options.json), file(options.csv)});
}

/// Every file that results go to, opened before the minutes that the run takes.
struct Outputs {
  explicit Outputs(const CommandOptions& options)
      : json(options.json), csv(options.csv), screen(json.is_stdout() || csv.is_stdout() ? "" : "-") {
    if (!options.charts.empty()) make_chart_folder(options.charts);
    if (!options.save_baseline.empty()) baseline = open_baseline(options.save_baseline);
  }

  void finish(const CommandOptions& options, const Report& report) {
    csv.commit();
    const nlohmann::ordered_json data = to_json(report);
    json.write(data.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    json.commit();
    if (!options.charts.empty()) screen.write(fmt::format("\ncharts: {}\n", write_charts(report, options.charts)));
    if (!baseline) return;
    const std::string name = baseline->path().string();
    save_baseline(std::move(*baseline), data);
    screen.write(fmt::format("\nsaved as {}\n", name));
  }

  Output json;
  Output csv;
  Output screen;
  std::optional<files::OutputFile> baseline;
};

void measure(const CommandOptions& options) {
  require_one_output(options);
  require_own_files(options);
  Outputs outputs(options);
  const Device device(options.device);
  const std::vector<Suite> suites = problems_of(options, device);
  const std::unique_ptr<DeviceArena> arena = make_device_arena(device);
  HostArena host;
  const std::vector<std::string> names = options.peers ? *options.peers : default_peers(device);

  Report report;
  report.machine = describe_machine(device);
  report.settings = options.settings;
  for (const Suite& suite : suites) report.titles[suite.name] = suite.title;
  if (!options.baseline.empty()) report.baseline = load_baseline(options.baseline, device.info().name);
  ProgressBar bar(count(suites));
  std::int64_t done = 0;
  std::string now;
  Runner runner(available(open_peers(names, {*arena, host}), report.notes), *arena, options.settings,
                [&](const std::string& what) { bar.update(done, fmt::format("{}: {}", now, what)); });
  report.peers = runner.peers();
  if (options.energy) {
    try {
      std::unique_ptr<EnergyCounter> counter = make_energy_counter(device.info());
      report.energy = counter->source();
      runner.count_energy(std::move(counter));
    } catch (const Error& error) {
      report.notes.push_back(fmt::format("not available: {}", error.what()));
    }
  }
  runner.reserve(largest(suites));

  const TextReport text(report, options.markdown ? TableStyle::markdown : TableStyle::aligned, widest_label(suites));
  outputs.screen.write(text.opening(report));
  outputs.csv.write(csv_heading());
  for (const Suite& suite : suites) {
    for (const Work& problem : suite.problems) {
      now = problem.token();
      report.rows.push_back(runner.run(suite.name, problem));
      ++done;
      bar.clear();
      outputs.screen.write(text.line(report, report.rows.back()));
      outputs.csv.write(csv_lines(report, report.rows.back()));
    }
  }
  report.machine.load_after = load_average();
  outputs.screen.write(text.closing(report));
  outputs.finish(options, report);
  throw_if_unsound(report);
}

/// The reports of earlier runs in place of a run.
void show(const CommandOptions& options) {
  require_one_output(options);
  files::require_distinct(files::Paths(options.from.begin(), options.from.end()),
                          {options.json == "-" ? "" : options.json, options.csv == "-" ? "" : options.csv});
  Report report = read_reports(options.from);
  const std::vector<std::string> known = suite_names();
  for (const std::string& name : report.suites()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) report.titles[name] = load_suite(name, 1).title;
  }
  Outputs outputs(options);
  std::size_t width = 0;
  for (const Row& row : report.rows) width = std::max({width, row.suite.size(), label_of(row.problem).size()});
  const TextReport text(report, options.markdown ? TableStyle::markdown : TableStyle::aligned, width);
  outputs.screen.write(text.opening(report));
  outputs.csv.write(csv_heading());
  for (const Row& row : report.rows) {
    outputs.screen.write(text.line(report, row));
    outputs.csv.write(csv_lines(report, row));
  }
  outputs.screen.write(text.closing(report));
  outputs.finish(options, report);
}

void run(CommandOptions& options) {
  if (!options.plan_time_of.empty()) {
    const PlanTime time = time_plan_here(options.plan_time_of, options.device);
    fmt::print("{:.9f} {:.9f} {:.9f}\n", time.cold, time.disk, time.warm);
    return;
  }
  if (!options.from.empty()) {
    show(options);
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

void add_measuring_options(CLI::App& command, CommandOptions& options) {
  constexpr double hour = 3.6e6;
  command.add_option("--bytes", options.bytes, "Size of the input of problems without a batch: 512MiB, 64KiB …");
  command.add_option("--min-time", options.min_milliseconds, "Milliseconds that each sample lasts at least")
      ->check(within(0, hour))
      ->capture_default_str();
  command.add_option("--repetitions", options.settings.repetitions, "Samples of each library on each problem")
      ->check(whole(1, most_repetitions))
      ->capture_default_str();
  CLI::Option* const plan_runs = command
                                     .add_option("--plan-runs", options.settings.plan_runs,
                                                 "Processes in which the plan time of a problem is measured")
                                     ->check(whole(1, most_repetitions))
                                     ->capture_default_str();
  command.add_flag("--no-check", options.no_check, "Do not compare results with FFTW's");
  command.add_flag("--no-plan-time", options.no_plan_time, "Do not measure plan times")->excludes(plan_runs);
}

}  // namespace

void add_bench(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("bench", "Benchmark transforms and convolutions against other libraries");
  command->footer(details);
  const auto options = std::make_shared<CommandOptions>();
  command->add_option(
      "TOKEN", options->tokens,
      "Problems, e.g. c2c:f32:4096, or lengths: 1000, 2^20; also lists and ranges, as check takes them");
  command->add_option("--suite", options->suites, help_of_suites())->delimiter(',')->allow_extra_args(false);
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
  command->add_option("--json", options->json, "Write one JSON object to this file; - is stdout, in place of the text");
  command->add_option("--csv", options->csv, "Write a line for each library and problem to this file; - is stdout");
  command->add_flag("--energy", options->energy,
                    "Measure energy too (NVML, RAPL); adds half a second to each measurement");
  command->add_option("--save-baseline", options->save_baseline, "Keep the results under this name, or in this file");
  CLI::Option* const baseline =
      command->add_option("--baseline", options->baseline, "Compare with the results kept under this name");
  command
      ->add_option("--tolerance", options->settings.tolerance,
                   "Smallest relative increase of a time over the baseline that counts as slower")
      ->check(within(0, 1e6))
      ->needs(baseline)
      ->capture_default_str();
  command->add_option("--charts", options->charts, "Draw the results into this folder: index.html, and SVG files");
  command->add_flag("--markdown", options->markdown, "Print Markdown");
  command
      ->add_option("--from", options->from,
                   "Measure nothing: show the results in these files, which --json wrote on one device")
      ->allow_extra_args(false);
  command->add_option("--plan-time-of", options->plan_time_of)->group("");  // hidden: for this program itself
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
