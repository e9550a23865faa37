// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One problem over the devices: a prepared request and its data on one rank.
#pragma once

#include <memory>
#include <papilio/problem.hpp>
#include <vector>

#include "mpi/choose/prepared.hpp"
#include "mpi/choose/ranking.hpp"
#include "mpi/choose/trial_memory.hpp"
#include "tools/scale/rank.hpp"

namespace papilio::tool {

/// Options of the command.
struct ScaleOptions {
  std::string in = "slabs";
  std::string out = "slabs";
  int chunks = 0;  ///< 0: chosen by wisdom or the model
  mpi::AxisOrder axis_order;
  Effort effort = Effort::estimate;
  double seconds = 0.5;            ///< of measuring, for each figure
  double bytes_per_second = 3e11;  ///< of the links, for the choice of stages
};

class ScaleWork {
 public:
  /// Collective. Throws on every rank.
  ScaleWork(ScaleRank& rank, const Problem& problem, const ScaleOptions& options);

  [[nodiscard]] ScaleRank& rank() { return rank_; }
  [[nodiscard]] const mpi::Request& request() const { return request_; }
  [[nodiscard]] const mpi::Configuration& choice() const { return selection_.configuration; }
  [[nodiscard]] const mpi::Engine& engine() const { return prepared_->engine(); }
  [[nodiscard]] const mpi::Box& input_box() const;
  [[nodiscard]] const mpi::Box& output_box() const;
  [[nodiscard]] std::string describe() const;
  /// The order that was asked for, or the one that was chosen.
  [[nodiscard]] mpi::AxisOrder axis_order() const;

  /// Collective: the passes without exchanges. The first launch of a kernel may load it, and that may wait for the
  /// device, which must not wait for messages then: drivers have locks that all threads share.
  void load() { prepared_->execute_passes(memory_->user()); }
  /// The input, which is not collective; `bytes` are repeated as often as it takes.
  void set_input(const std::vector<std::byte>& bytes) { memory_->set_input(bytes); }
  [[nodiscard]] std::vector<std::byte> output() { return memory_->output(); }
  /// Collective.
  mpi::ExecutionTimes execute() { return prepared_->execute(memory_->user()); }

 private:
  ScaleRank& rank_;
  mpi::Request request_;
  mpi::Selection selection_;
  std::unique_ptr<mpi::Prepared> prepared_;
  std::unique_ptr<mpi::TrialMemory> memory_;
};

}  // namespace papilio::tool
