// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/work.hpp"

#include "mpi/api/describe.hpp"
#include "mpi/arrays/distribution_text.hpp"
#include "mpi/choose/search.hpp"

namespace papilio::tool {
namespace {

mpi::Request request_of(const ScaleRank& rank, const Problem& problem, const ScaleOptions& options) {
  mpi::Request request;
  const int ranks = rank.team.ranks();
  request.problem = problem.normalised();
  request.in = mpi::parse_distribution(options.in, problem.input_lengths(), ranks);
  request.out = mpi::parse_distribution(options.out, problem.output_lengths(), ranks);
  request.options.bytes_per_second = options.bytes_per_second;
  request.options.chunks = options.chunks;
  request.options.carrier = rank.carrier(options.chunks);
  request.options.effort = options.effort;
  // One axis has one order, and any number of devices computes it alike.
  if (problem.lengths.size() > 1) request.options.axis_order = options.axis_order;
  mpi::validate(request, ranks);
  return request;
}

}  // namespace

ScaleWork::ScaleWork(ScaleRank& rank, const Problem& problem, const ScaleOptions& options) : rank_(rank) {
  rank.team.agree(mpi::attempt([&] { request_ = request_of(rank, problem, options); }));
  selection_ = mpi::search_configuration(rank.team, rank.device, request_);
  prepared_ = std::make_unique<mpi::Prepared>(rank.team, rank.device, request_, selection_.configuration);
  rank.team.agree(
      mpi::attempt([&] { memory_ = std::make_unique<mpi::TrialMemory>(rank.device, request_, rank.team.rank()); }));
}

const mpi::Box& ScaleWork::input_box() const { return request_.in.boxes[static_cast<std::size_t>(rank_.team.rank())]; }

const mpi::Box& ScaleWork::output_box() const {
  return request_.out.boxes[static_cast<std::size_t>(rank_.team.rank())];
}

std::string ScaleWork::describe() const {
  return mpi::describe({request_, prepared_->schedule(), engine().program(), engine().shapes(), rank_.team.rank(),
                        engine().roundings(), &selection_});
}

mpi::AxisOrder ScaleWork::axis_order() const {
  const mpi::Schedule& schedule = prepared_->schedule();
  if (schedule.method->of_matrix) return request_.options.axis_order;
  return {mpi::AxisOrder::OrderRule::given, schedule.axes};
}

}  // namespace papilio::tool
