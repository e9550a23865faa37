// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/work.hpp"

#include <algorithm>
#include <cstring>
#include <papilio/error.hpp>

#include "mpi/api/describe.hpp"
#include "mpi/arrays/distribution_text.hpp"
#include "mpi/carriers/none.hpp"
#include "mpi/memory/region.hpp"
#include "mpi/methods/methods.hpp"
#include "tools/scale/turns.hpp"

namespace papilio::tool {

HostMemory allocate_host(std::size_t bytes) { return mpi::allocate_host(bytes, "use a smaller problem"); }

ScaleWork::ScaleWork(ScaleRank& rank, const Problem& problem, const ScaleOptions& options)
    : rank_(rank), options_(options) {
  mpi::Team& team = rank.team();
  mpi::Program program;
  team.agree(mpi::attempt([&] {
    request_.problem = problem.normalised();
    request_.in = mpi::parse_distribution(options.in, problem.input_lengths(), team.ranks());
    request_.out = mpi::parse_distribution(options.out, problem.output_lengths(), team.ranks());
    request_.options.bytes_per_second = options.bytes_per_second;
    request_.options.axis_order = options.axis_order;
    mpi::validate(request_, team.ranks());
    mpi::Link link;
    link.bytes_per_second = options.bytes_per_second;
    link.stores = rank.link() == ScaleLink::peer && options.turns == 1;
    // One axis has one order, and any number of devices computes it alike.
    const bool one_axis = request_.problem.lengths.size() == 1;
    schedule_ = mpi::make_schedule(request_.problem, request_.in, request_.out, link,
                                   one_axis ? mpi::AxisOrder{} : options.axis_order);
    if (options_.turns == 0)
      options_.turns = turns_for({rank.link(), rank.on_device(), team.ranks()}, request_.problem, schedule_);
    program = stores() ? mpi::make_storing_program(request_.problem, schedule_, team.rank())
                       : mpi::make_program(request_.problem, schedule_, team.rank(), options_.turns);
  }));
  mpi::WorkMemory memory(rank.transport().memory());
  if (stores()) memory.peers = rank.make_peers(program);
  team.agree(mpi::attempt([&] {
    engine_ = std::make_unique<mpi::Engine>(rank.device(), request_.problem, schedule_, std::move(program), memory);
    allocate();
  }));
}

bool ScaleWork::stores() const {
  return rank_.link() == ScaleLink::peer && options_.turns == 1 && !options_.messages &&
         schedule_.method->storing_program != nullptr;
}

void ScaleWork::allocate() {
  const Problem& problem = request_.problem;
  stream_ = Stream(rank_.device());
  in_place_ = problem.placement == Placement::in_place;
  input_bytes_ = static_cast<std::size_t>(input_box().volume() * problem.batch * problem.input_element_bytes());
  output_bytes_ = static_cast<std::size_t>(output_box().volume() * problem.batch * problem.output_element_bytes());
  const std::size_t first = in_place_ ? std::max(input_bytes_, output_bytes_) : input_bytes_;
  const std::size_t second = in_place_ ? 0 : output_bytes_;
  if (rank_.on_device()) {
    if (first > 0) in_ = Buffer(rank_.device(), first);
    out_ = in_;
    if (!in_place_) out_ = second > 0 ? Buffer(rank_.device(), second) : Buffer();
  } else {
    host_in_ = allocate_host(first);
    if (!in_place_) host_out_ = allocate_host(second);
  }
}

void ScaleWork::load() {
  mpi::NoMessages silent(rank_.transport());
  execute(silent);
}

const mpi::Box& ScaleWork::input_box() const {
  return request_.in.boxes[static_cast<std::size_t>(rank_.team().rank())];
}

const mpi::Box& ScaleWork::output_box() const {
  return request_.out.boxes[static_cast<std::size_t>(rank_.team().rank())];
}

std::string ScaleWork::describe() const {
  return mpi::describe(
      {request_, schedule_, engine_->program(), engine_->shapes(), rank_.team().rank(), engine_->roundings()});
}

mpi::AxisOrder ScaleWork::axis_order() const {
  if (schedule_.method->of_matrix) return request_.options.axis_order;
  return {mpi::AxisOrder::OrderRule::given, schedule_.axes};
}

void ScaleWork::set_input(const std::vector<std::byte>& bytes) {
  for (std::size_t done = 0; done < input_bytes_; done += bytes.size()) {
    const std::size_t count = std::min(bytes.size(), input_bytes_ - done);
    if (rank_.on_device()) {
      stream_.upload(in_, bytes.data(), count, done);
    } else {
      std::memcpy(host_in_.get() + done, bytes.data(), count);
    }
  }
}

std::vector<std::byte> ScaleWork::output() {
  std::vector<std::byte> bytes(output_bytes_);
  if (bytes.empty()) return bytes;
  if (rank_.on_device()) {
    stream_.download(out_, bytes.data(), bytes.size());
  } else {
    std::memcpy(bytes.data(), in_place_ ? host_in_.get() : host_out_.get(), bytes.size());
  }
  return bytes;
}

mpi::ExecutionTimes ScaleWork::execute(mpi::Transport& transport) {
  mpi::UserMemory user;
  user.in_place = in_place_;
  user.input_bytes = in_place_ ? std::max(input_bytes_, output_bytes_) : input_bytes_;
  user.output_bytes = in_place_ ? user.input_bytes : output_bytes_;
  if (rank_.on_device()) {
    user.input_buffer = in_;
    user.output_buffer = out_;
  } else {
    user.input = host_in_.get();
    user.output = in_place_ ? host_in_.get() : host_out_.get();
  }
  return engine_->execute(rank_.team(), transport, user);
}

}  // namespace papilio::tool
