// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/runners.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include "bench/peers/newest.hpp"

namespace papilio::bench {

Runners::Runners(const std::vector<std::string>& names, SingleCalls single_calls, const Arenas& arenas)
    : single_calls_(single_calls), arenas_(arenas) {
  for (OpenPeer& one : open_peers(names, arenas, {})) {
    if (!one.peer) {
      notes_.push_back(fmt::format("not available: {}", one.why_not));
      continue;
    }
    if (one.role != PeerRole::papilio) names_.push_back(one.name);
    plain_.push_back(std::move(one));
  }
  if (single_calls == SingleCalls::yes) plain_.push_back(open_single_calls(arenas, {}));
  for (const OpenPeer& one : plain_) {
    peers_.push_back({one.name, one.role, one.peer->version()});
    if (std::optional<std::string> note = note_of_age(one.name, peers_.back().version)) notes_.push_back(*note);
  }
}

void Runners::set_up(const Settings& settings, BenchRunner::ShowProgress progress) {
  settings_ = settings;
  progress_ = std::move(progress);
}

void Runners::reserve(std::size_t bytes) {
  try {
    arenas_.device.reserve(bytes);
  } catch (const Error&) {
    // Each problem tries again, and reports it if it is too large.
  }
}

std::vector<OpenPeer> Runners::open(MeasurementMode mode) {
  if (mode == MeasurementMode{}) return std::move(plain_);
  std::vector<OpenPeer> peers = open_peers(names_, arenas_, mode);
  for (const OpenPeer& one : peers) {
    if (!one.peer)
      throw Error::unsupported(one.name, "it was available and is no longer: " + one.why_not, "leave it out");
  }
  if (single_calls_ == SingleCalls::yes) peers.push_back(open_single_calls(arenas_, mode));
  return peers;
}

Row Runners::run(const std::string& suite, const Work& work) {
  const MeasurementMode mode = work.mode();
  auto found = runners_.find(mode);
  if (found == runners_.end()) {
    found = runners_.try_emplace(mode, open(mode), arenas_.device, settings_, progress_).first;
    if (energy_) found->second.count_energy(energy_);
  }
  return found->second.run(suite, work);
}

}  // namespace papilio::bench
