// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runner: plans every peer for a problem, checks its results, and times all of them alternately on the same data.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <papilio/problem.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/energy.hpp"
#include "bench/expectation.hpp"
#include "bench/input.hpp"
#include "bench/peers/peers.hpp"
#include "bench/result.hpp"
#include "bench/sampler.hpp"

namespace papilio::bench {

class BenchRunner {
 public:
  /// Called with what is being done now, for a progress line.
  using ShowProgress = std::function<void(const std::string&)>;

  /// peers: the available ones, Papilio first. Runs problems of the way of measuring for which the peers were opened.
  BenchRunner(std::vector<OpenPeer> peers, DeviceArena& arena, const Settings& settings, ShowProgress progress);

  /// From here on, the energy of what runs on the device is measured as well.
  void count_energy(std::shared_ptr<EnergyCounter> counter) { energy_ = std::move(counter); }

  /// Does not throw if a peer fails or memory runs out: the row says so.
  [[nodiscard]] Row run(const std::string& suite, const Work& work);

 private:
  void restore_input(Arena& arena);
  void plan_all(Row& row);
  void check_all(Row& row);
  void check(Peer& peer, const Expectation& reference, bool may_overwrite, PeerResult& result);
  void time_all(Row& row);
  Sampler sampler_of(std::size_t peer, PeerResult& result);
  void take_samples(Row& row, Sampler& copy, std::vector<Sampler>& samplers);
  void count_joules(Row& row);
  void warm_up();
  void describe(Row& row) const;

  std::vector<OpenPeer> peers_;
  DeviceArena& arena_;
  Settings settings_;
  ShowProgress progress_;
  std::shared_ptr<EnergyCounter> energy_;
  BenchInput input_{Precision::f32};
  std::span<const std::byte> wanted_;  ///< the problem's input
  std::set<const Arena*> intact_;      ///< arenas that hold it, because no peer has run since they were compared
  std::size_t reserved_ = 0;           ///< bytes of the larger side, and some more
  std::size_t copied_ = 0;             ///< bytes of a copy that moves as many as the problem must
  bool warm_ = false;
};

}  // namespace papilio::bench
