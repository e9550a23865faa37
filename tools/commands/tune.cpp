// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio tune TOKEN...: searches the fastest plans of problems by measurements, and keeps them as wisdom.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/wisdom.hpp>

#include "api/access.hpp"
#include "api/measure/decisions.hpp"
#include "api/measure/kernel_lines.hpp"
#include "api/measure/tuner.hpp"
#include "api/measure/wisdom.hpp"
#include "bench/problem_text.hpp"
#include "bench/size_text.hpp"
#include "bench/suite.hpp"
#include "core/presentable.hpp"
#include "files/identity.hpp"
#include "files/input_file.hpp"
#include "files/output_file.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/planned.hpp"
#include "tools/commands/strict.hpp"
#include "tools/commands/tune_report.hpp"
#include "tools/progress.hpp"
#include "tools/terminal/paint.hpp"
#include "tools/tune/duration.hpp"
#include "tools/tune/interruption.hpp"

namespace papilio::tool {
namespace {

struct TuneArguments {
  std::vector<std::string> tokens;
  std::vector<std::string> suites;
  std::string device = "auto";
  std::string bytes;
  std::string time = "60s";
  int pairs = 11;
  bool verify = false;
  bool drop_slower = false;
  bool lines = false;
  bool trials = false;
  bool json = false;
  bool forget = false;
  std::string import_from;
  std::string export_to;
};

constexpr const char* tune_details =
    "--time is for all problems together; each gets its share of what is left. A compiler that is at work when the\n"
    "time is over finishes first. Ctrl-C ends the search and keeps what was found. The wisdom is text, in\n"
    "$PAPILIO_WISDOM, else $XDG_DATA_HOME/papilio/wisdom, else ~/.local/share/papilio/wisdom; docs/tuning.md has "
    "more.\n"
    "With --verify the exit code is 10 when a tuned plan was slower than 0.98 of the untuned one.\n";

constexpr double least_speed = 0.98;  ///< of a tuned plan that --verify accepts

/// Only transforms: convolutions cannot be planned with chosen shapes.
std::vector<Problem> problems_of(const TuneArguments& options, const Device& device) {
  const bool cpu = device.info().kind == DeviceKind::cpu;
  const std::int64_t bytes = bench::parse_size(!options.bytes.empty() ? options.bytes : cpu ? "16MiB" : "512MiB");
  std::vector<bench::Work> works;
  for (const std::string& token : options.tokens) {
    for (bench::Work& work : bench::parse_problems(token, bytes)) works.push_back(std::move(work));
  }
  for (const std::string& name : options.suites) {
    for (bench::Work& work : bench::load_suite(name, bytes).problems) works.push_back(std::move(work));
  }
  std::vector<Problem> problems;
  for (const bench::Work& work : works) {
    if (work.transform() == nullptr) {
      throw Error::unsupported("tuning " + work.token(), "only transforms are planned with chosen shapes",
                               "leave it out");
    }
    problems.push_back(work.transform()->normalised());
  }
  return problems;
}

std::size_t widest(const std::vector<Problem>& problems) {
  std::size_t width = 0;
  for (const Problem& problem : problems) width = std::max(width, problem.token().size());
  return width;
}

/// Progress for people; nothing with --json.
void say(const TuneArguments& options, const std::string& text) {
  if (options.json) return;
  fmt::print("{}", text);
  std::fflush(stdout);
}

TuneRow row_of(const Problem& problem, const api::TuneResult& result) {
  TuneRow row;
  row.token = problem.token();
  row.shapes = result.line.shapes;
  row.untuned_microseconds = 1e6 * result.untuned_seconds;
  row.microseconds = result.line.microseconds;
  row.speed = row.low = row.high = result.speed;
  row.tried = static_cast<int>(result.tried.size());
  row.wrong = result.wrong;
  row.better = result.better;
  row.complete = result.complete;
  row.interrupted = !result.complete && Interruption::happened();
  return row;
}

/// Every plan that was measured, for fitting the model.
std::string trials_of(const api::TuneResult& result) {
  std::string text = fmt::format("    {:>11} {:>9} {:>6}  shapes\n", "estimate_us", "us", "speed");
  const auto add = [&](double estimate, double speed, const std::string& shapes) {
    text += fmt::format("    {:11.4g} {:9.4g} {:6.3f}  {}\n", 1e6 * estimate,
                        speed > 0 ? 1e6 * result.untuned_seconds / speed : 0, speed, shapes);
  };
  add(result.untuned_estimate, 1, "untuned");
  for (const api::TriedPlan& one : result.tried) add(one.estimated_seconds, one.speed, one.shapes);
  return text;
}

/// Tunes one problem. A failure becomes the note of its row, so that the other problems are still tuned.
TuneRow tune_one(const Device& device, const Problem& problem, const api::TuneLimits& limits, std::string& trials) {
  try {
    const api::TuneResult result = api::tune(device, problem, limits);
    api::Wisdom::of_process().add(std::span(&result.line, 1), WisdomScope::file);
    trials = trials_of(result);
    return row_of(problem, result);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::io) throw;  // the result could not be kept
    TuneRow row;
    row.token = problem.token();
    row.note = error.what();
    return row;
  }
}

std::vector<TuneRow> tune_all(const TuneArguments& options, const Device& device,
                              const std::vector<Problem>& problems) {
  using Clock = std::chrono::steady_clock;
  const double seconds = parse_duration(options.time);
  const Clock::time_point begin = Clock::now();
  const Interruption interruption;
  ProgressBar bar(1000);
  std::vector<TuneRow> rows;
  const std::size_t width = widest(problems);
  for (std::size_t i = 0; i < problems.size() && !Interruption::happened(); ++i) {
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
    api::TuneLimits limits;
    limits.seconds = std::max(0.0, seconds - elapsed) / static_cast<double>(problems.size() - i);
    limits.stopped = Interruption::happened;
    limits.progress = [&](const api::TuneProgress& now) {
      const double share = (static_cast<double>(i) + now.share) / static_cast<double>(problems.size());
      bar.update(static_cast<std::int64_t>(1000 * share),
                 fmt::format("{}: {}, {} tried, {:.2f}x", problems[i].token(), now.now, now.tried, now.speed));
    };
    std::string trials;
    rows.push_back(tune_one(device, problems[i], limits, trials));
    bar.clear();
    say(options, tuned_line(rows.back(), width) + (options.trials ? trials : ""));
  }
  return rows;
}

/// Replaces plans that --verify found slower by the untuned shapes.
void drop(const Device& device, const Problem& problem, const plan::PlanNode& untuned, double seconds) {
  const DeviceCaps& caps = api::unwrap(device).caps();
  const plan::TunedPlan line{api::wisdom_identity(device.info(), caps), problem.token(),
                             plan::shape_tokens(untuned, caps.compute_units), 1e6 * seconds, true};
  api::Wisdom::of_process().add(std::span(&line, 1), WisdomScope::file);
}

TuneRow compare_one(const TuneArguments& options, const Device& device, const Problem& problem) {
  const DeviceCaps& caps = api::unwrap(device).caps();
  const plan::PlanNode known = api::best_known_plan(device.info(), caps, problem);
  const plan::PlanNode untuned = api::untuned_plan(problem, caps);
  TuneRow row;
  row.token = problem.token();
  row.shapes = plan::shape_tokens(known, caps.compute_units);
  if (known.passes().front()->origin != plan::ShapeOrigin::wisdom) {
    row.note = "no wisdom";
    return row;
  }
  if (row.shapes == plan::shape_tokens(untuned, caps.compute_units)) return row;  // one plan: nothing to compare
  const Comparison taken = api::compare(device, problem, known, untuned, options.pairs);
  row.untuned_microseconds = 1e6 * taken.other_seconds;
  row.microseconds = 1e6 * taken.seconds;
  row.speed = taken.speed;
  row.low = taken.low;
  row.high = taken.high;
  if (options.drop_slower && row.speed < least_speed) drop(device, problem, untuned, taken.other_seconds);
  return row;
}

std::vector<TuneRow> compare_all(const TuneArguments& options, const Device& device,
                                 const std::vector<Problem>& problems) {
  ProgressBar bar(static_cast<std::int64_t>(problems.size()));
  std::vector<TuneRow> rows;
  for (const Problem& problem : problems) {
    bar.update(static_cast<std::int64_t>(rows.size()), problem.token());
    rows.push_back(compare_one(options, device, problem));
    bar.clear();
    say(options, compared_line(rows.back(), widest(problems)));
  }
  return rows;
}

/// Lines for src/plan/tuned, of the plans that are used now.
void print_lines(const Device& device, const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) {
    fmt::print("# {}\n", problem.token());
    for (const std::string& line : api::kernel_lines(device, problem)) fmt::print("{}\n", line);
  }
}

/// --import, --export and --forget, in an order in which any combination makes sense. True if there was one of them.
bool manage(const TuneArguments& options) {
  if (!options.import_from.empty()) {
    constexpr std::size_t most_bytes = std::size_t{4} << 20;  // as of the wisdom's own file
    const WisdomImport result = import_wisdom(files::read_text(options.import_from, most_bytes), WisdomScope::file);
    const Paint paint(StandardStream::error);
    for (const std::string& why : result.refused)
      fmt::print(stderr, "papilio: {} {}\n", paint.warning("warning:"), why);
    say(options, fmt::format("{} lines imported into {}\n", result.taken, presentable(wisdom_state().file)));
  }
  if (!options.export_to.empty()) {
    const std::string text = export_wisdom();
    if (options.export_to == "-") {
      fmt::print("{}", text);
    } else {
      files::OutputFile file(options.export_to);
      file.write(text);
      file.commit();
      say(options, fmt::format("written   {}\n", presentable(options.export_to)));
    }
  }
  if (options.forget) forget_wisdom(WisdomScope::file);
  return !options.import_from.empty() || !options.export_to.empty() || options.forget;
}

void throw_if_slower(const std::vector<TuneRow>& rows) {
  const auto slower = std::ranges::count_if(rows, [](const TuneRow& row) { return row.speed < least_speed; });
  if (slower == 0) return;
  throw Error(
      ErrorCode::check_failed, "tune --verify",
      fmt::format("{} of {} tuned plans are slower than {} of the untuned ones", slower, rows.size(), least_speed),
      "use --drop-slower, and verify again");
}

void run(const TuneArguments& options) {
  (void)parse_duration(options.time);  // a wrong value is reported before anything is done
  files::Paths inputs(options.suites.begin(), options.suites.end());
  inputs.emplace_back(options.import_from);
  files::require_distinct(inputs, {files::named_file(options.export_to)});
  const bool managed = manage(options);
  if (options.tokens.empty() && options.suites.empty()) {
    if (managed) return;
    throw Error::invalid_argument("tune", "there is no problem", "name tokens, or --suite");
  }
  const Device device(options.device);
  const std::vector<Problem> problems = problems_of(options, device);
  warn_of_wisdom();
  if (options.lines) {
    print_lines(device, problems);
    return;
  }
  if (!options.verify && wisdom_state().file.empty()) {
    throw Error::invalid_argument("tune", "PAPILIO_WISDOM is off, so nothing could be kept",
                                  "set it to a file, or leave it unset");
  }
  say(options, fmt::format("{}\n", api::wisdom_identity(device.info(), api::unwrap(device).caps())));
  const std::vector<TuneRow> rows =
      options.verify ? compare_all(options, device, problems) : tune_all(options, device, problems);
  if (options.json) {
    nlohmann::ordered_json root = {{"device", device.info().id}, {"wisdom", wisdom_state().file}};
    root.update(to_json(rows));
    fmt::print("{}\n", json_text(root));
  }
  if (rows.size() < problems.size()) {
    fmt::print(stderr, "papilio tune: interrupted; {} of {} problems were not searched\n",
               problems.size() - rows.size(), problems.size());
  }
  say(options, summary(rows) + (options.verify ? "" : fmt::format("wisdom: {}\n", presentable(wisdom_state().file))));
  std::fflush(stdout);
  Interruption::hand_on();
  if (options.verify) throw_if_slower(rows);
}

void add_wisdom_options(CLI::App& command, TuneArguments& options) {
  CLI::Option* const verify = command.add_flag(
      "--verify", options.verify, "Search nothing; compare the plans by wisdom with the untuned ones, in turns");
  command.add_flag("--drop-slower", options.drop_slower, "Replace wisdom that was slower by the untuned shapes")
      ->needs(verify);
  command
      .add_option("--pairs", options.pairs,
                  "Samples of either plan that --verify takes in each of three places of the memory")
      ->check(whole(1, max_repetitions))
      ->needs(verify)
      ->capture_default_str();
  command
      .add_flag("--lines", options.lines,
                "Search nothing; time each kernel of the plans and print its line for src/plan/tuned")
      ->excludes(verify);
  command.add_option("--import", options.import_from, "Add the lines of this file to the wisdom");
  command.add_option("--export", options.export_to, "Write the wisdom to this file; - is stdout");
  command.add_flag("--forget", options.forget, "Empty the wisdom's file, after --import and --export");
}

}  // namespace

void add_tune(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("tune", "Find faster plans by measurements, and remember them");
  command->footer(tune_details);
  const auto options = std::make_shared<TuneArguments>();
  command->add_option("TOKEN", options->tokens, "Problems, as bench takes them: c2c:f32:4096, 1000, 2^20 …");
  command->add_option("--suite", options->suites, "Problems of a suite, by its name or its file")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--device", options->device, device_help)->capture_default_str();
  command->add_option("--bytes", options->bytes, "Input of a problem without a batch: 16MiB on a processor, 512MiB …");
  command->add_option("--time", options->time, "For all problems together: 90, 60s, 20m, 1h")->capture_default_str();
  add_wisdom_options(*command, *options);
  command->add_flag("--trials", options->trials, "List every plan that was measured, with the model's estimate");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
