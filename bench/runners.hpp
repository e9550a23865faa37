// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runners: one for each way in which problems are measured, with the same libraries in the same order.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/runner.hpp"

namespace papilio::bench {

/// Whether Papilio's single calls are among the peers; they are if a problem asks for them.
enum class SingleCalls { no, yes };

class Runners {
 public:
  /// names: peers besides Papilio; notes() says why some are not available. Throws Error(invalid_argument) for an
  /// unknown name.
  Runners(const std::vector<std::string>& names, SingleCalls single_calls, const Arenas& arenas);

  void set_up(const Settings& settings, BenchRunner::ShowProgress progress);
  void count_energy(std::shared_ptr<EnergyCounter> counter) { energy_ = std::move(counter); }
  /// Makes room on the device for the largest problem to come, so that the input is uploaded once. Does not fail if
  /// there is not enough.
  void reserve(std::size_t bytes);

  [[nodiscard]] const std::vector<PeerInfo>& peers() const { return peers_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// As Runner::run().
  [[nodiscard]] Row run(const std::string& suite, const Work& work);

 private:
  [[nodiscard]] std::vector<OpenPeer> open(MeasurementMode mode);

  std::vector<std::string> names_;  ///< of those that are available
  std::vector<OpenPeer> plain_;     ///< those of the plain way, until it has a runner
  SingleCalls single_calls_;
  Arenas arenas_;
  Settings settings_;
  BenchRunner::ShowProgress progress_;
  std::shared_ptr<EnergyCounter> energy_;
  std::vector<PeerInfo> peers_;
  std::vector<std::string> notes_;
  std::map<MeasurementMode, BenchRunner> runners_;
};

}  // namespace papilio::bench
