// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/runner.hpp"

#include <fmt/format.h>

#include <chrono>
#include <papilio/error.hpp>

namespace papilio::bench {

Runner::Runner(std::vector<PeerEntry> entries, const Arenas& arenas, SamplerSettings settings, Progress progress)
    : arenas_(arenas), settings_(settings), progress_(std::move(progress)) {
  for (PeerEntry& entry : entries) {
    std::unique_ptr<Peer> peer = entry.make(arenas);
    peers_.push_back({std::move(entry), std::move(peer)});
  }
}

std::vector<PeerInfo> Runner::peers() const {
  std::vector<PeerInfo> infos;
  for (const Runnable& one : peers_) infos.push_back({one.entry.name, one.entry.role, one.peer->version()});
  return infos;
}

PeerResult Runner::plan(Runnable& one, const Problem& problem) const {
  progress_(fmt::format("{} plans {}", one.entry.name, problem.token()));
  const auto begin = std::chrono::steady_clock::now();
  const std::optional<Refusal> refusal = one.peer->plan(problem);
  PeerResult result;
  result.plan_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.outcome = refusal ? refusal->outcome : Outcome::measured;
  if (refusal) result.why = refusal->why;
  return result;
}

void Runner::take_turns(const Problem& problem, const std::vector<std::byte>& input, Row& row) {
  std::vector<Sampler> samplers(peers_.size(), Sampler(settings_));
  for (std::size_t round = 0; round < settings_.rounds; ++round) {
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      PeerResult& result = row.peers[i];
      if (result.outcome != Outcome::measured) continue;
      Peer& peer = *peers_[i].peer;
      progress_(fmt::format("{} transforms {}, round {} of {}", peers_[i].entry.name, problem.token(), round + 1,
                            settings_.rounds));
      try {
        // Anew for each, in case the peer before has damaged it.
        peer.arena().upload(input);
        samplers[i].round([&] { peer.execute(); });
      } catch (const Error& error) {
        result.outcome = Outcome::failed;
        result.why = error.what();
      }
    }
  }
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (row.peers[i].outcome != Outcome::measured) continue;
    row.peers[i].seconds = quartiles(samplers[i].samples());
    row.peers[i].samples = samplers[i].samples().size();
  }
}

void Runner::check(Peer& peer, const Reference& reference, const std::vector<std::byte>& input, PeerResult& result) {
  try {
    peer.arena().upload(input);
    peer.arena().poison();
    peer.execute();
    result.error = reference.error(peer.arena());
  } catch (const Error& error) {
    result.outcome = Outcome::failed;
    result.why = error.what();
    return;
  }
  if (*result.error > reference.limit()) {
    result.outcome = Outcome::wrong;
    result.why = fmt::format("its relative L2 error is {:.2g}", *result.error);
  }
}

Row Runner::run(const Problem& problem) {
  Row row{problem, {}, std::nullopt};
  progress_(fmt::format("the reference of {}", problem.token()));
  const std::vector<std::byte> input = random_input(problem);
  const Reference reference(problem, input);
  for (const Runnable& one : peers_) one.peer->release();
  arenas_.opencl.resize(input.size());
  arenas_.host.resize(input.size());

  for (Runnable& one : peers_) row.peers.push_back(plan(one, problem));
  take_turns(problem, input, row);
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (row.peers[i].outcome == Outcome::measured) check(*peers_[i].peer, reference, input, row.peers[i]);
  }
  for (const Runnable& one : peers_) one.peer->release();
  return row;
}

}  // namespace papilio::bench
