// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/multi_gpu/array_engine.hpp"

#include <algorithm>
#include <optional>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "mpi/choose/search.hpp"
#include "mpi/choose/trial_memory.hpp"
#include "mpi/memory/peer_access.hpp"
#include "mpi/methods/six_step.hpp"

namespace papilio::compat::cufft {
namespace {

/// NVLink's, for the choice of stages.
constexpr double link_bytes_per_second = 3e11;

mpi::Request request_of(const Gpus& gpus, const CufftRequest& wanted, const EngineWay& way) {
  mpi::Request request;
  const auto distribution_of = [&](const std::vector<std::int64_t>& lengths, ArrayOrder order) {
    const int ranks = static_cast<int>(gpus.size());
    if (order == ArrayOrder::natural) return mpi::Distribution::slabs(lengths, ranks, 0);
    if (lengths.size() > 1) return mpi::Distribution::slabs(lengths, ranks, 1);
    const auto [first, second] = divided_axes(wanted, order);
    return mpi::Distribution::slabs({first, second}, ranks, 1);
  };
  request.problem = wanted.packed_problem(way.direction, way.placement).normalised();
  request.in = distribution_of(request.problem.input_lengths(), way.from);
  request.out = distribution_of(request.problem.output_lengths(), way.to);
  request.real_rows = way.real_rows;
  request.options.bytes_per_second = link_bytes_per_second;
  request.options.arrays = mpi::ArrayMemory::device;
  std::vector<papilio::Device> devices;
  for (const Gpu& gpu : gpus) devices.push_back(gpu.device);
  request.options.carrier = mpi::can_access_peers(devices) ? mpi::Carrier::peer : mpi::Carrier::mpi_host;
  if (wanted.lengths.size() > 1) request.options.axis_order.rule = mpi::AxisOrder::OrderRule::any;
  mpi::validate(request, static_cast<int>(gpus.size()));
  return request;
}

}  // namespace

DividedAxes divided_axes(const CufftRequest& request, ArrayOrder order) {
  if (request.lengths.size() > 1) return {request.lengths[0], request.complex_lengths()[1]};
  const std::optional<Problem> matrix = mpi::matrix_of(request.packed_problem(Direction::forward, Placement::in_place));
  if (!matrix) throw Error::invalid_argument("one axis of a prime length over several GPUs", "it cannot be divided");
  const std::int64_t rows = matrix->lengths[0];
  const std::int64_t columns = matrix->lengths[1];
  return order == ArrayOrder::permuted ? DividedAxes{columns, rows} : DividedAxes{rows, columns};
}

ArrayEngine::ArrayEngine(GpuRanks& ranks, const Gpus& gpus, const CufftRequest& request, const EngineWay& way)
    : ranks_(ranks), gpus_(gpus), request_(request_of(gpus, request, way)), prepared_(gpus.size()) {
  ranks_.run([&](mpi::Team& team, std::size_t rank) {
    const papilio::Device& device = gpus_[rank].device;
    const mpi::Selection selection = mpi::search_configuration(team, device, request_);
    auto prepared = std::make_unique<mpi::Prepared>(team, device, request_, selection.configuration);
    std::unique_ptr<mpi::TrialMemory> memory;
    team.agree(mpi::attempt([&] {
      memory = std::make_unique<mpi::TrialMemory>(device, request_, static_cast<int>(rank));
      const mpi::ExecutionArrays& user = memory->user();
      prepared->reserve(mpi::ArrayMemory::device, user.input_bytes, user.in_place ? 0 : user.output_bytes);
    }));
    // The first launch of a kernel may load it under a lock that all threads share, and must not wait for other GPUs
    // then.
    prepared->execute_passes(memory->user());
    prepared_[rank] = std::move(prepared);
    if (rank == 0) selection_ = selection;
  });
}

std::string ArrayEngine::describe() const {
  return request_.problem.token() + " " + mpi::to_text(selection_.configuration) +
         " from=" + std::string(mpi::name_of(selection_.source)) +
         " work=" + std::to_string(prepared_.front()->engine().work_bytes());
}

void ArrayEngine::end() {
  ranks_.run([&](mpi::Team&, std::size_t rank) { prepared_[rank].reset(); });
}

void ArrayEngine::execute(const std::function<GpuArrays(std::size_t gpu)>& arrays) {
  std::vector<mpi::ExecutionArrays> users;
  for (std::size_t rank = 0; rank < gpus_.size(); ++rank) {
    const auto [input, output] = arrays(rank);
    mpi::ExecutionArrays& user = users.emplace_back();
    user.in_place = request_.problem.placement == Placement::in_place;
    user.input_bytes = mpi::bytes_of(request_, mpi::Side::input, static_cast<int>(rank));
    user.output_bytes = mpi::bytes_of(request_, mpi::Side::output, static_cast<int>(rank));
    if (user.in_place) user.input_bytes = user.output_bytes = std::max(user.input_bytes, user.output_bytes);
    user.input_buffer = input;
    user.output_buffer = user.in_place ? input : output;
    user.after = papilio::cuda::wrap_stream(gpus_[rank].device, nullptr);
  }
  ranks_.run([&](mpi::Team&, std::size_t rank) { prepared_[rank]->execute(users[rank]); });
}

}  // namespace papilio::compat::cufft
