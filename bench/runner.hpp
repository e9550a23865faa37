// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runner: plans every peer for a problem, lets them take turns on the same data, and checks what each has computed.
#pragma once

#include <functional>
#include <memory>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "bench/peer.hpp"
#include "bench/reference.hpp"
#include "bench/result.hpp"

namespace papilio::bench {

class Runner {
 public:
  /// What is going on now, for a progress line.
  using Progress = std::function<void(const std::string&)>;

  Runner(std::vector<PeerEntry> entries, const Arenas& arenas, SamplerSettings settings, Progress progress);

  [[nodiscard]] std::vector<PeerInfo> peers() const;
  /// The row without its plan time. Throws Error when the memory or the device fails all peers.
  [[nodiscard]] Row run(const Problem& problem);

 private:
  struct Runnable {
    PeerEntry entry;
    std::unique_ptr<Peer> peer;
  };
  [[nodiscard]] PeerResult plan(Runnable& one, const Problem& problem) const;
  void take_turns(const Problem& problem, const std::vector<std::byte>& input, Row& row);
  static void check(Peer& peer, const Reference& reference, const std::vector<std::byte>& input, PeerResult& result);

  std::vector<Runnable> peers_;
  Arenas arenas_;
  SamplerSettings settings_;
  Progress progress_;
};

}  // namespace papilio::bench
