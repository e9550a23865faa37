// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/module_trial.hpp"

#include <algorithm>
#include <papilio/error.hpp>

#include "bench/device_arena.hpp"
#include "bench/peers/peers.hpp"
#include "bench/plan_process.hpp"
#include "bench/traffic.hpp"
#include "core/number_theory.hpp"

namespace papilio::bench {

std::optional<PeerRefusal> crash_of(const std::string& module, const Problem& problem, const DeviceInfo& device) {
  const bool safe = device.kind != DeviceKind::cpu || std::ranges::all_of(problem.lengths, is_smooth);
  if (safe) return std::nullopt;
  const auto end = end_of_self({"bench", "--trial-of", module, problem.token(), "--device", device.id});
  if (!end) return std::nullopt;
  if (end->killed) return PeerRefusal{PeerOutcome::omitted, "it could not be tried: " + end->why};
  return PeerRefusal{PeerOutcome::failed, "it ends the process: " + end->why};
}

void try_module_here(const ModuleTrial& trial) {
  const Problem problem = Problem::parse(trial.token).normalised();
  const Device device(trial.device);
  const std::unique_ptr<DeviceArena> arena = make_device_arena(device);
  arena->reserve(reserved_bytes(Work(problem)));
  const std::unique_ptr<Peer> peer = make_module_peer(*arena, trial.module, ModuleTrials::none);
  if (peer->plan(problem)) return;
  peer->enqueue();
  arena->finish();
}

}  // namespace papilio::bench
