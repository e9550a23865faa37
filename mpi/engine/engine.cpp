// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <papilio/cuda.hpp>

#include "mpi/memory/cuda_driver.hpp"
#include "mpi/ranks/wait_for_all.hpp"
#include "narrower_shapes.hpp"
#include "pass_callbacks.hpp"

namespace papilio::mpi {
namespace {

class PartStopwatch {
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

bool has_exchanges(const Program& program) {
  return std::ranges::any_of(program.steps,
                             [](const Step& step) { return std::holds_alternative<ExchangeStep>(step); });
}

/// Where a device cannot have the shapes for a part, narrower ones of the same radices; at last the planner's own.
papilio::Plan plan_with(const Device& device, const Problem& problem, const Callbacks& callbacks,
                        const Shapes& shapes) {
  for (std::optional<Shapes> wanted = shapes; wanted; wanted = narrower(*wanted)) {
    try {
      return {device, problem, callbacks, *wanted};
    } catch (const Error& error) {
      if (error.code() != ErrorCode::unsupported) throw;
    }
  }
  return {device, problem, callbacks};
}

}  // namespace

Engine::Engine(const Device& device, const Problem& problem, const Schedule& schedule, Program program,
               const WorkMemory& memory)
    : device_(device),
      stream_(device),
      program_(std::move(program)),
      messages_(memory.messages),
      peers_(memory.peers),
      owner_(memory.owner) {
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    shapes_.push_back(shapes_of(device, schedule.method->whole_pass(problem, schedule, i)));
  }
  roundings_ = roundings_of(device, problem, schedule);
  for (const Step& step : program_.steps) {
    plans_.emplace_back();
    tables_.emplace_back();
    products_.emplace_back();
    if (const auto* const pass = std::get_if<Pass>(&step)) prepare(*pass, problem);
  }
  const bool by_caller = owner_ == WorkOwner::caller;
  if (scratch_bytes_ > 0 && !by_caller) scratch_ = Buffer(device, scratch_bytes_);
  const auto local = [&](WorkArray place, std::int64_t count) {
    const auto bytes = static_cast<std::size_t>(count);
    if (peers_ && count > 0) return peers_->local(place);
    return by_caller ? Region(Region::CallerMemory{}, bytes) : Region(device, bytes, messages_);
  };
  for (const WorkArray place : all_work_arrays) at(place) = local(place, program_.work.bytes(place));
}

void Engine::prepare(const Pass& pass, const Problem& problem) {
  std::vector<papilio::Plan>& plans = plans_.back();
  const auto plan_parts = [&](const Callbacks& callbacks) {
    for (const PassPart& part : pass.parts) {
      plans.push_back(plan_with(device_, part.problem, callbacks, shapes_[pass.position]));
      scratch_bytes_ = std::max(scratch_bytes_, plans.back().scratch_bytes());
    }
  };
  try {
    plan_parts(callbacks_of(pass));
    tables_.back() = upload_table(device_, stream_, pass, problem.precision);
  } catch (const Error& error) {
    const bool no_compiler = error.code() == ErrorCode::build_failed || error.code() == ErrorCode::unsupported;
    if (!no_compiler || !pass.twiddles || pass.read || pass.written) throw;
    plans.clear();
    plan_parts({});
    const Storage storage = pass.parts.front().problem.out_storage;
    const auto& product = products_.back().emplace(device_, *pass.twiddles, problem.precision, storage);
    scratch_bytes_ = std::max(scratch_bytes_, product.scratch_bytes());
  }
}

struct Engine::Run {
  Team& team;
  Transport& transport;
  ExecutionTimes timing;
  std::optional<Failure> failure;
  std::optional<Failure> link_failure;
  PartStopwatch watch;
};

void Engine::try_to(Run& run, const std::function<void()>& work) {
  if (!run.failure) run.failure = attempt(work);
}

void Engine::try_link(Run& run, const std::function<void()>& work) {
  std::optional<Failure> failure = attempt(work);
  if (!run.link_failure) run.link_failure = std::move(failure);
}

void Engine::run_parts(std::size_t step, std::optional<int> source_chunk, std::optional<int> target_chunk) {
  const Pass& pass = std::get<Pass>(program_.steps[step]);
  if (pass.parts.empty()) return;
  Operands operands;
  operands.in = at(pass.source).device_reads(stream_);
  operands.out = at(pass.target).device_writes();
  operands.scratch = scratch_;
  operands.store_data = tables_[step];
  for (std::size_t i = 0; i < pass.parts.size(); ++i) {
    if (source_chunk && pass.parts[i].source_chunk != *source_chunk) continue;
    if (target_chunk && pass.parts[i].target_chunk != *target_chunk) continue;
    const PassPart& part = pass.parts[i];
    if (part.owner != local_memory) {
      store_part(plans_[step][i], pass, part.owner, operands);
    } else if (part.kept) {
      Operands there = operands;
      there.out = at(*part.kept).device_writes();
      plans_[step][i].execute(stream_, there);
    } else {
      plans_[step][i].execute(stream_, operands);
    }
    if (products_[step]) products_[step]->execute(stream_, operands.out, scratch_);
  }
  join();
}

void Engine::store_part(const papilio::Plan& plan, const Pass& pass, int owner, const Operands& operands) {
  const PeerArray& target = peers_->of(owner, pass.target);
  if (target.buffer) {
    Operands there = operands;
    there.out = target.buffer;
    return plan.execute(stream_, there);
  }
  // Parts that need scratch share it, so they run one after the other.
  const Stream& stream = plan.scratch_bytes() > 0 ? stream_ : fork(owner);
  plan.execute(stream, at(pass.source).device_address(), target.address,
               plan.scratch_bytes() > 0 ? cuda::native_pointer(scratch_) : nullptr);
}

const Stream& Engine::fork(int owner) {
  if (messages_ == MessageMemory::host || owner == local_memory) return stream_;
  Stream& stream = streams_to_[owner];
  if (!stream) stream = Stream(device_);
  stream.wait(stream_.record());
  forked_.push_back(owner);
  return stream;
}

void Engine::join() {
  for (const int owner : forked_) stream_.wait(streams_to_[owner].record());
  forked_.clear();
}

void Engine::give_up() noexcept {
  (void)attempt([&] {
    std::vector<Stream> streams = {stream_};
    for (const auto& entry : streams_to_) streams.push_back(entry.second);
    drain(device_, streams);
  });
}

bool Engine::wait_for_all_ranks(Run& run) {
  const auto finished = [&] {
    return run.transport.stream_ordered() ? run.transport.finished(stream_)
                                          : has_finished(context_of(device_), stream_);
  };
  if (in_stream_order(run)) return mpi::wait_for_all_ranks(run.team, finished, run.link_failure);
  try_link(run, [&] { run.transport.finished(stream_); });
  return true;
}

bool Engine::in_stream_order(const Run& run) const {
  return run.transport.stream_ordered() || (peers_ && messages_ == MessageMemory::device);
}

bool Engine::pass_follows(std::size_t step) const {
  return step + 1 < program_.steps.size() && std::holds_alternative<Pass>(program_.steps[step + 1]);
}

std::size_t Engine::passes_in_chunks(std::size_t step) {
  const auto* pass = std::get_if<Pass>(&program_.steps[step]);
  const std::size_t passes = pass != nullptr && pass->in_portions ? 2 : 1;
  if (pass == nullptr || step + passes >= program_.steps.size()) return 0;
  const auto* exchange = std::get_if<ExchangeStep>(&program_.steps[step + passes]);
  if (exchange == nullptr || exchange->chunks == 1) return 0;
  for (std::size_t i = step; i < step + passes; ++i) {  // what arrives meanwhile must not fall into what a pass reads
    pass = std::get_if<Pass>(&program_.steps[i]);
    if (pass == nullptr || &at(pass->source) == &at(exchange->target)) return 0;
  }
  return passes;
}

/// Chunk by chunk: the passes before the exchange that were deferred to it, and the messages.
void Engine::send_chunks(std::size_t step, std::size_t passes_before, Run& run) {
  const ExchangeStep& exchange = std::get<ExchangeStep>(program_.steps[step]);
  Region& source = at(exchange.source);
  Region& target = at(exchange.target);
  const bool on_host = messages_ == MessageMemory::host;
  std::byte* to = nullptr;
  if (on_host) {
    try_to(run, [&] { (void)target.host_writes(stream_); });  // the first call that reports a failed pass
    to = target.host_address();
  } else {
    (void)target.device_writes();
    to = target.device_address();
    // The user's input on the host is not on the device yet, so no message can be sent from it.
    try_to(run, [&] {
      if (passes_before == 0) (void)source.device_reads(stream_);
      if (!run.transport.stream_ordered()) stream_.synchronize();
    });
  }
  try_link(run, [&] { run.transport.expect(exchange.receives, to, stream_); });
  for (int chunk = 0; chunk < exchange.chunks; ++chunk) {
    const std::span<const Message> messages = of_chunk(exchange.sends, chunk);
    run.timing.exchange += run.watch.lap();
    try_to(run, [&] {
      for (std::size_t i = step - passes_before; i < step; ++i) run_parts(i, std::nullopt, chunk);
      for (const Message& message : messages) {
        if (!on_host) break;
        source.host_reads(stream_, static_cast<std::size_t>(message.offset), static_cast<std::size_t>(message.bytes));
      }
      if (!run.transport.stream_ordered()) stream_.synchronize();
    });
    run.timing.passes += run.watch.lap();
    try_link(run, [&] { run.transport.send(messages, chunk, on_host ? source.host() : source.device_address()); });
  }
  // Compute the local part last: remote parts are sent first, so that links are busy meanwhile.
  if (passes_before == 0 || !exchange.kept) return;
  run.timing.exchange += run.watch.lap();
  try_to(run, [&] { run_parts(step - 1, std::nullopt, no_chunk); });
  run.timing.passes += run.watch.lap();
}

/// Chunk by chunk: receives, and runs the pass after the exchange.
void Engine::receive_chunks(std::size_t step, bool pass_after, Run& run) {
  const ExchangeStep& exchange = std::get<ExchangeStep>(program_.steps[step]);
  Region& target = at(exchange.target);
  const bool on_host = messages_ == MessageMemory::host;
  for (int chunk = 0; chunk < exchange.chunks; ++chunk) {
    try_link(run, [&] { run.transport.wait(chunk); });
    run.timing.exchange += run.watch.lap();
    if (!pass_follows(step) && !exchange.kept) continue;
    try_to(run, [&] {
      for (const Message& message : of_chunk(exchange.receives, chunk)) {
        if (!on_host) break;
        target.upload(stream_, static_cast<std::size_t>(message.offset), static_cast<std::size_t>(message.bytes));
      }
      if (on_host && !exchange.kept) target.uploaded();
      if (on_host && exchange.kept) (void)target.device_writes();  // the host has not got what stays
      // No waiting here: the next chunk may arrive while the device computes.
      if (pass_after) run_parts(step + 1, chunk, std::nullopt);
    });
    run.timing.passes += run.watch.lap();
  }
}

bool Engine::run_exchange(std::size_t step, std::size_t passes_before, Run& run) {
  send_chunks(step, passes_before, run);
  // Ranks agree here, before any of them waits for messages that will never arrive.
  if (run.transport.stream_ordered()) run.team.agree(run.link_failure);
  const bool pass_after = pass_follows(step) && passes_in_chunks(step + 1) == 0;
  const bool reused = pass_after && std::get<Pass>(program_.steps[step + 1]).target ==
                                        std::get<ExchangeStep>(program_.steps[step]).source;
  if (reused) try_link(run, [&] { run.transport.finish(); });
  receive_chunks(step, pass_after, run);
  try_link(run, [&] { run.transport.finish(); });
  run.timing.exchange += run.watch.lap();
  return pass_after;
}

void Engine::run_steps(Run& run) {
  for (std::size_t i = 0; i < program_.steps.size(); ++i) {
    const std::size_t deferred = passes_in_chunks(i);
    i += deferred;
    if (std::holds_alternative<ExchangeStep>(program_.steps[i])) {
      if (run_exchange(i, deferred, run)) ++i;
    } else if (const auto* copy = std::get_if<Copy>(&program_.steps[i])) {
      if (messages_ == MessageMemory::host) try_to(run, [&] { stream_.synchronize(); });
      run.timing.passes += run.watch.lap();
      try_to(run, [&] { run_copy(*copy); });
      run.timing.copies += run.watch.lap();
    } else if (std::holds_alternative<RankBarrier>(program_.steps[i])) {
      if (messages_ == MessageMemory::host) try_to(run, [&] { stream_.synchronize(); });
      run.timing.passes += run.watch.lap();
      peers_->barrier(stream_, run.failure);
      run.timing.exchange += run.watch.lap();
    } else {
      try_to(run, [&] { run_parts(i, std::nullopt, std::nullopt); });
      run.timing.passes += run.watch.lap();
    }
  }
}

ExecutionTimes Engine::execute(Team& team, Transport& transport, const ExecutionArrays& user) {
  PartStopwatch whole;
  Run run{team, transport, {}, {}, {}, {}};
  const WorkReturned returned{*this};
  double limit = 0;
  team.agree(attempt([&] {
    bind(user);
    limit = team.wanted_limit();
  }));
  struct Limit {
    ~Limit() { team.begin_limit(0); }
    Team& team;
  } const limited{team};
  team.begin_limit(limit);
  run.timing.exchange += run.watch.lap();
  bool finished = false;
  try {
    run_steps(run);
    finished = wait_for_all_ranks(run);
  } catch (...) {
    if (peers_) give_up();
    if (has_exchanges(program_)) transport.abort();
    (void)attempt([&] { team.agree(std::nullopt); });  // no rank frees its memory while another may store there
    throw;
  }
  if (finished) {
    try_to(run, [&] {
      at(WorkArray::output).deliver(stream_);
      stream_.synchronize();
    });
  } else {
    transport.abort();  // what waits for other ranks' messages ends
    give_up();
  }
  if (peers_ && (run.failure || run.link_failure)) give_up();
  run.timing.passes += run.watch.lap();
  if (run.link_failure) transport.abort();
  team.agree(run.failure ? run.failure : run.link_failure);
  run.timing.exchange += run.watch.lap();
  if (in_stream_order(run)) run.timing.passes = run.timing.exchange = 0;
  run.timing.sent_bytes = program_.sent_bytes;
  run.timing.received_bytes = program_.received_bytes;
  run.timing.seconds = whole.lap();
  return run.timing;
}

}  // namespace papilio::mpi
