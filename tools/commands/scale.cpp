// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio scale TOKEN… --devices cuda:0,cuda:1: one transform over several devices of this machine, its times beside
// those of one device and beside what the links allow, or, with --check, whether its bits are those of one device.
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>

#include "mpi/carriers/nccl_library.hpp"
#include "tools/commands/bench_output.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/scale_command.hpp"
#include "tools/commands/strict.hpp"
#include "tools/scale/compare.hpp"
#include "tools/scale/measure.hpp"
#include "tools/terminal/paint.hpp"

namespace papilio::tool {
namespace {

constexpr const char* scale_details =
    "Every device has a part of the array: --in and --out say which. Devices of CUDA that can address each other's\n"
    "memory store their parts there: in one chunk the passes do, in several chunks copy engines (--link peer). Others\n"
    "exchange them by NCCL (libnccl.so.2, or the file that PAPILIO_NCCL_LIBRARY names), and devices that are not\n"
    "CUDA's through the host's memory. The bound is the longer of the passes alone and the exchanges alone. With\n"
    "--check the exit code is 10 if bits differ.\n";

/// A line of output for each problem and number of chunks; in JSON an object a line, so that a run that is ended early
/// leaves what it has.
class ScaleOutput {
 public:
  ScaleOutput(const ScaleCommand& command, ScaleLink link)
      : command_(command), link_(link), json_(command.json), screen_(json_.is_stdout() ? "" : "-") {}

  void head() {
    if (command_.check || command_.plan) return;
    print("{:<30} {:>6} {:>10} {:>10} {:>10} {:>10} {:>6} {:>9} {:>10} {:>8}\n", "problem", "chunks", "time", "passes",
          "exchange", "bound", "share", "GB/s", "one device", "speed-up");
  }
  void figures(const std::string& token, int chunks, const ScaleFigures& f) {
    if (!command_.json.empty()) {
      nlohmann::ordered_json row = base(token, chunks);
      row.update({{"seconds", f.seconds},
                  {"local_seconds", f.local},
                  {"exchange_seconds", f.exchange},
                  {"bound_seconds", f.bound()},
                  {"bound_share", f.bound() / f.seconds},
                  {"one_device_seconds", f.one_device},
                  {"sent_bytes_per_device", f.sent_bytes},
                  {"copied_bytes_per_device", f.copied_bytes},
                  {"link_bytes_per_second", f.bandwidth()},
                  {"work_bytes_per_device", f.work_bytes},
                  {"scratch_error", f.scratch_error},
                  {"runs", f.runs}});
      json_.write(row.dump() + "\n");
    }
    print("{:<30} {:>6} {:>8.3f}ms {:>8.3f}ms {:>8.3f}ms {:>8.3f}ms {:>5.0f}% {:>9.1f} {:>8.3f}ms {:>7.2f}x\n", token,
          chunks, 1e3 * f.seconds, 1e3 * f.local, 1e3 * f.exchange, 1e3 * f.bound(), 1e2 * f.bound() / f.seconds,
          1e-9 * f.bandwidth(), 1e3 * f.one_device, f.one_device / f.seconds);
  }
  void comparison(const std::string& token, int chunks, const ScaleComparison& found) {
    if (!command_.json.empty()) {
      nlohmann::ordered_json row = base(token, chunks);
      row.update({{"pass", found.different == 0}, {"devices_with_other_bits", found.different}});
      json_.write(row.dump() + "\n");
    }
    const Paint paint(StandardStream::output);
    const bool same = found.different == 0;
    print("{} {} chunks={}: {}\n", same ? paint.right("pass") : paint.wrong("FAIL"), token, chunks,
          same ? "the bits of one device" : fmt::format("other bits on {} devices", found.different));
  }
  void plan(const std::string& described) { print("{}\n", described); }
  /// The file gets its name.
  void finish() { json_.commit(); }

 private:
  [[nodiscard]] nlohmann::ordered_json base(const std::string& token, int chunks) const {
    return {{"problem", token},
            {"devices", command_.devices},
            {"link", name_of(link_)},
            {"nccl_version", link_ == ScaleLink::nccl ? mpi::nccl_library().version : 0},
            {"in", command_.options.in},
            {"out", command_.options.out},
            {"axis_order", command_.options.axis_order.text()},
            {"chunks", chunks}};
  }
  template <typename... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    screen_.write(fmt::format(format, std::forward<Values>(values)...));
  }

  const ScaleCommand& command_;
  ScaleLink link_;
  BenchOutput json_;
  BenchOutput screen_;
};

/// Values that all ranks share.
struct ScaleShared {
  explicit ScaleShared(int ranks) : reference(ranks) {}
  ScaleReference reference;
  int failed = 0;  ///< problems with other bits
};

void run_problem(const ScaleCommand& command, ScaleOutput& output, ScaleShared& shared, ScaleRank& rank,
                 const std::string& token) {
  const Problem problem = Problem::parse(token);
  const bool first = rank.team.rank() == 0;
  double one_device = 0;
  if (!command.check && !command.plan && !command.no_single) {
    rank.team.agree(mpi::attempt([&] {
      if (first) one_device = measure_one_device(rank.device, problem, command.options.seconds);
    }));
  }
  for (const int chunks : command.chunks) {
    ScaleOptions options = command.options;
    options.chunks = chunks;
    if (command.check) {
      const ScaleComparison found = shared.reference.compare(rank, problem, options);
      if (first) output.comparison(problem.token(), found.chunks, found);
      if (first) shared.failed += found.different == 0 ? 0 : 1;
      continue;
    }
    ScaleWork work(rank, problem, options);
    if (command.plan) {
      if (first) output.plan(work.describe());
      continue;
    }
    ScaleFigures figures = measure(work, options.seconds);
    figures.one_device = one_device;
    if (first) output.figures(problem.token(), work.choice().chunks, figures);
  }
}

}  // namespace

void run_scale(const ScaleCommand& command) {
  for (const std::string& token : command.tokens) (void)Problem::parse(token);  // before devices are opened
  const std::vector<Device> devices = open_devices(command.devices);
  const ScaleLink link = link_for(command.link, devices);
  ScaleOutput output(command, link);
  output.head();
  ScaleShared shared(static_cast<int>(command.devices.size()));
  run_on_devices(devices, link, [&](ScaleRank& rank) {
    for (const std::string& token : command.tokens) run_problem(command, output, shared, rank, token);
  });
  output.finish();
  if (shared.failed == 0) return;
  throw Error(ErrorCode::check_failed,
              fmt::format("{} of {} results", shared.failed, command.tokens.size() * command.chunks.size()),
              "they have other bits than those of one device");
}

CLI::Option* add_devices_option(CLI::App& command, ScaleCommand& options) {
  return command.add_option("--devices", options.devices, "Ids of the devices, a comma between them: cuda:0,cuda:1")
      ->delimiter(',')
      ->allow_extra_args(false);
}

std::vector<CLI::Option*> add_scale_options(CLI::App& command, ScaleCommand& options) {
  const auto order = [&options](const std::string& text) { options.options.axis_order = mpi::AxisOrder::parse(text); };
  return {
      command
          .add_option("--in", options.options.in,
                      "Distribution of the input: slabs, slabs:AXIS, pencils:AXIS (that is whole), bricks, grid:2x1x4 "
                      "or rank:R")
          ->capture_default_str(),
      command.add_option("--out", options.options.out, "Distribution of the output")->capture_default_str(),
      command
          .add_option(
              "--chunks", options.chunks,
              "Chunks of each exchange, overlapped with passes, several to compare them; 0: by what was measured")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->check(whole(0, 64))
          ->capture_default_str(),
      command
          .add_option_function<std::string>(
              "--axis-order", order,
              "Order in which the axes are transformed, which the bits depend on: fixed, any (chosen) or 0,2,1")
          ->default_str("fixed"),
      command
          .add_option("--effort", options.options.effort,
                      "How stages and chunks are chosen: estimate (wisdom, else a model), measure (about 5 s, kept as "
                      "wisdom) or exhaustive (a minute)")
          ->transform(CLI::CheckedTransformer(std::map<std::string, Effort>{
              {"estimate", Effort::estimate}, {"measure", Effort::measure}, {"exhaustive", Effort::exhaustive}})),
      command.add_option("--link", options.link, "What carries messages: auto, nccl, peer (memory) or host")
          ->transform(
              CLI::CheckedTransformer(std::map<std::string, ScaleLink>(scale_links.begin(), scale_links.end()))),
      command.add_option("--seconds", options.options.seconds, "Seconds of measuring for each figure")
          ->check(CLI::Range(0.001, 600.0))
          ->capture_default_str()};
}

void add_scale(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("scale", "Transform over several devices of this machine: times, check");
  const auto options = std::make_shared<ScaleCommand>();
  command->footer(scale_details);
  command->add_option("TOKEN", options->tokens, "Problems, of the whole array: c2c:f32:512x512x512")->required();
  add_devices_option(*command, *options)->required();
  add_scale_options(*command, *options);
  command->add_flag("--check", options->check, "Compare with the bits of the first device alone, and take no times");
  command->add_flag("--plan", options->plan, "Show stages and exchanges, and take no times");
  command->add_flag("--no-single", options->no_single, "Take no times of the first device alone");
  command->add_flag_callback(
      "--json", [options] { options->json = "-"; }, "Print one JSON object per line");
  command->callback([options] { run_scale(*options); });
}

}  // namespace papilio::tool
