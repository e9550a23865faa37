// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio-mpi, started as `mpirun -n 4 papilio-mpi check|bench|plan TOKEN…`: distributed transforms. Exit codes are
// those of papilio::ErrorCode; 1 for arguments that make no sense.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/wisdom.hpp>

#include "arguments.hpp"
#include "colours.hpp"
#include "mpi/carriers/carriers.hpp"
#include "mpi/choose/request.hpp"
#include "mpi/ranks/mpi_team.hpp"
#include "rank_device.hpp"

namespace papilio::mpi::tool {

int plan(const CommandArguments& arguments) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Device device = open_device(arguments.device);
  print_devices(device);
  for (const std::string& token : arguments.tokens) {
    const Problem problem = Problem::parse(token);
    const Plan plan(MPI_COMM_WORLD, device, problem, parse_distribution(arguments.in, problem.input_lengths(), ranks),
                    parse_distribution(arguments.out, problem.output_lengths(), ranks), options_of(arguments));
    if (rank == 0) fmt::print("{}\n", plan.describe());
  }
  if (rank != 0) return 0;
  const Paint paint = paint_for(StandardStream::error);
  for (const std::string& why : wisdom_state().refused)
    fmt::print(stderr, "papilio-mpi: {} {}\n", paint.warning("warning:"), why);
  return 0;
}

namespace {

void add_options(CLI::App& command, CommandArguments& arguments) {
  command.add_option("TOKEN", arguments.tokens, "Problems of the whole array, such as c2c:f32:256x256x256")->required();
  command
      .add_option("--device", arguments.device,
                  "Device of each rank: auto, opencl, cuda (each rank of a host takes the next GPU) or cuda:0")
      ->capture_default_str();
  command
      .add_option(
          "--in", arguments.in,
          "Distribution of the input: slabs, slabs:AXIS, pencils:AXIS (the whole axis), bricks, grid:2x1x4 or rank:R")
      ->capture_default_str();
  command.add_option("--out", arguments.out, "Distribution of the output")->capture_default_str();
  std::vector<std::string> carriers_and_auto = {arguments.carrier};
  for (const CarrierKind* const kind : carriers()) carriers_and_auto.emplace_back(kind->name);
  command
      .add_option("--carrier", arguments.carrier,
                  "What carries messages: auto, mpi (from host memory), mpi-device, nccl or peer (memory)")
      ->transform(CLI::IsMember(carriers_and_auto, CLI::ignore_case))
      ->capture_default_str();
  command
      .add_option("--chunks", arguments.chunks, "Chunks of each exchange, overlapped with passes; without it, chosen")
      ->check(CLI::Range(1, 64));
  command
      .add_option_function<std::string>(
          "--turns", [](const std::string&) { throw CLI::ValidationError("--turns", "did you mean --chunks?"); })
      ->group("");  // not in --help
  command
      .add_option("--effort", arguments.effort,
                  "estimate (wisdom, else a model), measure (about 5 s, kept as wisdom) or exhaustive (a minute)")
      ->transform(CLI::IsMember(std::vector<std::string>(effort_names.begin(), effort_names.end())))
      ->capture_default_str();
  command
      .add_option("--axis-order", arguments.axis_order,
                  "Order in which the axes are transformed, which the bits depend on: fixed, any (chosen) or 0,2,1")
      ->capture_default_str();
  command.add_option("--choice", arguments.choice,
                     "Grids, chunks, carrier and order of axes, as `plan` prints them after (choice");
}

/// Collective. Returns nothing if all ranks could parse their arguments. Otherwise the first rank that could not prints
/// why, or its help, and all ranks return its exit code.
std::optional<int> parse(CLI::App& app, int argc, char** argv, Team& team) {
  std::optional<CLI::ParseError> error;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& thrown) {
    error = thrown;
  }
  const std::vector<char> stopped = gathered(team, static_cast<char>(error.has_value()));
  const auto first = std::ranges::find(stopped, 1);
  if (first == stopped.end()) return std::nullopt;
  int code = 0;
  if (team.rank() == first - stopped.begin()) {
    if (team.rank() > 0) fmt::print(stderr, "papilio-mpi: rank {}: ", team.rank());
    code = app.exit(*error) == 0 ? 0 : 1;
  }
  return static_cast<int>(largest(team, code));
}

/// The arguments of a command but --device, which alone may differ between ranks.
std::vector<NamedValue> values_of(const CLI::App& command) {
  std::vector<NamedValue> values = {{"the command", command.get_name()}};
  for (const CLI::Option* const option : command.get_options()) {
    if (option->check_name("--device")) continue;
    const bool given = option->count() > 0;
    values.push_back(
        {option->get_name(), given ? fmt::format("{}", fmt::join(option->results(), " ")) : option->get_default_str()});
  }
  return values;
}

int run(int argc, char** argv) {
  CommandArguments arguments;
  CLI::App app("Transforms of arrays that are distributed over MPI ranks.", "papilio-mpi");
  app.require_subcommand(1);
  CLI::App* const checks =
      app.add_subcommand("check", "Compares with the transform on one rank, bit by bit, and with FFTW");
  CLI::App* const benches = app.add_subcommand("bench", "Measures times and bytes, beside FFTW-MPI");
  CLI::App* const plans = app.add_subcommand("plan", "Shows stages, exchanges and shapes");
  for (CLI::App* command : {checks, benches, plans}) add_options(*command, arguments);
  benches->add_option("--seconds", arguments.seconds, "For each problem")->capture_default_str();
  benches->add_flag("--scaling", arguments.scaling, "Also with 1, 2, 4 ... of the ranks");
  benches->add_flag("--weak", arguments.weak, "Multiplies the outermost length by the number of ranks");
  benches->add_flag("--json", arguments.json, "Prints JSON instead of a table");
  MpiTeam team(MPI_COMM_WORLD);
  if (const std::optional<int> code = parse(app, argc, argv, team)) return *code;
  agree_on(team, values_of(*app.get_subcommands().front()));
  if (checks->parsed()) return check(arguments);
  return benches->parsed() ? bench(arguments) : plan(arguments);
}

}  // namespace
}  // namespace papilio::mpi::tool

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = 0;
  const std::string name = papilio::mpi::tool::paint_for(papilio::tool::StandardStream::error).wrong("papilio-mpi:");
  try {
    status = papilio::mpi::tool::run(argc, argv);
  } catch (const papilio::Error& error) {
    // Most errors occur on every rank; one of a single rank must end the others, which wait for it.
    fmt::print(stderr, "{} {}{}\n", name, error.what(), rank == 0 ? "" : fmt::format(" (on rank {})", rank));
    status = static_cast<int>(error.code());
    MPI_Abort(MPI_COMM_WORLD, status);
  } catch (const std::bad_alloc&) {  // of what the command itself holds: input, output and what it compares with
    fmt::print(stderr, "{} rank {}: host memory is exhausted; use more ranks or a smaller array\n", name, rank);
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(papilio::ErrorCode::out_of_memory));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{} {} (on rank {})\n", name, error.what(), rank);
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(papilio::ErrorCode::internal));
  }
  MPI_Finalize();
  return status;
}
