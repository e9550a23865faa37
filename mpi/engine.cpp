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
    for (const PassPart& part : pass->parts) {
      plans.push_back(plan_with(device, part.problem, shapes_[pass->position]));
      scratch = std::max(scratch, plans.back().scratch_bytes());
    }
  }
  if (scratch > 0) scratch_ = Buffer(device, scratch);
  at(Place::first) = Region(device, static_cast<std::size_t>(program_.first_bytes));
  at(Place::second) = Region(device, static_cast<std::size_t>(program_.second_bytes));
  at(Place::third) = Region(device, static_cast<std::size_t>(program_.third_bytes));
}

std::size_t Engine::work_bytes() const {
  std::size_t bytes = scratch_ ? scratch_.size_bytes() : 0;
  for (const Place place : {Place::first, Place::second, Place::third})
    bytes += regions_[static_cast<std::size_t>(place)].held();
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

struct Engine::Run {
  Transport& transport;
  ExecutionTimes timing;
  std::optional<Failure> failure;
  Stopwatch watch;
};

void Engine::try_to(Run& run, const std::function<void()>& work) {
  if (!run.failure) run.failure = attempt(work);
}

void Engine::run_parts(std::size_t step, std::optional<int> source_turn, std::optional<int> target_turn) {
  const Pass& pass = std::get<Pass>(program_.steps[step]);
  if (pass.parts.empty()) return;
  Operands operands;
  operands.in = at(pass.source).device_reads(stream_);
  operands.out = at(pass.target).device_writes();
  operands.scratch = scratch_;
  for (std::size_t i = 0; i < pass.parts.size(); ++i) {
    if (source_turn && pass.parts[i].source_turn != *source_turn) continue;
    if (target_turn && pass.parts[i].target_turn != *target_turn) continue;
    plans_[step][i].execute(stream_, operands);
  }
}

void Engine::run_copy(const Copy& copy) {
  const std::byte* const from = at(copy.source).host_reads(stream_);
  std::byte* const to = at(copy.target).host_writes(stream_);
  for (const BoxCopy& box : copy.boxes) copy_box(box, copy.element_bytes, from, to);
}

bool Engine::pass_follows(std::size_t step) const {
  return step + 1 < program_.steps.size() && std::holds_alternative<Pass>(program_.steps[step + 1]);
}

bool Engine::turns_follow(std::size_t step) {
  if (step + 1 >= program_.steps.size()) return false;
  const auto* pass = std::get_if<Pass>(&program_.steps[step]);
  const auto* exchange = std::get_if<Exchange>(&program_.steps[step + 1]);
  return pass != nullptr && exchange != nullptr && exchange->turns > 1 && &at(pass->source) != &at(exchange->target);
}

bool Engine::run_exchange(std::size_t step, bool pass_before, Run& run) {
  const Exchange& exchange = std::get<Exchange>(program_.steps[step]);
  Region& source = at(exchange.source);
  Region& target = at(exchange.target);
  const auto of_turn = [](const std::vector<Message>& messages, int turn) {
    const auto range = std::ranges::equal_range(messages, turn, {}, &Message::turn);
    return std::span<const Message>(range.begin(), range.end());
  };
  run.transport.expect(exchange.receives, target.host_writes(stream_));
  for (int turn = 0; turn < exchange.turns; ++turn) {
    const std::span<const Message> messages = of_turn(exchange.sends, turn);
    run.timing.exchange += run.watch.lap();
    try_to(run, [&] {
      if (pass_before) run_parts(step - 1, std::nullopt, turn);
      for (const Message& message : messages) {
        source.host_reads(stream_, static_cast<std::size_t>(message.offset), static_cast<std::size_t>(message.bytes));
      }
      stream_.synchronize();
    });
    run.timing.passes += run.watch.lap();
    run.transport.send(messages, source.host());
  }
  const bool pass_after = pass_follows(step) && !turns_follow(step + 1);
  const bool reused = pass_after && std::get<Pass>(program_.steps[step + 1]).target == exchange.source;
  if (reused) run.transport.finish();
  for (int turn = 0; turn < exchange.turns; ++turn) {
    run.transport.wait(turn);
    run.timing.exchange += run.watch.lap();
    if (!pass_follows(step)) continue;
    try_to(run, [&] {
      for (const Message& message : of_turn(exchange.receives, turn)) {
        target.upload(stream_, static_cast<std::size_t>(message.offset), static_cast<std::size_t>(message.bytes));
      }
      target.uploaded();
      // Not waited for: the next turn may come while the device computes.
      if (pass_after) run_parts(step + 1, turn, std::nullopt);
    });
    run.timing.passes += run.watch.lap();
  }
  run.transport.finish();
  run.timing.exchange += run.watch.lap();
  return pass_after;
}

ExecutionTimes Engine::execute(MPI_Comm comm, Transport& transport, const UserMemory& user) {
  Stopwatch whole;
  Run run{transport, {}, {}, {}};
  agree(comm, attempt([&] { bind(user); }));
  run.timing.exchange += run.watch.lap();
  for (std::size_t i = 0; i < program_.steps.size(); ++i) {
    const bool deferred = turns_follow(i);
    if (deferred) ++i;
    if (std::holds_alternative<Exchange>(program_.steps[i])) {
      if (run_exchange(i, deferred, run)) ++i;
    } else if (const auto* copy = std::get_if<Copy>(&program_.steps[i])) {
      try_to(run, [&] { stream_.synchronize(); });
      run.timing.passes += run.watch.lap();
      try_to(run, [&] { run_copy(*copy); });
      run.timing.copies += run.watch.lap();
    } else {
      try_to(run, [&] { run_parts(i, std::nullopt, std::nullopt); });
      run.timing.passes += run.watch.lap();
    }
  }
  try_to(run, [&] { (void)at(Place::output).host_reads(stream_); });
  run.timing.passes += run.watch.lap();
  agree(comm, run.failure);
  run.timing.exchange += run.watch.lap();
  run.timing.sent_bytes = program_.sent_bytes;
  run.timing.received_bytes = program_.received_bytes;
  run.timing.seconds = whole.lap();
  return run.timing;
}

}  // namespace papilio::mpi
