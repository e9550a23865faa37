// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/compare.hpp"

#include <cstring>
#include <numeric>

#include "mpi/arrays/sample_input.hpp"

namespace papilio::tool {
namespace {

std::vector<std::byte> on_one_device(const Device& device, const Problem& problem, const mpi::AxisOrder& order) {
  mpi::ThreadRanks alone(1);
  mpi::ThreadTeam team(alone, 0);
  ScaleRank rank{team, device, ScaleLink::host};
  ScaleOptions options;
  options.in = options.out = "rank:0";
  options.axis_order = order;
  ScaleWork work(rank, problem, options);
  work.set_input(mpi::make_input(problem, work.input_box(), mpi::width_of(problem, problem.in_storage)));
  work.execute();
  return work.output();
}

}  // namespace

ScaleComparison ScaleReference::compare(ScaleRank& rank, const Problem& problem, const ScaleOptions& options) {
  mpi::ThreadTeam& team = rank.team;
  std::vector<std::byte> own;
  ScaleComparison result;
  {
    ScaleWork work(rank, problem, options);
    result.chunks = work.choice().chunks;
    work.load();
    team.agree(mpi::attempt([&] {
      work.set_input(mpi::make_input(problem, work.input_box(), mpi::width_of(problem, problem.in_storage)));
    }));
    work.execute();
    team.agree(mpi::attempt([&] { own = work.output(); }));
    team.agree(mpi::attempt([&] {
      if (team.rank() == 0) whole_ = on_one_device(rank.device, problem, work.axis_order());
    }));
    const std::int64_t bytes = problem.output_element_bytes();
    int& differs = differs_[static_cast<std::size_t>(team.rank())];
    differs = 0;
    mpi::for_rows(work.output_box(), problem.output_lengths(), problem.batch,
                  [&](std::int64_t there, std::int64_t here, std::int64_t row) {
                    const auto count = static_cast<std::size_t>(row * bytes);
                    if (std::memcmp(whole_.data() + there * bytes, own.data() + here * bytes, count) != 0) differs = 1;
                  });
  }
  team.agree(std::nullopt);
  result.different = std::accumulate(differs_.begin(), differs_.end(), 0);
  team.agree(std::nullopt);
  return result;
}

}  // namespace papilio::tool
