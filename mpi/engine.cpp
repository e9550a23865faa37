// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "box_copy.hpp"

namespace papilio::mpi {
namespace {

class Stopwatch {
 public:
  /// Seconds since the last call, or since the beginning.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - begin_;
    begin_ = now;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Without plans there is nothing to force: where a device cannot have the shapes, the planner's own.
papilio::Plan plan_with(const Device& device, const Problem& problem, const Shapes& shapes) {
  try {
    return {device, problem, shapes};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
  }
  return {device, problem};
}

/// MPI counts in int; longer messages go in several.
template <typename Post>
void in_chunks(const Message& message, Post post) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (std::int64_t done = 0; done < message.bytes; done += most) {
    post(message.offset + done, static_cast<int>(std::min(most, message.bytes - done)));
  }
}

}  // namespace

Engine::Engine(const Device& device, const Problem& problem, const Schedule& schedule, Program program)
    : device_(device), stream_(device), program_(std::move(program)) {
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    shapes_.push_back(shapes_of(device, whole_pass(problem, schedule, i)));
  }
  std::size_t scratch = 0;
  for (const Step& step : program_.steps) {
    std::vector<papilio::Plan>& plans = plans_.emplace_back();
    const Pass* const pass = std::get_if<Pass>(&step);
    if (pass == nullptr) continue;
    for (const Problem& part : pass->parts) {
      plans.push_back(plan_with(device, part, shapes_[pass->position]));
      scratch = std::max(scratch, plans.back().scratch_bytes());
    }
  }
  if (scratch > 0) scratch_ = Buffer(device, scratch);
  at(Place::first) = Region(device, static_cast<std::size_t>(program_.first_bytes));
  at(Place::second) = Region(device, static_cast<std::size_t>(program_.second_bytes));
}

std::size_t Engine::work_bytes() const {
  std::size_t bytes = scratch_ ? scratch_.size_bytes() : 0;
  for (const Place place : {Place::first, Place::second}) bytes += regions_[static_cast<std::size_t>(place)].held();
  for (const Region& region : staging_) bytes += region.held();
  return bytes;
}

/// The user's memory as the regions of the input and the output; in place, as one.
void Engine::bind(const UserMemory& user) {
  const auto region = [&](void* memory, std::size_t bytes, Region& staging) {
    if (bytes > 0 && !Region::direct(device_, memory) && staging.bytes() < bytes) staging = Region(device_, bytes);
    return Region(device_, memory, bytes, staging);
  };
  at(Place::input) = region(user.input, user.input_bytes, staging_[0]);
  in_place_ = user.output == user.input && user.output != nullptr;
  if (!in_place_) at(Place::output) = region(user.output, user.output_bytes, staging_[1]);
}

void Engine::run(const Pass& pass, const std::vector<papilio::Plan>& plans) {
  if (plans.empty()) return;
  Operands operands;
  operands.in = at(pass.source).device_reads(stream_);
  operands.out = at(pass.target).device_writes();
  operands.scratch = scratch_;
  for (const papilio::Plan& plan : plans) plan.execute(stream_, operands);
  stream_.synchronize();
}

void Engine::run(const Copy& copy) {
  const std::byte* const from = at(copy.source).host_reads(stream_);
  std::byte* const to = at(copy.target).host_writes(stream_);
  for (const BoxCopy& box : copy.boxes) copy_box(box, copy.element_bytes, from, to);
}

void Engine::run(const Exchange& exchange, MPI_Comm comm, Timing& timing) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  const std::byte* const from = at(exchange.source).host_reads(stream_);
  std::byte* const to = at(exchange.target).host_writes(stream_);
  std::vector<MPI_Request> requests;
  const auto next = [&] { return &requests.emplace_back(MPI_REQUEST_NULL); };
  const Message* kept = nullptr;
  for (const Message& message : exchange.receives) {
    if (message.peer == rank) {
      kept = &message;
      continue;
    }
    timing.received_bytes += message.bytes;
    in_chunks(message, [&](std::int64_t offset, int bytes) {
      check_mpi(MPI_Irecv(to + offset, bytes, MPI_BYTE, message.peer, 0, comm, next()), "MPI_Irecv");
    });
  }
  // Every rank begins with the next one, so that not all send to rank 0 first.
  std::vector<Message> sends = exchange.sends;
  std::ranges::rotate(sends, std::ranges::find_if(sends, [&](const Message& m) { return m.peer >= rank; }));
  for (const Message& message : sends) {
    if (message.peer == rank) continue;
    timing.sent_bytes += message.bytes;
    in_chunks(message, [&](std::int64_t offset, int bytes) {
      check_mpi(MPI_Isend(from + offset, bytes, MPI_BYTE, message.peer, 0, comm, next()), "MPI_Isend");
    });
  }
  const auto own = std::ranges::find_if(sends, [&](const Message& m) { return m.peer == rank; });
  if (kept != nullptr) std::memcpy(to + kept->offset, from + own->offset, static_cast<std::size_t>(kept->bytes));
  check_mpi(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
}

Timing Engine::execute(MPI_Comm comm, const UserMemory& user) {
  Timing timing;
  Stopwatch whole;
  Stopwatch watch;
  std::optional<Failure> failure = attempt([&] { bind(user); });
  for (std::size_t i = 0; i < program_.steps.size(); ++i) {
    const Step& step = program_.steps[i];
    if (const auto* pass = std::get_if<Pass>(&step)) {
      if (!failure) failure = attempt([&] { run(*pass, plans_[i]); });
      timing.passes += watch.lap();
    } else if (const auto* copy = std::get_if<Copy>(&step)) {
      if (!failure) failure = attempt([&] { run(*copy); });
      timing.copies += watch.lap();
    } else {
      agree(comm, failure);
      run(std::get<Exchange>(step), comm, timing);
      timing.exchange += watch.lap();
    }
  }
  if (!failure) failure = attempt([&] { (void)at(Place::output).host_reads(stream_); });
  timing.passes += watch.lap();
  agree(comm, failure);
  timing.exchange += watch.lap();
  timing.seconds = whole.lap();
  return timing;
}

}  // namespace papilio::mpi
