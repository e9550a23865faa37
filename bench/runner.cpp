// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <papilio/error.hpp>

#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

/// Runs `work`; an error becomes the peer's result.
template <typename Work>
void guarded(PeerResult& result, Work work) {
  try {
    work();
  } catch (const Error& error) {
    result.outcome = PeerOutcome::failed;
    result.why = error.what();
  }
}

std::optional<PeerRefusal> plan(Peer& peer, const Work& work) {
  return std::visit([&](const auto& problem) { return peer.plan(problem); }, work.problem());
}

/// Whether a peer may overwrite the problem's input.
bool may_overwrite(const Work& work, PeerRole role) {
  if (work.in_place() || work.mode().round_trip) return true;
  // Other libraries use the input of c2r as scratch, as their manuals say.
  const bool papilio = role == PeerRole::papilio || role == PeerRole::single_calls;
  return !papilio && work.transform() != nullptr && work.transform()->kind == Kind::c2r;
}

std::optional<PairedRatio> paired_ratio(const std::vector<double>& own, const std::vector<double>& others) {
  if (own.size() != others.size()) return std::nullopt;  // one of them failed
  std::vector<double> ratios(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) ratios[i] = others[i] / own[i];
  return PairedRatio{quartiles(ratios).median, median_band(ratios)};
}

}  // namespace

BenchRunner::BenchRunner(std::vector<OpenPeer> peers, DeviceArena& arena, const Settings& settings,
                         ShowProgress progress)
    : peers_(std::move(peers)), arena_(arena), settings_(settings), progress_(std::move(progress)) {}

/// Uploads the input unless it is already there: the memory may be new, or a peer may have overwritten it. Reading it
/// back to compare takes longer than all samples of a row, so it is not repeated while no peer has run.
void BenchRunner::restore_input(Arena& arena) {
  if (arena.capacity() < reserved_) intact_.erase(&arena);
  arena.reserve(reserved_);
  if (intact_.contains(&arena)) return;
  if (!holds(arena, wanted_)) arena.write(Part::input, 0, wanted_);
  intact_.insert(&arena);
}

void BenchRunner::plan_all(Row& row) {
  for (const OpenPeer& one : peers_) {
    PeerResult& result = row.peers.emplace_back();
    progress_(one.name + " plans");
    guarded(result, [&] {
      one.peer->arena().reserve(reserved_);
      const auto begin = std::chrono::steady_clock::now();
      const std::optional<PeerRefusal> refusal = plan(*one.peer, row.problem);
      result.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      result.outcome = refusal ? refusal->outcome : PeerOutcome::measured;
      if (refusal) result.why = refusal->why;
    });
  }
}

void BenchRunner::check(Peer& peer, const Expectation& reference, bool may_overwrite, PeerResult& result) {
  restore_input(peer.arena());
  reference.poison(peer.arena());
  intact_.erase(&peer.arena());
  peer.enqueue();
  peer.arena().finish();
  result.error = reference.error(peer.arena());
  if (*result.error > reference.limit()) {
    result.outcome = PeerOutcome::wrong;
    result.why = fmt::format("its relative L2 error is {:.2g}", *result.error);
  } else if (!may_overwrite && holds(peer.arena(), wanted_)) {
    intact_.insert(&peer.arena());
  } else if (!may_overwrite) {
    result.outcome = PeerOutcome::wrong;
    result.why = "it overwrites its input";
  }
}

void BenchRunner::check_all(Row& row) {
  if (!settings_.check) return;
  progress_("the reference");
  try {
    const std::unique_ptr<Expectation> reference = expectation_of(row.problem, wanted_);
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      PeerResult& result = row.peers[i];
      if (result.outcome != PeerOutcome::measured) continue;
      progress_(peers_[i].name + " is checked");
      const bool overwrites = may_overwrite(row.problem, peers_[i].role);
      guarded(result, [&] { check(*peers_[i].peer, *reference, overwrites, result); });
    }
  } catch (const Error& error) {
    row.note = fmt::format("not checked: {}", error.what());
  }
}

/// Warms the device up: after idling, it takes a while to reach its clock rate.
void BenchRunner::warm_up() {
  if (warm_) return;
  warm_ = true;
  progress_("warming up");
  const auto copy = [&] { arena_.copy(copied_); };
  const double enough = 150 * settings_.min_seconds;  // 0.3 s by default; next to nothing for very short samples
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < enough)
    arena_.time(copy, 10);
}

/// Times a peer, and records the time of its calls in its result.
Sampler BenchRunner::sampler_of(std::size_t peer, PeerResult& result) {
  Peer& one = *peers_[peer].peer;
  const auto timer = [&one, &result](std::size_t count) {
    const Took took = one.arena().time([&one] { one.enqueue(); }, count);
    result.call_seconds = took.calling_seconds;  // of the last sample: those before may have loaded code
    if (result.call_seconds) *result.call_seconds /= static_cast<double>(count);
    return took.seconds;
  };
  return {timer, settings_.min_seconds};
}

/// Samples the peers in turn, so that a disturbance of the machine affects all of them.
void BenchRunner::take_samples(Row& row, Sampler& copy, std::vector<Sampler>& samplers) {
  for (std::size_t repetition = 0; repetition < settings_.repetitions; ++repetition) {
    progress_(fmt::format("repetition {} of {}", repetition + 1, settings_.repetitions));
    copy.sample();
    for (std::size_t turn = 0; turn < peers_.size(); ++turn) {
      const std::size_t i =
          (turn + repetition) % peers_.size();  // each begins equally often, because what ran before may matter
      if (row.peers[i].outcome == PeerOutcome::measured) guarded(row.peers[i], [&] { samplers[i].sample(); });
    }
  }
}

void BenchRunner::time_all(Row& row) {
  const TimingSide clock = row.problem.mode().by_host_clock() ? TimingSide::host : TimingSide::device;
  arena_.set_clock(clock);
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    peers_[i].peer->arena().set_clock(clock);
    if (row.peers[i].outcome == PeerOutcome::measured) {
      guarded(row.peers[i], [&] { restore_input(peers_[i].peer->arena()); });
    }
  }
  warm_up();
  Sampler copy([&](std::size_t count) { return arena_.time([&] { arena_.copy(copied_); }, count).seconds; },
               settings_.min_seconds);
  copy.calibrate();
  std::vector<Sampler> samplers;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    samplers.push_back(sampler_of(i, row.peers[i]));
    if (row.peers[i].outcome != PeerOutcome::measured) continue;
    progress_(peers_[i].name + " warms up");
    guarded(row.peers[i], [&] { samplers[i].calibrate(); });
  }
  take_samples(row, copy, samplers);
  row.copy_seconds = quartiles(copy.samples()).median;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    PeerResult& result = row.peers[i];
    if (result.outcome != PeerOutcome::measured) continue;
    const std::vector<double>& samples = samplers[i].samples();
    result.seconds = quartiles(samples);
    result.band = median_band(samples);
    if (i > 0) result.paired = paired_ratio(samplers[0].samples(), samples);
    result.samples = samples.size();
    result.executions = samplers[i].executions();
  }
}

void BenchRunner::count_joules(Row& row) {
  if (!energy_) return;
  const bool host_too = arena_.device().info().kind == DeviceKind::cpu;  // the counter is the processor's
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    PeerResult& result = row.peers[i];
    Peer& peer = *peers_[i].peer;
    const bool elsewhere = peers_[i].role == PeerRole::other;
    if (result.outcome != PeerOutcome::measured || (elsewhere && !host_too)) continue;
    progress_(peers_[i].name + ", energy");
    const auto work = [&] {
      for (std::size_t k = 0; k < result.executions; ++k) peer.enqueue();
      peer.arena().finish();
      return result.executions;
    };
    guarded(result, [&] { result.joules = joules_of_one(*energy_, work, settings_.energy_seconds); });
  }
}

/// The parts of a row that do not need the arena.
void BenchRunner::describe(Row& row) const {
  if (row.peers.front().outcome != PeerOutcome::measured) return;
  if (row.problem.transform() != nullptr || row.problem.convolution() != nullptr)
    row.facts = plan_facts(arena_.device(), row.problem);
  if (settings_.plan_runs == 0) return;
  progress_("plan time");
  row.plan_time = measure_plan_time({row.problem.token(), arena_.device().info().id, settings_.plan_runs});
}

Row BenchRunner::run(const std::string& suite, const Work& work) {
  Row row;
  row.suite = suite;
  row.problem = work;
  try {
    progress_("input");
    for (const OpenPeer& one : peers_) one.peer->release();
    if (!input_.suits(work)) input_ = BenchInput(work.precision(), work.in_storage());
    wanted_ = input_.of(work);
    intact_.clear();
    reserved_ = reserved_bytes(work);
    copied_ = static_cast<std::size_t>(work.minimal_bytes() / 2);  // read, and written
    arena_.reserve(reserved_);
    plan_all(row);  // may overwrite the input
    check_all(row);
    time_all(row);
    count_joules(row);
    describe(row);
  } catch (const Error& error) {  // out of memory, or the device is lost
    row.note = error.what();
    row.peers.resize(peers_.size());
    for (PeerResult& result : row.peers) {
      if (result.samples > 0) continue;
      result.outcome = PeerOutcome::failed;
      if (result.why.empty()) result.why = "the problem was given up";
    }
  }
  for (const OpenPeer& one : peers_) one.peer->release();
  return row;
}

}  // namespace papilio::bench
