// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio-mpi bench: time, share of the exchange, overlap and bytes, beside FFTW-MPI. The two alternate, so that a
// drift of the machine's speed favours neither; times are medians of the slowest rank's.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>

#include "arguments.hpp"
#include "fftw.hpp"
#include "mpi/choose/part_times.hpp"
#include "mpi/choose/samples.hpp"
#include "mpi/choose/trial_memory.hpp"
#include "mpi/ranks/mpi_team.hpp"
#include "rank_device.hpp"

namespace papilio::mpi::tool {
namespace {

using nlohmann::ordered_json;

struct Row {
  std::string token;
  std::string configuration;
  int ranks = 1;
  double seconds = 0;
  bool split = false;   ///< whether the two times below are known: not where the device has the whole execution
  double exchange = 0;  ///< seconds, of the execution with the median time
  double copies = 0;
  std::int64_t sent_bytes = 0;  ///< by all ranks
  double fftw_seconds = 0;      ///< 0: not measured
  std::string fftw_missing;
  int runs = 0;
  double scratch_error = 0;
  std::optional<PartTimes> parts;
};

ExecutionTimes execute_in(const Plan& plan, const ExecutionArrays& user) {
  if (user.input_buffer || user.output_buffer) return plan.execute(user.input_buffer, user.output_buffer);
  const std::span in(static_cast<std::byte*>(user.input), user.input_bytes);
  const std::span out(static_cast<std::byte*>(user.output), user.output_bytes);
  return user.in_place ? plan.execute(out) : plan.execute(in, out);
}

/// Executes both alternately, each for its share of the time.
Row measure(const CommandArguments& arguments, MPI_Comm comm, const Device& device, const Problem& problem) {
  int rank = 0;
  Row row;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &row.ranks);
  MpiTeam team(comm);
  row.token = problem.token();
  const Distribution from = parse_distribution(arguments.in, problem.input_lengths(), row.ranks);
  const Plan plan(comm, device, problem, from, parse_distribution(arguments.out, problem.output_lengths(), row.ranks),
                  options_of(arguments));
  row.configuration = plan.choice();
  row.scratch_error = plan.scratch_error();
  TrialMemory memory(device, {plan.problem(), plan.input(), plan.output(), {}}, rank);
  memory.set_input(
      make_input(problem, from.boxes[static_cast<std::size_t>(rank)], width_of(problem, problem.in_storage)));
  std::unique_ptr<FftwMpi> fftw;
  row.fftw_missing = "not measured beside GPUs";
  if (device.info().kind != DeviceKind::gpu) fftw = FftwMpi::make(comm, problem, row.fftw_missing);
  struct Sample {
    double seconds;
    ExecutionTimes timing;
  };
  std::vector<Sample> samples;
  std::vector<double> fftw_seconds;
  const auto execute = [&] {
    Sample sample{};
    sample.seconds = timed(team, [&] { sample.timing = execute_in(plan, memory.user()); });
    return sample;
  };
  execute();  // the first execution finds pages and caches cold
  if (fftw) fftw->execute();
  for (double spent = 0; spent < arguments.seconds || samples.size() < 3;) {
    samples.push_back(execute());
    spent += samples.back().seconds;
    if (fftw) fftw_seconds.push_back(timed(team, [&] { fftw->execute(); }));
  }
  std::ranges::sort(samples, {}, &Sample::seconds);
  const Sample& middle = samples[samples.size() / 2];
  row.seconds = middle.seconds;
  row.runs = static_cast<int>(samples.size());
  row.split = largest(team, middle.timing.passes) > 0;
  row.exchange = largest(team, middle.timing.exchange);
  row.copies = largest(team, middle.timing.copies);
  MPI_Allreduce(&middle.timing.sent_bytes, &row.sent_bytes, 1, MPI_INT64_T, MPI_SUM, comm);
  if (fftw) row.fftw_seconds = median(fftw_seconds);
  row.parts = measure_parts(team, device, {plan.problem(), plan.input(), plan.output(), {}},
                            parse_configuration(plan.choice()), arguments.seconds / 4);
  return row;
}

double flops_of(const Problem& problem) {
  const double points = static_cast<double>(problem.points() * problem.batch);
  return (problem.halves() ? 2.5 : 5.0) * points * std::log2(static_cast<double>(problem.points()));
}

void print(const Row& row, Effort effort) {
  const std::string fftw =
      row.fftw_seconds > 0 ? fmt::format("{:9.3f} ms {:6.2f}", row.fftw_seconds * 1e3, row.fftw_seconds / row.seconds)
                           : row.fftw_missing;
  const auto share = [&](double seconds) {
    return row.split ? fmt::format("{:.0f}%", 100 * seconds / row.seconds) : std::string("-");
  };
  const std::string overlap = row.parts ? fmt::format("{:.0f}%", 100 * row.parts->overlap(row.seconds)) : "-";
  fmt::print("{:<32} {:>5} {:>9.3f} ms {:>8.2f} {:>8} {:>8} {:>8} {:>9.1f} MB   {}\n", row.token, row.ranks,
             row.seconds * 1e3, flops_of(Problem::parse(row.token)) / row.seconds * 1e-9, share(row.exchange),
             share(row.copies), overlap, static_cast<double>(row.sent_bytes) * 1e-6, fftw);
  if (effort != Effort::estimate) fmt::print("  {}\n", row.configuration);
  if (row.scratch_error > 0) fmt::print("  numbers of fewer bits: error up to {:.2e}\n", row.scratch_error);
  std::fflush(stdout);
}

/// Bars of the speed for each number of ranks, as a share of ideal scaling.
void print_chart(const std::vector<Row>& rows, const CommandArguments& arguments) {
  fmt::print("\n{} scaling: efficiency\n", arguments.weak ? "weak" : "strong");
  const Row* first = nullptr;  // of the same problem
  for (const Row& row : rows) {
    if (row.ranks == 1) first = &row;
    if (first == nullptr) continue;
    const double ideal = arguments.weak ? first->seconds : first->seconds / row.ranks;
    const double share = ideal / row.seconds;
    fmt::print("{:<32} {:>5} {:>5.0f}% {}\n", row.token, row.ranks, 100 * share,
               std::string(static_cast<std::size_t>(std::clamp(share * 40, 0.0, 60.0)), '#'));
  }
}

/// Null where the parts are not known.
template <typename Of>
ordered_json of_parts(const Row& row, Of of) {
  return row.parts ? ordered_json(of(*row.parts)) : ordered_json();
}

ordered_json json_of(const std::vector<Row>& rows, const std::vector<std::string>& devices) {
  ordered_json result = ordered_json::array();
  for (const Row& row : rows) {
    result.push_back({{"problem", row.token},
                      {"ranks", row.ranks},
                      {"choice", row.configuration},
                      {"devices", devices},
                      {"seconds", row.seconds},
                      {"exchange_seconds", row.split ? ordered_json(row.exchange) : ordered_json()},
                      {"copy_seconds", row.split ? ordered_json(row.copies) : ordered_json()},
                      {"passes_alone_seconds", of_parts(row, [](const PartTimes& parts) { return parts.passes; })},
                      {"exchange_alone_seconds", of_parts(row, [](const PartTimes& parts) { return parts.exchange; })},
                      {"overlap", of_parts(row, [&](const PartTimes& parts) { return parts.overlap(row.seconds); })},
                      {"sent_bytes", row.sent_bytes},
                      {"scratch_error", row.scratch_error},
                      {"runs", row.runs},
                      {"fftw_seconds", row.fftw_seconds}});
  }
  return result;
}

/// The problem with so many times as many points along its first axis.
Problem grown(const Problem& problem, int times) {
  Problem result = problem;
  result.lengths.front() *= times;
  Problem packed = problem;
  packed.in_distance = packed.out_distance = 0;
  // parse() has written out the distances between packed arrays, which are longer now.
  if (packed.normalised() == problem.normalised()) result.in_distance = result.out_distance = 0;
  return result;
}

std::vector<int> counts_of(const CommandArguments& arguments, int ranks) {
  std::vector<int> counts;
  for (int count = 1; arguments.scaling && count < ranks; count *= 2) counts.push_back(count);
  counts.push_back(ranks);
  return counts;
}

}  // namespace

int bench(const CommandArguments& arguments) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Device device = open_device(arguments.device);
  const std::vector<std::string> devices = devices_of_ranks(device);
  if (!arguments.json) print_devices(device);
  std::vector<Row> rows;
  if (rank == 0 && !arguments.json) {
    fmt::print("{:<32} {:>5} {:>12} {:>8} {:>8} {:>8} {:>8} {:>12}   {}\n", "problem", "ranks", "time", "GFlop/s",
               "exchange", "copies", "overlap", "sent", "FFTW-MPI, its time over Papilio's");
  }
  for (const std::string& token : arguments.tokens) {
    for (const int count : counts_of(arguments, ranks)) {
      const FirstRanks first(count);
      if (first.get() != MPI_COMM_NULL) {
        const Problem problem = grown(Problem::parse(token), arguments.weak ? count : 1);
        rows.push_back(measure(arguments, first.get(), device, problem));
        if (rank == 0 && !arguments.json) print(rows.back(), options_of(arguments).effort);
      }
      wait_quietly();
    }
  }
  if (rank != 0) return 0;
  if (arguments.json) {
    fmt::print("{}\n", json_of(rows, devices).dump(2));
  } else if (arguments.scaling) {
    print_chart(rows, arguments);
  }
  return 0;
}

}  // namespace papilio::mpi::tool
