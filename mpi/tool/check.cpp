// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio-mpi check: compares the distributed transform with that of one rank, bit by bit, and with FFTW in double
// precision.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <papilio/error.hpp>
#include <span>

#include "arguments.hpp"
#include "colours.hpp"
#include "fftw.hpp"
#include "mpi/choose/configuration.hpp"
#include "rank_device.hpp"

namespace papilio::mpi::tool {
namespace {

using RankBytes = std::vector<std::byte>;

struct Outcome {
  double error = -1;  ///< relative L2 from FFTW; negative: not compared
  double bound = 0;
  int different = 0;  ///< ranks whose bits are not those of one rank
  AxisOrder order;    ///< of the plan, which one rank then has as well
};

/// Somewhat more than the rounding error of as many stages as a transform of that many points can have; prime lengths
/// are computed as convolutions and have three times as many.
double bound_of(const Problem& problem) {
  const double unit = problem.precision == Precision::f64 ? 4.0e-16 : 1.2e-7;
  return 3 * unit * std::sqrt(std::log2(static_cast<double>(problem.points()) + 2));
}

RankBytes run(const Plan& plan, const RankBytes& in, std::size_t out_bytes) {
  RankBytes out(out_bytes);
  if (plan.problem().placement == Placement::in_place) {
    RankBytes both = in;
    both.resize(std::max(in.size(), out.size()));
    plan.execute(std::span(both));
    both.resize(out_bytes);
    return both;
  }
  plan.execute(in, std::span(out));
  return out;
}

/// Broadcasts from rank 0, in messages whose lengths fit an int.
void broadcast(void* data, std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;
  for (std::size_t done = 0; done < bytes; done += most) {
    MPI_Bcast(static_cast<std::byte*>(data) + done, static_cast<int>(std::min(most, bytes - done)), MPI_BYTE, 0,
              MPI_COMM_WORLD);
  }
}

/// With which one rank computes the plan's bits. One axis may wait for its only rank's own plan.
Options options_alone(const Plan& plan) {
  Options options;
  options.axis_order = {AxisOrder::OrderRule::given, plan.axis_order()};
  const StageBoxes boxes = parse_configuration(plan.choice()).stages.front().boxes;
  if (plan.problem().lengths.size() == 1 && boxes != StageBoxes::matrix) {
    options.choice = "input=1/chunks=1/carrier=mpi";
  }
  return options;
}

class CheckedProblem {
 public:
  CheckedProblem(const CommandArguments& arguments, const Device& device, const Problem& problem)
      : device_(device), problem_(problem), options_(options_of(arguments)), out_lengths_(problem.output_lengths()) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    in_ = parse_distribution(arguments.in, problem.input_lengths(), ranks);
    out_ = parse_distribution(arguments.out, out_lengths_, ranks);
  }

  Outcome run_all() {
    const Box& in_box = in_.boxes[static_cast<std::size_t>(rank_)];
    const Plan plan(MPI_COMM_WORLD, device_, problem_, in_, out_, options_);
    const RankBytes local = run(plan, make_input(problem_, in_box, width_of(problem_, problem_.in_storage)),
                                static_cast<std::size_t>(plan.output_elements() * problem_.output_element_bytes()));
    Outcome outcome;
    outcome.order = {AxisOrder::OrderRule::given, plan.axis_order()};
    outcome.different = ranks_that_differ(local, options_alone(plan));
    compare_with_fftw(local, outcome);
    outcome.bound = bound_of(problem_) + plan.scratch_error();
    return outcome;
  }

 private:
  [[nodiscard]] const Box& out_box() const { return out_.boxes[static_cast<std::size_t>(rank_)]; }
  [[nodiscard]] std::int64_t outputs() const {
    std::int64_t all = problem_.batch;
    for (const std::int64_t length : out_lengths_) all *= length;
    return all;
  }

  int ranks_that_differ(const RankBytes& local, const Options& options) {
    const std::int64_t bytes = problem_.output_element_bytes();
    RankBytes whole(static_cast<std::size_t>(outputs() * bytes));
    if (rank_ == 0) {
      const Distribution in = Distribution::on_rank(problem_.input_lengths(), 1);
      const Plan alone(MPI_COMM_SELF, device_, problem_, in, Distribution::on_rank(out_lengths_, 1), options);
      whole = run(alone, make_input(problem_, in.boxes[0], width_of(problem_, problem_.in_storage)), whole.size());
    }
    broadcast(whole.data(), whole.size());
    int differs = 0;
    for_rows(out_box(), out_lengths_, problem_.batch, [&](std::int64_t there, std::int64_t here, std::int64_t row) {
      if (std::memcmp(whole.data() + there * bytes, local.data() + here * bytes,
                      static_cast<std::size_t>(row * bytes)) != 0) {
        differs = 1;
      }
    });
    int all = 0;
    MPI_Allreduce(&differs, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return all;
  }

  /// Leaves the outcome as it is where FFTW is not there, or numbers are stored as f16.
  void compare_with_fftw(const RankBytes& local, Outcome& outcome) {
    for (const Storage storage : {problem_.in_storage, problem_.out_storage}) {
      if (width_of(problem_, storage) == Width::f16) return;
    }
    const int parts = problem_.real_output() ? 1 : 2;
    std::vector<double> whole(static_cast<std::size_t>(outputs() * parts));
    int found = 0;
    if (rank_ == 0) {
      const Distribution in = Distribution::on_rank(problem_.input_lengths(), 1);
      std::optional<std::vector<double>> result =
          fftw_transform(problem_, make_input(problem_, in.boxes[0], Width::f64));
      found = result ? 1 : 0;
      if (result) whole = *std::move(result);
    }
    MPI_Bcast(&found, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (found == 0) return;
    broadcast(whole.data(), whole.size() * sizeof(double));
    const bool f64 = width_of(problem_, problem_.out_storage) == Width::f64;
    double sums[2] = {};
    for_rows(out_box(), out_lengths_, problem_.batch, [&](std::int64_t there, std::int64_t here, std::int64_t row) {
      for (std::int64_t i = 0; i < row * parts; ++i) {
        const std::byte* const place = local.data() + (here * parts + i) * static_cast<std::int64_t>(f64 ? 8 : 4);
        double actual = 0;
        float narrow = 0;
        std::memcpy(f64 ? static_cast<void*>(&actual) : &narrow, place, f64 ? 8 : 4);
        if (!f64) actual = narrow;
        const double expected = whole[static_cast<std::size_t>(there * parts + i)];
        sums[0] += (actual - expected) * (actual - expected);
        sums[1] += expected * expected;
      }
    });
    double all[2] = {};
    MPI_Allreduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    outcome.error = std::sqrt(all[0] / all[1]);
  }

  Device device_;
  Problem problem_;
  Options options_;
  std::vector<std::int64_t> out_lengths_;
  Distribution in_;
  Distribution out_;
  int rank_ = 0;
};

}  // namespace

int check(const CommandArguments& arguments) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const Device device = open_device(arguments.device);
  const Paint paint = paint_for(StandardStream::output);
  int failed = 0;
  for (const std::string& token : arguments.tokens) {
    const Problem problem = Problem::parse(token);
    const Outcome outcome = CheckedProblem(arguments, device, problem).run_all();
    const bool good = outcome.different == 0 && outcome.error <= outcome.bound;
    failed += good ? 0 : 1;
    if (rank != 0) continue;
    const std::string bits =
        outcome.different == 0 ? "the bits of one rank" : fmt::format("other bits on {} ranks", outcome.different);
    const std::string error = outcome.error < 0 ? "not compared with FFTW"
                                                : fmt::format("error {:.2e} of {:.2e}", outcome.error, outcome.bound);
    const bool asked = AxisOrder::parse(arguments.axis_order) != AxisOrder{};
    const std::string order = asked ? fmt::format(" axes={}", outcome.order.text()) : "";
    fmt::print("{} {}{}: {}, {}\n", good ? paint.right("pass") : paint.wrong("FAIL"), problem.token(), order, bits,
               error);
  }
  if (rank == 0)
    fmt::print("{} passed, {} failed\n", arguments.tokens.size() - static_cast<std::size_t>(failed), failed);
  return failed == 0 ? 0 : static_cast<int>(ErrorCode::check_failed);
}

}  // namespace papilio::mpi::tool
