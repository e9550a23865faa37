// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio check TOKEN...: compares with FFTW; verify/check/README.md says what is checked.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "tools/commands/check_random.hpp"
#include "tools/commands/check_report.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/json_text.hpp"
#include "tools/commands/strict.hpp"
#include "tools/progress.hpp"
#include "tools/terminal/paint.hpp"
#include "verify/check/run_checks.hpp"
#include "verify/check/sweep.hpp"

namespace papilio::tool {
namespace {

struct CheckArguments {
  std::vector<std::string> tokens;
  std::int64_t random = 0;  ///< problems
  std::int64_t alike = 1;
  std::string state;
  std::string device = "auto";
  std::optional<std::uint64_t> seed;
  int jobs = 1;
  verify::Inputs inputs = verify::Inputs::uniform;
  Shard shard;
  bool general = false;
  bool quiet = false;
  bool json = false;
};

constexpr std::int64_t most_shards = 1'000'000;
constexpr std::int64_t most_random = 1'000'000'000;
constexpr std::int64_t most_alike = 1'000'000;

constexpr const char* check_details =
    "Each problem is executed three times on memory filled with NaN. It passes if the three results have the\n"
    "same bits, are finite, and are within the error bound of FFTW's result in long double (f32) or quad\n"
    "precision (f64); if the input and the gaps of the output are unchanged; and if a NaN in one transform of a\n"
    "batch, or along axes that are not transformed, changes no other.\n"
    "c2r: imaginary parts that are 0 in the spectrum of a real signal are random here, and must be ignored, as\n"
    "NumPy's irfftn ignores them.\n"
    "Convolutions are compared with their defining sums, long ones with FFTW's transforms, in the same types;\n"
    "chirp z-transforms with the sums of some results. So are non-uniform transforms, at points that the token\n"
    "places: nufft1:f32:256x256:eps=1e-5:points=1e6:clustered (or uniform, radial). Ragged batches, such as\n"
    "r2c:f32:ragged=20..112/4*2, are one problem each.\n"
    "--random draws problems from the grammar of tokens, except chirp z-transforms, and simplifies those that\n"
    "fail. A long run: papilio check --random 100000 --alike 256 --inputs varied --quiet --state run.json; the\n"
    "same command continues where it was stopped. It compares f64 in long double first, and in quad precision\n"
    "where that is not enough.\n"
    "FFTW is opened at run time; without it (Debian: libfftw3-long3, libfftw3-quad3) the exit code is 4.\n";

std::vector<verify::CheckProblem> expand_all(const std::vector<std::string>& tokens) {
  std::vector<verify::CheckProblem> problems;
  for (const std::string& token : tokens) {
    std::vector<verify::CheckProblem> more = verify::expand_any(token);
    problems.insert(problems.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return problems;
}

void validate(const Shard& shard) {
  if (shard.number >= 1 && shard.number <= shard.count) return;
  throw Error::invalid_argument(fmt::format("shard {} of {}", shard.number, shard.count), "there is no such part",
                                "number them from 1: --shard 1 2 and --shard 2 2");
}

std::vector<verify::CheckProblem> part_of(const std::vector<verify::CheckProblem>& problems, const Shard& shard) {
  std::vector<verify::CheckProblem> part;
  for (std::size_t i = shard.number - 1; i < problems.size(); i += shard.count) part.push_back(problems[i]);
  return part;
}

std::uint64_t random_seed() {
  std::random_device device;
  return device();  // 32 bits are short enough to type
}

/// Prints each result as it arrives. A single problem that could not be checked has no line, because its error is
/// printed on stderr.
class LinePrinter {
 public:
  LinePrinter(const std::vector<verify::CheckProblem>& problems, bool quiet)
      : bar_(static_cast<std::int64_t>(problems.size())), quiet_(quiet), single_(problems.size() == 1) {
    for (const verify::CheckProblem& problem : problems) width_ = std::max(width_, verify::token_of(problem).size());
  }

  void print(const verify::CheckOutcome& outcome) {
    ++done_;
    const bool wanted = outcome.error ? !single_ : !quiet_ || !outcome.pass();
    if (wanted) {
      bar_.clear();
      fmt::print("{}\n", as_line(outcome, width_, paint_));
      std::fflush(stdout);  // a sweep may take hours; its log should not lag behind
    }
    bar_.update(done_);
  }
  void finish() { bar_.clear(); }

 private:
  ProgressBar bar_;
  Paint paint_{StandardStream::output};
  bool quiet_;
  bool single_;
  std::size_t width_ = 0;
  std::int64_t done_ = 0;
};

verify::CheckOptions checks_of(const CheckArguments& options) {
  verify::CheckOptions check;
  check.device = Device(options.device);
  check.jobs = options.jobs > 0 ? options.jobs : static_cast<int>(std::thread::hardware_concurrency());
  check.inputs = options.inputs;
  check.programs = options.general ? Programs::general : Programs::specialised;
  return check;
}

void run_random(const CheckArguments& options) {
  RandomCheck random;
  random.problems = options.random;
  random.seed = options.seed;
  random.alike = options.alike;
  random.shard = options.shard;
  random.state = options.state;
  if (options.quiet) random.output = CheckOutput::failures;
  if (options.json) random.output = CheckOutput::json;
  check_random(random, checks_of(options));
}

void run(const CheckArguments& options) {
  if (options.tokens.empty() && options.random == 0) throw CLI::RequiredError("TOKEN or --random");
  validate(options.shard);
  if (options.random > 0) return run_random(options);
  const std::vector<verify::CheckProblem> problems = part_of(expand_all(options.tokens), options.shard);
  verify::CheckOptions check = checks_of(options);
  check.seed = options.seed ? *options.seed : random_seed();
  const DeviceInfo& device = check.device.info();
  const auto start = std::chrono::steady_clock::now();
  if (!options.json) fmt::print("device {} {}, seed {}\n", device.id, device.name, check.seed);

  CheckSummary summary;
  LinePrinter lines(problems, options.quiet);
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  verify::run_checks(problems, check, [&](const verify::CheckOutcome& outcome) {
    summary.add(outcome);
    if (!options.json) {
      lines.print(outcome);
    } else if (!options.quiet || !outcome.pass()) {
      checks.push_back(as_json(outcome));
    }
  });
  lines.finish();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.json) {
    const nlohmann::ordered_json root = {{"device", {{"id", device.id}, {"name", device.name}}},
                                         {"seed", check.seed},
                                         {"checks", checks},
                                         {"summary", summary.as_json()},
                                         {"seconds", seconds}};
    fmt::print("{}\n", json_text(root));
  } else {
    fmt::print("{}; {:.1f} s\n", summary.as_line(), seconds);
  }
  summary.throw_if_failed();
}

}  // namespace

void add_check(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("check", "Compare transforms on a device with FFTW");
  command->footer(check_details);
  const auto options = std::make_shared<CheckArguments>();
  CLI::Option* const tokens = command->add_option(
      "TOKEN", options->tokens,
      "Problems, e.g. c2c:f32:1000*4, r2c:f32:64x100:inplace or conv:f32:1000*4:kernel=33:same; each length "
      "and the batch may be a list of lengths and ranges: 5,7,1..2048*4, 64..4096+64 with a step, 1..16x1..16, 64*1,4");
  CLI::Option* const random =
      command->add_option("--random", options->random, "Check this many random problems, which follow from the seed")
          ->type_name("N")
          ->check(whole(1, most_random).description(""))
          ->excludes(tokens);
  command
      ->add_option("--alike", options->alike,
                   "With --random: K problems in a row share kernels, which take most of the time; they differ "
                   "only in batch, distances and offsets")
      ->type_name("K")
      ->check(whole(1, most_alike).description(""))
      ->capture_default_str()
      ->needs(random);
  command
      ->add_option("--state", options->state,
                   "With --random: a file that says where the run stands; if it exists, the run goes on there")
      ->type_name("FILE")
      ->needs(random);
  command->add_option("--device", options->device, device_help)->capture_default_str();
  command->add_option("--seed", options->seed, "Seed of the random input and problems (default: a new one, printed)");
  std::map<std::string, verify::Inputs> inputs;
  for (const verify::Inputs choice : {verify::Inputs::uniform, verify::Inputs::varied}) {
    inputs.emplace(verify::name_of(choice), choice);
  }
  command
      ->add_option(
          "--inputs", options->inputs,
          "Numbers of the input: uniform, or varied: each transform's are uniform, nearly normal, an impulse, of "
          "many magnitudes, or constant, all multiplied by a power of two")
      ->type_name("NAME=uniform")
      ->transform(CLI::CheckedTransformer(inputs).description(""));
  command->add_flag("--general", options->general,
                    "Plan as one-line functions and papilio.fft do: small transforms on a CPU share one program");
  command->add_option("--jobs", options->jobs, "Threads that check different problems; 0: one for each processor")
      ->check(whole(0, most_threads))
      ->capture_default_str();
  command
      ->add_option_function<std::pair<std::size_t, std::size_t>>(
          "--shard",
          [options](const auto& shard) {
            options->shard = {shard.first, shard.second};
          },
          "Check only every Nth problem, from the Kth on: for several processes in parallel, because PoCL compiles one "
          "kernel at a time")
      ->type_name("K N")
      ->check(whole(1, most_shards).description(""));
  command->add_flag("--quiet", options->quiet, "Print only what fails, and the summary");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options] { run(*options); });
}

}  // namespace papilio::tool
